// A small level folder with a lift and a door, for tests of the command line.
#pragma once

#include <string>
#include <vector>

#include "maps/level_text.h"
#include "tests/walk_monster/program.h"

namespace wm::test {

inline Entity BoxBetween(EntityClass kind, const std::string& name, Vec3 min, Vec3 max) {
  Entity entity;
  entity.kind = kind;
  entity.name = name;
  entity.position = (min + max) * 0.5;
  entity.size = max - min;
  return entity;
}

// A yard with a deck that a lift leads to, and a closed shed behind a door on it.
inline void WriteYard(const Desk& desk) {
  std::string plate = "o plate\n";
  for (const char* corner : {"-1 -0.3 1", "1 -0.3 1", "1 -0.3 -1", "-1 -0.3 -1", "-1 0 1", "1 0 1",
                             "1 0 -1", "-1 0 -1"}) {
    plate += "v " + std::string(corner) + "\n";
  }
  plate += "f 5 6 7 8\nf 4 3 2 1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
  std::vector<Entity> entities = {
      BoxBetween(EntityClass::kBox, "yard", {-4, -3, -1}, {2, 3, 0}),
      BoxBetween(EntityClass::kBox, "deck", {2, -3, -1}, {6, 3, 3.05}),
      BoxBetween(EntityClass::kBox, "wall", {4, -3, 3.05}, {4.2, -0.5, 6}),
      BoxBetween(EntityClass::kBox, "wall", {4, 0.5, 3.05}, {4.2, 3, 6}),
  };
  Entity spawn;
  spawn.kind = EntityClass::kSpawn;
  spawn.position = {-3, 0, 0};
  entities.push_back(spawn);
  Entity lift;
  lift.kind = EntityClass::kLift;
  lift.name = "lift";
  lift.position = {1, 0, 0.05};
  lift.collision_mesh = lift.visual_mesh = "meshes/plate.obj";
  lift.initial_state = "down";
  lift.states = {{"down", {}, {}, 1.0}, {"up", {0, 0, 3}, {}, 1.0}};
  entities.push_back(lift);
  Entity door = lift;
  door.kind = EntityClass::kDoor;
  door.name = "shed \"door\"";
  door.position = {4.1, 0, 4};
  door.orientation = {0.0, 0.7071067811865476, 0.0, 0.7071067811865476};
  door.initial_state = "closed";
  door.states = {{"closed", {}, {}, 1.0}, {"open", {0, 0, 5}, {}, 1.0}};
  entities.push_back(door);
  for (std::size_t i = 0; i < entities.size(); ++i) {
    entities[i].id = static_cast<std::uint32_t>(i + 1);
  }
  WriteLevel(desk / "yard", "yard", {}, entities);
  desk.Write("yard/meshes/plate.obj", plate);
}

}  // namespace wm::test
