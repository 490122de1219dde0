#include "walk_monster/baselines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "walk_monster/point_index.h"
#include "walk_monster/src/kernel.h"
#include "walk_monster/src/mix.h"
#include "walk_monster/src/tiles.h"

namespace wm {
namespace {

// [of spacing] rrt: an end is a point where none of its storey is nearer, as for hit points of
// ours. Without it, targets behind a wall would pile up points in front of it.
constexpr double kRrtApart = 0.20;
// [m] An end this near to a known point has arrived there: a drive toward it would have.
constexpr double kArrived = 0.05;

constexpr std::array<Strategy, 3> kStrategies = {Strategy::kDirectional, Strategy::kProximity,
                                                 Strategy::kRrt};

// Numbers from [0, 1), the same for a seed on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(Mix(seed)) {}
  double Next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    return static_cast<double>(Mix(state_) >> 11) * 0x1.0p-53;
  }
  double Between(double low, double high) { return low + (high - low) * Next(); }

 private:
  std::uint64_t state_;
};

// The graph that grows, and what of it the listener has not heard of yet.
class Growth {
 public:
  Growth(const DriveContext& context, const BaselineOptions& options, SweepListener* listener)
      : context_(context),
        options_(options),
        listener_(listener),
        table_(16.0 * options.spacing, context.config.step, RiseOf(context.config)) {}

  const Graph& graph() const { return graph_; }
  std::optional<SweepOutcome> end() const { return end_; }

  void Plant(const SweepSeeds& seeds) {
    for (const Vec3 foot : seeds.spawns) Plant(foot, true);
    for (const Vec3 foot : seeds.plants) Plant(foot, false);
    Tell();
  }

  // One drive, and what it teaches; the point that it added, if any. Needs: no end yet.
  std::optional<PointId> Drive(PointId from, const DriveTarget& target, double apart) {
    const DriveResult result = DriveTowardPoint(context_, graph_.points[from].foot, target);
    ++counts_.drives;
    counts_.ticks += static_cast<std::uint64_t>(result.ticks);
    started_.push_back(from);
    const std::optional<PointId> added = Learn(from, result, apart);
    if (counts_.drives % options_.drives_a_phase == 0) Tell();
    CheckBudget();
    return added;
  }

  SweepResult Finish(SweepOutcome outcome) {
    Tell();
    for (const auto& [ids, edge] : edges_) graph_.edges.push_back(edge);
    for (PointId id = 0; id < graph_.points.size(); ++id) {
      if (is_started_[id] != 0) graph_.expansions.push_back(ExpansionAt(id));
    }
    const auto by_point = [](const GraphSeed& a, const GraphSeed& b) { return a.point < b.point; };
    std::sort(graph_.seeds.begin(), graph_.seeds.end(), by_point);
    return {outcome, std::move(graph_), counts_};
  }

  void SetFrontier(std::uint64_t points) { counts_.frontier = points; }

 private:
  void Plant(Vec3 foot, bool is_spawn) {
    if (table_.Nearest(foot, kRrtApart * options_.spacing)) return;
    const PointId id = AddPoint(Snap(foot), PointKind::kSeed, is_spawn, {});
    graph_.seeds.push_back({id, 0, is_spawn});
    change_.seeds.push_back(graph_.seeds.back());
  }

  PointId AddPoint(Vec3 foot, PointKind kind, bool from_spawn, Vec3 wall) {
    const auto id = static_cast<PointId>(graph_.points.size());
    graph_.points.push_back({foot, kind, 0, from_spawn, wall.x, wall.y});
    is_started_.push_back(0);
    ways_.emplace_back();
    TilePoint point;
    point.foot = foot;
    point.id = id;
    table_.Add(table_.FindOrMake(foot), point);
    counts_.points = graph_.points.size();
    return id;
  }

