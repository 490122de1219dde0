#include "walk_monster/graph.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "walk_monster/src/mix.h"

namespace wm {
namespace {

template <typename Number>
std::uint64_t Word(Number number) {
  return static_cast<std::uint64_t>(number);
}

}  // namespace

std::string_view Name(PointKind kind) {
  switch (kind) {
    case PointKind::kOpen:
      return "open";
    case PointKind::kHit:
      return "hit";
    case PointKind::kLanding:
      return "landing";
    case PointKind::kSeed:
      return "seed";
  }
  return "?";
}

std::string_view Name(Way way) {
  switch (way) {
    case Way::kUntried:
      return "untried";
    case Way::kFailed:
      return "failed";
    case Way::kReached:
      return "reached";
  }
  return "?";
}

std::string_view Name(ExpansionKind kind) {
  switch (kind) {
    case ExpansionKind::kDriven:
      return "driven";
    case ExpansionKind::kExpanded:
      return "expanded";
    case ExpansionKind::kAbsent:
      return "absent";
  }
  return "?";
}

namespace {

constexpr std::int16_t kNoEnd = std::numeric_limits<std::int16_t>::max();

std::int16_t Decimetres(double metres) {
  return static_cast<std::int16_t>(std::min(std::ceil(metres * 10.0), double{kNoEnd}));
}

double Metres(std::int16_t decimetres) {
  return decimetres == kNoEnd ? HUGE_VAL : decimetres * 0.1;
}

}  // namespace

void Reach::Add(Vec3 foot, const Box& box) {
  west = std::max(west, Decimetres(foot.x - box.min.x));
  east = std::max(east, Decimetres(box.max.x - foot.x));
  south = std::max(south, Decimetres(foot.y - box.min.y));
  north = std::max(north, Decimetres(box.max.y - foot.y));
  below = std::max(below, Decimetres(foot.z - box.min.z));
  above = std::max(above, Decimetres(box.max.z - foot.z));
}

Box Reach::Around(Vec3 foot) const {
  return {{foot.x - Metres(west), foot.y - Metres(south), foot.z - Metres(below)},
          {foot.x + Metres(east), foot.y + Metres(north), foot.z + Metres(above)}};
}

std::vector<PointId> SpawnsOf(const Graph& graph) {
  std::vector<PointId> spawns;
  for (const GraphSeed& seed : graph.seeds) {
    if (seed.is_spawn && !seed.is_ride) spawns.push_back(seed.point);
  }
  return spawns;
}

std::vector<PointId> SourcesOf(const Graph& graph) {
  std::vector<PointId> sources;
  for (const GraphSeed& seed : graph.seeds) {
    if (seed.is_spawn) sources.push_back(seed.point);
  }
  return sources;
}

GraphCounts CountGraph(const Graph& graph) {
  GraphCounts counts;
  for (const GraphPoint& point : graph.points) {
    counts.open += point.kind == PointKind::kOpen;
    counts.hit += point.kind == PointKind::kHit;
    counts.landing += point.kind == PointKind::kLanding;
    counts.seed += point.kind == PointKind::kSeed;
  }
  for (const GraphEdge& edge : graph.edges) {
    counts.drops += edge.IsDrop();
    counts.one_way += edge.IsOneWay() && !edge.IsDrop();
  }
  return counts;
}

std::uint64_t HashGraph(const Graph& graph) {
  Hasher hasher;
  // Lengths go first: moving an element from one list to the next changes the hash.
  hasher.Add(Word(graph.points.size()));
  hasher.Add(Word(graph.edges.size()));
  hasher.Add(Word(graph.obstacles.size()));
  hasher.Add(Word(graph.exits.size()));
  hasher.Add(Word(graph.expansions.size()));
  hasher.Add(Word(graph.seeds.size()));
  for (std::size_t id = 0; id < graph.points.size(); ++id) {
    const GraphPoint& point = graph.points[id];
    hasher.Add(Word(id));
    hasher.Add(point.foot);
    hasher.Add(Word(point.kind) | Word(point.state) << 8 | Word(point.from_spawn) << 24);
    hasher.Add(point.wall_x);
    hasher.Add(point.wall_y);
  }
  for (const GraphEdge& edge : graph.edges) {
    hasher.Add(Word(edge.a) | Word(edge.b) << 32);
    hasher.Add(Word(edge.state) | Word(edge.forward) << 24 | Word(edge.back) << 32);
    hasher.Add(edge.drop_m);
  }
  for (const GraphObstacle& obstacle : graph.obstacles) {
    hasher.Add(Word(obstacle.from_point) | Word(obstacle.entity) << 32);
    hasher.Add(obstacle.point);
    hasher.Add(obstacle.normal);
    hasher.Add(Word(obstacle.state));
  }
  for (const GraphExit& exit : graph.exits) {
    hasher.Add(Word(exit.from_point) | Word(exit.state) << 32);
    hasher.Add(exit.takeoff);
  }
  for (const Expansion& expansion : graph.expansions) {
    const Reach& reach = expansion.reach;
    hasher.Add(Word(expansion.point) | Word(expansion.state) << 32 | Word(expansion.kind) << 48);
    hasher.Add(Word(reach.west) | Word(reach.east) << 16 | Word(reach.south) << 32 |
               Word(reach.north) << 48);
    hasher.Add(Word(reach.below) | Word(reach.above) << 16);
  }
  for (const GraphSeed& seed : graph.seeds) {
    hasher.Add(Word(seed.point) | Word(seed.state) << 32 | Word(seed.is_spawn) << 48 |
               Word(seed.is_ride) << 49);
  }
  // The last list: its length follows from how much there is.
  for (const GraphRide& ride : graph.rides) {
    hasher.Add(Word(ride.from) | Word(ride.to) << 32);
    hasher.Add(Word(ride.state) | Word(ride.entity) << 32);
    hasher.Add(Word(ride.stop.size()));
    for (const char c : ride.stop) hasher.Add(Word(static_cast<unsigned char>(c)));
    hasher.Add(ride.drop_m);
  }
  return hasher.Hash();
}

std::string HashText(std::uint64_t hash) {
  std::string text(16, '0');
  for (std::size_t i = text.size(); i > 0; --i, hash >>= 4)
    text[i - 1] = "0123456789abcdef"[hash & 15];
  return text;
}

}  // namespace wm
