#include "walk_monster/point_index.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "maps/input_error.h"

using namespace wm;

namespace {

Vec3 RandomPlace(std::mt19937_64& random) {
  const auto coordinate = [&] { return static_cast<double>(random() >> 11) * 0x1p-53 * 100.0; };
  const double x = coordinate(), y = coordinate();
  return {x, y, coordinate()};
}

}  // namespace

TEST_CASE("B37 a point index lists a point once, however often it is taken out and put back",
          "[B37]") {
  PointIndex index;
  for (int i = 0; i < 20; ++i) index.Add({static_cast<double>(i), 0.0, 0.0});
  for (int round = 0; round < 10; ++round) {
    for (std::uint32_t i = 0; i < 10; ++i) index.SetPresent(i, false);
    CHECK(index.size() == 10);
    CHECK(index.Within({0, 0, 0}, 1000.0).size() == 10);
    for (std::uint32_t i = 0; i < 10; ++i) index.SetPresent(i, true);
  }
  std::set<std::uint32_t> numbers;
  for (const auto& found : index.Within({0, 0, 0}, 1000.0)) numbers.insert(found.number);
  CHECK(index.Within({0, 0, 0}, 1000.0).size() == 20);
  CHECK(numbers.size() == 20);
  CHECK(index.Nearest({0, 0, 0}, 100).size() == 20);
}

TEST_CASE("B37 a point index grown one by one never names a point that is not there yet", "[B37]") {
  PointIndex index;
  std::mt19937_64 random(37);
  for (std::uint32_t count = 1; count <= 1000; ++count) {
    index.Add(RandomPlace(random));
    const auto found = index.Nearest(RandomPlace(random), 2);
    REQUIRE(found.size() == std::min<std::size_t>(count, 2));
    for (const auto& f : found) REQUIRE(f.number < count);
  }
}

TEST_CASE("B37 a thousand points at one place are all found, the first added first", "[B37]") {
  PointIndex index;
  for (int i = 0; i < 1000; ++i) index.Add({1, 2, 3});
  const auto found = index.Nearest({1, 2, 3}, 1000);
  REQUIRE(found.size() == 1000);
  for (std::uint32_t i = 0; i < 1000; ++i) REQUIRE(found[i].number == i);
  CHECK(index.Nearest({0, 0, 0}, 1).front().number == 0);
}

TEST_CASE("B37 a coordinate that is not finite is refused at the door", "[B37]") {
  PointIndex index;
  for (int i = 0; i < 99; ++i) index.Add({static_cast<double>(i), 0, 0});
  CHECK_THROWS_AS(index.Add({0, std::numeric_limits<double>::quiet_NaN(), 0}), InputError);
  CHECK_THROWS_AS(index.Add({std::numeric_limits<double>::infinity(), 0, 0}), InputError);
  CHECK(index.size() == 99);
  CHECK(index.Nearest({42.2, 0, 0}, 1).front().number == 42);
}

TEST_CASE("B37 the nearest of 100,000 random points are those that looking at all finds", "[B37]") {
  PointIndex index;
  std::mt19937_64 random(137);
  std::vector<Vec3> points;
  for (int i = 0; i < 100000; ++i) {
    points.push_back(RandomPlace(random));
    index.Add(points.back());
  }
  for (int i = 0; i < 1000; ++i) {
    const Vec3 place = RandomPlace(random);
    std::uint32_t best = 0;
    for (std::uint32_t j = 1; j < points.size(); ++j) {
      const Vec3 a = points[j] - place, b = points[best] - place;
      if (Dot(a, a) < Dot(b, b)) best = j;
    }
    REQUIRE(index.Nearest(place, 1).front().number == best);
  }
}
