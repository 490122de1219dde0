#include "walk_monster/barriers.h"

#include <algorithm>
#include <cmath>

#include "walk_monster/src/ways.h"

namespace wm {
namespace {

constexpr double kMeant = 0.75;   // [m] how far off a person may point
constexpr double kAround = 2.0;   // [m] from the nearest point: walks that tried to go on
constexpr double kBeyond = 0.05;  // [m] an obstacle this much farther off is no obstacle toward it

// What stopped walks that began around the nearest reached point.
std::optional<GraphObstacle> ObstacleBefore(const Graph& graph, const std::vector<char>& is_reached,
                                            Vec3 nearest, Vec3 place) {
  std::optional<GraphObstacle> best;
  double shortest = Length(place - nearest) + kBeyond;
  for (const GraphObstacle& obstacle : graph.obstacles) {
    if (is_reached[obstacle.from_point] == 0) continue;
    if (Length(graph.points[obstacle.from_point].foot - nearest) > kAround) continue;
    const double distance = Length(obstacle.point - place);
    if (distance >= shortest) continue;
    shortest = distance;
    best = obstacle;
  }
  return best;
}

// Of the ways out of ground from which the place is near, the one nearest to it.
std::optional<WayOut> WayOutBefore(const Graph& graph, const std::vector<char>& is_reached,
                                   Vec3 place) {
  std::optional<WayOut> best;
  double shortest = HUGE_VAL;
  const auto consider = [&](PointId from, PointId to, Way way, double drop_m) {
    if (way != Way::kReached || is_reached[from] != 0 || is_reached[to] == 0) return;
    const double distance = Length(graph.points[from].foot - place);
    if (distance >= shortest) return;
    shortest = distance;
    best = WayOut{from, to, drop_m};
  };
  for (const GraphEdge& edge : graph.edges) {
    consider(edge.a, edge.b, edge.forward, edge.drop_m);
    consider(edge.b, edge.a, edge.back, edge.drop_m);
  }
  return best;
}

}  // namespace

std::optional<PointId> PointMeant(const Graph& graph, Vec3 place) {
  std::optional<PointId> best;
  double shortest = HUGE_VAL;
  for (PointId id = 0; id < graph.points.size(); ++id) {
    const Vec3 off = graph.points[id].foot - place;
    const double distance = Length(off);
    if (distance >= shortest || HorizontalLength(off) > kMeant || std::abs(off.z) > kMeant) {
      continue;
    }
    shortest = distance;
    best = id;
  }
  return best;
}

Barrier BarrierBefore(const Graph& graph, const std::vector<char>& is_reached, Vec3 place) {
  Barrier barrier;
  barrier.nearest_m = HUGE_VAL;
  for (PointId id = 0; id < graph.points.size(); ++id) {
    if (is_reached[id] == 0) continue;
    const double distance = Length(graph.points[id].foot - place);
    if (distance >= barrier.nearest_m) continue;
    barrier.nearest_m = distance;
    barrier.nearest = id;
  }
  if (!barrier.nearest) return barrier;
  barrier.obstacle = ObstacleBefore(graph, is_reached, graph.points[*barrier.nearest].foot, place);
  barrier.way_out = WayOutBefore(graph, is_reached, place);
  return barrier;
}

std::vector<char> ReachedFrom(const Graph& graph, PointId from) {
  return Ways(graph, Ways::kAlong).Closure({from});
}

}  // namespace wm
