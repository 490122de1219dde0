// What holds for every drive: batches, bits, threads, shifts, narrow passages, never inside
// geometry.
#include <cmath>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "collision/drive.h"
#include "tests/collision/yard.h"
#include "tests/scenes/dice.h"
#include "tests/scenes/scene.h"

namespace wm {
namespace {

using scenes::Rig;
using scenes::Scene;
using yard::Baked;
using yard::Go;
using yard::kBackend;
using yard::Yard;

void CheckSame(const DriveResult& a, const DriveResult& b) {
  CHECK(a.outcome == b.outcome);
  CHECK(a.end == b.end);
  CHECK(a.ticks == b.ticks);
  CHECK(a.walked_m == b.walked_m);
  CHECK(a.drop_m == b.drop_m);
  CHECK(a.takeoff == b.takeoff);
  CHECK(a.deepest_overlap == b.deepest_overlap);
  CHECK(a.was_truncated == b.was_truncated);
  REQUIRE(a.obstacles.size() == b.obstacles.size());
  for (std::size_t i = 0; i < a.obstacles.size(); ++i) {
    CHECK(a.obstacles[i].point == b.obstacles[i].point);
    CHECK(a.obstacles[i].normal == b.obstacles[i].normal);
    CHECK(a.obstacles[i].body == b.obstacles[i].body);
    CHECK(a.obstacles[i].triangle == b.obstacles[i].triangle);
  }
}

// Targets all around, points and headings.
std::vector<DriveTarget> ManyTargets(Vec3 from) {
  std::vector<DriveTarget> targets;
  for (int i = 0; i < 16; ++i) {
    const auto [sine, cosine] = scenes::SinCosDeg(22.5 * i);
    targets.push_back(DriveTarget::Heading(from, {cosine, sine, 0.0}, 3.0));
    targets.push_back(DriveTarget::Point(Snap(from + Vec3{5.0 * cosine, 5.0 * sine, 0.0})));
  }
  return targets;
}

TEST_CASE("A batch gives what single drives give, in order, bit for bit", "[drive]") {
  const Scene scene = Baked(Yard());
  for (const BackendKind backend : {BackendKind::kBrute, BackendKind::kBullet}) {
    const Rig rig(scene.world, backend, {});
    for (const Vec3 from :
         {Vec3{0.0, 0.0, 0.0}, Vec3{2.5, 3.5, 0.0}, Vec3{-8.4, 0.0, 3.0}, Vec3{3.2, 0.0, 0.0}}) {
      const auto targets = ManyTargets(from);
      std::vector<DriveResult> batch(5);
      DriveTowardPoints(rig.Context(), from, targets, &batch);
      REQUIRE(batch.size() == targets.size());
      for (std::size_t i = 0; i < targets.size(); ++i) {
        CheckSame(batch[i], DriveTowardPoint(rig.Context(), from, targets[i]));
      }
    }
  }
}

TEST_CASE("The same drive gives the same bits, from a new rig and from other threads", "[drive]") {
  const Scene scene = Baked(Yard());
  for (const BackendKind backend : {BackendKind::kBrute, BackendKind::kBullet}) {
    const Rig rig(scene.world, backend, {});
    CHECK(rig.movement().IsThreadSafe());
    const Vec3 from{1.5, 2.0, 0.0};
    const auto targets = ManyTargets(from);
    std::vector<DriveResult> first;
    DriveTowardPoints(rig.Context(), from, targets, &first);
    const Rig other(scene.world, backend, {});
    std::vector<std::vector<DriveResult>> results(5);
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i + 1 < results.size(); ++i) {
        threads.emplace_back([&rig, &targets, &results, from, i] {
          DriveTowardPoints(rig.Context(), from, targets, &results[i]);
        });
      }
      DriveTowardPoints(other.Context(), from, targets, &results.back());
    }
    for (const auto& result : results) {
      REQUIRE(result.size() == first.size());
      for (std::size_t i = 0; i < first.size(); ++i) CheckSame(result[i], first[i]);
    }
  }
}

