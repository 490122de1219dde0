#include "maps/levels/src/cove.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

#include <catch2/catch.hpp>

#include "maps/map.h"
#include "tests/paths.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

fs::path CoveFolder() { return SourceDir() / "maps/levels/cove"; }

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(fs::temp_directory_path() / ("wm_cove_test." + std::to_string(::getpid()))) {
    fs::remove_all(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Every file below a folder, by its path in it.
std::map<std::string, std::string> FilesIn(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder).generic_string();
    if (!entry.is_regular_file() || name.starts_with(".walk_monster/")) continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    files[name] = std::string(std::istreambuf_iterator<char>(stream), {});
  }
  return files;
}

Map LoadCove(std::vector<std::string>* log = nullptr) {
  LoadOptions options;
  if (log != nullptr) options.log = [log](std::string_view line) { log->emplace_back(line); };
  return LoadMap(CoveFolder(), options);
}

std::set<std::string> ContractNames(const Map& map, ContractKind kind) {
  std::set<std::string> names;
  for (const Entity& entity : map.entities) {
    if (entity.kind == EntityClass::kContract && entity.contract == kind) names.insert(entity.name);
  }
  return names;
}

bool HasAll(const std::set<std::string>& names, const std::set<std::string>& wanted) {
  return std::includes(names.begin(), names.end(), wanted.begin(), wanted.end());
}

}  // namespace

TEST_CASE("cove: the generator makes exactly the files that are committed") {
  const TemporaryFolder folder;
  MakeCove(folder.path());
  const auto made = FilesIn(folder.path()), kept = FilesIn(CoveFolder());
  REQUIRE(kept.size() > 200);
  for (const auto& [path, bytes] : kept) {
    INFO(path);
    REQUIRE(made.contains(path));
    CHECK((made.at(path) == bytes));
  }
  CHECK(made.size() == kept.size());
}

TEST_CASE("cove: writing it twice into one folder changes nothing") {
  const TemporaryFolder folder;
  MakeCove(folder.path());
  const auto first = FilesIn(folder.path());
  MakeCove(folder.path());
  CHECK(first == FilesIn(folder.path()));
}

TEST_CASE("cove: loads whole, with something of every class") {
  std::vector<std::string> log;
  const Map map = LoadCove(&log);
  CHECK(map.name == "cove");
  for (const std::string& line : log) {
    INFO(line);
    CHECK(line.find("damaged") == std::string::npos);
  }
  std::map<EntityClass, int> count;
  for (const Entity& entity : map.entities) {
    ++count[entity.kind];
    INFO(entity.id);
    CHECK_FALSE(entity.name.empty());
  }
  CHECK(count[EntityClass::kTerrain] == 1);
  CHECK(count[EntityClass::kSpawn] == 2);
  CHECK(count[EntityClass::kDoor] == 1);
  CHECK(count[EntityClass::kLift] == 1);
  CHECK(count[EntityClass::kBox] > 120);
  CHECK(count[EntityClass::kMesh] > 60);
  CHECK(count[EntityClass::kNote] >= 4);
  CHECK(count[EntityClass::kContract] >= 35);
  CHECK(map.bodies.size() ==
        map.entities.size() -
            static_cast<std::size_t>(count[EntityClass::kSpawn] + count[EntityClass::kNote] +
                                     count[EntityClass::kContract]));
}

TEST_CASE("cove: is small") {
  std::size_t bytes = 0;
  for (const auto& [path, content] : FilesIn(CoveFolder())) bytes += content.size();
  CHECK(bytes < 1'000'000);

  const Map map = LoadCove();
  std::size_t triangles = 0;
  Box bounds;
  for (const Body& body : map.bodies) {
    if (body.collision_mesh == kNoMesh || body.intent != Intent::kSolid) continue;
    const TriangleMesh& mesh = map.meshes[static_cast<std::size_t>(body.collision_mesh)];
    triangles += mesh.triangles.size();
    for (const Vec3& vertex : mesh.vertices) bounds.Add(body.placement.Point(vertex));
  }
  CHECK(triangles > 15'000);
  CHECK(triangles < 30'000);
  CHECK(bounds.min.x == -40.0);
  CHECK(bounds.max.x == 40.0);
  CHECK(bounds.min.y == -40.0);
  CHECK(bounds.max.y == 40.0);
}

TEST_CASE("cove: says what must and must not be reachable") {
  const Map map = LoadCove();
  CHECK(
      HasAll(ContractNames(map, ContractKind::kMustReach),
             {"house, ground floor", "house, upper floor", "bridge deck", "tunnel", "maze, heart",
              "lift, platform at the bottom", "hilltop", "beach", "pit, floor", "low wall, top"}));
  CHECK(HasAll(ContractNames(map, ContractKind::kMustNotReach),
               {"hut, inside", "lift, upper deck", "steep bank, ledge", "knee wall, top",
                "maze, tops of the hedges", "maze, closed cell", "cliff tops", "under the terrain",
                "behind the border, north", "behind the border, west", "behind the border, east",
                "behind the border, open sea"}));
  CHECK(HasAll(ContractNames(map, ContractKind::kTwoWay),
               {"house, upper floor and back", "tunnel and back", "maze, heart and back",
                "beach and back"}));
}

TEST_CASE("cove: its door is shut and its lift is down, and both can change") {
  const Map map = LoadCove();
  for (const Entity& entity : map.entities) {
    if (entity.kind == EntityClass::kDoor) {
      CHECK(entity.initial_state == "closed");
      CHECK(entity.states.size() == 2);
    }
    if (entity.kind == EntityClass::kLift) {
      CHECK(entity.initial_state == "bottom");
      REQUIRE(entity.states.size() == 2);
      CHECK(entity.states[1].offset.z == 4.5);
    }
  }
}

TEST_CASE("cove: load time", "[.bench]") {
  std::vector<double> ms;
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const Map map = LoadCove();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    REQUIRE_FALSE(map.bodies.empty());
    ms.push_back(took.count());
  }
  std::sort(ms.begin(), ms.end());
  WARN("cove loads in " << ms[2] << " ms, the median of 5");
}

}  // namespace wm
