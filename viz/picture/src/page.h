// The page of a picture: its colours, and where metres lie on it.
#pragma once

#include <string>
#include <vector>

#include "viz/picture/src/canvas.h"
#include "viz/picture/src/scene.h"

namespace wm::picture {

// Told apart by people of every colour vision, and by their lightness on a pale ground.
inline constexpr Color kPaper = Rgb(0xfbfaf7);
inline constexpr Color kNowhere = Rgb(0xe9e8e4);  // inside the map, but nobody stands there
inline constexpr Color kInk = Rgb(0x22262b);
inline constexpr Color kFaintInk = Rgb(0x6a7078);
inline constexpr Color kLevel = Rgb(0x7d8086);
inline constexpr Color kHit = Rgb(0x3b4048);
inline constexpr Color kObstacle = Rgb(0xc8500a);
inline constexpr Color kOneWay = Rgb(0x8b2a86);
inline constexpr Color kDrop = Rgb(0x0b5fa5);
inline constexpr Color kSpawn = Rgb(0x00805c);
inline constexpr Color kPromised = Rgb(0x00805c);  // a place that is reached, as it must be
inline constexpr Color kClosed = Rgb(0x56766a);    // a place that nobody gets to, as nobody may
inline constexpr Color kUnknown = Rgb(0x6a6a6e);
inline constexpr Color kWrong = Rgb(0xb00020);  // what a designer must see first, and only that

// The tint of a foot height, 0 the lowest, 1 the highest shown.
Color HeightColor(double share);

inline constexpr double kTitleHeight = 122.0;
inline constexpr double kLegendWidth = 470.0;
inline constexpr double kLegendGap = 36.0;  // of these, between map and legend
inline constexpr double kPadding = 28.0;
inline constexpr double kTickLength = 6.0;
inline constexpr double kTickText = 13.0;

// A coordinate written beside the map.
struct Tick {
  double at = 0.0;  // [m]
  std::string text;
};

// The largest of 1, 2, 5, 10, 20, 50 ... metres, or of their thousandths, up to `metres`.
double RoundDown(double metres);

// The multiples of a round step from `low` to `high`, with as many digits as the step has.
std::vector<Tick> Ticks(double low, double high, double step);

// Where metres are on the page.
struct Page {
  double scale = 1.0;         // [pixels/m]
  double x0 = 0.0, y1 = 0.0;  // [m] of the map's left and top border
  PixelBox map;               // [pixels]
  int width = 0, height = 0;  // [pixels] of the page
  std::vector<Tick> x_ticks, y_ticks;

  Pixel At(Vec3 p) const { return {map.x0 + (p.x - x0) * scale, map.y0 + (y1 - p.y) * scale}; }
  double XOf(double pixel) const { return x0 + (pixel - map.x0) / scale; }
  double YOf(double pixel) const { return y1 - (pixel - map.y0) / scale; }
};

// The page for a map of at most `long_side_px` pixels.
Page LayOut(const Scene& scene, int long_side_px);

}  // namespace wm::picture
