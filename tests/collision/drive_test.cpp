// Every outcome of a drive, one by one, and what a drive tells besides.
#include "collision/drive.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/collision/yard.h"
#include "tests/scenes/case_scenes.h"
#include "tests/scenes/scene.h"

namespace wm {
namespace {

using scenes::Rig;
using scenes::Scene;
using yard::Baked;
using yard::Go;
using yard::kBackend;
using yard::Yard;

TEST_CASE("reached: onto the point itself, the last tick shortened", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  for (const Vec3 to : {Vec3{2.0, 1.0, 0.0}, Vec3{-1.234567, 0.1, 0.0}, Vec3{0.01, 0.0, 0.0}}) {
    const auto drive = Go(rig.Context(), {0.0, 0.0, 0.0}, DriveTarget::Point(to));
    CHECK(drive.outcome == Outcome::kReached);
    CHECK(HorizontalLength(drive.end.foot - to) <= 1e-6);
    CHECK(std::abs(drive.end.foot.z) <= 0.001);
    CHECK(drive.ticks == static_cast<int>(std::ceil(Length(to) / 0.05 - 1e-9)));
    CHECK(drive.walked_m == Approx(Length(to)).margin(1e-6));
    CHECK(drive.obstacles.empty());
    CHECK(drive.drop_m == 0.0);
    CHECK_FALSE(drive.was_truncated);
    CHECK(drive.end.ground == GroundKind::kStanding);
    CHECK(drive.end.foot == Snap(drive.end.foot));  // positions are multiples of 2^-30 m
  }
}

TEST_CASE("reached: a drive to where it stands takes no time", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  const Vec3 here{1.0, 1.0, 0.0};
  const auto drive = DriveTowardPoint(rig.Context(), here, DriveTarget::Point(here));
  CHECK(drive.outcome == Outcome::kReached);
  CHECK(drive.walked_m == Approx(0.0).margin(1e-6));
}

TEST_CASE("reached: where it gets no nearer, 5 cm across and 10 cm up or down", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  // It stops before the wall at 2.69 +- 0.01.
  const auto drive_to = [&](Vec3 to) {
    return Go(rig.Context(), {0.0, 0.0, 0.0}, DriveTarget::Point(to)).outcome;
  };
  CHECK(drive_to({2.72, 0.0, 0.0}) == Outcome::kReached);
  CHECK(drive_to({2.72, 0.0, 0.09}) == Outcome::kReached);
  CHECK(drive_to({2.72, 0.0, -0.09}) == Outcome::kReached);
  CHECK(drive_to({2.72, 0.0, 0.11}) == Outcome::kBlocked);
  CHECK(drive_to({2.76, 0.0, 0.0}) == Outcome::kBlocked);
  CHECK(drive_to({1.0, 0.0, 0.09}) == Outcome::kReached);
  CHECK(drive_to({1.0, 0.0, 0.11}) == Outcome::kBlocked);
  CHECK(drive_to({1.0, 0.0, -0.11}) == Outcome::kBlocked);
}

TEST_CASE("A point on another storey, in mid-air or underground is never reached", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  for (const double z : {3.0, 1.0, 0.35, -0.35, -3.0}) {
    INFO("z " << z);
    const auto drive = Go(rig.Context(), {-6.0, 0.0, 0.0}, DriveTarget::Point({-10.0, 0.0, z}));
    CHECK(drive.outcome == Outcome::kBlocked);
    CHECK(HorizontalLength(drive.end.foot - Vec3{-10.0, 0.0, 0.0}) <= 1e-6);
  }
  // The other way round, from the landing over its edge.
  const auto down = Go(rig.Context(), {-10.0, 0.0, 3.0}, DriveTarget::Point({-6.0, 0.0, 3.0}));
  CHECK(down.outcome == Outcome::kFell);
}

TEST_CASE("blocked: names the body, its point and its normal, head-on first", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  SECTION("one wall") {
    const auto drive = Go(rig.Context(), {0.0, 0.0, 0.0}, DriveTarget::Point({5.0, 0.0, 0.0}));
    CHECK(drive.outcome == Outcome::kBlocked);
    CHECK(drive.end.foot.x == Approx(2.70).margin(0.02));
    REQUIRE_FALSE(drive.obstacles.empty());
    const Obstacle& obstacle = drive.obstacles[0];
    CHECK(scene.world.bodies.at(obstacle.body).name == "wall");
    CHECK(scene.world.triangle_body.at(obstacle.triangle) == obstacle.body);
    CHECK(obstacle.point.x == Approx(3.0).margin(1e-6));
    CHECK(obstacle.point.y == Approx(drive.end.foot.y).margin(0.05));
    CHECK(obstacle.point.z >= 0.0);
    CHECK(obstacle.point.z <= 1.8);
    CHECK(Distance(obstacle.normal, {-1.0, 0.0, 0.0}) <= 1e-6);
  }
  SECTION("into a corner") {
    const auto drive = Go(rig.Context(), {1.0, 3.0, 0.0}, DriveTarget::Point({6.0, 5.0, 0.0}));
    CHECK(drive.outcome == Outcome::kBlocked);
    CHECK(drive.end.foot.x == Approx(2.70).margin(0.02));
    CHECK(drive.end.foot.y == Approx(3.70).margin(0.02));
    REQUIRE(drive.obstacles.size() >= 2);
    CHECK(scene.world.bodies.at(drive.obstacles[0].body).name == "wall");
    bool names_side_wall = false;
    const Vec3 heading = NormalizedOr(Horizontal(Vec3{6.0, 5.0, 0.0} - drive.end.foot), {});
    double last = -1.0;
    for (const Obstacle& obstacle : drive.obstacles) {
      names_side_wall |= scene.world.bodies.at(obstacle.body).name == "side wall";
      CHECK(Dot(obstacle.normal, heading) >= last - 1e-6);
      last = Dot(obstacle.normal, heading);
    }
    CHECK(names_side_wall);
  }
}

TEST_CASE("blocked: stands and may leave the way it came", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  const auto drive = Go(rig.Context(), {0.0, 0.0, 0.0}, DriveTarget::Point({5.0, 1.0, 0.0}));
  REQUIRE(drive.outcome == Outcome::kBlocked);
  const auto back = DriveTowardPoint(rig.Context(), drive.end, DriveTarget::Point({0.0, 0.0, 0.0}));
  CHECK(back.outcome == Outcome::kReached);
}

// The walker, but it does not say what it met.
class Silent final : public PlayerMovement {
 public:
  explicit Silent(const PlayerMovement& walker) : walker_(walker) {}
  void Step(const World& world, const PlayerConfig& config, const MovementState& state,
            const MoveInput& input, MoveResult* result) const override {
    walker_.Step(world, config, state, input, result);
    result->contacts.clear();
  }

