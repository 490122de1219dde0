// Several files replaced together, as far as a file system can: all new bytes are on the disk
// before the first old file goes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace wm {

class StagedFiles {
 public:
  StagedFiles() = default;
  StagedFiles(const StagedFiles&) = delete;
  StagedFiles& operator=(const StagedFiles&) = delete;
  ~StagedFiles();  // what was not committed leaves no trace

  // Writes `bytes` beside `path`, and waits until they are safe. Errors: InputError.
  void Write(const std::filesystem::path& path, std::string_view bytes);
  void Remove(const std::filesystem::path& path);

  // Puts every file in its place, in the order of the calls. Errors: InputError; the files before
  // the one that it names are new, the rest are old.
  void Commit();

 private:
  struct File {
    std::filesystem::path path;
    std::filesystem::path part;  // empty: to be removed
  };
  std::vector<File> files_;
};

}  // namespace wm
