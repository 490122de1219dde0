// Dice: random numbers for tests, the same on every machine (std::*_distribution is not).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>

#include "collision/vec3.h"

namespace wm::scenes {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  double Unit() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }  // [0, 1)
  double Between(double low, double high) { return low + (high - low) * Unit(); }
  std::size_t Below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
  bool OneIn(std::size_t count) { return Below(count) == 0; }

  // Every coordinate in [-half, half).
  Vec3 InCube(double half) {
    const double x = Between(-half, half);
    const double y = Between(-half, half);
    const double z = Between(-half, half);
    return {x, y, z};
  }

  Vec3 UnitVector() {
    for (;;) {
      const Vec3 v = InCube(1.0);
      const double length = Length(v);
      if (length > 0.1 && length <= 1.0) return v * (1.0 / length);
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace wm::scenes
