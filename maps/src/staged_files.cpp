#include "maps/src/staged_files.h"

#include <cerrno>
#include <fcntl.h>
#include <set>
#include <system_error>
#include <unistd.h>

#include <sys/stat.h>

#include "maps/input_error.h"

namespace wm {
namespace {

[[noreturn]] void Fail(const std::filesystem::path& path, const char* what, int error) {
  throw InputError(path.string() + ": " + what + ": " + std::generic_category().message(error));
}

// 0 or the error.
int WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(file) == 0 ? 0 : errno;
}

// So that the names outlast a loss of power, too. Where a file system cannot, nothing is lost yet.
void SyncFolder(const std::filesystem::path& folder) {
  const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  fsync(file);
  close(file);
}

}  // namespace

StagedFiles::~StagedFiles() {
  for (const File& file : files_) {
    if (!file.part.empty()) unlink(file.part.c_str());
  }
}

void StagedFiles::Write(const std::filesystem::path& path, std::string_view bytes) {
  const std::filesystem::path part = path.string() + ".part";
  unlink(part.c_str());  // of a save that was killed
  struct stat status {};
  const bool is_there = stat(path.c_str(), &status) == 0;
  // Never through a link that somebody left there.
  const int file = open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) Fail(path, "cannot be written", errno);
  files_.push_back({path, part});
  int error = WriteAll(file, bytes);
  if (is_there && fchmod(file, status.st_mode & 0777) != 0 && error == 0) error = errno;
  if (close(file) != 0 && error == 0) error = errno;
  if (error != 0) Fail(path, "cannot be written", error);
}

void StagedFiles::Remove(const std::filesystem::path& path) { files_.push_back({path, {}}); }

void StagedFiles::Commit() {
  std::set<std::filesystem::path> folders;
  for (File& file : files_) {
    folders.insert(file.path.parent_path());
    if (file.part.empty()) {
      if (unlink(file.path.c_str()) != 0 && errno != ENOENT) {
        Fail(file.path, "cannot be removed", errno);
      }
      continue;
    }
    if (rename(file.part.c_str(), file.path.c_str()) != 0) {
      Fail(file.path, "cannot be replaced", errno);
    }
    file.part.clear();
  }
  files_.clear();
  for (const std::filesystem::path& folder : folders) SyncFolder(folder);
}

}  // namespace wm
