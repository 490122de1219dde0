// B13: sticks to a plain vertical wall instead of sliding along it.
#include <cmath>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"
#include "tests/scenes/case_scenes.h"

namespace wm::cases {
namespace {

const Vec3 kStart{2.69, 0.0, 0.0};
const Vec3 kTarget{4.5, 6.0, 0.0};

struct WallWalk {
  double lean_deg = 0.0;
  double x_margin = 0.02;
  Placement placement;
  double speed = 2.0;
};

void CheckSlides(BackendKind backend, const WallWalk& wall) {
  INFO("lean " << wall.lean_deg << " deg, speed " << wall.speed << ", " << Say(wall.placement));
  Scene scene = scenes::LeaningWall(wall.lean_deg);
  scene.Bake(wall.placement);
  PlayerConfig config = CharacterS();
  config.speed = wall.speed;
  const Rig rig(scene.world, backend, config);

  const DriveResult drive = CheckedDrive(rig, scene, kStart, kTarget);
  INFO(Say(drive));
  const Vec3 end = scene.ToScene(drive.end.foot);
  CHECK(drive.outcome == Outcome::kBlocked);
  CHECK(end.x == Approx(2.70).margin(wall.x_margin));
  CHECK(end.y == Approx(6.00).margin(0.05));
  CHECK(end.z == Approx(0.0).margin(0.001));

  Range z;
  Range speed_share;  // of the along-wall part of what was commanded
  const MovementState start = Settled(rig, scene.ToWorld(kStart));
  WalkObserved(rig.Context(), start, scene.ToWorld(kTarget), drive.ticks, [&](const WalkTick& t) {
    const Vec3 before = scene.ToScene(t.before.foot);
    const Vec3 after = scene.ToScene(t.result.state.foot);
    z.Add(after.z);
    // It touches the wall from the start, which is within the skin of it.
    if (kTarget.y - before.y <= 1.0) return;
    const Vec3 commanded = scene.placement.DirectionToScene(t.commanded);
    speed_share.Add((after.y - before.y) / (commanded.y * config.tick_seconds));
  });
  CHECK(speed_share.min >= 0.95);
  CHECK(speed_share.max <= 1.05);
  CHECK(z.min >= -0.001);
  CHECK(z.max <= 0.001);
}

void PlainWall(BackendKind backend) {
  SECTION("upright") { CheckSlides(backend, {0.0, 0.02, {}, 2.0}); }
  SECTION("leaning out by 0.006 deg") { CheckSlides(backend, {0.006, 0.02, {}, 2.0}); }
  SECTION("leaning in by 0.006 deg") { CheckSlides(backend, {-0.006, 0.02, {}, 2.0}); }
  SECTION("leaning out by 0.5 deg") { CheckSlides(backend, {0.5, 0.04, {}, 2.0}); }
  SECTION("leaning in by 0.5 deg") { CheckSlides(backend, {-0.5, 0.04, {}, 2.0}); }
}

void OtherWalls(BackendKind backend) {
  SECTION("yawed") {
    for (const double yaw : {15.0, 33.3, 90.0, 135.0, 240.0, 359.9}) {
      CheckSlides(backend, {0.0, 0.02, {yaw, {}}, 2.0});
      CheckSlides(backend, {0.006, 0.02, {yaw, {}}, 2.0});
      CheckSlides(backend, {-0.006, 0.02, {yaw, {}}, 2.0});
    }
  }
  SECTION("other leanings") {
    for (const double lean : {1e-5, 0.001, 0.05}) {
      CheckSlides(backend, {lean, 0.02, {}, 2.0});
      CheckSlides(backend, {-lean, 0.02, {}, 2.0});
    }
  }
  SECTION("slower and faster") {
    for (const double speed : {0.5, 5.0}) CheckSlides(backend, {0.006, 0.02, {}, speed});
  }
}

// Neighbour: a wall cut into many triangles has no seams to stick to.
void CutWall(BackendKind backend) {
  Scene scene;
  scene.Add("floor", scenes::FlatFloor(-10.0, 30.0, -20.0, 20.0, 0.0));
  // A floor tilted upright around its edge x = 3, facing the player.
  const TriangleMesh flat = scenes::MakeCutFloor({0.0, 3.0, -10.0, 10.0, 0.0, 12, 80});
  scene.Add("wall", scenes::Tilted(flat, {3.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, 90.0));
  scene.Bake();
  const Rig rig(scene.world, backend, CharacterS());
  const DriveResult drive = CheckedDrive(rig, scene, kStart, kTarget);
  INFO(Say(drive));
  CHECK(drive.outcome == Outcome::kBlocked);
  CHECK(drive.end.foot.x == Approx(2.70).margin(0.02));
  CHECK(drive.end.foot.y == Approx(6.0).margin(0.05));
  CHECK(drive.end.foot.z == Approx(0.0).margin(0.001));
}

// Neighbour: into an inner corner, where it must stop, and out of it again.
void InnerCorner(BackendKind backend) {
  for (const double yaw : {0.0, 20.0, 45.0}) {
    INFO("yaw " << yaw);
    Scene scene = scenes::LeaningWall(0.0);
    scene.Add("side wall", scenes::BoxBetween({-5.0, 4.0, 0.0}, {3.0, 4.5, 3.0}));
    scene.Bake({yaw, {}});
    const Rig rig(scene.world, backend, CharacterS());
    const DriveResult in = CheckedDrive(rig, scene, kStart, kTarget);
    INFO("in " << Say(in));
    const Vec3 end = scene.ToScene(in.end.foot);
    CHECK(in.outcome == Outcome::kBlocked);
    CHECK(end.x == Approx(2.70).margin(0.02));
    CHECK(end.y == Approx(3.70).margin(0.02));
    const DriveResult out =
        CheckedGoOn(rig, in.end, DriveTarget::Point(scene.ToWorld({0.0, 0.0, 0.0})));
    INFO("out " << Say(out));
    CHECK(out.outcome == Outcome::kReached);
  }
}

// Neighbour: a start that touches the wall, or stands anywhere within the skin of it, goes along it
// and away from it, whatever way the wall faces.
void TouchingStarts(BackendKind backend, Extent extent) {
  for (const double yaw : Yaws(extent)) {
    Scene scene = scenes::LeaningWall(0.0);
    scene.Bake({yaw + (extent == Extent::kFull ? 0.7 : 0.0), {}});
    const Rig rig(scene.world, backend, CharacterS());
    for (const double gap : {0.0, 1e-9, 1e-6, 0.001, 0.005, 0.0099, 0.0100, 0.0101, 0.019}) {
      const Vec3 from{2.70 - gap, 1.0, 0.0};
      for (const Vec3 way : {Vec3{0.0, 2.0, 0.0}, Vec3{0.0, -2.0, 0.0}, Vec3{-1.0, 1.0, 0.0},
                             Vec3{-1.0, 0.0, 0.0}, Vec3{-0.01, 2.0, 0.0}}) {
        const DriveResult drive = CheckedDrive(rig, scene, from, from + way);
        INFO("gap " << gap << " way " << Say(way) << ' ' << Say(scene.placement) << ": "
                    << Say(drive));
        CHECK(drive.outcome == Outcome::kReached);
        CHECK(drive.walked_m == Approx(Length(way)).margin(0.02));
      }
      for (const Vec3 way : {Vec3{1.0, 2.0, 0.0}, Vec3{1.0, -2.0, 0.0}, Vec3{0.05, 2.0, 0.0}}) {
        const DriveResult drive = CheckedDrive(rig, scene, from, from + way);
        INFO("gap " << gap << " into the wall " << Say(way) << ' ' << Say(scene.placement) << ": "
                    << Say(drive));
        CHECK(scene.ToScene(drive.end.foot).y == Approx(1.0 + way.y).margin(0.06));
      }
    }
  }
}

WM_CASE_GRID(TouchingStarts, "B13 a start at the wall goes along it and away", "[case][B13]")
WM_CASE(PlainWall, "B13 slides along a plain wall, upright and leaning", "[case][B13]")
WM_CASE(OtherWalls, "B13 slides along walls of other yaws, leanings and speeds", "[case][B13]")
WM_CASE(CutWall, "B13 slides along a wall cut into many triangles", "[case][B13]")
WM_CASE(InnerCorner, "B13 stops in an inner corner and leaves it", "[case][B13]")

}  // namespace
}  // namespace wm::cases
