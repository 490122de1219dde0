#include "viz/picture/src/whole_file.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "maps/input_error.h"

namespace wm::picture {
namespace {

namespace fs = std::filesystem;

// The first part of the way to a file that is no folder; empty where all of it is there.
fs::path MissingPart(const fs::path& file) {
  fs::path way;
  std::error_code ignored;
  for (const fs::path& part : file.parent_path()) {
    way /= part;
    if (!fs::is_directory(way, ignored)) return way;
  }
  return {};
}

std::string Reason(const fs::path& path, const fs::path& place, int error) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    return "it is a folder; name a file in it, such as " + (path / "map.png").string();
  }
  if (const fs::path missing = MissingPart(path);
      !missing.empty() && (error == ENOENT || error == ENOTDIR)) {
    if (fs::exists(missing, ignored)) {
      return missing.string() + " is a file, not a folder; name another place";
    }
    return "the folder " + missing.string() + " does not exist; make it or name another place";
  }
  const std::string folder = path.has_parent_path() ? path.parent_path().string() : "this folder";
  switch (error) {
    case EISDIR:
      return "the folder " + place.string() + " is in the way; remove it or name another place";
    case EACCES:
    case EPERM:
      return "no permission to write " +
             (fs::exists(place, ignored) ? place.string() : "in " + folder) +
             "; ask for it or name another place";
    case ENOENT:
      return "no file can be made in " + folder + "; name another place";
    case EROFS:
      return folder + " can only be read; name another place";
    case ENOSPC:
      return "the disk is full; free some space or name another place";
    case EDQUOT:
      return "your share of the disk is used up; free some space or name another place";
    case EFBIG:
      return "files may not grow that large here (see ulimit -f); raise the limit or name another "
             "place";
    case ENAMETOOLONG:
      return "the name is too long; name a shorter one";
    default:
      return std::generic_category().message(error) + "; name another place";
  }
}

}  // namespace

std::string WhyNot(const fs::path& path, const fs::path& place, int error) {
  return path.string() + ": cannot be written: " + Reason(path, place, error);
}

void WriteWhole(const fs::path& path, const std::string& bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) throw InputError(WhyNot(path, path, EISDIR));
  const bool is_device = fs::exists(status) && !fs::is_regular_file(status);
  const fs::path unfinished = is_device ? path : fs::path(path.string() + ".part");
  std::FILE* file = std::fopen(unfinished.c_str(), "wb");
  if (file == nullptr) throw InputError(WhyNot(path, unfinished, errno));
  const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int write_error = errno;
  const bool is_closed = std::fclose(file) == 0;
  int cause = is_written ? (is_closed ? 0 : errno) : write_error;
  fs::path place = unfinished;
  if (cause == 0 && !is_device) {
    fs::rename(unfinished, path, error);
    cause = error.value();
    place = path;
  }
  if (cause == 0) return;
  const std::string line = WhyNot(path, place, cause);
  if (!is_device) fs::remove(unfinished, error);
  throw InputError(line);
}

}  // namespace wm::picture
