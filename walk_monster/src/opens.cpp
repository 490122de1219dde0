#include "walk_monster/opens.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "maps/shown_text.h"
#include "walk_monster/number_text.h"
#include "walk_monster/src/state_space.h"

namespace wm {
namespace {

// A way that leads on from a point where its condition holds. After a ride, what carried the player
// is in another state.
struct ConditionalWay {
  PointId to = 0;
  std::uint32_t condition = 0;         // 0: always
  std::optional<std::uint32_t> moved;  // entity number
  std::size_t stop = 0;                // number of the state that it has come to
};

// Carries conditions along the ways of a map: every point learns the weakest ones under which walks
// from a spawn come to it.
class Spreader {
 public:
  explicit Spreader(const StoredMap& map) : map_(map), space_(map) {
    InternCondition({});
    CollectWays();
  }

  void Spread() {
    labels_.resize(map_.graph.points.size());
    for (const GraphSeed& seed : map_.graph.seeds) {
      if (!seed.is_spawn || seed.is_ride) continue;
      // The player stands here in every world that does not differ around his capsule.
      Reach reach;
      const Vec3 foot = map_.graph.points[seed.point].foot;
      Box box;
      box.Add(foot - Vec3{kBody, kBody, kBody});
      box.Add(foot + Vec3{kBody, kBody, kTall});
      reach.Add(foot, box);
      Note(seed.point,
           InternCondition(space_.HoldsFor(reach.Around(foot), map_.states[seed.state].choices)));
    }
    // The fewest entities first: what is weaker comes before what it makes superfluous.
    while (!waiting_.empty()) {
      const std::uint32_t label = waiting_.begin()->second;
      waiting_.erase(waiting_.begin());
      Flood(label);
    }
  }

  std::vector<Condition> ConditionsAt(const std::vector<PointId>& points) const {
    std::vector<Condition> all;
    for (const PointId point : points) {
      for (const std::uint32_t label : labels_[point]) all.push_back(conditions_[label]);
    }
    return all;
  }

  const StateSpace& space() const { return space_; }

 private:
  // [m] around a foot: more than any player is wide and tall by default; wider costs nothing but a
  // condition that need not be.
  static constexpr double kBody = 0.6;
  static constexpr double kTall = 2.5;
  static constexpr std::size_t kMostConditions = 100000;

  std::uint32_t InternCondition(const Condition& condition) {
    const auto [at, is_new] =
        number_of_.emplace(condition, static_cast<std::uint32_t>(conditions_.size()));
    if (is_new) {
      if (conditions_.size() >= kMostConditions) {
        throw InputError("more ways to open places than can be told (100,000)");
      }
      conditions_.push_back(condition);
      points_.emplace_back();
    }
    return at->second;
  }

  void CollectWays() {
    const Graph& graph = map_.graph;
    std::map<std::pair<PointId, std::uint16_t>, std::uint32_t> condition_of;
    for (const Expansion& expansion : graph.expansions) {
      const Box reach = expansion.reach.Around(graph.points[expansion.point].foot);
      condition_of[{expansion.point, expansion.state}] =
          InternCondition(space_.HoldsFor(reach, map_.states[expansion.state].choices));
    }
    ways_.resize(graph.points.size());
    const auto add = [&](PointId from, PointId to, Way way, std::uint16_t state) {
      const auto condition = condition_of.find({from, state});
      if (way != Way::kReached || condition == condition_of.end()) return;
      ways_[from].push_back({to, condition->second, std::nullopt, 0});
    };
    for (const GraphEdge& edge : graph.edges) {
      add(edge.a, edge.b, edge.forward, edge.state);
      add(edge.b, edge.a, edge.back, edge.state);
    }
    for (const GraphRide& ride : graph.rides) {
      const auto condition = condition_of.find({ride.from, ride.state});
      const auto moved = space_.Find(ride.entity);
      if (condition == condition_of.end() || !moved) continue;
      const std::size_t stop = space_.StateIn(*moved, {{ride.entity, ride.stop}});
      ways_[ride.from].push_back({ride.to, condition->second, *moved, stop});
    }
  }

  // A walk comes to the point under a condition. Nothing new where a weaker one is known.
  void Note(PointId point, std::uint32_t label) {
    std::vector<std::uint32_t>& known = labels_[point];
    for (const std::uint32_t other : known) {
      if (IsWeaker(conditions_[other], conditions_[label])) return;
    }
    std::erase_if(known, [&](std::uint32_t other) {
      return IsWeaker(conditions_[label], conditions_[other]);
    });
    known.push_back(label);
    points_[label].push_back(point);
    waiting_.insert({conditions_[label].size(), label});
  }

  void Flood(std::uint32_t label) {
    const auto has = [&](PointId point) {
      const std::vector<std::uint32_t>& known = labels_[point];
      return std::find(known.begin(), known.end(), label) != known.end();
    };
    while (!points_[label].empty()) {
      const PointId from = points_[label].back();
      points_[label].pop_back();
      if (!has(from)) continue;  // something weaker has come since
      for (const ConditionalWay& way : ways_[from]) {
        bool is_possible = true;
        Condition both = Both(conditions_[label], conditions_[way.condition], &is_possible);
        if (!is_possible) continue;
        if (way.moved) SetState(*way.moved, way.stop, &both);
        Note(way.to, InternCondition(both));
      }
    }
  }

  static void SetState(std::uint32_t entity, std::size_t state, Condition* condition) {
    const auto at = std::find_if(condition->begin(), condition->end(),
                                 [&](const auto& part) { return part.first >= entity; });
    const std::pair<std::uint32_t, StateMask> now{entity, StateMask{1} << state};
    if (at != condition->end() && at->first == entity) {
      *at = now;
    } else {
      condition->insert(at, now);
    }
  }

