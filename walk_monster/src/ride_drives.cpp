#include "walk_monster/src/ride_drives.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "walk_monster/moving_entity.h"
#include "walk_monster/point_index.h"
#include "walk_monster/src/rides.h"

namespace wm {
namespace {

// [m] A ride that ends this near to a point ends on it: as near as a walk must come.
constexpr double kSamePlace = 0.05;
// [m] What a player stands on is this near to his round bottom.
constexpr double kSupport = 0.05;

class RideDriver {
 public:
  RideDriver(const Session& session, std::uint16_t state, Closing closing, Graph* graph,
             SweepCounts* counts, GraphChange* change)
      : session_(session),
        state_(state),
        closing_(closing),
        graph_(graph),
        counts_(counts),
        change_(change) {
    for (const GraphPoint& point : graph->points) index_.Add(point.foot);
  }

  // Carries the players on a door or lift to its other states.
  void Move(const Entity& entity, const std::vector<char>& is_seen) {
    const std::vector<PointId> riders = RidersOf(SolidBodyOf(session_.world(), entity.id), is_seen);
    if (riders.empty()) return;
    const MovingEntity moving(session_, entity);
    const auto at =
        std::find_if(entity.states.begin(), entity.states.end(),
                     [&](const EntityState& s) { return s.name == StateOf(session_, entity); });
    for (auto stop = entity.states.begin(); stop != entity.states.end(); ++stop) {
      const auto apart = std::abs(stop - at);
      if (apart == 0 || (entity.kind == EntityClass::kLift && apart > 1)) continue;
      for (const PointId rider : riders) {
        const Vec3 foot = graph_->points[rider].foot;
        Note(rider, entity, stop->name, moving.Move(foot, stop->name, closing_));
      }
    }
  }

  void Finish() {
    std::sort(graph_->rides.begin(), graph_->rides.end());
    counts_->points = graph_->points.size();
  }

 private:
  static bool ByPoint(const Expansion& a, const Expansion& b) {
    return std::pair(a.point, a.state) < std::pair(b.point, b.state);
  }

  // The points at which a player stands on a body.
  std::vector<PointId> RidersOf(std::size_t body, const std::vector<char>& is_seen) const {
    const DriveContext& context = session_.contexts()[0];
    const PlayerConfig& player = context.config;
    const Box& bounds = context.world.bodies[body].bounds;
    std::vector<PointId> riders;
    std::vector<Contact> contacts;
    const double far = 0.5 * Length(bounds.max - bounds.min) + 2.0 * player.radius + kSupport;
    for (const PointIndex::Found& near : index_.Within((bounds.min + bounds.max) * 0.5, far)) {
      const PointId id = near.number;
      if (id >= is_seen.size() || is_seen[id] == 0) continue;
      const Vec3 foot = graph_->points[id].foot;
      const double wide = player.radius + kSupport;
      const Box around{foot - Vec3{wide, wide, kSupport}, foot + Vec3{wide, wide, wide}};
      if (!bounds.Overlaps(around)) continue;
      context.queries.Contacts({player.radius, player.height}, foot, kSupport, &contacts);
      const bool is_on_it = std::any_of(contacts.begin(), contacts.end(), [&](const Contact& c) {
        return context.world.triangle_body[c.triangle] == body && c.normal.z > kSupporting;
      });
      if (is_on_it) riders.push_back(id);
    }
    return riders;
  }

  void Note(PointId rider, const Entity& entity, const std::string& stop, const RideResult& ride) {
    ++counts_->rides;
    counts_->ticks += static_cast<std::uint64_t>(ride.ticks);
    Extend(rider, ride.feet);
    switch (ride.outcome) {
      case RideOutcome::kAside:
        if (IsLeftBehind(rider, ride.end.foot)) break;
        [[fallthrough]];
      case RideOutcome::kCarried:
      case RideOutcome::kFell:
        NoteArrival(rider, entity, stop, ride);
        break;
      case RideOutcome::kLeftWorld:
        NoteExit({rider, ride.takeoff, state_});
        break;
      case RideOutcome::kCrushed:
        ++counts_->crushed;
        if (ride.obstacle) {
          const std::uint32_t who = session_.world().bodies[ride.obstacle->body].entity;
          NoteObstacle({rider, ride.obstacle->point, ride.obstacle->normal, who, state_});
        }
        break;
      case RideOutcome::kBadStart:
        ++counts_->bad_starts;
        break;
    }
  }

