// What `compare` has found, on one page: a small map of every strategy, and coverage over drives.
#include <algorithm>
#include <array>
#include <cmath>

#include "maps/shown_text.h"
#include "viz/commands.h"
#include "viz/picture/src/canvas.h"
#include "viz/picture/src/font.h"
#include "viz/picture/src/page.h"
#include "walk_monster/compare.h"
#include "walk_monster/number_text.h"

namespace wm {
namespace picture {
namespace {

constexpr double kMargin = 28.0;
constexpr int kColumns = 4;
constexpr double kPanelWidth = 312.0;
constexpr double kPanelGap = 22.0;
constexpr double kMostPanelHeight = 380.0;
constexpr double kPanelTitle = 52.0;
constexpr double kHeader = 78.0;
constexpr double kPlotHeight = 400.0;
constexpr double kPlotLegend = 292.0;
constexpr double kAxisText = 11.0;
constexpr int kWidth =
    static_cast<int>(2 * kMargin + kColumns * kPanelWidth + (kColumns - 1) * kPanelGap);

// By trace; ours the strongest.
constexpr std::array<Color, 8> kColors = {Rgb(0x0b5fa5), Rgb(0x58b0e3), Rgb(0x00805c),
                                          Rgb(0x8b2a86), Rgb(0xc8500a), Rgb(0xe3a51f),
                                          Rgb(0xb00020), Rgb(0x6a6a6e)};
Color ColorOf(std::size_t trace) { return kColors[trace % kColors.size()]; }

// Thousands apart: "107 360".
std::string Grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, " ");
  return text;
}

// "98.5 %".
std::string Percent(double share) {
  const auto tenths = std::llround(share * 1000.0);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

class ComparisonPage {
 public:
  explicit ComparisonPage(const Comparison& comparison)
      : comparison_(comparison), rows_(RowsDrawn(comparison)), bounds_(BoundsOf(comparison)) {
    const double wide = std::max(bounds_.max.x - bounds_.min.x, 1e-3);
    const double high = std::max(bounds_.max.y - bounds_.min.y, 1e-3);
    scale_ = std::min({kPanelWidth / wide, kMostPanelHeight / high, 40.0});
    panel_height_ = std::max(high * scale_, 60.0);
    lines_ = (static_cast<int>(rows_.size()) + kColumns - 1) / kColumns;
  }

  Canvas Draw() const {
    const double plot_top = kHeader + lines_ * (panel_height_ + kPanelTitle) + 40.0;
    Canvas canvas(kWidth, static_cast<int>(plot_top + kPlotHeight + 74.0), kPaper);
    DrawHeader(&canvas);
    for (std::size_t i = 0; i < rows_.size(); ++i) DrawPanel(&canvas, i);
    canvas.ClipTo({0, 0, double(canvas.width()), double(canvas.height())});
    DrawPlot(&canvas, plot_top);
    return canvas;
  }

 private:
  // A map each, but for cuts that look nearly like another one.
  static std::vector<ComparisonRow> RowsDrawn(const Comparison& comparison) {
    std::vector<ComparisonRow> rows;
    for (const ComparisonRow& row : comparison.rows) {
      if (row.budget != "equal ticks") rows.push_back(row);
    }
    return rows;
  }

  static Box BoundsOf(const Comparison& comparison) {
    Box bounds;
    for (const Trace& trace : comparison.traces) {
      for (const GraphPoint& point : trace.graph.points) bounds.Add(point.foot);
    }
    const Vec3 margin{comparison.spacing, comparison.spacing, 0.0};
    const Box inner = bounds;
    bounds.Add(inner.min - margin);
    bounds.Add(inner.max + margin);
    return bounds;
  }

  void DrawHeader(Canvas* canvas) const {
    std::string title = "Ways to explore " + Shown(comparison_.level, kMostShownName);
    while (title.size() > 20 && TextWidth(20.0, title) > kWidth - 2 * kMargin) title.pop_back();
    DrawText(canvas, {kMargin, 40.0}, 20.0, title, kInk, 1.3);
    DrawText(canvas, {kMargin, 64.0}, 11.0,
             Grouped(comparison_.drives) + " drives each, " + Shortest(comparison_.spacing) +
                 " m between points. Grey: ground that any of them reached. Dark points: against "
                 "an obstacle.",
             kFaintInk);
  }

  void DrawPanel(Canvas* canvas, std::size_t number) const {
    const ComparisonRow& row = rows_[number];
    const double x = kMargin + static_cast<double>(number % kColumns) * (kPanelWidth + kPanelGap);
    const double y =
        kHeader + static_cast<double>(number / kColumns) * (panel_height_ + kPanelTitle);
    const PixelBox map{x, y + kPanelTitle - 8.0, x + kPanelWidth,
                       y + kPanelTitle - 8.0 + panel_height_};
    canvas->ClipTo({0, 0, double(canvas->width()), double(canvas->height())});
    const bool is_cut = row.budget != "equal drives";
    DrawText(canvas, {x, y + 18.0}, 12.0, row.name + (is_cut ? ", " + row.budget : ""),
             ColorOf(row.trace), 1.3);
    DrawText(
        canvas, {x, y + 36.0}, 10.0,
        Grouped(row.figures.at.points) + " points, " + Percent(row.figures.covered) + " covered",
        kFaintInk);
    canvas->ClipTo(map);
    const auto at = [&](Vec3 p) {
      return Pixel{(map.x0 + map.x1) / 2 + (p.x - (bounds_.min.x + bounds_.max.x) / 2) * scale_,
                   (map.y0 + map.y1) / 2 - (p.y - (bounds_.min.y + bounds_.max.y) / 2) * scale_};
    };
    const double reach = std::max(kCovers * comparison_.spacing * scale_, 0.8);
    for (const Trace& trace : comparison_.traces) {
      for (const GraphPoint& point : trace.graph.points) {
        canvas->Disc(at(point.foot), reach, kNowhere);
      }
    }
    const double radius = std::clamp(0.22 * comparison_.spacing * scale_, 0.55, 2.5);
    const Graph& graph = comparison_.traces[row.trace].graph;
    for (std::size_t id = 0; id < row.figures.at.points; ++id) {
      const bool is_hit = graph.points[id].kind == PointKind::kHit;
      canvas->Disc(at(graph.points[id].foot), radius, is_hit ? kHit : ColorOf(row.trace));
    }
  }

  void DrawPlot(Canvas* canvas, double top) const {
    const PixelBox box{kMargin + 52.0, top, kWidth - kMargin - kPlotLegend, top + kPlotHeight};
    const auto most = static_cast<double>(comparison_.drives);
    const auto at = [&](double drives, double share) {
      return Pixel{box.x0 + (box.x1 - box.x0) * drives / most, box.y1 - (box.y1 - box.y0) * share};
    };
    DrawText(canvas, {box.x0, top - 14.0}, 12.0, "Ground covered [%] over drives", kInk, 1.2);
    for (int percent = 0; percent <= 100; percent += 20) {
      const double y = at(0.0, percent / 100.0).y;
      canvas->Line({box.x0, y}, {box.x1, y}, 1.0, kNowhere);
      const std::string text = std::to_string(percent);
      DrawText(canvas, {box.x0 - 10.0 - TextWidth(kAxisText, text), y + kAxisText / 2}, kAxisText,
               text, kFaintInk);
    }
    const double step = std::max(1.0, RoundDown(most / 4.0));
    for (double drives = 0.0; drives <= most; drives += step) {
      const double x = at(drives, 0.0).x;
      canvas->Line({x, box.y1}, {x, box.y1 + kTickLength}, 1.0, kFaintInk);
      const std::string text = Grouped(static_cast<std::uint64_t>(drives));
      DrawText(canvas, {x - TextWidth(kAxisText, text) / 2, box.y1 + 24.0}, kAxisText, text,
               kFaintInk);
    }
    const std::string axis = "drives";
    DrawText(canvas, {(box.x0 + box.x1) / 2 - TextWidth(kAxisText, axis) / 2, box.y1 + 48.0},
             kAxisText, axis, kFaintInk);
    canvas->Frame(box, 1.0, kFaintInk);
    canvas->ClipTo(box);
    for (std::size_t i = comparison_.curves.size(); i-- > 0;) {
      Pixel last = at(0.0, 0.0);
      for (const auto& [drives, share] : comparison_.curves[i]) {
        const Pixel next = at(drives, share);
        canvas->Line(last, next, i == 0 ? 3.5 : 2.0, ColorOf(i));
        last = next;
      }
    }
    canvas->ClipTo({0, 0, double(canvas->width()), double(canvas->height())});
    DrawLegend(canvas, box);
  }

  void DrawLegend(Canvas* canvas, const PixelBox& plot) const {
    double y = plot.y0 + 14.0;
    for (std::size_t i = 0; i < comparison_.traces.size(); ++i, y += 28.0) {
      const double x = plot.x1 + 22.0;
      canvas->Line({x, y}, {x + 26.0, y}, i == 0 ? 3.5 : 2.0, ColorOf(i));
      DrawText(canvas, {x + 36.0, y + 5.0}, kAxisText, comparison_.traces[i].name, kInk);
    }
  }

  const Comparison& comparison_;
  const std::vector<ComparisonRow> rows_;
  const Box bounds_;
  double scale_ = 1.0;         // [pixels/m]
  double panel_height_ = 0.0;  // [pixels]
  int lines_ = 0;
};

}  // namespace
}  // namespace picture

void WriteComparisonPicture(const Comparison& comparison, const std::filesystem::path& path) {
  picture::ComparisonPage(comparison).Draw().WritePng(path);
}

}  // namespace wm
