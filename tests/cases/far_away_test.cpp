// B22: the same room, far from the origin.
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"
#include "tests/scenes/case_scenes.h"

namespace wm::cases {
namespace {

struct Room {
  Scene (*make)();
  Vec3 from;
  Vec3 to;
  double step;
};

Scene MakeFloor() { return scenes::DividedFloor(); }
Scene MakeStairway() { return scenes::Staircase(0.25, 8); }
Scene MakeWall() { return scenes::LeaningWall(0.0); }

const Room kFloor{MakeFloor, {0.05, 1.00, 0.0}, {19.50, 1.00, 0.0}, 0.35};
const Room kStairs{MakeStairway, {0.0, 0.0, 0.0}, {5.1, 0.0, 2.0}, 0.25};
const Room kWall{MakeWall, {2.69, 0.0, 0.0}, {4.5, 6.0, 0.0}, 0.35};

DriveResult DriveAt(BackendKind backend, const Room& room, Vec3 shift, Vec3* end) {
  Scene scene = room.make();
  scene.Bake({0.0, shift});
  PlayerConfig config = CharacterS();
  config.step = room.step;
  const Rig rig(scene.world, backend, config);
  DriveResult drive = DriveTowardPoint(rig.Context(), scene.ToWorld(room.from),
                                       DriveTarget::Point(scene.ToWorld(room.to)));
  *end = scene.ToScene(drive.end.foot);
  return drive;
}

void CheckSameEverywhere(BackendKind backend, const Room& room, const std::vector<Vec3>& shifts) {
  Vec3 end_here;
  const DriveResult here = DriveAt(backend, room, {}, &end_here);
  for (const Vec3 shift : shifts) {
    INFO("shifted by " << Say(shift));
    Vec3 end_there;
    const DriveResult there = DriveAt(backend, room, shift, &end_there);
    INFO("here " << Say(here));
    INFO("there " << Say(there));
    CHECK(there.outcome == here.outcome);
    CHECK(Distance(end_there, end_here) <= 0.005);
    CHECK_FALSE(there.was_truncated);
  }
}

const std::vector<Vec3> kShifts = {
    {5000.0, 0.0, 0.0}, {0.0, 0.0, 5000.0}, {100000.0, 0.0, 0.0}, {586507.0, 0.0, 0.0}};

// Neighbours: all axes, both signs, off the grid of tiles.
const std::vector<Vec3> kOtherShifts = {{-5000.0, 4999.875, -321.0},
                                        {123.4567, -8.9, 0.001},
                                        {-249.99, 250.01, 0.0},
                                        {-586507.25, -586507.5, 0.0}};

void Floor(BackendKind backend) { CheckSameEverywhere(backend, kFloor, kShifts); }

void StairsAndWall(BackendKind backend) {
  SECTION("eight risers of 0.25") { CheckSameEverywhere(backend, kStairs, kShifts); }
  SECTION("eight risers, other shifts") { CheckSameEverywhere(backend, kStairs, kOtherShifts); }
  SECTION("wall") { CheckSameEverywhere(backend, kWall, kShifts); }
  SECTION("wall, other shifts") { CheckSameEverywhere(backend, kWall, kOtherShifts); }
}

WM_CASE(Floor, "B22 the divided floor is the same far away", "[case][B22]")
WM_CASE(StairsAndWall, "B22 stairs and wall are the same far away", "[case][B22]")

}  // namespace
}  // namespace wm::cases
