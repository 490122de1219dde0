// What holds for every ride, whatever moves and wherever it goes: hundreds of random scenes.
#include <cmath>

#include <catch2/catch.hpp>

#include "tests/collision/ride_rig.h"
#include "tests/scenes/dice.h"

namespace wm {
namespace {

using scenes::BoxBetween;
using scenes::Dice;
using scenes::FlatFloor;
using scenes::PlacedAt;
using scenes::Quad;
using scenes::RideRig;
using scenes::Scene;

constexpr double kRoomHalf = 4.0;    // [m]
constexpr double kRoomHeight = 4.0;  // [m]

// A closed room of six quads, 8 x 8 x 4 m, thin as can be.
void AddRoom(Scene* scene) {
  const double h = kRoomHalf;
  const double top = kRoomHeight;
  scene->Add("floor", FlatFloor(-h, h, -h, h, 0.0));
  scene->Add("ceiling", FlatFloor(-h, h, -h, h, top));
  scene->Add("west", Quad({-h, -h, 0}, {-h, h, 0}, {-h, h, top}, {-h, -h, top}));
  scene->Add("east", Quad({h, -h, 0}, {h, h, 0}, {h, h, top}, {h, -h, top}));
  scene->Add("south", Quad({-h, -h, 0}, {h, -h, 0}, {h, -h, top}, {-h, -h, top}));
  scene->Add("north", Quad({-h, h, 0}, {h, h, 0}, {h, h, top}, {-h, h, top}));
}

TriangleMesh RandomBox(Dice* dice, double least, double most) {
  const Vec3 half{dice->Between(least, most), dice->Between(least, most),
                  dice->Between(least, most)};
  return BoxBetween(-half, half);
}

TriangleMesh Moved(TriangleMesh mesh, Vec3 by) {
  for (Vec3& v : mesh.vertices) v += by;
  return mesh;
}

Vec3 InRoom(Dice* dice) {
  const double x = dice->Between(-kRoomHalf, kRoomHalf);
  const double y = dice->Between(-kRoomHalf, kRoomHalf);
  return {x, y, dice->Between(0.0, kRoomHeight)};
}

// A placement with a random turn, one in three about any axis, else around z.
Affine RandomPlacement(Dice* dice, Vec3 at) {
  if (dice->OneIn(40)) {  // grown, flattened, turned inside out
    Affine strange = PlacedAt(at, 90.0 * dice->Unit());
    strange.z_axis = strange.z_axis * dice->Between(-2.0, 2.0);
    if (dice->OneIn(2)) strange.x_axis = {};
    return strange;
  }
  if (!dice->OneIn(3)) return PlacedAt(at, 360.0 * dice->Unit());
  const Vec3 axis = dice->UnitVector();
  const double angle = dice->Between(-180.0, 180.0);
  TriangleMesh axes;
  axes.vertices = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  axes = scenes::Tilted(axes, {}, axis, angle);
  return {axes.vertices[0], axes.vertices[1], axes.vertices[2], at};
}

void CheckSame(const RideResult& a, const RideResult& b) {
  CHECK(a.outcome == b.outcome);
  CHECK(a.end == b.end);
  CHECK(a.ticks == b.ticks);
  CHECK(a.ends_on_body == b.ends_on_body);
  CHECK(a.drop_m == b.drop_m);
  CHECK(a.takeoff == b.takeoff);
  CHECK(a.deepest_overlap == b.deepest_overlap);
  CHECK(a.was_truncated == b.was_truncated);
  CHECK(a.feet.min == b.feet.min);
  CHECK(a.feet.max == b.feet.max);
  REQUIRE(a.obstacle.has_value() == b.obstacle.has_value());
  if (a.obstacle) CHECK(a.obstacle->point == b.obstacle->point);
}

// Where and how a random ride goes.
struct Trip {
  Vec3 foot;
  Affine from, to;
  double seconds = 0.0;
  Closing closing = Closing::kPush;

