// B28: flat ground next to a drop is read as steep, and the player freezes. What drives say; the
// explorer's cells are its own part.
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"
#include "tests/scenes/case_scenes.h"

namespace wm::cases {
namespace {

std::vector<Vec3> Headings() {
  std::vector<Vec3> headings;
  for (int i = 0; i < 8; ++i) {
    const auto [sine, cosine] = scenes::SinCosDeg(45.0 * i);
    headings.push_back({cosine, sine, 0.0});
  }
  return headings;
}

// Samples a step apart over [low, high], both ends among them.
std::vector<double> Samples(double low, double high, double step) {
  std::vector<double> samples;
  for (int i = 0; low + step * i < high - 1e-9; ++i) samples.push_back(low + step * i);
  samples.push_back(high);
  return samples;
}

void CheckFreeAt(const Rig& rig, const Scene& scene, Vec3 foot) {
  INFO("at " << Say(foot));
  const MovementState start = Settled(rig, scene.ToWorld(foot));
  const ObservedWalk stand = PushObserved(rig.Context(), start, {}, 5);
  CHECK(stand.end.ground == GroundKind::kStanding);
  CHECK(stand.end.foot.z == Approx(foot.z).margin(0.002));
  CHECK(Distance(stand.end.foot, start.foot) <= 0.001);
  int free_headings = 0;
  for (const Vec3 heading : Headings()) {
    const Vec3 direction = scene.placement.DirectionToWorld(heading);
    const DriveResult drive =
        DriveTowardPoint(rig.Context(), start, DriveTarget::Heading(start.foot, direction, 0.25));
    if (HorizontalLength(drive.end.foot - start.foot) >= 0.20) ++free_headings;
    if (drive.outcome == Outcome::kStuck || drive.outcome == Outcome::kBadStart) {
      FAIL_CHECK(Say(drive));
    }
  }
  CHECK(free_headings >= 5);
}

void CheckGround(BackendKind backend, double step, const Placement& placement = {}) {
  INFO("samples every " << step << ' ' << Say(placement));
  Scene scene = scenes::GroundBelowTerrace();
  scene.Bake(placement);
  const Rig rig(scene.world, backend, CharacterS());
  for (const double x : Samples(0.30, 9.70, step)) {
    for (const double y : Samples(0.30, 9.70, step)) {
      CheckFreeAt(rig, scene, {x, y, 0.0});
      const DriveResult there = DriveTowardPoint(rig.Context(), scene.ToWorld({5.0, 5.0, 0.0}),
                                                 DriveTarget::Point(scene.ToWorld({x, y, 0.0})));
      if (there.outcome != Outcome::kReached) FAIL_CHECK("to " << x << ' ' << y << Say(there));
    }
  }
}

void Ground(BackendKind backend) {
  SECTION("every sample is reached and free") { CheckGround(backend, 0.94); }
  SECTION("turned") { CheckGround(backend, 2.35, {30.0, {}}); }
  SECTION("along the face") {
    Scene scene = scenes::GroundBelowTerrace();
    scene.Bake();
    const Rig rig(scene.world, backend, CharacterS());
    for (const double x : {9.5, 9.65, 9.69, 9.70}) {
      const DriveResult drive = CheckedDrive(rig, {x, 0.4, 0.0}, DriveTarget::Point({x, 9.6, 0.0}));
      INFO("x " << x << ' ' << Say(drive));
      CHECK(drive.outcome == Outcome::kReached);
      CHECK(drive.end.foot.z == Approx(0.0).margin(0.002));
    }
  }
}

void Terrace(BackendKind backend) {
  Scene scene = scenes::GroundBelowTerrace();
  scene.Bake();
  const Rig rig(scene.world, backend, CharacterS());
  SECTION("walked up to its edge") {
    for (const double x : {10.0, 10.05, 10.2, 12.0, 13.9, 14.0}) {
      for (const double y : {0.0, 0.1, 5.0, 9.9, 10.0}) {
        const DriveResult drive =
            CheckedDrive(rig, {12.0, 5.0, 3.0}, DriveTarget::Point({x, y, 3.0}));
        INFO("to " << x << ' ' << y << ": " << Say(drive));
        CHECK(drive.outcome == Outcome::kReached);
        CHECK(drive.end.foot.z == Approx(3.0).margin(0.002));
      }
    }
  }
  SECTION("free beside its edge") {
    for (const double x : {10.0, 10.1, 10.3, 13.7}) {
      for (const double y : {0.3, 5.0, 9.7}) CheckFreeAt(rig, scene, {x, y, 3.0});
    }
  }
  SECTION("the edge is a drop of 3 m and no way up") {
    for (const double y : {0.5, 3.0, 5.0, 9.5}) {
      const DriveResult down = CheckedDrive(rig, {12.0, y, 3.0}, DriveTarget::Point({8.0, y, 0.0}));
      INFO("down at y " << y << ": " << Say(down));
      CHECK(down.outcome == Outcome::kFell);
      CHECK(down.drop_m == Approx(3.0).margin(0.05));
      CHECK(down.end.foot.z == Approx(0.0).margin(0.002));
      CHECK(down.takeoff.x <= 10.02);
      CHECK(down.takeoff.x >= 9.68);
      const DriveResult up = CheckedDrive(rig, {8.0, y, 0.0}, DriveTarget::Point({12.0, y, 3.0}));
      INFO("up at y " << y << ": " << Say(up));
      CHECK(up.outcome == Outcome::kBlocked);
      CHECK(up.end.foot.x == Approx(9.70).margin(0.02));
      CHECK(up.end.foot.z == Approx(0.0).margin(0.002));
    }
  }
}

WM_CASE(Ground, "B28 level ground below a terrace is free everywhere", "[case][B28]")
WM_CASE(Terrace, "B28 a terrace is walked to its edge, which is a drop", "[case][B28]")

}  // namespace
}  // namespace wm::cases
