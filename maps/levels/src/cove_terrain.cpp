#include "maps/levels/src/cove_terrain.h"

#include <algorithm>
#include <cmath>

#include "maps/levels/src/shapes.h"

namespace wm::cove {
namespace {

// 0 at t <= 0, 1 at t >= 1, level at both ends.
double Smooth(double t) {
  t = std::clamp(t, 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

// Random heights in [-1, 1] on a lattice, smoothly joined.
class Bumps {
 public:
  explicit Bumps(std::uint64_t seed) {
    LevelDice dice(seed);
    for (double& value : lattice_) value = dice.Between(-1.0, 1.0);
  }

  // u and v in lattice cells, above -16.
  double At(double u, double v) const {
    const double column = std::floor(u), row = std::floor(v);
    const double s = Smooth(u - column), t = Smooth(v - row);
    const double near = Value(column, row) * (1.0 - s) + Value(column + 1.0, row) * s;
    const double far = Value(column, row + 1.0) * (1.0 - s) + Value(column + 1.0, row + 1.0) * s;
    return near * (1.0 - t) + far * t;
  }

 private:
  static constexpr int kSide = 32;

  double Value(double column, double row) const {
    const int i = (static_cast<int>(column) + kSide) % kSide;
    const int j = (static_cast<int>(row) + kSide) % kSide;
    return lattice_[j * kSide + i];
  }

  double lattice_[kSide * kSide] = {};
};

// How far a place lies outside a rectangle.
double DistanceTo(const Rect& area, double x, double y) {
  const double dx = std::max({area.x0 - x, 0.0, x - area.x1});
  const double dy = std::max({area.y0 - y, 0.0, y - area.y1});
  return std::sqrt(dx * dx + dy * dy);
}

// The shore: metres inland of the water's edge, which curves into a bay.
double Inland(const Bumps& bumps, double x, double y) {
  const double edge = -20.5 - 6.0 * (x / 30.0) * (x / 30.0) + 1.4 * bumps.At(x / 9.0, 3.5);
  return y - edge;
}

double ShoreProfile(double inland) {
  if (inland < 0.0) {
    const double t = std::min(-inland / 14.0, 1.0);
    return -1.1 * t * (2.0 - t);  // wading depth, never over the head
  }
  constexpr double kBeach = 11.0;
  return inland < kBeach ? 0.11 * inland : 0.11 * kBeach + 0.07 * (inland - kBeach);
}

double Meadow(const Bumps& bumps, double x, double y) {
  const double inland = Inland(bumps, x, y);
  const double roughness = 0.15 + 0.85 * Smooth((inland + 2.0) / 16.0);
  const double waves = 0.42 * bumps.At(x / 11.0, y / 11.0) + 0.14 * bumps.At(y / 4.5, x / 4.5);
  double height = ShoreProfile(inland) + roughness * waves;
  if (y < kBorder.y0) height -= 0.5 * (kBorder.y0 - y);

  const double hill_x = (x - kHillX) / kHillRadius, hill_y = (y - kHillY) / kHillRadius;
  const double rest = 1.0 - (hill_x * hill_x + hill_y * hill_y);
  if (rest > 0.0) height += kHillHeight * rest * rest;
  return height;
}

double WithPads(double height, double x, double y) {
  for (const Pad& pad :
       {kMazePad, kHousePad, kHutPad, kWallPad, kYardPad, kLiftPad, kPitPad, kBridgePad}) {
    const double share = Smooth(1.0 - DistanceTo(pad.area, x, y) / pad.blend);
    height += share * (pad.height - height);
  }
  return height;
}

// Cliffs: 65 degrees and more, so that nothing on them supports a player. West, north and east;
// they close in on the water.
double Cliff(const Bumps& bumps, double x, double y) {
  constexpr double kCornerRadius = 11.0;
  const double half = 33.5 - 5.5 * Smooth((-y - 12.0) / 20.0);
  const double dx = std::max(std::abs(x) - (half - kCornerRadius), 0.0);
  const double dy = std::max(y - (33.5 - kCornerRadius), 0.0);
  const double jag = 1.3 * bumps.At(x / 6.5 + 0.5, y / 6.5 + 0.5);
  const double into = std::sqrt(dx * dx + dy * dy) - kCornerRadius + jag;
  if (into <= 0.0) return 0.0;
  constexpr double kFace = 4.0;
  return 2.3 * std::min(into, kFace) + 0.4 * std::max(into - kFace, 0.0);
}

// The ravine: walked down from both ends, its sides too steep to walk where it is deep.
double Ravine(double x, double y) {
  const double in = Smooth((x + 26.0) / 12.0), out = Smooth((9.0 - x) / 12.0);
  const double depth = kRavineDepth * std::min(in, out);
  const double half = depth > 2.95 ? 2.0 : 3.0;
  return depth * std::clamp(half + 1.0 - std::abs(y - kRavineY), 0.0, 1.0);
}

// The hollow under the pit, deeper than its floor and hidden by its walls.
double Hollow(double x, double y) {
  const double off = std::max(std::abs(x - kPitX), std::abs(y - kPitY));
  return off < 2.5 ? kPitDepth + 0.5 : 0.0;
}

}  // namespace

Ground::Ground() {
  const Bumps meadow_bumps(20), cliff_bumps(7);
  constexpr auto kSide = static_cast<std::uint32_t>(2.0 * kHalf) + 1;
  grid_.columns = kSide;
  grid_.rows = kSide;
  grid_.cell = 1.0;
  for (std::uint32_t row = 0; row < kSide; ++row) {
    for (std::uint32_t column = 0; column < kSide; ++column) {
      const double x = column - kHalf, y = row - kHalf;
      const double height = WithPads(Meadow(meadow_bumps, x, y), x, y) - Ravine(x, y) -
                            Hollow(x, y) + Cliff(cliff_bumps, x, y);
      grid_.heights.push_back(std::nearbyint(height * 64.0) / 64.0);
    }
  }
}

double Ground::Corner(double x, double y) const {
  const auto column = static_cast<std::uint32_t>(std::clamp(x + kHalf, 0.0, 2.0 * kHalf));
  const auto row = static_cast<std::uint32_t>(std::clamp(y + kHalf, 0.0, 2.0 * kHalf));
  return grid_.heights[row * grid_.columns + column];
}

double Ground::At(double x, double y) const {
  const double column = std::floor(x), row = std::floor(y);
  const double s = x - column, t = y - row;
  const double near = Corner(column, row) * (1.0 - s) + Corner(column + 1.0, row) * s;
  const double far = Corner(column, row + 1.0) * (1.0 - s) + Corner(column + 1.0, row + 1.0) * s;
  return near * (1.0 - t) + far * t;
}

double Ground::LowestAt(double x, double y) const {
  const double column = std::floor(x), row = std::floor(y);
  return std::min({Corner(column, row), Corner(column + 1.0, row), Corner(column, row + 1.0),
                   Corner(column + 1.0, row + 1.0)});
}

}  // namespace wm::cove
