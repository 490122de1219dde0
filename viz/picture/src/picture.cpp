#include "viz/picture/picture.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viz/picture/src/canvas.h"
#include "viz/picture/src/font.h"
#include "viz/picture/src/page.h"
#include "viz/picture/src/scene.h"

namespace wm::picture {
namespace {

// Marks grow with the map, within what can be seen and does not cover it.
struct Marks {
  explicit Marks(double scale)
      : dot(std::clamp(scale * 0.045, 0.9, 2.4)),
        line(std::clamp(scale * 0.06, 1.1, 3.0)),
        head(std::clamp(scale * 0.28, 5.0, 14.0)) {}
  double dot, line, head;  // [pixels]
};

class Painter {
 public:
  Painter(const Scene& scene, const Page& page, Canvas* canvas)
      : scene_(scene),
        page_(page),
        canvas_(*canvas),
        marks_(page.scale),
        surface_(MakeSurface(scene.storeys->Pieces(), scene.coverage.CellSize(), 1.0 / page.scale,
                             [&scene](const auto& piece) { return scene.Keeps(piece); })) {}

  void Paint() {
    canvas_.Fill(page_.map, kNowhere);
    canvas_.ClipTo(page_.map);
    labels_.push_back({page_.map.x0, page_.map.y1 - 72.0, page_.map.x0 + 400.0, page_.map.y1});
    PaintGround();
    PaintOutline();
    PaintFindings();
    PaintContracts();
    PaintSpawns();
    PaintScaleBar();
    canvas_.ClipTo({0, 0, static_cast<double>(page_.width), static_cast<double>(page_.height)});
    canvas_.Frame(page_.map, 1.5, kFaintInk);
    PaintTitle();
    PaintLegend();
  }

 private:
  double HeightShare(double z) const {
    const double span = std::max(scene_.tint_high - scene_.tint_low, 0.5);
    return (z - scene_.tint_low) / span;
  }

  // The ground's colour at a place: tinted by height, lit from the north-west, in the shadow of
  // what stands higher there.
  Color GroundColor(double x, double y, float z) const {
    const double d = std::max(surface_.cell, 1.0 / page_.scale);
    const auto height = [&](double dx, double dy) {
      const Surface::Sample sample = surface_.At(x + dx, y + dy);
      const bool is_same = sample.share > 0.0F && std::fabs(sample.z - z) < 1.0F;
      return is_same ? static_cast<double>(sample.z) : static_cast<double>(z);
    };
    const double slope_x = (height(d, 0.0) - height(-d, 0.0)) / (2.0 * d);
    const double slope_y = (height(0.0, d) - height(0.0, -d)) / (2.0 * d);
    const double lit = std::clamp((slope_x - slope_y) * 0.30, -0.28, 0.22);
    Color color = HeightColor(HeightShare(z));
    color = lit < 0.0 ? Mix(color, Rgb(0x1d2c3c), static_cast<float>(-lit))
                      : Mix(color, Rgb(0xffffff), static_cast<float>(lit));
    // Higher storeys throw a short shadow to the south-east: what lies above is seen to lie above.
    double shadow = 0.0;
    for (int i = 1; i <= 4; ++i) {
      const double reach = 0.18 * i;
      const Surface::Sample above = surface_.At(x - reach, y + reach);
      if (above.share > 0.5F && above.z > z + 1.0F) shadow += 0.11;
    }
    return Mix(color, Rgb(0x1d2c3c), static_cast<float>(shadow));
  }

  void PaintGround() {
    if (surface_.width == 0) return;
    const auto x1 = static_cast<int>(page_.map.x1);
    const auto y1 = static_cast<int>(page_.map.y1);
    for (int y = static_cast<int>(page_.map.y0); y < y1; ++y) {
      for (int x = static_cast<int>(page_.map.x0); x < x1; ++x) PaintGroundPixel(x, y);
    }
  }

  void PaintGroundPixel(int x, int y) {
    // Four samples a pixel smooth the border; the colour is that of one of them.
    double cover = 0.0;
    double at_x = 0.0, at_y = 0.0;
    float z = 0.0F;
    for (int i = 0; i < 4; ++i) {
      const int column = i % 2, row = i / 2;
      const double sx = page_.XOf(x + 0.25 + 0.5 * column);
      const double sy = page_.YOf(y + 0.25 + 0.5 * row);
      const Surface::Sample sample = surface_.At(sx, sy);
      if (!(sample.share > 0.0F)) continue;
      // About a pixel wide, the border at a half.
      const double width = std::min(1.0, 1.0 / (page_.scale * surface_.cell));
      const double in = std::clamp((sample.share - 0.5) / width + 0.5, 0.0, 1.0);
      if (in <= 0.0) continue;
      cover += 0.25 * in;
      at_x = sx;
      at_y = sy;
      z = sample.z;
    }
    if (cover > 0.0) canvas_.Blend(x, y, GroundColor(at_x, at_y, z), cover);
  }

