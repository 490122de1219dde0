// Level folders: entities into bodies, damage that costs one entity, paths that stay inside.
#include <algorithm>

#include <catch2/catch.hpp>

#include "maps/entity_text.h"
#include "maps/level_text.h"
#include "tests/maps/map_test_support.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTriangle = "v 0 0 0\nv 4 0 0\nv 0 0 -4\nf 1 2 3\n";

Entity Make(EntityClass kind, std::uint32_t id, const std::string& name, Vec3 position = {}) {
  Entity entity;
  entity.kind = kind;
  entity.id = id;
  entity.name = name;
  entity.position = position;
  return entity;
}

Entity MeshEntity(std::uint32_t id, const std::string& file) {
  Entity mesh = Make(EntityClass::kMesh, id, "mesh " + std::to_string(id));
  mesh.visual_mesh = file;
  mesh.collision_mesh = file;
  return mesh;
}

Entity BoxEntity(std::uint32_t id, Vec3 position, Vec3 size) {
  Entity box = Make(EntityClass::kBox, id, "box " + std::to_string(id), position);
  box.size = size;
  return box;
}

// A level on disk with a floor (entity 1), a spawn (2) and `more`.
class TestLevel {
 public:
  explicit TestLevel(const std::vector<Entity>& more = {}) {
    std::vector<Entity> entities{BoxEntity(1, {0, 0, -0.5}, {20, 20, 1}),
                                 Make(EntityClass::kSpawn, 2, "start", {1, 2, 0})};
    entities.insert(entities.end(), more.begin(), more.end());
    LevelDefaults defaults;
    defaults.spacing = 0.75;
    WriteLevel(Path(), "test level", defaults, entities);
    WriteBytes(Path() / "meshes/tri.obj", kTriangle);
  }

  fs::path Path() const { return folder_.Path() / "level"; }
  fs::path EntityFile(std::uint32_t id) const {
    return Path() / "entities" / (std::to_string(id) + ".entity_text");
  }
  Loaded Load(const LoadOptions& options = {}) const { return LoadWithLog(Path(), options); }

 private:
  TemporaryFolder folder_;
};

