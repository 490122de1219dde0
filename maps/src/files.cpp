#include "maps/src/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <system_error>
#include <unistd.h>

#include <sys/stat.h>

#include "maps/src/text_fields.h"

namespace wm {
namespace {

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

[[noreturn]] void Fail(std::string_view label, std::string_view what, int error = 0) {
  std::string line = std::string(label) + ": " + std::string(what);
  if (error == 0) throw InputError(line);
  throw PassingError(line + ": " + std::generic_category().message(error));
}

}  // namespace

std::string ReadWholeFile(const std::filesystem::path& path, std::string_view label,
                          std::uint64_t max_bytes) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) Fail(label, "no such file");
  // A pipe or a device would block or never end.
  if (!std::filesystem::is_regular_file(status)) Fail(label, "not a regular file");
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) Fail(label, "cannot be read", error.value());
  if (size > max_bytes) {
    Fail(label, "larger than " + std::to_string(max_bytes >> 20) + " MiB");
  }
  const File file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) Fail(label, "cannot be read", errno);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const std::size_t got = std::fread(bytes.data(), 1, bytes.size(), file.get());
  if (std::ferror(file.get()) != 0) Fail(label, "cannot be read", errno);
  bytes.resize(got);
  return bytes;
}

OpenFolder::OpenFolder(const std::filesystem::path& path)
    : folder_(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) {}

OpenFolder::~OpenFolder() {
  if (folder_ >= 0) close(folder_);
}

std::optional<std::string> OpenFolder::Read(const std::string& name,
                                            std::uint64_t max_bytes) const {
  if (folder_ < 0 || name.find('/') != name.npos) return std::nullopt;
  constexpr int kFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const int file = openat(folder_, name.c_str(), kFlags);
  if (file < 0) return std::nullopt;
  struct stat status {};
  std::optional<std::string> bytes;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
      static_cast<std::uint64_t>(status.st_size) <= max_bytes) {
    bytes.emplace(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t got = 0;
    while (got < bytes->size()) {
      const ssize_t part = read(file, bytes->data() + got, bytes->size() - got);
      if (part < 0 && errno == EINTR) continue;
      if (part <= 0) break;
      got += static_cast<std::size_t>(part);
    }
    if (got != bytes->size()) bytes.reset();
  }
  close(file);
  return bytes;
}

std::filesystem::path ResolveInside(const std::filesystem::path& folder, std::string_view relative,
                                    std::string_view label) {
  std::size_t where = 0;
  const std::filesystem::path path{std::string(relative)};
  const bool has_drive = relative.size() > 1 && relative[1] == ':';
  if (relative.empty() || !IsPlainText(relative, &where) || has_drive) {
    Fail(label, "not a path: " + Quoted(relative));
  }
  const bool climbs =
      std::any_of(path.begin(), path.end(), [](const auto& p) { return p == ".."; });
  if (path.is_absolute() || relative[0] == '\\' || climbs) {
    Fail(label, Quoted(relative) + " leaves the folder");
  }
  std::error_code error;
  const std::filesystem::path base =
      std::filesystem::canonical(folder.empty() ? "." : folder, error);
  if (error) Fail(label, "cannot be read", error.value());
  std::filesystem::path full = std::filesystem::weakly_canonical(base / path, error);
  if (error) Fail(label, Quoted(relative) + " cannot be read", error.value());
  const auto [at, unused] = std::mismatch(base.begin(), base.end(), full.begin(), full.end());
  if (at != base.end()) Fail(label, Quoted(relative) + " leaves the folder through a link");
  return full;
}

bool IsHiddenInside(const std::filesystem::path& folder, const std::filesystem::path& path) {
  std::error_code error;
  const auto base = std::filesystem::canonical(folder.empty() ? "." : folder, error);
  const auto at = std::mismatch(base.begin(), base.end(), path.begin(), path.end()).second;
  return error || (at != path.end() && at->native().starts_with('.'));
}

void ReplaceFile(const std::filesystem::path& path, std::string_view bytes) {
  const std::filesystem::path part = path.string() + ".part";
  File file(std::fopen(part.c_str(), "wb"));
  if (file == nullptr) Fail(path.string(), "cannot be written", errno);
  const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const int write_error = errno;
  const bool is_closed = std::fclose(file.release()) == 0;
  std::error_code error;
  if (!is_written || !is_closed) {
    const int cause = is_written ? errno : write_error;
    std::filesystem::remove(part, error);
    Fail(path.string(), "cannot be written", cause);
  }
  std::filesystem::rename(part, path, error);
  if (error) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    Fail(path.string(), "cannot be replaced", error.value());
  }
}

}  // namespace wm
