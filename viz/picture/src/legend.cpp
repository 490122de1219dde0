#include "viz/picture/src/legend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "viz/picture/src/font.h"
#include "viz/picture/src/heat.h"
#include "viz/picture/src/marks.h"
#include "walk_monster/number_text.h"

namespace wm::picture {
namespace {

using Symbol = std::function<void(Pixel middle)>;

class Legend {
 public:
  Legend(const Scene& scene, const Page& page, Canvas* canvas)
      : scene_(scene),
        canvas_(*canvas),
        left_(page.map.x1 + kLegendGap),
        right_(page.width - kPadding),
        y_(page.map.y0 + 12.0) {}

  void Paint() {
    PaintWrong();
    PaintHeightBar();
    PaintGround();
    PaintContracts();
    PaintWays();
    PaintTotals();
  }

  void PaintDistances(double farthest) {
    PaintBar("walking distance", HeatColor, 0.0, farthest, "", "");
    Row("lines of equal distance",
        "one every " + Fixed(RoundDown(std::max(farthest, 1.0) / 8.0), 0) + " m", "",
        [this](Pixel at) {
          canvas_.Line({at.x - 15.0, at.y}, {at.x + 15.0, at.y}, 1.6,
                       Mix(HeatColor(0.5), kInk, 0.45F));
        });
    Row("where it begins", RoundedPlace(scene_.distance->from), "",
        [this](Pixel at) { DrawSpawn(&canvas_, at); });
    Row("no walk leads there", "players stand here, coming from elsewhere", "", [this](Pixel at) {
      canvas_.Fill(Around(at), kUnreached);
      for (int i = -2; i <= 2; ++i) {
        canvas_.Line({at.x + 7.0 * i - 4.0, at.y + 10.0}, {at.x + 7.0 * i + 4.0, at.y - 10.0}, 1.5,
                     kFaintInk);
      }
    });
    Row(scene_.is_complete ? "nobody stands here" : "nobody stood here yet", "", "",
        [this](Pixel at) {
          canvas_.Fill(Around(at), kNowhere);
          canvas_.Frame(Around(at), 1.0, kFaintInk);
        });
    Row("level: walls, edges", "", "", [this](Pixel at) {
      canvas_.Line({at.x - 15.0, at.y}, {at.x + 15.0, at.y}, 1.6, kLevel);
    });
    PaintTotals();
  }

 private:
  // What a designer looks for first; red where there is any.
  void PaintWrong() {
    PaintTraps();
    if (!scene_.contracts.empty()) {
      Wrong("contracts broken", "a promise of the level that is not kept",
            CountOf(ContractLook::kIsBroken), ContractSymbol(ContractLook::kIsBroken));
    }
    Wrong("drives out of the level", "the player fell out of the world here", scene_.exits.size(),
          [this](Pixel at) { DrawExit(&canvas_, at, 14.0); });
    canvas_.Line({left_, y_ - 8.0}, {right_, y_ - 8.0}, 1.0, kFaintInk);
    y_ += 12.0;
  }

  void PaintTraps() {
    const Symbol symbol = [this](Pixel at) {
      const std::array<Pixel, 3> places = {{{at.x - 7.0, at.y}, {at.x, at.y}, {at.x + 7.0, at.y}}};
      canvas_.Hatch(places, 9.0, kWrong);
    };
    if (scene_.is_complete) {
      Wrong("traps", "ways lead in, none leads out again", scene_.traps.size(), symbol);
    } else {
      Row("traps", "not known before the sweep is complete", "?", symbol);
    }
  }

  // The tints leave the odd peak and hole out; their ends say so.
  void PaintHeightBar() {
    const double low = scene_.tint_low, high = scene_.tint_high;
    PaintBar("foot height", HeightColor, low, high, scene_.low < low - 0.005 ? " and lower" : "",
             scene_.high > high + 0.005 ? " and higher" : "");
  }

  // A scale of colours from `low` to `high` metres; what is said behind its ends.
  void PaintBar(const std::string& name, Color (*color)(double), double low, double high,
                const std::string& below, const std::string& above) {
    const double height = 190.0;
    const double width = 30.0;
    DrawText(&canvas_, {left_, y_ + 14.0}, 16.0, name, kInk, 1.15);
    y_ += 36.0;
    for (int i = 0; i < static_cast<int>(height); ++i) {
      canvas_.Fill({left_, y_ + i, left_ + width, y_ + i + 1.0}, color(1.0 - i / height));
    }
    canvas_.Frame({left_, y_, left_ + width, y_ + height}, 1.0, kFaintInk);
    const double span = high - low;
    const int steps = span < 0.05 ? 0 : 4;
    for (int i = 0; i <= steps; ++i) {
      const double share = steps == 0 ? 0.0 : static_cast<double>(i) / steps;
      const double y = y_ + height * (1.0 - share);
      canvas_.Line({left_ + width, y}, {left_ + width + 7.0, y}, 1.0, kFaintInk);
      DrawText(&canvas_, {left_ + width + 14.0, y + 7.0}, 14.0,
               Fixed(low + span * share, span < 10.0 ? 2 : 1) + " m" +
                   (i == 0       ? below
                    : i == steps ? above
                                 : ""),
               kInk);
    }
    y_ += height + 42.0;
  }

