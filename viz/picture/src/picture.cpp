#include "viz/picture/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "viz/picture/src/canvas.h"
#include "viz/picture/src/font.h"
#include "viz/picture/src/heat.h"
#include "viz/picture/src/legend.h"
#include "viz/picture/src/marks.h"
#include "viz/picture/src/page.h"
#include "viz/picture/src/scene.h"
#include "walk_monster/explorer.h"
#include "walk_monster/number_text.h"

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
                             [&scene](const auto& piece) { return scene.Keeps(piece); })) {
    if (scene.distance != nullptr) heat_.emplace(scene, surface_, scene.distance->metres);
  }

  void Paint() {
    canvas_.Fill(page_.map, kNowhere);
    canvas_.ClipTo(page_.map);
    labels_.push_back({page_.map.x0, page_.map.y1 - 72.0, page_.map.x0 + 400.0, page_.map.y1});
    PaintGround();
    PaintGrid();
    PaintOutline();
    if (heat_) {
      DrawSpawn(&canvas_, page_.At(scene_.distance->from));
    } else {
      PaintFindings();
      PaintContracts();
      PaintWrong();
      PaintNames();
      for (const Vec3 spawn : scene_.spawns) DrawSpawn(&canvas_, page_.At(spawn));
    }
    PaintScaleBar();
    canvas_.ClipTo({0, 0, static_cast<double>(page_.width), static_cast<double>(page_.height)});
    canvas_.Frame(page_.map, 1.5, kFaintInk);
    PaintTicks();
    PaintTitle();
    if (heat_) {
      DrawDistanceLegend(scene_, heat_->farthest(), page_, &canvas_);
    } else {
      DrawLegend(scene_, page_, &canvas_);
    }
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
    if (heat_) return heat_->At(x, y);
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

  void PaintContracts() {
    for (std::size_t i = kContractLooks.size(); i-- > 0;) {
      if (kContractLooks[i] != ContractLook::kIsBroken) PaintContracts(kContractLooks[i]);
    }
  }

  void PaintContracts(ContractLook look) {
    for (std::size_t i = 0; i < scene_.contracts.size(); ++i) {
      if (LookOf(scene_.contracts[i]) != look) continue;
      DrawContract(&canvas_, BoxOf(*scene_.contract_boxes[i]), look);
    }
  }

  // Above everything else, however small.
  void PaintWrong() {
    std::vector<Pixel> places;
    for (const Trap& trap : scene_.traps) {
      for (const PointId id : trap.points) places.push_back(PlaceOf(id));
    }
    canvas_.Hatch(places, TrapRadius(), kWrong);
    PaintContracts(ContractLook::kIsBroken);
    for (const GraphExit* exit : scene_.exits) {
      DrawExit(&canvas_, page_.At(exit->takeoff), std::max(marks_.head, 9.0));
    }
  }

  // What matters most is named first, while there is room.
  void PaintNames() {
    NameTraps();
    std::vector<const Entity*> named;
    for (const ContractLook look : kContractLooks) {
      for (std::size_t i = 0; i < scene_.contracts.size(); ++i) {
        if (LookOf(scene_.contracts[i]) != look) continue;
        const Entity& contract = *scene_.contract_boxes[i];
        // Two promises about one box need one name.
        const bool is_named = std::any_of(named.begin(), named.end(), [&](const Entity* other) {
          return other->position == contract.position && other->size == contract.size;
        });
        if (is_named) continue;
        named.push_back(&contract);
        const std::string doubt = look == ContractLook::kIsUnknown ? " ?" : "";
        PlaceLabel(BoxOf(contract), scene_.contracts[i].name + doubt, ColorOf(look),
                   look == ContractLook::kIsClosed ? 11.0 : 14.0);
      }
    }
  }

  // Traps side by side need one name, and one that covers the map has it in its middle.
  void NameTraps() {
    std::vector<PixelBox> named;
    for (const Trap& trap : scene_.traps) {
      const PixelBox box = BoxOf(trap);
      const bool is_named = std::any_of(named.begin(), named.end(),
                                        [&](const PixelBox& other) { return box.Overlaps(other); });
      if (is_named) continue;
      named.push_back({box.x0 - 40.0, box.y0 - 40.0, box.x1 + 40.0, box.y1 + 40.0});
      if (!PlaceLabel(box, "trap", kWrong, 17.0)) LabelMiddle(box, "trap", kWrong, 17.0);
    }
  }

  PixelBox BoxOf(const Entity& contract) const {
    const Vec3 half = contract.size * 0.5;
    const Pixel low = page_.At(contract.position - half);
    const Pixel high = page_.At(contract.position + half);
    return {low.x, high.y, high.x, low.y};
  }

  // Over the ground between a trap's points, and large enough to be seen.
  double TrapRadius() const {
    return std::max(0.85 * CoverageConfigOf(scene_.map->run).spacing * page_.scale, 7.0);
  }

  Pixel PlaceOf(PointId id) const { return page_.At(scene_.map->graph.points[id].foot); }

  PixelBox BoxOf(const Trap& trap) const {
    const double r = TrapRadius();
    const Pixel first = PlaceOf(trap.points.front());
    PixelBox box{first.x, first.y, first.x, first.y};
    for (const PointId id : trap.points) {
      const Pixel at = PlaceOf(id);
      box = {std::min(box.x0, at.x), std::min(box.y0, at.y), std::max(box.x1, at.x),
             std::max(box.y1, at.y)};
    }
    return {box.x0 - r, box.y0 - r, box.x1 + r, box.y1 + r};
  }

  static PixelBox LabelBox(Pixel at, double width, double size) {
    return {at.x - 3.0, at.y - size - 3.0, at.x + width + 3.0, at.y + 7.0};
  }

  void LabelMiddle(const PixelBox& box, const std::string& text, Color color, double size) {
    const double width = TextWidth(size, text);
    const Pixel at{(box.x0 + box.x1 - width) * 0.5, (box.y0 + box.y1 + size) * 0.5};
    labels_.push_back(LabelBox(at, width, size));
    DrawLabel(&canvas_, at, size, text, color);
  }

  // Beside the box, where no other label is; false where there is no room.
  bool PlaceLabel(const PixelBox& box, const std::string& text, Color color, double size) {
    const double width = TextWidth(size, text);
    const double middle = (box.x0 + box.x1 - width) * 0.5;
    const std::array<Pixel, 6> places = {{{middle, box.y0 - 8.0},
                                          {middle, box.y1 + size + 8.0},
                                          {box.x1 + 8.0, (box.y0 + box.y1 + size) * 0.5},
                                          {box.x0 - 8.0 - width, (box.y0 + box.y1 + size) * 0.5},
                                          {middle, box.y0 - 8.0 - size * 1.6},
                                          {middle, box.y1 + 8.0 + size * 2.6}}};
    for (const Pixel& at : places) {
      const PixelBox label = LabelBox(at, width, size);
      const bool is_inside = label.x0 >= page_.map.x0 && label.x1 <= page_.map.x1 &&
                             label.y0 >= page_.map.y0 && label.y1 <= page_.map.y1;
      const bool is_taken = std::any_of(labels_.begin(), labels_.end(), [&](const PixelBox& other) {
        return label.Overlaps(other);
      });
      if (!is_inside || is_taken) continue;
      labels_.push_back(label);
      DrawLabel(&canvas_, at, size, text, color);
      return true;
    }
    return false;
  }

  // A round number of metres, about a fifth of the map long.
  void PaintScaleBar() {
    const double metres = RoundDown((page_.map.x1 - page_.map.x0) / 5.0 / page_.scale);
    const double length = metres * page_.scale;
    const double x = page_.map.x0 + 26.0;
    const double y = page_.map.y1 - 26.0;
    const std::string text = metres >= 1.0 ? Fixed(metres, 0) + " m"
                                           : Fixed(metres * 100.0, metres < 0.01 ? 1 : 0) + " cm";
    const double width = std::max(length, TextWidth(17.0, text));
    canvas_.Fill({x - 14.0, y - 42.0, x + width + 14.0, y + 14.0}, kPaper, 0.88);
    for (int i = 0; i < 4; ++i) {
      canvas_.Fill({x + length * i / 4.0, y - 8.0, x + length * (i + 1) / 4.0, y},
                   i % 2 == 0 ? kInk : kPaper);
    }
    canvas_.Frame({x, y - 8.0, x + length, y}, 1.5, kInk);
    DrawText(&canvas_, {x, y - 18.0}, 17.0, text, kInk);
  }

  // So faint that it is only seen by who looks for it.
  void PaintGrid() {
    for (const Tick& tick : page_.x_ticks) {
      const double x = page_.At({tick.at, 0.0, 0.0}).x;
      canvas_.Line({x, page_.map.y0}, {x, page_.map.y1}, 1.0, kInk, 0.07);
    }
    for (const Tick& tick : page_.y_ticks) {
      const double y = page_.At({0.0, tick.at, 0.0}).y;
      canvas_.Line({page_.map.x0, y}, {page_.map.x1, y}, 1.0, kInk, 0.07);
    }
  }

  void PaintTicks() {
    const auto text = [this](Pixel at, const std::string& words) {
      DrawText(&canvas_, at, kTickText, words, kFaintInk);
    };
    for (const Tick& tick : page_.x_ticks) {
      const double x = page_.At({tick.at, 0.0, 0.0}).x;
      canvas_.Line({x, page_.map.y1}, {x, page_.map.y1 + kTickLength}, 1.5, kFaintInk);
      text({x - TextWidth(kTickText, tick.text) * 0.5, page_.map.y1 + kTickLength + 18.0},
           tick.text);
    }
    const double right = page_.map.x0 - kTickLength - 5.0;
    for (const Tick& tick : page_.y_ticks) {
      const double y = page_.At({0.0, tick.at, 0.0}).y;
      canvas_.Line({page_.map.x0 - kTickLength, y}, {page_.map.x0, y}, 1.5, kFaintInk);
      text({right - TextWidth(kTickText, tick.text), y + kTickText * 0.5}, tick.text);
    }
    text({page_.map.x1 - TextWidth(kTickText, "X [m]"), page_.map.y1 + kTickLength + 42.0},
         "X [m]");
    text({kPadding, page_.map.y0 - 8.0}, "Y [m]");
  }

  void PaintTitle() {
    const RunRecord& run = scene_.map->run;
    std::string level = run.level;
    while (level.size() > 1 && level.back() == '/') level.pop_back();
    level = level.substr(level.find_last_of('/') + 1);
    std::string title = level.empty() ? "Coverage map" : level;
    if (scene_.distance != nullptr) {
      title += "  -  walking distance from " + RoundedPlace(scene_.distance->from);
    }
    if (!scene_.selection.empty()) title += "  -  " + scene_.selection;
    DrawText(&canvas_, {kPadding, 50.0}, 27.0, Fitted(27.0, title), kInk, 1.25);
    // What must not be cut on a narrow page comes first.
    std::string line = "The sweep " + Outcome() + ". Where a player can end up, walked by " +
                       run.mover + " on " + run.backend;
    for (const auto& [name, value] : run.parameters) {
      if (name == "spacing") line += ", spacing " + value + " m";
    }
    DrawText(&canvas_, {kPadding, 84.0}, 15.0, Fitted(15.0, line), kFaintInk);
  }

  std::string Outcome() const {
    const std::string& outcome = scene_.map->progress.outcome;
    if (scene_.is_complete) return "is complete";
    if (outcome == Name(SweepOutcome::kMaxPoints)) return "stopped at its limit of points";
    if (outcome == Name(SweepOutcome::kInterrupted)) return "was interrupted";
    return "has not ended";
  }

  // As much of a text as the page is wide.
  std::string Fitted(double size, std::string text) const {
    const double room = page_.width - 2.0 * kPadding;
    if (TextWidth(size, text) <= room) return text;
    while (!text.empty() && TextWidth(size, text + "...") > room) text.pop_back();
    return text + "...";
  }

  const Scene& scene_;
  const Page& page_;
  Canvas& canvas_;
  Marks marks_;
  Surface surface_;
  std::optional<Heat> heat_;
  std::vector<PixelBox> labels_;  // where text stands on the map
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
