// The cache beside a level: the same Map and the same lines as from the files, whatever happens to
// files, cache or folder in between.
#include <algorithm>
#include <csignal>
#include <functional>
#include <thread>
#include <utility>

#include <catch2/catch.hpp>
#include <sys/resource.h>
#include <sys/stat.h>

#include "maps/entity_text.h"
#include "maps/level_text.h"
#include "maps/src/map_bytes.h"
#include "tests/maps/map_test_support.h"
#include "tests/paths.h"
#include "tests/scenes/dice.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTriangle = "v 0 0 0\nv 4 0 0\nv 0 0 -4\nf 1 2 3\n";
constexpr const char* kTwo = "v 0 0 0\nv 4 0 0\nv 0 0 -4\nv 0 4 0\nf 1 2 3\nf 1 2 4\nf 1 1 2\n";

Loaded LoadCached(const fs::path& level, LoadOptions options = {}) {
  options.use_cache = true;
  return LoadWithLog(level, options);
}

fs::path CacheFile(const fs::path& level) { return level / ".walk_monster/cache"; }

// Which file is the cache: another one after each time that it was made.
using FileId = std::pair<std::uint64_t, std::int64_t>;
FileId CacheId(const fs::path& level) {
  struct stat status {};
  if (stat(CacheFile(level).c_str(), &status) != 0) return {};
  return {status.st_ino, status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec};
}

void CheckSame(const Loaded& a, const Loaded& b) {
  CHECK(PackMap(a.map) == PackMap(b.map));
  CHECK(a.map.entities == b.map.entities);
  CHECK(a.map.path == b.map.path);
  CHECK(a.log == b.log);
}

// Loads twice through the cache: both are as the files say, and the second is made from nothing.
void CheckKept(const fs::path& level) {
  const Loaded cold = LoadWithLog(level);
  CheckSame(LoadCached(level), cold);
  const FileId made = CacheId(level);
  CHECK(made != FileId{});
  CheckSame(LoadCached(level), cold);
  CHECK(CacheId(level) == made);
}

Entity RandomEntity(std::uint32_t id, scenes::Dice* dice) {
  Entity entity;
  entity.id = id;
  entity.kind = static_cast<EntityClass>(dice->Below(8));
  entity.name = dice->Below(4) == 0 ? "" : "thing " + std::to_string(id);
  const auto number = [&] { return static_cast<double>(dice->Below(10000)) / 64.0 - 70.0; };
  entity.position = {number(), number(), number()};
  switch (entity.kind) {
    case EntityClass::kBox:
      entity.intent = static_cast<Intent>(dice->Below(4));
      [[fallthrough]];
    case EntityClass::kContract:
      entity.size = {1 + std::abs(number()), 1, 2};
      break;
    case EntityClass::kTerrain:
      entity.terrain.columns = 2 + static_cast<std::uint32_t>(dice->Below(4));
      entity.terrain.rows = 2;
      for (std::uint32_t i = 0; i < 2 * entity.terrain.columns; ++i) {
        entity.terrain.heights.push_back(number());
      }
      break;
    case EntityClass::kDoor:
    case EntityClass::kLift:
      entity.states = {{"a", {}, {}, 0}, {"b", {0, 0, number()}, {0, 0, 1, 0}, 1.5}};
      entity.initial_state = dice->Below(2) == 0 ? "a" : "b";
      [[fallthrough]];
    case EntityClass::kMesh:
      entity.visual_mesh = dice->Below(8) == 0 ? "meshes/missing.obj" : "meshes/two.obj";
      entity.collision_mesh = "meshes/tri.obj";
      break;
    case EntityClass::kNote:
      entity.text = "line\n\nline";
      break;
    case EntityClass::kSpawn:
      break;
  }
  return entity;
}

// A level with a floor, all classes, meshes that lose triangles, and a damaged entity.
fs::path MakeLevel(const fs::path& level, std::uint64_t seed = 1, std::uint32_t count = 12) {
  scenes::Dice dice(seed);
  Entity floor;
  floor.kind = EntityClass::kBox;
  floor.id = 1;
  floor.size = {20, 20, 1};
  std::vector<Entity> entities{floor};
  for (std::uint32_t id = 2; id < count; ++id) entities.push_back(RandomEntity(id, &dice));
  LevelDefaults defaults;
  defaults.spacing = 0.75;
  defaults.mover = "walker";
  WriteLevel(level, "", defaults, entities);
  WriteBytes(level / "entities/900.entity_text", "box\n1\n900\n; size\n    wrong\n");
  WriteBytes(level / "meshes/tri.obj", kTriangle);
  WriteBytes(level / "meshes/two.obj", kTwo);
  return level;
}

