// Walks through a coverage graph: how to get from a spawn to a stored point, and whether a player
// who really walks it arrives.
#pragma once

#include <span>
#include <vector>

#include "collision/drive.h"
#include "walk_monster/graph.h"

namespace wm {

inline constexpr PointId kNoPoint = 0xffffffff;

// The shortest walks from some starts to everywhere, by length along driven edges.
struct WalkTree {
  std::vector<PointId> parent;  // by point; kNoPoint for starts and for what no walk reaches
  std::vector<double> metres;   // by point; infinite for what no walk reaches
};

// Cost: Dijkstra over the edges; equal lengths prefer the lower id.
WalkTree ShortestWalks(const Graph& graph, std::span<const PointId> starts);

// The points of the walk to `to`, the seed first. Empty where no walk reaches it.
std::vector<PointId> WalkTo(const WalkTree& tree, PointId to);

struct Replay {
  MovementState end;
  double off_m = 0.0;  // distance from the last waypoint, horizontally and vertically the larger
  std::size_t legs_missed =
      0;  // waypoints (the last one included) that were not reached in passing
};

// Walks along the waypoints in one continuous movement state, from a standing start at the first.
// A leg that ends elsewhere (after a fall, say) goes on toward the next waypoint from there.
Replay ReplayWalk(const DriveContext& context, const Graph& graph,
                  const std::vector<PointId>& walk);

}  // namespace wm
