// The figures of a comparison, by hand: on ground that is made here, point by point.
#include "walk_monster/compare.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "tests/walk_monster/box_level.h"
#include "walk_monster/number_text.h"
#include "walk_monster/session.h"

namespace wm {
namespace {

constexpr double kHalf = 10.0;  // [m] of the square that is ground

// A square grid of points on flat ground, joined to their neighbours; those on the rim are hits.
Graph Grid(double spacing) {
  Graph graph;
  const int across = static_cast<int>(std::lround(2.0 * kHalf / spacing)) + 1;
  const auto id = [across](int i, int j) { return static_cast<PointId>(i * across + j); };
  for (int i = 0; i < across; ++i) {
    for (int j = 0; j < across; ++j) {
      GraphPoint point;
      point.foot = {i * spacing - kHalf, j * spacing - kHalf, 0.0};
      const bool is_rim = i == 0 || j == 0 || i == across - 1 || j == across - 1;
      point.kind = is_rim ? PointKind::kHit : PointKind::kOpen;
      graph.points.push_back(point);
      const auto join = [&](PointId to) {
        GraphEdge edge;
        edge.a = std::min(id(i, j), to);
        edge.b = std::max(id(i, j), to);
        edge.forward = edge.back = Way::kReached;
        graph.edges.push_back(edge);
      };
      if (i > 0) join(id(i - 1, j));
      if (j > 0) join(id(i, j - 1));
      if (i > 0 && j > 0) join(id(i - 1, j - 1));
    }
  }
  return graph;
}

Truth GroundTruth() { return Truth(Grid(0.5), 0.5, 1.0, PlayerConfig{}); }

Trace TraceOf(std::vector<Vec3> feet) {
  Trace trace;
  for (const Vec3 foot : feet) {
    GraphPoint point;
    point.foot = foot;
    trace.graph.points.push_back(point);
  }
  for (std::uint64_t i = 1; i <= feet.size(); ++i) trace.steps.push_back({10 * i, 100 * i, i});
  return trace;
}

}  // namespace

TEST_CASE("compare: the truth is the ground, and knows how far its boundary is") {
  const Truth truth = GroundTruth();
  CHECK(truth.AreaM2() == Approx(400.0).epsilon(0.01));
  CHECK(truth.CellSize() == 0.125);
  CHECK(truth.boundary().size() == 160);
  CHECK(truth.openings().empty());
  CHECK(truth.ToBoundary({9.0, 0.0, 0.0}) == Approx(1.0));
  CHECK(truth.ToBoundary({0.0, 0.0, 0.0}) == 2.0);  // two spacings and more
  CHECK(truth.ToBoundary({9.0, 0.0, 8.0}) == 2.0);  // another storey
  std::vector<std::uint32_t> near;
  truth.FindNear({0.0, 0.0, 0.0}, 0.75, &near);
  CHECK(static_cast<double>(near.size()) * 0.125 * 0.125 ==
        Approx(0.75 * 0.75 * 3.14159).epsilon(0.03));
  truth.FindNear({0.0, 0.0, 8.0}, 0.75, &near);
  CHECK(near.empty());
}

TEST_CASE("compare: a trace is cut at the last step within its budget") {
  const Trace trace = TraceOf({{}, {}, {}, {}});
  CHECK(CutOf(trace, {}).points == 4);
  CHECK(CutOf(trace, {.drives = 29}).points == 2);
  CHECK(CutOf(trace, {.drives = 30}).points == 3);
  CHECK(CutOf(trace, {.ticks = 100}).points == 1);
  CHECK(CutOf(trace, {.points = 3}).drives == 30);
  CHECK(CutOf(trace, {.drives = 5}).points == 0);
}

TEST_CASE("compare: what points cover is counted once, and as it grows") {
  const Truth truth = GroundTruth();
  const double disc = 0.75 * 0.75 * 3.14159;
  // The second stands on the first, the third elsewhere, the fourth is on no ground.
  const Trace trace = TraceOf({{0, 0, 0}, {0, 0, 0}, {5, 5, 0}, {0, 0, 50}});
  const StrategyFigures all = MeasureStrategy(truth, trace, {}, PlayerConfig{});
  CHECK(all.covered_m2 == Approx(2.0 * disc).epsilon(0.03));
  CHECK(all.covered == Approx(2.0 * disc / 400.0).epsilon(0.03));
  CHECK(all.off_truth == 1);
  CHECK(all.meaningful == Approx(0.5));  // the first and the third
  const auto curve = CoverageCurve(truth, trace);
  REQUIRE(curve.size() == 4);
  CHECK(curve[0].first == 10.0);
  CHECK(curve[0].second == Approx(disc / 400.0).epsilon(0.03));
  CHECK(curve[1].second == curve[0].second);
  CHECK(curve[3].second == Approx(all.covered));
}

TEST_CASE("compare: a grid covers everything without echo, points drawn to walls echo") {
  const Truth truth = GroundTruth();
  Trace trace;
  trace.graph = Grid(1.0);
  trace.steps = {{1, 1, trace.graph.points.size()}};
  const StrategyFigures even = MeasureStrategy(truth, trace, {}, PlayerConfig{});
  CHECK(even.covered == Approx(1.0));
  REQUIRE(even.echo);
  // 17 x 17 points stand two metres and more from the rim, on 16 x 16 m; 19 x 19 not on it.
  const double open = 17.0 * 17.0 / (16.0 * 16.0);
  const double near = (19.0 * 19.0 - 17.0 * 17.0) / (19.3 * 19.3 - 16.0 * 16.0);
  CHECK(*even.echo == Approx(near / open - 1.0).margin(0.05));
  // Once more a point between all that stand one metre from the rim.
  for (int i = 0; i < 18; ++i) {
    for (const double side : {-9.0, 9.0}) {
      for (const Vec3 foot : {Vec3{i - 8.5, side, 0.0}, Vec3{side, i - 8.5, 0.0}}) {
        GraphPoint point;
        point.foot = foot;
        trace.graph.points.push_back(point);
      }
    }
  }
  trace.steps = {{1, 1, trace.graph.points.size()}};
  const StrategyFigures drawn = MeasureStrategy(truth, trace, {}, PlayerConfig{});
  CHECK(*drawn.echo == Approx(2.0 * (*even.echo + 1.0) - 1.0).margin(0.01));
}

TEST_CASE("compare: doorways are openings, corners and wide gaps are none") {
  test::BoxLevel level;
  level.AddRoom(6.0);
  // A wall across with three doorways: 0.7 and 1.0 m are openings, 2.5 m is none.
  level.Add("wall 1", {-6.0, -0.1, 0.0}, {-4.0, 0.1, 3.0});
  level.Add("wall 2", {-3.3, -0.1, 0.0}, {-0.5, 0.1, 3.0});
  level.Add("wall 3", {0.5, -0.1, 0.0}, {2.5, 0.1, 3.0});
  level.Add("wall 4", {5.0, -0.1, 0.0}, {6.0, 0.1, 3.0});
  level.AddSpawn({0.0, -3.0, 0.0});
  const Session session(level.map, SessionOptions{});
  SweepOptions options;
  options.spacing = 0.25;
  const SweepResult dense = Explore(session.contexts(), session.LevelSeeds({}), options, nullptr);
  const std::vector<Opening> openings = FindOpenings(dense.graph, session.player());
  for (const Opening& opening : openings) {
    UNSCOPED_INFO(PlaceText(opening.a) << " to " << PlaceText(opening.b));
  }
  REQUIRE(openings.size() == 2);
  CHECK((openings[0].a + openings[0].b).x * 0.5 == Approx(-3.65).margin(0.15));
  CHECK(HorizontalLength(openings[0].b - openings[0].a) == Approx(0.7).margin(0.1));
  CHECK((openings[1].a + openings[1].b).x * 0.5 == Approx(0.0).margin(0.15));
  CHECK(HorizontalLength(openings[1].b - openings[1].a) == Approx(1.0).margin(0.1));
  const auto passed =
      OpeningsPassed(dense.graph, dense.graph.points.size(), openings, session.player());
  CHECK(passed == std::vector<char>{1, 1});
  CHECK(OpeningsPassed(dense.graph, 1, openings, session.player()) == std::vector<char>{0, 0});
}

}  // namespace wm