std::vector<fs::path> FilesOf(const fs::path& level) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(level)) {
    const bool is_ours = Has(entry.path().string(), ".walk_monster");
    if (entry.is_regular_file() && !is_ours) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TEST_CASE("cache: generated levels come back as they were, with their warnings") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const TemporaryFolder folder;
    const fs::path level = MakeLevel(folder.Path() / "level", seed, 40);
    CheckKept(level);
    CHECK(LoadCached(level).log.size() >= 2);  // the damaged entity, the dropped triangle
    CHECK(ReadBytes(level / ".walk_monster/.gitignore") == "*\n");
    CHECK(std::distance(fs::directory_iterator(level / ".walk_monster"), {}) == 2);
  }
}

TEST_CASE("cache: cove comes back as it was") {
  const TemporaryFolder folder;
  fs::copy(SourceDir() / "maps/levels/cove", folder.Path() / "cove", fs::copy_options::recursive);
  fs::remove_all(folder.Path() / "cove" / ".walk_monster");  // of another build, perhaps
  CheckKept(folder.Path() / "cove");
}

TEST_CASE("cache: nothing is written unless asked for") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  LoadMap(level);
  CHECK_FALSE(fs::exists(level / ".walk_monster"));
  CHECK(Has(ErrorOf([&] { LoadCached(level / "meshes"); }), "without level.text"));
  CHECK_FALSE(fs::exists(level / "meshes/.walk_monster"));
}

TEST_CASE("cache: any change of any file makes it stale") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  WriteBytes(level / "meshes/deep/er/unused.obj", kTriangle);
  const auto retouch = [](const fs::path& file) {
    fs::last_write_time(file, fs::last_write_time(file));
  };
  const auto change_keeping_time = [](const fs::path& file) {
    const auto before = fs::last_write_time(file);
    std::string bytes = ReadBytes(file);
    bytes[bytes.size() / 2] ^= 1;
    WriteBytes(file, bytes);
    fs::last_write_time(file, before);
  };
  const std::vector<std::function<void(const fs::path&)>> changes{
      retouch,
      change_keeping_time,
      [](const fs::path& file) { fs::last_write_time(file, fs::file_time_type::clock::now()); },
      [](const fs::path& file) { WriteBytes(file, ReadBytes(file) + "\n"); },
      [](const fs::path& file) { fs::copy_file(file, file.parent_path() / "1000.entity_text"); },
      [](const fs::path& file) { fs::create_directory(file.parent_path() / "folder"); },
      [](const fs::path& file) { fs::rename(file, file.string() + "x"); },
      [](const fs::path& file) { fs::remove(file); }};
  const std::vector<fs::path> files = FilesOf(level);
  const fs::path copy = folder.Path() / "copy";
  for (std::size_t i = 0; i < changes.size(); ++i) {
    for (const fs::path& file : files) {
      INFO("change " << i << " of " << file);
      fs::remove_all(copy);
      fs::copy(level, copy, fs::copy_options::recursive);
      LoadCached(copy);
      const FileId made = CacheId(copy);
      REQUIRE(made != FileId{});
      changes[i](copy / file.lexically_relative(level));
      const std::string cold_error = ErrorOf([&] { LoadMap(copy); });
      CHECK(ErrorOf([&] { LoadCached(copy); }) == cold_error);
      if (!cold_error.empty()) continue;
      CHECK(CacheId(copy) != made);
      CheckSame(LoadCached(copy), LoadWithLog(copy));
    }
  }
}

TEST_CASE("cache: a touched folder makes it stale") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  for (const fs::path& touched : {level, level / "entities", level / "meshes"}) {
    LoadCached(level);
    const FileId made = CacheId(level);
    fs::last_write_time(touched, fs::file_time_type::clock::now());
    LoadCached(level);
    CHECK(CacheId(level) != made);
  }
}

// Two writes within one tick of the clock can leave the same time and size.
TEST_CASE("cache: a file written again at once is seen") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  const std::string text = ReadBytes(level / "level.text");
  for (int i = 0; i < 100; ++i) {
    const std::string name = std::to_string(1000 + i);
    WriteBytes(level / "level.text", text + "; name\n    " + name + "\n");
    if (i % 2 == 0) LoadCached(level);
    WriteBytes(level / "level.text", text + "; name\n    x" + name.substr(1) + "\n");
    CHECK(LoadCached(level).map.name == "x" + name.substr(1));
  }
}