  RideResult Go(const RideRig& rig) const { return rig.Go(foot, from, to, seconds, closing); }
};

// One in two starts on the body, where that has a top in the room.
Trip RandomTrip(Dice* dice, const RideRig& rig) {
  Trip trip;
  trip.from = RandomPlacement(dice, InRoom(dice));
  trip.to = RandomPlacement(dice, InRoom(dice));
  const double seconds[] = {0.0, 0.02, 0.3, 1.0, 3.0};
  trip.seconds = seconds[dice->Below(5)];
  trip.closing = dice->OneIn(3) ? Closing::kOverlap : Closing::kPush;
  trip.foot = InRoom(dice);
  trip.foot.z = dice->OneIn(2) ? 0.0 : trip.foot.z * 0.5;  // not on the ceiling
  if (dice->OneIn(2)) {
    const Vec3 above{trip.from.origin.x, trip.from.origin.y, kRoomHeight - 0.1};
    const auto top = rig.scene().QueriesAt(trip.from)->Ray(above, {0.0, 0.0, 0.1 - kRoomHeight});
    if (top && top->point.z < 2.0) trip.foot = Snap(top->point);
  }
  return trip;
}

void CheckRide(const RideRig& rig, const Trip& trip, const RideResult& ride) {
  const double skin = rig.config().skin;
  const Vec3 foot = ride.end.foot;
  REQUIRE(IsFinite(foot));
  REQUIRE(IsFinite(ride.end.velocity));
  REQUIRE(std::isfinite(ride.deepest_overlap));
  CHECK(foot == Snap(foot));
  CHECK(Name(ride.outcome) != Name(RideOutcome::kLeftWorld));
  CHECK(std::abs(foot.x) <= kRoomHalf);
  CHECK(std::abs(foot.y) <= kRoomHalf);
  CHECK(foot.z >= -skin);
  CHECK(foot.z + rig.config().height <= kRoomHeight + skin);
  CHECK(rig.StillOverlap(foot) <= skin);
  CHECK(ride.feet.Contains(foot));
  if (trip.closing == Closing::kOverlap) {
    CHECK(ride.outcome != RideOutcome::kCrushed);
  } else if (ride.outcome != RideOutcome::kCrushed) {
    CHECK(ride.deepest_overlap <= skin);
  }
  if (ride.outcome == RideOutcome::kCrushed) CHECK(ride.deepest_overlap > skin);
  if (ride.outcome != RideOutcome::kCrushed && !ride.was_truncated) {
    CHECK(ride.end.ground == GroundKind::kStanding);
  }
}

TEST_CASE("ride: in a closed room nobody is pushed out, into a wall, or into nothing",
          "[ride][random]") {
  int count[6] = {};
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Dice dice(seed);
    Scene scene;
    AddRoom(&scene);
    for (std::size_t i = dice.Below(6); i > 0; --i) {
      scene.Add("block", scenes::Tilted(Moved(RandomBox(&dice, 0.05, 1.0), InRoom(&dice)), {},
                                        {0, 0, 1}, 360.0 * dice.Unit()));
    }
    scene.Add("body", RandomBox(&dice, 0.02, 1.5));
    PlayerConfig config;
    if (dice.OneIn(3)) {
      config.tick_seconds = dice.OneIn(2) ? 0.2 : 1.0 / 20.0;
      config.step = dice.Between(0.0, 0.5);
      config.radius = dice.Between(0.1, 0.5);
    }
    const RideRig rig(scene, seed % 2 == 0 ? BackendKind::kBullet : BackendKind::kBrute, config);
    for (int i = 0, tries = 0; i < 4 && tries < 200; ++tries) {
      const Trip trip = RandomTrip(&dice, rig);
      const RideResult ride = trip.Go(rig);
      if (ride.outcome == RideOutcome::kBadStart) continue;
      INFO("seed " << seed << " ride " << i << " " << Name(ride.outcome) << " "
                   << Name(trip.closing) << " in " << trip.seconds << " s to " << ride.end.foot.x
                   << " " << ride.end.foot.y << " " << ride.end.foot.z);
      CheckRide(rig, trip, ride);
      CheckSame(ride, trip.Go(rig));
      ++count[static_cast<int>(ride.outcome)];
      ++i;
    }
  }
  // The dice have met everything that a closed room can do.
  CHECK(count[static_cast<int>(RideOutcome::kCarried)] > 10);
  CHECK(count[static_cast<int>(RideOutcome::kAside)] > 100);
  CHECK(count[static_cast<int>(RideOutcome::kFell)] > 10);
  CHECK(count[static_cast<int>(RideOutcome::kCrushed)] > 10);
}

TEST_CASE("ride: with nothing in the way he ends where the body took his foot", "[ride][random]") {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Dice dice(seed);
    Scene scene;
    scene.Add("floor", FlatFloor(-1.0, 1.0, -1.0, 1.0, -40.0));
    const double half = dice.Between(0.5, 3.0);
    const double thick = dice.Between(0.02, 1.0);
    scene.Add("body", BoxBetween({-half, -half, -thick}, {half, half, 0.0}));
    const RideRig rig(scene, seed % 2 == 0 ? BackendKind::kBullet : BackendKind::kBrute);
    const Affine from = PlacedAt(dice.InCube(20.0), 360.0 * dice.Unit());
    const Affine to = PlacedAt(dice.InCube(20.0), 360.0 * dice.Unit());
    // Rising in no time is no harm; sinking takes him along at up to 2.6 m/s.
    const double sinks = std::max(0.0, from.origin.z - to.origin.z);
    const double seconds = sinks / 2.5 + (dice.OneIn(3) ? 0.0 : dice.Between(0.0, 3.0));
    const Vec3 own{dice.Between(-half, half), dice.Between(-half, half), 0.0};
    const Closing closing = dice.OneIn(2) ? Closing::kOverlap : Closing::kPush;
    const RideResult ride = rig.Go(from.Point(own), from, to, seconds, closing);
    const Vec3 wanted = to.Point(own);
    INFO("seed " << seed << " in " << seconds << " s off by " << Distance(ride.end.foot, wanted));
    CHECK(Name(ride.outcome) == Name(RideOutcome::kCarried));
    CHECK(Distance(ride.end.foot, wanted) <= 0.01);
    CHECK(ride.deepest_overlap <= 0.001);
  }
}

