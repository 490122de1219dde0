#include "viz/picture/src/page.h"

#include <catch2/catch.hpp>

#include "tests/viz/sample_map.h"
#include "viz/picture/src/font.h"

namespace wm::picture {
namespace {

std::vector<std::string> TextsOf(const std::vector<Tick>& ticks) {
  std::vector<std::string> texts;
  for (const Tick& tick : ticks) texts.push_back(tick.text);
  return texts;
}

TEST_CASE("page: round lengths are 1, 2 or 5 and noughts") {
  CHECK(RoundDown(1.0) == 1.0);
  CHECK(RoundDown(1.99) == 1.0);
  CHECK(RoundDown(16.8) == 10.0);
  CHECK(RoundDown(23.0) == 20.0);
  CHECK(RoundDown(99.0) == 50.0);
  CHECK(RoundDown(0.25) == 0.2);
  CHECK(RoundDown(2.0 * 2.5) == 5.0);
}

TEST_CASE("page: ticks are round metres, written as they are typed") {
  using Texts = std::vector<std::string>;
  CHECK(TextsOf(Ticks(-21.0, 20.0, 10.0)) == Texts{"-20", "-10", "0", "10", "20"});
  CHECK(TextsOf(Ticks(-0.3, 0.5, 0.2)) == Texts{"-0.2", "0.0", "0.2", "0.4"});
  CHECK(TextsOf(Ticks(499999.5, 500002.5, 1.0)) == Texts{"500000", "500001", "500002"});
  CHECK(TextsOf(Ticks(0.0005, 0.003, 0.001)) == Texts{"0.001", "0.002", "0.003"});
  CHECK(Ticks(0.1, 0.9, 1.0).empty());
}

TEST_CASE("page: a map's ticks are about eight, and their texts stand apart") {
  for (const double width : {0.01, 3.0, 17.0, 49.0, 99.0, 100.0, 730.0, 12000.0}) {
    for (const double away : {0.0, 500000.0}) {
      StoredMap map;
      map.graph.points = {{{away, -3.0, 0.0}, PointKind::kSeed, 0, true},
                          {{away + width, -1.0, 0.0}, PointKind::kOpen, 0, true}};
      const Scene scene = MakeScene(map, {});
      const Page page = LayOut(scene, 2000);
      CAPTURE(width, away);
      CHECK(page.x_ticks.size() <= 13);
      if (width >= 17.0) CHECK(page.x_ticks.size() >= 5);
      for (std::size_t i = 1; i < page.x_ticks.size(); ++i) {
        const double between = page.At({page.x_ticks[i].at, 0.0, 0.0}).x -
                               page.At({page.x_ticks[i - 1].at, 0.0, 0.0}).x;
        CHECK(between > TextWidth(kTickText, page.x_ticks[i].text) + 10.0);
      }
      // The texts on the left have their room.
      for (const Tick& tick : page.y_ticks) {
        CHECK(page.map.x0 - kTickLength - 5.0 - TextWidth(kTickText, tick.text) >= kPadding);
      }
    }
  }
}

}  // namespace
}  // namespace wm::picture
