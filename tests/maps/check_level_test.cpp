// Checking a level's files: every problem, each with its file.
#include "maps/check_level.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "maps/entity_text.h"
#include "maps/level_text.h"
#include "tests/maps/map_test_support.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

Entity Make(EntityClass kind, std::uint32_t id) {
  Entity entity;
  entity.kind = kind;
  entity.id = id;
  entity.size = kind == EntityClass::kBox ? Vec3{1, 1, 1} : Vec3{};
  return entity;
}

class Level {
 public:
  Level() {
    WriteLevel(Path(), "checked", {},
               std::vector{Make(EntityClass::kBox, 1), Make(EntityClass::kSpawn, 2)});
  }
  const fs::path& Path() const { return folder_.Path(); }
  void Write(const std::string& file, const std::string& bytes) const {
    WriteBytes(Path() / file, bytes);
  }
  bool Finds(const std::string& what) const {
    const auto problems = CheckLevel(Path());
    return std::any_of(problems.begin(), problems.end(),
                       [&](const std::string& problem) { return Has(problem, what); });
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("check: a sound level has no problems") { CHECK(CheckLevel(Level().Path()).empty()); }

TEST_CASE("check: every problem is named with its file") {
  const Level level;
  Entity mesh = Make(EntityClass::kMesh, 3);
  mesh.collision_mesh = "meshes/none.obj";
  level.Write("entities/3.entity_text", WriteEntityText(mesh));
  level.Write("entities/4.entity_text", "box\n1\n4\n; colour\n    red\n");
  level.Write("entities/5.entity_text", "box\n1\n<<<<<<< HEAD\n5\n");
  level.Write("entities/7.entity_text", WriteEntityText(Make(EntityClass::kBox, 6)));
  level.Write("id_ranges/00000000000000aa", "id_ranges\n1\n0\n; ranges\n    5 9\n    end\n");
  level.Write("id_ranges/00000000000000bb", "id_ranges\n1\n0\n; ranges\n    7 8\n    end\n");
  const auto problems = CheckLevel(level.Path());
  CHECK(problems.size() == 5);
  CHECK(level.Finds("3.entity_text: "));
  CHECK(level.Finds("none.obj: no such file"));
  CHECK(level.Finds("4.entity_text:4: a box has no field 'colour'"));
  CHECK(level.Finds("5.entity_text:3: in conflict"));
  CHECK(level.Finds("7.entity_text: its id is 6"));
  CHECK(level.Finds("ids 7 to 8 in common"));
}

TEST_CASE("check: every file that holds another's id is named") {
  const Level level;
  const std::string box = WriteEntityText(Make(EntityClass::kBox, 1));
  level.Write("entities/8.entity_text", box);
  level.Write("entities/9.entity_text", box);
  CHECK(CheckLevel(level.Path()).size() == 2);
  CHECK(level.Finds("8.entity_text: has the id 1, as has "));
  CHECK(level.Finds("9.entity_text: has the id 1, as has "));
}

TEST_CASE("check: a level that nothing can be done with") {
  const Level level;
  fs::remove(level.Path() / "entities/2.entity_text");
  CHECK(level.Finds("no spawn"));
  fs::remove(level.Path() / "entities/1.entity_text");
  CHECK(level.Finds("no usable geometry"));
  level.Write("level.text", "level\n1\n0\n=======\n");
  CHECK(level.Finds("level.text:4: in conflict"));
  CHECK(CheckLevel(level.Path() / "nowhere").size() == 1);
}

}  // namespace wm
