// What a mesh file holds, before and after it is brought into our frame: meshes and the nodes that
// place them. One mesh may be placed by many nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "collision/geometry.h"

namespace wm {

// What a node is for, by its name (node_roles.h).
struct NodeRole {
  bool is_visual = true;
  bool is_collision = true;
  bool is_convex = false;  // collision is the convex hull of its mesh
  int belongs_to = -1;     // node whose collision this is, or -1
};

struct SceneNode {
  std::string name;
  std::uint32_t mesh = 0;  // index into MeshScene::meshes
  Affine placement;
  NodeRole role;
};

// The axis of the file that points up.
enum class FileUp : std::uint8_t { kX, kY, kZ, kMinusX, kMinusY, kMinusZ };

struct MeshScene {
  std::vector<TriangleMesh> meshes;  // every index in range; coordinates may be anything
  std::vector<SceneNode> nodes;
  FileUp up = FileUp::kZ;            // as the file, or its format, says
  double metres_per_unit = 1.0;      // likewise
  std::size_t points_and_lines = 0;  // read and left out
};

// parent * child.
inline Affine Compose(const Affine& parent, const Affine& child) {
  return {parent.Direction(child.x_axis), parent.Direction(child.y_axis),
          parent.Direction(child.z_axis), parent.Point(child.origin)};
}

}  // namespace wm
