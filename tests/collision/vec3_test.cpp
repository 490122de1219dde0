#include "collision/vec3.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "tests/scenes/dice.h"

namespace wm {
namespace {

constexpr double kGrid = 1.0 / 1073741824.0;

TEST_CASE("Snap rounds to the nearest multiple of 2^-30 m", "[vec3]") {
  CHECK(Snap(0.0) == 0.0);
  CHECK(Snap(1.0) == 1.0);
  CHECK(Snap(-2.5) == -2.5);
  CHECK(Snap(kGrid) == kGrid);
  CHECK(Snap(0.4 * kGrid) == 0.0);
  CHECK(Snap(0.6 * kGrid) == kGrid);
  CHECK(Snap(-0.6 * kGrid) == -kGrid);
  scenes::Dice dice(1);
  for (int i = 0; i < 10000; ++i) {
    const double value = dice.Between(-1e6, 1e6);
    const double snapped = Snap(value);
    REQUIRE(std::abs(snapped - value) <= 0.5 * kGrid + 1e-16 * std::abs(value));
    REQUIRE(Snap(snapped) == snapped);
    REQUIRE(std::fmod(snapped / kGrid, 1.0) == 0.0);
  }
}

TEST_CASE("Sums and differences of snapped numbers are exact, so shifts are", "[vec3]") {
  scenes::Dice dice(2);
  for (int i = 0; i < 10000; ++i) {
    const Vec3 p = Snap(dice.InCube(500.0));
    const Vec3 q = Snap(dice.InCube(500.0));
    const Vec3 shift = Snap(dice.InCube(600000.0));
    REQUIRE((p + shift) - shift == p);
    REQUIRE((p + shift) - (q + shift) == p - q);
  }
}

TEST_CASE("NormalizedOr gives a unit vector or the fallback", "[vec3]") {
  CHECK(NormalizedOr({0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}) == Vec3{1.0, 0.0, 0.0});
  CHECK(NormalizedOr({0.0, -4.0, 0.0}, {}) == Vec3{0.0, -1.0, 0.0});
  scenes::Dice dice(3);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 v = dice.InCube(1e-6);
    REQUIRE(Length(NormalizedOr(v, {})) == Approx(1.0).epsilon(1e-12));
  }
}

TEST_CASE("Cross is right-handed and square to both", "[vec3]") {
  CHECK(Cross({1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}) == Vec3{0.0, 0.0, 1.0});
  scenes::Dice dice(4);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 a = dice.InCube(10.0);
    const Vec3 b = dice.InCube(10.0);
    const Vec3 c = Cross(a, b);
    REQUIRE(Dot(a, c) == Approx(0.0).margin(1e-10));
    REQUIRE(Dot(b, c) == Approx(0.0).margin(1e-10));
    REQUIRE(Dot(c, c) + Dot(a, b) * Dot(a, b) == Approx(Dot(a, a) * Dot(b, b)));
  }
}

TEST_CASE("IsFinite notices every kind of trouble in every coordinate", "[vec3]") {
  CHECK(IsFinite({1.0, -2.0, 3.0}));
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL}) {
    CHECK_FALSE(IsFinite({bad, 0.0, 0.0}));
    CHECK_FALSE(IsFinite({0.0, bad, 0.0}));
    CHECK_FALSE(IsFinite({0.0, 0.0, bad}));
  }
}

TEST_CASE("A box grows by points and knows what it holds and meets", "[vec3]") {
  Box box;
  CHECK(box.IsEmpty());
  CHECK_FALSE(box.Contains({0.0, 0.0, 0.0}));
  box.Add({1.0, 2.0, 3.0});
  CHECK_FALSE(box.IsEmpty());
  CHECK(box.Contains({1.0, 2.0, 3.0}));
  box.Add({-1.0, 0.0, 5.0});
  CHECK(box.min == Vec3{-1.0, 0.0, 3.0});
  CHECK(box.max == Vec3{1.0, 2.0, 5.0});
  CHECK(box.Contains({0.0, 1.0, 4.0}));
  CHECK_FALSE(box.Contains({0.0, 1.0, 5.5}));
  CHECK(box.Overlaps({{1.0, 2.0, 5.0}, {9.0, 9.0, 9.0}}));  // touching counts
  CHECK_FALSE(box.Overlaps({{1.1, 0.0, 3.0}, {9.0, 9.0, 9.0}}));
  CHECK_FALSE(box.Overlaps(Box{}));
}

}  // namespace
}  // namespace wm
