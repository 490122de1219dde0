// What loading a large level costs: from its files, from its cache, and to see that the cache
// holds.
//
// Argument: the number of entities, half of them boxes; the others share 20 mesh files, are doors,
// contracts and notes. The level is made once, in a temporary folder; files are in memory by then.
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "maps/level_text.h"
#include "maps/map.h"
#include "maps/src/level_listing.h"
#include "tests/maps/map_test_support.h"
#include "tests/scenes/dice.h"

namespace wm::bench {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kMeshFiles = 20;

// A bumpy sheet of 20 x 20 quads.
std::string SheetObj(scenes::Dice* dice) {
  constexpr int kSide = 21;
  std::string text = "o sheet\n";
  for (int z = 0; z < kSide; ++z) {
    for (int x = 0; x < kSide; ++x) {
      text += "v " + std::to_string(x) + " " + std::to_string(dice->Between(0, 0.5)) + " " +
              std::to_string(-z) + "\n";
    }
  }
  for (int z = 0; z + 1 < kSide; ++z) {
    for (int x = 1; x < kSide; ++x) {
      const int at = z * kSide + x;
      text += "f " + std::to_string(at) + " " + std::to_string(at + 1) + " " +
              std::to_string(at + kSide + 1) + " " + std::to_string(at + kSide) + "\n";
    }
  }
  return text;
}

Entity AnyEntity(std::uint32_t id, scenes::Dice* dice) {
  Entity entity;
  entity.id = id;
  entity.name = "thing " + std::to_string(id);
  entity.position = {dice->Between(-500, 500), dice->Between(-500, 500), dice->Between(0, 20)};
  const std::size_t kind = dice->Below(10);
  const std::string mesh = "meshes/" + std::to_string(dice->Below(kMeshFiles)) + ".obj";
  if (kind < 5) {
    entity.kind = EntityClass::kBox;
    entity.size = {dice->Between(0.5, 9), dice->Between(0.5, 9), dice->Between(0.5, 9)};
  } else if (kind < 8) {
    entity.visual_mesh = entity.collision_mesh = mesh;
  } else if (kind == 8) {
    entity.kind = EntityClass::kDoor;
    entity.collision_mesh = mesh;
    entity.states = {{"shut", {}, {}, 0}, {"open", {0, 0, 2.5}, {}, 1.5}};
    entity.initial_state = "shut";
  } else {
    entity.kind = dice->OneIn(2) ? EntityClass::kNote : EntityClass::kContract;
    if (entity.kind == EntityClass::kNote) entity.text = "look\nhere";
    if (entity.kind == EntityClass::kContract) entity.size = {2, 2, 2};
  }
  return entity;
}

class Level {
 public:
  explicit Level(std::uint32_t entities) {
    scenes::Dice dice(kSeed);
    for (std::size_t i = 0; i < kMeshFiles; ++i) {
      WriteBytes(path() / "meshes" / (std::to_string(i) + ".obj"), SheetObj(&dice));
    }
    std::vector<Entity> all;
    for (std::uint32_t id = 1; id <= entities; ++id) all.push_back(AnyEntity(id, &dice));
    WriteLevel(path(), "large", {}, all);
  }
  std::filesystem::path path() const { return folder_.Path() / "level"; }

 private:
  TemporaryFolder folder_;
};

const Level& LevelOf(std::int64_t entities) {
  static std::map<std::int64_t, std::unique_ptr<Level>> levels;
  std::unique_ptr<Level>& level = levels[entities];
  if (level == nullptr) level = std::make_unique<Level>(static_cast<std::uint32_t>(entities));
  return *level;
}

void BenchFiles(benchmark::State& state) {
  const Level& level = LevelOf(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(LoadMap(level.path()).entities.size());
}

void BenchCache(benchmark::State& state) {
  const Level& level = LevelOf(state.range(0));
  LoadOptions options;
  options.use_cache = true;
  LoadMap(level.path(), options);
  for (auto _ : state) benchmark::DoNotOptimize(LoadMap(level.path(), options).entities.size());
  const auto size = std::filesystem::file_size(level.path() / ".walk_monster/cache");
  state.counters["cache_mb"] = static_cast<double>(size) / 1e6;
}

void BenchUpToDate(benchmark::State& state) {
  const Level& level = LevelOf(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(ListLevel(level.path()));
}

BENCHMARK(BenchFiles)->Name("load/files")->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK(BenchCache)->Name("load/cache")->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK(BenchUpToDate)->Name("load/up_to_date")->Arg(10'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace wm::bench

BENCHMARK_MAIN();
