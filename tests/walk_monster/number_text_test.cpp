#include "walk_monster/number_text.h"

#include <limits>

#include <catch2/catch.hpp>

namespace wm {
namespace {

TEST_CASE("number text: fixed digits, and nothing is minus zero") {
  CHECK(Fixed(1.005, 1) == "1.0");
  CHECK(Fixed(-0.0004, 3) == "0.000");
  CHECK(Fixed(-0.0, 0) == "0");
  CHECK(Fixed(-0.0006, 3) == "-0.001");
  CHECK(Fixed(std::numeric_limits<double>::max(), 2).size() == 312);
}

TEST_CASE("number text: places are pasted back as they are") {
  CHECK(RoundedPlace({46.5, -8.0, -0.001}) == "46.50,-8.00,0.00");
  CHECK(PlaceText({1.25, -3.0, 0.1}) == "1.25,-3,0.1");
}

}  // namespace
}  // namespace wm
