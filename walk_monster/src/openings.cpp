// Openings: where walks go through between two obstacles that are near to each other, with ground
// to both sides. Plain geometry from above; heights only tell storeys apart.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "walk_monster/compare.h"

namespace wm {
namespace {

// [m] Obstacles are thinned out to one in a square of this, in each half storey.
constexpr double kThin = 0.10;
// [m] Narrow places this near to each other are one opening.
constexpr double kJoin = 0.5;
// [m] From the middle of a narrow place to ground on either side: from, to.
constexpr double kGroundFrom = 1.0, kGroundTo = 2.25;
// Cosine of how far off straight on that ground may lie.
constexpr double kAhead = 0.8;
// [m] Squares in which edges and points are looked up.
constexpr double kSquare = 2.5;

double Turn(Vec3 a, Vec3 b) { return a.x * b.y - a.y * b.x; }

std::pair<std::int64_t, std::int64_t> SquareOf(Vec3 p, double width) {
  return {static_cast<std::int64_t>(std::floor(p.x / width)),
          static_cast<std::int64_t>(std::floor(p.y / width))};
}

// Things of a graph by the square that they are in.
class Squares {
 public:
  void Add(Vec3 place, std::uint32_t thing) { things_[SquareOf(place, kSquare)].push_back(thing); }

  // Every thing in the squares around a place; true once visit says so.
  template <typename Visit>
  bool Any(Vec3 place, const Visit& visit) const {
    const auto [x, y] = SquareOf(place, kSquare);
    for (std::int64_t ix = x - 1; ix <= x + 1; ++ix) {
      for (std::int64_t iy = y - 1; iy <= y + 1; ++iy) {
        const auto at = things_.find({ix, iy});
        if (at == things_.end()) continue;
        for (const std::uint32_t thing : at->second) {
          if (visit(thing)) return true;
        }
      }
    }
    return false;
  }

 private:
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::uint32_t>> things_;
};

// Edges that were walked, by their middles.
Squares WalksOf(const Graph& graph, std::uint64_t points) {
  Squares walks;
  for (std::uint32_t i = 0; i < graph.edges.size(); ++i) {
    const GraphEdge& edge = graph.edges[i];
    if (edge.b >= points || edge.IsDrop() || !edge.IsTravelled()) continue;
    walks.Add((graph.points[edge.a].foot + graph.points[edge.b].foot) * 0.5, i);
  }
  return walks;
}

// Whether a walk along an edge crosses between the sides of an opening, at the player's height.
bool Crosses(const Graph& graph, const GraphEdge& edge, const Opening& opening, double height) {
  const Vec3 from = graph.points[edge.a].foot;
  const Vec3 way = graph.points[edge.b].foot - from;
  const Vec3 side = opening.b - opening.a;
  const double across = Turn(way, side);
  if (across == 0.0) return false;
  const double along_way = Turn(opening.a - from, side) / across;
  const double along_side = Turn(opening.a - from, way) / across;
  if (along_way < 0.0 || along_way > 1.0 || along_side < 0.0 || along_side > 1.0) return false;
  const double above = opening.a.z + side.z * along_side - (from.z + way.z * along_way);
  return above > -0.5 * height && above < height;
}

// What stopped players, thinned out.
std::vector<Vec3> Obstacles(const Graph& graph, double height) {
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, Vec3> first;
  for (const GraphObstacle& obstacle : graph.obstacles) {
    const auto [x, y] = SquareOf(obstacle.point, kThin);
    first.try_emplace(
        {x, y, static_cast<std::int64_t>(std::floor(obstacle.point.z * 2.0 / height))},
        obstacle.point);
  }
  std::vector<Vec3> places;
  for (const auto& [square, place] : first) places.push_back(place);
  return places;  // by x, nearly: squares are ordered
}

class Finder {
 public:
  Finder(const Graph& graph, const PlayerConfig& player)
      : graph_(graph), height_(player.height), walks_(WalksOf(graph, graph.points.size())) {
    edges_of_.resize(graph.points.size());
    for (std::uint32_t i = 0; i < graph.edges.size(); ++i) {
      const GraphEdge& edge = graph.edges[i];
      if (edge.IsDrop() || !edge.IsTravelled()) continue;
      edges_of_[edge.a].push_back(i);
      edges_of_[edge.b].push_back(i);
    }
  }

  std::vector<Opening> Find() {
    const std::vector<Vec3> places = Obstacles(graph_, height_);
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::size_t j = i + 1; j < places.size(); ++j) {
        if (places[j].x - places[i].x > kWidestOpening + kThin) break;
        const Opening gap{places[i], places[j]};
        if (IsOpening(gap)) gaps_.push_back(gap);
      }
    }
    return NarrowestOfEach();
  }

