// B01: ghost bumps on a flat floor that is finely divided.
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"
#include "tests/scenes/case_scenes.h"

namespace wm::cases {
namespace {

using scenes::DividedFloor;
using scenes::DividedFloorOptions;

const Vec3 kStart{0.05, 1.00, 0.0};
const Vec3 kTarget{19.50, 1.00, 0.0};

// Walks the length of the floor and checks every tick; gives the end in the scene's frame.
Vec3 WalkTheFloor(const Rig& rig, const Scene& scene) {
  INFO(Say(scene.placement));
  const Vec3 target = scene.ToWorld(kTarget);
  const DriveResult drive =
      DriveTowardPoint(rig.Context(), scene.ToWorld(kStart), DriveTarget::Point(target));
  INFO(Say(drive));
  CHECK(drive.outcome == Outcome::kReached);
  CHECK(drive.walked_m == Approx(19.45).margin(0.01));
  CHECK(drive.obstacles.empty());
  CHECK_FALSE(drive.was_truncated);
  CHECK(Distance(drive.end.foot, target) <= 0.001);

  Range height;
  double largest_increase = -1.0;
  const MovementState start = Settled(rig, scene.ToWorld(kStart));
  const ObservedWalk walk =
      WalkObserved(rig.Context(), start, target, 3 * drive.ticks + 60, [&](const WalkTick& tick) {
        height.Add(scene.ToScene(tick.result.state.foot).z);
        const double before = HorizontalLength(target - tick.before.foot);
        const double after = HorizontalLength(target - tick.result.state.foot);
        largest_increase = std::max(largest_increase, after - before);
      });
  CHECK(walk.is_arrived);
  CHECK(height.min >= -0.001);
  CHECK(height.max <= 0.001);
  CHECK(largest_increase <= 0.0);
  return scene.ToScene(drive.end.foot);
}

Vec3 WalkVariant(BackendKind backend, const DividedFloorOptions& options,
                 const Placement& placement = {}, double speed = 2.0) {
  Scene scene = DividedFloor(options);
  scene.Bake(placement);
  PlayerConfig config = CharacterS();
  config.speed = speed;
  return WalkTheFloor(Rig(scene.world, backend, config), scene);
}

void Shuffles(BackendKind backend, Extent extent) {
  const Vec3 end = WalkVariant(backend, {});
  const std::uint64_t seeds = extent == Extent::kFull ? 5 : 1;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    INFO("shuffle " << seed);
    CHECK(Distance(WalkVariant(backend, {seed, false}), end) <= 0.001);
  }
}

void UnsharedVertices(BackendKind backend, Extent extent) {
  const Vec3 end = WalkVariant(backend, {0, true});
  if (extent == Extent::kFull) {
    for (std::uint64_t seed = 11; seed <= 13; ++seed) {
      INFO("unshared, shuffle " << seed);
      CHECK(Distance(WalkVariant(backend, {seed, true}), end) <= 0.001);
    }
  }
}

void Yawed(BackendKind backend, Extent extent) {
  const std::vector<double> yaws = extent == Extent::kFull ? Yaws(extent) : std::vector{15.0};
  for (const double yaw : yaws) WalkVariant(backend, {}, {yaw, {}});
  // Neighbours: angles that are no nice fraction of a turn.
  if (extent == Extent::kFull) {
    for (const double yaw : {0.001, 1.0, 33.3, 44.999, 89.5}) WalkVariant(backend, {}, {yaw, {}});
  }
}

void Speeds(BackendKind backend, Extent extent) {
  WalkVariant(backend, {}, {}, 8.0);
  if (extent == Extent::kFull) {
    for (const double speed : {0.5, 2.0, 3.0, 30.0}) {
      INFO("speed " << speed);
      WalkVariant(backend, {}, {}, speed);
      WalkVariant(backend, {3, true}, {30.0, {}}, speed);
    }
  }
}

// Neighbour: across the diagonals and along a row of shared edges, on a smaller floor with finer
// and coarser cells.
void OtherLines(BackendKind backend) {
  for (const int cells : {3, 17, 60}) {
    INFO("cells " << cells);
    Scene scene;
    scene.Add("floor", scenes::MakeCutFloor({0.0, 6.0, 0.0, 6.0, 0.0, cells, cells}));
    scene.Bake();
    const Rig rig(scene.world, backend, CharacterS());
    const std::vector<std::pair<Vec3, Vec3>> lines = {
        {{0.5, 0.5, 0.0}, {5.5, 5.5, 0.0}},
        {{0.5, 3.0, 0.0}, {5.5, 3.0, 0.0}},
        {{5.5, 0.7, 0.0}, {0.3, 4.9, 0.0}},
    };
    for (const auto& [from, to] : lines) {
      const DriveResult drive = CheckedDrive(rig, scene, from, to);
      INFO(Say(drive));
      CHECK(drive.outcome == Outcome::kReached);
      CHECK(Distance(drive.end.foot, to) <= 0.001);
      CHECK(drive.walked_m == Approx(Distance(from, to)).margin(0.001));
    }
  }
}

WM_CASE_GRID(Shuffles, "B01 divided floor has no ghost bumps: triangle list shuffled",
             "[case][B01]")
WM_CASE_GRID(UnsharedVertices, "B01 divided floor has no ghost bumps: vertices not shared",
             "[case][B01]")
WM_CASE_GRID(Yawed, "B01 divided floor has no ghost bumps: scene yawed", "[case][B01]")
WM_CASE_GRID(Speeds, "B01 divided floor has no ghost bumps: slow and fast", "[case][B01]")
WM_CASE(OtherLines, "B01 divided floor has no ghost bumps: other lines and cells", "[case][B01]")

}  // namespace
}  // namespace wm::cases
