// B23: stopped by geometry that is hidden under the floor.
#include <cmath>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"

namespace wm::cases {
namespace {

// How far below the surface what is hidden begins.
struct Depths {
  double ridge = 0.003;
  double quad = 0.001;
  double second_floor = 0.0005;
};

Scene SlabWithHiddenThings(const Depths& depths, const Placement& placement = {}) {
  Scene scene;
  scene.Add("slab", scenes::BoxBetween({-5.0, -5.0, -1.0}, {5.0, 5.0, 0.0}));
  const double fall = std::sqrt(1.0 / 3.0);  // tangent of 30 deg
  const double top = -depths.ridge;
  const double low = top - fall;
  TriangleMesh ridge =
      scenes::Quad({-1.0, -5.0, low}, {0.0, -5.0, top}, {0.0, 5.0, top}, {-1.0, 5.0, low});
  scenes::Append(
      &ridge, scenes::Quad({0.0, -5.0, top}, {1.0, -5.0, low}, {1.0, 5.0, low}, {0.0, 5.0, top}));
  scene.Add("ridge", std::move(ridge));
  scene.Add("hidden quad", scenes::Quad({1.0, 5.0, -1.0}, {1.0, -5.0, -1.0},
                                        {1.0, -5.0, -depths.quad}, {1.0, 5.0, -depths.quad}));
  scene.Add("second floor", scenes::FlatFloor(-5.0, 5.0, -5.0, 5.0, -depths.second_floor));
  scene.Bake(placement);
  return scene;
}

void CheckWalks(BackendKind backend, const Depths& depths, double speed,
                const Placement& placement = {}) {
  INFO("speed " << speed << " depths " << depths.ridge << ' ' << depths.quad << ' '
                << depths.second_floor << ' ' << Say(placement));
  const Scene scene = SlabWithHiddenThings(depths, placement);
  PlayerConfig config = CharacterS();
  config.speed = speed;
  const Rig rig(scene.world, backend, config);
  const Vec3 from{-4.0, 0.0, 0.0};
  const Vec3 to{4.0, 0.0, 0.0};
  const DriveResult drive = CheckedDrive(rig, scene, from, to);
  INFO(Say(drive));
  CHECK(drive.outcome == Outcome::kReached);
  CHECK(drive.walked_m == Approx(8.0).margin(0.005));

  Range y;
  Range z;
  const MovementState start = Settled(rig, scene.ToWorld(from));
  CHECK(start.foot.z == Approx(0.0).margin(0.001));
  const ObservedWalk walk = WalkObserved(rig.Context(), start, scene.ToWorld(to), drive.ticks + 60,
                                         [&](const WalkTick& tick) {
                                           const Vec3 foot = scene.ToScene(tick.result.state.foot);
                                           y.Add(foot.y);
                                           z.Add(foot.z);
                                         });
  CHECK(walk.is_arrived);
  CHECK(y.min >= -0.001);
  CHECK(y.max <= 0.001);
  CHECK(z.min >= -0.001);
  CHECK(z.max <= 0.001);
}

void UnderTheFloor(BackendKind backend) {
  SECTION("at 2 m/s") { CheckWalks(backend, {}, 2.0); }
  SECTION("at 8 m/s") { CheckWalks(backend, {}, 8.0); }
  SECTION("the ridge, the quad or the second floor touches the surface") {
    CheckWalks(backend, {0.0, 0.001, 0.0005}, 2.0);
    CheckWalks(backend, {0.003, 0.0, 0.0005}, 2.0);
    CheckWalks(backend, {0.003, 0.001, 0.0}, 2.0);
    CheckWalks(backend, {0.0, 0.0, 0.0}, 2.0);
  }
  SECTION("at other depths, speeds and yaws") {
    for (const double scale : {0.01, 0.3, 4.0, 15.0}) {
      CheckWalks(backend, {0.003 * scale, 0.001 * scale, 0.0005 * scale}, 3.0);
    }
    for (const double yaw : {10.0, 45.0, 200.0}) CheckWalks(backend, {}, 0.7, {yaw, {}});
  }
  SECTION("dropped, it rests on the highest face only") {
    const Scene scene = SlabWithHiddenThings({});
    const Rig rig(scene.world, backend, CharacterS());
    for (const double x : {-0.2, 0.0, 0.1, 0.8, 1.0, 1.2}) {
      INFO("dropped at x " << x);
      const ObservedWalk fall = PushObserved(rig.Context(), Flying({x, 0.0, 1.0}), {}, 60);
      CHECK(fall.end.ground == GroundKind::kStanding);
      CHECK(fall.end.foot.z == Approx(0.0).margin(0.001));
      CHECK(HorizontalLength(fall.end.foot - Vec3{x, 0.0, 0.0}) <= 0.001);
    }
  }
}

WM_CASE(UnderTheFloor, "B23 what is hidden under the floor stops nobody", "[case][B23]")

}  // namespace
}  // namespace wm::cases
