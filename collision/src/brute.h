// The oracle: every triangle, exact, in double. Slow on purpose, and simple enough to believe.
#pragma once

#include <memory>

#include "collision/queries.h"

namespace wm {

std::unique_ptr<Queries> MakeBruteQueries(const World& world);

// The ray's fraction at which it meets the triangle (two-sided), all relative to the ray's origin.
// Source: Moeller and Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997.
std::optional<double> RayTriangle(Vec3 motion, const Triangle& t);

}  // namespace wm
