#include "viz/picture/src/legend.h"

#include <catch2/catch.hpp>

#include "tests/viz/sample_map.h"

namespace wm::picture {
namespace {

TEST_CASE("legend: says which storey is drawn, and how to see another") {
  const StoredMap map = test::SampleMap();
  CHECK(GroundGloss(MakeScene(map, {})) == "topmost of 2 storeys; see one: --storey 0 or 1");
  PictureOptions upper;
  upper.storey = 1;
  const Scene scene = MakeScene(map, upper);
  CHECK(GroundGloss(scene) == "where a player can stand");
  CHECK(scene.selection == "storey 1 (0 is the lowest, 1 the highest)");
  StoredMap flat;
  test::AddGround(&flat.graph, test::Rectangle(0.0, 0.0, 5.0, 5.0), 0.5, 2.0, 2.0);
  CHECK(GroundGloss(MakeScene(flat, {})) == "where a player can stand");
  upper.storey = 0;
  CHECK(MakeScene(flat, upper).selection == "storey 0 (the only one)");
}

// Whether anything is drawn beside the legend's place, where the map and the page's edges are.
bool RunsOut(const StoredMap& map) {
  const Scene scene = MakeScene(map, {});
  const Page page = LayOut(scene, 300);
  Canvas canvas(page.width, page.height, kPaper);
  DrawLegend(scene, page, &canvas);
  const PixelBox place{page.map.x1 + kLegendGap - 2.0, page.map.y0 - 4.0,
                       page.width - kPadding + 2.0, page.height - kPadding};
  for (int y = 0; y < page.height; ++y) {
    for (int x = 0; x < page.width; ++x) {
      const bool is_inside = x >= place.x0 && x < place.x1 && y >= place.y0 && y < place.y1;
      if (!is_inside && canvas.At(x, y).g != kPaper.g) return true;
    }
  }
  return false;
}

TEST_CASE("legend: stays on its page beside a small map, with every row") {
  StoredMap map = test::SampleMap();
  CHECK_FALSE(RunsOut(map));
  map.progress.outcome = "max_points";
  CHECK_FALSE(RunsOut(map));
  StoredMap tower;
  for (int floor = 0; floor < 12; ++floor) {
    test::Ground ground = test::Rectangle(0.0, 0.0, 5.0, 5.0);
    ground.height = [floor](double, double) { return 3.0 * floor; };
    test::AddGround(&tower.graph, ground, 0.5, 2.0, 2.0);
  }
  CHECK(GroundGloss(MakeScene(tower, {})) == "topmost of 12 storeys; see one: --storey 0 to 11");
  CHECK_FALSE(RunsOut(tower));
}

}  // namespace
}  // namespace wm::picture
