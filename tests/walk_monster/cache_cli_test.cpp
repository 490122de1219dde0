// The cache beside a level as the program uses it: with nobody noticing but the clock.
#include <array>

#include <catch2/catch.hpp>

#include "maps/level_text.h"
#include "tests/walk_monster/program.h"

namespace wm {
namespace {

namespace fs = std::filesystem;
using test::Desk;
using test::Ran;
using Words = std::vector<std::string>;

void MakeLevel(const Desk& desk) {
  Entity floor;
  floor.kind = EntityClass::kBox;
  floor.id = 1;
  floor.size = {10, 10, 1};
  Entity door = floor;
  door.kind = EntityClass::kDoor;
  door.id = 2;
  door.size = {};
  door.collision_mesh = "door.obj";
  door.states = {{"shut", {}, {}, 0}, {"open", {0, 0, 3}, {}, 1}};
  door.initial_state = "shut";
  WriteLevel(desk / "level", "", {}, std::array{floor, door});
  desk.Write("level/door.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n");
  desk.Write("level/entities/3.entity_text", "nonsense\n");
}

}  // namespace

TEST_CASE("cli: the cache changes no word of what is printed") {
  const Desk desk;
  MakeLevel(desk);
  const fs::path cache = desk / "level/.walk_monster/cache";
  for (const Words& words :
       {Words{"states", "level"},
        Words{"sweep", "level", "--spawn", "-3,-3,0.5", "--replace", "--db", "a.db"},
        Words{"drive", "level", "--from", "-3,-3,0.5", "--to", "-1,-3,0.5"}}) {
    Words without = words;
    without.emplace_back("--no-cache");
    fs::remove_all(cache.parent_path());
    const Ran cold = desk.Run(without);
    INFO(words[0] << ": " << cold.out << cold.err);
    CHECK(cold.exit_code == 0);
    CHECK(cold.err.find("3.entity_text") != cold.err.npos);
    CHECK_FALSE(fs::exists(cache.parent_path()));
    for (int i = 0; i < 2; ++i) {
      const Ran ran = desk.Run(words);
      CHECK(ran.exit_code == cold.exit_code);
      // A sweep's words tell its seconds.
      if (words[0] != "sweep") CHECK(ran.out == cold.out);
      CHECK(ran.err.substr(0, ran.err.find('\n')) == cold.err.substr(0, cold.err.find('\n')));
      CHECK(fs::exists(cache));
    }
  }
}

}  // namespace wm
