// The questions that movement code may ask, each against an oracle that knows no shortcut.
#include "collision/queries.h"

#include <cmath>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/collision/slow_oracle.h"
#include "tests/scenes/dice.h"
#include "tests/scenes/scene.h"

namespace wm {
namespace {

using oracle::SlowDistance;
using oracle::SlowNearest;
using scenes::Dice;

World WorldOf(std::span<const Triangle> triangles) {
  TriangleMesh mesh;
  for (const Triangle& t : triangles) {
    const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vec3 v : {t.a, t.b, t.c}) mesh.vertices.push_back(v);
    mesh.triangles.push_back({base, base + 1, base + 2});
  }
  Body body;
  body.collision_mesh = 0;
  const std::vector<TriangleMesh> meshes = {mesh};
  const std::vector<Body> bodies = {body};
  return BuildWorld(meshes, bodies);
}

double Magnitude(Dice* dice, double low, double high) {
  return low * std::pow(high / low, dice->Unit());
}

// Triangles of many sizes and of every awkward kind, around a capsule whose foot is the origin.
Triangle RandomTriangle(Dice* dice) {
  const double size = Magnitude(dice, 0.003, 12.0);
  const Vec3 at = dice->InCube(0.6) + Vec3{0.0, 0.0, dice->Between(0.0, 1.5)};
  Triangle t{dice->InCube(size), dice->InCube(size), dice->InCube(size)};
  const Vec3 middle = (t.a + t.b + t.c) * (1.0 / 3.0);
  t = {t.a - middle + at, t.b - middle + at, t.c - middle + at};
  switch (dice->Below(10)) {
    case 0:  // flat
      t.b.z = t.c.z = t.a.z;
      break;
    case 1:  // upright, one edge along the axis
      t.b = t.a + Vec3{0.0, 0.0, size};
      break;
    case 2:  // upright, square to x
      t.b.x = t.c.x = t.a.x;
      break;
    case 3:  // a needle
      t.c = t.a + (t.b - t.a) * dice->Unit() + dice->InCube(1e-6);
      break;
    case 4:  // a corner on the axis
      t.a.x = t.a.y = 0.0;
      break;
    case 5:  // an edge through the axis
      t.b = Vec3{-t.a.x, -t.a.y, t.b.z};
      break;
    case 6:  // nearly flat
      t.b.z = t.a.z + dice->Between(-1e-6, 1e-6);
      t.c.z = t.a.z + dice->Between(-1e-6, 1e-6);
      break;
    case 7:  // nearly upright
      t.b.x = t.a.x + dice->Between(-1e-6, 1e-6);
      t.c.x = t.a.x + dice->Between(-1e-6, 1e-6);
      break;
    default:
      break;
  }
  return t;
}

Capsule RandomCapsule(Dice* dice) {
  if (dice->OneIn(3)) return {0.30, 1.80};
  const double radius = Magnitude(dice, 0.02, 1.0);
  if (dice->OneIn(5)) return {radius, 2.0 * radius};  // a ball
  return {radius, 2.0 * radius + Magnitude(dice, 0.001, 3.0)};
}

// Whether the capsule's axis passes through the triangle: then depth is a way out, not a distance.
bool IsPierced(const Capsule& capsule, Vec3 foot, const Triangle& t) {
  return SlowDistance(capsule, foot, t) < -capsule.radius + 1e-7;
}

double OffTriangle(Vec3 p, const Triangle& t) {
  return static_cast<double>(oracle::DistanceToTriangle(
      oracle::ToPoint(p), {oracle::ToPoint(t.a), oracle::ToPoint(t.b), oracle::ToPoint(t.c)}));
}

double OffAxis(Vec3 p, const Capsule& capsule, Vec3 foot) {
  const double low = foot.z + capsule.radius;
  const double high = foot.z + capsule.height - capsule.radius;
  return Distance(p, {foot.x, foot.y, std::clamp(p.z, low, high)});
}

// Checks one contact against the oracle; a string to look at when it is wrong.
std::string WhatIsWrongWith(const Contact& contact, const Capsule& capsule, Vec3 foot,
                            const Triangle& t) {
  if (std::abs(Length(contact.normal) - 1.0) > 1e-9) return "normal is no unit vector";
  if (std::abs(Length(contact.face_normal) - 1.0) > 1e-9) return "face normal is no unit vector";
  const double longest = std::max({Distance(t.a, t.b), Distance(t.b, t.c), Distance(t.c, t.a)});
  const double area = Length(Cross(t.b - t.a, t.c - t.a));
  const double flatness = 1e-12 * longest * longest / area * longest + 1e-9;
  for (const Vec3 edge : {t.b - t.a, t.c - t.a}) {
    if (std::abs(Dot(contact.face_normal, edge)) > flatness * 10.0) return "face normal leans";
  }
  if (IsPierced(capsule, foot, t)) {
    return contact.distance <= -capsule.radius + 1e-6 ? "" : "pierced, but not a radius deep";
  }
  if (std::abs(contact.distance - SlowDistance(capsule, foot, t)) > 1e-9) return "distance";
  if (OffTriangle(contact.point, t) > 1e-9) return "point is off the triangle";
  if (std::abs(OffAxis(contact.point, capsule, foot) - contact.distance - capsule.radius) > 1e-9) {
    return "point is not the nearest";
  }
  const Vec3 on_axis = contact.point + contact.normal * (contact.distance + capsule.radius);
  if (OffAxis(on_axis, capsule, foot) > 1e-7) return "normal does not lead to the axis";
  return "";
}

std::string Say(const Capsule& c, Vec3 foot, const Triangle& t) {
  std::ostringstream text;
  text.precision(17);
  text << "capsule " << c.radius << ' ' << c.height << " foot " << foot.x << ' ' << foot.y << ' '
       << foot.z;
  for (const Vec3 v : {t.a, t.b, t.c}) text << " / " << v.x << ' ' << v.y << ' ' << v.z;
  return text.str();
}

// Moves the triangle along its normal, or some other way, until the capsule just touches it.
Triangle Touching(const Capsule& capsule, Vec3 foot, Triangle t, Dice* dice) {
  const Vec3 normal = NormalizedOr(Cross(t.b - t.a, t.c - t.a), {0.0, 0.0, 1.0});
  const Vec3 way = dice->OneIn(2) ? normal : dice->UnitVector();
  double apart = 30.0;
  double inside = 0.0;
  const auto moved = [&](double s) {
    return Triangle{Snap(t.a + way * s), Snap(t.b + way * s), Snap(t.c + way * s)};
  };
  if (SlowDistance(capsule, foot, moved(0.0)) > 0.0) return moved(0.0);
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (apart + inside);
    (SlowDistance(capsule, foot, moved(middle)) > 0.0 ? apart : inside) = middle;
  }
  return moved(dice->OneIn(2) ? apart : inside);
}

