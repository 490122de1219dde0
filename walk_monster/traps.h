// Traps: ground that a player gets onto from a spawn and never leaves again, such as a pit.
//
// Pure function of a graph; edges of every world state count. Means nothing before the sweep is
// complete: ground that is not explored yet has no way back either.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "walk_monster/graph.h"

namespace wm {

struct Trap {
  std::vector<PointId> points;  // ascending; each can be walked to from another, one way at least
  Vec3 place;                   // the foot of the point nearest to their middle
  std::size_t ways_in = 0;      // edges that lead in from ground that is none
  PointId entry = 0;            // where one of them begins; only where ways_in > 0
};

// Points that walks from spawns get to and from which walks get neither to a spawn nor to the home
// region, nor onto a lift that leads there. The largest first, of equal ones the one with the
// lowest point. Linear in points and edges.
std::vector<Trap> FindTraps(const Graph& graph);

// "trap    101 points around 46.50,-8.00,-3.00: 14 ways in, such as from
// 46.00,-6.50,0.00", without a newline.
std::string LineOf(const Trap& trap, const Graph& graph);

}  // namespace wm
