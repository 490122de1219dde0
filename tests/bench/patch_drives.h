// Drives that put a patch to the test: into what only Recast reaches from the points around it, and
// again along the ways on which the sweep came into what only we reach.
//
// Every drive is driven on each of the contexts given: two back ends must tell the same story.
#pragma once

#include <span>
#include <string>

#include "tests/bench/difference.h"
#include "walk_monster/graph.h"

namespace wm::bench {

struct PatchDrives {
  std::size_t drives = 0;
  std::size_t reached[2] = {0, 0};  // by context
  std::string example;              // of a drive: from, to, and how it ended on each
};

PatchDrives DrivePatch(const Difference& difference, const RecastArea& recast, const Patch& patch,
                       const Graph& graph, std::span<const DriveContext* const> contexts);

// Drives `count` of the edges that work one way only (falls excepted) again, both ways, and says in
// a line how many ways end as the sweep has them, by context, with the first that does not.
std::string DriveOneWayEdges(const Graph& graph, std::size_t count, std::uint64_t seed,
                             std::span<const DriveContext* const> contexts);

}  // namespace wm::bench