TEST_CASE("Contacts agree with the slow oracle, brute", "[queries]") {
  Dice dice(101);
  std::vector<Contact> contacts;
  int pierced = 0;
  int touching = 0;
  for (int i = 0; i < 16000; ++i) {
    const Capsule capsule = RandomCapsule(&dice);
    const Vec3 foot = Snap(dice.OneIn(4) ? Vec3{} : dice.InCube(0.3));
    Triangle t = RandomTriangle(&dice);
    if (dice.OneIn(4)) t = Touching(capsule, foot, t, &dice);
    const World world = WorldOf(std::span(&t, 1));
    if (world.triangles.empty()) continue;
    const Triangle& baked = world.triangles[0];
    const auto queries = MakeQueries(BackendKind::kBrute, world);
    const double margin = dice.OneIn(3) ? 0.0 : Magnitude(&dice, 1e-4, 1.0);
    queries->Contacts(capsule, foot, margin, &contacts);
    const double distance = SlowDistance(capsule, foot, baked);
    pierced += IsPierced(capsule, foot, baked);
    touching += std::abs(distance) < 1e-8;
    if (std::abs(distance - margin) > 1e-9 && contacts.size() != (distance < margin ? 1U : 0U)) {
      FAIL_CHECK(Say(capsule, foot, baked) << ": " << contacts.size() << " contacts at " << distance
                                           << ", margin " << margin);
    }
    if (contacts.empty()) continue;
    CHECK(contacts[0].triangle == 0);
    const std::string wrong = WhatIsWrongWith(contacts[0], capsule, foot, baked);
    if (!wrong.empty()) {
      FAIL_CHECK(wrong << ": " << Say(capsule, foot, baked) << ": " << contacts[0].distance
                       << " against " << distance);
    }
  }
  // The generator is worth its salt.
  CHECK(pierced > 300);
  CHECK(touching > 500);
}