  std::optional<PointId> Learn(PointId from, const DriveResult& result, double apart) {
    PointKind kind = PointKind::kOpen;
    switch (result.outcome) {
      case Outcome::kReached:
        break;
      case Outcome::kOutOfBudget:
        if (result.end.ground != GroundKind::kStanding) return std::nullopt;
        kind = PointKind::kHit;
        break;
      case Outcome::kBlocked:
      case Outcome::kStuck:
        kind = PointKind::kHit;
        break;
      case Outcome::kFell:
        kind = PointKind::kLanding;
        break;
      case Outcome::kLeftWorld:
        graph_.exits.push_back({from, result.takeoff, 0});
        change_.exits.push_back(graph_.exits.back());
        return std::nullopt;
      case Outcome::kBadStart:
        ++counts_.bad_starts;
        return std::nullopt;
    }
    Vec3 wall;
    if (kind == PointKind::kHit && !result.obstacles.empty()) {
      const Obstacle& obstacle = result.obstacles.front();
      graph_.obstacles.push_back(
          {from, obstacle.point, obstacle.normal, context_.world.bodies[obstacle.body].entity, 0});
      change_.obstacles.push_back(graph_.obstacles.back());
      wall = NormalizedOr(Horizontal(obstacle.normal), {});
    }
    const auto near = table_.Nearest(result.end.foot, apart * options_.spacing);
    if (!near) {
      const PointId id = AddPoint(result.end.foot, kind, graph_.points[from].from_spawn, wall);
      NoteWay(from, id, result.drop_m);
      return id;
    }
    const TilePoint& known = table_.At(*near);
    if (known.id != from && HorizontalLength(known.foot - result.end.foot) <= kArrived) {
      NoteWay(from, known.id, result.drop_m);
      NoteFromSpawn(from, known.id);
    }
    return std::nullopt;
  }

  void NoteWay(PointId from, PointId to, double drop_m) {
    const std::pair ids(std::min(from, to), std::max(from, to));
    GraphEdge& edge = edges_[ids];
    edge.a = ids.first;
    edge.b = ids.second;
    Way& way = from == edge.a ? edge.forward : edge.back;
    if (way != Way::kReached) ways_[from].push_back(to);
    way = Way::kReached;
    edge.drop_m = std::max(edge.drop_m, drop_m);
    driven_.push_back(ids);
  }

  // What was found from a planted seed is reached once a walk from a spawn arrives, and all that
  // walks lead to from there.
  void NoteFromSpawn(PointId from, PointId to) {
    if (!graph_.points[from].from_spawn || graph_.points[to].from_spawn) return;
    std::vector<PointId> raised{to};
    graph_.points[to].from_spawn = true;
    while (!raised.empty()) {
      const PointId at = raised.back();
      raised.pop_back();
      if (at < change_.first_point) change_.now_from_spawn.push_back(at);
      for (const PointId next : ways_[at]) {
        if (graph_.points[next].from_spawn) continue;
        graph_.points[next].from_spawn = true;
        raised.push_back(next);
      }
    }
  }

