// B03: auto-step carries the character onto something far too tall, by rounding of its side.
#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"

namespace wm::cases {
namespace {

const Vec3 kStart{0.0, 0.0, 0.0};

PlayerConfig StoutCharacter() {
  PlayerConfig config = CharacterS();
  config.radius = 0.45;
  config.height = 1.80;
  config.step = 0.45;
  return config;
}

// A box x 2..4, y -2..2 whose near face leans by `d` at the top.
Scene BoxWithLeaningFace(double top, double d, const Placement& placement) {
  Scene scene;
  scene.Add("floor", scenes::FlatFloor(-5.0, 10.0, -8.0, 8.0, 0.0));
  scene.Add("box", scenes::WithVerticesMoved(scenes::BoxBetween({2.0, -2.0, 0.0}, {4.0, 2.0, top}),
                                             [top](Vec3 v) { return v.x == 2.0 && v.z == top; },
                                             {d, 0.0, 0.0}));
  scene.Bake(placement);
  return scene;
}

void CheckBlocks(BackendKind backend, double top, double d, const Placement& placement) {
  INFO("top " << top << " d " << d << ' ' << Say(placement));
  const Scene scene = BoxWithLeaningFace(top, d, placement);
  const Rig rig(scene.world, backend, StoutCharacter());
  const DriveResult drive = CheckedDrive(rig, scene, kStart, {3.0, 0.0, top});
  INFO(Say(drive));
  const Vec3 end = scene.ToScene(drive.end.foot);
  CHECK(drive.outcome == Outcome::kBlocked);
  // Where the face leans over, its top edge is what stops the player.
  CHECK(end.x == Approx(1.55 + std::min(d, 0.0)).margin(0.02));
  CHECK(end.z == Approx(0.0).margin(0.001));
}

void CheckClimbs(BackendKind backend, double top, double d, const Placement& placement) {
  INFO("top " << top << " d " << d << ' ' << Say(placement));
  const Scene scene = BoxWithLeaningFace(top, d, placement);
  const Rig rig(scene.world, backend, StoutCharacter());
  const DriveResult drive = CheckedDrive(rig, scene, kStart, {3.0, 0.0, top});
  INFO(Say(drive));
  CHECK(drive.outcome == Outcome::kReached);
  CHECK(scene.ToScene(drive.end.foot).z == Approx(top).margin(0.002));
}

void TooTall(BackendKind backend, Extent extent) {
  for (const Placement& placement : Placements(extent)) {
    for (const double d : {0.0, 1e-7, -1e-7, 1e-6, -1e-6}) CheckBlocks(backend, 0.80, d, placement);
  }
}

void Control(BackendKind backend, Extent extent) {
  for (const Placement& placement : Placements(extent)) {
    for (const double d : {0.0, 1e-7, -1e-7, 1e-6, -1e-6}) CheckClimbs(backend, 0.40, d, placement);
  }
}

// Neighbours: just above the grey band, which ends at 0.582, and higher; other leanings.
void OtherHeights(BackendKind backend) {
  for (const double top : {0.59, 0.65, 1.0, 1.7, 2.5}) {
    for (const double d : {0.0, 1e-8, -1e-8, 1e-4, -1e-4, -0.02}) {
      CheckBlocks(backend, top, d, {37.0, {}});
    }
  }
  for (const double top : {0.05, 0.30, 0.45}) {
    for (const double d : {0.0, 1e-8, -1e-8}) CheckClimbs(backend, top, d, {37.0, {}});
  }
}

WM_CASE_GRID(TooTall, "B03 a box of 0.80 is never stepped onto", "[case][B03]")
WM_CASE_GRID(Control, "B03 a box of 0.40 is stepped onto", "[case][B03]")
WM_CASE(OtherHeights, "B03 other heights and leaning faces", "[case][B03]")

}  // namespace
}  // namespace wm::cases
