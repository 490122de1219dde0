#include "walk_monster/walks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <utility>

#include "collision/constants.h"
#include "walk_monster/src/ways.h"

namespace wm {

WalkTree ShortestWalks(const Graph& graph, std::span<const PointId> starts) {
  const Ways ways(graph, Ways::kAlong);
  WalkTree tree;
  tree.parent.assign(graph.points.size(), kNoPoint);
  tree.metres.assign(graph.points.size(), std::numeric_limits<double>::infinity());
  using Entry = std::pair<double, PointId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (const PointId start : starts) {
    tree.metres[start] = 0.0;
    queue.push({0.0, start});
  }
  while (!queue.empty()) {
    const auto [metres, from] = queue.top();
    queue.pop();
    if (metres > tree.metres[from]) continue;
    for (const PointId to : ways.From(from)) {
      const double there = metres + Distance(graph.points[from].foot, graph.points[to].foot);
      if (there >= tree.metres[to]) continue;
      tree.metres[to] = there;
      tree.parent[to] = from;
      queue.push({there, to});
    }
  }
  return tree;
}

std::vector<PointId> WalkTo(const WalkTree& tree, PointId to) {
  if (!std::isfinite(tree.metres[to])) return {};
  std::vector<PointId> walk;
  for (PointId at = to; at != kNoPoint; at = tree.parent[at]) walk.push_back(at);
  std::reverse(walk.begin(), walk.end());
  return walk;
}

Replay ReplayWalk(const DriveContext& context, const Graph& graph,
                  const std::vector<PointId>& walk) {
  Replay replay;
  if (walk.empty()) return replay;
  const auto start = SettleStart(context, graph.points[walk.front()].foot, kSpawnDrop);
  if (!start) {
    replay.off_m = std::numeric_limits<double>::infinity();
    return replay;
  }
  replay.end = *start;
  for (PointId waypoint : walk) {
    const DriveTarget target = DriveTarget::Point(graph.points[waypoint].foot);
    DriveResult leg = DriveTowardPoint(context, replay.end, target);
    // A drop lands beside its point: walk on to it from there.
    if (leg.outcome == Outcome::kFell) leg = DriveTowardPoint(context, leg.end, target);
    replay.legs_missed += leg.outcome != Outcome::kReached;
    replay.end = leg.end;
  }
  const Vec3 off = replay.end.foot - graph.points[walk.back()].foot;
  replay.off_m = std::max(HorizontalLength(off), std::abs(off.z));
  return replay;
}

}  // namespace wm
