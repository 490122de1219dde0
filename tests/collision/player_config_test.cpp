#include "collision/player_config.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace wm {
namespace {

struct Field {
  double PlayerConfig::*value;
  std::string word;  // that the message names it by
  std::vector<double> good;
  std::vector<double> bad;
};

const std::vector<Field> kFields = {
    {&PlayerConfig::radius, "radius", {0.1, 0.5, 0.9}, {0.0, -0.3, 5.1}},
    {&PlayerConfig::height, "height", {0.6, 1.0, 20.0}, {0.0, 0.59, 20.1, -1.8}},
    {&PlayerConfig::step, "step", {0.0, 0.35, 5.0}, {-0.01, 5.1}},
    {&PlayerConfig::slope_limit_deg, "slope", {0.0, 45.0, 89.0}, {-1.0, 89.5, 90.0, 180.0}},
    {&PlayerConfig::skin, "skin", {1e-4, 0.02, 0.5}, {0.0, -0.02, 0.51}},
    {&PlayerConfig::speed, "speed", {0.1, 3.0, 1000.0}, {0.0, -3.0, 1001.0}},
    {&PlayerConfig::tick_seconds, "tick", {1e-5, 1.0 / 60.0, 1.0}, {0.0, -1.0, 1.1, 1e-6}},
    {&PlayerConfig::gravity, "gravity", {0.1, 9.81, 1000.0}, {0.0, -9.81, 1001.0}},
};

TEST_CASE("The reference player is in range, and is the reference player", "[player_config]") {
  const PlayerConfig config;
  CHECK(WhatIsWrongWith(config).empty());
  CHECK(config.radius == 0.30);
  CHECK(config.height == 1.80);
  CHECK(config.step == 0.35);
  CHECK(config.slope_limit_deg == 45.0);
  CHECK(config.skin == 0.02);
  CHECK(config.speed == 3.0);
  CHECK(config.tick_seconds == 1.0 / 60.0);
  CHECK(config.gravity == 9.81);
}

TEST_CASE("Values in range are accepted, field by field", "[player_config]") {
  for (const Field& field : kFields) {
    for (const double value : field.good) {
      INFO(field.word << ' ' << value);
      PlayerConfig config;
      config.*field.value = value;
      CHECK(WhatIsWrongWith(config).empty());
    }
  }
}

TEST_CASE("Values out of range are refused in one line that names the field", "[player_config]") {
  for (const Field& field : kFields) {
    std::vector<double> bad = field.bad;
    for (const double trouble : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL}) {
      bad.push_back(trouble);
    }
    for (const double value : bad) {
      INFO(field.word << ' ' << value);
      PlayerConfig config;
      config.*field.value = value;
      const std::string message = WhatIsWrongWith(config);
      CHECK(message.find(field.word) != std::string::npos);
      CHECK(message.find('\n') == std::string::npos);
    }
  }
}

TEST_CASE("A player is at least a ball", "[player_config]") {
  PlayerConfig config;
  config.radius = 0.9;
  config.height = 1.8;
  CHECK(WhatIsWrongWith(config).empty());
  config.radius = 0.91;
  CHECK_FALSE(WhatIsWrongWith(config).empty());
}

}  // namespace
}  // namespace wm
