#include "collision/world.h"

#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/scenes/dice.h"
#include "tests/scenes/scene.h"

namespace wm {
namespace {

// Six times the volume that closed, outward-facing triangles enclose.
double SixVolumes(std::span<const Triangle> triangles) {
  double sum = 0.0;
  for (const Triangle& t : triangles) sum += Dot(t.a, Cross(t.b, t.c));
  return sum;
}

Body BodyOf(int mesh, const Affine& placement = {}, Intent intent = Intent::kSolid) {
  Body body;
  body.entity = 7;
  body.name = "body";
  body.intent = intent;
  body.collision_mesh = mesh;
  body.placement = placement;
  return body;
}

Affine Scaled(double x, double y, double z) {
  return {{x, 0.0, 0.0}, {0.0, y, 0.0}, {0.0, 0.0, z}, {}};
}

TEST_CASE("A bake keeps triangles facing outward under every mirror", "[world]") {
  const std::vector<TriangleMesh> meshes = {
      scenes::MakeRamp({0.0, 26.565051177077990, 0.0, 1.0, 0.0, 1.0, 0.0})};
  for (const double x : {1.0, -1.0}) {
    for (const double y : {1.0, -1.0}) {
      for (const double z : {1.0, -1.0}) {
        INFO("scale " << x << ' ' << y << ' ' << z);
        const std::vector<Body> bodies = {BodyOf(0, Scaled(x, y, z))};
        const World world = BuildWorld(meshes, bodies);
        CHECK(SixVolumes(world.triangles) == Approx(6.0));
        CHECK(world.bounds.min.x == Approx(x > 0.0 ? 0.0 : -2.0).margin(1e-8));
        CHECK(world.bounds.max.z == Approx(z > 0.0 ? 1.0 : 0.0).margin(1e-8));
        REQUIRE(world.triangle_normals.size() == world.triangles.size());
        int walking_faces = 0;
        for (const Vec3 n : world.triangle_normals) {
          CHECK(Length(n) == Approx(1.0));
          if (std::abs(n.z - 0.894427191) < 1e-6) ++walking_faces;
        }
        CHECK(walking_faces == (z > 0.0 ? 2 : 0));
      }
    }
  }
}

TEST_CASE("One mesh serves many bodies and is turned over only where it is mirrored", "[world]") {
  const std::vector<TriangleMesh> meshes = {scenes::BoxBetween({0.0, 0.0, 0.0}, {1.0, 2.0, 3.0})};
  Affine moved;
  moved.origin = {10.0, 0.0, 0.0};
  const std::vector<Body> bodies = {BodyOf(0), BodyOf(0, Scaled(-1.0, 1.0, 1.0)), BodyOf(0, moved),
                                    BodyOf(0, Scaled(-1.0, -1.0, 1.0))};
  const World world = BuildWorld(meshes, bodies);
  REQUIRE(world.bodies.size() == 4);
  for (const WorldBody& body : world.bodies) {
    REQUIRE(body.triangle_count == 12);
    const std::span<const Triangle> triangles(world.triangles.data() + body.first_triangle, 12);
    CHECK(SixVolumes(triangles) == Approx(36.0));
    for (std::uint32_t i = 0; i < body.triangle_count; ++i) {
      const auto index = world.triangle_body[body.first_triangle + i];
      CHECK(&world.bodies[index] == &body);
    }
  }
  CHECK(world.bodies[2].bounds.min == Vec3{10.0, 0.0, 0.0});
  CHECK(world.bodies[2].bounds.max == Vec3{11.0, 2.0, 3.0});
}

TEST_CASE("Shifting origins by multiples of 2^-30 m shifts the world exactly", "[world]") {
  scenes::Dice dice(5);
  TriangleMesh soup;
  for (std::uint32_t i = 0; i < 300; ++i) {
    soup.vertices.push_back(dice.InCube(20.0));
    if (i % 3 == 2) soup.triangles.push_back({i - 2, i - 1, i});
  }
  const std::vector<TriangleMesh> meshes = {soup};
  scenes::Placement placement;
  placement.yaw_deg = 33.0;
  const auto baked = [&](Vec3 shift) {
    placement.shift = shift;
    const std::vector<Body> bodies = {BodyOf(0, placement.ToAffine())};
    return BuildWorld(meshes, bodies);
  };
  const World here = baked({});
  for (const Vec3 shift :
       {Vec3{250.0, -500.0, 750.0}, Vec3{586507.0, 0.0, 0.0}, Snap(Vec3{0.1, -0.7, 12345.678})}) {
    const World there = baked(shift);
    REQUIRE(there.triangles.size() == here.triangles.size());
    for (std::size_t i = 0; i < here.triangles.size(); ++i) {
      REQUIRE(there.triangles[i].a - shift == here.triangles[i].a);
      REQUIRE(there.triangles[i].b - shift == here.triangles[i].b);
      REQUIRE(there.triangles[i].c - shift == here.triangles[i].c);
      REQUIRE(there.triangle_normals[i] == here.triangle_normals[i]);
    }
    CHECK(there.bounds.min - shift == here.bounds.min);
  }
}

TEST_CASE("World vertices are multiples of 2^-30 m", "[world]") {
  const std::vector<TriangleMesh> meshes = {scenes::UvSphere({0.1, 0.2, 0.3}, 1.0 / 3.0, 16, 8)};
  const std::vector<Body> bodies = {BodyOf(0, Scaled(0.7, 1.1, 1.3))};
  for (const Triangle& t : BuildWorld(meshes, bodies).triangles) {
    for (const Vec3 v : {t.a, t.b, t.c}) REQUIRE(v == Snap(v));
  }
}

TEST_CASE("Intent decides what collides", "[world]") {
  const std::vector<TriangleMesh> meshes = {scenes::BoxBetween({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0})};
  Body seen_only = BodyOf(kNoMesh);
  seen_only.visual_mesh = 0;
  const std::vector<Body> bodies = {BodyOf(0, {}, Intent::kIntangible),
                                    BodyOf(0, {}, Intent::kKill),
                                    BodyOf(0, {}, Intent::kSolid),
                                    BodyOf(0, {}, Intent::kBlocker),
                                    seen_only,
                                    BodyOf(0, Scaled(2.0, 2.0, 2.0), Intent::kKill)};
  const World world = BuildWorld(meshes, bodies);
  REQUIRE(world.bodies.size() == bodies.size());
  CHECK(world.triangles.size() == 24);
  CHECK(world.kill_triangles.size() == 24);
  CHECK(world.bodies[0].triangle_count == 0);
  CHECK(world.bodies[0].bounds.IsEmpty());
  CHECK(world.bodies[1].triangle_count == 12);
  CHECK(world.bodies[1].first_triangle == 0);
  CHECK(world.bodies[2].first_triangle == 0);
  CHECK(world.bodies[3].first_triangle == 12);
  CHECK(world.bodies[4].triangle_count == 0);
  CHECK(world.bodies[5].first_triangle == 12);
  CHECK(world.bodies[5].bounds.max == Vec3{2.0, 2.0, 2.0});
  CHECK(world.bounds.max == Vec3{1.0, 1.0, 1.0});  // kill bodies are no ground
  CHECK(world.triangle_body.front() == 2);
  CHECK(world.triangle_body.back() == 3);
  CHECK(world.bodies[3].entity == 7);
  CHECK(world.bodies[3].intent == Intent::kBlocker);
}

TEST_CASE("Triangles without area after rounding are left out and counted", "[world]") {
  TriangleMesh mesh;
  mesh.vertices = {{0.0, 0.0, 0.0},   {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0},
                   {0.5, 1e-12, 0.0}, {2.0, 0.0, 0.0}, {0.5, 1e-6, 0.0}};
  mesh.triangles = {{0, 1, 2}, {0, 0, 1}, {0, 1, 3}, {0, 1, 4}, {0, 1, 5}};
  const std::vector<TriangleMesh> meshes = {mesh};
  const std::vector<Body> bodies = {BodyOf(0)};
  const World world = BuildWorld(meshes, bodies);
  CHECK(world.triangles.size() == 2);
  CHECK(world.dropped_degenerate == 3);
  CHECK(world.bodies[0].triangle_count == 2);
  for (const Vec3 n : world.triangle_normals) CHECK(IsFinite(n));
}

TEST_CASE("An empty level bakes to an empty world", "[world]") {
  const World world = BuildWorld({}, {});
  CHECK(world.triangles.empty());
  CHECK(world.bodies.empty());
  CHECK(world.bounds.IsEmpty());
}

}  // namespace
}  // namespace wm