TEST_CASE("A pierced capsule has a way out as long as the depth says, brute", "[queries]") {
  Dice dice(102);
  std::vector<Contact> contacts;
  int seen = 0;
  while (seen < 2000) {
    const Capsule capsule = RandomCapsule(&dice);
    Triangle t = RandomTriangle(&dice);
    const World world = WorldOf(std::span(&t, 1));
    if (world.triangles.empty() || !IsPierced(capsule, {}, world.triangles[0])) continue;
    ++seen;
    MakeQueries(BackendKind::kBrute, world)->Contacts(capsule, {}, 0.0, &contacts);
    REQUIRE(contacts.size() == 1);
    const Contact& c = contacts[0];
    const Vec3 out = c.normal * (-c.distance);
    const double left = SlowDistance(capsule, out, world.triangles[0]);
    if (left < -1e-6) {
      FAIL_CHECK(Say(capsule, {}, world.triangles[0])
                 << ": moved out by " << -c.distance << ", still " << -left << " deep");
    }
  }
}

// The start clear of the triangle: what is hit first, and that nothing was hit before.
void CheckSweep(const Queries& queries, const Capsule& capsule, Vec3 foot, Vec3 motion,
                const Triangle& t, double tolerance) {
  const auto hit = queries.Sweep(capsule, foot, motion);
  const double end = hit ? hit->fraction : 1.0;
  const auto before = SlowNearest(capsule, foot, motion * end, t);
  if (before.distance < -tolerance) {
    FAIL_CHECK(Say(capsule, foot, t) << " motion " << motion.x << ' ' << motion.y << ' ' << motion.z
                                     << ": " << (hit ? "hit at " : "missed, ") << end << " though "
                                     << -before.distance << " deep at " << before.fraction * end);
  }
  if (!hit) return;
  const double at_hit = SlowDistance(capsule, foot + motion * end, t);
  if (std::abs(at_hit) > tolerance) {
    FAIL_CHECK(Say(capsule, foot, t) << " motion " << motion.x << ' ' << motion.y << ' ' << motion.z
                                     << ": hit at " << end << " where it is " << at_hit << " away");
  }
}

Vec3 RandomMotion(Dice* dice, const Triangle& t, Vec3 foot, const Capsule& capsule) {
  const double length = Magnitude(dice, 0.001, 8.0);
  switch (dice->Below(6)) {
    case 0:
      return {0.0, 0.0, -length};
    case 1:
      return {0.0, 0.0, length};
    case 2: {
      const Vec3 flat = Horizontal(dice->UnitVector());
      return flat * length;
    }
    case 3: {  // at a corner or an edge, with some part of the capsule
      const Vec3 at = dice->OneIn(2) ? t.a : t.a + (t.b - t.a) * dice->Unit();
      const Vec3 from =
          foot +
          Vec3{0.0, 0.0, capsule.radius + (capsule.height - 2.0 * capsule.radius) * dice->Unit()};
      return (at - from) * dice->Between(0.5, 2.0);
    }
    case 4: {  // grazing: past a corner at about the radius
      const Vec3 aside = dice->UnitVector() * capsule.radius;
      return (t.b + aside - foot - Vec3{0.0, 0.0, capsule.radius}) * dice->Between(0.8, 3.0);
    }
    default:
      return dice->UnitVector() * length;
  }
}

TEST_CASE("Sweeps agree with the slow oracle, brute", "[queries]") {
  Dice dice(103);
  int hits = 0;
  int misses = 0;
  while (hits + misses < 4000) {
    const Capsule capsule = RandomCapsule(&dice);
    const Vec3 foot = Snap(dice.InCube(2.5));
    Triangle t = RandomTriangle(&dice);
    const World world = WorldOf(std::span(&t, 1));
    if (world.triangles.empty()) continue;
    const Triangle& baked = world.triangles[0];
    if (SlowDistance(capsule, foot, baked) < 1e-9) continue;
    const Vec3 motion = Snap(RandomMotion(&dice, baked, foot, capsule));
    const auto queries = MakeQueries(BackendKind::kBrute, world);
    CheckSweep(*queries, capsule, foot, motion, baked, 1e-8);
    (queries->Sweep(capsule, foot, motion) ? hits : misses) += 1;
  }
  CHECK(hits > 1000);
  CHECK(misses > 1000);
}

