// B18: sinks at the seam between two terrain pieces. B19: floor triangles that face the wrong way.
#include <cmath>
#include <numbers>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"
#include "tests/scenes/dice.h"

namespace wm::cases {
namespace {

PlayerConfig HalfMetreWide() {
  PlayerConfig config = CharacterS();
  config.radius = 0.25;
  config.height = 1.80;
  config.step = 0.35;
  return config;
}

// Two flat pieces of 16 x 16 m, cut into 1 m squares, the second beginning `gap` after the first.
Scene TwoPieces(double gap, int cells = 16) {
  Scene scene;
  scene.Add("piece 1", scenes::MakeCutFloor({0.0, 16.0, 0.0, 16.0, 0.0, cells, cells}));
  scene.Add("piece 2",
            scenes::MakeCutFloor({16.0 + gap, 32.0 + gap, 0.0, 16.0, 0.0, cells, cells}));
  scene.Bake();
  return scene;
}

struct Crossing {
  Vec3 from;
  Vec3 to;
};

// Across the seam through its middle, at `angle_deg` off square, as far as the pieces allow.
Crossing CrossAt(double angle_deg, double gap) {
  const double angle = angle_deg * (std::numbers::pi / 180.0);
  const Vec3 along{std::cos(angle), std::sin(angle), 0.0};
  const Vec3 middle{16.0 + 0.5 * gap, 8.0, 0.0};
  const double half = std::min(5.0, 7.0 / std::max(0.01, std::sin(angle)));
  return {middle - along * half, middle + along * half};
}

const std::vector<double> kAngles = {0.0, 20.0, 40.0, 60.0, 80.0};

// Drives across, and walks across once more to see the lowest foot.
double LowestFootOf(const Rig& rig, const Crossing& crossing) {
  const DriveResult drive = CheckedDrive(rig, crossing.from, DriveTarget::Point(crossing.to));
  INFO(Say(drive));
  CHECK(drive.outcome == Outcome::kReached);
  CHECK(Distance(drive.end.foot, crossing.to) <= 0.02);
  Range z;
  const MovementState start = Settled(rig, crossing.from);
  WalkObserved(rig.Context(), start, crossing.to, drive.ticks,
               [&](const WalkTick& tick) { z.Add(tick.result.state.foot.z); });
  CHECK(z.max <= 0.002);
  return z.min;
}

void CheckFlush(BackendKind backend, double gap) {
  INFO("gap " << gap);
  const Scene scene = TwoPieces(gap);
  const Rig rig(scene.world, backend, HalfMetreWide());
  for (const double angle : kAngles) {
    INFO("crossing at " << angle << " deg");
    CHECK(LowestFootOf(rig, CrossAt(angle, gap)) >= -0.002);
    const Crossing crossing = CrossAt(angle, gap);
    INFO("and back");
    CHECK(LowestFootOf(rig, {crossing.to, crossing.from}) >= -0.002);
  }
  INFO("along the seam for 14 m");
  CHECK(LowestFootOf(rig, {{16.0, 1.0, 0.0}, {16.0, 15.0, 0.0}}) >= -0.002);

  INFO("standing on the seam for 60 s");
  const MovementState start = Settled(rig, {16.0, 8.0, 0.0});
  Range z;
  const ObservedWalk stand = PushObserved(rig.Context(), start, {}, 3600,
                                          [&](const WalkTick& t) { z.Add(t.result.state.foot.z); });
  CHECK(z.min >= -0.002);
  CHECK(z.max <= 0.002);
  CHECK(Distance(stand.end.foot, start.foot) <= 0.001);
}

void FlushSeams(BackendKind backend) {
  SECTION("(a) flush") { CheckFlush(backend, 0.0); }
  SECTION("(b) a gap of 0.0001") { CheckFlush(backend, 0.0001); }
  SECTION("other hairs") {
    for (const double gap : {1e-8, 1e-6, 0.005}) CheckFlush(backend, gap);
  }
  SECTION("overlapping by a hair") { CheckFlush(backend, -0.0001); }
}

// Deepest that a ball of this radius sinks between two edges.
double Dip(double radius, double gap) {
  return radius - std::sqrt(radius * radius - 0.25 * gap * gap);
}

void NarrowGap(BackendKind backend) {
  SECTION("(c) a gap of 0.40 is crossed") {
    const Scene scene = TwoPieces(0.40);
    const Rig rig(scene.world, backend, HalfMetreWide());
    for (const double angle : kAngles) {
      INFO("crossing at " << angle << " deg");
      CHECK(LowestFootOf(rig, CrossAt(angle, 0.40)) >= -0.102);
    }
  }
  SECTION("narrower gaps") {
    for (const double gap : {0.05, 0.20, 0.30}) {
      const Scene scene = TwoPieces(gap);
      const Rig rig(scene.world, backend, HalfMetreWide());
      for (const double angle : kAngles) {
        INFO("gap " << gap << " at " << angle << " deg");
        CHECK(LowestFootOf(rig, CrossAt(angle, gap)) >= -Dip(0.25, gap) - 0.002);
      }
    }
  }
  SECTION("standing in the gap for 60 s, and out again") {
    const Scene scene = TwoPieces(0.40);
    const Rig rig(scene.world, backend, HalfMetreWide());
    const ObservedWalk stand = PushObserved(rig.Context(), Flying({16.2, 8.0, 0.1}), {}, 3600);
    INFO("stands at " << Say(stand.end.foot));
    CHECK(stand.end.foot.z == Approx(-0.10).margin(0.002));
    CHECK(stand.end.ground == GroundKind::kStanding);
    for (const Vec3 to : {Vec3{18.0, 8.0, 0.0}, Vec3{14.0, 8.0, 0.0}, Vec3{18.0, 12.0, 0.0}}) {
      const DriveResult out = CheckedGoOn(rig, stand.end, DriveTarget::Point(to));
      INFO("out to " << Say(to) << ": " << Say(out));
      CHECK(out.outcome == Outcome::kReached);
    }
  }
}

void WideGap(BackendKind backend) {
  for (const double gap : {0.70, 0.55, 1.5}) {
    const Scene scene = TwoPieces(gap);
    const Rig rig(scene.world, backend, HalfMetreWide());
    for (const double angle : kAngles) {
      INFO("(d) gap " << gap << " at " << angle << " deg");
      const Crossing crossing = CrossAt(angle, gap);
      const DriveResult drive = CheckedDrive(rig, crossing.from, DriveTarget::Point(crossing.to));
      INFO(Say(drive));
      CHECK(drive.outcome == Outcome::kLeftWorld);
      CHECK(drive.takeoff.x >= 16.0);
      CHECK(drive.takeoff.x <= 16.0 + gap);
      CHECK(drive.takeoff.z >= -0.35);
    }
  }
}

// Drops S at `foot` on whatever is there.
void CheckLands(BackendKind backend, const Scene& scene, Vec3 foot) {
  INFO("dropped at " << Say(foot));
  const Rig rig(scene.world, backend, CharacterS());
  const ObservedWalk fall = PushObserved(rig.Context(), Flying(foot), {}, 90);
  CHECK(fall.end.ground == GroundKind::kStanding);
  CHECK(fall.end.foot.z == Approx(0.0).margin(0.002));
  CHECK(HorizontalLength(fall.end.foot - foot) <= 0.001);
}

// The report is Y up: (0,0,0), (0,0,10), (10,0,10), dropped from (2.5, 3, 7.5).
Scene ReportedFloor(bool is_turned_over) {
  TriangleMesh mesh{{{0.0, 0.0, 0.0}, {0.0, -10.0, 0.0}, {10.0, -10.0, 0.0}}, {{0, 1, 2}}};
  if (is_turned_over) mesh = scenes::TurnedOver(mesh, {0});
  Scene scene;
  scene.Add("floor", mesh);
  scene.Bake();
  return scene;
}

void Winding(BackendKind backend) {
  const Vec3 drop{2.5, -7.5, 3.0};
  SECTION("as reported") { CheckLands(backend, ReportedFloor(false), drop); }
  SECTION("the last two vertices swapped: triangles are two-sided") {
    CheckLands(backend, ReportedFloor(true), drop);
  }
  SECTION("both facings are the same floor for a drive") {
    for (const bool is_turned_over : {false, true}) {
      const Scene scene = ReportedFloor(is_turned_over);
      const Rig rig(scene.world, backend, CharacterS());
      const DriveResult drive =
          CheckedDrive(rig, {2.5, -7.5, 0.0}, DriveTarget::Point({6.0, -9.0, 0.0}));
      INFO(Say(drive));
      CHECK(drive.outcome == Outcome::kReached);
      CHECK(drive.end.foot.z == Approx(0.0).margin(0.002));
    }
  }
  SECTION("7 of 200 triangles swapped") {
    const std::vector<std::uint32_t> swapped = {3, 40, 41, 77, 118, 150, 199};
    Scene scene;
    scene.Add("floor", scenes::TurnedOver(scenes::MakeCutFloor({0.0, 10.0, 0.0, 10.0, 0.0, 10, 10}),
                                          swapped));
    scene.Bake();
    for (const std::uint32_t triangle : swapped) {
      const Triangle& t = scene.world.triangles.at(triangle);
      const Vec3 centre = (t.a + t.b + t.c) * (1.0 / 3.0);
      CheckLands(backend, scene, {centre.x, centre.y, 3.0});
    }
    const Rig rig(scene.world, backend, CharacterS());
    scenes::Dice dice(19);
    for (int i = 0; i < 20; ++i) {
      const Vec3 from{dice.Between(0.5, 9.5), dice.Between(0.5, 9.5), 0.0};
      const Vec3 to{dice.Between(0.5, 9.5), dice.Between(0.5, 9.5), 0.0};
      const DriveResult drive = CheckedDrive(rig, from, DriveTarget::Point(to));
      INFO(Say(from) << " to " << Say(to) << ": " << Say(drive));
      CHECK(drive.outcome == Outcome::kReached);
      CHECK(Distance(drive.end.foot, to) <= 0.001);
    }
  }
}

WM_CASE(FlushSeams, "B18 a seam between flush pieces carries", "[case][B18]")
WM_CASE(NarrowGap, "B18 a gap narrower than the body is crossed", "[case][B18]")
WM_CASE(WideGap, "B18 a gap wider than the body is fallen through", "[case][B18]")
WM_CASE(Winding, "B19 floors carry whichever way they face", "[case][B19]")

}  // namespace
}  // namespace wm::cases
