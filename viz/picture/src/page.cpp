#include "viz/picture/src/page.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace wm::picture {
namespace {

// Low to high: slate, sea, sand, straw. Lightness rises all the way.
constexpr std::array<Color, 5> kHeights = {Rgb(0x7f9fbd), Rgb(0x9dbcc6), Rgb(0xbfd2bd),
                                           Rgb(0xe3dfae), Rgb(0xf7e7a3)};

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

}  // namespace

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
  const double map_width = std::ceil(width * page.scale);
  const double map_height = std::ceil(height * page.scale);
  page.map = {kPadding, kTitleHeight, kPadding + map_width, kTitleHeight + map_height};
  page.width = static_cast<int>(page.map.x1 + kLegendWidth + kPadding);
  page.height = static_cast<int>(std::max(page.map.y1, kTitleHeight + 960.0) + kPadding);
  return page;
}

}  // namespace wm::picture
