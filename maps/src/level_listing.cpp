#include "maps/src/level_listing.h"

#include <algorithm>
#include <array>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <unistd.h>
#include <utility>
#include <vector>

#include "maps/src/bytes.h"
#include "maps/src/limits.h"

namespace wm {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t Nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * kSecond + time.tv_nsec;
}

struct FolderCloser {
  void operator()(DIR* folder) const { closedir(folder); }
};
using Folder = std::unique_ptr<DIR, FolderCloser>;

Folder OpenFolder(int parent, const char* name, int flags) {
  const int file = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
  if (file < 0) return nullptr;
  DIR* folder = fdopendir(file);
  if (folder == nullptr) close(file);
  return Folder(folder);
}

class Lister {
 public:
  std::optional<LevelListing> List(const std::filesystem::path& path) {
    const Folder top = OpenFolder(AT_FDCWD, path.c_str(), 0);
    struct stat status {};
    if (top == nullptr || fstat(dirfd(top.get()), &status) != 0) return std::nullopt;
    device_ = status.st_dev;
    Add(status, {}, ".");
    if (!ListFolder(top.get(), "", 0)) return std::nullopt;
    return std::move(listing_);
  }

 private:
  // False where something cannot be looked at: what is not seen cannot be compared.
  bool ListFolder(DIR* folder, const std::string& path, std::size_t depth) {
    if (depth > kMaxListedDepth) return false;
    std::vector<std::string> names;
    while (const dirent* entry = readdir(folder)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == ".." || (depth == 0 && IsPassedOver(name))) continue;
      names.emplace_back(name);
      if (++count_ > kMaxListed) return false;
    }
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      if (!ListEntry(folder, name, path, depth)) return false;
    }
    AppendText(&listing_.bytes, "");  // no name: the folder ends
    return true;
  }

  bool ListEntry(DIR* folder, const std::string& name, const std::string& path, std::size_t depth) {
    struct stat status {};
    if (fstatat(dirfd(folder), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return false;
    AppendText(&listing_.bytes, name);
    Add(status, path, name);
    if (S_ISLNK(status.st_mode)) {
      struct stat target {};
      if (fstatat(dirfd(folder), name.c_str(), &target, 0) != 0) target = {};
      Add(target, path, name);
    }
    if (!S_ISDIR(status.st_mode)) return true;
    const Folder inner = OpenFolder(dirfd(folder), name.c_str(), O_NOFOLLOW);
    return inner != nullptr && ListFolder(inner.get(), path + name + "/", depth + 1);
  }

  void Add(const struct stat& status, std::string_view path, std::string_view name) {
    // Another file system may keep coarser times: what changes there counts as changed later.
    const std::int64_t margin = status.st_dev == device_ ? 0 : 3 * kSecond;
    const std::int64_t changed = ChangeTime(status) + margin;
    if (changed > listing_.newest) {
      listing_.newest = changed;
      listing_.newest_path = std::string(path) + std::string(name);
    }
    AppendBytes(&listing_.bytes,
                std::array{std::int64_t{status.st_mode}, static_cast<std::int64_t>(status.st_size),
                           static_cast<std::int64_t>(status.st_ino), Nanoseconds(status.st_mtim),
                           Nanoseconds(status.st_ctim)});
  }

  LevelListing listing_;
  std::size_t count_ = 0;
  dev_t device_ = 0;
};

}  // namespace

bool IsPassedOver(std::string_view top_name) { return top_name.starts_with('.'); }

std::int64_t ChangeTime(const struct stat& status) {
  return std::max(Nanoseconds(status.st_mtim), Nanoseconds(status.st_ctim));
}

std::optional<LevelListing> ListLevel(const std::filesystem::path& folder) {
  return Lister().List(folder.empty() ? "." : folder);
}

}  // namespace wm
