// Plain geometry that levels hand over: meshes, where they stand, and what they are for.
//
// Nothing here knows files. maps/ fills these structs, World (world.h) bakes them for collision.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "collision/vec3.h"

namespace wm {

// Indexed triangles in the mesh's own frame (Z up, metres). Counter-clockwise seen from outside.
struct TriangleMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;  // every index < vertices.size()
};

// Where a mesh stands: world = x_axis * p.x + y_axis * p.y + z_axis * p.z + origin. May scale and
// mirror; a mirror keeps the triangles facing outward (the bake turns them over).
struct Affine {
  Vec3 x_axis{1.0, 0.0, 0.0};
  Vec3 y_axis{0.0, 1.0, 0.0};
  Vec3 z_axis{0.0, 0.0, 1.0};
  Vec3 origin;

  Vec3 Direction(Vec3 p) const { return x_axis * p.x + y_axis * p.y + z_axis * p.z; }
  Vec3 Point(Vec3 p) const { return Direction(p) + origin; }
  bool IsMirror() const { return Dot(Cross(x_axis, y_axis), z_axis) < 0.0; }
};

enum class Intent : std::uint8_t {
  kSolid,       // stops the player
  kBlocker,     // stops the player and is invisible on purpose
  kIntangible,  // seen, does not stop the player, on purpose
  kKill,        // touching it takes the player out of the level
};

inline constexpr int kNoMesh = -1;

// One entity's geometry in one state.
struct Body {
  std::uint32_t entity = 0;  // the entity's id in the level
  std::string name;          // what a person calls it
  Intent intent = Intent::kSolid;
  int collision_mesh = kNoMesh;  // index into the level's meshes
  int visual_mesh = kNoMesh;     // index into the level's meshes
  Affine placement;
};

}  // namespace wm
