#include "walk_monster/src/revision.h"

#include <algorithm>
#include <utility>

namespace wm {
namespace {

bool IsSamePatch(const Patch& a, const Patch& b) {
  return a.entity == b.entity && a.state == b.state && a.ix == b.ix && a.iy == b.iy &&
         a.hash == b.hash;
}

// What the database keeps of an entity.
bool IsSameRecord(const Entity& stored, const Entity& entity) {
  const bool has_size = entity.kind == EntityClass::kBox || entity.kind == EntityClass::kContract;
  const auto is_same_name = [](const EntityState& a, const EntityState& b) {
    return a.name == b.name;
  };
  return stored.id == entity.id && stored.kind == entity.kind && stored.name == entity.name &&
         stored.intent == entity.intent && stored.position == entity.position &&
         (!has_size || stored.size == entity.size) &&
         (entity.kind != EntityClass::kContract || stored.contract == entity.contract) &&
         (entity.states.empty() || stored.initial_state == entity.initial_state) &&
         std::equal(stored.states.begin(), stored.states.end(), entity.states.begin(),
                    entity.states.end(), is_same_name);
}

class Reviser {
 public:
  Reviser(StoredMap known, const LevelRecord& level) : known_(std::move(known)), level_(level) {
    revision_.run = known_.run;
    was_expanded_.assign(known_.graph.points.size(), 0);
    for (const Expansion& expansion : known_.graph.expansions) {
      if (expansion.kind == ExpansionKind::kExpanded) was_expanded_[expansion.point] = 1;
    }
  }

  Revised Revise(const WorldState& world, const SweepOptions& options, std::size_t old_areas) {
    const std::vector<Patch>& old = known_.patches;
    const std::span<const Patch> now = level_.patches;
    const bool is_changed =
        !std::equal(old.begin(), old.end(), now.begin(), now.end(), IsSamePatch);
    if (is_changed) ChangeLevel();
    const std::vector<Entity>& entities = level_.map->entities;
    if (is_changed || !std::equal(known_.entities.begin(), known_.entities.end(), entities.begin(),
                                  entities.end(), IsSameRecord)) {
      revision_.level = level_;
    }
    Refine(options, old_areas);
    return Begin(world);
  }

 private:
  // Forgets what met something that is no longer, or not yet, there.
  void ChangeLevel() {
    std::vector<std::vector<Box>> changed;
    for (WorldState& state : known_.states) {
      const std::vector<Patch> before = PatchesIn(known_.patches, state.choices);
      state.choices = ChoicesNow(state.choices);
      state.outcome = kOutdated;
      changed.push_back(ChangedBoxes(before, PatchesIn(level_.patches, state.choices)));
    }
    const std::vector<char> untouched = Untouched(known_.graph, changed);
    Graph& graph = known_.graph;
    std::vector<Expansion> kept;
    for (std::size_t i = 0; i < graph.expansions.size(); ++i) {
      (untouched[i] != 0 ? kept : revision_.gone).push_back(graph.expansions[i]);
    }
    graph.expansions = std::move(kept);
    ForgetEdges();
    const auto is_gone = [this](const auto& found) {
      return IsGone(found.from_point, found.state);
    };
    ForgetRides();
    std::erase_if(graph.obstacles, is_gone);
    std::erase_if(graph.exits, is_gone);
    revision_.obstacles = graph.obstacles;
    revision_.exits = graph.exits;
  }

  // The choices of a world state, for the entities that the level has now.
  std::vector<StateChoice> ChoicesNow(const std::vector<StateChoice>& before) const {
    std::vector<StateChoice> now = InitialChoices(level_.map->entities);
    std::size_t next = 0;
    for (const Entity& entity : level_.map->entities) {
      if (entity.states.empty()) continue;
      StateChoice& choice = now[next++];
      for (const StateChoice& old : before) {
        const auto is_it = [&](const EntityState& s) { return s.name == old.state; };
        const bool is_known = old.entity == choice.entity &&
                              std::any_of(entity.states.begin(), entity.states.end(), is_it);
        if (is_known) choice.state = old.state;
      }
    }
    return now;
  }