 private:
  const PlayerMovement& walker_;
};

TEST_CASE("blocked: what stands in the way is named where the movement does not say", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  const Silent silent(rig.movement());
  const DriveContext context{scene.world, rig.queries(), silent, rig.config()};
  const auto drive = Go(context, {0.0, 0.0, 0.0}, DriveTarget::Point({5.0, 0.5, 0.0}));
  REQUIRE(drive.outcome == Outcome::kBlocked);
  REQUIRE_FALSE(drive.obstacles.empty());
  CHECK(scene.world.bodies.at(drive.obstacles[0].body).name == "wall");
  const auto arrives = Go(context, {0.0, 0.0, 0.0}, DriveTarget::Point({1.0, 0.0, 0.0}));
  CHECK(arrives.obstacles.empty());
}

TEST_CASE("fell: landing, drop and take-off, and the velocity is kept in the air", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  const auto drive = Go(rig.Context(), {-10.0, 0.0, 3.0}, DriveTarget::Point({-5.0, 0.0, 0.0}));
  CHECK(drive.outcome == Outcome::kFell);
  CHECK(drive.drop_m == Approx(3.0).margin(0.02));
  CHECK(drive.end.foot.z == Approx(0.0).margin(0.002));
  CHECK(drive.end.ground == GroundKind::kStanding);
  CHECK(drive.takeoff.x >= -8.01);
  CHECK(drive.takeoff.x <= -7.68);
  // sqrt(2 * 3 / 9.81) seconds at 3 m/s.
  CHECK(drive.end.foot.x - drive.takeoff.x == Approx(3.0 * 0.782).margin(0.2));
}

TEST_CASE("fell: no deeper than a step is no fall", "[drive]") {
  for (const double height : {0.10, 0.30, 0.35}) {
    Scene scene = scenes::SingleRiser(height);
    scene.Bake();
    const Rig rig(scene.world, kBackend, {});
    const auto drive = Go(rig.Context(), {3.0, 0.0, height}, DriveTarget::Point({6.0, 0.0, 0.0}));
    INFO("height " << height);
    CHECK(drive.outcome == Outcome::kReached);
    CHECK(drive.drop_m == 0.0);
  }
  Scene scene = scenes::SingleRiser(0.40);
  scene.Bake();
  const Rig rig(scene.world, kBackend, {});
  const auto drive = Go(rig.Context(), {3.0, 0.0, 0.40}, DriveTarget::Point({6.0, 0.0, 0.0}));
  CHECK(drive.outcome == Outcome::kFell);
  CHECK(drive.drop_m == Approx(0.40).margin(0.02));
}

TEST_CASE("The step limit holds to the millimetre, up and down", "[drive]") {
  for (const BackendKind backend : {BackendKind::kBrute, BackendKind::kBullet}) {
    for (const double height : {0.349, 0.35, 0.351}) {
      INFO(Name(backend) << ", height " << height);
      Scene scene = scenes::SingleRiser(height);
      scene.Bake();
      const Rig rig(scene.world, backend, {});
      const bool is_step = height <= 0.35;
      const auto up = Go(rig.Context(), {0.0, 0.0, 0.0}, DriveTarget::Point({3.0, 0.0, height}));
      CHECK(up.outcome == (is_step ? Outcome::kReached : Outcome::kBlocked));
      const auto down = Go(rig.Context(), {3.0, 0.0, height}, DriveTarget::Point({6.0, 0.0, 0.0}));
      CHECK(down.outcome == (is_step ? Outcome::kReached : Outcome::kFell));
      CHECK(down.drop_m == Approx(is_step ? 0.0 : height).margin(0.001));
    }
  }
}

TEST_CASE("Walkable ground that goes on downhill is no fall, whatever the step limit", "[drive]") {
  for (const BackendKind backend : {BackendKind::kBrute, BackendKind::kBullet}) {
    for (const double step : {0.0, 0.01, 0.05, 0.35}) {
      for (const double angle : {5.0, 20.0, 44.0}) {
        INFO(Name(backend) << ", step " << step << ", angle " << angle);
        Scene scene;
        scene.Add("floor", scenes::FlatFloor(-10.0, 20.0, -10.0, 10.0, 0.0));
        scenes::Ramp ramp;
        ramp.angle_deg = angle;
        ramp.platform = 2.0;
        scene.Add("ramp", scenes::MakeRamp(ramp));
        scene.Bake();
        PlayerConfig config;
        config.step = step;
        const Rig rig(scene.world, backend, config);
        const Vec3 top{ramp.TopX() + 1.0, 0.0, 1.0};
        const auto down = Go(rig.Context(), top, DriveTarget::Point({-2.0, 0.0, 0.0}));
        CHECK(down.outcome == Outcome::kReached);
        CHECK(down.drop_m == 0.0);
        const auto up = Go(rig.Context(), {-2.0, 0.0, 0.0}, DriveTarget::Point(top));
        CHECK(up.outcome == Outcome::kReached);
      }
    }
  }
}

TEST_CASE("left_world: ten metres below the lowest triangle", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  const auto drive = Go(rig.Context(), {18.0, 0.0, 0.0}, DriveTarget::Point({25.0, 0.0, 0.0}));
  CHECK(drive.outcome == Outcome::kLeftWorld);
  CHECK(drive.takeoff.x >= 19.99);
  CHECK(drive.takeoff.x <= 20.32);
  CHECK(drive.end.foot.z < -10.0);
  CHECK(drive.end.foot.z > -12.0);
}

TEST_CASE("left_world: in a kill body, which stops nobody", "[drive]") {
  Scene scene = Yard();
  scene.Add("acid", scenes::BoxBetween({-5.0, -2.0, -0.5}, {-4.0, 2.0, 0.5}), Intent::kKill);
  scene.Add("sparks", scenes::BoxBetween({-7.3, -2.0, 0.7}, {-5.5, 2.0, 2.0}), Intent::kKill);
  scene.Bake();
  const Rig rig(scene.world, kBackend, {});
  const auto walks_in = Go(rig.Context(), {0.0, 0.0, 0.0}, DriveTarget::Point({-6.0, 0.0, 0.0}));
  CHECK(walks_in.outcome == Outcome::kLeftWorld);
  CHECK(walks_in.end.foot.x == Approx(-3.7).margin(0.06));
  const auto falls_through =
      Go(rig.Context(), {-9.0, 0.0, 3.0}, DriveTarget::Point({-5.0, 0.0, 0.0}));
  CHECK(falls_through.outcome == Outcome::kLeftWorld);
  CHECK(falls_through.end.foot.z > 0.5);
  const auto passes_by = Go(rig.Context(), {0.0, 2.35, 0.0}, DriveTarget::Point({-6.0, 2.35, 0.0}));
  CHECK(passes_by.outcome == Outcome::kReached);
  // A fast player touches it between two ticks.
  PlayerConfig fast;
  fast.speed = 300.0;
  const Rig fast_rig(scene.world, kBackend, fast);
  const auto dashes = Go(fast_rig.Context(), {2.0, 0.0, 0.0}, DriveTarget::Point({-6.0, 0.0, 0.0}));
  CHECK(dashes.outcome == Outcome::kLeftWorld);
}

// Four walls around (0, 0), each `gap` from the capsule, or a skin's edge nearer.
Scene Closet(double gap) {
  const double inner = 0.30 + gap;
  Scene scene;
  scene.Add("floor", scenes::FlatFloor(-5.0, 5.0, -5.0, 5.0, 0.0));
  scene.Add("closet", scenes::Joined({
                          scenes::BoxBetween({inner, -1.0, 0.0}, {1.0, 1.0, 3.0}),
                          scenes::BoxBetween({-1.0, -1.0, 0.0}, {-inner, 1.0, 3.0}),
                          scenes::BoxBetween({-1.0, inner, 0.0}, {1.0, 1.0, 3.0}),
                          scenes::BoxBetween({-1.0, -1.0, 0.0}, {1.0, -inner, 3.0}),
                      }));
  scene.Bake();
  return scene;
}

TEST_CASE("stuck: no heading gets anywhere", "[drive]") {
  for (const double gap : {0.001, 0.01, 0.012}) {
    INFO("gap " << gap);
    const Scene scene = Closet(gap);
    const Rig rig(scene.world, kBackend, {});
    const auto drive = Go(rig.Context(), {0.0, 0.0, 0.0}, DriveTarget::Point({3.0, 0.4, 0.0}));
    CHECK(drive.outcome == Outcome::kStuck);
    CHECK_FALSE(drive.obstacles.empty());
  }
  // Room to move 10 cm either way is not stuck.
  const Scene scene = Closet(0.12);
  const Rig rig(scene.world, kBackend, {});
  const auto drive = Go(rig.Context(), {0.0, 0.0, 0.0}, DriveTarget::Point({3.0, 0.4, 0.0}));
  CHECK(drive.outcome == Outcome::kBlocked);
}

TEST_CASE("stuck: a player pressed on one wall is only blocked", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  for (const double x : {2.70, 2.695, 2.69, 2.685}) {
    INFO("x " << x);
    const auto drive = Go(rig.Context(), {x, 0.0, 0.0}, DriveTarget::Point({5.0, 0.0, 0.0}));
    CHECK(drive.outcome == Outcome::kBlocked);
    CHECK(Distance(drive.end.foot, {x, 0.0, 0.0}) <= 0.02);
  }
}

// Moves by a share of what is asked, wherever: movement code of somebody else.
class Treadmill final : public PlayerMovement {
 public:
  explicit Treadmill(double share) : share_(share) {}

