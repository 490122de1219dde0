#include "walk_monster/all_states.h"

#include <algorithm>
#include <utility>

#include "walk_monster/src/rides.h"
#include "walk_monster/src/state_space.h"

namespace wm {
namespace {

std::vector<StateChoice> ChoicesOf(const std::vector<std::size_t>& states,
                                   const StateSpace& space) {
  std::vector<StateChoice> choices;
  for (std::size_t i = 0; i < space.size(); ++i) {
    const Entity& entity = space.entity(i);
    choices.push_back({entity.id, entity.states[states[i]].name});
  }
  return choices;
}

std::vector<std::string> WordsOf(const std::vector<StateChoice>& choices) {
  std::vector<std::string> words;
  for (const StateChoice& choice : choices) {
    words.push_back(std::to_string(choice.entity) + "=" + choice.state);
  }
  return words;
}

// Whether rides have brought players to a world that was swept before they could.
bool IsBehind(const StoredMap& stored, const Glimpse& glimpse) {
  if (!glimpse.state()) return false;
  const auto is_known = [&](PointId point, bool is_from_spawn) {
    return std::any_of(stored.graph.seeds.begin(), stored.graph.seeds.end(),
                       [&](const GraphSeed& seed) {
                         return seed.state == *glimpse.state() && seed.point == point &&
                                (seed.is_spawn || !is_from_spawn);
                       });
  };
  return std::any_of(glimpse.arrivals().begin(), glimpse.arrivals().end(),
                     [&](const auto& arrival) { return !is_known(arrival.first, arrival.second); });
}

}  // namespace

std::optional<std::vector<std::string>> StateSearch::Next(const StoredMap& stored) {
  const StateSpace space(stored);
  if (!std::exchange(is_begun_, true)) {
    Candidate first;
    const std::vector<StateChoice> initial = InitialChoices(stored.entities);
    for (std::size_t i = 0; i < space.size(); ++i)
      first.states.push_back(space.StateIn(i, initial));
    known_.insert(first.states);
    waiting_.push_back(std::move(first));
  }
  while (true) {
    if (waiting_.empty()) LookAgain(stored, space);
    if (waiting_.empty()) return std::nullopt;
    const std::vector<StateChoice> choices = ChoicesOf(waiting_.front().states, space);
    const Glimpse glimpse = GlimpseWithRides(PartsOf(stored), choices);
    if (glimpse.HasFrontier() || IsBehind(stored, glimpse)) return WordsOf(choices);
    Candidate at = std::move(waiting_.front());
    waiting_.pop_front();
    ToggleAround(at, glimpse, stored, space);
    at.seen_before = glimpse.is_seen();
    at.toggled.reset();
    done_.push_back(std::move(at));
  }
}

void StateSearch::ToggleAround(const Candidate& at, const Glimpse& glimpse, const StoredMap& stored,
                               const StateSpace& space) {
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
      Candidate next{at.states, i, glimpse.is_seen()};
      next.states[i] = state;
      if (known_.insert(next.states).second) waiting_.push_back(std::move(next));
    }
  }
}

void StateSearch::LookAgain(const StoredMap& stored, const StateSpace& space) {
  if (stored.graph.rides.empty()) return;
  std::vector<Candidate> kept;
  for (Candidate& at : done_) {
    const Glimpse glimpse = GlimpseWithRides(PartsOf(stored), ChoicesOf(at.states, space));
    std::vector<char> seen = at.seen_before;
    seen.resize(glimpse.is_seen().size(), 0);
    if (seen == glimpse.is_seen() && !IsBehind(stored, glimpse)) {
      kept.push_back(std::move(at));
    } else {
      waiting_.push_back(std::move(at));
    }
  }
  done_ = std::move(kept);
}

}  // namespace wm