TEST_CASE("cache: links are followed as far as the files are") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  const fs::path link = level / "meshes/link.obj";
  Entity entity;
  entity.id = 50;
  entity.collision_mesh = entity.visual_mesh = "meshes/link.obj";
  WriteBytes(level / "entities/50.entity_text", WriteEntityText(entity));
  WriteBytes(folder.Path() / "outside.obj", kTriangle);
  for (const char* target : {"tri.obj", "two.obj", "nowhere.obj", "../../outside.obj", "tri.obj"}) {
    fs::remove(link);
    fs::create_symlink(target, link);
    CheckKept(level);
  }
  WriteBytes(level / "meshes/tri.obj", kTwo);
  CheckKept(level);
}

TEST_CASE("cache: a level that uses a hidden file is never kept") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  Entity entity;
  entity.id = 50;
  entity.collision_mesh = entity.visual_mesh = "meshes/link.obj";
  WriteBytes(level / "entities/50.entity_text", WriteEntityText(entity));
  fs::create_symlink("../.objects/a.obj", level / "meshes/link.obj");
  for (const char* mesh : {kTriangle, kTwo}) {
    WriteBytes(level / ".objects/a.obj", mesh);
    CheckSame(LoadCached(level), LoadWithLog(level));
    CHECK(CacheId(level) == FileId{});
  }
}

TEST_CASE("cache: options are part of what it is for") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  for (const UpAxis up : {UpAxis::kByFormat, UpAxis::kZ, UpAxis::kY, UpAxis::kByFormat}) {
    for (const auto& unit : {std::optional<double>(), std::optional<double>(0.5)}) {
      LoadOptions options;
      options.up = up;
      options.metres_per_unit = unit;
      CheckSame(LoadCached(level, options), LoadWithLog(level, options));
      CheckSame(LoadCached(level, options), LoadWithLog(level, options));
    }
  }
}

TEST_CASE("cache: lines name files as the level is asked for") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  for (const fs::path& way : {level, level / "", level / "../level", level}) {
    CheckSame(LoadCached(way), LoadWithLog(way));
    CheckSame(LoadCached(way), LoadWithLog(way));
  }
}

TEST_CASE("cache: whatever byte is damaged, the Map is right and a line says so") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  const Loaded cold = LoadWithLog(level);
  LoadCached(level);
  const std::string sound = ReadBytes(CacheFile(level));
  scenes::Dice dice(7);
  for (int i = 0; i < 400; ++i) {
    std::string damaged = sound;
    const std::size_t at = i < 60 ? static_cast<std::size_t>(i) : dice.Below(sound.size());
    damaged[at] = static_cast<char>(damaged[at] ^ (1 + dice.Below(255)));
    if (i % 8 == 7) damaged.resize(at);
    WriteBytes(CacheFile(level), damaged);
    const Loaded loaded = LoadCached(level);
    INFO("byte " << at << " of " << sound.size());
    REQUIRE(PackMap(loaded.map) == PackMap(cold.map));
    REQUIRE(loaded.log.size() == cold.log.size() + 1);
    REQUIRE(Has(loaded.log[0], "/.walk_monster/cache: "));
    REQUIRE(Has(loaded.log[0], "; the level is read anew"));
  }
  CheckSame(LoadCached(level), cold);
}

TEST_CASE("cache: one of another level, version or machine is not taken") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  const fs::path other = MakeLevel(folder.Path() / "other", 2);
  LoadCached(level);
  const std::string sound = ReadBytes(CacheFile(level));
  WriteBytes(CacheFile(other), sound);
  CheckSame(LoadCached(other), LoadWithLog(other));
  fs::copy(level, folder.Path() / "copy", fs::copy_options::recursive);
  WriteBytes(folder.Path() / "copy/meshes/tri.obj", kTwo);
  CheckKept(folder.Path() / "copy");

  const std::size_t version = sound.find('\n') + 1;
  const auto line_for = [&](std::size_t at) {
    std::string bytes = sound;
    ++bytes[at];
    WriteBytes(CacheFile(level), bytes);
    return LoadCached(level).log.at(0);
  };
  CHECK(Has(line_for(version), "made by another version"));
  CHECK(Has(line_for(version + 4), "made on another machine"));
  CHECK(Has(line_for(version + 8), "damaged"));
  WriteBytes(CacheFile(level), "");
  CHECK(Has(LoadCached(level).log.at(0), "damaged"));
}

