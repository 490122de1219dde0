#include "viz/picture/src/whole_file.h"

#include <cerrno>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "maps/input_error.h"
#include "tests/temporary_folder.h"

namespace wm::picture {
namespace {

namespace fs = std::filesystem;

std::string ErrorOf(const fs::path& path) {
  try {
    WriteWhole(path, "bytes");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string Read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST_CASE("whole file: written whole, beside nothing") {
  const TemporaryFolder folder;
  const fs::path file = folder.Path() / "a.png";
  WriteWhole(file, "old");
  WriteWhole(file, "new");
  CHECK(Read(file) == "new");
  CHECK_FALSE(fs::exists(folder.Path() / "a.png.part"));
}

TEST_CASE("whole file: an old one stays where the new one fails") {
  const TemporaryFolder folder;
  const fs::path file = folder.Path() / "a.png";
  WriteWhole(file, "old");
  fs::create_directory(folder.Path() / "a.png.part");
  CHECK(ErrorOf(file).find("is in the way") != std::string::npos);
  CHECK(Read(file) == "old");
}

TEST_CASE("whole file: a place that is not there is named") {
  const TemporaryFolder folder;
  const std::string at = folder.Path().string();
  const std::string none =
      "the folder " + at + "/none does not exist; make it or name another place";
  CHECK(ErrorOf(at + "/none/a.png") == at + "/none/a.png: cannot be written: " + none);
  CHECK(ErrorOf(at + "/none/deeper/a.png") ==
        at + "/none/deeper/a.png: cannot be written: " + none);
  WriteWhole(at + "/file", "kept");
  CHECK(ErrorOf(at + "/file/a.png") == at + "/file/a.png: cannot be written: " + at +
                                           "/file is a file, not a folder; name another place");
  CHECK(Read(at + "/file") == "kept");
}

TEST_CASE("whole file: a folder is no file") {
  const TemporaryFolder folder;
  const std::string at = folder.Path().string();
  fs::create_directory(at + "/a.png");
  CHECK(ErrorOf(at + "/a.png") ==
        at + "/a.png: cannot be written: it is a folder; name a file in it, such as " + at +
            "/a.png/map.png");
  fs::create_directory(at + "/b.png.part");
  CHECK(ErrorOf(at + "/b.png") == at + "/b.png: cannot be written: the folder " + at +
                                      "/b.png.part is in the way; remove it or name another place");
}

TEST_CASE("whole file: only a full disk asks for space") {
  CHECK(ErrorOf("/dev/full") ==
        "/dev/full: cannot be written: the disk is full; free some space or name another place");
  const TemporaryFolder folder;
  const fs::path file = folder.Path() / "a.png";
  const auto why = [&](int error) { return WhyNot(file, file.string() + ".part", error); };
  const std::string in = "in " + folder.Path().string();
  CHECK(why(EACCES) == file.string() + ": cannot be written: no permission to write " + in +
                           "; ask for it or name another place");
  WriteWhole(file.string() + ".part", "of another");
  CHECK(why(EACCES).find("no permission to write " + file.string() + ".part;") !=
        std::string::npos);
  CHECK(why(EROFS).find("can only be read") != std::string::npos);
  CHECK(why(ENAMETOOLONG).find("name is too long") != std::string::npos);
  CHECK(why(EFBIG).find("ulimit -f") != std::string::npos);
  for (const int error : {EACCES, EPERM, EROFS, ENAMETOOLONG, EFBIG, EISDIR, ENOENT, EIO}) {
    CHECK(why(error).find("free some space") == std::string::npos);
    CHECK(why(error).find('\n') == std::string::npos);
  }
  CHECK(WhyNot("a.png", "a.png.part", EACCES).find("in this folder") != std::string::npos);
}

}  // namespace
}  // namespace wm::picture