TEST_CASE("Sweeps from a touch or an overlap stop only where they go deeper, brute", "[queries]") {
  Dice dice(104);
  int deeper = 0;
  int leaving = 0;
  for (int i = 0; i < 10000; ++i) {
    const Capsule capsule = RandomCapsule(&dice);
    Triangle t = Touching(capsule, {}, RandomTriangle(&dice), &dice);
    if (dice.OneIn(2)) {  // some way in
      const Vec3 in = dice.UnitVector() * (0.5 * capsule.radius * dice.Unit());
      t = {t.a + in, t.b + in, t.c + in};
    }
    const World world = WorldOf(std::span(&t, 1));
    if (world.triangles.empty()) continue;
    const Triangle& baked = world.triangles[0];
    const double start = SlowDistance(capsule, {}, baked);
    if (start > -1e-9 || IsPierced(capsule, {}, baked)) continue;
    const Vec3 motion = Snap(dice.UnitVector() * Magnitude(&dice, 0.01, 2.0));
    const Vec3 nudge = motion * (1e-5 / Length(motion));
    const double rate = (SlowDistance(capsule, nudge, baked) - start) / 1e-5;
    if (std::abs(rate) < 1e-3) continue;  // along the surface either answer will do
    const auto hit = MakeQueries(BackendKind::kBrute, world)->Sweep(capsule, {}, motion);
    INFO(Say(capsule, {}, baked) << " motion " << motion.x << ' ' << motion.y << ' ' << motion.z
                                 << " deepens at " << -rate);
    if (rate < 0.0) {
      ++deeper;
      REQUIRE(hit.has_value());
      REQUIRE(hit->fraction == 0.0);
    } else {
      ++leaving;
      REQUIRE_FALSE(hit.has_value());
    }
  }
  CHECK(deeper > 300);
  CHECK(leaving > 300);
}

TEST_CASE("A sweep over many triangles gives the first of them, brute", "[queries]") {
  Dice dice(105);
  for (int round = 0; round < 60; ++round) {
    std::vector<Triangle> triangles;
    for (int i = 0; i < 40; ++i) {
      Triangle t = RandomTriangle(&dice);
      const Vec3 away = dice.InCube(4.0);
      triangles.push_back({t.a + away, t.b + away, t.c + away});
    }
    const World world = WorldOf(triangles);
    const auto queries = MakeQueries(BackendKind::kBrute, world);
    for (int i = 0; i < 20; ++i) {
      const Capsule capsule = RandomCapsule(&dice);
      const Vec3 foot = Snap(dice.InCube(5.0));
      const Vec3 motion = Snap(dice.InCube(6.0));
      double first = 2.0;
      for (const Triangle& t : world.triangles) {
        const World one = WorldOf(std::span(&t, 1));
        const auto hit = MakeQueries(BackendKind::kBrute, one)->Sweep(capsule, foot, motion);
        if (hit) first = std::min(first, hit->fraction);
      }
      const auto hit = queries->Sweep(capsule, foot, motion);
      REQUIRE(hit.has_value() == (first <= 1.0));
      if (!hit) continue;
      CHECK(hit->fraction == first);
      const Triangle& met = world.triangles.at(hit->contact.triangle);
      const Vec3 end = foot + Snap(motion * hit->fraction);
      const std::string wrong = WhatIsWrongWith(hit->contact, capsule, end, met);
      INFO(wrong);
      CHECK(wrong.empty());
    }
  }
}

