// What a node is for, read from its name: the conventions of Unreal (UCX_ and its kin in front) and
// Godot (-col and its kin behind).
#pragma once

#include <vector>

#include "maps/src/mesh_scene.h"

namespace wm {

// Sets every node's role, and takes the convention's letters out of its name. A plain node is both
// seen and solid, unless it has collision of its own, or the file uses Godot's suffixes: those mark
// what is solid, so there all other nodes are only seen. Returns how many are only seen.
std::size_t AssignRoles(std::vector<SceneNode>* nodes);

}  // namespace wm