  bool IsGone(PointId point, std::uint16_t state) const {
    const auto key = std::pair(point, state);
    const auto at = std::lower_bound(
        revision_.gone.begin(), revision_.gone.end(), key,
        [](const Expansion& e, const auto& k) { return std::pair(e.point, e.state) < k; });
    return at != revision_.gone.end() && std::pair(at->point, at->state) == key;
  }

  void ForgetEdges() {
    std::vector<GraphEdge> kept;
    for (GraphEdge edge : known_.graph.edges) {
      const bool is_forward_gone = edge.forward != Way::kUntried && IsGone(edge.a, edge.state);
      const bool is_back_gone = edge.back != Way::kUntried && IsGone(edge.b, edge.state);
      if (is_forward_gone) edge.forward = Way::kUntried;
      if (is_back_gone) edge.back = Way::kUntried;
      if (!edge.IsTravelled()) edge.drop_m = 0.0;
      if (is_forward_gone || is_back_gone) revision_.edges.push_back(edge);
      if (edge.forward != Way::kUntried || edge.back != Way::kUntried) kept.push_back(edge);
    }
    known_.graph.edges = std::move(kept);
  }

  // Where a ride leads depends on what moves in all of its states: all are made again.
  void ForgetRides() {
    revision_.forgets_rides = true;
    known_.graph.rides.clear();
  }

  // Points in areas of a new density are expanded again, in every state.
  void Refine(const SweepOptions& options, std::size_t old_areas) {
    for (Expansion& expansion : known_.graph.expansions) {
      const Vec3 foot = known_.graph.points[expansion.point].foot;
      const auto is_around = [&](const DensityArea& area) { return area.box.Contains(foot); };
      if (expansion.kind != ExpansionKind::kExpanded ||
          std::none_of(options.areas.begin() + static_cast<std::ptrdiff_t>(old_areas),
                       options.areas.end(), is_around)) {
        continue;
      }
      expansion.kind = ExpansionKind::kDriven;
      revision_.expansions.push_back(expansion);
      known_.states[expansion.state].outcome = kOutdated;
    }
  }

  Revised Begin(const WorldState& world) {
    std::vector<WorldState>& states = known_.states;
    auto at = std::find_if(states.begin(), states.end(),
                           [&](const WorldState& state) { return state.choices == world.choices; });
    if (at == states.end()) {
      constexpr std::size_t kMostStates = 60000;
      if (states.size() >= kMostStates) throw InputError("too many world states in one database");
      at = states.insert(states.end(), world);
      at->outcome = kOutdated;
    }
    const auto state = static_cast<std::uint16_t>(at - states.begin());
    Revised revised;
    SweepStart& start = revised.start;
    start.state = state;
    start.may_be_absent = at->outcome == kOutdated;
    start.was_expanded = std::move(was_expanded_);
    if (start.may_be_absent) {
      revision_.forgets_seeds = true;
      std::erase_if(known_.graph.seeds, [&](const GraphSeed& seed) { return seed.state == state; });
    }
    at->outcome = "running";
    at->name = world.name;
    start.holds = HoldingIn(at->choices, known_.graph, states, level_.patches);
    start.known = std::move(known_.graph);
    start.counts.phases = known_.progress.phase;
    start.counts.next_colour = known_.progress.next_colour;
    start.counts.drives = known_.progress.drives;
    start.counts.ticks = known_.progress.ticks;
    start.counts.bad_starts = known_.progress.bad_starts;
    revision_.states = states;
    revision_.state = state;
    revised.states = std::move(states);
    revised.revision = std::move(revision_);
    return revised;
  }

  StoredMap known_;
  const LevelRecord& level_;
  MapRevision revision_;
  std::vector<char> was_expanded_;
};

}  // namespace

Revised Revise(StoredMap known, const LevelRecord& level, const WorldState& world,
               const SweepOptions& options, std::size_t old_areas) {
  return Reviser(std::move(known), level).Revise(world, options, old_areas);
}

}  // namespace wm
