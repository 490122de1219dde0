#include "collision/player_config.h"

#include <cmath>

namespace wm {

std::string WhatIsWrongWith(const PlayerConfig& c) {
  struct Range {
    const char* name;
    double value, low, high;
    const char* words;
  };
  const Range ranges[] = {
      {"radius", c.radius, 0.001, 5.0, "0.001 to 5 m"},
      {"height", c.height, 2.0 * c.radius, 20.0, "twice the radius to 20 m"},
      {"step", c.step, 0.0, 5.0, "0 to 5 m"},
      {"slope-deg", c.slope_limit_deg, 0.0, 89.0, "0 to 89 degrees"},
      {"skin", c.skin, 1e-4, 0.5, "0.0001 to 0.5 m"},
      {"speed", c.speed, 1e-3, 1000.0, "0.001 to 1000 m/s"},
      {"tick", c.tick_seconds, 1e-5, 1.0, "0.00001 to 1 s"},
      {"gravity", c.gravity, 1e-3, 1000.0, "0.001 to 1000 m/s^2"},
  };
  for (const Range& r : ranges) {
    if (!(r.value >= r.low && r.value <= r.high)) {  // also false for NaN
      return std::string(r.name) + " must be " + r.words;
    }
  }
  return {};
}

}  // namespace wm
