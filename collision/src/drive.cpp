#include "collision/drive.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "collision/constants.h"
#include "collision/src/kill.h"

namespace wm {
namespace {

// The eight headings that a stuck player tries, unit vectors.
constexpr double kDiagonal = 0.70710678118654752;
constexpr Vec3 kHeadings[] = {
    {1, 0, 0},  {kDiagonal, kDiagonal, 0},   {0, 1, 0},  {-kDiagonal, kDiagonal, 0},
    {-1, 0, 0}, {-kDiagonal, -kDiagonal, 0}, {0, -1, 0}, {kDiagonal, -kDiagonal, 0}};

bool IsSupported(const MovementState& state) {
  return state.ground == GroundKind::kStanding || state.ground == GroundKind::kUnknown;
}

// The working state of one drive.
class Driver {
 public:
  Driver(const DriveContext& context, const MovementState& start, const DriveTarget& target)
      : context_(context),
        start_(start),
        target_(target),
        reach_(context.config.speed * context.config.tick_seconds) {
    result_.end = start;
    result_.takeoff = start.foot;
    result_.feet.Add(start.foot);
    anchor_ = start.foot;
    takeoff_ground_z_ = start.ground == GroundKind::kUnknown ? start.foot.z : start.ground_z;
    const double straight = HorizontalLength(target.point - start.foot);
    budget_ = kBudgetFactor * std::ceil(straight / reach_) + kBudgetTicks;
    fall_budget_ = std::ceil(kMaxFallSeconds / context.config.tick_seconds);
  }

  DriveResult Run(bool check_stuck) {
    while (!Advance()) {
    }
    if (result_.outcome == Outcome::kBlocked && check_stuck && IsStuck()) {
      result_.outcome = Outcome::kStuck;
    }
    return std::move(result_);
  }

 private:
  // One tick, or the end: true when the outcome stands.
  bool Advance() {
    MoveInput input;
    double commanded = 0.0;
    if (IsSupported(result_.end)) {
      const Vec3 to = Horizontal(target_.point - result_.end.foot);
      const double distance = HorizontalLength(to);
      if (distance <= kArrived) return Arrive();
      if (GetsNoNearer(distance)) return EndAtRest(Outcome::kReached);
      if (++steered_ticks_ > budget_) return End(Outcome::kOutOfBudget);
      commanded = std::min(reach_, distance);
      input.walk_x = to.x / distance * (commanded / reach_);
      input.walk_y = to.y / distance * (commanded / reach_);
      heading_ = to * (1.0 / distance);
    } else if (++fall_ticks_ > fall_budget_) {
      return End(Outcome::kOutOfBudget);
    }
    const MovementState before = result_.end;
    context_.movement.Step(context_.world, context_.config, before, input, &move_);
    ++result_.ticks;
    result_.end = move_.state;
    result_.feet.Add(result_.end.foot);
    result_.deepest_overlap = std::max(result_.deepest_overlap, move_.deepest_overlap);
    result_.was_truncated = result_.was_truncated || move_.was_truncated;
    const Vec3 moved = result_.end.foot - before.foot;
    if (IsSupported(before)) result_.walked_m += HorizontalLength(moved);
    if (IsSupported(before) && !IsSupported(result_.end)) {
      result_.takeoff = before.foot;
      takeoff_ground_z_ = result_.end.ground_z;
    }
    if (HasLeftWorld(before.foot)) return End(Outcome::kLeftWorld);
    if (StaysPut(commanded))
      return EndAtRest(IsNearEnough() ? Outcome::kReached : Outcome::kBlocked);
    if (!IsSupported(before) && IsSupported(result_.end)) return Touchdown();
    if (IsSupported(before) && IsSupported(result_.end))
      return NotesNoProgress(before.foot, commanded);
    window_ = 0;
    return false;
  }