TEST_CASE("cache: where nothing can be written, a level loads without") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  const Loaded cold = LoadWithLog(level);
  SECTION("something else has the folder's name") {
    WriteBytes(level / ".walk_monster", "mine");
    CheckSame(LoadCached(level), cold);
    CHECK(ReadBytes(level / ".walk_monster") == "mine");
  }
  SECTION("the folder leads elsewhere") {
    fs::create_directory(folder.Path() / "elsewhere");
    fs::create_directory_symlink("../elsewhere", level / ".walk_monster");
    CheckSame(LoadCached(level), cold);
    CHECK(fs::is_empty(folder.Path() / "elsewhere"));
  }
  SECTION("the cache is a folder, a link or a pipe") {
    fs::create_directories(CacheFile(level));
    CheckSame(LoadCached(level), cold);
    fs::remove(CacheFile(level));
    WriteBytes(folder.Path() / "precious", "words");
    fs::create_symlink(folder.Path() / "precious", CacheFile(level));
    CheckSame(LoadCached(level), cold);
    CHECK(ReadBytes(folder.Path() / "precious") == "words");
    fs::remove(CacheFile(level));
    REQUIRE(mkfifo(CacheFile(level).c_str(), 0600) == 0);
    CheckSame(LoadCached(level), cold);
  }
  SECTION("the folder may not be written to") {
    fs::permissions(level, fs::perms::owner_read | fs::perms::owner_exec);
    CheckSame(LoadCached(level), cold);
    fs::permissions(level, fs::perms::owner_all);
  }
  SECTION("the disk is full") {
    LoadCached(level);
    const FileId made = CacheId(level);
    fs::last_write_time(level, fs::file_time_type::clock::now());
    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit small{1000, limit.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const Loaded loaded = LoadCached(level);
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, before);
    CHECK(PackMap(loaded.map) == PackMap(cold.map));
    REQUIRE(loaded.log.size() == cold.log.size() + 1);
    CHECK(Has(loaded.log.back(), "/.walk_monster/cache: not written: "));
    CHECK(CacheId(level) == made);
    CHECK(std::distance(fs::directory_iterator(level / ".walk_monster"), {}) == 2);
  }
  CheckSame(LoadWithLog(level), cold);
}

TEST_CASE("cache: a time in the future is named, and the level loads without") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  fs::last_write_time(level / "meshes/tri.obj",
                      fs::file_time_type::clock::now() + std::chrono::hours(48));
  const Loaded loaded = LoadCached(level);
  CHECK(PackMap(loaded.map) == PackMap(LoadMap(level)));
  CHECK(Has(loaded.log.at(0), "the time of meshes/tri.obj lies in the future"));
  CHECK(CacheId(level) == FileId{});
}

TEST_CASE("cache: many may load, save and lose it at once") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  const std::string cold = PackMap(LoadMap(level));
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 25; ++i) {
        LoadOptions options;
        options.use_cache = true;
        if (PackMap(LoadMap(level, options)) != cold) ++wrong[t];
        std::error_code ignored;
        if (t == 0) fs::remove(CacheFile(level), ignored);
        if (t == 1) fs::last_write_time(level, fs::file_time_type::clock::now(), ignored);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(4, 0));
  CheckKept(level);
}

TEST_CASE("cache: whoever made our folder, git ignores what is in it") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  fs::create_directory(level / ".walk_monster");
  CheckKept(level);
  CHECK(ReadBytes(level / ".walk_monster/.gitignore") == "*\n");
}

TEST_CASE("cache: a folder too deep to look through is loaded without") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  fs::path deep = level / "deep";
  for (int i = 0; i < 70; ++i) deep /= "d";
  fs::create_directories(deep);
  CheckSame(LoadCached(level), LoadWithLog(level));
  CHECK(CacheId(level) == FileId{});
}

TEST_CASE("cache: parts that killed processes left are cleared away") {
  const TemporaryFolder folder;
  const fs::path level = MakeLevel(folder.Path() / "level");
  LoadCached(level);
  const fs::path part = level / ".walk_monster/cache.1.0.part";
  const auto now = fs::file_time_type::clock::now();
  WriteBytes(part, "somebody may be writing it");
  fs::last_write_time(level, now);
  LoadCached(level);
  CHECK(fs::exists(part));
  fs::last_write_time(part, now - std::chrono::hours(2));
  fs::last_write_time(level, now);
  LoadCached(level);
  CHECK_FALSE(fs::exists(part));
}

}  // namespace wm
