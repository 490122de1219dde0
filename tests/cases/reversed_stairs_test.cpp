// B07: stairs stored in reverse order that end in a parapet. What drives say; the islands are the
// explorer's part.
#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"

namespace wm::cases {
namespace {

PlayerConfig StepOf034() {
  PlayerConfig config = CharacterS();
  config.step = 0.34;
  return config;
}

enum class Order { kReversed, kRight };
enum class Parapet { kClosed, kWithGap };

Scene DeckWithTreads(Order order, Parapet parapet) {
  Scene scene;
  scene.Add("floor", scenes::FlatFloor(-4.0, 18.0, -10.0, 14.0, 0.0));
  for (int i = 0; i < 5; ++i) {
    const double top = 0.32 * (order == Order::kReversed ? 5 - i : i + 1);
    scene.Add("tread", scenes::BoxBetween({6.30, 0.4 * i, 0.0}, {8.50, 0.4 * (i + 1), top}));
  }
  scene.Add("deck", scenes::BoxBetween({5.60, 2.0, 0.0}, {12.0, 8.0, 1.60}));
  if (parapet == Parapet::kClosed) {
    scene.Add("parapet", scenes::BoxBetween({5.60, 2.0, 1.60}, {12.0, 2.4, 2.60}));
  } else {
    scene.Add("parapet", scenes::BoxBetween({5.60, 2.0, 1.60}, {6.5, 2.4, 2.60}));
    scene.Add("parapet", scenes::BoxBetween({8.3, 2.0, 1.60}, {12.0, 2.4, 2.60}));
  }
  scene.Bake();
  return scene;
}

const Vec3 kStart{7.4, -2.0, 0.0};
const Vec3 kTarget{7.4, 5.0, 1.60};

void ReversedStairs(BackendKind backend) {
  SECTION("(a) reversed: not reached") {
    const Scene scene = DeckWithTreads(Order::kReversed, Parapet::kClosed);
    const Rig rig(scene.world, backend, StepOf034());
    const DriveResult drive = CheckedDrive(rig, scene, kStart, kTarget);
    INFO(Say(drive));
    CHECK(drive.outcome == Outcome::kBlocked);
    CHECK(drive.end.foot.y == Approx(-0.30).margin(0.02));
    CHECK(drive.end.foot.z == Approx(0.0).margin(0.002));
  }
  SECTION("(b) turned: the top tread is reached, the parapet blocks") {
    const Scene scene = DeckWithTreads(Order::kRight, Parapet::kClosed);
    const Rig rig(scene.world, backend, StepOf034());
    const DriveResult drive = CheckedDrive(rig, scene, kStart, kTarget);
    INFO(Say(drive));
    CHECK(drive.outcome == Outcome::kBlocked);
    CHECK(drive.end.foot.y == Approx(1.70).margin(0.02));
    CHECK(drive.end.foot.z == Approx(1.60).margin(0.002));
    const DriveResult back = CheckedGoOn(rig, drive.end, DriveTarget::Point(kStart));
    CHECK(back.outcome == Outcome::kReached);
  }
  SECTION("(c) turned, with a gap in the parapet: reached") {
    const Scene scene = DeckWithTreads(Order::kRight, Parapet::kWithGap);
    const Rig rig(scene.world, backend, StepOf034());
    const DriveResult drive = CheckedDrive(rig, scene, kStart, kTarget);
    INFO(Say(drive));
    CHECK(drive.outcome == Outcome::kReached);
    CHECK(drive.end.foot.z == Approx(1.60).margin(0.002));
  }
  SECTION("the gap does not help where the order is reversed") {
    const Scene scene = DeckWithTreads(Order::kReversed, Parapet::kWithGap);
    const Rig rig(scene.world, backend, StepOf034());
    CHECK(CheckedDrive(rig, scene, kStart, kTarget).outcome == Outcome::kBlocked);
  }
}

WM_CASE(ReversedStairs, "B07 reversed stairs do not lead up, turned ones do", "[case][B07]")

}  // namespace
}  // namespace wm::cases