  void PaintOutline() {
    const double thickness = std::clamp(page_.scale * 0.05, 0.6, 1.6);
    for (const auto& [a, b] : scene_.outline) {
      canvas_.Line(page_.At(a), page_.At(b), thickness, kLevel, 0.75);
    }
  }

  // What lies under something else is drawn faintly.
  double Visibility(Vec3 foot) const {
    const Surface::Sample top = surface_.At(foot.x, foot.y);
    return top.share > 0.5F && top.z > foot.z + 1.2 ? 0.22 : 1.0;
  }

  void PaintFindings() {
    const std::vector<GraphPoint>& points = scene_.map->graph.points;
    for (const PointId id : scene_.hits) {
      const Vec3 foot = points[id].foot;
      canvas_.Disc(page_.At(foot), marks_.dot, kHit, 0.8 * Visibility(foot));
    }
    for (const GraphObstacle* obstacle : scene_.obstacles) PaintObstacle(*obstacle);
    for (const GraphEdge* edge : scene_.one_way) {
      const bool is_forward = edge->forward == Way::kReached;
      canvas_.Arrow(page_.At(points[is_forward ? edge->a : edge->b].foot),
                    page_.At(points[is_forward ? edge->b : edge->a].foot), marks_.line,
                    marks_.head * 0.8, kOneWay);
    }
    for (const GraphEdge* edge : scene_.drops) {
      const bool is_forward = edge->forward == Way::kReached;
      canvas_.Arrow(page_.At(points[is_forward ? edge->a : edge->b].foot),
                    page_.At(points[is_forward ? edge->b : edge->a].foot), marks_.line, marks_.head,
                    kDrop);
    }
    for (const GraphExit* exit : scene_.exits) Cross(page_.At(exit->takeoff));
  }

  // A short stroke along what stood in the way; a dot where that lies overhead or underfoot.
  void PaintObstacle(const GraphObstacle& obstacle) {
    const Pixel at = page_.At(obstacle.point);
    const double visibility = Visibility(obstacle.point);
    const double flat = HorizontalLength(obstacle.normal);
    if (flat < 0.3) {
      canvas_.Disc(at, marks_.dot, kObstacle, visibility);
      return;
    }
    const double half = std::clamp(page_.scale * 0.10, 2.0, 6.0);
    const Pixel along{-obstacle.normal.y / flat * half, -obstacle.normal.x / flat * half};
    canvas_.Line(at - along, at + along, marks_.line, kObstacle, visibility);
  }

  void Cross(Pixel at) {
    const double r = marks_.head * 0.5;
    for (const auto& [thickness, color] : {std::pair{6.0, kPaper}, std::pair{3.0, kExit}}) {
      canvas_.Line({at.x - r, at.y - r}, {at.x + r, at.y + r}, thickness, color);
      canvas_.Line({at.x - r, at.y + r}, {at.x + r, at.y - r}, thickness, color);
    }
  }

  // Whether a contract asks for attention: 0 broken, 1 a place that is reached, 2 one that is not.
  int RankOf(std::size_t contract) const {
    if (scene_.contracts[contract].verdict == Verdict::kBroken) return 0;
    return scene_.contracts[contract].kind == ContractKind::kMustNotReach ? 2 : 1;
  }

  void PaintContracts() {
    // What matters most is drawn last and named first.
    for (int rank = 2; rank >= 0; --rank) {
      for (std::size_t i = 0; i < scene_.contracts.size(); ++i) {
        if (RankOf(i) == rank) PaintContractBox(BoxOf(*scene_.contract_boxes[i]), rank);
      }
    }
    std::vector<const Entity*> named;
    for (int rank = 0; rank <= 2; ++rank) {
      for (std::size_t i = 0; i < scene_.contracts.size(); ++i) {
        if (RankOf(i) != rank) continue;
        const Entity& contract = *scene_.contract_boxes[i];
        // Two promises about one box need one name.
        const bool is_named = std::any_of(named.begin(), named.end(), [&](const Entity* other) {
          return other->position == contract.position && other->size == contract.size;
        });
        if (is_named) continue;
        named.push_back(&contract);
        PlaceLabel(BoxOf(contract), scene_.contracts[i].name, rank == 0 ? kBroken : kHolds,
                   rank == 2 ? 11.0 : 14.0);
      }
    }
  }

