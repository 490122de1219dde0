// B07: stairs stored in reverse order that end in a parapet. What drives say; the islands are the
// explorer's part.
#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"
#include "tests/scenes/case_scenes.h"

namespace wm::cases {
namespace {

PlayerConfig StepOf034() {
  PlayerConfig config = CharacterS();
  config.step = 0.34;
  return config;
}

Scene Baked(const scenes::DeckOptions& options) {
  Scene scene = scenes::DeckWithTreads(options);
  scene.Bake();
  return scene;
}

const Vec3 kStart{7.4, -2.0, 0.0};
const Vec3 kTarget{7.4, 5.0, 1.60};

void ReversedStairs(BackendKind backend) {
  SECTION("(a) reversed: not reached") {
    const Scene scene = Baked({false, false});
    const Rig rig(scene.world, backend, StepOf034());
    const DriveResult drive = CheckedDrive(rig, scene, kStart, kTarget);
    INFO(Say(drive));
    CHECK(drive.outcome == Outcome::kBlocked);
    CHECK(drive.end.foot.y == Approx(-0.30).margin(0.02));
    CHECK(drive.end.foot.z == Approx(0.0).margin(0.002));
  }
  SECTION("(b) turned: the top tread is reached, the parapet blocks") {
    const Scene scene = Baked({true, false});
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
    const Scene scene = Baked({true, true});
    const Rig rig(scene.world, backend, StepOf034());
    const DriveResult drive = CheckedDrive(rig, scene, kStart, kTarget);
    INFO(Say(drive));
    CHECK(drive.outcome == Outcome::kReached);
    CHECK(drive.end.foot.z == Approx(1.60).margin(0.002));
  }
  SECTION("the gap does not help where the order is reversed") {
    const Scene scene = Baked({false, true});
    const Rig rig(scene.world, backend, StepOf034());
    CHECK(CheckedDrive(rig, scene, kStart, kTarget).outcome == Outcome::kBlocked);
  }
}

WM_CASE(ReversedStairs, "B07 reversed stairs do not lead up, turned ones do", "[case][B07]")

}  // namespace
}  // namespace wm::cases
