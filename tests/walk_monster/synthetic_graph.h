// Graphs as the explorer leaves them, made from plain functions of x and y instead of a level.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "walk_monster/graph.h"

namespace wm::test {

// Where a foot may be, seen from above, and how high the ground is there.
struct Ground {
  std::function<bool(double x, double y)> is_free;
  std::function<double(double x, double y)> height = [](double, double) { return 0.0; };
  Box bounds;  // contains all that is free
};

inline Ground Rectangle(double x0, double y0, double x1, double y1) {
  Ground ground;
  ground.is_free = [=](double x, double y) { return x >= x0 && x <= x1 && y >= y0 && y <= y1; };
  ground.bounds.Add({x0, y0, 0.0});
  ground.bounds.Add({x1, y1, 0.0});
  return ground;
}

// A small explorer on plain arithmetic: directional sampling of a ground from one place.
class SmallExplorer {
 public:
  SmallExplorer(Graph* graph, const Ground& ground, double spacing)
      : graph_(*graph), ground_(ground), spacing_(spacing), first_(graph->points.size()) {}

  void Explore(double x, double y) {
    graph_.points.push_back({At(x, y), PointKind::kSeed, 0, true});
    graph_.seeds.push_back({static_cast<PointId>(first_), 0, true});
    for (std::size_t i = first_; i < graph_.points.size(); ++i) Expand(i);
    const auto is_before = [](const GraphEdge& a, const GraphEdge& b) {
      return a.a != b.a ? a.a < b.a : a.b < b.b;
    };
    const auto is_same = [](const GraphEdge& a, const GraphEdge& b) {
      return a.a == b.a && a.b == b.b;
    };
    std::sort(graph_.edges.begin(), graph_.edges.end(), is_before);
    graph_.edges.erase(std::unique(graph_.edges.begin(), graph_.edges.end(), is_same),
                       graph_.edges.end());
  }

 private:
  Vec3 At(double x, double y) const { return Snap(Vec3{x, y, ground_.height(x, y)}); }

  // How far a walk gets, in steps of 5 mm.
  double Walk(Vec3 from, Vec3 direction, double length) const {
    double walked = 0.0;
    while (walked < length) {
      const double next = std::min(length, walked + 0.005);
      if (!ground_.is_free(from.x + direction.x * next, from.y + direction.y * next)) break;
      walked = next;
    }
    return walked;
  }

  std::size_t Nearest(std::size_t from, Vec3 place, double within, Vec3 direction) const {
    std::size_t nearest = graph_.points.size();
    for (std::size_t j = first_; j < graph_.points.size(); ++j) {
      const Vec3 d = Horizontal(graph_.points[j].foot - place);
      const double length = Length(d);
      if (j == from || length >= within) continue;
      if (direction != Vec3{} && Dot(d, direction) < 0.9238795 * length) continue;
      nearest = j;
      within = length;
    }
    return nearest;
  }

  void Join(std::size_t i, std::size_t j) {
    graph_.edges.push_back({static_cast<PointId>(std::min(i, j)),
                            static_cast<PointId>(std::max(i, j)), 0, Way::kReached, Way::kReached,
                            0.0});
  }

  void Expand(std::size_t i) {
    static constexpr double kDiagonal = 0.70710678118654752;
    static constexpr std::array<std::array<double, 2>, 8> kDirections = {{{1, 0},
                                                                          {kDiagonal, kDiagonal},
                                                                          {0, 1},
                                                                          {-kDiagonal, kDiagonal},
                                                                          {-1, 0},
                                                                          {-kDiagonal, -kDiagonal},
                                                                          {0, -1},
                                                                          {kDiagonal, -kDiagonal}}};
    const Vec3 from = graph_.points[i].foot;
    for (std::size_t sector = 0; sector < 8; ++sector) {
      Vec3 direction{kDirections[sector][0], kDirections[sector][1], 0.0};
      double length = spacing_ * (sector % 2 == 0 ? 1.0 : 1.41421356);
      const std::size_t neighbour = Nearest(i, from, 1.5 * spacing_, direction);
      const bool has_neighbour = neighbour < graph_.points.size();
      if (has_neighbour) {
        const Vec3 to = Horizontal(graph_.points[neighbour].foot - from);
        length = Length(to);
        direction = NormalizedOr(to, direction);
      }
      const double walked = Walk(from, direction, length);
      if (walked >= length && has_neighbour) {
        Join(i, neighbour);
        continue;
      }
      const Vec3 end = At(from.x + direction.x * walked, from.y + direction.y * walked);
      const bool is_hit = walked < length;
      const std::size_t other =
          Nearest(graph_.points.size(), end, spacing_ * (is_hit ? 0.2 : 0.7), Vec3{});
      if (other < graph_.points.size()) continue;
      graph_.points.push_back({end, is_hit ? PointKind::kHit : PointKind::kOpen, 0, true});
      Join(i, graph_.points.size() - 1);
    }
  }

  Graph& graph_;
  const Ground& ground_;
  double spacing_;
  std::size_t first_;
};

inline void AddGround(Graph* graph, const Ground& ground, double spacing, double x, double y) {
  SmallExplorer(graph, ground, spacing).Explore(x, y);
}

}  // namespace wm::test