  // Stood on something else as well, and stays there. Nobody is followed who is left on ground that
  // a lift has led to, as nobody is who is behind a door when it closes.
  bool IsLeftBehind(PointId rider, Vec3 end) const {
    const Vec3 off = end - graph_->points[rider].foot;
    const PlayerConfig& player = session_.player();
    return HorizontalLength(off) <= player.radius && std::abs(off.z) <= player.step;
  }

  void NoteArrival(PointId rider, const Entity& entity, const std::string& stop,
                   const RideResult& ride) {
    GraphRide row{rider, 0, state_, entity.id, stop, 0.0};
    const auto known = std::find_if(graph_->rides.begin(), graph_->rides.end(),
                                    [&](const GraphRide& r) { return !(r < row) && !(row < r); });
    if (known != graph_->rides.end()) return;
    row.to = PointAt(ride.end.foot, graph_->points[rider].from_spawn);
    if (row.to == rider) return;  // moved on the spot
    row.drop_m = ride.outcome == RideOutcome::kFell ? ride.drop_m : 0.0;
    graph_->rides.push_back(row);
    change_->rides.push_back(row);
  }

  PointId PointAt(Vec3 foot, bool is_from_spawn) {
    for (const PointIndex::Found& found : index_.Within(foot, 2.0 * kSamePlace)) {
      const Vec3 off = graph_->points[found.number].foot - foot;
      if (HorizontalLength(off) <= kSamePlace) return found.number;
    }
    GraphPoint point;
    point.foot = Snap(foot);
    point.state = state_;
    point.from_spawn = is_from_spawn;
    index_.Add(point.foot);
    graph_->points.push_back(point);
    change_->points.push_back(point);
    return static_cast<PointId>(graph_->points.size() - 1);
  }

  // What a ride met belongs to what was driven from the point.
  void Extend(PointId rider, const Box& feet) {
    const Expansion none{rider, state_, ExpansionKind::kDriven, {}};
    auto expansion =
        std::lower_bound(graph_->expansions.begin(), graph_->expansions.end(), none, ByPoint);
    if (expansion == graph_->expansions.end() || ByPoint(none, *expansion)) {
      expansion = graph_->expansions.insert(expansion, none);
    }
    expansion->reach.Add(graph_->points[rider].foot, ReachOf(feet, session_.player()));
    std::erase_if(change_->expansions, [&](const Expansion& e) { return e.point == rider; });
    change_->expansions.push_back(*expansion);
  }

  void NoteExit(const GraphExit& exit) {
    for (const GraphExit& known : graph_->exits) {
      if (known.from_point == exit.from_point && known.takeoff == exit.takeoff) return;
    }
    graph_->exits.push_back(exit);
    change_->exits.push_back(exit);
  }

  void NoteObstacle(const GraphObstacle& obstacle) {
    for (const GraphObstacle& known : graph_->obstacles) {
      if (known.from_point == obstacle.from_point && known.point == obstacle.point) return;
    }
    graph_->obstacles.push_back(obstacle);
    change_->obstacles.push_back(obstacle);
  }

  static constexpr double kSupporting = 0.3;  // upward part of a contact's normal

  const Session& session_;
  const std::uint16_t state_;
  const Closing closing_;
  Graph* graph_;
  SweepCounts* counts_;
  GraphChange* change_;
  PointIndex index_;
};

}  // namespace

void DriveRides(const Session& session, std::span<const WorldState> states,
                std::span<const Patch> patches, std::uint16_t state, Closing closing, Graph* graph,
                SweepCounts* counts, GraphChange* change) {
  change->first_point = static_cast<PointId>(graph->points.size());
  const std::vector<Entity>& entities = session.map().entities;
  const auto is_moving = [&](const Entity& entity) {
    return MovingEntity::IsPossible(session, entity);
  };
  if (std::none_of(entities.begin(), entities.end(), is_moving)) return;
  const std::vector<char> is_seen =
      GlimpseWithRides({*graph, states, patches}, states[state].choices).is_seen();
  RideDriver driver(session, state, closing, graph, counts, change);
  for (const Entity& entity : entities) {
    if (is_moving(entity)) driver.Move(entity, is_seen);
  }
  driver.Finish();
}

}  // namespace wm
