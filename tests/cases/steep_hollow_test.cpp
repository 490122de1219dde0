// B11: wedged between slopes that are all too steep. The trap of (b) is the explorer's part.
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"

namespace wm::cases {
namespace {

constexpr int kTicksPerSecond = 60;

// Drops S and checks that it rests within a second of landing time, then lies still.
MovementState DropAndRest(const Rig& rig, Vec3 foot, double rest_z) {
  INFO("dropped at " << Say(foot));
  const ObservedWalk fall = PushObserved(rig.Context(), Flying(foot), {}, kTicksPerSecond);
  INFO("after a second at " << Say(fall.end.foot));
  CHECK(fall.end.foot.z == Approx(rest_z).margin(0.01));
  CHECK(fall.end.ground == GroundKind::kStanding);
  double largest_move = 0.0;
  const ObservedWalk rest =
      PushObserved(rig.Context(), fall.end, {}, 5 * kTicksPerSecond, [&](const WalkTick& tick) {
        largest_move = std::max(largest_move, Distance(tick.before.foot, tick.result.state.foot));
      });
  CHECK(largest_move < 0.001);
  CHECK(rest.end.foot.z == Approx(rest_z).margin(0.01));
  return rest.end;
}

// A ball of 0.30 between planes of this slope hangs this high over their meeting line.
double RestHeight(double angle_deg) { return 0.30 / scenes::SinCosDeg(angle_deg).second - 0.30; }

void CheckGroove(BackendKind backend, double angle_deg, double yaw_deg) {
  INFO("groove of " << angle_deg << " deg, yaw " << yaw_deg);
  Scene scene;
  scene.Add("groove", scenes::VGroove(angle_deg, 2.0, -4.0, 4.0));
  scene.Bake({yaw_deg, {}});
  const Rig rig(scene.world, backend, CharacterS());
  const double rest_z = RestHeight(angle_deg);
  const MovementState rest = DropAndRest(rig, scene.ToWorld({0.0, 0.0, rest_z + 0.70}), rest_z);
  const Vec3 target = scene.ToWorld({0.0, 3.0, rest_z});
  const DriveResult along = CheckedGoOn(rig, rest, DriveTarget::Point(target));
  INFO(Say(along));
  CHECK(along.outcome == Outcome::kReached);
  CHECK(Distance(along.end.foot, target) <= 0.02);
  const DriveResult back =
      CheckedGoOn(rig, along.end, DriveTarget::Point(scene.ToWorld({0.0, -3.0, rest_z})));
  INFO(Say(back));
  CHECK(back.outcome == Outcome::kReached);
}

void Groove(BackendKind backend) {
  SECTION("(a) V groove of 60 degrees") { CheckGroove(backend, 60.0, 0.0); }
  SECTION("turned") {
    for (const double yaw : {15.0, 45.0, 110.0}) CheckGroove(backend, 60.0, yaw);
  }
  SECTION("other slopes") {
    for (const double angle : {50.0, 55.0, 65.0}) CheckGroove(backend, angle, 0.0);
  }
  SECTION("dropped beside the middle") {
    Scene scene;
    scene.Add("groove", scenes::VGroove(60.0, 2.0, -4.0, 4.0));
    scene.Bake();
    const Rig rig(scene.world, backend, CharacterS());
    for (const double x : {0.1, -0.2}) {
      INFO("x " << x);
      const MovementState rest = DropAndRest(rig, {x, 0.0, 1.0}, 0.30);
      CHECK(rest.foot.x == Approx(0.0).margin(0.02));
    }
  }
}

void Pyramid(BackendKind backend) {
  const double mouth_z = 2.0 * std::sqrt(3.0);
  Scene scene;
  scene.Add("pit", scenes::InvertedPyramid(60.0, 2.0, 3.0));
  scene.Bake();
  const Rig rig(scene.world, backend, CharacterS());
  SECTION("(b) dropped at the centre it settles") {
    const MovementState rest = DropAndRest(rig, {0.0, 0.0, 1.0}, 0.30);
    CHECK(HorizontalLength(rest.foot) <= 0.02);
  }
  SECTION("(b) it can be entered from the rim") {
    for (const Vec3 from : {Vec3{3.5, 0.0, mouth_z}, Vec3{0.0, -3.5, mouth_z},
                            Vec3{-3.5, 1.0, mouth_z}, Vec3{3.2, 3.2, mouth_z}}) {
      INFO("from " << Say(from));
      const DriveResult drive = CheckedDrive(rig, scene, from, {0.0, 0.0, 0.30});
      INFO(Say(drive));
      CHECK(drive.outcome == Outcome::kFell);
      CHECK(HorizontalLength(drive.end.foot) <= 0.05);
      CHECK(drive.end.foot.z == Approx(0.30).margin(0.01));
    }
  }
  SECTION("(b) it cannot be left") {
    const MovementState rest = DropAndRest(rig, {0.0, 0.0, 1.0}, 0.30);
    for (const Vec3 to : {Vec3{3.5, 0.0, mouth_z}, Vec3{0.0, 3.5, mouth_z},
                          Vec3{-3.5, 0.0, mouth_z}, Vec3{3.5, -3.5, mouth_z}}) {
      INFO("to " << Say(to));
      const DriveResult drive = CheckedGoOn(rig, rest, DriveTarget::Point(to));
      INFO(Say(drive));
      CHECK(drive.outcome != Outcome::kReached);
      CHECK(drive.end.foot.z < 0.5);
      CHECK(HorizontalLength(drive.end.foot) < 0.3);
      CHECK(drive.deepest_overlap <= rig.config().skin);
    }
  }
}

// Neighbour: more than two steep supports, at odd angles.
void Funnels(BackendKind backend) {
  for (const int sides : {3, 5, 7, 12}) {
    INFO("sides " << sides);
    TriangleMesh funnel;
    funnel.vertices.push_back({0.0, 0.0, 0.0});
    for (int i = 0; i < sides; ++i) {
      const auto [sine, cosine] = scenes::SinCosDeg(360.0 * i / sides + 7.0);
      funnel.vertices.push_back({2.0 * cosine, 2.0 * sine, 3.5});
    }
    for (int i = 0; i < sides; ++i) {
      funnel.triangles.push_back(
          {0, static_cast<std::uint32_t>(1 + i), static_cast<std::uint32_t>(1 + (i + 1) % sides)});
    }
    // Each side is a plane through the apex at distance h * cos(slope) from the axis at height h.
    const double apothem = 2.0 * scenes::SinCosDeg(180.0 / sides).second;
    const double rest_z = 0.30 * std::hypot(3.5, apothem) / apothem - 0.30;
    Scene scene;
    scene.Add("funnel", funnel);
    scene.Bake();
    const Rig rig(scene.world, backend, CharacterS());
    DropAndRest(rig, {0.0, 0.0, rest_z + 0.5}, rest_z);
  }
}

WM_CASE(Groove, "B11 rests in and walks along a groove of steep planes", "[case][B11]")
WM_CASE(Pyramid, "B11 an inverted pyramid is entered and not left", "[case][B11]")
WM_CASE(Funnels, "B11 rests in a funnel of many steep sides", "[case][B11]")

}  // namespace
}  // namespace wm::cases
