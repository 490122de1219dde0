// One thing in a level, as a person edits it: its class, where it stands, what it is for.
//
// Plain data, in level axes (Z up, metres). maps/entity_text.h reads and writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collision/geometry.h"

namespace wm {

enum class EntityClass : std::uint8_t {
  kMesh,      // meshes from files
  kBox,       // a solid box of `size`, centred on its position
  kTerrain,   // a height grid, its first corner at its position
  kSpawn,     // where a player starts; position is the foot
  kDoor,      // a body with states
  kLift,      // a body whose states are its stops
  kContract,  // a box of `size`, centred on its position, and what must hold in it
  kNote,      // words at a place
};

enum class ContractKind : std::uint8_t {
  kMustReach,     // some standing point in the box
  kMustNotReach,  // none
  kTwoWay,        // reaches home and is reached from it
};

struct Quaternion {
  double x = 0.0, y = 0.0, z = 0.0, w = 1.0;
  friend bool operator==(const Quaternion&, const Quaternion&) = default;
};

// A named place of a door, lift or gate, relative to the entity.
struct EntityState {
  std::string name;
  Vec3 offset;                // [m] in level axes
  Quaternion orientation;     // applied after the entity's own
  double travel_seconds = 0;  // [s] >= 0, to get here
  friend bool operator==(const EntityState&, const EntityState&) = default;
};

// A place that a terrain goes through, and how its ground rises or falls toward it.
struct ControlPoint {
  double x = 0.0, y = 0.0;  // [m] from the terrain's position, within its grid
  double height = 0.0;      // [m] above the terrain's position: met exactly
  double radius = 1.0;      // [m] >= 1.5 cells: ground farther away does not move
  double weight = 1.0;      // [0.001, 1000] against the grid and its neighbours: 1 a bell, less a
                            // spike, more a plateau
  friend bool operator==(const ControlPoint&, const ControlPoint&) = default;
};

// Heights on a regular grid: heights[row * columns + column] above the entity's position, at
// (column, row) * cell along x and y. Control points pull its ground to where they are.
struct HeightGrid {
  std::uint32_t columns = 0;    // >= 2
  std::uint32_t rows = 0;       // >= 2
  double cell = 1.0;            // [m] > 0
  std::vector<double> heights;  // empty: all 0, where there are control points
  std::vector<ControlPoint> control_points = {};
  friend bool operator==(const HeightGrid&, const HeightGrid&) = default;
};

// Which fields that hold their default stand in the entity's file all the same, so that reading and
// writing a file changes nothing.
struct FieldLayout {
  bool position = true;
  bool orientation = true;
  bool intent = false;
  friend bool operator==(const FieldLayout&, const FieldLayout&) = default;
};

struct Entity {
  EntityClass kind = EntityClass::kMesh;
  std::uint32_t id = 0;  // unique in its level
  std::string name;
  Vec3 position;
  Quaternion orientation;
  std::string visual_mesh;     // path inside the level's folder; empty: none
  std::string collision_mesh;  // likewise
  Intent intent = Intent::kSolid;
  Vec3 size;                                         // box, contract: full extents [m]
  HeightGrid terrain;                                // terrain
  std::string initial_state;                         // door, lift
  std::vector<EntityState> states;                   // door, lift
  ContractKind contract = ContractKind::kMustReach;  // contract
  std::string text;                                  // note
  FieldLayout layout;
  friend bool operator==(const Entity&, const Entity&) = default;
};

// The words that stand for them in files, logs and reports.
std::string_view Name(EntityClass kind);
std::string_view Name(ContractKind kind);
std::string_view Name(Intent intent);

}  // namespace wm