TEST_CASE("Every answer is the same far away, bit for bit, brute", "[queries]") {
  Dice dice(106);
  std::vector<Triangle> triangles;
  for (int i = 0; i < 60; ++i) {
    const Triangle t = RandomTriangle(&dice);
    triangles.push_back({Snap(t.a), Snap(t.b), Snap(t.c)});
  }
  const World here = WorldOf(triangles);
  for (const Vec3 shift : {Vec3{250.0, -750.0, 0.0}, Vec3{500000.0, 250.0, -5000.0}}) {
    std::vector<Triangle> moved;
    moved.reserve(triangles.size());
    for (const Triangle& t : triangles) moved.push_back({t.a + shift, t.b + shift, t.c + shift});
    const World there = WorldOf(moved);
    const auto near_queries = MakeQueries(BackendKind::kBrute, here);
    const auto far_queries = MakeQueries(BackendKind::kBrute, there);
    std::vector<Contact> near_contacts;
    std::vector<Contact> far_contacts;
    for (int i = 0; i < 500; ++i) {
      const Capsule capsule = RandomCapsule(&dice);
      const Vec3 foot = Snap(dice.InCube(2.0));
      const Vec3 motion = Snap(dice.InCube(3.0));
      const auto near_hit = near_queries->Sweep(capsule, foot, motion);
      const auto far_hit = far_queries->Sweep(capsule, foot + shift, motion);
      REQUIRE(near_hit.has_value() == far_hit.has_value());
      if (near_hit) {
        REQUIRE(near_hit->fraction == far_hit->fraction);
        REQUIRE(near_hit->contact.triangle == far_hit->contact.triangle);
        REQUIRE(near_hit->contact.normal == far_hit->contact.normal);
      }
      near_queries->Contacts(capsule, foot, 0.1, &near_contacts);
      far_queries->Contacts(capsule, foot + shift, 0.1, &far_contacts);
      REQUIRE(near_contacts.size() == far_contacts.size());
      for (std::size_t j = 0; j < near_contacts.size(); ++j) {
        REQUIRE(near_contacts[j].distance == far_contacts[j].distance);
        REQUIRE(near_contacts[j].normal == far_contacts[j].normal);
      }
      const auto near_ray = near_queries->Ray(foot, motion);
      const auto far_ray = far_queries->Ray(foot + shift, motion);
      REQUIRE(near_ray.has_value() == far_ray.has_value());
      if (near_ray) REQUIRE(near_ray->fraction == far_ray->fraction);
    }
  }
}

// Where a segment meets a triangle: by areas, in long double. Negative: it does not; `doubt`: too
// near an edge or too flat to say.
oracle::Real SlowRay(Vec3 from, Vec3 motion, const Triangle& t, bool* doubt) {
  using oracle::Real;
  const oracle::Point a = oracle::ToPoint(t.a);
  const oracle::Point b = oracle::ToPoint(t.b);
  const oracle::Point c = oracle::ToPoint(t.c);
  const oracle::Point normal = Cross(b - a, c - a);
  const Real twice_area = std::sqrt(Dot(normal, normal));
  const Real rate = Dot(normal, oracle::ToPoint(motion)) / twice_area;
  const Real height = Dot(normal, oracle::ToPoint(from) - a) / twice_area;
  *doubt = std::abs(rate) < 1e-6L;
  if (*doubt) return -1;
  const Real f = -height / rate;
  const oracle::Point at = Along(oracle::ToPoint(from), oracle::ToPoint(motion), f);
  Real least = 1e9L;
  const oracle::Point corners[] = {a, b, c};
  for (int i = 0; i < 3; ++i) {
    const oracle::Point edge = corners[(i + 1) % 3] - corners[i];
    const oracle::Point across = Cross(normal, edge);
    least = std::min(least, Dot(across, at - corners[i]) / std::sqrt(Dot(across, across)));
  }
  *doubt = std::abs(least) < 1e-7L || std::abs(f) < 1e-7L || std::abs(f - 1) < 1e-7L;
  return least >= 0 && f >= 0 && f <= 1 ? f : static_cast<Real>(-1);
}

TEST_CASE("Rays meet the triangles that they should, brute", "[queries]") {
  Dice dice(107);
  int hits = 0;
  for (int i = 0; i < 20000; ++i) {
    Triangle t = RandomTriangle(&dice);
    const World world = WorldOf(std::span(&t, 1));
    if (world.triangles.empty()) continue;
    const Triangle& baked = world.triangles[0];
    const Vec3 from = Snap(dice.InCube(3.0));
    const Vec3 aim = baked.a + (baked.b - baked.a) * dice.Between(-0.2, 0.9) +
                     (baked.c - baked.a) * dice.Between(-0.2, 0.9);
    const Vec3 motion = Snap((aim - from) * dice.Between(0.5, 2.0));
    bool doubt = false;
    const auto expected = static_cast<double>(SlowRay(from, motion, baked, &doubt));
    if (doubt) continue;
    const auto hit = MakeQueries(BackendKind::kBrute, world)->Ray(from, motion);
    INFO(Say({}, from, baked) << " motion " << motion.x << ' ' << motion.y << ' ' << motion.z);
    REQUIRE(hit.has_value() == (expected >= 0.0));
    if (!hit) continue;
    ++hits;
    REQUIRE(hit->fraction == Approx(expected).margin(1e-8));
    REQUIRE(OffTriangle(hit->point, baked) <= 1e-7);
    REQUIRE(Dot(hit->face_normal, motion) <= 0.0);
    REQUIRE(Length(hit->face_normal) == Approx(1.0));
  }
  CHECK(hits > 2000);
}

