// B26: a pit that one can drop into and not leave. What drives say; the trap is the explorer's
// part.
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"
#include "tests/scenes/case_scenes.h"

namespace wm::cases {
namespace {

// Eight headings, a place on the rim side of each.
const std::vector<Vec3> kAround = {{3.0, 0.0, 0.0},  {3.0, 3.0, 0.0},  {0.0, 3.0, 0.0},
                                   {-3.0, 3.0, 0.0}, {-3.0, 0.0, 0.0}, {-3.0, -3.0, 0.0},
                                   {0.0, -3.0, 0.0}, {3.0, -3.0, 0.0}};

// Drives into a pit from all around and out again. Out of a trap nobody comes.
void CheckPit(BackendKind backend, double half, double depth, bool is_trap) {
  INFO("pit of half size " << half << ", depth " << depth);
  Scene scene = scenes::FloorWithPit(half, half, depth);
  scene.Bake();
  const Rig rig(scene.world, backend, CharacterS());
  for (const Vec3 rim : kAround) {
    INFO("rim " << Say(rim));
    const DriveResult in = CheckedDrive(rig, rim, DriveTarget::Point({0.0, 0.0, -depth}));
    INFO("in " << Say(in));
    CHECK(in.end.foot.z == Approx(-depth).margin(0.002));
    if (is_trap) {
      CHECK(in.outcome == Outcome::kFell);
      CHECK(std::abs(in.end.foot.x) <= half - 0.30 + 0.001);
      CHECK(std::abs(in.end.foot.y) <= half - 0.30 + 0.001);
      CHECK(in.drop_m == Approx(depth).margin(0.05));
      const DriveResult out = CheckedDrive(rig, {0.0, 0.0, -depth}, DriveTarget::Point(rim));
      INFO("out " << Say(out));
      CHECK(out.outcome == Outcome::kBlocked);
      CHECK(out.end.foot.z == Approx(-depth).margin(0.002));
      const double reach = std::max(std::abs(out.end.foot.x), std::abs(out.end.foot.y));
      CHECK(reach == Approx(half - 0.30).margin(0.02));
    } else {
      CHECK(in.outcome == Outcome::kReached);
      const DriveResult out = CheckedGoOn(rig, in.end, DriveTarget::Point(rim));
      INFO("out " << Say(out));
      CHECK(out.outcome == Outcome::kReached);
      CHECK(out.end.foot.z == Approx(0.0).margin(0.002));
    }
  }
}

void Ramped(BackendKind backend) {
  Scene scene = scenes::FloorWithPit(1.0, 1.0, 0.60);
  scenes::Ramp ramp;
  ramp.angle_deg = 30.0;
  ramp.y0 = -0.4;
  ramp.y1 = 0.4;
  ramp.z0 = -0.60;
  ramp.z1 = 0.0;
  ramp.foot_x = 0.0;
  ramp.foot_x = 1.0 - ramp.TopX();  // ends at the pit's edge
  CHECK(ramp.foot_x == Approx(-0.0392).margin(0.001));
  scene.Add("ramp", scenes::MakeRamp(ramp));
  scene.Bake();
  const Rig rig(scene.world, backend, CharacterS());
  const Vec3 bottom{-0.5, 0.0, -0.60};
  const DriveResult out = CheckedDrive(rig, bottom, DriveTarget::Point({3.0, 0.0, 0.0}));
  INFO("out " << Say(out));
  CHECK(out.outcome == Outcome::kReached);
  const DriveResult in = CheckedDrive(rig, {3.0, 0.0, 0.0}, DriveTarget::Point(bottom));
  INFO("in " << Say(in));
  CHECK(in.outcome == Outcome::kReached);
  const DriveResult other_side = CheckedDrive(rig, bottom, DriveTarget::Point({-3.0, 0.0, 0.0}));
  INFO("other side " << Say(other_side));
  CHECK(other_side.outcome == Outcome::kBlocked);
}

// Narrower than the body: never entered, and nothing keeps the player over it.
void CheckTooNarrow(BackendKind backend, double half_x, double half_y) {
  INFO("slot " << 2.0 * half_x << " x " << 2.0 * half_y);
  Scene scene = scenes::FloorWithPit(half_x, half_y, 0.60);
  scene.Bake();
  const Rig rig(scene.world, backend, CharacterS());
  for (const Vec3 rim : kAround) {
    INFO("from " << Say(rim));
    const Vec3 across{-rim.x, -rim.y, 0.0};
    Range z;
    const DriveResult drive = CheckedDrive(rig, rim, DriveTarget::Point(across));
    INFO(Say(drive));
    CHECK(drive.outcome == Outcome::kReached);
    WalkObserved(rig.Context(), Settled(rig, rim), across, drive.ticks,
                 [&](const WalkTick& tick) { z.Add(tick.result.state.foot.z); });
    CHECK(z.min > -0.30);
    // Stopped over the middle it can go on.
    const DriveResult half = CheckedDrive(
        rig, rim, DriveTarget::Heading(rim, -1.0 * NormalizedOr(rim, {}), Length(rim)));
    INFO("over the middle " << Say(half));
    CHECK(half.end.foot.z > -0.30);
    const DriveResult on = CheckedGoOn(rig, half.end, DriveTarget::Point(across));
    INFO("on " << Say(on));
    CHECK(on.outcome == Outcome::kReached);
  }
}

void Pits(BackendKind backend) {
  SECTION("(a) 0.60 deep: in from all sides, out of none") { CheckPit(backend, 1.0, 0.60, true); }
  SECTION("(b) 0.30 deep: in and out") { CheckPit(backend, 1.0, 0.30, false); }
  SECTION("(c) 0.60 deep with a ramp: in and out by the ramp") { Ramped(backend); }
  SECTION("(d) 0.60 deep and 0.50 wide: no entry") {
    CheckTooNarrow(backend, 0.25, 0.25);
    CheckTooNarrow(backend, 1.0, 0.25);
  }
  SECTION("other sizes and depths") {
    CheckPit(backend, 0.5, 1.50, true);
    CheckPit(backend, 1.4, 0.45, true);
    CheckPit(backend, 0.8, 0.35, false);
    CheckPit(backend, 1.3, 0.10, false);
  }
}

WM_CASE(Pits, "B26 pits by depth and width", "[case][B26]")

}  // namespace
}  // namespace wm::cases
