// What lies in a level's folder, as far as a folder shows it without opening files.
//
// Two equal listings mean: nothing was changed, added, removed or renamed in between, if everything
// in it is older than the moment of the first look.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sys/stat.h>

namespace wm {

struct LevelListing {
  // Every name with its kind, size, inode and times, for links those of their targets too; in an
  // order that depends on names alone. To be compared, not to be read.
  std::string bytes;
  std::int64_t newest =
      0;  // [ns since 1970] the latest time in it, as the file system's clock says
  std::string newest_path;  // where that is, relative to the level
};

// Whether an entry at the top of a level is none of its business: what begins with a dot, such as
// version control's folders and our own.
bool IsPassedOver(std::string_view top_name);

// Lists `folder` and everything below but what IsPassedOver; follows no links. Empty where that
// cannot be done, or there is too much of it.
std::optional<LevelListing> ListLevel(const std::filesystem::path& folder);

// [ns since 1970] the later of a file's times of change; the second one nobody can set back.
std::int64_t ChangeTime(const struct stat& status);

}  // namespace wm