TEST_CASE("A level shifted by whole tiles gives the same drives, brute", "[drive]") {
  const Scene here = Baked(Yard());
  const Rig near_rig(here.world, kBackend, {});
  for (const Vec3 shift : {Vec3{250.0, 0.0, 0.0}, Vec3{-5000.0, 250.0, 0.0},
                           Vec3{500000.0, -250000.0, 0.0}, Vec3{0.0, 0.0, 5000.0}}) {
    INFO("shift " << shift.x << ' ' << shift.y << ' ' << shift.z);
    Scene there = Yard();
    there.Bake({0.0, shift});
    const Rig far_rig(there.world, kBackend, {});
    for (const Vec3 place : {Vec3{0.0, 0.0, 0.0}, Vec3{2.3, 3.1, 0.0}, Vec3{-8.4, 0.0, 3.0}}) {
      const Vec3 from = Snap(place);
      for (const DriveTarget& target : ManyTargets(from)) {
        DriveTarget moved_target = target;
        moved_target.point += shift;
        const auto near_drive = DriveTowardPoint(near_rig.Context(), from, target);
        auto far_drive = DriveTowardPoint(far_rig.Context(), from + shift, moved_target);
        far_drive.end.foot -= shift;
        far_drive.takeoff -= shift;
        REQUIRE(far_drive.outcome == near_drive.outcome);
        REQUIRE(far_drive.end.foot == near_drive.end.foot);
        REQUIRE(far_drive.takeoff == near_drive.takeoff);
        REQUIRE(far_drive.ticks == near_drive.ticks);
        REQUIRE(far_drive.walked_m == near_drive.walked_m);
        REQUIRE(far_drive.drop_m == near_drive.drop_m);
        REQUIRE(far_drive.obstacles.size() == near_drive.obstacles.size());
      }
    }
  }
}

TEST_CASE("A slot 1 cm wider than the player is passed when driven straight", "[drive]") {
  for (const double yaw : {0.0, 20.0, 45.0}) {
    for (const double spare : {0.01, 0.02, 0.05, 0.30}) {
      INFO("yaw " << yaw << " spare " << spare);
      Scene scene;
      scene.Add("floor", scenes::FlatFloor(-8.0, 8.0, -8.0, 8.0, 0.0));
      const double half = 0.30 + 0.5 * spare;
      scene.Add("left", scenes::BoxBetween({-1.0, half, 0.0}, {1.0, 4.0, 3.0}));
      scene.Add("right", scenes::BoxBetween({-1.0, -4.0, 0.0}, {1.0, -half, 3.0}));
      scene.Bake({yaw, {}});
      const Rig rig(scene.world, kBackend, {});
      const auto drive = DriveTowardPoint(rig.Context(), scene.ToWorld({-3.0, 0.0, 0.0}),
                                          DriveTarget::Point(scene.ToWorld({3.0, 0.0, 0.0})));
      CHECK(drive.outcome == Outcome::kReached);
      CHECK(drive.end.foot.z == Approx(0.0).margin(0.002));
    }
  }
}

TEST_CASE("A roof higher than the player by little lets him pass, a lower one does not",
          "[drive]") {
  for (const double roof : {1.70, 1.79, 1.82, 2.0}) {
    INFO("roof at " << roof);
    Scene scene;
    scene.Add("floor", scenes::FlatFloor(-8.0, 8.0, -8.0, 8.0, 0.0));
    scene.Add("roof", scenes::BoxBetween({-1.0, -4.0, roof}, {1.0, 4.0, roof + 0.5}));
    scene.Bake();
    const Rig rig(scene.world, kBackend, {});
    const auto drive = Go(rig.Context(), {-3.0, 0.0, 0.0}, DriveTarget::Point({3.0, 0.0, 0.0}));
    CHECK(drive.outcome == (roof > 1.80 ? Outcome::kReached : Outcome::kBlocked));
    CHECK(drive.end.foot.z == Approx(0.0).margin(0.002));
  }
}

// Ground of 4 x 4 cells of a metre, from (-2, -2) on: rows of heights along x, as in a terrain.
Scene Patch(const double (&heights)[5][5]) {
  TriangleMesh ground;
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) {
      const auto corner = [&](int right, int up) {
        return Vec3{column + right - 2.0, row + up - 2.0, heights[row + up][column + right]};
      };
      scenes::Append(&ground, scenes::Quad(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)));
    }
  }
  Scene scene;
  scene.Add("ground", ground);
  return Baked(std::move(scene));
}

