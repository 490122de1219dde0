#include "walk_monster/traps.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "tests/walk_monster/random_graph.h"
#include "walk_monster/regions.h"

namespace wm {
namespace {

GraphEdge Edge(PointId a, PointId b, Way forward, Way back) {
  return {a, b, 0, forward, back, 0.0};
}
constexpr Way kYes = Way::kReached;
constexpr Way kNo = Way::kFailed;

// Points in a row, a metre apart; the first is a spawn.
Graph Row(std::size_t count) {
  Graph graph;
  for (std::size_t i = 0; i < count; ++i) {
    graph.points.push_back({{static_cast<double>(i), 0.0, 0.0}, PointKind::kOpen, 0, true});
  }
  graph.seeds = {{0, 0, true}};
  return graph;
}

TEST_CASE("traps: a pit of three points, its middle and its ways in") {
  Graph graph = Row(8);
  graph.edges = {Edge(0, 1, kYes, kYes), Edge(1, 2, kYes, kYes), Edge(2, 3, kYes, kYes),
                 Edge(3, 4, kYes, kYes), Edge(2, 5, kYes, kNo),  Edge(3, 6, kYes, kNo),
                 Edge(5, 6, kYes, kNo),  Edge(6, 7, kYes, kYes)};
  const std::vector<Trap> traps = FindTraps(graph);
  REQUIRE(traps.size() == 1);
  CHECK(traps[0].points == std::vector<PointId>{5, 6, 7});
  CHECK(traps[0].place == graph.points[6].foot);
  CHECK(traps[0].ways_in == 2);
  CHECK(traps[0].entry == 2);
  CHECK(LineOf(traps[0], graph) ==
        "trap    3 points around 6.00,0.00,0.00: 2 ways in, such as from 2.00,0.00,0.00");
}

TEST_CASE("traps: the largest first, and what only a planted seed reaches is none") {
  Graph graph = Row(9);
  graph.edges = {Edge(0, 1, kYes, kYes), Edge(1, 2, kYes, kYes), Edge(1, 3, kYes, kNo),
                 Edge(1, 4, kYes, kNo),  Edge(4, 5, kYes, kYes), Edge(7, 8, kYes, kNo)};
  graph.seeds.push_back({7, 0, false});
  for (const PointId planted : {6, 7, 8}) graph.points[planted].from_spawn = false;
  const std::vector<Trap> traps = FindTraps(graph);
  REQUIRE(traps.size() == 2);
  CHECK(traps[0].points == std::vector<PointId>{4, 5});
  CHECK(traps[1].points == std::vector<PointId>{3});
}

TEST_CASE("traps: the land of another spawn is none, nor is a ledge that one starts on") {
  Graph graph = Row(9);
  // 0 is a ledge over home, 1..4; 5 and 6 are an island with a spawn and 7 its pit; 8 a ledge spawn
  // over the pit.
  graph.edges = {Edge(0, 1, kYes, kNo),  Edge(1, 2, kYes, kYes), Edge(2, 3, kYes, kYes),
                 Edge(3, 4, kYes, kYes), Edge(4, 5, kYes, kNo),  Edge(5, 6, kYes, kYes),
                 Edge(6, 7, kYes, kNo),  Edge(7, 8, kNo, kYes)};
  graph.seeds.push_back({6, 0, true});
  graph.seeds.push_back({8, 0, true});
  const std::vector<Trap> traps = FindTraps(graph);
  REQUIRE(traps.size() == 1);
  CHECK(traps[0].points == std::vector<PointId>{7});
  CHECK(traps[0].ways_in == 2);
}

TEST_CASE("traps: none in an empty graph") { CHECK(FindTraps({}).empty()); }

TEST_CASE("traps: equal to what reachability says, on random graphs") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    test::Random random(seed);
    const std::size_t size = 2 + random.Below(20);
    Graph graph = Row(size);
    const std::size_t spawns = 1 + random.Below(2);
    if (spawns == 2) graph.seeds.push_back({static_cast<PointId>(size - 1), 0, true});
    std::vector<std::vector<char>> reach(size, std::vector<char>(size, 0));
    for (std::size_t i = 0; i < size; ++i) reach[i][i] = 1;
    for (PointId a = 0; a < size; ++a) {
      for (PointId b = a + 1; b < size; ++b) {
        if (!random.Chance(size / 2 + 1)) continue;
        graph.edges.push_back(
            Edge(a, b, random.Chance(2) ? kYes : kNo, random.Chance(2) ? kYes : kNo));
        if (graph.edges.back().forward == kYes) reach[a][b] = 1;
        if (graph.edges.back().back == kYes) reach[b][a] = 1;
      }
    }
    for (std::size_t k = 0; k < size; ++k) {
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) {
          if (reach[i][k] != 0 && reach[k][j] != 0) reach[i][j] = 1;
        }
      }
    }
    const Regions regions = FindRegions(graph);
    std::vector<PointId> expected;
    for (PointId id = 0; id < size; ++id) {
      bool is_reached = false;
      bool is_safe = false;
      for (PointId other = 0; other < size; ++other) {
        const bool is_spawn = other == 0 || (spawns == 2 && other == size - 1);
        is_reached = is_reached || (is_spawn && reach[other][id] != 0);
        is_safe = is_safe ||
                  ((is_spawn || regions.of_point[other] == regions.home) && reach[id][other] != 0);
      }
      if (is_reached && !is_safe) expected.push_back(id);
    }
    std::vector<PointId> found;
    for (const Trap& trap : FindTraps(graph)) {
      REQUIRE(trap.ways_in > 0);  // nobody starts in one
      found.insert(found.end(), trap.points.begin(), trap.points.end());
    }
    std::sort(found.begin(), found.end());
    REQUIRE(found == expected);
  }
}

}  // namespace
}  // namespace wm
