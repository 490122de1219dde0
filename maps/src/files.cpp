#include "maps/src/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

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
