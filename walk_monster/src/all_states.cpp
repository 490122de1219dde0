#include "walk_monster/all_states.h"

#include <algorithm>
#include <utility>

#include "walk_monster/src/state_space.h"
#include "walk_monster/src/ways.h"

namespace wm {
namespace {

// What is known of one world, swept or not.
class Glimpse {
 public:
  Glimpse(const StoredMap& map, const std::vector<StateChoice>& choices)
      : map_(map), holds_(HoldingIn(choices, map.graph, map.states, map.patches)) {
    Graph graph;
    graph.points = map.graph.points;
    graph.edges = map.graph.edges;
    for (GraphEdge& edge : graph.edges) {
      if (!Holds(edge.a, edge.state)) edge.forward = Way::kUntried;
      if (!Holds(edge.b, edge.state)) edge.back = Way::kUntried;
    }
    // Where it was not swept, players are taken to start where they do in the first state.
    std::uint16_t seeds_of = 0;
    for (std::size_t i = 0; i < map.states.size(); ++i) {
      if (map.states[i].choices == choices) seeds_of = static_cast<std::uint16_t>(i);
    }
    std::vector<PointId> seeds;
    for (const GraphSeed& seed : map.graph.seeds) {
      if (seed.state == seeds_of) seeds.push_back(seed.point);
    }
    is_seen_ = Ways(graph, Ways::kAlong).Closure(std::move(seeds));
  }

  const std::vector<char>& is_seen() const { return is_seen_; }

  // Whether some point that is reached was not expanded in a world like this one.
  bool HasFrontier() const {
    std::vector<char> is_expanded(is_seen_.size(), 0);
    ForEachHolding([&](const Expansion& expansion) {
      if (expansion.kind == ExpansionKind::kExpanded) is_expanded[expansion.point] = 1;
    });
    for (std::size_t i = 0; i < is_seen_.size(); ++i) {
      if (is_seen_[i] != 0 && is_expanded[i] == 0) return true;
    }
    return false;
  }

  template <typename Visit>
  void ForEachHolding(Visit visit) const {
    for (std::size_t i = 0; i < holds_.size(); ++i) {
      if (holds_[i] != 0) visit(map_.graph.expansions[i]);
    }
  }

 private:
  bool Holds(PointId point, std::uint16_t state) const {
    const std::vector<Expansion>& all = map_.graph.expansions;
    const auto key = std::pair(point, state);
    const auto at = std::lower_bound(
        all.begin(), all.end(), key,
        [](const Expansion& e, const auto& k) { return std::pair(e.point, e.state) < k; });
    return at != all.end() && std::pair(at->point, at->state) == key &&
           holds_[static_cast<std::size_t>(at - all.begin())] != 0;
  }

  const StoredMap& map_;
  const std::vector<char> holds_;
  std::vector<char> is_seen_;  // by point
};

}  // namespace

std::optional<std::vector<std::string>> StateSearch::Next(const StoredMap& stored) {
  const StateSpace space(stored);
  const std::vector<StateChoice> initial = InitialChoices(stored.entities);
  if (!std::exchange(is_begun_, true)) {
    Candidate first;
    for (std::size_t i = 0; i < space.size(); ++i)
      first.states.push_back(space.StateIn(i, initial));
    known_.insert(first.states);
    waiting_.push_back(std::move(first));
  }
  while (!waiting_.empty()) {
    const Candidate& at = waiting_.front();
    std::vector<StateChoice> choices;
    std::vector<std::string> words;
    for (std::size_t i = 0; i < space.size(); ++i) {
      const Entity& entity = space.entity(i);
      choices.push_back({entity.id, entity.states[at.states[i]].name});
      words.push_back(std::to_string(entity.id) + "=" + choices.back().state);
    }
    const Glimpse glimpse(stored, choices);
    if (glimpse.HasFrontier()) return words;
    // What is new here, and who borders it?
    std::vector<char> is_bordering(space.size(), 0);
    glimpse.ForEachHolding([&](const Expansion& expansion) {
      const PointId id = expansion.point;
      if (glimpse.is_seen()[id] == 0) return;
      const Box reach = expansion.reach.Around(stored.graph.points[id].foot);
      const bool is_new = id >= at.seen_before.size() || at.seen_before[id] == 0 ||
                          (at.toggled && space.IsNear(*at.toggled, reach));
      if (!is_new) return;
      for (std::size_t i = 0; i < space.size(); ++i) {
        if (is_bordering[i] == 0 && space.IsNear(i, reach)) is_bordering[i] = 1;
      }
    });
    for (std::size_t i = 0; i < space.size(); ++i) {
      if (is_bordering[i] == 0) continue;
      for (std::size_t state = 0; state < space.entity(i).states.size(); ++state) {
        Candidate next{waiting_.front().states, i, glimpse.is_seen()};
        next.states[i] = state;
        if (known_.insert(next.states).second) waiting_.push_back(std::move(next));
      }
    }
    waiting_.pop_front();
  }
  return std::nullopt;
}

}  // namespace wm
