// Random graphs for tests: every field in its range, extremes included.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "walk_monster/graph.h"

namespace wm::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t Below(std::uint64_t limit) { return engine_() % limit; }
  bool Chance(std::uint64_t one_in) { return Below(one_in) == 0; }
  // In [low, high], on the grid of stored positions.
  double Between(double low, double high) {
    const double share = static_cast<double>(engine_() >> 11) * (1.0 / 9007199254740992.0);
    return Snap(low + (high - low) * share);
  }
  Vec3 Place(double half) {
    return {Between(-half, half), Between(-half, half), Between(-half, half)};
  }

 private:
  std::mt19937_64 engine_;
};

inline GraphPoint RandomPoint(Random& random) {
  GraphPoint point;
  point.foot = random.Place(random.Chance(4) ? 500000.0 : 50.0);
  if (random.Chance(5)) point.foot = {-0.0, 7.0, -12.0};  // whole numbers and negative zero
  point.kind = static_cast<PointKind>(random.Below(4));
  point.from_spawn = !random.Chance(3);
  const Vec3 wall = NormalizedOr(Horizontal(random.Place(1.0)), {1.0, 0.0, 0.0});
  if (point.kind == PointKind::kHit)
    std::tie(point.wall_x, point.wall_y) = std::tie(wall.x, wall.y);
  return point;
}

inline Graph RandomGraph(std::uint64_t seed, std::size_t size) {
  Random random(seed);
  Graph graph;
  for (std::size_t i = 0; i < size; ++i) graph.points.push_back(RandomPoint(random));
  std::set<std::tuple<PointId, PointId>> pairs;
  for (std::size_t i = 0; size > 1 && i < 3 * size; ++i) {
    const auto a = static_cast<PointId>(random.Below(size));
    const auto b = static_cast<PointId>(random.Below(size));
    if (a < b) pairs.insert({a, b});
  }
  for (const auto& [a, b] : pairs) {
    GraphEdge edge{a, b};
    edge.forward = static_cast<Way>(random.Below(3));
    edge.back = Way::kReached;
    if (random.Chance(6)) edge.drop_m = random.Between(0.4, 20.0);
    graph.edges.push_back(edge);
    if (!random.Chance(7)) continue;
    GraphRide ride{a,  b, 0, static_cast<std::uint32_t>(random.Below(1ULL << 32)), "top \"\n;'",
                   0.0};
    if (random.Chance(2)) std::swap(ride.from, ride.to);
    if (random.Chance(4)) ride.drop_m = random.Between(0.4, 20.0);
    graph.rides.push_back(ride);
  }
  std::sort(graph.rides.begin(), graph.rides.end());
  for (std::size_t i = 0; i < size; ++i) {
    const auto from = static_cast<PointId>(random.Below(size));
    if (random.Chance(2)) {
      graph.obstacles.push_back({from, random.Place(50.0),
                                 NormalizedOr(random.Place(1.0), {0.0, 0.0, 1.0}),
                                 static_cast<std::uint32_t>(random.Below(1ULL << 32)), 0});
    }
    if (random.Chance(9)) graph.exits.push_back({from, random.Place(50.0), 0});
  }
  const auto reach = [&] { return static_cast<std::int16_t>(random.Below(32768)); };
  for (PointId id = 0; id < size; ++id) {
    if (random.Chance(10)) graph.seeds.push_back({id, 0, random.Chance(2), random.Chance(3)});
    if (random.Chance(4)) continue;
    Expansion expansion{id, 0, static_cast<ExpansionKind>(random.Below(3)), {}};
    expansion.reach = {reach(), reach(), reach(), reach(), reach(), reach()};
    graph.expansions.push_back(expansion);
  }
  return graph;
}

}  // namespace wm::test