const Body* FindBody(const Map& map, std::uint32_t entity) {
  for (const Body& body : map.bodies) {
    if (body.entity == entity) return &body;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("a level folder gives its entities in id order, its bodies and its defaults") {
  const TestLevel level({MeshEntity(30, "meshes/tri.obj"), MeshEntity(4, "meshes/tri.obj")});
  const Loaded loaded = level.Load();
  CHECK(loaded.log.empty());
  CHECK(loaded.map.name == "test level");
  CHECK(loaded.map.path == level.Path());
  CHECK(loaded.map.defaults.spacing == 0.75);
  REQUIRE(loaded.map.entities.size() == 4);
  CHECK(loaded.map.entities[1].kind == EntityClass::kSpawn);
  CHECK(loaded.map.entities[2].id == 4);
  CHECK(loaded.map.entities[3].id == 30);
  REQUIRE(loaded.map.bodies.size() == 3);
  CHECK(loaded.map.meshes.size() == 2);  // one box; one triangle for four uses
  CHECK(loaded.map.bodies[1].collision_mesh == loaded.map.bodies[2].visual_mesh);
  CHECK(loaded.world().triangles.size() == 14);
}

TEST_CASE("boxes and terrains are made from their numbers, facing outward and up") {
  Entity terrain = Make(EntityClass::kTerrain, 5, "hill", {100, 0, 2});
  terrain.terrain = {3, 2, 0.5, {0, 1, 0, 0, 1, 0}};
  Entity turned = BoxEntity(6, {50, 0, 0}, {2, 4, 6});
  turned.orientation = {0, 0, std::sqrt(0.5), std::sqrt(0.5)};
  const TestLevel level({terrain, turned});
  const Map map = level.Load().map;

  const World hill = BuildWorld(map.meshes, std::vector{*FindBody(map, 5)});
  CHECK(hill.triangles.size() == 4);
  CHECK(hill.bounds.min == Vec3{100, 0, 2});
  CHECK(hill.bounds.max == Vec3{101, 0.5, 3});
  for (const Vec3 normal : hill.triangle_normals) CHECK(normal.z > 0.4);

  const World box = BuildWorld(map.meshes, std::vector{*FindBody(map, 6)});
  CHECK(box.triangles.size() == 12);
  CHECK(box.bounds.min == Vec3{48, -1, -3});
  CHECK(box.bounds.max == Vec3{52, 1, 3});
  double six = 0.0;
  for (const Triangle& t : box.triangles) six += Dot(t.a, Cross(t.b, t.c));
  CHECK(six == Approx(6.0 * 48.0));
}

TEST_CASE("what a box's intent leaves out is neither seen nor touched") {
  std::vector<Entity> boxes;
  for (std::uint32_t i = 0; i < 4; ++i) {
    boxes.push_back(BoxEntity(10 + i, {0, 0, 5}, {1, 1, 1}));
    boxes.back().intent = static_cast<Intent>(i);
  }
  const Loaded loaded = TestLevel(boxes).Load();
  const auto has = [&](std::uint32_t id, bool is_collision) {
    const Body& body = *FindBody(loaded.map, id);
    return (is_collision ? body.collision_mesh : body.visual_mesh) != kNoMesh;
  };
  CHECK((has(10, false) && has(10, true)));
  CHECK((!has(11, false) && has(11, true)));  // blocker
  CHECK((has(12, false) && !has(12, true)));  // intangible
  CHECK((!has(13, false) && has(13, true)));  // kill
  CHECK(loaded.world().triangles.size() == 36);
  CHECK(loaded.world().kill_triangles.size() == 12);
}

TEST_CASE("doors and lifts stand in their initial state") {
  Entity lift = MeshEntity(7, "meshes/tri.obj");
  lift.kind = EntityClass::kLift;
  lift.position = {10, 0, 1};
  lift.orientation = {0, 0, 1, 0};  // half a turn: +x to -x
  lift.states = {{"down", {}, {}, 0}, {"up", {0, 0, 3}, {0, 0, std::sqrt(0.5), std::sqrt(0.5)}, 2}};
  lift.initial_state = "up";
  const Loaded loaded = TestLevel({lift}).Load();
  const Body& body = *FindBody(loaded.map, 7);
  CHECK(body.placement.origin == Vec3{10, 0, 4});
  // Half a turn, then a quarter: +x to -x to -y.
  CHECK(Distance(body.placement.x_axis, {0, -1, 0}) < 1e-12);
  const Affine down = Placement(lift, lift.states[0]);
  CHECK(down.origin == Vec3{10, 0, 1});
  CHECK(down.x_axis == Vec3{-1, 0, 0});
}

TEST_CASE("a damaged entity file costs one entity and a line, the rest loads") {
  const TestLevel level({MeshEntity(3, "meshes/tri.obj"), MeshEntity(4, "meshes/tri.obj")});
  const std::string sound = ReadBytes(level.EntityFile(3));
  for (const std::string& damage :
       {std::string(), std::string("garbage"), sound.substr(0, sound.size() / 2),
        std::string(1000, '\0'), sound + "; tail\n    1\n"}) {
    WriteBytes(level.EntityFile(3), damage);
    const Loaded loaded = level.Load();
    REQUIRE(loaded.map.entities.size() == 3);
    CHECK(FindBody(loaded.map, 3) == nullptr);
    CHECK(FindBody(loaded.map, 4) != nullptr);
    REQUIRE(loaded.log.size() == 1);
    CHECK(loaded.log[0].starts_with("warning: "));
    CHECK(Has(loaded.log[0], "entities/3.entity_text"));
    CHECK(Has(loaded.log[0], "left out"));
  }
}

TEST_CASE("two files with one id are an error that names both") {
  const TestLevel level({MeshEntity(3, "meshes/tri.obj")});
  fs::copy_file(level.EntityFile(3), level.Path() / "entities/3_copy.entity_text");
  const std::string error = ErrorOf([&] { level.Load(); });
  CHECK(Has(error, "3.entity_text and "));
  CHECK(Has(error, "3_copy.entity_text both have the id 3"));
}

TEST_CASE("an entity file under another name is read, with a hint") {
  const TestLevel level({MeshEntity(3, "meshes/tri.obj")});
  fs::rename(level.EntityFile(3), level.Path() / "entities/gate.entity_text");
  WriteBytes(level.Path() / "entities/3.entity_text.part", "left over");
  const Loaded loaded = level.Load();
  CHECK(loaded.map.entities.size() == 3);
  REQUIRE(loaded.log.size() == 1);
  CHECK(Has(loaded.log[0], "should be named 3.entity_text"));
}

TEST_CASE("mesh paths stay inside the level's folder") {
  const TestLevel level;
  WriteBytes(level.Path() / "../outside.obj", kTriangle);
  fs::create_symlink(level.Path() / "../outside.obj", level.Path() / "meshes/link.obj");
  fs::create_directory_symlink(level.Path() / "..", level.Path() / "meshes/up");
  fs::create_symlink("tri.obj", level.Path() / "meshes/inner_link.obj");
  const auto log_for = [&](const std::string& path) {
    WriteBytes(level.EntityFile(9), WriteEntityText(MeshEntity(9, path)));
    const Loaded loaded = level.Load();
    CHECK((FindBody(loaded.map, 9) == nullptr) == !loaded.log.empty());
    return loaded.log.empty() ? std::string() : loaded.log[0];
  };
  CHECK(log_for("meshes/tri.obj").empty());
  CHECK(log_for("./meshes/tri.obj").empty());
  CHECK(log_for("meshes/inner_link.obj").empty());
  CHECK(Has(log_for("../outside.obj"), "'../outside.obj' leaves the folder"));
  CHECK(Has(log_for("meshes/../../outside.obj"), "leaves the folder"));
  CHECK(Has(log_for((level.Path() / "meshes/tri.obj").string()), "leaves the folder"));
  CHECK(Has(log_for("\\windows\\tri.obj"), "leaves the folder"));
  CHECK(Has(log_for("C:/tri.obj"), "not a path"));
  CHECK(Has(log_for("meshes/link.obj"), "leaves the folder through a link"));
  CHECK(Has(log_for("meshes/up/outside.obj"), "leaves the folder through a link"));
  CHECK(Has(log_for("meshes/missing.obj"), "missing.obj: no such file"));
  CHECK(Has(log_for("meshes"), "not a regular file"));
  CHECK(Has(log_for("meshes/tri.obj/x.obj"), "9.entity_text"));
}

TEST_CASE("an entity file that is a link to elsewhere is left out, unread") {
  const TestLevel level;
  WriteBytes(level.Path() / "../secret", "secret words\n");
  fs::create_symlink(level.Path() / "../secret", level.EntityFile(9));
  const Loaded loaded = level.Load();
  REQUIRE(loaded.log.size() == 1);
  CHECK(Has(loaded.log[0], "leaves the folder through a link"));
  CHECK_FALSE(Has(loaded.log[0], "secret words"));
}

TEST_CASE("a broken mesh costs every entity that names it, and is read once") {
  const TestLevel level({MeshEntity(3, "meshes/bad.obj"), MeshEntity(4, "meshes/bad.obj")});
  WriteBytes(level.Path() / "meshes/bad.obj", "v 0 0 0\nv nan 0 0\nv 1 1 1\nf 1 2 3\n");
  const Loaded loaded = level.Load();
  CHECK(loaded.map.entities.size() == 2);
  REQUIRE(loaded.log.size() == 2);
  CHECK(Has(loaded.log[0], "3.entity_text: "));
  CHECK(Has(loaded.log[0], "bad.obj: no usable triangles in it; dropped 1 not a number"));
  CHECK(Has(loaded.log[1], "4.entity_text: "));
}

TEST_CASE("a level mesh has its nodes in place, and collision apart where names say so") {
  const TestLevel level({MeshEntity(3, "meshes/crate.obj")});
  WriteBytes(
      level.Path() / "meshes/crate.obj",
      "v 0 0 0\nv 4 0 0\nv 0 0 -4\nv 0 4 0\no crate\nf 1 2 3\nf 1 2 4\no UCX_crate\nf 1 2 3\n");
  const Map map = level.Load().map;
  const Body& body = *FindBody(map, 3);
  CHECK(map.meshes[static_cast<std::size_t>(body.visual_mesh)].triangles.size() == 2);
  CHECK(map.meshes[static_cast<std::size_t>(body.collision_mesh)].triangles.size() == 1);
}

TEST_CASE("level.text gives the frame of the meshes, the caller overrules it") {
  const TestLevel level({MeshEntity(3, "meshes/tri.obj")});
  LevelText text;
  text.up = UpAxis::kZ;
  text.metres_per_unit = 0.5;
  WriteBytes(level.Path() / "level.text", WriteLevelText(text));
  const auto bounds = [&](const LoadOptions& options) {
    const Map map = level.Load(options).map;
    return BuildWorld(map.meshes, std::vector{*FindBody(map, 3)}).bounds;
  };
  CHECK(bounds({}).max == Vec3{2, 0, 0});
  CHECK(bounds({}).min == Vec3{0, 0, -2});
  LoadOptions options;
  options.up = UpAxis::kY;
  options.metres_per_unit = 2.0;
  CHECK(bounds(options).max == Vec3{8, 8, 0});
}

TEST_CASE("levels that cannot be levels are errors") {
  const TestLevel level;
  const auto error = [&] { return ErrorOf([&] { level.Load(); }); };
  WriteBytes(level.Path() / "level.text", "");
  CHECK(Has(error(), "level.text: the file is empty"));
  WriteBytes(level.Path() / "level.text", "level\n1\n0\n; nonsense\n");
  CHECK(Has(error(), "level.text:4:"));
  fs::remove(level.Path() / "level.text");
  CHECK(Has(error(), "without level.text"));
  WriteBytes(level.Path() / "level.text", WriteLevelText({}));
  CHECK(error().empty());
  CHECK(level.Load().map.name == "level");  // the folder's
  fs::remove(level.EntityFile(1));
  CHECK(Has(error(), "no usable geometry"));
  fs::remove_all(level.Path() / "entities");
  CHECK(Has(error(), "no usable geometry"));
}

TEST_CASE("a level that nobody can touch is no level") {
  Entity ghost = BoxEntity(1, {}, {1, 1, 1});
  ghost.intent = Intent::kIntangible;
  Entity kill = BoxEntity(2, {}, {1, 1, 1});
  kill.intent = Intent::kKill;
  const TemporaryFolder folder;
  WriteLevel(folder.Path(), "ghosts", {}, std::vector{ghost, kill});
  CHECK(
      Has(ErrorOf([&] { LoadMap(folder.Path()); }), "no usable geometry: nothing in it is solid"));
}

TEST_CASE("every file of a level reads and writes back byte for byte, in any locale") {
  const TestLevel level({MeshEntity(3, "meshes/tri.obj")});
  const CommaLocale comma;
  const Loaded loaded = level.Load();
  for (const Entity& entity : loaded.map.entities) {
    CHECK(WriteEntityText(entity) == ReadBytes(level.EntityFile(entity.id)));
  }
}

TEST_CASE("two thousand entities load in a second or so") {
  std::vector<Entity> boxes;
  for (std::uint32_t i = 0; i < 2000; ++i)
    boxes.push_back(BoxEntity(100 + i, {0, 0, 3}, {1, 1, 1}));
  const TestLevel level(boxes);
  const double begin = CpuSeconds();
  CHECK(level.Load().map.bodies.size() == 2001);
  CHECK(CpuSeconds() - begin < 3.0);
}

}  // namespace wm
