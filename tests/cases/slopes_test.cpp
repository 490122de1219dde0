// B08: walks up a wall-like ramp. B10: exactly on the slope limit.
#include <cmath>
#include <numbers>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"

namespace wm::cases {
namespace {

constexpr double kRadPerDeg = std::numbers::pi / 180.0;

scenes::Ramp RampOf(double angle_deg) {
  scenes::Ramp ramp;
  ramp.foot_x = 2.0;
  ramp.angle_deg = angle_deg;
  ramp.y0 = -2.0;
  ramp.y1 = 2.0;
  ramp.z1 = 2.0;
  return ramp;
}

// The floor and a ramp from x = 2 to z = 2 with a platform of at least 3 m behind it.
Scene RampScene(double angle_deg, double platform, const Placement& placement = {}) {
  scenes::Ramp ramp = RampOf(angle_deg);
  ramp.platform = platform;
  Scene scene;
  scene.Add("floor", scenes::FlatFloor(-6.0, 20.0, -10.0, 10.0, 0.0));
  scene.Add("ramp", scenes::MakeRamp(ramp));
  scene.Bake(placement);
  return scene;
}

// Where the foot of S rests on the ramp at `x`.
Vec3 FootOnRamp(double angle_deg, double x) {
  const double angle = angle_deg * kRadPerDeg;
  return {x, 0.0, (x - 2.0) * std::tan(angle) + 0.30 * (1.0 / std::cos(angle) - 1.0)};
}

void CheckTooSteep(BackendKind backend, double angle_deg, double yaw_deg) {
  INFO("slope " << angle_deg << " deg, yaw " << yaw_deg);
  const double top_x = RampOf(angle_deg).TopX();
  const Scene scene = RampScene(angle_deg, 6.0 - top_x, {yaw_deg, {}});
  const Rig rig(scene.world, backend, CharacterS());
  const Vec3 target{5.0, 0.0, 2.0};
  const double stop_x = 2.0 - 0.30 * std::tan(0.5 * angle_deg * kRadPerDeg);

  const DriveResult drive = CheckedDrive(rig, scene, {0.0, 0.0, 0.0}, target);
  INFO(Say(drive));
  CHECK(drive.outcome == Outcome::kBlocked);
  CHECK(scene.ToScene(drive.end.foot).x == Approx(stop_x).margin(0.03));

  // Pushed for 10 s.
  Range z;
  Range z_later;
  const MovementState start = Settled(rig, scene.ToWorld({0.0, 0.0, 0.0}));
  const ObservedWalk walk =
      WalkObserved(rig.Context(), start, scene.ToWorld(target), 600, [&](const WalkTick& tick) {
        z.Add(tick.result.state.foot.z);
        if (tick.tick >= 60) z_later.Add(tick.result.state.foot.z);
      });
  CHECK(scene.ToScene(walk.end.foot).x == Approx(stop_x).margin(0.03));
  CHECK(z.max <= 0.02);
  CHECK(z.min >= -0.002);
  CHECK(z_later.Width() < 0.005);
}

void WallLikeRamp(BackendKind backend) {
  SECTION("60 degrees: blocked at 1.827") { CheckTooSteep(backend, 60.0, 0.0); }
  SECTION("control: 30 degrees is walked") {
    const Scene scene = RampScene(30.0, 3.0);
    const Rig rig(scene.world, backend, CharacterS());
    const Vec3 target{RampOf(30.0).TopX() + 2.0, 0.0, 2.0};
    const DriveResult drive = CheckedDrive(rig, scene, {0.0, 0.0, 0.0}, target);
    INFO(Say(drive));
    CHECK(drive.outcome == Outcome::kReached);
    CHECK(drive.end.foot.z == Approx(2.0).margin(0.002));
  }
  SECTION("steeper, less steep, and turned") {
    for (const double angle : {46.0, 50.0, 55.0, 65.0, 70.0, 80.0, 85.0, 89.0}) {
      CheckTooSteep(backend, angle, 0.0);
    }
    for (const double yaw : {15.0, 75.0, 200.0}) CheckTooSteep(backend, 60.0, yaw);
  }
}

// Driving, standing and coming down, in one placement.
void CheckWalkable(BackendKind backend, double angle_deg, const Placement& placement) {
  INFO("slope " << angle_deg << " deg, " << Say(placement));
  const Scene scene = RampScene(angle_deg, 4.0, placement);
  const Rig rig(scene.world, backend, CharacterS());
  const Vec3 top{RampOf(angle_deg).TopX() + 2.0, 0.0, 2.0};
  const Vec3 half_way = FootOnRamp(angle_deg, 0.5 * (2.0 + RampOf(angle_deg).TopX()));

  const DriveResult up = CheckedDrive(rig, scene, {0.0, 0.0, 0.0}, top);
  INFO("up " << Say(up));
  CHECK(up.outcome == Outcome::kReached);
  CHECK(up.end.foot.z == Approx(2.0).margin(0.002));

  const DriveResult half = CheckedDrive(rig, scene, {0.0, 0.0, 0.0}, half_way);
  INFO("half way " << Say(half));
  CHECK(half.outcome == Outcome::kReached);
  CHECK(Distance(scene.ToScene(half.end.foot), half_way) <= 0.02);
  double drift = 0.0;
  PushObserved(rig.Context(), half.end, {}, 300, [&](const WalkTick& tick) {
    drift = std::max(drift, Distance(tick.result.state.foot, half.end.foot));
  });
  CHECK(drift < 0.001);

  const DriveResult down =
      CheckedGoOn(rig, half.end, DriveTarget::Point(scene.ToWorld({0.0, 0.0, 0.0})));
  INFO("down " << Say(down));
  CHECK(down.outcome == Outcome::kReached);
  CHECK(down.end.foot.z == Approx(0.0).margin(0.002));
}

void CheckNotWalkable(BackendKind backend, double angle_deg, const Placement& placement) {
  INFO("slope " << angle_deg << " deg, " << Say(placement));
  const Scene scene = RampScene(angle_deg, 4.0, placement);
  const Rig rig(scene.world, backend, CharacterS());
  const Vec3 top{RampOf(angle_deg).TopX() + 2.0, 0.0, 2.0};
  const double stop_x = 2.0 - 0.30 * std::tan(0.5 * angle_deg * kRadPerDeg);

  const DriveResult up = CheckedDrive(rig, scene, {0.0, 0.0, 0.0}, top);
  INFO("up " << Say(up));
  CHECK(up.outcome == Outcome::kBlocked);
  CHECK(scene.ToScene(up.end.foot).x == Approx(stop_x).margin(0.03));

  // Put half way up it does not stand: it slides to the bottom.
  MovementState half_way;
  half_way.foot =
      Snap(scene.ToWorld(FootOnRamp(angle_deg, 0.5 * (2.0 + RampOf(angle_deg).TopX()))));
  half_way.ground_z = half_way.foot.z;
  const ObservedWalk slide = PushObserved(rig.Context(), half_way, {}, 300);
  CHECK(scene.ToScene(slide.end.foot).x < 2.0);
  CHECK(slide.end.foot.z == Approx(0.0).margin(0.02));
  CHECK(slide.end.ground == GroundKind::kStanding);
}

void SlopeLimit(BackendKind backend, Extent extent) {
  for (const Placement& placement : Placements(extent)) {
    CheckWalkable(backend, 44.9, placement);
    CheckWalkable(backend, 45.0, placement);
    CheckNotWalkable(backend, 45.2, placement);
  }
}

// Neighbours: gentle and steep slopes, and slopes cut into rows of small triangles.
void OtherSlopes(BackendKind backend) {
  for (const double angle : {5.0, 26.565, 40.0, 44.99}) CheckWalkable(backend, angle, {22.0, {}});
  for (const double angle : {45.5, 48.0, 63.0, 75.0}) CheckNotWalkable(backend, angle, {22.0, {}});
}

void CutSlope(BackendKind backend) {
  for (const double yaw : {0.0, 31.0}) {
    INFO("yaw " << yaw);
    Scene scene;
    scene.Add("floor", scenes::FlatFloor(-6.0, 2.0, -10.0, 10.0, 0.0));
    const TriangleMesh flat = scenes::MakeCutFloor({2.0, 5.0, -2.0, 2.0, 0.0, 20, 20});
    scene.Add("slope", scenes::Tilted(flat, {2.0, 0.0, 0.0}, {0.0, -1.0, 0.0}, 45.0));
    scene.Bake({yaw, {}});
    const Rig rig(scene.world, backend, CharacterS());
    const Vec3 half_way = FootOnRamp(45.0, 3.2);
    const DriveResult up = CheckedDrive(rig, scene, {0.0, 0.3, 0.0}, half_way);
    INFO("up " << Say(up));
    CHECK(up.outcome == Outcome::kReached);
    CHECK(Distance(scene.ToScene(up.end.foot), half_way) <= 0.02);
    const ObservedWalk stand = PushObserved(rig.Context(), up.end, {}, 300);
    CHECK(Distance(stand.end.foot, up.end.foot) < 0.001);
    const DriveResult down =
        CheckedGoOn(rig, up.end, DriveTarget::Point(scene.ToWorld({0.0, 0.0, 0.0})));
    INFO("down " << Say(down));
    CHECK(down.outcome == Outcome::kReached);
  }
}

WM_CASE(WallLikeRamp, "B08 a wall-like ramp is not walked up", "[case][B08]")
WM_CASE_GRID(SlopeLimit, "B10 one verdict at the slope limit, driving and standing", "[case][B10]")
WM_CASE(OtherSlopes, "B10 slopes further from the limit", "[case][B10]")
WM_CASE(CutSlope, "B10 a slope at the limit cut into small triangles", "[case][B10]")

}  // namespace
}  // namespace wm::cases
