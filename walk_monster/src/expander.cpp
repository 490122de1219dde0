#include "walk_monster/src/expander.h"

#include <algorithm>
#include <utility>

namespace wm {

Expander::Expander(TileTable* table, std::uint32_t slot, const DriveContext& context,
                   const SweepOptions& options, std::uint16_t state)
    : table_(*table), slot_(slot), context_(context), options_(options), state_(state) {}

void Expander::Run(bool of_hits) {
  std::vector<std::uint32_t>& queue = of_hits ? tile().hit_queue : tile().queue;
  // In an order that a map that was stored and read again has as well.
  std::sort(queue.begin(), queue.end());
  for (std::size_t next = 0; next < queue.size(); ++next) Expand({slot_, queue[next]});
  queue.clear();
}

void Expander::Expand(PointRef ref) {
  table_.At(ref).is_queued = false;
  tile().expanded.push_back(ref.index);
  density_ = DensityAt(options_, table_.At(ref).foot);
  NoteReach(ref, {});
  joined_hits_.clear();
  strangers_.clear();
  errands_.clear();
  targets_.clear();
  if (!table_.At(ref).is_expanded) {
    table_.At(ref).is_expanded = true;
    table_.At(ref).expansion = ExpansionKind::kExpanded;
    tile().redriven += table_.At(ref).was_expanded;
    PlanSectors(ref);
  }
  PlanUntried(ref);
  DriveAll(ref);
  errands_.clear();
  targets_.clear();
  const std::vector<PointRef> strangers = std::exchange(strangers_, {});
  for (PointRef other : strangers) PlanStranger(other);
  DriveAll(ref);
  if (!options_.probe || table_.At(ref).kind != PointKind::kHit) return;
  errands_.clear();
  targets_.clear();
  for (PointRef other : std::vector<PointRef>(joined_hits_)) PlanProbe(ref, other);
  DriveAll(ref);
}

// A drive from the point met the world wherever its feet came; if it did not begin, right there.
void Expander::NoteReach(PointRef ref, const Box& feet) {
  TilePoint& point = table_.At(ref);
  Box all = feet;
  all.Add(point.foot);
  point.reach.Add(point.foot, ReachOf(all, context_.config));
  point.has_expansion = true;
}

// A walk to the nearest neighbour of each sector, or one spacing into a sector without any.
void Expander::PlanSectors(PointRef ref) {
  const Vec3 foot = table_.At(ref).foot;
  const std::span<const KernelDirection> kernel = KernelOf(density_.sectors);
  std::vector<std::optional<PointRef>> nearest(kernel.size());
  std::vector<double> nearest_squared(kernel.size(), HUGE_VAL);
  table_.ForEachNear(foot, kReach * density_.spacing,
                     [&](PointRef other, const TilePoint& point, double squared) {
                       if (other == ref) return;
                       const Vec3 d = point.foot - foot;
                       const int sector = SectorOf(kernel, d.x, d.y);
                       if (squared >= nearest_squared[sector]) return;
                       nearest_squared[sector] = squared;
                       nearest[sector] = other;
                     });
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    if (nearest[i]) {
      const HalfEdge* known = table_.FindEdge(ref, *nearest[i]);
      if (known != nullptr && known->way != Way::kUntried) continue;
      errands_.push_back({nearest[i], false, {}});
      targets_.push_back(DriveTarget::Point(table_.At(*nearest[i]).foot));
    } else {
      errands_.push_back({});
      const KernelDirection direction = Jittered(kernel, i, options_.jitter_seed, foot);
      targets_.push_back(DriveTarget::Heading(foot, {direction.x, direction.y, 0.0},
                                              direction.spacings * density_.spacing));
    }
  }
}

// The ways back along edges that others have driven.
void Expander::PlanUntried(PointRef ref) {
  std::vector<PointRef> untried;
  for (const HalfEdge& edge : table_.At(ref).edges) {
    if (edge.way == Way::kUntried) untried.push_back(edge.to);
  }
  std::sort(untried.begin(), untried.end());
  for (const PointRef to : untried) {
    bool is_planned = false;
    for (const Errand& errand : errands_) is_planned = is_planned || errand.to == to;
    if (is_planned) continue;
    errands_.push_back({to, false, {}});
    targets_.push_back(DriveTarget::Point(table_.At(to).foot));
  }
}

// Where two lattices meet, a point may lie just out of reach while its nearness forbids a new one
// on the way: walk to it, or the ground between would look torn.
void Expander::PlanStranger(PointRef other) {
  errands_.push_back({other, false, {}});
  targets_.push_back(DriveTarget::Point(table_.At(other).foot));
}

// Feels along the wall from one hit point to the next, pressing against it.
void Expander::PlanProbe(PointRef ref, PointRef other) {
  const Vec3 into = -table_.At(ref).obstacle_normal;
  errands_.push_back({std::nullopt, true, other});
  DriveTarget target = DriveTarget::Point(Snap(table_.At(other).foot + into * density_.spacing));
  target.is_heading = true;
  targets_.push_back(target);
}

void Expander::DriveAll(PointRef ref) {
  DriveTowardPoints(context_, table_.At(ref).foot, targets_, &results_);
  for (std::size_t i = 0; i < results_.size(); ++i) {
    NoteReach(ref, results_[i].feet);
    ++tile().drives;
    tile().ticks += static_cast<std::uint64_t>(results_[i].ticks);
    Learn(ref, errands_[i], results_[i]);
  }
}

