// The directions in which a point is expanded, and which of them a neighbour lies in.
//
// Literal unit vectors and comparisons only: libm differs between machines, and so would the graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "collision/vec3.h"

namespace wm {

struct KernelDirection {
  double x, y;      // unit
  double spacings;  // length of the walk that finds new ground
};

// The directions for 4, 8 or 16 sectors, counter-clockwise from +x.
std::span<const KernelDirection> KernelOf(int sectors);

// Direction `index` of a kernel, turned and shortened at random: by less than half a sector, by at
// most a quarter. The same for the same seed and foot. Seed 0: as it is.
KernelDirection Jittered(std::span<const KernelDirection> kernel, std::size_t index,
                         std::uint64_t seed, Vec3 foot);

// Index of the direction nearest to (x, y); the lowest of equals.
int SectorOf(std::span<const KernelDirection> kernel, double x, double y);

}  // namespace wm
