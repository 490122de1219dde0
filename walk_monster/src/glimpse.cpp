#include "walk_monster/src/glimpse.h"

#include <algorithm>
#include <utility>

namespace wm {

Glimpse::Glimpse(const MapParts& map, std::vector<StateChoice> choices)
    : map_(map),
      choices_(std::move(choices)),
      holds_(HoldingIn(choices_, map.graph, map.states, map.patches)) {
  graph_.points = map.graph.points;
  graph_.edges = map.graph.edges;
  for (GraphEdge& edge : graph_.edges) {
    if (!Holds(edge.a, edge.state)) edge.forward = Way::kUntried;
    if (!Holds(edge.b, edge.state)) edge.back = Way::kUntried;
  }
  for (std::size_t i = 0; i < map.states.size(); ++i) {
    if (map.states[i].choices == choices_) state_ = static_cast<std::uint16_t>(i);
  }
  std::vector<PointId> seeds;
  for (const GraphSeed& seed : map.graph.seeds) {
    if (seed.state != state_.value_or(0) || seed.is_ride) continue;
    graph_.seeds.push_back(seed);
    seeds.push_back(seed.point);
  }
  along_.emplace(graph_, Ways::kAlong);
  is_seen_ = along_->Closure(std::move(seeds));
  is_from_spawn_ = along_->Closure(SpawnsOf(graph_));
  is_absent_.assign(graph_.points.size(), 0);
  ForEachHolding([this](const Expansion& expansion) {
    if (expansion.kind == ExpansionKind::kAbsent) is_absent_[expansion.point] = 1;
  });
}

bool Glimpse::Arrive(PointId point, bool is_from_spawn) {
  if (is_absent_[point] != 0) return false;
  bool& is_known_from_spawn = arrivals_.emplace(point, is_from_spawn).first->second;
  is_known_from_spawn = is_known_from_spawn || is_from_spawn;
  const bool is_new = is_seen_[point] == 0 || (is_from_spawn && is_from_spawn_[point] == 0);
  if (!is_new) return false;
  Spread(point, &is_seen_);
  if (is_from_spawn) Spread(point, &is_from_spawn_);
  return true;
}

void Glimpse::Spread(PointId point, std::vector<char>* is_in) const {
  if (std::exchange((*is_in)[point], 1) != 0) return;
  std::vector<PointId> frontier{point};
  while (!frontier.empty()) {
    const PointId from = frontier.back();
    frontier.pop_back();
    for (const PointId to : along_->From(from)) {
      if (std::exchange((*is_in)[to], 1) == 0) frontier.push_back(to);
    }
  }
}

bool Glimpse::Holds(PointId point, std::uint16_t state) const {
  const std::vector<Expansion>& all = map_.graph.expansions;
  const auto key = std::pair(point, state);
  const auto at = std::lower_bound(
      all.begin(), all.end(), key,
      [](const Expansion& e, const auto& k) { return std::pair(e.point, e.state) < k; });
  return at != all.end() && std::pair(at->point, at->state) == key &&
         holds_[static_cast<std::size_t>(at - all.begin())] != 0;
}

bool Glimpse::HasFrontier() const {
  std::vector<char> is_done(is_seen_.size(), 0);
  ForEachHolding([&](const Expansion& expansion) {
    if (expansion.kind != ExpansionKind::kDriven) is_done[expansion.point] = 1;
  });
  for (std::size_t i = 0; i < is_seen_.size(); ++i) {
    if (is_seen_[i] != 0 && is_done[i] == 0) return true;
  }
  return false;
}

}  // namespace wm