  // A fall, or a slide down steep ground, is over.
  bool Touchdown() {
    window_ = 0;
    const double drop = takeoff_ground_z_ - result_.end.ground_z;
    if (drop <= context_.config.step + kStepTolerance)
      return false;  // no deeper than a step: walk on
    result_.drop_m = drop;
    return End(Outcome::kFell);
  }

  bool Arrive() {
    const double off = std::abs(result_.end.foot.z - target_.point.z);
    const bool is_there = target_.is_heading || off <= kReachedVertical;
    return EndAtRest(is_there ? Outcome::kReached : Outcome::kBlocked);
  }

  // Ends the drive once the player rests: what he stands on must hold him without steering.
  bool EndAtRest(Outcome outcome) {
    const MovementState stopped = result_.end;
    const MoveResult last_move = move_;
    for (bool is_first = true; is_first || !IsSupported(result_.end); is_first = false) {
      const MovementState before = result_.end;
      context_.movement.Step(context_.world, context_.config, before, {}, &move_);
      if (!is_first) ++result_.ticks;  // the first only asks whether he rests
      result_.end = move_.state;
      result_.feet.Add(result_.end.foot);
      if (HasLeftWorld(before.foot)) {
        result_.takeoff = stopped.foot;
        return End(Outcome::kLeftWorld);
      }
      if (++fall_ticks_ > fall_budget_) return End(Outcome::kOutOfBudget);
    }
    const double drop = stopped.ground_z - result_.end.ground_z;
    if (drop > context_.config.step + kStepTolerance) {
      result_.takeoff = stopped.foot;
      result_.drop_m = drop;
      return End(Outcome::kFell);
    }
    move_ = last_move;  // what stood in the way, not what he came to rest on
    if (outcome == Outcome::kReached && !IsNearEnough()) outcome = Outcome::kBlocked;
    return End(outcome);
  }

  // True when the last ticks got nowhere, which ends the drive.
  bool NotesNoProgress(Vec3 before, double commanded) {
    for (int i = kRockingTicks - 1; i > 0; --i) {
      window_foot_[i] = window_foot_[i - 1];
      window_commanded_[i] = window_commanded_[i - 1];
    }
    window_foot_[0] = before;
    window_commanded_[0] = commanded;
    ++window_;
    if (!GotNowhere(kBlockedTicks) && !GotNowhere(kRockingTicks)) return false;
    return EndAtRest(IsNearEnough() ? Outcome::kReached : Outcome::kBlocked);
  }

  // Whoever slips back as often as he steps forward gets nowhere either, though no few ticks show
  // it.
  bool StaysPut(double commanded) {
    if (Distance(result_.end.foot, anchor_) > kStuckMoved) {
      anchor_ = result_.end.foot;
      commanded_at_anchor_ = 0.0;
      return false;
    }
    commanded_at_anchor_ += commanded;
    return commanded_at_anchor_ * kBlockedShare > kStuckMoved && IsSupported(result_.end);
  }

  // Beside a wall the last, tiny ticks may throw the foot about the target and never onto it.
  bool GetsNoNearer(double distance) {
    if (distance < nearest_ - kArrived) {
      nearest_ = distance;
      ticks_no_nearer_ = 0;
      return false;
    }
    return ++ticks_no_nearer_ >= kBlockedTicks && IsNearEnough();
  }

  bool GotNowhere(int ticks) const {
    if (window_ < ticks) return false;
    double wanted = 0.0;
    for (int i = 0; i < ticks; ++i) wanted += window_commanded_[i];
    // Horizontally: a foot that bobs on an edge gets no nearer.
    const Vec3 net = result_.end.foot - window_foot_[ticks - 1];
    return HorizontalLength(net) < kBlockedShare * wanted;
  }

  bool IsNearEnough() const {
    const Vec3 off = target_.point - result_.end.foot;
    return HorizontalLength(off) <= kReachedHorizontal &&
           (target_.is_heading || std::abs(off.z) <= kReachedVertical);
  }

