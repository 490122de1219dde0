// The ways of a graph that were reached, by the point that they begin or end at, in one array.
#pragma once

#include <span>
#include <vector>

#include "walk_monster/graph.h"

namespace wm {

class Ways {
 public:
  enum Direction { kAlong, kAgainst };

  Ways(const Graph& graph, Direction direction) : first_(graph.points.size() + 1, 0) {
    const auto for_each = [&](const auto& visit) {
      const bool is_along = direction == kAlong;
      for (const GraphEdge& edge : graph.edges) {
        if ((is_along ? edge.forward : edge.back) == Way::kReached) visit(edge.a, edge.b);
        if ((is_along ? edge.back : edge.forward) == Way::kReached) visit(edge.b, edge.a);
      }
    };
    for_each([this](PointId from, PointId) { ++first_[from + 1]; });
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    to_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for_each([&](PointId from, PointId to) { to_[next[from]++] = to; });
  }

  // Where drives lead from `point`, or kAgainst, where drives to it come from.
  std::span<const PointId> From(PointId point) const {
    return {to_.data() + first_[point], first_[point + 1] - first_[point]};
  }

  // By point: whether it is one of `starts` or is got to from one, in any number of ways.
  std::vector<char> Closure(std::vector<PointId> starts) const {
    std::vector<char> is_in(first_.size() - 1, 0);
    for (const PointId start : starts) is_in[start] = 1;
    std::vector<PointId> frontier = std::move(starts);
    while (!frontier.empty()) {
      const PointId from = frontier.back();
      frontier.pop_back();
      for (const PointId to : From(from)) {
        if (is_in[to] != 0) continue;
        is_in[to] = 1;
        frontier.push_back(to);
      }
    }
    return is_in;
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<PointId> to_;
};

}  // namespace wm
