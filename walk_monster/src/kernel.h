// The directions in which a point is expanded, and which of them a neighbour lies in.
//
// Literal unit vectors and comparisons only: libm differs between machines, and so would the graph.
#pragma once

#include <span>

#include "collision/vec3.h"

namespace wm {

struct KernelDirection {
  double x, y;      // unit
  double spacings;  // length of the walk that finds new ground
};

// The directions for 4, 8 or 16 sectors, counter-clockwise from +x.
std::span<const KernelDirection> KernelOf(int sectors);

// Index of the direction nearest to (x, y); the lowest of equals.
int SectorOf(std::span<const KernelDirection> kernel, double x, double y);

}  // namespace wm
