// Meshes that entities describe by numbers: boxes. Terrains have a page of their own (terrain.h).
#pragma once

#include "collision/geometry.h"

namespace wm {

// 12 triangles around the origin, facing outward.
TriangleMesh BoxMesh(Vec3 size);

}  // namespace wm
