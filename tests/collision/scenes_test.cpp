// The scene builder itself: what it says is closed is closed, what faces up faces up.
#include <cmath>
#include <map>
#include <utility>

#include <catch2/catch.hpp>

#include "tests/scenes/case_scenes.h"
#include "tests/scenes/scene.h"

namespace wm::scenes {
namespace {

double Volume(const TriangleMesh& mesh) {
  double sum = 0.0;
  for (const auto& [a, b, c] : mesh.triangles) {
    sum += Dot(mesh.vertices[a], Cross(mesh.vertices[b], mesh.vertices[c]));
  }
  return sum / 6.0;
}

double AreaFacingUp(const TriangleMesh& mesh) {
  double sum = 0.0;
  for (const auto& [a, b, c] : mesh.triangles) {
    sum += 0.5 * Cross(mesh.vertices[b] - mesh.vertices[a], mesh.vertices[c] - mesh.vertices[a]).z;
  }
  return sum;
}

// Every edge is passed as often one way as the other.
bool IsClosed(const TriangleMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> balance;
  for (const auto& triangle : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto from = triangle[i];
      const auto to = triangle[(i + 1) % 3];
      balance[{std::min(from, to), std::max(from, to)}] += from < to ? 1 : -1;
    }
  }
  for (const auto& [edge, sum] : balance) {
    if (sum != 0) return false;
  }
  return true;
}

TEST_CASE("Solid shapes are closed, face outward and have their volume", "[scenes]") {
  const TriangleMesh box = BoxBetween({-1.0, 2.0, 3.0}, {1.0, 5.0, 7.0});
  CHECK(IsClosed(box));
  CHECK(Volume(box) == Approx(24.0));
  const TriangleMesh wedge = MakeRamp({2.0, 45.0, -1.0, 1.0, 0.0, 2.0, 0.0});
  CHECK(IsClosed(wedge));
  CHECK(Volume(wedge) == Approx(4.0));
  const TriangleMesh ramp = MakeRamp({2.0, 45.0, -1.0, 1.0, -1.0, 1.0, 3.0});
  CHECK(IsClosed(ramp));
  CHECK(Volume(ramp) == Approx(16.0));
  const TriangleMesh stairs = MakeStairs({0.0, 1.0, 0.0, 1.0, 0.0, 0.5, 0.25, 3});
  CHECK(IsClosed(stairs));
  CHECK(Volume(stairs) == Approx(0.25 * 0.5 + 0.25 * 1.0 + 0.5 * 1.5));
  const TriangleMesh sphere = UvSphere({5.0, 5.0, 5.0}, 1.0, 64, 32);
  CHECK(sphere.triangles.size() == 3968);  // 64 around, 30 rows of two, two rows of one
  CHECK(IsClosed(sphere));
  CHECK(Volume(sphere) == Approx(4.0 / 3.0 * 3.14159265).epsilon(0.01));
}

TEST_CASE("Floors face up and cover their area once", "[scenes]") {
  CHECK(AreaFacingUp(FlatFloor(-1.0, 3.0, 0.0, 2.0, 5.0)) == Approx(8.0));
  const TriangleMesh cut = MakeCutFloor({0.0, 20.0, 0.0, 2.0, 0.0, 200, 20});
  CHECK(cut.triangles.size() == 8000);
  CHECK(AreaFacingUp(cut) == Approx(40.0));
  CHECK(AreaFacingUp(Shuffled(cut, 3)) == Approx(40.0));
  CHECK(AreaFacingUp(Unshared(cut)) == Approx(40.0));
  CHECK(Unshared(cut).vertices.size() == 24000);
  CHECK(AreaFacingUp(TurnedOver(cut, {0, 17})) == Approx(40.0 - 2.0 * 2.0 * 0.005));
  CHECK(AreaFacingUp(FrameFloor(1.0, 2.0, 5.0, 1.0, 0.5, 0.0)) == Approx(98.0));
  CHECK(AreaFacingUp(VGroove(60.0, 2.0, -4.0, 4.0)) == Approx(32.0));
  CHECK(AreaFacingUp(InvertedPyramid(60.0, 2.0, 1.0)) == Approx(36.0));
}

TEST_CASE("A shuffle is another order of the same triangles", "[scenes]") {
  const TriangleMesh cut = MakeCutFloor({0.0, 1.0, 0.0, 1.0, 0.0, 4, 4});
  CHECK(Shuffled(cut, 1).triangles != cut.triangles);
  CHECK(Shuffled(cut, 1).triangles != Shuffled(cut, 2).triangles);
  CHECK(Shuffled(cut, 1).triangles == Shuffled(cut, 1).triangles);
}

TEST_CASE("A placement takes points there and back", "[scenes]") {
  const Placement quarter{90.0, {10.0, 0.0, 1.0}};
  CHECK(quarter.ToWorld({1.0, 0.0, 0.0}) == Vec3{10.0, 1.0, 1.0});
  CHECK(quarter.ToScene({10.0, 1.0, 1.0}) == Vec3{1.0, 0.0, 0.0});
  const Placement odd{33.3, {-7.0, 100.0, 0.5}};
  const Vec3 p{1.5, -2.5, 3.5};
  CHECK(Distance(odd.ToScene(odd.ToWorld(p)), p) <= 1e-8);
  CHECK(Distance(odd.DirectionToScene(odd.DirectionToWorld(p)), p) <= 1e-12);
}

TEST_CASE("A scene's bodies keep their names in the world", "[scenes]") {
  Scene scene = SingleRiser(0.2);
  scene.Bake({15.0, {1.0, 2.0, 3.0}});
  REQUIRE(scene.world.bodies.size() == 2);
  CHECK(scene.world.bodies[0].name == "floor");
  CHECK(scene.world.bodies[1].name == "riser");
  CHECK(scene.world.bodies[1].entity == 2);
  CHECK(scene.world.triangles.size() == 14);
}

}  // namespace
}  // namespace wm::scenes