TEST_CASE("The way to the foot of a steep bank is walked back downhill", "[drive]") {
  // Two bays of a shore under cliffs, and where a player stands who has walked into them.
  struct Bay {
    double heights[5][5];
    Vec3 outside;
    Vec3 foot;
  };
  const Bay bays[] = {{{{-0.90625, -0.875, -0.84375, -0.8125, 1.015625},
                        {-0.828125, -0.796875, -0.765625, -0.359375, 1.984375},
                        {-0.75, -0.71875, -0.671875, 0.296875, 2.796875},
                        {-0.65625, -0.609375, -0.578125, 0.578125, 3.203125},
                        {-0.546875, -0.5, -0.453125, 0.390625, 3.046875}},
                       {-0.148650650, 0.487226360, -0.631321597},
                       {0.040380541, -0.040380588, -0.517706040}},
                      {{{4.609375, 2.3125, -0.03125, -0.34375, -0.390625},
                        {4.015625, 1.59375, -0.15625, -0.21875, -0.265625},
                        {3.28125, 0.734375, -0.015625, -0.0625, -0.125},
                        {2.484375, 0.15625, 0.109375, 0.0625, 0.03125},
                        {1.640625, 0.296875, 0.234375, 0.1875, 0.140625}},
                       {0.186675292, -0.516488770, -0.093528271},
                       {0.089442649, 0.089442463, 0.005548567}}};
  for (const Bay& bay : bays) {
    const Scene scene = Patch(bay.heights);
    for (const BackendKind backend : {BackendKind::kBrute, BackendKind::kBullet}) {
      INFO(Name(backend));
      const Rig rig(scene.world, backend, {});
      const DriveResult in = Go(rig.Context(), bay.outside, DriveTarget::Point(bay.foot));
      CHECK(in.outcome == Outcome::kReached);
      const DriveResult out =
          DriveTowardPoint(rig.Context(), in.end, DriveTarget::Point(bay.outside));
      CHECK(out.outcome == Outcome::kReached);
    }
  }
}

TEST_CASE("No drive ends inside geometry, however the room is littered, brute", "[drive]") {
  scenes::Dice dice(77);
  for (int room = 0; room < 20; ++room) {
    Scene scene;
    scene.Add("floor", scenes::FlatFloor(-9.0, 9.0, -9.0, 9.0, 0.0));
    for (int i = 0; i < 25; ++i) {
      const Vec3 at{dice.Between(-5.0, 5.0), dice.Between(-5.0, 5.0), 0.0};
      const Vec3 size{dice.Between(0.1, 1.5), dice.Between(0.1, 1.5), dice.Between(0.05, 2.5)};
      const auto box = scenes::BoxBetween(at, at + size);
      scene.Add("litter", scenes::Tilted(box, at, dice.UnitVector(), dice.Between(-40.0, 40.0)));
    }
    scene.Bake({dice.Between(0.0, 360.0), {}});
    const Rig rig(scene.world, kBackend, {});
    const Capsule capsule{rig.config().radius, rig.config().height};
    Vec3 foot{0.0, 0.0, 0.0};
    int drives = 0;
    for (int i = 0; i < 60; ++i) {
      const Vec3 from =
          i % 4 == 0 ? Vec3{dice.Between(-5.0, 5.0), dice.Between(-5.0, 5.0), 0.0} : foot;
      const Vec3 to{dice.Between(-5.0, 5.0), dice.Between(-5.0, 5.0), 0.0};
      const auto drive = DriveTowardPoint(rig.Context(), from, DriveTarget::Point(to));
      if (drive.outcome == Outcome::kBadStart || drive.outcome == Outcome::kLeftWorld) continue;
      ++drives;
      foot = drive.end.foot;
      REQUIRE(IsFinite(foot));
      INFO("room " << room << " drive " << i << ' ' << Name(drive.outcome));
      CHECK(DeepestOverlap(rig.queries(), capsule, foot) <= rig.config().skin);
      CHECK(foot.z >= -0.002);
    }
    CHECK(drives > 10);
  }
}

}  // namespace
}  // namespace wm