TEST_CASE("Contacts are exact on every back end, in triangle order", "[queries]") {
  Dice dice(108);
  const std::vector<TriangleMesh> meshes = {
      scenes::UvSphere({0.0, 0.0, 0.5}, 1.0, 24, 12),
      scenes::MakeCutFloor({-3.0, 3.0, -3.0, 3.0, 0.0, 20, 20})};
  std::vector<Body> bodies(2);
  bodies[0].collision_mesh = 0;
  bodies[1].collision_mesh = 1;
  const World world = BuildWorld(meshes, bodies);
  const Capsule capsule{0.30, 1.80};
  for (const BackendKind backend : {BackendKind::kBrute, BackendKind::kBullet}) {
    INFO(Name(backend));
    const auto queries = MakeQueries(backend, world);
    std::vector<Contact> contacts;
    for (int i = 0; i < 40; ++i) {
      const Vec3 foot = Snap(dice.InCube(1.2));
      const double margin = dice.Between(0.0, 0.2);
      queries->Contacts(capsule, foot, margin, &contacts);
      std::size_t next = 0;
      for (std::uint32_t triangle = 0; triangle < world.triangles.size(); ++triangle) {
        const bool is_listed = next < contacts.size() && contacts[next].triangle == triangle;
        Box reach;
        reach.Add(foot - Vec3{0.6, 0.6, 0.3});
        reach.Add(foot + Vec3{0.6, 0.6, 2.1});
        if (!reach.Overlaps(world.triangles[triangle].Bounds())) {
          REQUIRE_FALSE(is_listed);
          continue;
        }
        const double distance = SlowDistance(capsule, foot, world.triangles[triangle]);
        if (std::abs(distance - margin) > 1e-9) REQUIRE(is_listed == (distance < margin));
        if (!is_listed) continue;
        const std::string wrong =
            WhatIsWrongWith(contacts[next], capsule, foot, world.triangles[triangle]);
        INFO(wrong);
        REQUIRE(wrong.empty());
        ++next;
      }
      REQUIRE(next == contacts.size());
    }
  }
}

TEST_CASE("DeepestOverlap is the deepest of all contacts, 0 in the open", "[queries]") {
  for (const BackendKind backend : {BackendKind::kBrute, BackendKind::kBullet}) {
    INFO(Name(backend));
    scenes::Scene scene;
    scene.Add("floor", scenes::FlatFloor(-3.0, 3.0, -3.0, 3.0, 0.0));
    scene.Add("wall", scenes::BoxBetween({1.0, -3.0, 0.0}, {1.5, 3.0, 3.0}));
    scene.Bake();
    const auto queries = MakeQueries(backend, scene.world);
    const Capsule capsule{0.30, 1.80};
    CHECK(DeepestOverlap(*queries, capsule, {0.0, 0.0, 0.001}) == 0.0);
    CHECK(DeepestOverlap(*queries, capsule, {0.0, 0.0, -0.05}) == Approx(0.05).margin(1e-9));
    CHECK(DeepestOverlap(*queries, capsule, {0.8, 0.0, 0.001}) == Approx(0.10).margin(1e-9));
    CHECK(DeepestOverlap(*queries, capsule, {0.8, 0.0, -0.15}) == Approx(0.15).margin(1e-9));
  }
}

TEST_CASE("An empty world is met by nothing", "[queries]") {
  const World world = BuildWorld({}, {});
  for (const BackendKind backend : {BackendKind::kBrute, BackendKind::kBullet}) {
    const auto queries = MakeQueries(backend, world);
    std::vector<Contact> contacts(3);
    CHECK_FALSE(queries->Sweep({0.3, 1.8}, {}, {0.0, 0.0, -100.0}).has_value());
    CHECK_FALSE(queries->Ray({}, {100.0, 0.0, 0.0}).has_value());
    queries->Contacts({0.3, 1.8}, {}, 1.0, &contacts);
    CHECK(contacts.empty());
  }
}

TEST_CASE("Back ends are known by name", "[queries]") {
  CHECK(ParseBackendKind("brute") == BackendKind::kBrute);
  CHECK(ParseBackendKind("bullet") == BackendKind::kBullet);
  CHECK_FALSE(ParseBackendKind("Brute").has_value());
  CHECK_FALSE(ParseBackendKind("").has_value());
  CHECK(Name(BackendKind::kBullet) == "bullet");
}

}  // namespace
}  // namespace wm
