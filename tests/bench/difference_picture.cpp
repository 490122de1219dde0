#include "tests/bench/difference_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "viz/picture/src/canvas.h"
#include "viz/picture/src/font.h"

namespace wm::bench {
namespace {

using picture::Canvas;
using picture::Color;
using picture::Pixel;
using picture::PixelBox;
using picture::Rgb;

constexpr int kMargin = 60;     // [pixels]
constexpr int kLongest = 2000;  // [pixels] of the map

struct Shade {
  Side side;
  const char* text;
  unsigned color;
};
// In the order of painting: what one alone reaches lies on top.
constexpr std::array<Shade, 4> kShades{
    Shade{Side::kBoth, "both", 0xc9d3c4},
    Shade{Side::kNeither, "Recast, not connected to the start", 0xc4b5dd},
    Shade{Side::kOursOnly, "only ours", 0xe07a2f},
    Shade{Side::kRecastOnly, "only Recast", 0x2f6fe0},
};

class Painter {
 public:
  Painter(const Difference& difference, const RecastArea& recast)
      : difference_(difference),
        recast_(recast),
        scale_(std::clamp(kLongest / std::max(recast.columns, recast.rows), 1, 8)),
        canvas_(scale_ * recast.columns + 2 * kMargin, scale_ * recast.rows + 3 * kMargin,
                Rgb(0xffffff)) {}

  void Cells() {
    for (const Shade& shade : kShades) {
      for (const DifferenceCell& cell : difference_.cells) {
        if (cell.side != shade.side) continue;
        // Too small for the table: paler.
        const bool is_pale = shade.side != Side::kBoth && cell.patch < 0;
        const Color color = is_pale ? Mix(Rgb(shade.color), Rgb(0xffffff), 0.5F) : Rgb(shade.color);
        const Pixel at{kMargin + static_cast<double>(scale_ * cell.column),
                       kMargin + static_cast<double>(scale_ * cell.row)};
        canvas_.Fill({at.x, at.y, at.x + scale_, at.y + scale_}, color);
      }
    }
  }

  void Grid() {
    const auto metres = [](double low) { return std::ceil(low / 10.0) * 10.0; };
    const double east = recast_.west + recast_.columns * recast_.grid.cell;
    const double south = recast_.north - recast_.rows * recast_.grid.cell;
    const double bottom = kMargin + static_cast<double>(scale_ * recast_.rows);
    const double right = kMargin + static_cast<double>(scale_ * recast_.columns);
    for (double x = metres(recast_.west); x <= east; x += 10.0) {
      const double at = kMargin + (x - recast_.west) / recast_.grid.cell * scale_;
      canvas_.Line({at, kMargin}, {at, bottom}, 1.0, Rgb(0x000000), 0.2);
      DrawText(&canvas_, {at - 10, bottom + 20}, 11, fmt::format("{:.0f}", x), Rgb(0x444444));
    }
    for (double y = metres(south); y <= recast_.north; y += 10.0) {
      const double at = kMargin + (recast_.north - y) / recast_.grid.cell * scale_;
      canvas_.Line({kMargin, at}, {right, at}, 1.0, Rgb(0x000000), 0.2);
      DrawText(&canvas_, {8, at + 5}, 11, fmt::format("{:.0f}", y), Rgb(0x444444));
    }
  }

  void Numbers() {
    for (std::size_t i = 0; i < difference_.patches.size(); ++i) {
      const Vec3 place = difference_.patches[i].place;
      const Pixel at{kMargin + (place.x - recast_.west) / recast_.grid.cell * scale_ - 6,
                     kMargin + (recast_.north - place.y) / recast_.grid.cell * scale_ + 7};
      DrawLabel(&canvas_, at, 14, fmt::format("{}", i + 1), Rgb(0x000000));
    }
  }

  void Legend(const std::string& title) {
    DrawText(&canvas_, {kMargin, 36}, 18, title, Rgb(0x000000));
    double x = kMargin;
    const double y = kMargin + static_cast<double>(scale_ * recast_.rows) + 70;
    for (const Shade& shade : kShades) {
      canvas_.Fill({x, y - 14, x + 20, y + 2}, Rgb(shade.color));
      DrawText(&canvas_, {x + 28, y}, 13, shade.text, Rgb(0x000000));
      x += 60 + picture::TextWidth(13, shade.text);
    }
  }

  void Write(const std::filesystem::path& path) const { canvas_.WritePng(path); }

 private:
  const Difference& difference_;
  const RecastArea& recast_;
  int scale_;
  Canvas canvas_;
};

}  // namespace

void WriteDifference(const Difference& difference, const RecastArea& recast,
                     const std::string& title, const std::filesystem::path& path) {
  Painter painter(difference, recast);
  painter.Cells();
  painter.Grid();
  painter.Numbers();
  painter.Legend(title);
  painter.Write(path);
}

}  // namespace wm::bench
