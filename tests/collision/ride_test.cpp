// Lifts, platforms and doors with a player on them or in their way: how each ride ends.
#include <cmath>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/collision/ride_rig.h"

namespace wm {
namespace {

using scenes::BoxBetween;
using scenes::FlatFloor;
using scenes::PlacedAt;
using scenes::RideRig;
using scenes::Scene;

constexpr BackendKind kBackends[] = {BackendKind::kBrute, BackendKind::kBullet};

void CheckNear(Vec3 a, Vec3 b, double within) {
  INFO(a.x << " " << a.y << " " << a.z << " against " << b.x << " " << b.y << " " << b.z);
  CHECK(Distance(a, b) <= within);
}

// A floor with a pit under a lift 2 x 2 m whose top is the floor's height, and a gallery 3 m up on
// the lift's east side, another 6 m up on its west side.
Scene Shaft() {
  Scene scene;
  scene.Add("floor", scenes::FrameFloor(0.0, 0.0, 10.0, 1.05, 1.05, 0.0));
  scene.Add("pit", FlatFloor(-1.05, 1.05, -1.05, 1.05, -0.5));
  scene.Add("gallery", BoxBetween({1.05, -3.0, 2.8}, {5.0, 3.0, 3.0}));
  scene.Add("loft", BoxBetween({-5.0, -3.0, 5.8}, {-1.05, 3.0, 6.0}));
  scene.Add("lift", BoxBetween({-1.0, -1.0, -0.2}, {1.0, 1.0, 0.0}));
  return scene;
}

TEST_CASE("ride: a lift carries the player up and down, between two stops and three", "[ride]") {
  const Scene scene = Shaft();
  for (const BackendKind backend : kBackends) {
    const RideRig rig(scene, backend);
    const double stops[] = {0.0, 3.0, 6.0};
    for (double from : stops) {
      for (double to : stops) {
        for (double seconds : {0.0, 0.1, 2.0, 6.0}) {
          // Down at more than a step's free fall speed is another test.
          if (from > to && (from - to) / std::max(seconds, 0.02) > 2.5) continue;
          INFO(Name(backend) << " from " << from << " to " << to << " in " << seconds);
          const Vec3 start{0.3, -0.4, from};
          const RideResult ride =
              rig.Go(start, PlacedAt({0, 0, from}), PlacedAt({0, 0, to}), seconds);
          CHECK(Name(ride.outcome) == Name(RideOutcome::kCarried));
          CHECK(ride.ends_on_body);
          CheckNear(ride.end.foot, {0.3, -0.4, to}, 0.001);
          CHECK(ride.end.ground == GroundKind::kStanding);
          CHECK(ride.end.ground_z == Approx(to).margin(0.001));
          CHECK(ride.deepest_overlap < 0.001);
          CHECK(ride.drop_m == 0.0);
          CHECK_FALSE(ride.was_truncated);
          CHECK(ride.ticks == std::max(1, static_cast<int>(std::lround(seconds * 60.0))) + 1);
        }
      }
    }
  }
}

TEST_CASE("ride: a lift takes one tick where its travel takes no time", "[ride]") {
  const RideRig rig(Shaft());
  const RideResult ride = rig.Go({0, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({0, 0, 6}), 0.0);
  CHECK(ride.ticks == 2);  // and one to see that he rests
  CheckNear(ride.end.foot, {0, 0, 6}, 0.001);
}

TEST_CASE("ride: the player walks off at the other stop", "[ride]") {
  const Scene scene = Shaft();
  const RideRig rig(scene);
  const RideResult ride = rig.Go({0, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({0, 0, 3}), 2.0);
  std::vector<Body> bodies = scene.bodies;
  bodies.back().placement = PlacedAt({0, 0, 3});
  const World above = BuildWorld(scene.meshes, bodies);
  const scenes::Rig walk(above, BackendKind::kBrute, {});
  const DriveResult drive =
      DriveTowardPoint(walk.Context(), ride.end, DriveTarget::Point({3, 0, 3}));
  CHECK(drive.outcome == Outcome::kReached);
}

TEST_CASE("ride: beside the lift he is left alone", "[ride]") {
  const RideRig rig(Shaft());
  const RideResult ride = rig.Go({1.6, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({0, 0, 3}), 2.0);
  CHECK(ride.outcome == RideOutcome::kAside);
  CHECK_FALSE(ride.ends_on_body);
  CheckNear(ride.end.foot, {1.6, 0, 0}, 0.001);
}

TEST_CASE("ride: a lift that sinks faster than he falls leaves him behind", "[ride]") {
  const RideRig rig(Shaft());
  for (double seconds : {0.0, 0.1, 0.5, 1.0}) {
    INFO(seconds);
    const RideResult ride = rig.Go({0, 0, 6}, PlacedAt({0, 0, 6}), PlacedAt({0, 0, 0}), seconds);
    CHECK(Name(ride.outcome) == Name(RideOutcome::kFell));
    CHECK(ride.ends_on_body);
    CHECK(ride.drop_m > 0.4);
    CHECK(ride.drop_m <= 6.001);
    CheckNear(ride.end.foot, {0, 0, 0}, 0.001);
  }
  // Slow enough, and his footing holds.
  const RideResult slow = rig.Go({0, 0, 6}, PlacedAt({0, 0, 6}), PlacedAt({0, 0, 0}), 2.5);
  CHECK(slow.outcome == RideOutcome::kCarried);
  // So it does over no more than a step, however fast.
  const RideResult step = rig.Go({0, 0, 0.34}, PlacedAt({0, 0, 0.34}), PlacedAt({0, 0, 0}), 0.0);
  CHECK(step.outcome == RideOutcome::kCarried);
}

TEST_CASE("ride: who falls after a lift that goes aside lands beside it", "[ride]") {
  const RideRig rig(Shaft());
  const RideResult ride = rig.Go({0, 0, 6}, PlacedAt({0, 0, 6}), PlacedAt({0, 4.0, 2.0}), 0.05);
  CHECK(ride.outcome == RideOutcome::kFell);
  CHECK(ride.drop_m > 3.0);
}

TEST_CASE("ride: a player on the lift's rim comes up with it, one at its foot is not", "[ride]") {
  for (const BackendKind backend : kBackends) {
    const RideRig rig(Shaft(), backend);
    // The foot above the lift, though he overhangs it.
    const RideResult on = rig.Go({0.9, 0.9, 0}, PlacedAt({0, 0, 0}), PlacedAt({0, 0, 6}), 3.0);
    CHECK(Name(on.outcome) == Name(RideOutcome::kCarried));
    // Half a body beyond its edge: it lifts him or leaves him, never harms him.
    for (double x : {0.98, 1.02, 1.1, 1.2, 1.25}) {
      INFO(x);
      const RideResult off = rig.Go({-x, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({0, 0, 2.5}), 2.0);
      CHECK((off.outcome == RideOutcome::kCarried || off.outcome == RideOutcome::kAside));
      CHECK(off.deepest_overlap <= rig.config().skin);
      CHECK(rig.StillOverlap(off.end.foot) <= rig.config().skin);
    }
  }
}

// A platform 2 x 2 m, 0.2 m thick with its top at z = 1 over a floor, that goes along x.
Scene Track() {
  Scene scene;
  scene.Add("floor", FlatFloor(-20.0, 20.0, -20.0, 20.0, 0.0));
  return scene;
}

TEST_CASE("ride: a platform takes him along, and turns him with it", "[ride]") {
  Scene scene = Track();
  scene.Add("platform", BoxBetween({-1.0, -1.0, 0.8}, {1.0, 1.0, 1.0}));
  for (const BackendKind backend : kBackends) {
    const RideRig rig(scene, backend);
    for (double seconds : {0.0, 0.2, 3.0}) {
      const RideResult ride =
          rig.Go({0.5, 0.25, 1.0}, PlacedAt({0, 0, 0}), PlacedAt({5, 2, 0}), seconds);
      CHECK(ride.outcome == RideOutcome::kCarried);
      CheckNear(ride.end.foot, {5.5, 2.25, 1.0}, 0.001);
      const RideResult turn =
          rig.Go({0.5, 0.25, 1.0}, PlacedAt({0, 0, 0}), PlacedAt({5, 2, 1}, 90.0), seconds);
      CHECK(turn.outcome == RideOutcome::kCarried);
      CheckNear(turn.end.foot, {4.75, 2.5, 2.0}, 0.001);
    }
  }
}

TEST_CASE("ride: a wall brushes him off a platform that passes under it", "[ride]") {
  for (const BackendKind backend : kBackends) {
    for (double seconds : {0.0, 0.3, 2.0}) {
      Scene scene = Track();
      scene.Add("wall", BoxBetween({3.0, -5.0, 1.1}, {3.1, 5.0, 6.0}));
      scene.Add("platform", BoxBetween({-1.0, -1.0, 0.8}, {1.0, 1.0, 1.0}));
      const RideRig rig(scene, backend);
      const RideResult ride =
          rig.Go({0.0, 0.0, 1.0}, PlacedAt({0, 0, 0}), PlacedAt({8, 0, 0}), seconds);
      INFO(Name(backend) << " " << seconds);
      CHECK(Name(ride.outcome) == Name(RideOutcome::kFell));
      CHECK(rig.NameOf(ride.obstacle) == "floor");
      CHECK_FALSE(ride.ends_on_body);
      CHECK(ride.drop_m == Approx(1.0).margin(0.01));
      CHECK(ride.end.foot.x < 3.0 - 0.29);  // not through the wall
      CHECK(ride.deepest_overlap <= rig.config().skin);
    }
  }
}

TEST_CASE("ride: a passage just wide enough for him does not hold him back", "[ride]") {
  Scene scene = Track();
  scene.Add("left", BoxBetween({3.0, 0.31, 1.1}, {6.0, 5.0, 6.0}));
  scene.Add("right", BoxBetween({3.0, -5.0, 1.1}, {6.0, -0.31, 6.0}));
  scene.Add("platform", BoxBetween({-1.0, -1.0, 0.8}, {1.0, 1.0, 1.0}));
  const RideRig rig(scene);
  const RideResult ride = rig.Go({0, 0, 1}, PlacedAt({0, 0, 0}), PlacedAt({9, 0, 0}), 3.0);
  CHECK(ride.outcome == RideOutcome::kCarried);
  CheckNear(ride.end.foot, {9, 0, 1}, 0.01);
}

TEST_CASE("ride: an overhang crushes with push, and is in him with overlap", "[ride]") {
  for (const BackendKind backend : kBackends) {
    for (double seconds : {0.0, 1.0, 5.0}) {
      INFO(Name(backend) << " " << seconds);
      Scene scene = Shaft();
      scene.Add("lift again", BoxBetween({-1.0, -1.0, -0.2}, {1.0, 1.0, 0.0}));
      std::swap(scene.bodies[4].collision_mesh, scene.bodies[5].collision_mesh);
      scene.meshes[scene.bodies[4].collision_mesh] = BoxBetween({-1.0, -1.0, 4.0}, {1.0, 1.0, 4.2});
      scene.bodies[4].name = "overhang";
      const RideRig rig(scene, backend);
      const RideResult push = rig.Go({0, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({0, 0, 3}), seconds);
      CHECK(Name(push.outcome) == Name(RideOutcome::kCrushed));
      CHECK(push.deepest_overlap > rig.config().skin);
      CHECK(rig.NameOf(push.obstacle) == "overhang");
      CHECK(rig.StillOverlap(push.end.foot) <= rig.config().skin);
      const RideResult overlap =
          rig.Go({0, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({0, 0, 3}), seconds, Closing::kOverlap);
      CHECK(overlap.outcome != RideOutcome::kCrushed);
      CHECK(overlap.deepest_overlap > rig.config().skin);
      CHECK(rig.StillOverlap(overlap.end.foot) <= rig.config().skin);
      // One stop lower, there is room.
      const RideResult fits = rig.Go({0, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({0, 0, 2.1}), 1.0);
      CHECK(fits.outcome == RideOutcome::kCarried);
    }
  }
}

// A door 1.2 m wide, hinged at the origin, along +x when closed, in a wall along x.
Scene Doorway() {
  Scene scene;
  scene.Add("floor", FlatFloor(-10.0, 10.0, -10.0, 10.0, 0.0));
  scene.Add("wall", BoxBetween({-5.0, -0.1, 0.0}, {-0.05, 0.1, 3.0}));
  scene.Add("jamb", BoxBetween({1.25, -0.1, 0.0}, {6.0, 0.1, 3.0}));
  scene.Add("door", BoxBetween({0.0, -0.03, 0.05}, {1.2, 0.03, 2.1}));
  return scene;
}

TEST_CASE("ride: a hinged door pushes him aside, or closes through him", "[ride]") {
  for (const BackendKind backend : kBackends) {
    const RideRig rig(Doorway(), backend);
    for (double seconds : {0.0, 0.5, 2.0}) {
      INFO(Name(backend) << " " << seconds);
      const Vec3 start{0.5, 0.6, 0.0};
      const RideResult push =
          rig.Go(start, PlacedAt({0, 0, 0}, 90.0), PlacedAt({0, 0, 0}, 0.0), seconds);
      CHECK(Name(push.outcome) == Name(RideOutcome::kAside));
      CHECK(Distance(push.end.foot, start) > 0.2);
      CHECK(push.deepest_overlap <= rig.config().skin);
      CHECK(rig.StillOverlap(push.end.foot) <= rig.config().skin);
      if (seconds > 0.0) CHECK(rig.NameOf(push.obstacle) == "door");
      const RideResult overlap = rig.Go(start, PlacedAt({0, 0, 0}, 90.0), PlacedAt({0, 0, 0}, 0.0),
                                        seconds, Closing::kOverlap);
      CHECK(overlap.outcome == RideOutcome::kAside);
      CHECK(overlap.deepest_overlap > 0.1);
      CheckNear(overlap.end.foot, start, 0.001);
    }
  }
}

TEST_CASE("ride: a door that closes him in against a wall crushes him, never through it",
          "[ride]") {
  for (const BackendKind backend : kBackends) {
    Scene scene;
    scene.Add("floor", FlatFloor(-10.0, 10.0, -10.0, 10.0, 0.0));
    scene.Add("wall", BoxBetween({2.0, -5.0, 0.0}, {2.02, 5.0, 3.0}));
    scene.Add("gate", BoxBetween({-1.0, -4.0, 0.0}, {0.0, 4.0, 3.0}));
    const RideRig rig(scene, backend);
    for (double seconds : {0.0, 0.5, 2.0}) {
      INFO(Name(backend) << " " << seconds);
      const RideResult ride = rig.Go({1, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({2, 0, 0}), seconds);
      CHECK(Name(ride.outcome) == Name(RideOutcome::kCrushed));
      CHECK(rig.NameOf(ride.obstacle) == "wall");
      CHECK(ride.end.foot.x < 2.0 - 0.28);
      CHECK(rig.StillOverlap(ride.end.foot) <= rig.config().skin);
      const RideResult room =
          rig.Go({1, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({1.38, 0, 0}), seconds);
      CHECK(room.outcome == RideOutcome::kAside);
      CHECK(room.end.foot.x > 1.67);
      const RideResult overlap =
          rig.Go({1, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({1.5, 0, 0}), seconds, Closing::kOverlap);
      CHECK(overlap.outcome == RideOutcome::kAside);
      CHECK(overlap.deepest_overlap > 0.2);
      CheckNear(overlap.end.foot, {1, 0, 0}, 0.001);
    }
  }
}

TEST_CASE("ride: a thin gate pushes him however fast it comes", "[ride]") {
  Scene scene;
  scene.Add("floor", FlatFloor(-10.0, 10.0, -10.0, 10.0, 0.0));
  scene.Add("gate", BoxBetween({-0.01, -4.0, 0.0}, {0.0, 4.0, 3.0}));
  PlayerConfig slow_ticks;
  slow_ticks.tick_seconds = 0.5;
  const RideRig rig(scene, BackendKind::kBrute, slow_ticks);
  for (double seconds : {0.0, 0.5, 1.0, 4.0}) {
    const RideResult ride = rig.Go({1, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({6, 0, 0}), seconds);
    CHECK(ride.outcome == RideOutcome::kAside);
    CHECK(ride.end.foot.x == Approx(6.3).margin(0.01));
  }
}

TEST_CASE("ride: pushed over a step he steps up, pushed off a ledge he falls", "[ride]") {
  Scene scene;
  scene.Add("floor", FlatFloor(-10.0, 10.0, -10.0, 10.0, 0.0));
  scene.Add("step", BoxBetween({2.0, -5.0, 0.0}, {4.0, 5.0, 0.3}));
  scene.Add("gate", BoxBetween({-1.0, -4.0, 0.0}, {0.0, 4.0, 3.0}));
  const RideRig rig(scene);
  const RideResult up = rig.Go({1, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({1.99, 0, 0}), 1.0);
  CHECK(Name(up.outcome) == Name(RideOutcome::kAside));
  CHECK(up.end.foot.z == Approx(0.3).margin(0.001));
  Scene ledge;
  ledge.Add("floor", FlatFloor(-10.0, 10.0, -10.0, 10.0, 0.0));
  ledge.Add("ledge", BoxBetween({-5.0, -5.0, 0.0}, {1.5, 5.0, 2.0}));
  ledge.Add("gate", BoxBetween({-1.0, -4.0, 2.0}, {0.0, 4.0, 5.0}));
  const RideRig high(ledge);
  const RideResult off = high.Go({1, 0, 2}, PlacedAt({0, 0, 0}), PlacedAt({1.6, 0, 0}), 1.0);
  CHECK(Name(off.outcome) == Name(RideOutcome::kFell));
  CHECK(off.drop_m == Approx(2.0).margin(0.01));
}

TEST_CASE("ride: a jamb that catches him between it and the door crushes him", "[ride]") {
  const RideRig rig(Doorway());
  const RideResult ride =
      rig.Go({0.7, 0.7, 0.0}, PlacedAt({0, 0, 0}, 90.0), PlacedAt({0, 0, 0}, 0.0), 1.0);
  CHECK(Name(ride.outcome) == Name(RideOutcome::kCrushed));
  CHECK(rig.NameOf(ride.obstacle) == "jamb");
  CHECK(rig.StillOverlap(ride.end.foot) <= rig.config().skin);
}

// A cabin that is closed on all sides, 2 x 2 x 2.5 m inside.
TriangleMesh Cabin() {
  return scenes::Joined({BoxBetween({-1.1, -1.1, -0.1}, {1.1, 1.1, 0.0}),
                         BoxBetween({-1.1, -1.1, 2.5}, {1.1, 1.1, 2.6}),
                         BoxBetween({-1.1, -1.1, 0.0}, {-1.0, 1.1, 2.5}),
                         BoxBetween({1.0, -1.1, 0.0}, {1.1, 1.1, 2.5}),
                         BoxBetween({-1.0, -1.1, 0.0}, {1.0, -1.0, 2.5}),
                         BoxBetween({-1.0, 1.0, 0.0}, {1.0, 1.1, 2.5})});
}

TEST_CASE("ride: a closed cabin keeps him inside, whatever it does", "[ride]") {
  Scene scene;
  scene.Add("ground", FlatFloor(-50.0, 50.0, -50.0, 50.0, -60.0));
  scene.Add("cabin", Cabin());
  for (const BackendKind backend : kBackends) {
    const RideRig rig(scene, backend);
    for (double seconds : {0.0, 0.05, 0.3, 2.0}) {
      for (Vec3 by : {Vec3{9, 3, 0}, Vec3{2, 0, 9}, Vec3{0, 0, -9}, Vec3{4, -4, -20}}) {
        for (double yaw : {0.0, 90.0, 150.0}) {
          INFO(seconds << " s by " << by.x << " " << by.y << " " << by.z << " turned " << yaw);
          const RideResult ride =
              rig.Go({0.6, -0.6, 0.0}, PlacedAt({0, 0, 0}), PlacedAt(by, yaw), seconds);
          CHECK(ride.began_on_body);
          CHECK(ride.ends_on_body);
          CHECK((ride.outcome == RideOutcome::kCarried || ride.outcome == RideOutcome::kFell));
          if (by.z >= 0.0) CHECK(ride.outcome == RideOutcome::kCarried);
          const Vec3 own = ride.end.foot - by;
          CHECK(HorizontalLength(own) < 1.0);
          CHECK(std::abs(own.z) < 0.001);
        }
      }
    }
  }
}

TEST_CASE("ride: a lift let into a floor is begun and ended on", "[ride]") {
  Scene scene;
  scene.Add("floor", FlatFloor(-10.0, 10.0, -10.0, 10.0, 0.0));
  scene.Add("lift", BoxBetween({-1.0, -1.0, -0.2}, {1.0, 1.0, 0.0}));
  for (const BackendKind backend : kBackends) {
    const RideRig rig(scene, backend);
    const RideResult up = rig.Go({0.2, 0.3, 0}, PlacedAt({0, 0, 0}), PlacedAt({0, 0, 4}), 2.0);
    CHECK(Name(up.outcome) == Name(RideOutcome::kCarried));
    CHECK(up.began_on_body);
    CheckNear(up.end.foot, {0.2, 0.3, 4.0}, 0.001);
    const RideResult down = rig.Go(up.end.foot, PlacedAt({0, 0, 4}), PlacedAt({0, 0, 0}), 2.0);
    CHECK(Name(down.outcome) == Name(RideOutcome::kCarried));
    CheckNear(down.end.foot, {0.2, 0.3, 0.0}, 0.001);
    // One that sinks into the floor sets him down on it.
    const RideResult sunk = rig.Go(up.end.foot, PlacedAt({0, 0, 4}), PlacedAt({0, 0, -0.1}), 2.0);
    CHECK(Name(sunk.outcome) == Name(RideOutcome::kAside));
    CHECK(sunk.began_on_body);
    CheckNear(sunk.end.foot, {0.2, 0.3, 0.0}, 0.001);
  }
}

TEST_CASE("ride: a bridge that tilts sets him sliding, one that tilts little keeps him", "[ride]") {
  Scene scene;
  scene.Add("floor", FlatFloor(-20.0, 20.0, -20.0, 20.0, 0.0));
  scene.Add("bridge", BoxBetween({0.0, -1.0, -0.2}, {4.0, 1.0, 0.0}));
  const RideRig rig(scene);
  const auto tilted = [](double degrees) {
    const auto [sine, cosine] = scenes::SinCosDeg(degrees);
    return Affine{{cosine, 0, -sine}, {0, 1, 0}, {sine, 0, cosine}, {0, 0, 5}};
  };
  const RideResult little = rig.Go({2, 0, 5}, tilted(0.0), tilted(20.0), 2.0);
  CHECK(Name(little.outcome) == Name(RideOutcome::kCarried));
  CHECK(Distance(little.end.foot, tilted(20.0).Point({2, 0, 0})) < 0.05);
  const RideResult much = rig.Go({2, 0, 5}, tilted(0.0), tilted(60.0), 2.0);
  CHECK(Name(much.outcome) == Name(RideOutcome::kFell));
  CHECK_FALSE(much.ends_on_body);
  CHECK(much.end.foot.z == Approx(0.0).margin(0.001));
}

TEST_CASE("ride: a walker walks on a platform that moves", "[ride]") {
  Scene scene;
  scene.Add("floor", FlatFloor(-20.0, 20.0, -20.0, 20.0, 0.0));
  scene.Add("platform", BoxBetween({-4.0, -4.0, 0.8}, {4.0, 4.0, 1.0}));
  const RideRig rig(scene);
  MovementState state;
  state.foot = {0, 0, 1};
  MoveResult move;
  for (int i = 0; i < 60; ++i) {
    const BodyPose pose =
        rig.scene().Pose(PlacedAt({0, i / 60.0, 0}), PlacedAt({0, (i + 1) / 60.0, 0}));
    MoveInput input;
    input.walk_x = 1.0;
    input.poses = {&pose, 1};
    rig.movement().Step(rig.scene().world(), rig.config(), state, input, &move);
    state = move.state;
    REQUIRE(state.ground == GroundKind::kStanding);
  }
  CheckNear(state.foot, {3.0, 1.0, 1.0}, 0.01);
}

TEST_CASE("ride: many threads ride the same scene alike", "[ride]") {
  const RideRig rig(Shaft(), BackendKind::kBullet);
  const auto go = [&](int i) {
    return rig.Go({0.1 * i - 1.5, 0.3, 0}, PlacedAt({0, 0, 0}), PlacedAt({0, 0, 3}, 45.0), 1.0);
  };
  std::vector<RideResult> alone, together(30);
  for (int i = 0; i < 30; ++i) alone.push_back(go(i));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = t; i < 30; i += 4) together[i] = go(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 30; ++i) {
    CHECK(alone[i].outcome == together[i].outcome);
    CHECK(alone[i].end == together[i].end);
  }
}

TEST_CASE("ride: the level without the body is what it is without it", "[ride]") {
  const Scene scene = Shaft();
  const RideRig rig(scene);
  const World& world = rig.scene().world();
  std::vector<Body> still(scene.bodies.begin(), scene.bodies.end() - 1);
  const World without = BuildWorld(scene.meshes, still);
  REQUIRE(world.StillCount() == without.triangles.size());
  CHECK(world.moving_triangles == 12);
  CHECK(world.bodies[rig.scene().body()].first_triangle == without.triangles.size());
  for (std::uint32_t i = 0; i < world.StillCount(); ++i) {
    CHECK(world.triangles[i].a == without.triangles[i].a);
    CHECK(world.triangle_body[i] == without.triangle_body[i]);
  }
  // Asked about everything, the lift is where it is put.
  const auto up = rig.scene().QueriesAt(PlacedAt({0, 0, 2}));
  const auto hit = up->Ray({0, 0, 9}, {0, 0, -20});
  REQUIRE(hit);
  CHECK(hit->point.z == Approx(2.0));
  CHECK(world.triangle_body[hit->triangle] == rig.scene().body());
  const auto low = rig.scene().queries().Ray({0, 0, 9}, {0, 0, -20});
  REQUIRE(low);
  CHECK(low->point.z == Approx(-0.5));
  CHECK(rig.movement().KnowsMovingBodies());
  CHECK_FALSE(MakeMovement(MoverKind::kBulletCharacter, world, rig.scene().queries(), {})
                  ->KnowsMovingBodies());
}

TEST_CASE("ride: closings have names", "[ride]") {
  CHECK(Name(Closing::kPush) == "push");
  CHECK(ParseClosing("overlap") == Closing::kOverlap);
  CHECK_FALSE(ParseClosing("shove"));
}

TEST_CASE("ride: out of the level, into a kill body, from nowhere", "[ride]") {
  Scene scene;
  scene.Add("ledge", BoxBetween({-5.0, -5.0, 0.0}, {1.5, 5.0, 2.0}));
  scene.Add("gate", BoxBetween({-1.0, -4.0, 2.0}, {0.0, 4.0, 5.0}));
  const RideRig rig(scene);
  const RideResult off = rig.Go({1, 0, 2}, PlacedAt({0, 0, 0}), PlacedAt({1.6, 0, 0}), 1.0);
  CHECK(Name(off.outcome) == Name(RideOutcome::kLeftWorld));
  const RideResult inside = rig.Go({1, 0, 1}, PlacedAt({0, 0, 0}), PlacedAt({1.4, 0, 0}), 1.0);
  CHECK(inside.outcome == RideOutcome::kBadStart);
  const RideResult in_gate = rig.Go({0, 0, 2}, PlacedAt({0, 0, 0}), PlacedAt({1.4, 0, 0}), 1.0);
  CHECK(in_gate.outcome == RideOutcome::kBadStart);
  const RideResult high = rig.Go({0.5, 0, 4}, PlacedAt({0, 0, 0}), PlacedAt({1.4, 0, 0}), 1.0);
  CHECK(high.outcome == RideOutcome::kBadStart);
  const RideResult nowhere = rig.Go({NAN, 0, 2}, PlacedAt({0, 0, 0}), PlacedAt({1, 0, 0}), 1.0);
  CHECK(nowhere.outcome == RideOutcome::kBadStart);
  const RideResult never = rig.Go({1, 0, 2}, PlacedAt({0, 0, 0}), PlacedAt({1, HUGE_VAL, 0}), 1.0);
  CHECK(never.outcome == RideOutcome::kBadStart);

  Scene lava;
  lava.Add("floor", FlatFloor(-10.0, 10.0, -10.0, 10.0, 0.0));
  lava.Add("lava", BoxBetween({-9.0, -9.0, -3.0}, {9.0, 9.0, -1.0}), Intent::kKill);
  const RideRig rises(lava);
  const RideResult burnt = rises.Go({0, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({0, 0, 2}), 1.0);
  CHECK(Name(burnt.outcome) == Name(RideOutcome::kLeftWorld));
  const RideResult safe = rises.Go({0, 0, 0}, PlacedAt({0, 0, 0}), PlacedAt({0, 0, 0.9}), 1.0);
  CHECK(safe.outcome == RideOutcome::kAside);
}

}  // namespace
}  // namespace wm
