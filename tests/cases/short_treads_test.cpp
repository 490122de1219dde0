// B04: three short treads in a row; the answer must not depend on the tick.
#include <cmath>
#include <numbers>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"

namespace wm::cases {
namespace {

const std::vector<double> kTicksPerSecond = {15.0, 30.0, 60.0, 200.0, 500.0, 1000.0};

PlayerConfig SlimCharacter(double ticks_per_second) {
  PlayerConfig config = CharacterS();
  config.radius = 0.25;
  config.height = 1.50;
  config.step = 0.35;
  config.tick_seconds = 1.0 / ticks_per_second;
  return config;
}

// Tops 0.10, 0.20, 0.30; the fronts at x = 2, 2 + a, 2 + b.
Scene ShortTreads(bool has_wall, double a = 0.03, double b = 0.08) {
  Scene scene;
  scene.Add("floor", scenes::FlatFloor(-5.0, 8.0, -8.0, 8.0, 0.0));
  scene.Add("tread 1", scenes::BoxBetween({2.0, -1.0, 0.0}, {4.0, 1.0, 0.10}));
  scene.Add("tread 2", scenes::BoxBetween({2.0 + a, -1.0, 0.0}, {4.0, 1.0, 0.20}));
  scene.Add("tread 3", scenes::BoxBetween({2.0 + b, -1.0, 0.0}, {4.0, 1.0, 0.30}));
  if (has_wall) scene.Add("wall", scenes::BoxBetween({-5.0, 0.30, 0.0}, {8.0, 0.50, 3.0}));
  scene.Bake();
  return scene;
}

void CheckEveryTick(BackendKind backend, const Scene& scene, Vec3 from, Vec3 to) {
  INFO("from " << Say(from) << " to " << Say(to));
  Range x;
  Range y;
  Range z;
  for (const double ticks_per_second : kTicksPerSecond) {
    INFO("ticks per second " << ticks_per_second);
    const Rig rig(scene.world, backend, SlimCharacter(ticks_per_second));
    const DriveResult drive = CheckedDrive(rig, scene, from, to);
    INFO(Say(drive));
    CHECK(drive.outcome == Outcome::kReached);
    CHECK(drive.end.foot.z == Approx(0.300).margin(0.002));
    x.Add(drive.end.foot.x);
    y.Add(drive.end.foot.y);
    z.Add(drive.end.foot.z);
  }
  CHECK(Length({x.Width(), y.Width(), z.Width()}) <= 0.005);
}

double Tan(double angle_deg) { return std::tan(angle_deg * (std::numbers::pi / 180.0)); }

void Open(BackendKind backend) {
  const Scene scene = ShortTreads(false);
  for (const double angle : {0.0, 20.0, 40.0}) {
    INFO("approach " << angle << " deg");
    // Through the middle of the treads, so that the way in and the end are both on them.
    CheckEveryTick(backend, scene, {0.0, -2.75 * Tan(angle), 0.0}, {3.5, 0.75 * Tan(angle), 0.30});
  }
}

void BesideWall(BackendKind backend) {
  const Scene scene = ShortTreads(true);
  CheckEveryTick(backend, scene, {0.0, 0.0, 0.0}, {3.5, 0.0, 0.30});
  for (const double angle : {20.0, 40.0}) {
    INFO("approach " << angle << " deg");
    CheckEveryTick(backend, scene, {0.0, -2.9 * Tan(angle), 0.0}, {2.9, 0.0, 0.30});
  }
  // Neighbour: along the wall, nearer than the skin.
  CheckEveryTick(backend, scene, {0.0, 0.045, 0.0}, {3.5, 0.045, 0.30});
}

// Neighbours: the set-backs that the report names, 0.02 to 0.05, and none at all.
void OtherSetBacks(BackendKind backend) {
  const std::vector<std::pair<double, double>> set_backs = {
      {0.0, 0.0}, {0.02, 0.04}, {0.05, 0.10}, {0.02, 0.07}, {0.001, 0.002}, {0.15, 0.30}};
  for (const auto& [a, b] : set_backs) {
    INFO("set back " << a << " and " << b);
    const Scene scene = ShortTreads(false, a, b);
    CheckEveryTick(backend, scene, {0.0, 0.0, 0.0}, {3.5, 0.0, 0.30});
  }
}

WM_CASE(Open, "B04 short treads are climbed at every tick and angle", "[case][B04]")
WM_CASE(BesideWall, "B04 short treads are climbed beside a wall", "[case][B04]")
WM_CASE(OtherSetBacks, "B04 short treads of other set-backs", "[case][B04]")

}  // namespace
}  // namespace wm::cases
