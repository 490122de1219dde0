#include "walk_monster/walks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "collision/constants.h"

namespace wm {
namespace {

// The reached ways out of every point, in one array.
struct WaysOut {
  std::vector<std::size_t> first;  // by point, one more at the end
  std::vector<PointId> to;

  explicit WaysOut(const Graph& graph) : first(graph.points.size() + 1, 0) {
    const auto each_way = [&](auto visit) {
      for (const GraphEdge& edge : graph.edges) {
        if (edge.forward == Way::kReached) visit(edge.a, edge.b);
        if (edge.back == Way::kReached) visit(edge.b, edge.a);
      }
    };
    each_way([&](PointId from, PointId) { ++first[from + 1]; });
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    to.resize(first.back());
    std::vector<std::size_t> next = first;
    each_way([&](PointId from, PointId there) { to[next[from]++] = there; });
  }
};

}  // namespace

WalkTree ShortestWalks(const Graph& graph) {
  const WaysOut ways(graph);
  WalkTree tree;
  tree.parent.assign(graph.points.size(), kNoPoint);
  tree.metres.assign(graph.points.size(), std::numeric_limits<double>::infinity());
  using Entry = std::pair<double, PointId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (const PointId spawn : SourcesOf(graph)) {
    tree.metres[spawn] = 0.0;
    queue.push({0.0, spawn});
  }
  while (!queue.empty()) {
    const auto [metres, from] = queue.top();
    queue.pop();
    if (metres > tree.metres[from]) continue;
    for (std::size_t i = ways.first[from]; i < ways.first[from + 1]; ++i) {
      const PointId to = ways.to[i];
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