  void PaintGround() {
    Row("ground covered", GroundGloss(scene_), Grouped(Rounded(scene_.area_m2)) + " m2",
        [this](Pixel at) { canvas_.Fill(Around(at), HeightColor(0.55)); });
    Row(scene_.is_complete ? "nobody stands here" : "nobody stood here yet", "", "",
        [this](Pixel at) {
          canvas_.Fill(Around(at), kNowhere);
          canvas_.Frame(Around(at), 1.0, kFaintInk);
        });
    Row("level: walls, edges", "", "", [this](Pixel at) {
      canvas_.Line({at.x - 15.0, at.y}, {at.x + 15.0, at.y}, 1.6, kLevel);
    });
    Row("spawns", "where players start", Grouped(scene_.spawns.size()),
        [this](Pixel at) { DrawSpawn(&canvas_, at); });
  }

  void PaintContracts() {
    Contract(ContractLook::kIsReached, "must_reach, two_way held",
             "players get there, as promised");
    Contract(ContractLook::kIsClosed, "must_not_reach held", "nobody gets there, as promised");
    Contract(ContractLook::kIsUnknown, "contracts not decided",
             "the sweep has not been everywhere");
  }

  void PaintWays() {
    Row("drops", "walking on, the player falls, and lands at the tip", Grouped(scene_.drops.size()),
        [this](Pixel at) {
          canvas_.Arrow({at.x - 15.0, at.y}, {at.x + 15.0, at.y}, 3.0, 14.0, kDrop);
        });
    Row("one-way edges", "walked this way, but not back", Grouped(scene_.one_way.size()),
        [this](Pixel at) {
          canvas_.Arrow({at.x - 15.0, at.y}, {at.x + 15.0, at.y}, 3.0, 12.0, kOneWay);
        });
    Row("hit points", "feet of a player stopped by something", Grouped(scene_.hits.size()),
        [this](Pixel at) {
          for (int i = -1; i <= 1; ++i) canvas_.Disc({at.x + 10.0 * i, at.y}, 2.4, kHit);
        });
    Row("obstacles", "what stopped a player: where they touched", Grouped(scene_.obstacles.size()),
        [this](Pixel at) {
          for (int i = -1; i <= 1; ++i) {
            canvas_.Line({at.x + 11.0 * i - 3.5, at.y}, {at.x + 11.0 * i + 3.5, at.y}, 3.0,
                         kObstacle);
          }
        });
  }

  void PaintTotals() {
    const Graph& graph = scene_.map->graph;
    y_ += 14.0;
    canvas_.Line({left_, y_ - 24.0}, {right_, y_ - 24.0}, 1.0, kFaintInk);
    const auto line = [this](const std::string& text) {
      DrawText(&canvas_, {left_, y_ + 6.0}, 14.0, text, kFaintInk);
      y_ += 28.0;
    };
    line("whole map: " + Grouped(graph.points.size()) + " points,");
    line(Grouped(graph.edges.size()) + " edges, " + Grouped(scene_.map->progress.drives) +
         " drives");
    line("graph " + HashText(HashGraph(graph)));
  }

  std::size_t CountOf(ContractLook look) const {
    return static_cast<std::size_t>(
        std::count_if(scene_.contracts.begin(), scene_.contracts.end(),
                      [look](const ContractResult& contract) { return LookOf(contract) == look; }));
  }

  Symbol ContractSymbol(ContractLook look) {
    return [this, look](Pixel at) { DrawContract(&canvas_, Around(at), look); };
  }

  void Contract(ContractLook look, const std::string& name, const std::string& gloss) {
    const std::size_t count = CountOf(look);
    if (count > 0) Row(name, gloss, Grouped(count), ContractSymbol(look));
  }

  static PixelBox Around(Pixel at) { return {at.x - 15.0, at.y - 10.0, at.x + 15.0, at.y + 10.0}; }
  static std::uint64_t Rounded(double value) {
    return static_cast<std::uint64_t>(std::llround(value));
  }

  void Wrong(const std::string& name, const std::string& gloss, std::size_t count,
             const Symbol& symbol) {
    Row(name, gloss, Grouped(count), symbol, count > 0 ? kWrong : kInk, count > 0 ? 1.4 : 1.0);
  }

  void Row(const std::string& name, const std::string& gloss, const std::string& value,
           const Symbol& symbol, Color color = kInk, double weight = 1.0) {
    symbol(Pixel{left_ + 16.0, y_ + (gloss.empty() ? 0.0 : 8.0)});
    DrawText(&canvas_, {left_ + 46.0, y_ + 8.0}, 16.0, name, color, weight);
    DrawText(&canvas_, {right_ - TextWidth(16.0, value), y_ + 8.0}, 16.0, value, color, weight);
    DrawText(&canvas_, {left_ + 46.0, y_ + 28.0}, 11.5, gloss, kFaintInk);
    y_ += gloss.empty() ? 38.0 : 52.0;
  }

  const Scene& scene_;
  Canvas& canvas_;
  double left_, right_;  // [pixels]
  double y_;             // [pixels] where the legend goes on
};

}  // namespace

std::string GroundGloss(const Scene& scene) {
  const int count = scene.storeys->Count();
  if (scene.storey || scene.heights || count < 2) return "where a player can stand";
  return "topmost of " + std::to_string(count) + " storeys; see one: --storey " +
         (count == 2 ? "0 or 1" : "0 to " + std::to_string(count - 1));
}

void DrawDistanceLegend(const Scene& scene, double farthest, const Page& page, Canvas* canvas) {
  Legend(scene, page, canvas).PaintDistances(farthest);
}

void DrawLegend(const Scene& scene, const Page& page, Canvas* canvas) {
  Legend(scene, page, canvas).Paint();
}

}  // namespace wm::picture
