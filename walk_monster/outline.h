// The lines by which a person recognises a level from above: borders and creases of its meshes.
//
// For pictures only; nothing decides by them. Pure.
#pragma once

#include <utility>
#include <vector>

#include "maps/map.h"

namespace wm {

// Edges of collision triangles that border on nothing, on a face that turns by more than 30
// degrees, or on more than one face. In body order; of more than `limit` the longest are kept.
std::vector<std::pair<Vec3, Vec3>> LevelOutline(const Map& map, std::size_t limit = 200000);

}  // namespace wm
