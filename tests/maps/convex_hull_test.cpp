#include "maps/src/convex_hull.h"

#include <catch2/catch.hpp>

#include "maps/src/generated.h"
#include "tests/scenes/dice.h"

namespace wm {
namespace {

double SignedVolume(const TriangleMesh& mesh) {
  double six = 0.0;
  for (const auto& t : mesh.triangles) {
    six += Dot(mesh.vertices[t[0]], Cross(mesh.vertices[t[1]], mesh.vertices[t[2]]));
  }
  return six / 6.0;
}

// How far the farthest point lies outside of any face.
double WorstOutside(const TriangleMesh& hull, const std::vector<Vec3>& points) {
  double worst = -HUGE_VAL;
  for (const auto& t : hull.triangles) {
    const Vec3 a = hull.vertices[t[0]];
    const Vec3 normal = NormalizedOr(Cross(hull.vertices[t[1]] - a, hull.vertices[t[2]] - a), {});
    for (const Vec3 p : points) worst = std::max(worst, Dot(normal, p - a));
  }
  return worst;
}

}  // namespace

TEST_CASE("the hull of a box is the box") {
  TriangleMesh box = BoxMesh({2, 4, 6});
  box.vertices.push_back({0.1, 0.2, 0.3});  // inside
  box.vertices.push_back({1, 0, 0});        // on a face
  const TriangleMesh hull = ConvexHull(box);
  CHECK(hull.vertices.size() == 8);
  CHECK(hull.triangles.size() == 12);
  CHECK(SignedVolume(hull) == Approx(48.0));
}

TEST_CASE("the hull of an L fills its corner") {
  TriangleMesh l = BoxMesh({4, 1, 1});
  const TriangleMesh upright = BoxMesh({1, 1, 4});
  for (const Vec3 v : upright.vertices) l.vertices.push_back(v + Vec3{-1.5, 0, 1.5});
  const TriangleMesh hull = ConvexHull(l);
  // The box around it, 4 x 4, without the triangle above the slope: 16 - 4.5.
  CHECK(SignedVolume(hull) == Approx(11.5));
  CHECK(WorstOutside(hull, l.vertices) < 1e-9);
}

TEST_CASE("random clouds lie inside their hulls, which are closed and face outward") {
  scenes::Dice dice(11);
  for (int i = 0; i < 60; ++i) {
    TriangleMesh cloud;
    const std::size_t count = 4 + dice.Below(400);
    const double size = std::ldexp(1.0, static_cast<int>(dice.Below(20)) - 8);
    for (std::size_t k = 0; k < count; ++k) {
      Vec3 p = i % 2 == 0 ? dice.UnitVector() : dice.InCube(1.0);
      if (i % 5 == 0) p = {std::round(p.x * 3), std::round(p.y * 3), std::round(p.z * 3)};
      cloud.vertices.push_back(p * size + Vec3{1000, -500, 20});
    }
    const TriangleMesh hull = ConvexHull(cloud);
    if (hull.triangles.empty()) continue;  // a cloud without volume
    CHECK(WorstOutside(hull, cloud.vertices) < 1e-7 * size + 1e-9);
    CHECK(SignedVolume(hull) > 0.0);
    CHECK(hull.triangles.size() == 2 * hull.vertices.size() - 4);  // Euler
  }
}

TEST_CASE("a mesh without volume is its own hull") {
  TriangleMesh flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  flat.triangles = {{0, 1, 2}, {0, 2, 3}};
  CHECK(ConvexHull(flat).triangles == flat.triangles);
  flat.vertices.assign(4, Vec3{1, 1, 1});
  CHECK(ConvexHull(flat).triangles == flat.triangles);
  CHECK(ConvexHull({}).triangles.empty());
}

TEST_CASE("the hull of 100,000 points is made in reasonable time") {
  scenes::Dice dice(12);
  TriangleMesh cloud;
  for (int i = 0; i < 100'000; ++i) cloud.vertices.push_back(dice.InCube(10.0));
  const TriangleMesh hull = ConvexHull(cloud);
  CHECK(SignedVolume(hull) > 7900.0);
  CHECK(SignedVolume(hull) <= 8000.0);
}

}  // namespace wm
