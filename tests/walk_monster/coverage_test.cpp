#include "walk_monster/coverage.h"

#include <cmath>
#include <ctime>

#include <catch2/catch.hpp>

#include "tests/walk_monster/random_graph.h"
#include "tests/walk_monster/synthetic_graph.h"
#include "walk_monster/store.h"

namespace wm {
namespace {

using namespace test;  // NOLINT: the graphs of these tests

Graph GraphOf(const Ground& ground, double spacing, std::uint64_t seed) {
  Graph graph;
  Random random(seed);
  double x = 1e9, y = 1e9;
  while (!ground.is_free(x, y)) {
    x = random.Between(ground.bounds.min.x, ground.bounds.max.x);
    y = random.Between(ground.bounds.min.y, ground.bounds.max.y);
  }
  AddGround(&graph, ground, spacing, x, y);
  return graph;
}

double AreaOf(const Graph& graph, double spacing) { return Cover(graph, {spacing, 1.8}).AreaM2(); }

Ground Turned(const Ground& ground, double c, double s) {
  Ground turned = ground;
  turned.is_free = [=](double x, double y) { return ground.is_free(c * x + s * y, c * y - s * x); };
  turned.bounds = {};
  for (int i = 0; i < 4; ++i) {
    const double x = (i & 1) != 0 ? ground.bounds.min.x : ground.bounds.max.x;
    const double y = (i & 2) != 0 ? ground.bounds.min.y : ground.bounds.max.y;
    turned.bounds.Add({c * x - s * y, s * x + c * y, 0.0});
  }
  return turned;
}

TEST_CASE("coverage: a closed room of 20 x 20 m gives 376 m2 within 3 percent, however it lies") {
  const Ground room = Rectangle(-9.7, -9.7, 9.7, 9.7);
  for (std::uint64_t i = 0; i < 5; ++i) {
    const double s = 0.2 * static_cast<double>(i);
    const Graph graph = GraphOf(Turned(room, std::sqrt(1.0 - s * s), s), 0.5, i);
    CHECK(AreaOf(graph, 0.5) == Approx(376.36).epsilon(0.03));
  }
}

TEST_CASE("coverage: other spacings measure the same room") {
  const Ground room = Rectangle(-4.7, -3.2, 4.7, 3.2);
  CHECK(AreaOf(GraphOf(room, 1.0, 1), 1.0) == Approx(9.4 * 6.4).epsilon(0.06));
  CHECK(AreaOf(GraphOf(room, 0.5, 1), 0.5) == Approx(9.4 * 6.4).epsilon(0.03));
  CHECK(AreaOf(GraphOf(room, 0.25, 1), 0.25) == Approx(9.4 * 6.4).epsilon(0.03));
}

TEST_CASE("coverage: a pillar is left out") {
  Ground room = Rectangle(-4.7, -4.7, 4.7, 4.7);
  const auto outer = room.is_free;
  // A square pillar of 1.4 m, widened by the player's radius; and a slim one.
  room.is_free = [=](double x, double y) {
    return outer(x, y) && (std::fabs(x) > 1.0 || std::fabs(y) > 1.0) &&
           (x - 3.0) * (x - 3.0) + y * y > 0.45 * 0.45;
  };
  const double right = 9.4 * 9.4 - 4.0 - 3.14159 * 0.45 * 0.45;
  CHECK(AreaOf(GraphOf(room, 0.5, 2), 0.5) == Approx(right).epsilon(0.03));
}

TEST_CASE("coverage: an L is not filled to a square") {
  Ground room = Rectangle(0.3, 0.3, 9.7, 9.7);
  const auto outer = room.is_free;
  room.is_free = [=](double x, double y) { return outer(x, y) && (x < 3.7 || y < 3.7); };
  const double right = 9.4 * 9.4 - 6.0 * 6.0;
  CHECK(AreaOf(GraphOf(room, 0.5, 3), 0.5) == Approx(right).epsilon(0.03));
  CHECK(AreaOf(GraphOf(room, 1.0, 3), 1.0) == Approx(right).epsilon(0.06));
}

TEST_CASE("coverage: a thin wall between two rooms stays open ground to neither") {
  Ground rooms = Rectangle(-6.0, -3.0, 6.0, 3.0);
  const auto outer = rooms.is_free;
  rooms.is_free = [=](double x, double y) { return outer(x, y) && (x < -0.4 || x > 0.4); };
  Graph graph;
  AddGround(&graph, rooms, 0.5, -2.0, 0.1);
  CHECK(AreaOf(graph, 0.5) == Approx(5.6 * 6.0).epsilon(0.03));
  AddGround(&graph, rooms, 0.5, 2.0, 0.1);
  CHECK(AreaOf(graph, 0.5) == Approx(11.2 * 6.0).epsilon(0.03));
}

TEST_CASE("coverage: storeys above each other count one by one, a slope by its ground plan") {
  Graph graph;
  Ground floor = Rectangle(-3.0, -3.0, 3.0, 3.0);
  AddGround(&graph, floor, 0.5, 0.3, 0.4);
  floor.height = [](double x, double) { return 2.5 + 0.5 * x; };  // 1 to 4 m up
  AddGround(&graph, floor, 0.5, 0.3, 0.4);
  floor.height = [](double, double) { return 9.0; };
  AddGround(&graph, floor, 0.5, 0.3, 0.4);
  CHECK(AreaOf(graph, 0.5) == Approx(3 * 36.0).epsilon(0.03));
  // The cells come with heights, each storey once.
  std::size_t low = 0, middle = 0, high = 0;
  Cover(graph, {0.5, 1.8}).ForEachCell([&](const Coverage::Cell& cell) {
    if (cell.z == 0.0F) ++low;
    if (cell.z >= 0.99F && cell.z <= 4.01F) ++middle;
    if (cell.z == 9.0F) ++high;
  });
  CHECK(low == high);
  CHECK(static_cast<double>(low) / 64.0 == Approx(36.0).epsilon(0.03));
  CHECK(static_cast<double>(middle) / 64.0 == Approx(36.0).epsilon(0.03));
}

TEST_CASE("coverage: falls, failed ways and long edges are not ground") {
  Graph graph;
  graph.points = {{{0, 0, 0}, PointKind::kOpen, 0, true},
                  {{0.5, 0, 0}, PointKind::kOpen, 0, true},
                  {{0, 0.5, 0}, PointKind::kOpen, 0, true}};
  const auto triangle = [&](Way way, double drop) {
    graph.edges = {{0, 1, 0, way, Way::kFailed, drop},
                   {0, 2, 0, Way::kFailed, way, drop},
                   {1, 2, 0, way, way, drop}};
    return AreaOf(graph, 0.5);
  };
  CHECK(triangle(Way::kReached, 0.0) == Approx(0.125).margin(0.04));
  CHECK(triangle(Way::kReached, 2.0) == 0.0);
  CHECK(triangle(Way::kFailed, 0.0) == 0.0);
  CHECK(triangle(Way::kUntried, 0.0) == 0.0);
  CHECK(AreaOf({}, 0.5) == 0.0);
  for (GraphPoint& point : graph.points) point.foot = point.foot * 10.0;
  CHECK(triangle(Way::kReached, 0.0) == 0.0);
}

TEST_CASE("coverage: phase by phase comes close to the whole, and never falls") {
  const Graph graph = GraphOf(Rectangle(-5.0, -5.0, 5.0, 5.0), 0.5, 6);
  Coverage live({0.5, 1.8});
  double before = 0.0;
  std::size_t done = 0;
  for (PointId first = 0; first < graph.points.size(); first += 50) {
    GraphChange change;
    change.first_point = first;
    const std::size_t end = std::min<std::size_t>(first + 50, graph.points.size());
    change.points.assign(graph.points.begin() + first,
                         graph.points.begin() + static_cast<std::ptrdiff_t>(end));
    for (const GraphEdge& edge : graph.edges) {
      if (edge.b >= first && edge.b < end) change.edges.push_back(edge);
    }
    done += change.edges.size();
    live.Apply(change);
    CHECK(live.AreaM2() >= before);
    before = live.AreaM2();
  }
  REQUIRE(done == graph.edges.size());
  CHECK(live.AreaM2() == Approx(AreaOf(graph, 0.5)).epsilon(0.01));
}

TEST_CASE("coverage: a level far away measures like one at home") {
  Graph graph = GraphOf(Rectangle(-5.0, -5.0, 5.0, 5.0), 0.5, 7);
  const double area = AreaOf(graph, 0.5);
  for (GraphPoint& point : graph.points) point.foot += Vec3{-500000.0, 250000.0, -3000.0};
  CHECK(AreaOf(graph, 0.5) == area);
}

TEST_CASE("coverage: spacing and height come from the run") {
  RunRecord run;
  CHECK(CoverageConfigOf(run).spacing == 0.5);
  run.parameters = {{"spacing", "0.25"}, {"height", "1.2"}};
  CHECK(CoverageConfigOf(run).spacing == 0.25);
  CHECK(CoverageConfigOf(run).height == 1.2);
  for (const char* bad : {"", "x", "nan", "-1", "0", "1e-300", "inf", "0.5 m"}) {
    run.parameters = {{"spacing", bad}};
    CHECK(CoverageConfigOf(run).spacing == 0.5);
  }
}

TEST_CASE("coverage: a million points take seconds", "[.slow]") {
  Graph graph;
  Random random(8);
  const PointId width = 1000;
  for (PointId y = 0; y < width; ++y) {
    for (PointId x = 0; x < width; ++x) {
      graph.points.push_back(
          {{x * 0.5 + random.Between(-0.1, 0.1), y * 0.5 + random.Between(-0.1, 0.1), 0.0},
           PointKind::kOpen,
           0,
           true});
      const PointId id = y * width + x;
      const auto join = [&](PointId to) {
        graph.edges.push_back({id, to, 0, Way::kReached, Way::kReached, 0.0});
      };
      if (x + 1 < width) join(id + 1);
      if (y + 1 == width) continue;
      if (x > 0) join(id + width - 1);
      join(id + width);
      if (x + 1 < width) join(id + width + 1);
    }
  }
  const std::clock_t start = std::clock();  // of the processor: other work does not count
  const double area = AreaOf(graph, 0.5);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  CHECK(area == Approx(499.5 * 499.5).epsilon(0.01));
  WARN(seconds << " s for " << graph.points.size() << " points");
  CHECK(seconds < 5.0);
}

}  // namespace
}  // namespace wm