  void Step(const World&, const PlayerConfig& config, const MovementState& state,
            const MoveInput& input, MoveResult* result) const override {
    *result = {};
    result->state = state;
    result->state.ground = GroundKind::kStanding;
    const double reach = share_ * config.speed * config.tick_seconds;
    result->state.foot += Snap(Vec3{input.walk_x, input.walk_y, 0.0} * reach);
    result->deepest_overlap = state.foot.x > 0.5 && state.foot.x < 0.6 ? 0.125 : 0.0;
    result->was_truncated = state.foot.x > 0.7 && state.foot.x < 0.8;
  }

 private:
  double share_;
};

TEST_CASE("out_of_budget: three times the straight line's ticks and 60", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  const Treadmill slow(0.25);
  const DriveContext context{scene.world, rig.queries(), slow, rig.config()};
  // 100 ticks straight, 400 at a quarter of the speed; 360 are allowed.
  const auto drive = Go(context, {-3.0, 0.0, 0.0}, DriveTarget::Point({2.0, 0.0, 0.0}));
  CHECK(drive.outcome == Outcome::kOutOfBudget);
  CHECK(drive.ticks == 360);
  const Treadmill able(0.34);
  const DriveContext able_context{scene.world, rig.queries(), able, rig.config()};
  const auto arrives = Go(able_context, {-3.0, 0.0, 0.0}, DriveTarget::Point({2.0, 0.0, 0.0}));
  CHECK(arrives.outcome == Outcome::kReached);
}

TEST_CASE("What any movement reports is handed on", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  const Treadmill plain(1.0);
  const DriveContext context{scene.world, rig.queries(), plain, rig.config()};
  const auto far = Go(context, {0.0, 0.0, 0.0}, DriveTarget::Point({1.0, 0.0, 0.0}));
  CHECK(far.outcome == Outcome::kReached);
  CHECK(far.deepest_overlap == 0.125);
  CHECK(far.was_truncated);
  const auto near = Go(context, {0.0, 0.0, 0.0}, DriveTarget::Point({0.4, 0.0, 0.0}));
  CHECK(near.deepest_overlap == 0.0);
  CHECK_FALSE(near.was_truncated);
}

TEST_CASE("A movement that does not move is blocked after three ticks", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  const Treadmill still(0.0);
  const DriveContext context{scene.world, rig.queries(), still, rig.config()};
  const auto drive = Go(context, {0.0, 0.0, 0.0}, DriveTarget::Point({1.0, 0.0, 0.0}));
  CHECK((drive.outcome == Outcome::kBlocked || drive.outcome == Outcome::kStuck));
  CHECK(drive.ticks == 3);
  // 2 % of what is asked is the limit.
  for (const double share : {0.015, 0.03}) {
    const Treadmill crawl(share);
    const DriveContext crawl_context{scene.world, rig.queries(), crawl, rig.config()};
    const auto crawls = Go(crawl_context, {0.0, 0.0, 0.0}, DriveTarget::Point({1.0, 0.0, 0.0}));
    INFO("share " << share);
    CHECK((crawls.outcome == Outcome::kOutOfBudget) == (share > 0.02));
  }
}

TEST_CASE("bad_start: inside geometry, over nothing, not a number", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  const auto outcome_from = [&](Vec3 from) {
    const auto drive = DriveTowardPoint(rig.Context(), from, DriveTarget::Point({0.0, 0.0, 0.0}));
    CHECK((drive.outcome == Outcome::kBadStart) == (drive.ticks == 0));
    return drive.outcome;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(outcome_from({3.2, 0.0, 0.0}) == Outcome::kBadStart);   // in the wall
  CHECK(outcome_from({2.8, 0.0, 0.0}) == Outcome::kBadStart);   // 10 cm into it
  CHECK(outcome_from({2.71, 0.0, 0.0}) != Outcome::kBadStart);  // within the skin
  CHECK(outcome_from({30.0, 0.0, 0.0}) == Outcome::kBadStart);  // beside the floor
  CHECK(outcome_from({1.0, 0.0, 0.5}) == Outcome::kBadStart);   // over a step up
  CHECK(outcome_from({1.0, 0.0, 0.3}) != Outcome::kBadStart);   // within a step
  CHECK(outcome_from({1.0, 0.0, -1.0}) == Outcome::kBadStart);  // through the floor
  CHECK(outcome_from({1.0, 0.0, -9.0}) == Outcome::kBadStart);  // below it
  CHECK(outcome_from({nan, 0.0, 0.0}) == Outcome::kBadStart);
  CHECK(outcome_from({0.0, 0.0, HUGE_VAL}) == Outcome::kBadStart);
  const auto nowhere = Go(rig.Context(), {0.0, 0.0, 0.0}, DriveTarget::Point({nan, 0.0, 0.0}));
  CHECK(nowhere.outcome != Outcome::kReached);
}

TEST_CASE("SettleStart takes a foot a millimetre above its ground, whatever the step limit") {
  Scene scene;
  scene.Add("floor", scenes::FlatFloor(-2.0, 2.0, -2.0, 2.0, 0.0));
  scene.Bake();
  PlayerConfig config;
  config.step = 0.0;
  const Rig rig(scene.world, kBackend, config);
  const auto state = SettleStart(rig.Context(), {0.0, 0.0, 0.001}, config.step);
  REQUIRE(state);
  CHECK(state->foot.z == Approx(0.0).margin(0.0003));
  CHECK_FALSE(SettleStart(rig.Context(), {0.0, 0.0, 0.01}, config.step));
}

TEST_CASE("SettleStart drops a spawn and lifts a foot that is given on a slope", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  const auto dropped = SettleStart(rig.Context(), {1.0, 0.0, 1.9}, 2.0);
  REQUIRE(dropped.has_value());
  CHECK(dropped->foot.z == Approx(0.0).margin(0.001));
  CHECK_FALSE(SettleStart(rig.Context(), {1.0, 0.0, 2.1}, 2.0).has_value());
  CHECK_FALSE(SettleStart(rig.Context(), {3.2, 0.0, 0.5}, 2.0).has_value());

  for (const double angle : {10.0, 30.0, 44.0}) {
    INFO("slope " << angle);
    Scene slope;
    slope.Add("floor", scenes::FlatFloor(-5.0, 9.0, -5.0, 5.0, 0.0));
    slope.Add("ramp", scenes::MakeRamp({2.0, angle, -3.0, 3.0, 0.0, 2.0, 2.0}));
    slope.Bake();
    const Rig slope_rig(slope.world, kBackend, {});
    const double radians = angle * 3.14159265358979 / 180.0;
    const double surface = std::tan(radians);
    const auto settled = SettleStart(slope_rig.Context(), {3.0, 0.0, surface}, 0.35);
    REQUIRE(settled.has_value());
    CHECK(settled->foot.z ==
          Approx(surface + 0.30 * (1.0 / std::cos(radians) - 1.0)).margin(0.002));
    CHECK(settled->foot.x == Approx(3.0).margin(1e-6));
  }
}

TEST_CASE("A heading and distance: any height will do", "[drive]") {
  Scene scene;
  scene.Add("floor", scenes::FlatFloor(-5.0, 9.0, -5.0, 5.0, 0.0));
  scene.Add("ramp", scenes::MakeRamp({2.0, 30.0, -3.0, 3.0, 0.0, 2.0, 3.0}));
  scene.Bake();
  const Rig rig(scene.world, kBackend, {});
  const Vec3 from{0.0, 0.0, 0.0};
  const auto up =
      DriveTowardPoint(rig.Context(), from, DriveTarget::Heading(from, {1.0, 0.0, 0.0}, 4.0));
  CHECK(up.outcome == Outcome::kReached);
  CHECK(up.end.foot.x == Approx(4.0).margin(1e-6));
  CHECK(up.end.foot.z > 1.0);
  const double diagonal = std::sqrt(0.5);
  const auto aside = DriveTowardPoint(rig.Context(), from,
                                      DriveTarget::Heading(from, {-diagonal, diagonal, 0.0}, 2.0));
  CHECK(aside.outcome == Outcome::kReached);
  CHECK(aside.walked_m == Approx(2.0).margin(1e-6));
}

TEST_CASE("Drives go on from a state, in the air as well", "[drive]") {
  const Scene scene = Baked(Yard());
  const Rig rig(scene.world, kBackend, {});
  const auto first = Go(rig.Context(), {0.0, 0.0, 0.0}, DriveTarget::Point({1.0, 0.0, 0.0}));
  const auto second =
      DriveTowardPoint(rig.Context(), first.end, DriveTarget::Point({1.0, 2.0, 0.0}));
  CHECK(second.outcome == Outcome::kReached);
  CHECK(Distance(second.end.foot, {1.0, 2.0, 0.0}) <= 0.001);

  MovementState air;
  air.foot = {0.0, 0.0, 2.0};
  air.velocity = {1.5, 0.0, 0.0};
  air.ground = GroundKind::kFalling;
  air.ground_z = 2.0;
  const auto fall = DriveTowardPoint(rig.Context(), air, DriveTarget::Point({-5.0, 0.0, 0.0}));
  CHECK(fall.outcome == Outcome::kFell);
  CHECK(fall.end.foot.x == Approx(1.5 * 0.639).margin(0.1));  // no steering in the air
  CHECK(fall.drop_m == Approx(2.0).margin(0.02));
}

TEST_CASE("Outcomes and movers are known by name", "[drive]") {
  CHECK(Name(Outcome::kReached) == "reached");
  CHECK(Name(Outcome::kBlocked) == "blocked");
  CHECK(Name(Outcome::kFell) == "fell");
  CHECK(Name(Outcome::kLeftWorld) == "left_world");
  CHECK(Name(Outcome::kStuck) == "stuck");
  CHECK(Name(Outcome::kOutOfBudget) == "out_of_budget");
  CHECK(Name(Outcome::kBadStart) == "bad_start");
  CHECK(ParseMoverKind("walker") == MoverKind::kWalker);
  CHECK(ParseMoverKind("bullet_character") == MoverKind::kBulletCharacter);
  CHECK_FALSE(ParseMoverKind("walker ").has_value());
}

}  // namespace
}  // namespace wm