 private:
  bool IsOpening(const Opening& gap) const {
    const Vec3 side = gap.b - gap.a;
    const double width = HorizontalLength(side);
    if (width > kWidestOpening || width < 0.3 || std::abs(side.z) > 0.5 * height_) return false;
    const Vec3 middle = (gap.a + gap.b) * 0.5;
    const Vec3 ahead = NormalizedOr(Vec3{-side.y, side.x, 0.0}, {1.0, 0.0, 0.0});
    return walks_.Any(middle, [&](std::uint32_t i) {
      const GraphEdge& edge = graph_.edges[i];
      if (!Crosses(graph_, edge, gap, height_)) return false;
      const Vec3 way = graph_.points[edge.b].foot - graph_.points[edge.a].foot;
      const Vec3 on = Dot(way, ahead) >= 0.0 ? ahead : -ahead;
      return LeadsOn(edge.b, gap, on) && LeadsOn(edge.a, gap, -on);
    });
  }

  // Whether walks lead from a point beside a gap to ground straight on, not through the gap: in the
  // corner of a room they do not.
  bool LeadsOn(PointId from, const Opening& gap, Vec3 ahead) const {
    const Vec3 middle = (gap.a + gap.b) * 0.5;
    std::vector<PointId> seen{from};
    for (std::size_t next = 0; next < seen.size(); ++next) {
      const Vec3 to = graph_.points[seen[next]].foot - middle;
      const double distance = HorizontalLength(to);
      if (distance > kGroundTo) continue;
      if (distance >= kGroundFrom && Dot(Horizontal(to), ahead) >= kAhead * distance) return true;
      for (const std::uint32_t i : edges_of_[seen[next]]) {
        const GraphEdge& edge = graph_.edges[i];
        if (Crosses(graph_, edge, gap, height_)) continue;
        const PointId other = edge.a == seen[next] ? edge.b : edge.a;
        if (std::find(seen.begin(), seen.end(), other) == seen.end()) seen.push_back(other);
      }
    }
    return false;
  }

  // Narrow places near to each other are one opening.
  std::vector<Opening> NarrowestOfEach() {
    std::sort(gaps_.begin(), gaps_.end(), [](const Opening& p, const Opening& q) {
      return std::tuple(HorizontalLength(p.b - p.a), p.a.x, p.a.y, p.a.z) <
             std::tuple(HorizontalLength(q.b - q.a), q.a.x, q.a.y, q.a.z);
    });
    parent_.resize(gaps_.size());
    std::iota(parent_.begin(), parent_.end(), 0U);
    Squares middles;
    const auto middle = [this](std::uint32_t i) { return (gaps_[i].a + gaps_[i].b) * 0.5; };
    for (std::uint32_t i = 0; i < gaps_.size(); ++i) {
      middles.Any(middle(i), [&](std::uint32_t j) {
        const Vec3 apart = middle(i) - middle(j);
        if (HorizontalLength(apart) <= kJoin && std::abs(apart.z) < height_) Join(i, j);
        return false;
      });
      middles.Add(middle(i), i);
    }
    std::vector<Opening> openings;
    for (std::uint32_t i = 0; i < gaps_.size(); ++i) {
      if (RootOf(i) == i) openings.push_back(gaps_[i]);
    }
    std::sort(openings.begin(), openings.end(), [](const Opening& p, const Opening& q) {
      return std::tie(p.a.x, p.a.y, p.a.z) < std::tie(q.a.x, q.a.y, q.a.z);
    });
    return openings;
  }

  std::uint32_t RootOf(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  // The narrower one is the root.
  void Join(std::uint32_t i, std::uint32_t j) {
    i = RootOf(i);
    j = RootOf(j);
    parent_[std::max(i, j)] = std::min(i, j);
  }

  const Graph& graph_;
  const double height_;
  Squares walks_;
  std::vector<std::vector<std::uint32_t>> edges_of_;  // by point: those walked
  std::vector<Opening> gaps_;
  std::vector<std::uint32_t> parent_;
};

}  // namespace

std::vector<Opening> FindOpenings(const Graph& graph, const PlayerConfig& player) {
  return Finder(graph, player).Find();
}

std::vector<char> OpeningsPassed(const Graph& graph, std::uint64_t points,
                                 std::span<const Opening> openings, const PlayerConfig& player) {
  const Squares walks = WalksOf(graph, points);
  std::vector<char> is_passed;
  for (const Opening& opening : openings) {
    is_passed.push_back(walks.Any((opening.a + opening.b) * 0.5, [&](std::uint32_t i) {
      return Crosses(graph, graph.edges[i], opening, player.height);
    }));
  }
  return is_passed;
}

}  // namespace wm