  void PaintContractBox(const PixelBox& box, int rank) {
    if (rank > 0) {
      canvas_.Frame(box, rank == 1 ? 2.4 : 1.1, kHolds);
      return;
    }
    const double dash = 7.0;
    canvas_.Dashes({box.x0, box.y0}, {box.x1, box.y0}, 3.0, dash, kBroken);
    canvas_.Dashes({box.x1, box.y0}, {box.x1, box.y1}, 3.0, dash, kBroken);
    canvas_.Dashes({box.x1, box.y1}, {box.x0, box.y1}, 3.0, dash, kBroken);
    canvas_.Dashes({box.x0, box.y1}, {box.x0, box.y0}, 3.0, dash, kBroken);
  }

  PixelBox BoxOf(const Entity& contract) const {
    const Vec3 half = contract.size * 0.5;
    const Pixel low = page_.At(contract.position - half);
    const Pixel high = page_.At(contract.position + half);
    return {low.x, high.y, high.x, low.y};
  }

  // Beside the box, where no other label is.
  void PlaceLabel(const PixelBox& box, const std::string& text, Color color, double size) {
    const double width = TextWidth(size, text);
    const double middle = (box.x0 + box.x1 - width) * 0.5;
    const std::array<Pixel, 6> places = {{{middle, box.y0 - 8.0},
                                          {middle, box.y1 + size + 8.0},
                                          {box.x1 + 8.0, (box.y0 + box.y1 + size) * 0.5},
                                          {box.x0 - 8.0 - width, (box.y0 + box.y1 + size) * 0.5},
                                          {middle, box.y0 - 8.0 - size * 1.6},
                                          {middle, box.y1 + 8.0 + size * 2.6}}};
    for (const Pixel& at : places) {
      const PixelBox label{at.x - 3.0, at.y - size - 3.0, at.x + width + 3.0, at.y + 7.0};
      const bool is_inside = label.x0 >= page_.map.x0 && label.x1 <= page_.map.x1 &&
                             label.y0 >= page_.map.y0 && label.y1 <= page_.map.y1;
      const bool is_taken = std::any_of(labels_.begin(), labels_.end(), [&](const PixelBox& other) {
        return label.Overlaps(other);
      });
      if (!is_inside || is_taken) continue;
      labels_.push_back(label);
      DrawLabel(&canvas_, at, size, text, color);
      return;
    }
  }

  void PaintSpawn(Pixel at, double r) {
    canvas_.Disc(at, r + 2.5, kPaper);
    canvas_.Disc(at, r, kSpawn);
    canvas_.Disc(at, r * 0.38, kPaper);
  }

  void PaintSpawns() {
    for (const Entity* spawn : scene_.spawns) PaintSpawn(page_.At(spawn->position), 9.0);
    // Starts that a person gave: seeds where the level has no spawn.
    if (!scene_.spawns.empty()) return;
    for (PointId id = 0; id < scene_.is_shown.size(); ++id) {
      const GraphPoint& point = scene_.map->graph.points[id];
      if (scene_.is_shown[id] != 0 && point.kind == PointKind::kSeed) {
        PaintSpawn(page_.At(point.foot), 9.0);
      }
    }
  }

  std::size_t SpawnCount() const {
    if (!scene_.spawns.empty()) return scene_.spawns.size();
    std::size_t count = 0;
    for (PointId id = 0; id < scene_.is_shown.size(); ++id) {
      count += scene_.is_shown[id] != 0 && scene_.map->graph.points[id].kind == PointKind::kSeed;
    }
    return count;
  }

