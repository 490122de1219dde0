#include "maps/src/polygon.h"

#include <numeric>

#include <catch2/catch.hpp>

#include "tests/scenes/dice.h"

namespace wm {
namespace {

std::vector<std::array<std::uint32_t, 3>> Cut(const std::vector<Vec3>& points) {
  std::vector<std::uint32_t> corners(points.size());
  std::iota(corners.begin(), corners.end(), 0u);
  std::vector<std::array<std::uint32_t, 3>> triangles;
  AppendPolygon(points, corners, &triangles);
  return triangles;
}

// Twice the area vector of all triangles; and twice the sum of their areas.
std::pair<Vec3, double> Areas(const std::vector<Vec3>& points) {
  Vec3 sum;
  double total = 0.0;
  for (const auto& t : Cut(points)) {
    const Vec3 area = Cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]);
    sum += area;
    total += Length(area);
  }
  return {sum, total};
}

}  // namespace

TEST_CASE("a convex polygon is fanned from its first corner") {
  const auto quad = Cut({{0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {0, 2, 0}});
  REQUIRE(quad.size() == 2);
  CHECK(quad[0] == std::array<std::uint32_t, 3>{0, 1, 2});
  CHECK(quad[1] == std::array<std::uint32_t, 3>{0, 2, 3});
}

TEST_CASE("a concave polygon is covered once, inside only, from whichever corner it begins") {
  // An L; the fan from most of its corners would cover what is outside.
  const std::vector<Vec3> l{{0, 0, 0}, {4, 0, 0}, {4, 1, 0}, {1, 1, 0}, {1, 4, 0}, {0, 4, 0}};
  for (std::size_t first = 0; first < l.size(); ++first) {
    std::vector<Vec3> turned = l;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(first), turned.end());
    CHECK(Cut(turned).size() == 4);
    const auto [sum, total] = Areas(turned);
    CHECK(total == Approx(14.0));
    CHECK(sum.z == Approx(14.0));
    std::reverse(turned.begin(), turned.end());
    const auto [under, under_total] = Areas(turned);
    CHECK(under_total == Approx(14.0));
    CHECK(under.z == Approx(-14.0));
  }
}

TEST_CASE("random star-shaped polygons keep their area in any plane") {
  scenes::Dice dice(3);
  for (int i = 0; i < 300; ++i) {
    const Vec3 normal = dice.UnitVector();
    const Vec3 u = NormalizedOr(Cross(normal, {0.3, 0.5, 0.8}), {1, 0, 0});
    const Vec3 v = Cross(normal, u);
    const std::size_t count = 4 + dice.Below(30);
    std::vector<Vec3> points;
    for (std::size_t k = 0; k < count; ++k) {
      const double angle = 6.283185307179586 * static_cast<double>(k) / static_cast<double>(count);
      const double radius = dice.Between(0.5, 5.0);
      points.push_back(u * (radius * std::cos(angle)) + v * (radius * std::sin(angle)));
    }
    Vec3 expected;
    for (std::size_t k = 0; k < count; ++k) expected += Cross(points[k], points[(k + 1) % count]);
    const auto [sum, total] = Areas(points);
    CHECK(Cut(points).size() == count - 2);
    CHECK(Distance(sum, expected) < 1e-9);
    CHECK(total == Approx(Length(expected)));
  }
}

TEST_CASE("degenerate polygons end, with as many triangles as corners allow") {
  CHECK(Cut(std::vector<Vec3>(50, Vec3{1, 2, 3})).size() == 48);
  std::vector<Vec3> line;
  for (int i = 0; i < 40; ++i) line.push_back({static_cast<double>(i % 7), 0, 0});
  CHECK(Cut(line).size() == 38);
  std::vector<Vec3> wild(20, Vec3{});
  wild[3].x = std::nan("");
  wild[7].y = HUGE_VAL;
  CHECK(Cut(wild).size() == 18);
}

}  // namespace wm
