#include "viz/picture/src/heat.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viz/picture/src/page.h"
#include "walk_monster/coverage.h"

namespace wm::picture {
namespace {

constexpr float kStorey = 1.0F;  // [m] ground farther apart in height is another storey's

// A running mean of distances, nearer points weighing more.
struct Mean {
  float weight = 0.0F, sum = 0.0F;
  float reached = 0.0F;  // of the weight
};

}  // namespace

Color HeatColor(double share) {
  // Lightness rises evenly from one colour to the next.
  static constexpr std::array<Color, 7> kColors = {Rgb(0x1b2a6b), Rgb(0x2c5a94), Rgb(0x2a8a94),
                                                   Rgb(0x3fae7e), Rgb(0x93c65c), Rgb(0xdcd35c),
                                                   Rgb(0xfff3b8)};
  const double at = std::clamp(share, 0.0, 1.0) * (kColors.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(at), kColors.size() - 2);
  return Mix(kColors[i], kColors[i + 1], static_cast<float>(at - static_cast<double>(i)));
}

Heat::Heat(const Scene& scene, const Surface& surface, const std::vector<double>& metres)
    : surface_(surface) {
  const double reach = 0.9 * CoverageConfigOf(scene.map->run).spacing;
  const auto cells = static_cast<int>(std::ceil(reach / std::max(surface.cell, 1e-9)));
  std::vector<Mean> means(surface.z.size());
  const std::vector<GraphPoint>& points = scene.map->graph.points;
  for (PointId id = 0; id < points.size(); ++id) {
    const Vec3 foot = points[id].foot;
    const auto column = static_cast<int>(std::floor((foot.x - surface.x0) / surface.cell));
    const auto row = static_cast<int>(std::floor((foot.y - surface.y0) / surface.cell));
    for (int j = std::max(row - cells, 0); j <= std::min(row + cells, surface.height - 1); ++j) {
      for (int i = std::max(column - cells, 0); i <= std::min(column + cells, surface.width - 1);
           ++i) {
        const std::size_t cell = static_cast<std::size_t>(j) * surface.width + i;
        if (!(std::fabs(surface.z[cell] - static_cast<float>(foot.z)) < kStorey)) continue;
        const double dx = surface.x0 + (i + 0.5) * surface.cell - foot.x;
        const double dy = surface.y0 + (j + 0.5) * surface.cell - foot.y;
        const double squared = (dx * dx + dy * dy) / (reach * reach);
        if (squared >= 1.0) continue;
        const auto weight =
            static_cast<float>((1.0 - squared) * (1.0 - squared) / (squared + 0.02));
        means[cell].weight += weight;
        if (std::isinf(metres[id])) continue;
        means[cell].reached += weight;
        means[cell].sum += weight * static_cast<float>(metres[id]);
      }
    }
  }
  for (PointId id = 0; id < points.size(); ++id) {
    if (scene.is_shown[id] != 0 && !std::isinf(metres[id])) {
      farthest_ = std::max(farthest_, metres[id]);
    }
  }
  line_every_ = RoundDown(std::max(farthest_, 1.0) / 8.0);
  for (const Mean& mean : means) {
    const bool is_reached = mean.reached > 0.0F && mean.reached >= 0.5F * mean.weight;
    metres_.push_back(is_reached ? mean.sum / mean.reached : HUGE_VALF);
  }
}

Color Heat::At(double x, double y) const {
  const auto column = static_cast<int>(std::floor((x - surface_.x0) / surface_.cell));
  const auto row = static_cast<int>(std::floor((y - surface_.y0) / surface_.cell));
  const auto at = [&](int i, int j) {
    if (i < 0 || j < 0 || i >= surface_.width || j >= surface_.height) return HUGE_VALF;
    return metres_[static_cast<std::size_t>(j) * surface_.width + i];
  };
  const float here = at(column, row);
  if (std::isinf(here)) {
    const double stripe = std::fmod(std::fabs(x + y) * 2.0, 1.0);
    return stripe < 0.25 ? kFaintInk : kUnreached;
  }
  const Color color = HeatColor(here / std::max(farthest_, 1e-9));
  // A contour where the next cell to the east or south lies beyond a round distance.
  const auto band = [&](float metres) { return std::floor(metres / line_every_); };
  const auto is_line = [&](float there) { return !std::isinf(there) && band(there) != band(here); };
  const bool is_contour = is_line(at(column + 1, row)) || is_line(at(column, row + 1));
  return is_contour ? Mix(color, kInk, 0.45F) : color;
}

}  // namespace wm::picture