  bool HasLeftWorld(Vec3 before) const {
    const World& world = context_.world;
    if (result_.end.foot.z < world.bounds.min.z - kLeftWorldDepth) return true;
    return !world.kill_triangles.empty() &&
           TouchesKill(world, {context_.config.radius, context_.config.height}, before,
                       result_.end.foot);
  }

  bool End(Outcome outcome) {
    result_.outcome = outcome;
    const Capsule capsule{context_.config.radius, context_.config.height};
    result_.deepest_overlap = std::max(result_.deepest_overlap,
                                       DeepestOverlap(context_.queries, capsule, result_.end.foot));
    if (outcome != Outcome::kReached) NoteObstacles();
    return true;
  }

  void NoteObstacles() {
    if (context_.world.triangle_body.empty()) return;
    std::vector<Contact> contacts = move_.contacts;
    const bool is_held = result_.outcome == Outcome::kBlocked || result_.outcome == Outcome::kStuck;
    if (contacts.empty() && is_held) contacts = WhatFacesThePlayer();
    std::stable_sort(contacts.begin(), contacts.end(), [&](const Contact& a, const Contact& b) {
      return Dot(a.normal, heading_) < Dot(b.normal, heading_);
    });
    for (const Contact& c : contacts) {
      result_.obstacles.push_back(
          {c.point, c.normal, context_.world.triangle_body[c.triangle], c.triangle});
    }
  }

  // For movements that do not say what stood in the way, such as Bullet's character: what is within
  // the skin and less than 60 degrees from head-on.
  std::vector<Contact> WhatFacesThePlayer() const {
    std::vector<Contact> contacts;
    const Capsule capsule{context_.config.radius, context_.config.height};
    context_.queries.Contacts(capsule, result_.end.foot, context_.config.skin, &contacts);
    std::erase_if(contacts, [&](const Contact& c) { return Dot(c.normal, heading_) > -0.5; });
    return contacts;
  }

  bool IsStuck() {
    if (Distance(start_.foot, result_.end.foot) >= kStuckMoved) return false;
    for (Vec3 heading : kHeadings) {
      const auto target = DriveTarget::Heading(result_.end.foot, heading, 2.0 * kStuckFree);
      const DriveResult escape = Driver(context_, result_.end, target).Run(false);
      result_.feet.Add(escape.feet.min);
      result_.feet.Add(escape.feet.max);
      if (escape.outcome == Outcome::kFell || escape.outcome == Outcome::kLeftWorld) return false;
      if (Distance(escape.end.foot, result_.end.foot) >= kStuckFree) return false;
    }
    return true;
  }

  const DriveContext& context_;
  const MovementState start_;
  const DriveTarget target_;
  const double reach_;  // [m] a tick
  double budget_ = 0.0;
  double fall_budget_ = 0.0;
  double steered_ticks_ = 0.0;
  double fall_ticks_ = 0.0;
  double takeoff_ground_z_ = 0.0;
  Vec3 heading_;
  Vec3 anchor_;                       // where the player last was for good
  double commanded_at_anchor_ = 0.0;  // [m] since he came there
  double nearest_ = HUGE_VAL;         // [m] to the target so far, horizontally
  int ticks_no_nearer_ = 0;
  int window_ = 0;                   // supported ticks in a row
  Vec3 window_foot_[kRockingTicks];  // before each of them, the latest first
  double window_commanded_[kRockingTicks] = {};
  MoveResult move_;
  DriveResult result_;
};

}  // namespace

std::string_view Name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kReached:
      return "reached";
    case Outcome::kBlocked:
      return "blocked";
    case Outcome::kFell:
      return "fell";
    case Outcome::kLeftWorld:
      return "left_world";
    case Outcome::kStuck:
      return "stuck";
    case Outcome::kOutOfBudget:
      return "out_of_budget";
    case Outcome::kBadStart:
      return "bad_start";
  }
  return "?";
}

