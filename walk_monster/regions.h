// Regions: sets of points from each of which every other can be reached.
//
// Pure functions of a graph; edges of every world state count. Region numbers depend on the graph
// alone: by their lowest point.
#pragma once

#include <cstdint>
#include <vector>

#include "walk_monster/graph.h"

namespace wm {

using RegionId = std::uint32_t;
inline constexpr RegionId kNoRegion = ~RegionId{0};

struct Regions {
  std::vector<RegionId> of_point;  // by point
  std::vector<std::size_t> sizes;  // [points] by region
  std::vector<char>
      from_spawn;  // by point: whether walks from the spawns, or from where rides end, get there
  RegionId home = kNoRegion;  // the largest that walks from a spawn reach
  std::size_t home_size = 0;  // [points]
};

// Cost: linear in points and edges; no recursion.
Regions FindRegions(const Graph& graph);

}  // namespace wm
