#include "viz/picture/src/page.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viz/picture/src/font.h"
#include "walk_monster/number_text.h"

namespace wm::picture {
namespace {

// Low to high: slate, sea, sand, straw. Lightness rises all the way.
constexpr std::array<Color, 5> kHeights = {Rgb(0x7f9fbd), Rgb(0x9dbcc6), Rgb(0xbfd2bd),
                                           Rgb(0xe3dfae), Rgb(0xf7e7a3)};

constexpr double kBelowMap = 50.0;        // [pixels] ticks, their texts and the name of the axis
constexpr double kLegendHeight = 1130.0;  // [pixels] with every row

constexpr double kMostPixelsPerMetre = 60.0;  // a small room does not become a wall of colour

// Everything shown; of the whole map, the level around it too where that is not much larger.
Box FrameOf(const Scene& scene) {
  Box frame = scene.ground;
  Box level = frame;
  for (const auto& [a, b] : scene.outline) {
    level.Add(a);
    level.Add(b);
  }
  const auto side = [](const Box& box) {
    return std::max({box.max.x - box.min.x, box.max.y - box.min.y, 1.0});
  };
  const bool is_part = scene.storey || scene.heights;
  if (!is_part && side(level) <= 1.6 * side(frame)) frame = level;
  const double margin = 0.5 + (is_part ? 0.05 : 0.02) * side(frame);
  frame.Add(frame.min - Vec3{margin, margin, 0.0});
  frame.Add(frame.max + Vec3{margin, margin, 0.0});
  return frame;
}

double WidestText(const std::vector<Tick>& ticks) {
  double widest = 0.0;
  for (const Tick& tick : ticks) widest = std::max(widest, TextWidth(kTickText, tick.text));
  return widest;
}

// About eight along the longer side, and no text on another.
void PlaceTicks(const Box& frame, Page* page) {
  const double longest = std::max(frame.max.x - frame.min.x, frame.max.y - frame.min.y);
  double step = RoundDown(longest / 5.0);
  page->x_ticks = Ticks(frame.min.x, frame.max.x, step);
  while (page->x_ticks.size() > 1 && WidestText(page->x_ticks) + 16.0 > step * page->scale) {
    step = RoundDown(step * 2.5);
    page->x_ticks = Ticks(frame.min.x, frame.max.x, step);
  }
  page->y_ticks = Ticks(frame.min.y, frame.max.y, step);
}

}  // namespace

double RoundDown(double metres) {
  double round = 0.001;
  for (int power = -3; power < 8; ++power) {
    const double unit = std::pow(10.0, power);
    for (const double step : {1.0, 2.0, 5.0}) {
      if (unit * step <= metres * (1.0 + 1e-9)) round = unit * step;
    }
  }
  return round;
}

std::vector<Tick> Ticks(double low, double high, double step) {
  int digits = 0;
  while (digits < 3 && step < 0.999 * std::pow(10.0, -digits)) ++digits;
  std::vector<Tick> ticks;
  const auto last = static_cast<std::int64_t>(std::floor(high / step));
  for (auto i = static_cast<std::int64_t>(std::ceil(low / step)); i <= last; ++i) {
    const double at = static_cast<double>(i) * step;
    ticks.push_back({at, Fixed(at, digits)});
  }
  return ticks;
}

Color HeightColor(double share) {
  const double at = std::clamp(share, 0.0, 1.0) * (kHeights.size() - 1);
  const std::size_t low = std::min(static_cast<std::size_t>(at), kHeights.size() - 2);
  return Mix(kHeights[low], kHeights[low + 1], static_cast<float>(at - static_cast<double>(low)));
}

Page LayOut(const Scene& scene, int long_side_px) {
  const Box frame = FrameOf(scene);
  const double width = frame.max.x - frame.min.x;
  const double height = frame.max.y - frame.min.y;
  Page page;
  page.scale = std::min(long_side_px / std::max(width, height), kMostPixelsPerMetre);
  page.x0 = frame.min.x;
  page.y1 = frame.max.y;
  PlaceTicks(frame, &page);
  const double left = kPadding + WidestText(page.y_ticks) + kTickLength + 6.0;
  page.map = {left, kTitleHeight, left + std::ceil(width * page.scale),
              kTitleHeight + std::ceil(height * page.scale)};
  page.width = static_cast<int>(page.map.x1 + kLegendWidth + kPadding);
  page.height =
      static_cast<int>(std::max(page.map.y1 + kBelowMap, kTitleHeight + kLegendHeight) + kPadding);
  return page;
}

}  // namespace wm::picture