Box ReachOf(const Box& feet, const PlayerConfig& config) {
  const double aside = config.radius + kQueryMargin;
  // Downhill, the ground is looked for as far below as the steepest walkable slope may lead.
  const double rise = Snap(std::tan(config.slope_limit_deg * std::numbers::pi / 180.0));
  const double down = config.step + kSubstepShare * config.radius * rise + kQueryMargin;
  const double up = config.height + config.step + kQueryMargin;
  return {feet.min - Vec3{aside, aside, down}, feet.max + Vec3{aside, aside, up}};
}

namespace {

// The foot of a player put on the surface of a slope: the round bottom stands r (1 / cos - 1) above
// it. Empty where that does not explain the overlap.
std::optional<Vec3> LiftedOffSlope(const DriveContext& context, const Capsule& capsule, Vec3 foot,
                                   double allowed) {
  const double lift = context.config.step;
  const Vec3 above = foot + Snap(Vec3{0.0, 0.0, lift});
  if (DeepestOverlap(context.queries, capsule, above) > allowed) return std::nullopt;
  const auto hit = context.queries.Sweep(capsule, above, foot - above);
  if (!hit) return std::nullopt;
  const double risen = lift * (1.0 - hit->fraction);
  const double slope_z = std::max(hit->contact.normal.z, 0.1);
  if (risen > capsule.radius * (1.0 / slope_z - 1.0) + allowed) return std::nullopt;
  return foot + Snap(Vec3{0.0, 0.0, risen + kRestGap});
}

}  // namespace

std::optional<MovementState> SettleStart(const DriveContext& context, Vec3 foot, double max_drop) {
  if (!IsFinite(foot)) return std::nullopt;
  const Capsule capsule{context.config.radius, context.config.height};
  const double allowed = context.config.skin + context.movement.RestOverlap();
  foot = Snap(foot);
  if (DeepestOverlap(context.queries, capsule, foot) > allowed) {
    const auto lifted = LiftedOffSlope(context, capsule, foot, allowed);
    if (!lifted) return std::nullopt;
    foot = *lifted;
  }
  const Vec3 hovering = foot + Snap(Vec3{0.0, 0.0, kHover});
  // A landing may end up to a millimetre above its ground: nobody fails to begin for that.
  const double drop = std::max(max_drop, kHover) + kStepTolerance;
  const Vec3 down = Snap(Vec3{0.0, 0.0, -(kHover + drop)});
  const auto hit = context.queries.Sweep(capsule, hovering, down);
  if (!hit) return std::nullopt;
  MovementState state;
  const double gap = std::min(kRestGap, -down.z * hit->fraction);
  state.foot = hovering + Snap(down * hit->fraction + Vec3{0.0, 0.0, gap});
  state.ground_z = state.foot.z;
  // The movement's own word on the ground there, so that every drive of a batch starts with it.
  MoveResult settled;
  context.movement.Step(context.world, context.config, state, {}, &settled);
  return settled.state.ground == GroundKind::kStanding ? settled.state : state;
}

DriveResult DriveTowardPoint(const DriveContext& context, const MovementState& start,
                             const DriveTarget& target) {
  if (!IsFinite(start.foot) || !IsFinite(target.point)) {
    DriveResult result;
    result.end = start;
    return result;
  }
  return Driver(context, start, target).Run(true);
}

DriveResult DriveTowardPoint(const DriveContext& context, Vec3 foot, const DriveTarget& target) {
  const auto start = SettleStart(context, foot, context.config.step);
  if (!start) {
    DriveResult result;
    result.end.foot = foot;
    return result;
  }
  return DriveTowardPoint(context, *start, target);
}

void DriveTowardPoints(const DriveContext& context, Vec3 foot, std::span<const DriveTarget> targets,
                       std::vector<DriveResult>* results) {
  results->clear();
  results->reserve(targets.size());
  const auto start = SettleStart(context, foot, context.config.step);
  for (const DriveTarget& target : targets) {
    if (start) {
      results->push_back(DriveTowardPoint(context, *start, target));
    } else {
      results->emplace_back().end.foot = foot;
    }
  }
}

}  // namespace wm