  // A round number of metres, about a fifth of the map long.
  void PaintScaleBar() {
    const double wanted = (page_.map.x1 - page_.map.x0) / 5.0 / page_.scale;
    double metres = 0.001;
    for (int power = -3; power < 7; ++power) {
      const double unit = std::pow(10.0, power);
      for (const double step : {1.0, 2.0, 5.0}) {
        if (unit * step <= wanted) metres = unit * step;
      }
    }
    const double length = metres * page_.scale;
    const double x = page_.map.x0 + 26.0;
    const double y = page_.map.y1 - 26.0;
    const std::string text = metres >= 1.0 ? Grouped(Rounded(metres)) + " m"
                                           : Decimal(metres * 100.0, metres < 0.01 ? 1 : 0) + " cm";
    const double width = std::max(length, TextWidth(17.0, text));
    canvas_.Fill({x - 14.0, y - 42.0, x + width + 14.0, y + 14.0}, kPaper, 0.88);
    for (int i = 0; i < 4; ++i) {
      canvas_.Fill({x + length * i / 4.0, y - 8.0, x + length * (i + 1) / 4.0, y},
                   i % 2 == 0 ? kInk : kPaper);
    }
    canvas_.Frame({x, y - 8.0, x + length, y}, 1.5, kInk);
    DrawText(&canvas_, {x, y - 18.0}, 17.0, text, kInk);
  }

  void PaintTitle() {
    const RunRecord& run = scene_.map->run;
    std::string level = run.level;
    while (level.size() > 1 && level.back() == '/') level.pop_back();
    level = level.substr(level.find_last_of('/') + 1);
    std::string title = level.empty() ? "Coverage map" : level;
    if (!scene_.selection.empty()) title += "  -  " + scene_.selection;
    DrawText(&canvas_, {kPadding, 50.0}, 27.0, Fitted(27.0, title), kInk, 1.25);
    std::string line = "Where a player can end up, walked by " + run.mover + " on " + run.backend;
    for (const auto& [name, value] : run.parameters) {
      if (name == "spacing") line += ", spacing " + value + " m";
    }
    line += ". The sweep " + Outcome() + ".";
    DrawText(&canvas_, {kPadding, 84.0}, 15.0, Fitted(15.0, line), kFaintInk);
  }

  std::string Outcome() const {
    const std::string& outcome = scene_.map->progress.outcome;
    if (outcome == "complete") return "is complete";
    if (outcome == "max_points") return "stopped at its limit of points";
    if (outcome == "interrupted") return "was interrupted";
    return "has not ended";
  }

  // As much of a text as the page is wide.
  std::string Fitted(double size, std::string text) const {
    const double room = page_.width - 2.0 * kPadding;
    if (TextWidth(size, text) <= room) return text;
    while (!text.empty() && TextWidth(size, text + "...") > room) text.pop_back();
    return text + "...";
  }

  void PaintLegend() {
    x_ = page_.map.x1 + 36.0;
    y_ = kTitleHeight + 4.0;
    PaintHeightBar();
    Row("ground covered", Grouped(Rounded(scene_.area_m2)) + " m2", [this](Pixel at) {
      canvas_.Fill({at.x - 15.0, at.y - 10.0, at.x + 15.0, at.y + 10.0}, HeightColor(0.55));
    });
    Row("hit points", Grouped(scene_.hits.size()), [this](Pixel at) {
      for (int i = -1; i <= 1; ++i) canvas_.Disc({at.x + 10.0 * i, at.y}, 2.4, kHit);
    });
    Row("obstacles", Grouped(scene_.obstacles.size()), [this](Pixel at) {
      for (int i = -1; i <= 1; ++i) {
        canvas_.Line({at.x + 11.0 * i - 3.5, at.y}, {at.x + 11.0 * i + 3.5, at.y}, 3.0, kObstacle);
      }
    });
    Row("one-way edges", Grouped(scene_.one_way.size()), [this](Pixel at) {
      canvas_.Arrow({at.x - 15.0, at.y}, {at.x + 15.0, at.y}, 3.0, 12.0, kOneWay);
    });
    Row("drops", Grouped(scene_.drops.size()), [this](Pixel at) {
      canvas_.Arrow({at.x - 15.0, at.y}, {at.x + 15.0, at.y}, 3.0, 14.0, kDrop);
    });
    Row("drives out of the level", Grouped(scene_.exits.size()), [this](Pixel at) { Cross(at); });
    Row("spawns", Grouped(SpawnCount()), [this](Pixel at) { PaintSpawn(at, 9.0); });
    PaintContractRows();
    Row("level: walls, edges", "", [this](Pixel at) {
      canvas_.Line({at.x - 15.0, at.y}, {at.x + 15.0, at.y}, 1.6, kLevel);
    });
    Row("nobody stands here", "", [this](Pixel at) {
      canvas_.Fill({at.x - 15.0, at.y - 10.0, at.x + 15.0, at.y + 10.0}, kNowhere);
      canvas_.Frame({at.x - 15.0, at.y - 10.0, at.x + 15.0, at.y + 10.0}, 1.0, kFaintInk);
    });
    PaintTotals();
  }

