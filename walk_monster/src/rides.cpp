#include "walk_monster/src/rides.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "maps/input_error.h"
#include "walk_monster/regions.h"

namespace wm {
namespace {

using Choices = std::vector<StateChoice>;

const std::string* StateOf(const Choices& choices, std::uint32_t entity) {
  for (const StateChoice& choice : choices) {
    if (choice.entity == entity) return &choice.state;
  }
  return nullptr;
}

Choices With(Choices choices, std::uint32_t entity, const std::string& state) {
  for (StateChoice& choice : choices) {
    if (choice.entity == entity) choice.state = state;
  }
  return choices;
}

// Glimpses of worlds, made as they are needed. A deque: they stay where they are.
class Worlds {
 public:
  explicit Worlds(const MapParts& map) : map_(map) {}

  std::size_t Find(const Choices& choices) {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].choices() == choices) return i;
    }
    constexpr std::size_t kMostWorlds = 1000;
    if (all_.size() == kMostWorlds) throw InputError("rides through more than 1,000 world states");
    all_.emplace_back(map_, choices);
    return all_.size() - 1;
  }

  std::size_t size() const { return all_.size(); }
  Glimpse& operator[](std::size_t i) { return all_[i]; }

 private:
  const MapParts map_;
  std::deque<Glimpse> all_;
};

// A ride that may lead from one world into another.
struct Link {
  const GraphRide* ride = nullptr;
  std::size_t from = 0, to = 0;  // worlds
};

// The world in question first, and all from which rides bring players to where walks do not.
class Arrivals {
 public:
  Arrivals(const MapParts& map, const Choices& choices) : worlds_(map) {
    worlds_.Find(choices);
    for (std::size_t at = 0; at < worlds_.size(); ++at) LinkBack(map, at);
    bool is_new = true;
    while (is_new) {
      is_new = false;
      for (const Link& link : links_) is_new = Follow(link) || is_new;
    }
  }

  Glimpse& world() { return worlds_[0]; }

 private:
  void LinkBack(const MapParts& map, std::size_t at) {
    for (const GraphRide& ride : map.graph.rides) {
      const std::string* const stop = StateOf(worlds_[at].choices(), ride.entity);
      const std::string* const boarding = StateOf(map.states[ride.state].choices, ride.entity);
      if (stop == nullptr || boarding == nullptr || *stop != ride.stop) continue;
      if (at != 0 && worlds_[at].is_from_spawn()[ride.to] != 0) continue;  // known without
      const std::size_t from = worlds_.Find(With(worlds_[at].choices(), ride.entity, *boarding));
      links_.push_back({&ride, from, at});
    }
  }

  bool Follow(const Link& link) {
    const Glimpse& from = worlds_[link.from];
    const PointId begin = link.ride->from;
    if (from.is_seen()[begin] == 0 || !from.Holds(begin, link.ride->state)) return false;
    return worlds_[link.to].Arrive(link.ride->to, from.is_from_spawn()[begin] != 0);
  }

  Worlds worlds_;
  std::vector<Link> links_;
};

// Rides from where nobody gets home on foot, on from world to world until one does.
class WaysHome {
 public:
  WaysHome(const MapParts& map, const Choices& choices) : map_(map), worlds_(map) {
    worlds_.Find(choices);
    for (std::size_t at = 0; at < worlds_.size(); ++at) {
      FindSafe(at);
      LinkOn(at);
    }
    bool is_new = true;
    while (is_new) {
      is_new = false;
      for (const Link& link : links_) {
        if (safe_[link.to][link.ride->to] == 0 || safe_[link.from][link.ride->from] != 0) continue;
        MakeSafe(link.from, link.ride->from);
        is_new = true;
      }
    }
    std::sort(rides_.begin(), rides_.end());
  }

  std::vector<PointId> Take() { return std::move(rides_); }

 private:
  void FindSafe(std::size_t at) {
    const Graph& graph = worlds_[at].graph();
    const Regions regions = FindRegions(graph);
    std::vector<PointId> starts = SpawnsOf(graph);
    for (PointId id = 0; id < graph.points.size(); ++id) {
      if (regions.of_point[id] == regions.home) starts.push_back(id);
    }
    against_.emplace_back(graph, Ways::kAgainst);
    safe_.push_back(against_.back().Closure(std::move(starts)));
  }

  bool IsSwept(const Choices& choices) const {
    return std::any_of(map_.states.begin(), map_.states.end(), [&](const WorldState& state) {
      return state.choices == choices && state.outcome == "complete";
    });
  }

  void LinkOn(std::size_t at) {
    for (const GraphRide& ride : map_.graph.rides) {
      if (safe_[at][ride.from] != 0 || !worlds_[at].Holds(ride.from, ride.state)) continue;
      const Choices next = With(worlds_[at].choices(), ride.entity, ride.stop);
      if (IsSwept(next)) {
        links_.push_back({&ride, at, worlds_.Find(next)});
      } else {
        MakeSafe(at, ride.from);  // nobody knows that it is not
      }
    }
  }

  void MakeSafe(std::size_t at, PointId point) {
    if (at == 0) rides_.push_back(point);
    std::vector<char>& safe = safe_[at];
    if (std::exchange(safe[point], 1) != 0) return;
    std::vector<PointId> frontier{point};
    while (!frontier.empty()) {
      const PointId to = frontier.back();
      frontier.pop_back();
      for (const PointId from : against_[at].From(to)) {
        if (std::exchange(safe[from], 1) == 0) frontier.push_back(from);
      }
    }
  }

  const MapParts map_;
  Worlds worlds_;
  std::vector<Link> links_;
  std::deque<Ways> against_;             // by world
  std::vector<std::vector<char>> safe_;  // by world and point: a player gets home from there
  std::vector<PointId> rides_;           // of the world in question
};

}  // namespace

Glimpse GlimpseWithRides(const MapParts& map, const std::vector<StateChoice>& choices) {
  if (map.graph.rides.empty()) return {map, choices};
  return std::move(Arrivals(map, choices).world());
}

std::vector<PointId> RidesHome(const MapParts& map, const std::vector<StateChoice>& choices) {
  if (map.graph.rides.empty()) return {};
  return WaysHome(map, choices).Take();
}

}  // namespace wm
