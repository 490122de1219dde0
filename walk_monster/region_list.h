// Every region of a view, for people: how large it is, where, and how one gets in and out.
//
// Pure function.
#pragma once

#include <cstddef>
#include <vector>

#include "walk_monster/coverage.h"
#include "walk_monster/graph.h"
#include "walk_monster/regions.h"

namespace wm {

struct RegionInfo {
  RegionId id = 0;  // see FindRegions
  bool is_home = false;
  bool is_from_spawn = false;  // walks from a spawn get there; else only from planted places
  bool is_trap = false;        // got to from a spawn, and nobody gets home again
  std::size_t points = 0;
  double area_m2 = 0.0;
  std::size_t ways_in = 0, ways_out = 0;  // edges from and to other regions
  Vec3 place;                             // the foot of the point nearest to their middle
  Box box;                                // of feet
};

// The largest area first; of equal ones the more points, then the lower id.
std::vector<RegionInfo> ListRegions(const Graph& view, const CoverageConfig& coverage);

}  // namespace wm