TEST_CASE("ride: a level far from zero gives the same ride, bit for bit", "[ride][random]") {
  const Vec3 shift{250.0 * 2000.0, -250.0 * 1000.0, 0.0};
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Dice dice(seed);
    Scene here;
    AddRoom(&here);
    here.Add("block", Moved(RandomBox(&dice, 0.05, 1.0), InRoom(&dice)));
    here.Add("body", RandomBox(&dice, 0.02, 1.5));
    Scene there = here;
    for (Body& body : there.bodies) body.placement.origin = shift;
    const RideRig near(here);
    const RideRig far(there);
    for (int i = 0; i < 20; ++i) {
      Trip trip = RandomTrip(&dice, near);
      trip.foot = Snap(trip.foot);
      trip.from.origin = Snap(trip.from.origin);
      trip.to.origin = Snap(trip.to.origin);
      const RideResult a = trip.Go(near);
      trip.foot += shift;
      trip.from.origin += shift;
      trip.to.origin += shift;
      const RideResult b = trip.Go(far);
      CHECK(a.outcome == b.outcome);
      CHECK(a.end.foot + shift == b.end.foot);
      CHECK(a.ticks == b.ticks);
    }
  }
}

TEST_CASE("ride: a motion turns evenly, the short way, and ends as it was asked",
          "[ride][motion]") {
  Dice dice(5);
  for (int i = 0; i < 100; ++i) {
    const double begin = 360.0 * dice.Unit();
    const double turn = dice.Between(-179.0, 179.0);
    const Affine from = PlacedAt(dice.InCube(10.0), begin);
    const Affine to = PlacedAt(dice.InCube(10.0), begin + turn);
    const Motion motion(from, to);
    CHECK(motion.At(0.0).x_axis == from.x_axis);
    CHECK(motion.At(1.0).x_axis == to.x_axis);
    CHECK(motion.At(1.0).origin == to.origin);
    const double share = dice.Unit();
    const Affine at = motion.At(share);
    const auto [sine, cosine] = scenes::SinCosDeg(begin + share * turn);
    CHECK(Distance(at.x_axis, {cosine, sine, 0.0}) < 1e-8);
    CHECK(Distance(at.origin, from.origin + (to.origin - from.origin) * share) < 1e-8);
    const Vec3 point = dice.InCube(5.0);
    const Vec3 taken = at.Point(point);
    CHECK(Distance(from.Point(point) + ShiftOf(from, at, from.Point(point)), taken) < 1e-8);
    Box swept = SweptBounds(from, to, {{-1, -1, -1}, {1, 1, 1}});
    CHECK(swept.Contains(at.Point({1, 1, 1})));
    CHECK(swept.Contains(at.Point({-1, 1, -1})));
  }
}

}  // namespace
}  // namespace wm