  void PaintContractRows() {
    if (scene_.contracts.empty()) return;
    const auto held = static_cast<std::size_t>(
        std::count_if(scene_.contracts.begin(), scene_.contracts.end(),
                      [](const ContractResult& contract) { return contract.verdict == Verdict::kHolds; }));
    const auto box = [](Pixel at) {
      return PixelBox{at.x - 14.0, at.y - 9.0, at.x + 14.0, at.y + 9.0};
    };
    Row("contracts that hold", Grouped(held),
        [&](Pixel at) { canvas_.Frame(box(at), 2.2, kHolds); });
    Row("contracts broken", Grouped(scene_.contracts.size() - held), [&](Pixel at) {
      const PixelBox b = box(at);
      canvas_.Dashes({b.x0, b.y0}, {b.x1, b.y0}, 3.0, 5.0, kBroken);
      canvas_.Dashes({b.x1, b.y0}, {b.x1, b.y1}, 3.0, 5.0, kBroken);
      canvas_.Dashes({b.x1, b.y1}, {b.x0, b.y1}, 3.0, 5.0, kBroken);
      canvas_.Dashes({b.x0, b.y1}, {b.x0, b.y0}, 3.0, 5.0, kBroken);
    });
  }

  void PaintTotals() {
    const Graph& graph = scene_.map->graph;
    y_ += 14.0;
    canvas_.Line({x_, y_ - 24.0}, {RightOfLegend(), y_ - 24.0}, 1.0, kFaintInk);
    const auto line = [this](const std::string& text) {
      DrawText(&canvas_, {x_, y_ + 6.0}, 14.0, text, kFaintInk);
      y_ += 28.0;
    };
    line("whole map: " + Grouped(graph.points.size()) + " points,");
    line(Grouped(graph.edges.size()) + " edges, " + Grouped(scene_.map->progress.drives) +
         " drives");
    line("graph " + HashText(HashGraph(graph)));
  }

  static std::uint64_t Rounded(double value) {
    return static_cast<std::uint64_t>(std::llround(value));
  }
  double RightOfLegend() const { return page_.width - kPadding; }

  void PaintHeightBar() {
    const double height = 190.0;
    const double width = 30.0;
    DrawText(&canvas_, {x_, y_ + 14.0}, 16.0, "foot height", kInk, 1.15);
    y_ += 36.0;
    for (int i = 0; i < static_cast<int>(height); ++i) {
      canvas_.Fill({x_, y_ + i, x_ + width, y_ + i + 1.0}, HeightColor(1.0 - i / height));
    }
    canvas_.Frame({x_, y_, x_ + width, y_ + height}, 1.0, kFaintInk);
    const double span = scene_.tint_high - scene_.tint_low;
    const int steps = span < 0.05 ? 0 : 4;
    for (int i = 0; i <= steps; ++i) {
      const double share = steps == 0 ? 0.0 : static_cast<double>(i) / steps;
      const double y = y_ + height * (1.0 - share);
      canvas_.Line({x_ + width, y}, {x_ + width + 7.0, y}, 1.0, kFaintInk);
      DrawText(&canvas_, {x_ + width + 14.0, y + 7.0}, 14.0,
               Decimal(scene_.tint_low + span * share, span < 10.0 ? 2 : 1) + " m", kInk);
    }
    y_ += height + 46.0;
  }

  template <typename Symbol>
  void Row(const std::string& name, const std::string& value, Symbol symbol) {
    symbol(Pixel{x_ + 16.0, y_});
    DrawText(&canvas_, {x_ + 46.0, y_ + 8.0}, 16.0, name, kInk);
    DrawText(&canvas_, {RightOfLegend() - TextWidth(16.0, value), y_ + 8.0}, 16.0, value, kInk);
    y_ += 38.0;
  }

  const Scene& scene_;
  const Page& page_;
  Canvas& canvas_;
  Marks marks_;
  Surface surface_;
  std::vector<PixelBox> labels_;
  double x_ = 0.0, y_ = 0.0;  // [pixels] where the legend goes on
};

}  // namespace
}  // namespace wm::picture

namespace wm {

void WritePicture(const StoredMap& map, const PictureOptions& options,
                  const std::filesystem::path& path) {
  const picture::Scene scene = picture::MakeScene(map, options);
  const picture::Page page = picture::LayOut(scene, options.long_side_px);
  picture::Canvas canvas(page.width, page.height, picture::kPaper);
  picture::Painter(scene, page, &canvas).Paint();
  canvas.WritePng(path);
}

}  // namespace wm
