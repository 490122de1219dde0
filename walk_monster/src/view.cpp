#include "walk_monster/view.h"

#include <algorithm>
#include <utility>

#include "walk_monster/src/rides.h"
#include "walk_monster/src/ways.h"

namespace wm {
namespace {

class Viewer {
 public:
  Viewer(const Graph& stored, const std::vector<char>& holds, std::uint16_t state)
      : stored_(stored), holds_(holds), state_(state) {}

  Graph Look(std::span<const PointId> rides_home) {
    FindFirstExpansions();
    CombineEdges();
    ChoosePoints();
    for (const GraphEdge& edge : edges_) {
      if (!edge.IsTravelled() || !IsSeen(edge.a) || !IsSeen(edge.b)) continue;
      GraphEdge seen = edge;
      seen.a = id_of_[edge.a];
      seen.b = id_of_[edge.b];
      view_.edges.push_back(seen);
    }
    for (GraphObstacle obstacle : stored_.obstacles) {
      if (!IsSeen(obstacle.from_point) || !Holds(obstacle.from_point, obstacle.state)) continue;
      obstacle.from_point = id_of_[obstacle.from_point];
      view_.obstacles.push_back(obstacle);
    }
    for (GraphExit exit : stored_.exits) {
      if (!IsSeen(exit.from_point) || !Holds(exit.from_point, exit.state)) continue;
      exit.from_point = id_of_[exit.from_point];
      view_.exits.push_back(exit);
    }
    for (std::size_t i = 0; i < stored_.expansions.size(); ++i) {
      if (holds_[i] == 0 || !IsSeen(stored_.expansions[i].point)) continue;
      view_.expansions.push_back(stored_.expansions[i]);
      view_.expansions.back().point = id_of_[stored_.expansions[i].point];
    }
    for (const PointId id : rides_home) {
      if (IsSeen(id)) view_.rides_home.push_back(id_of_[id]);
    }
    return std::move(view_);
  }

 private:
  void FindFirstExpansions() {
    first_.assign(stored_.points.size() + 1, 0);
    for (const Expansion& expansion : stored_.expansions) ++first_[expansion.point + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  }

  // Whether what was driven from a point in a state holds.
  bool Holds(PointId point, std::uint16_t state) const {
    for (std::size_t i = first_[point]; i < first_[point + 1]; ++i) {
      if (stored_.expansions[i].state == state) return holds_[i] != 0;
    }
    return false;
  }

  bool IsSeen(PointId point) const { return id_of_[point] != kNotSeen; }

  // One edge a pair of points; a way that holds in several states was driven alike in all of them.
  void CombineEdges() {
    for (const GraphEdge& edge : stored_.edges) {
      GraphEdge seen = edge;
      if (!Holds(edge.a, edge.state)) seen.forward = Way::kUntried;
      if (!Holds(edge.b, edge.state)) seen.back = Way::kUntried;
      if (seen.forward == Way::kUntried && seen.back == Way::kUntried) continue;
      if (!seen.IsTravelled()) seen.drop_m = 0.0;
      const bool is_same =
          !edges_.empty() && edges_.back().a == edge.a && edges_.back().b == edge.b;
      if (!is_same) {
        edges_.push_back(seen);
        continue;
      }
      GraphEdge& known = edges_.back();
      known.forward = std::max(known.forward, seen.forward);
      known.back = std::max(known.back, seen.back);
      known.drop_m = std::max(known.drop_m, seen.drop_m);
      known.state = seen.state;
    }
  }

  void ChoosePoints() {
    Graph all;
    all.points = stored_.points;
    all.edges = edges_;
    const Ways ways(all, Ways::kAlong);
    std::vector<PointId> spawns, seeds;
    for (const GraphSeed& seed : stored_.seeds) {
      if (seed.state != state_) continue;
      seeds.push_back(seed.point);
      if (seed.is_spawn) spawns.push_back(seed.point);
    }
    const std::vector<char> is_seen = ways.Closure(seeds);
    const std::vector<char> is_from_spawn = ways.Closure(spawns);
    id_of_.assign(stored_.points.size(), kNotSeen);
    for (PointId id = 0; id < stored_.points.size(); ++id) {
      if (is_seen[id] == 0) continue;
      id_of_[id] = static_cast<PointId>(view_.points.size());
      view_.points.push_back(stored_.points[id]);
      view_.points.back().from_spawn = is_from_spawn[id] != 0;
    }
    for (GraphSeed seed : stored_.seeds) {
      if (seed.state != state_) continue;
      seed.point = id_of_[seed.point];
      view_.seeds.push_back(seed);
    }
  }

  static constexpr PointId kNotSeen = 0xffffffff;

  const Graph& stored_;
  const std::vector<char>& holds_;
  const std::uint16_t state_;
  Graph view_;
  std::vector<std::size_t> first_;  // expansion, by point
  std::vector<GraphEdge> edges_;    // combined, by stored ids
  std::vector<PointId> id_of_;      // in the view, by stored id
};

}  // namespace

Graph ViewOf(const Graph& stored, const std::vector<char>& holds, std::uint16_t state,
             std::span<const PointId> rides_home) {
  return Viewer(stored, holds, state).Look(rides_home);
}

StoredMap InState(StoredMap map, std::uint16_t state) {
  const std::vector<char> holds =
      HoldingIn(map.states[state].choices, map.graph, map.states, map.patches);
  map.graph = ViewOf(map.graph, holds, state, RidesHome(PartsOf(map), map.states[state].choices));
  map.state = state;
  map.progress.outcome = map.states[state].outcome;
  return map;
}

StoredMap InState(StoredMap map, std::span<const std::string> words) {
  if (words.empty()) {
    const std::uint16_t last = map.state;
    return InState(std::move(map), last);
  }
  const WorldState asked = ResolveWorldState(map.entities, words);
  for (std::size_t i = 0; i < map.states.size(); ++i) {
    if (map.states[i].choices == asked.choices) {
      return InState(std::move(map), static_cast<std::uint16_t>(i));
    }
  }
  std::string swept;
  for (const WorldState& state : map.states) swept += (swept.empty() ? "" : "; ") + state.name;
  throw InputError("--state: '" + asked.name + "' was not swept; of this level were: " + swept +
                   ". Sweep it with --continue");
}

}  // namespace wm
