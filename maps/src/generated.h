// Meshes that entities describe by numbers: boxes and terrains.
#pragma once

#include "collision/geometry.h"
#include "maps/entity.h"

namespace wm {

// 12 triangles around the origin, facing outward.
TriangleMesh BoxMesh(Vec3 size);

// Two triangles a cell, facing up, their diagonal from the cell's first corner to its last.
TriangleMesh TerrainMesh(const HeightGrid& grid);

}  // namespace wm