void Expander::Learn(PointRef ref, const Errand& errand, const DriveResult& result) {
  if (errand.to) {
    const bool is_reached = result.outcome == Outcome::kReached;
    LearnWay(ref, *errand.to, is_reached ? Way::kReached : Way::kFailed, 0.0);
    if (is_reached) {
      // Once a pair: by whoever walks there first.
      const HalfEdge* back = table_.FindEdge(*errand.to, ref);
      const bool is_first = back == nullptr || back->way != Way::kReached;
      if (is_first && table_.At(*errand.to).kind == PointKind::kHit) {
        joined_hits_.push_back(*errand.to);
      }
      return;
    }
  }
  LearnEnd(ref, errand, result);
}

void Expander::LearnWay(PointRef ref, PointRef to, Way way, double drop_m) {
  HalfEdge& edge = table_.EdgeFrom(ref, to);
  if (edge.way != Way::kReached) {
    edge.way = way;
    edge.is_of_state = true;
    edge.drop_m = drop_m;
    tile().driven.push_back({ref, to});
  }
  if (to.tile != slot_) {
    if (table_.FindEdge(to, ref) == nullptr) tile().mirrors.push_back({to, ref});
    return;
  }
  if (table_.EdgeFrom(to, ref).way == Way::kUntried) table_.Queue(to);
}

void Expander::LearnEnd(PointRef ref, const Errand& errand, const DriveResult& result) {
  FoundEnd end{ref, result.end.foot, PointKind::kOpen, {}, 0.0};
  switch (result.outcome) {
    case Outcome::kReached:
      break;
    case Outcome::kBlocked:
    case Outcome::kStuck:
    case Outcome::kOutOfBudget:
      end.kind = PointKind::kHit;
      break;
    case Outcome::kFell:
      end.kind = PointKind::kLanding;
      end.drop_m = result.drop_m;
      break;
    case Outcome::kLeftWorld:
      tile().exits.push_back({ref.index, result.takeoff, state_});
      return;
    case Outcome::kBadStart:
      ++tile().bad_starts;
      return;
  }
  if (end.kind == PointKind::kHit && !result.obstacles.empty()) {
    const Obstacle& obstacle = result.obstacles.front();
    if (!errand.is_probe) {
      tile().obstacles.push_back({ref.index, obstacle.point, obstacle.normal,
                                  context_.world.bodies[obstacle.body].entity, state_});
    }
    end.obstacle_normal = NormalizedOr(Horizontal(obstacle.normal), {});
  }
  if (result.outcome == Outcome::kOutOfBudget && result.end.ground != GroundKind::kStanding) return;
  if (errand.is_probe && !IsOpening(ref, errand, end.foot)) return;
  if (end.kind == PointKind::kOpen && !errand.to) {
    const double apart = kOpenApart * DensityAt(options_, end.foot).spacing;
    const auto near = table_.Nearest(end.foot, apart);
    if (near && *near != ref && table_.FindEdge(ref, *near) == nullptr &&
        std::find(strangers_.begin(), strangers_.end(), *near) == strangers_.end()) {
      strangers_.push_back(*near);
    }
    if (near) return;
  }
  if (table_.Find(end.foot) != slot_) {
    tile().found_elsewhere.push_back(end);
    return;
  }
  const EndVerdict verdict = JudgeEnd(table_, end, options_);
  if (verdict.arrived_at && verdict.arrived_at->tile != slot_) {
    LearnWay(ref, *verdict.arrived_at, Way::kReached, end.drop_m);
    return;
  }
  AddEnd(&table_, slot_, end, verdict);
}

bool Expander::IsOpening(PointRef ref, const Errand& errand, Vec3 end) const {
  const TilePoint& here = table_.At(ref);
  const Vec3 into = -here.obstacle_normal;
  const double depth = kOpening * density_.spacing;
  return Dot(end - here.foot, into) > depth &&
         Dot(end - table_.At(errand.beyond).foot, into) > depth;
}

EndVerdict JudgeEnd(const TileTable& table, const FoundEnd& end, const SweepOptions& options) {
  const double spacing = DensityAt(options, end.foot).spacing;
  switch (end.kind) {
    case PointKind::kSeed:
    case PointKind::kOpen:
      return {!table.Nearest(end.foot, kOpenApart * spacing), std::nullopt};
    case PointKind::kHit:
      return {!table.Nearest(end.foot, kHitApart * spacing), std::nullopt};
    case PointKind::kLanding: {
      const auto near = table.Nearest(end.foot, std::min(kLandingApart, kHitApart * spacing));
      return {!near, near};
    }
  }
  return {};
}

void AddEnd(TileTable* table, std::uint32_t slot, const FoundEnd& end, const EndVerdict& verdict) {
  PointRef to;
  if (verdict.is_new) {
    TilePoint point;
    point.foot = end.foot;
    point.kind = end.kind;
    point.obstacle_normal = end.obstacle_normal;
    point.origin = table->At(end.from).origin;
    to = table->Add(slot, point);
  } else if (verdict.arrived_at && *verdict.arrived_at != end.from) {
    to = *verdict.arrived_at;
  } else {
    return;
  }
  HalfEdge& there = table->EdgeFrom(end.from, to);
  if (there.way != Way::kReached) {
    there.way = Way::kReached;
    there.is_of_state = true;
    there.drop_m = end.drop_m;
    table->tiles()[end.from.tile].driven.push_back({end.from, to});
  }
  if (table->EdgeFrom(to, end.from).way == Way::kUntried) table->Queue(to);
}

}  // namespace wm
