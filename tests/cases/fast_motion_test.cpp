// B16: falls fast along a wall and ends up inside it. B20: passes through a thin wall on a long
// tick.
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"

namespace wm::cases {
namespace {

Scene FloorAndWallBox() {
  Scene scene;
  scene.Add("floor", scenes::FlatFloor(-10.0, 10.0, -10.0, 10.0, 0.0));
  scene.Add("wall", scenes::BoxBetween({2.0, -5.0, 0.0}, {2.5, 5.0, 8.0}));
  scene.Bake();
  return scene;
}

// Falls along the wall, steered into it or not, and walks off afterwards.
void CheckFallAlongWall(const Rig& rig, double height, Vec3 velocity, double steer) {
  INFO("from " << height << " at " << Say(velocity) << " steered " << steer);
  MoveInput input;
  input.walk_x = steer;
  double overlap = 0.0;
  const auto watch = [&](const WalkTick& tick) {
    overlap =
        std::max(overlap, DeepestOverlap(rig.queries(), {rig.config().radius, rig.config().height},
                                         tick.result.state.foot));
  };
  const MovementState start = Flying({1.65, 0.0, height}, velocity);
  const ObservedWalk fall = PushObserved(rig.Context(), start, input, 60, watch);
  const ObservedWalk rest = PushObserved(rig.Context(), fall.end, {}, 30, watch);
  INFO("at rest " << Say(rest.end.foot));
  CHECK(rest.end.foot.x == Approx(1.70).margin(0.02));
  CHECK(rest.end.foot.y == Approx(0.0).margin(0.02));
  CHECK(rest.end.foot.z == Approx(0.0).margin(0.002));
  CHECK(rest.end.ground == GroundKind::kStanding);
  CHECK(overlap <= rig.config().skin);
  CHECK(fall.deepest_overlap <= rig.config().skin);
  const DriveResult away = CheckedGoOn(rig, rest.end, DriveTarget::Point({0.0, 0.0, 0.0}));
  INFO(Say(away));
  CHECK(away.outcome == Outcome::kReached);
}

void FallAlongWall(BackendKind backend) {
  const Scene scene = FloorAndWallBox();
  PlayerConfig config = CharacterS();
  config.tick_seconds = 1.0 / 30.0;
  const Rig rig(scene.world, backend, config);
  SECTION("at (5, 0, -20)") {
    for (int i = 0; i <= 60; ++i) CheckFallAlongWall(rig, 3.0 + 0.05 * i, {5.0, 0.0, -20.0}, 0.0);
  }
  SECTION("at (5, 0, -20), steered into the wall") {
    for (int i = 0; i <= 60; ++i) CheckFallAlongWall(rig, 3.0 + 0.05 * i, {5.0, 0.0, -20.0}, 1.0);
  }
  SECTION("at (20, 0, -40)") {
    for (int i = 0; i <= 60; ++i) CheckFallAlongWall(rig, 3.0 + 0.05 * i, {20.0, 0.0, -40.0}, 1.0);
  }
  SECTION("other velocities") {
    for (const Vec3 velocity : {Vec3{1.0, 0.0, -5.0}, Vec3{60.0, 0.0, -60.0}, Vec3{0.5, 0.0, -55.0},
                                Vec3{100.0, 0.0, 0.0}}) {
      for (int i = 0; i <= 10; ++i) CheckFallAlongWall(rig, 3.0 + 0.31 * i, velocity, 1.0);
    }
  }
}

constexpr double kTickSeconds = 1.0 / 60.0;

PlayerConfig WithTravel(double metres_per_tick) {
  PlayerConfig config = CharacterS();
  config.tick_seconds = kTickSeconds;
  config.speed = metres_per_tick / kTickSeconds;
  return config;
}

// The floor and, at x = 5, a wall 3 m high: a quad where `thickness` is 0, else a box around x = 5.
Scene ThinWall(double thickness, double half_length) {
  Scene scene;
  scene.Add("floor", scenes::FlatFloor(-5.0, 15.0, -40.0, 40.0, 0.0));
  if (thickness == 0.0) {
    scene.Add("wall", scenes::Quad({5.0, half_length, 0.0}, {5.0, -half_length, 0.0},
                                   {5.0, -half_length, 3.0}, {5.0, half_length, 3.0}));
  } else {
    const double half = 0.5 * thickness;
    scene.Add("wall",
              scenes::BoxBetween({5.0 - half, -half_length, 0.0}, {5.0 + half, half_length, 3.0}));
  }
  return scene;
}

const std::vector<double> kTravels = {0.01, 0.1, 0.5, 1.0, 3.0, 10.0};

void CheckThinWall(BackendKind backend, double thickness, const std::vector<double>& travels,
                   const Placement& placement = {}) {
  Scene scene = ThinWall(thickness, 3.0);
  scene.Bake(placement);
  for (const double travel : travels) {
    INFO("thickness " << thickness << ", travel per tick " << travel << ' ' << Say(placement));
    const Rig rig(scene.world, backend, WithTravel(travel));
    const DriveResult drive = CheckedDrive(rig, scene, {0.0, 0.0, 0.0}, {10.0, 0.0, 0.0});
    INFO(Say(drive));
    CHECK(drive.outcome == Outcome::kBlocked);
    CHECK(scene.ToScene(drive.end.foot).x == Approx(4.70 - 0.5 * thickness).margin(0.02));
  }
}

void HeadOn(BackendKind backend) {
  SECTION("(a) single-layer quad") { CheckThinWall(backend, 0.0, kTravels); }
  SECTION("(b) box of 1 cm") { CheckThinWall(backend, 0.01, kTravels); }
  SECTION("other travels, thicknesses and yaws") {
    const std::vector<double> travels = {0.03, 0.29, 0.61, 4.7, 5.0, 9.4, 15.0};
    CheckThinWall(backend, 0.0, travels);
    CheckThinWall(backend, 1e-5, travels);
    CheckThinWall(backend, 0.0, travels, {33.0, {}});
  }
}

void Slab(BackendKind backend) {
  Scene scene;
  scene.Add("slab", scenes::BoxBetween({-5.0, -5.0, -0.01}, {5.0, 5.0, 0.0}));
  scene.Bake();
  for (const double ticks_per_second : {10.0, 60.0, 7.0, 23.0, 200.0}) {
    INFO("(c) ticks per second " << ticks_per_second);
    PlayerConfig config = CharacterS();
    config.tick_seconds = 1.0 / ticks_per_second;
    const Rig rig(scene.world, backend, config);
    // 200 m take 6.4 s.
    const ObservedWalk fall = PushObserved(rig.Context(), Flying({0.3, 0.2, 200.0}), {},
                                           static_cast<int>(7.0 * ticks_per_second));
    INFO("ends at " << Say(fall.end.foot));
    CHECK(fall.end.ground == GroundKind::kStanding);
    CHECK(fall.end.foot.z == Approx(0.0).margin(0.002));
    CHECK(HorizontalLength(fall.end.foot - Vec3{0.3, 0.2, 0.0}) <= 0.001);
  }
}

void CheckGrazing(BackendKind backend, double thickness, double angle_deg) {
  Scene scene = ThinWall(thickness, 30.0);
  scene.Bake();
  const auto [sine, cosine] = scenes::SinCosDeg(angle_deg);
  for (const double travel : kTravels) {
    INFO("thickness " << thickness << ", travel per tick " << travel << " at " << angle_deg);
    const Rig rig(scene.world, backend, WithTravel(travel));
    const Vec3 from{4.5, -10.0, 0.0};
    const Vec3 to = from + Vec3{sine, cosine, 0.0} * 8.0;
    const DriveResult drive = CheckedDrive(rig, from, DriveTarget::Point(to));
    INFO(Say(drive));
    CHECK(drive.end.foot.x <= 4.70 - 0.5 * thickness + 0.001);
    Range x;
    const MovementState start = Settled(rig, from);
    const int ticks = static_cast<int>(3.0 * 8.0 / travel) + 60;
    WalkObserved(rig.Context(), start, to, ticks,
                 [&](const WalkTick& tick) { x.Add(tick.result.state.foot.x); });
    CHECK(x.max <= 4.70 - 0.5 * thickness + 0.001);
  }
}

void Grazing(BackendKind backend) {
  SECTION("(d) 5 degrees, quad") { CheckGrazing(backend, 0.0, 5.0); }
  SECTION("(d) 5 degrees, box") { CheckGrazing(backend, 0.01, 5.0); }
  SECTION("other angles") {
    for (const double angle : {2.0, 15.0, 45.0, 85.0}) CheckGrazing(backend, 0.0, angle);
  }
}

WM_CASE(FallAlongWall, "B16 falls along a wall and stands beside it", "[case][B16]")
WM_CASE(HeadOn, "B20 a thin wall stops every length of tick", "[case][B20]")
WM_CASE(Slab, "B20 a thin slab stops a fall of 200 m", "[case][B20]")
WM_CASE(Grazing, "B20 a thin wall is never passed at a grazing angle", "[case][B20]")

}  // namespace
}  // namespace wm::cases
