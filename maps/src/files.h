// Whole files in and out. Not parsing: bytes only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "maps/input_error.h"

namespace wm {

// An error that may be gone the next time although no file was changed: a disk that failed, a
// reader that ran out of time on a busy machine. No cache remembers what was loaded with one.
class PassingError : public InputError {
 public:
  using InputError::InputError;
};

// Reads a regular file. Errors: InputError where it is missing, not a file, larger than `max_bytes`
// or unreadable; the line begins with `label`.
std::string ReadWholeFile(const std::filesystem::path& path, std::string_view label,
                          std::uint64_t max_bytes);

// A folder that is held open, for many small files: each costs an open and no look at the path.
class OpenFolder {
 public:
  // `path` is no link; the folder need not be there.
  explicit OpenFolder(const std::filesystem::path& path);
  OpenFolder(const OpenFolder&) = delete;
  OpenFolder& operator=(const OpenFolder&) = delete;
  ~OpenFolder();

  // The bytes of a plain file that lies in the folder itself. Empty where it is anything else, a
  // link too, or cannot be read: ReadWholeFile says why.
  std::optional<std::string> Read(const std::string& name, std::uint64_t max_bytes) const;

 private:
  int folder_;
};

// `folder` / `relative`, for a path that a file names. Errors: InputError, beginning with `label`,
// where the path is absolute, has a `..`, or leaves the folder through a link.
std::filesystem::path ResolveInside(const std::filesystem::path& folder, std::string_view relative,
                                    std::string_view label);

// Whether `path`, as ResolveInside gave it for `folder`, lies behind a name at the folder's top
// that begins with a dot: version control's folders, editors', ours.
bool IsHiddenInside(const std::filesystem::path& folder, const std::filesystem::path& path);

// Replaces a file as a whole: written beside it, then renamed. Errors: InputError.
void ReplaceFile(const std::filesystem::path& path, std::string_view bytes);

}  // namespace wm
