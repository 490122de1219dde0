#include "tests/cases/case_support.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace wm::cases {
namespace {

bool IsFiniteState(const MovementState& state) {
  return IsFinite(state.foot) && IsFinite(state.velocity) && std::isfinite(state.ground_z);
}

void TakeStep(const DriveContext& context, const MoveInput& input, const OnTick& on_tick,
              MoveResult* result, ObservedWalk* walk) {
  context.movement.Step(context.world, context.config, walk->end, input, result);
  if (!IsFiniteState(result->state)) FAIL("not a number at tick " << walk->ticks);
  if (on_tick) {
    const Vec3 commanded = Vec3{input.walk_x, input.walk_y, 0.0} * context.config.speed;
    on_tick({walk->ticks, walk->end, commanded, *result});
  }
  walk->end = result->state;
  walk->ticks += 1;
  walk->deepest_overlap = std::max(walk->deepest_overlap, result->deepest_overlap);
  walk->was_truncated = walk->was_truncated || result->was_truncated;
}

void CheckWhatHoldsAlways(const Rig& rig, const DriveResult& result, const DriveResult& again) {
  INFO(Say(result));
  CHECK(IsFiniteState(result.end));
  CHECK(result.end == again.end);
  CHECK(result.outcome == again.outcome);
  CHECK(result.ticks == again.ticks);
  CHECK(result.walked_m == again.walked_m);
  if (rig.backend() == BackendKind::kBrute) {
    CHECK_FALSE(result.was_truncated);
    CHECK(result.deepest_overlap <= rig.config().skin);
  }
}

}  // namespace

PlayerConfig CharacterS() {
  PlayerConfig config;
  config.radius = 0.30;
  config.height = 1.80;
  config.step = 0.35;
  config.slope_limit_deg = 45.0;
  config.skin = 0.02;
  config.speed = 2.0;
  config.tick_seconds = 1.0 / 60.0;
  return config;
}

std::vector<double> Yaws(Extent extent) {
  if (extent == Extent::kSample) return {0.0, 15.0, 135.0, 285.0};
  std::vector<double> yaws;
  yaws.reserve(24);
  for (int i = 0; i < 24; ++i) yaws.push_back(15.0 * i);
  return yaws;
}

std::vector<Placement> Placements(Extent extent) {
  std::vector<Placement> placements;
  for (const double yaw : Yaws(extent)) {
    placements.push_back({yaw, {}});
    placements.push_back({yaw, {1000.0, 1000.0, 0.0}});
  }
  return placements;
}

std::string Say(Vec3 p) {
  std::ostringstream text;
  text.precision(12);
  text << '(' << p.x << ", " << p.y << ", " << p.z << ')';
  return text.str();
}

std::string Say(const DriveResult& result) {
  std::ostringstream text;
  text.precision(12);
  text << Name(result.outcome) << " at " << Say(result.end.foot) << " after " << result.ticks
       << " ticks, walked " << result.walked_m << ", dropped " << result.drop_m << ", overlap "
       << result.deepest_overlap;
  return text.str();
}

std::string Say(const Placement& placement) {
  std::ostringstream text;
  text << "yaw " << placement.yaw_deg << " shift " << Say(placement.shift);
  return text.str();
}

DriveResult CheckedDrive(const Rig& rig, Vec3 foot, const DriveTarget& target) {
  DriveResult result = DriveTowardPoint(rig.Context(), foot, target);
  CheckWhatHoldsAlways(rig, result, DriveTowardPoint(rig.Context(), foot, target));
  return result;
}

DriveResult CheckedGoOn(const Rig& rig, const MovementState& start, const DriveTarget& target) {
  DriveResult result = DriveTowardPoint(rig.Context(), start, target);
  CheckWhatHoldsAlways(rig, result, DriveTowardPoint(rig.Context(), start, target));
  return result;
}

DriveResult CheckedDrive(const Rig& rig, const Scene& scene, Vec3 from, Vec3 to) {
  return CheckedDrive(rig, scene.ToWorld(from), DriveTarget::Point(scene.ToWorld(to)));
}

MovementState Settled(const Rig& rig, Vec3 foot, double max_drop) {
  const std::optional<MovementState> state = SettleStart(rig.Context(), foot, max_drop);
  INFO("settle at " << Say(foot));
  REQUIRE(state.has_value());
  return *state;
}

MovementState Flying(Vec3 foot, Vec3 velocity) {
  MovementState state;
  state.foot = Snap(foot);
  state.velocity = velocity;
  state.ground = GroundKind::kFalling;
  state.ground_z = state.foot.z;
  return state;
}

ObservedWalk WalkObserved(const DriveContext& context, const MovementState& start, Vec3 target,
                          int max_ticks, const OnTick& on_tick) {
  ObservedWalk walk;
  walk.end = start;
  const double tick_length = context.config.speed * context.config.tick_seconds;
  MoveResult result;
  for (;;) {
    const Vec3 to_target = Horizontal(target - walk.end.foot);
    const double distance = Length(to_target);
    walk.is_arrived = distance < 1e-6;
    if (walk.is_arrived || walk.ticks >= max_ticks) return walk;
    const double share = std::min(1.0, distance / tick_length) / distance;
    MoveInput input;
    input.walk_x = to_target.x * share;
    input.walk_y = to_target.y * share;
    TakeStep(context, input, on_tick, &result, &walk);
  }
}

ObservedWalk PushObserved(const DriveContext& context, const MovementState& start, MoveInput input,
                          int ticks, const OnTick& on_tick) {
  ObservedWalk walk;
  walk.end = start;
  MoveResult result;
  while (walk.ticks < ticks) TakeStep(context, input, on_tick, &result, &walk);
  return walk;
}

}  // namespace wm::cases