  const StoredMap& map_;
  const StateSpace space_;
  std::vector<Condition> conditions_;
  std::map<Condition, std::uint32_t> number_of_;
  std::vector<std::vector<ConditionalWay>> ways_;            // by point
  std::vector<std::vector<std::uint32_t>> labels_;           // by point: conditions, none weaker
  std::vector<std::vector<PointId>> points_;                 // by condition: to go on from
  std::set<std::pair<std::size_t, std::uint32_t>> waiting_;  // conditions to go on with
};

// The points within kThere of a place, on its storey.
std::vector<PointId> PointsAt(const StoredMap& stored, Vec3 place, Opens* opens) {
  std::vector<PointId> there;
  opens->nearest_m = HUGE_VAL;
  for (PointId id = 0; id < stored.graph.points.size(); ++id) {
    const Vec3 off = stored.graph.points[id].foot - place;
    if (Length(off) < opens->nearest_m) {
      opens->nearest_m = Length(off);
      opens->nearest = stored.graph.points[id].foot;
    }
    const double aside = HorizontalLength(off);
    if (aside <= kThere && std::abs(off.z) <= kThere + aside) there.push_back(id);
  }
  return there;
}

std::vector<std::size_t> NumbersOf(const std::vector<StateChoice>& choices,
                                   const StateSpace& space) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < space.size(); ++i) numbers.push_back(space.StateIn(i, choices));
  return numbers;
}

// Every choice of states that a mask leaves for one entity gives a set of its own.
std::vector<OpeningSet> SetsOf(const Condition& condition, const StateSpace& space,
                               const std::vector<std::size_t>& initial) {
  std::vector<OpeningSet> sets(1);
  for (const auto& [number, mask] : condition) {
    const Entity& entity = space.entity(number);
    if ((mask >> initial[number] & 1) != 0) {
      for (OpeningSet& set : sets) {
        set.kept.push_back({entity.id, entity.states[initial[number]].name});
      }
      continue;
    }
    std::vector<OpeningSet> more;
    for (const OpeningSet& set : sets) {
      for (std::size_t i = 0; i < entity.states.size(); ++i) {
        if ((mask >> i & 1) == 0) continue;
        more.push_back(set);
        more.back().changes.push_back({entity.id, entity.states[i].name});
      }
    }
    sets = std::move(more);
  }
  return sets;
}

auto KeyOf(const StateChoice& choice) { return std::pair(choice.entity, choice.state); }

bool IsBefore(const std::vector<StateChoice>& a, const std::vector<StateChoice>& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return std::lexicographical_compare(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const StateChoice& c, const StateChoice& d) { return KeyOf(c) < KeyOf(d); });
}

bool IsPartOf(const std::vector<StateChoice>& a, const std::vector<StateChoice>& b) {
  return std::all_of(a.begin(), a.end(), [&](const StateChoice& choice) {
    return std::find(b.begin(), b.end(), choice) != b.end();
  });
}

}  // namespace

Opens FindOpens(const StoredMap& stored, Vec3 place) {
  Opens opens;
  const std::vector<PointId> there = PointsAt(stored, place, &opens);
  if (there.empty()) return opens;
  Spreader spreader(stored);
  spreader.Spread();
  const auto initial = NumbersOf(InitialChoices(stored.entities), spreader.space());
  std::vector<OpeningSet> all;
  for (const Condition& condition : spreader.ConditionsAt(there)) {
    for (OpeningSet& set : SetsOf(condition, spreader.space(), initial)) {
      all.push_back(std::move(set));
    }
  }
  std::sort(all.begin(), all.end(), [](const OpeningSet& a, const OpeningSet& b) {
    if (IsBefore(a.changes, b.changes)) return true;
    return !IsBefore(b.changes, a.changes) && IsBefore(a.kept, b.kept);
  });
  for (const OpeningSet& set : all) {
    const bool is_superfluous =
        std::any_of(opens.sets.begin(), opens.sets.end(),
                    [&](const OpeningSet& known) { return IsPartOf(known.changes, set.changes); });
    if (!is_superfluous) opens.sets.push_back(set);
  }
  opens.is_known = !opens.sets.empty();
  return opens;
}

std::string WordsOf(const std::vector<StateChoice>& choices, const StoredMap& stored) {
  std::string text;
  for (const StateChoice& choice : choices) {
    const auto entity = std::find_if(stored.entities.begin(), stored.entities.end(),
                                     [&](const Entity& e) { return e.id == choice.entity; });
    text +=
        (text.empty() ? "" : ", ") +
        Shown(entity->name.empty() ? std::to_string(entity->id) : entity->name, kMostShownName) +
        "=" + Shown(choice.state, kMostShownName);
  }
  return text;
}

std::string TextOf(const Opens& opens, const StoredMap& stored) {
  if (!opens.is_known) {
    std::string text = "no walk comes there in any state that was swept";
    if (std::isfinite(opens.nearest_m)) {
      text += "; the nearest point is " + Fixed(opens.nearest_m, 2) + " m away, at " +
              RoundedPlace(opens.nearest);
    }
    return text;
  }
  std::string text;
  for (const OpeningSet& set : opens.sets) {
    text += text.empty() ? "" : "\n";
    text += set.changes.empty() ? "reached as the level begins" : WordsOf(set.changes, stored);
    if (!set.changes.empty() && !set.kept.empty()) {
      text += "  (with " + WordsOf(set.kept, stored) + ", as initially)";
    }
  }
  return text;
}

}  // namespace wm
