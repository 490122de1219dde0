// B06: the exact step limit, one answer per height, also from a standing start.
#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"
#include "tests/scenes/case_scenes.h"

namespace wm::cases {
namespace {

PlayerConfig LowStep() {
  PlayerConfig config = CharacterS();
  config.step = 0.25;
  return config;
}

const Vec3 kStartA{0.0, 0.0, 0.0};
const Vec3 kStartB{2.0 - 0.30 - 0.02, 0.0, 0.0};  // pressed on the riser

DriveResult DriveOnto(BackendKind backend, double height, Vec3 start) {
  Scene scene = scenes::SingleRiser(height);
  scene.Bake();
  const Rig rig(scene.world, backend, LowStep());
  return CheckedDrive(rig, scene, start, {3.0, 0.0, height});
}

void CheckRiser(BackendKind backend, double height, Vec3 start) {
  INFO("riser " << height << " from " << Say(start));
  const DriveResult drive = DriveOnto(backend, height, start);
  INFO(Say(drive));
  if (height <= 0.25) {
    CHECK(drive.outcome == Outcome::kReached);
    CHECK(drive.end.foot.z == Approx(height).margin(0.002));
  } else {
    CHECK(drive.outcome == Outcome::kBlocked);
    CHECK(drive.end.foot.x == Approx(1.70).margin(0.02));
    CHECK(drive.end.foot.z == Approx(0.0).margin(0.002));
  }
}

std::vector<double> ReportedHeights() {
  std::vector<double> heights;
  for (int i = 1; i <= 25; ++i) heights.push_back(i / 100.0);
  for (const double height : {0.36, 0.40, 0.50, 1.00}) heights.push_back(height);
  return heights;
}

void Sweep(BackendKind backend) {
  for (const double height : ReportedHeights()) {
    CheckRiser(backend, height, kStartA);
    CheckRiser(backend, height, kStartB);
  }
  // Neighbours: off the whole centimetres, and just above the grey band, which ends at 0.338.
  for (const double height : {0.003, 0.1234, 0.2499, 0.345, 0.35, 0.5001, 1.9}) {
    CheckRiser(backend, height, kStartA);
    CheckRiser(backend, height, kStartB);
  }
}

// Touching the riser exactly, standing within the skin, and just out of it.
void StandingStarts(BackendKind backend) {
  for (const double gap : {0.0, 1e-6, 0.001, 0.01, 0.019, 0.0201, 0.03}) {
    for (const double height : {0.05, 0.20, 0.25, 0.36, 0.50}) {
      CheckRiser(backend, height, {2.0 - 0.30 - gap, 0.0, 0.0});
    }
  }
}

// Within the grey band either answer will do; the oracle's changes at one height there too.
void OneChangePoint(BackendKind backend) {
  for (const Vec3 start : {kStartA, kStartB}) {
    INFO("from " << Say(start));
    std::string answers;
    std::vector<double> heights = ReportedHeights();
    if (backend == BackendKind::kBrute) {
      for (int i = 51; i <= 71; ++i) heights.push_back(0.005 * i);
      std::sort(heights.begin(), heights.end());
    }
    for (const double height : heights) {
      const bool is_reached = DriveOnto(backend, height, start).outcome == Outcome::kReached;
      if (answers.empty() || (answers.back() == 'y') != is_reached) {
        answers += is_reached ? 'y' : 'n';
      }
    }
    CHECK(answers == "yn");
  }
}

void CheckStairs(BackendKind backend, double rise, int count) {
  INFO(count << " risers of " << rise);
  Scene scene = scenes::Staircase(rise, count);
  scene.Bake();
  const Rig rig(scene.world, backend, LowStep());
  const double top_z = rise * count;
  const Vec3 top{2.0 + 0.30 * (count - 1) + 1.0, 0.0, top_z};
  const DriveResult up = CheckedDrive(rig, scene, kStartA, top);
  INFO("up " << Say(up));
  CHECK(up.outcome == Outcome::kReached);
  CHECK(up.end.foot.z == Approx(top_z).margin(0.002));
  // Down is walked as well: every drop is within the step.
  const DriveResult down = CheckedDrive(rig, scene, top, kStartA);
  INFO("down " << Say(down));
  CHECK(down.outcome == Outcome::kReached);
  CHECK(down.end.foot.z == Approx(0.0).margin(0.002));
}

void Stairs(BackendKind backend) {
  SECTION("8 risers of 0.25") { CheckStairs(backend, 0.25, 8); }
  SECTION("0.125, to the same top and as many") {
    CheckStairs(backend, 0.125, 16);
    CheckStairs(backend, 0.125, 8);
  }
  SECTION("0.05, to the same top and as many") {
    CheckStairs(backend, 0.05, 40);
    CheckStairs(backend, 0.05, 8);
  }
  SECTION("risers just above the band are not climbed") {
    Scene scene = scenes::Staircase(0.36, 3);
    scene.Bake();
    const Rig rig(scene.world, backend, LowStep());
    const DriveResult up = CheckedDrive(rig, scene, kStartA, {3.6, 0.0, 1.08});
    INFO(Say(up));
    CHECK(up.outcome == Outcome::kBlocked);
    CHECK(up.end.foot.x == Approx(1.70).margin(0.02));
  }
}

void TurnedRisers(BackendKind backend) {
  for (const double yaw : {15.0, 45.0, 100.0, 287.3}) {
    for (const double height : {0.24, 0.25, 0.35}) {
      INFO("yaw " << yaw << " riser " << height);
      Scene scene = scenes::SingleRiser(height);
      scene.Bake({yaw, {}});
      const Rig rig(scene.world, backend, LowStep());
      for (const Vec3 start : {kStartA, kStartB, Vec3{0.0, -1.0, 0.0}}) {
        const DriveResult drive = CheckedDrive(rig, scene, start, {3.0, 0.0, height});
        INFO("from " << Say(start) << ": " << Say(drive));
        CHECK((drive.outcome == Outcome::kReached) == (height <= 0.25));
        CHECK(drive.end.foot.z == Approx(height <= 0.25 ? height : 0.0).margin(0.002));
      }
    }
  }
}

WM_CASE(Sweep, "B06 riser sweep, from a run and pressed on the riser", "[case][B06]")
WM_CASE(StandingStarts, "B06 riser sweep, starts around the skin", "[case][B06]")
WM_CASE(OneChangePoint, "B06 riser sweep has one change point", "[case][B06]")
WM_CASE(Stairs, "B06 stairs of risers at and below the limit", "[case][B06]")
WM_CASE(TurnedRisers, "B06 risers at other yaws and angles of approach", "[case][B06]")

}  // namespace
}  // namespace wm::cases