  static Expansion ExpansionAt(PointId id) {
    Expansion expansion{id, 0, ExpansionKind::kDriven, {}};
    expansion.reach.Add({}, {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}});
    return expansion;
  }

  // The end of a phase.
  void Tell() {
    ++counts_.phases;
    change_.points.assign(graph_.points.begin() + change_.first_point, graph_.points.end());
    SortUnique(&driven_);
    for (const auto& ids : driven_) change_.edges.push_back(edges_.at(ids));
    SortUnique(&started_);
    for (const PointId id : started_) {
      if (is_started_[id] == 0) change_.expansions.push_back(ExpansionAt(id));
      is_started_[id] = 1;
    }
    if (listener_ != nullptr) {
      listener_->OnPhase(change_, counts_);
      if (listener_->ShouldStop()) end_ = SweepOutcome::kInterrupted;
    }
    driven_.clear();
    started_.clear();
    change_ = {};
    change_.first_point = static_cast<PointId>(graph_.points.size());
  }

  template <typename Value>
  static void SortUnique(std::vector<Value>* values) {
    std::sort(values->begin(), values->end());
    values->erase(std::unique(values->begin(), values->end()), values->end());
  }

  void CheckBudget() {
    if (end_) return;
    if (options_.max_points > 0 && counts_.points >= options_.max_points) {
      end_ = SweepOutcome::kMaxPoints;
    } else if ((options_.max_drives > 0 && counts_.drives >= options_.max_drives) ||
               (options_.max_ticks > 0 && counts_.ticks >= options_.max_ticks)) {
      end_ = SweepOutcome::kMaxDrives;
    }
  }

  const DriveContext& context_;
  const BaselineOptions& options_;
  SweepListener* listener_;
  TileTable table_;
  Graph graph_;  // edges and expansions come in the end
  std::map<std::pair<PointId, PointId>, GraphEdge> edges_;
  std::vector<std::vector<PointId>> ways_;  // by point: where walks and falls from it have led
  std::vector<char> is_started_;            // by point: drives began here, and the listener knows
  std::vector<PointId> started_;            // since the last phase
  std::vector<std::pair<PointId, PointId>> driven_;  // likewise
  GraphChange change_;
  SweepCounts counts_;
  std::optional<SweepOutcome> end_;
};

SweepResult Flood(Growth* growth, const BaselineOptions& options) {
  const auto kernel = KernelOf(8);
  for (PointId at = 0; at < growth->graph().points.size(); ++at) {
    growth->SetFrontier(growth->graph().points.size() - at);
    for (const KernelDirection& direction : kernel) {
      if (growth->end()) return growth->Finish(*growth->end());
      const DriveTarget target = DriveTarget::Heading(
          growth->graph().points[at].foot, {direction.x, direction.y, 0.0}, options.spacing);
      growth->Drive(at, target, options.apart);
    }
  }
  growth->SetFrontier(0);
  return growth->Finish(SweepOutcome::kExhausted);
}

SweepResult GrowTree(Growth* growth, const BaselineOptions& options, const Box& bounds) {
  Dice dice(options.seed);
  PointIndex index;
  for (const GraphPoint& point : growth->graph().points) index.Add(point.foot);
  while (!growth->end()) {
    const Vec3 place{dice.Between(bounds.min.x, bounds.max.x),
                     dice.Between(bounds.min.y, bounds.max.y),
                     dice.Between(bounds.min.z, bounds.max.z)};
    const PointId from = index.Nearest(place, 1).front().number;
    const Vec3 foot = growth->graph().points[from].foot;
    const Vec3 way = Horizontal(place - foot);
    const double length = std::min(HorizontalLength(way), options.spacing);
    const Vec3 heading = NormalizedOr(way, {1.0, 0.0, 0.0});
    const auto added = growth->Drive(from, DriveTarget::Heading(foot, heading, length), kRrtApart);
    if (added) index.Add(growth->graph().points[*added].foot);
    growth->SetFrontier(growth->graph().points.size());
  }
  return growth->Finish(*growth->end());
}

}  // namespace

std::string_view Name(Strategy strategy) {
  switch (strategy) {
    case Strategy::kDirectional:
      return "directional";
    case Strategy::kProximity:
      return "proximity";
    case Strategy::kRrt:
      return "rrt";
  }
  return "?";
}

std::optional<Strategy> StrategyOf(std::string_view name) {
  for (const Strategy strategy : kStrategies) {
    if (Name(strategy) == name) return strategy;
  }
  return std::nullopt;
}

SweepResult ExploreBaseline(const DriveContext& context, const SweepSeeds& seeds,
                            const BaselineOptions& options, SweepListener* listener) {
  if (listener != nullptr) listener->OnKnown({});
  Growth growth(context, options, listener);
  growth.Plant(seeds);
  if (options.strategy == Strategy::kProximity) return Flood(&growth, options);
  return GrowTree(&growth, options, context.world.bounds);
}

}  // namespace wm
