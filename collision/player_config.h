// The player's body and gait. Fixed for a run; the same for every movement code.
#pragma once

#include <string>

namespace wm {

struct PlayerConfig {
  double radius = 0.30;              // [m] (0, 5]
  double height = 1.80;              // [m] both caps included; [2 radius, 20]
  double step = 0.35;                // [m] highest riser climbed, deepest walked down; [0, 5]
  double slope_limit_deg = 45.0;     // [deg] steepest ground that supports; [0, 89]
  double skin = 0.02;                // [m] motion toward a surface stops within this; [1e-4, 0.5]
  double speed = 3.0;                // [m/s] horizontal; (0, 1000]
  double tick_seconds = 1.0 / 60.0;  // [s] [1e-5, 1]
  double gravity = 9.81;             // [m/s^2] downward; (0, 1000]
};

// Empty when every field is in its range, else one line that names the first field that is not.
std::string WhatIsWrongWith(const PlayerConfig& config);

}  // namespace wm
