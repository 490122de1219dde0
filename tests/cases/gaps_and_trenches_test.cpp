// B24: "reachable" because one straight sweep saw no wall.
#include <cmath>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"
#include "tests/scenes/case_scenes.h"

namespace wm::cases {
namespace {

using scenes::GapOptions;
using scenes::TwoFloorsWithGap;

const Vec3 kStart{1.0, 0.0, 0.0};
const Vec3 kTarget{9.0, 0.0, 0.0};

struct Crossed {
  DriveResult drive;
  Range z;  // of the foot, watched tick by tick where the drive reached
};

Crossed Cross(BackendKind backend, const GapOptions& options, Vec3 target, double yaw_deg = 0.0) {
  Scene scene = TwoFloorsWithGap(options);
  scene.Bake({yaw_deg, {}});
  const Rig rig(scene.world, backend, CharacterS());
  Crossed crossed;
  crossed.drive = CheckedDrive(rig, scene, kStart, target);
  crossed.drive.end.foot = scene.ToScene(crossed.drive.end.foot);
  crossed.drive.takeoff = scene.ToScene(crossed.drive.takeoff);
  if (crossed.drive.outcome == Outcome::kReached) {
    const MovementState start = Settled(rig, scene.ToWorld(kStart));
    WalkObserved(rig.Context(), start, scene.ToWorld(target), crossed.drive.ticks,
                 [&](const WalkTick& tick) { crossed.z.Add(tick.result.state.foot.z); });
  }
  return crossed;
}

// Support ends where the round bottom has rolled off the edge: up to a radius beyond it.
void CheckTakeoff(const DriveResult& drive) {
  INFO(Say(drive) << " takeoff " << Say(drive.takeoff));
  CHECK(drive.takeoff.x >= 3.98);
  CHECK(drive.takeoff.x <= 4.32);
  CHECK(drive.takeoff.y == Approx(0.0).margin(0.02));
  CHECK(drive.takeoff.z >= -0.35);
}

void CheckAll(BackendKind backend, double yaw_deg, double thickness) {
  INFO("yaw " << yaw_deg << " thickness " << thickness);
  {
    INFO("(a) nothing between");
    const DriveResult drive = Cross(backend, {2.0, false, 0.0, thickness}, kTarget, yaw_deg).drive;
    INFO(Say(drive));
    CHECK(drive.outcome == Outcome::kLeftWorld);
    CheckTakeoff(drive);
  }
  {
    INFO("(b) a floor at z = -5");
    const DriveResult drive = Cross(backend, {2.0, true, -5.0, thickness}, kTarget, yaw_deg).drive;
    INFO(Say(drive));
    CHECK(drive.outcome == Outcome::kFell);
    CHECK(drive.end.foot.z == Approx(-5.0).margin(0.002));
    CHECK(drive.drop_m == Approx(5.0).margin(0.05));
    CheckTakeoff(drive);
  }
  {
    INFO("(c) a trench 0.30 deep");
    const Crossed crossed = Cross(backend, {2.0, true, -0.30, thickness}, kTarget, yaw_deg);
    INFO(Say(crossed.drive));
    CHECK(crossed.drive.outcome == Outcome::kReached);
    CHECK(crossed.drive.end.foot.z == Approx(0.0).margin(0.002));
    CHECK(crossed.z.min == Approx(-0.30).margin(0.002));
  }
  {
    INFO("(d) a gap of 0.40");
    const Crossed crossed = Cross(backend, {0.40, false, 0.0, thickness}, kTarget, yaw_deg);
    INFO(Say(crossed.drive));
    CHECK(crossed.drive.outcome == Outcome::kReached);
    CHECK(crossed.z.min >= -0.08);
  }
  {
    INFO("(e) nothing between, the target 0.5 above the far floor");
    const DriveResult drive =
        Cross(backend, {2.0, false, 0.0, thickness}, {9.0, 0.0, 0.5}, yaw_deg).drive;
    INFO(Say(drive));
    CHECK(drive.outcome != Outcome::kReached);
    CheckTakeoff(drive);
  }
}

// (f): falls into the trench, and the next drive is blocked in it.
void CheckDeepTrench(BackendKind backend, double depth) {
  INFO("trench " << depth << " deep");
  Scene scene = TwoFloorsWithGap({2.0, true, -depth, 6.0});
  scene.Bake();
  const Rig rig(scene.world, backend, CharacterS());
  const DriveResult fall = CheckedDrive(rig, scene, kStart, kTarget);
  INFO("fall " << Say(fall));
  CHECK(fall.outcome == Outcome::kFell);
  CHECK(fall.end.foot.z == Approx(-depth).margin(0.002));
  CHECK(fall.end.foot.x < 6.0);
  CHECK(fall.drop_m == Approx(depth).margin(0.05));
  const DriveResult on = CheckedGoOn(rig, fall.end, DriveTarget::Point(kTarget));
  INFO("on " << Say(on));
  CHECK(on.outcome == Outcome::kBlocked);
  CHECK(on.end.foot.x == Approx(5.70).margin(0.02));
  CHECK(on.end.foot.z == Approx(-depth).margin(0.002));
}

void Reported(BackendKind backend) { CheckAll(backend, 0.0, 6.0); }

void ReportedTrench(BackendKind backend) { CheckDeepTrench(backend, 0.60); }

void Neighbours(BackendKind backend) {
  SECTION("yawed") {
    for (const double yaw : {15.0, 90.0, 222.0}) CheckAll(backend, yaw, 6.0);
  }
  SECTION("floors thin as a plank") {
    const DriveResult over_void = Cross(backend, {2.0, false, 0.0, 0.05}, kTarget).drive;
    CHECK(over_void.outcome == Outcome::kLeftWorld);
    const Crossed over_gap = Cross(backend, {0.40, false, 0.0, 0.05}, kTarget);
    CHECK(over_gap.drive.outcome == Outcome::kReached);
    CHECK(over_gap.z.min >= -0.08);
  }
  SECTION("trenches of other depths") {
    for (const double depth : {0.10, 0.20, 0.35}) {
      INFO("depth " << depth);
      const Crossed crossed = Cross(backend, {2.0, true, -depth, 6.0}, kTarget);
      INFO(Say(crossed.drive));
      CHECK(crossed.drive.outcome == Outcome::kReached);
      CHECK(crossed.z.min == Approx(-depth).margin(0.002));
    }
    for (const double depth : {0.45, 0.80, 3.0}) CheckDeepTrench(backend, depth);
  }
  SECTION("gaps of other widths") {
    for (const double gap : {0.01, 0.10, 0.25, 0.50}) {
      INFO("gap " << gap);
      const Crossed crossed = Cross(backend, {gap, false, 0.0, 6.0}, kTarget);
      INFO(Say(crossed.drive));
      CHECK(crossed.drive.outcome == Outcome::kReached);
      CHECK(crossed.z.min >= -(0.30 - std::sqrt(0.09 - 0.25 * gap * gap)) - 0.003);
    }
    for (const double gap : {0.65, 0.80, 1.5}) {
      INFO("gap " << gap);
      CHECK(Cross(backend, {gap, false, 0.0, 6.0}, kTarget).drive.outcome == Outcome::kLeftWorld);
    }
  }
  SECTION("targets in mid-air, over the gap, under the floor") {
    for (const Vec3 target : {Vec3{3.0, 0.0, 0.5}, Vec3{3.0, 0.0, -0.5}, Vec3{3.0, 0.0, 0.11},
                              Vec3{5.0, 0.0, 0.0}, Vec3{9.0, 0.0, -0.5}}) {
      INFO("target " << Say(target));
      CHECK(Cross(backend, {2.0, false, 0.0, 6.0}, target).drive.outcome != Outcome::kReached);
    }
  }
}

WM_CASE(Reported, "B24 gaps and trenches between two floors: (a) to (e)", "[case][B24]")
WM_CASE(ReportedTrench, "B24 (f) falls into the trench and is blocked there", "[case][B24]")
WM_CASE(Neighbours, "B24 other gaps, trenches and targets", "[case][B24]")

}  // namespace
}  // namespace wm::cases
