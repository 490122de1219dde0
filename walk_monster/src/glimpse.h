// What a map says of one world, whether that was swept or not.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "walk_monster/graph.h"
#include "walk_monster/src/ways.h"
#include "walk_monster/store.h"
#include "walk_monster/world_states.h"

namespace wm {

// A map as far as worlds are concerned. Whoever holds it keeps what it points to.
struct MapParts {
  const Graph& graph;
  std::span<const WorldState> states;
  std::span<const Patch> patches;
};

inline MapParts PartsOf(const StoredMap& map) { return {map.graph, map.states, map.patches}; }

class Glimpse {
 public:
  // Players start where they do in this world, or where it was not swept, in the first one.
  Glimpse(const MapParts& map, std::vector<StateChoice> choices);

  const std::vector<StateChoice>& choices() const { return choices_; }
  // Its number, where it is one of the world states of the map.
  std::optional<std::uint16_t> state() const { return state_; }
  // The map with the ways that hold here, and the seeds; rides do not count as such.
  const Graph& graph() const { return graph_; }

  // By point: whether walks lead there, at all or from a spawn.
  const std::vector<char>& is_seen() const { return is_seen_; }
  const std::vector<char>& is_from_spawn() const { return is_from_spawn_; }

  // A ride brings players to a point. False where that changes nothing: walks lead there anyway, or
  // nobody can stand there here.
  bool Arrive(PointId point, bool is_from_spawn);
  // By point where rides bring players: true where they began at a spawn.
  const std::map<PointId, bool>& arrivals() const { return arrivals_; }

  // Whether something that was driven from a point in a state holds here.
  bool Holds(PointId point, std::uint16_t state) const;

  // Whether some point that is seen was not expanded in a world like this one.
  bool HasFrontier() const;

  template <typename Visit>
  void ForEachHolding(Visit visit) const {
    for (std::size_t i = 0; i < holds_.size(); ++i) {
      if (holds_[i] != 0) visit(map_.graph.expansions[i]);
    }
  }

 private:
  void Spread(PointId point, std::vector<char>* is_in) const;

  const MapParts map_;
  const std::vector<StateChoice> choices_;
  std::optional<std::uint16_t> state_;
  std::vector<char> holds_;  // by expansion
  Graph graph_;
  std::optional<Ways> along_;
  std::vector<char> is_seen_, is_from_spawn_, is_absent_;
  std::map<PointId, bool> arrivals_;
};

}  // namespace wm
