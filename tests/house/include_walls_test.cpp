#include "tests/house/include_walls.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

void WriteFile(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

// What the check says about a tree with one file that holds one include.
std::vector<std::string> BrokenBy(const std::string& file, const std::string& include) {
  const TemporaryFolder tree;
  WriteFile(tree.Path() / file, "// A file.\n#" + include + "\n");
  return CheckIncludes(tree.Path()).broken;
}

struct Sample {
  std::string file;
  std::string include;
};

}  // namespace

TEST_CASE("no include of the house breaks a wall") {
  const IncludeReport report = CheckIncludes(SourceDir());
  CHECK(report.files > 20);  // it did look
  CHECK(report.includes > 80);
  for (const std::string& line : report.broken) FAIL_CHECK(line);
}

TEST_CASE("an include that breaks a wall is found") {
  const std::vector<Sample> samples{
      {"collision/drive.h", R"(include "maps/map.h")"},
      {"collision/src/walker.cpp", R"(include "walk_monster/graph.h")"},
      {"maps/src/load.cpp", R"(include "walk_monster/graph.h")"},
      {"maps/src/load.cpp", R"(include "collision/queries.h")"},
      {"maps/src/load.cpp", R"(include "collision/src/bullet.h")"},
      {"walk_monster/src/explorer.cpp", R"(include "viz/commands.h")"},
      {"walk_monster/src/explorer.cpp", R"(include "collision/src/walker.h")"},
      {"walk_monster/main.cpp", R"(include "viz/picture/picture.h")"},
      {"viz/picture/picture.cpp", R"(include "harness/session.h")"},
      {"harness/src/session.cpp", R"(include "viz/commands.h")"},
      {"collision/src/walker.cpp", R"(include "tests/scenes/scenes.h")"},
      {"collision/world.h", R"(include "collision/src/tree.h")"},
      {"collision/src/walker.cpp", R"(include "walker.h")"},
      {"maps/src/load.cpp", R"(include "maps/../collision/queries.h")"},
      {"maps/src/load.cpp", "include MAP_HEADER"},
      {"scripts/tool.cpp", "include <vector>"},
  };
  for (const Sample& sample : samples) {
    INFO(sample.file << " with #" << sample.include);
    const std::vector<std::string> broken = BrokenBy(sample.file, sample.include);
    REQUIRE(broken.size() == 1);
    CHECK(broken.front().starts_with(sample.file + ":"));
  }
}

TEST_CASE("a third party outside its place is found") {
  const std::vector<Sample> samples{
      {"maps/src/load.cpp", "include <btBulletCollisionCommon.h>"},
      {"walk_monster/src/explorer.cpp", "include <BulletCollision/CollisionShapes/btBoxShape.h>"},
      {"collision/queries.h", "include <btBulletCollisionCommon.h>"},
      {"walk_monster/src/explorer.cpp", "include <assimp/Importer.hpp>"},
      {"maps/map.h", "include <assimp/scene.h>"},
      {"collision/src/brute.cpp", "include <nanoflann.hpp>"},
      {"walk_monster/store.h", "include <SQLiteCpp/SQLiteCpp.h>"},
      {"viz/picture/picture.cpp", "include <sqlite3.h>"},
      {"viz/picture/picture.cpp", "include <GLFW/glfw3.h>"},
      {"walk_monster/graph.h", "include <nlohmann/json.hpp>"},
      {"collision/src/brute.cpp", "include <X11/Xlib.h>"},
      {"walk_monster/src/explorer.cpp", "include <catch2/catch.hpp>"},
      {"walk_monster/src/explorer.cpp", "  include  <boost/graph/strong_components.hpp>"},
      {"collision/world.h", "include <sys/mman.h>"},
  };
  for (const Sample& sample : samples) {
    INFO(sample.file << " with #" << sample.include);
    CHECK(BrokenBy(sample.file, sample.include).size() == 1);
  }
}

TEST_CASE("an include within the walls is let through") {
  const std::vector<Sample> samples{
      {"collision/src/bullet.cpp", "include <btBulletCollisionCommon.h>"},
      {"maps/src/load.cpp", "include <assimp/Importer.hpp>"},
      {"maps/map.h", R"(include "collision/geometry.h")"},
      {"walk_monster/src/store.cpp", "include <SQLiteCpp/SQLiteCpp.h>"},
      {"walk_monster/store.h", R"(include "maps/map.h")"},
      {"walk_monster/main.cpp", R"(include "viz/commands.h")"},
      {"walk_monster/main.cpp", "include <CLI/CLI.hpp>"},
      {"viz/picture/picture.cpp", "include <stb/stb_image_write.h>"},
      {"viz/picture/picture.h", R"(include "walk_monster/store.h")"},
      {"tests/collision/walker_test.cpp", R"(include "collision/src/walker.h")"},
      {"collision/drive.h", "include <vector>"},
      {"build/generated/x.cpp", R"(include "anything.h")"},
  };
  for (const Sample& sample : samples) {
    INFO(sample.file << " with #" << sample.include);
    CHECK(BrokenBy(sample.file, sample.include).empty());
  }
}

}  // namespace wm
