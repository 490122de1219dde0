// Polygons into triangles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "collision/vec3.h"

namespace wm {

// Appends the triangles of a simple polygon, its winding kept. Convex ones are fanned from their
// first corner, as most tools do; others are cut by ears. Needs: every corner < vertices.size().
void AppendPolygon(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners,
                   std::vector<std::array<std::uint32_t, 3>>* triangles);

}  // namespace wm
