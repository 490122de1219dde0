#include "walk_monster/regions.h"

#include <catch2/catch.hpp>

#include "tests/walk_monster/random_graph.h"

namespace wm {
namespace {

GraphEdge Edge(PointId a, PointId b, Way forward, Way back) {
  return {a, b, 0, forward, back, 0.0};
}

Graph Points(std::size_t count) {
  Graph graph;
  graph.points.resize(count);
  graph.seeds = {{0, 0, true}};
  return graph;
}

TEST_CASE("regions: a ring of one-way edges is one region, a chain is many") {
  Graph graph = Points(5);
  graph.edges = {Edge(0, 1, Way::kReached, Way::kFailed), Edge(0, 2, Way::kFailed, Way::kReached),
                 Edge(1, 2, Way::kReached, Way::kUntried), Edge(2, 3, Way::kReached, Way::kFailed),
                 Edge(3, 4, Way::kReached, Way::kFailed)};
  const Regions regions = FindRegions(graph);
  CHECK(regions.of_point == std::vector<RegionId>{0, 0, 0, 1, 2});
  CHECK(regions.sizes == std::vector<std::size_t>{3, 1, 1});
  CHECK(regions.home == 0);
  CHECK(regions.home_size == 3);
}

TEST_CASE("regions: home is the largest that a spawn reaches, even where no spawn stands in it") {
  Graph graph = Points(9);
  // The spawn drops into a ring of 3; a larger ring of 5 leads in, but is not reached.
  graph.edges = {Edge(0, 1, Way::kReached, Way::kFailed), Edge(1, 2, Way::kReached, Way::kReached),
                 Edge(2, 3, Way::kReached, Way::kReached), Edge(3, 4, Way::kFailed, Way::kReached)};
  for (PointId i = 4; i < 8; ++i) {
    graph.edges.push_back(Edge(i, i + 1, Way::kReached, Way::kReached));
  }
  const Regions regions = FindRegions(graph);
  CHECK(regions.home == regions.of_point[1]);
  CHECK(regions.home_size == 3);
  CHECK(regions.from_spawn == std::vector<char>{1, 1, 1, 1, 0, 0, 0, 0, 0});
}

TEST_CASE("regions: planted seeds are no spawns, no spawn is no home") {
  Graph graph = Points(3);
  graph.seeds[0].is_spawn = false;
  graph.edges = {Edge(0, 1, Way::kReached, Way::kReached)};
  CHECK(FindRegions(graph).home == kNoRegion);
  CHECK(FindRegions({}).home == kNoRegion);
  CHECK(FindRegions({}).sizes.empty());
}

TEST_CASE("regions: equal to what reachability says, on random graphs") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    test::Random random(seed);
    const std::size_t size = 2 + random.Below(25);
    Graph graph = Points(size);
    std::vector<std::vector<char>> reach(size, std::vector<char>(size, 0));
    for (std::size_t i = 0; i < size; ++i) reach[i][i] = 1;
    for (PointId a = 0; a < size; ++a) {
      for (PointId b = a + 1; b < size; ++b) {
        if (!random.Chance(size / 2 + 1)) continue;
        const Way forward = random.Chance(2) ? Way::kReached : Way::kFailed;
        const Way back = random.Chance(2) ? Way::kReached : Way::kUntried;
        graph.edges.push_back(Edge(a, b, forward, back));
        if (forward == Way::kReached) reach[a][b] = 1;
        if (back == Way::kReached) reach[b][a] = 1;
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
    RegionId highest = 0;
    for (std::size_t i = 0; i < size; ++i) {
      REQUIRE(regions.from_spawn[i] == reach[0][i]);
      REQUIRE(regions.of_point[i] <= highest);  // numbered by their lowest point
      if (regions.of_point[i] == highest) ++highest;
      for (std::size_t j = 0; j < size; ++j) {
        const bool is_same = reach[i][j] != 0 && reach[j][i] != 0;
        REQUIRE((regions.of_point[i] == regions.of_point[j]) == is_same);
      }
    }
    REQUIRE(regions.sizes.size() == highest);
  }
}

TEST_CASE("regions: a walk of a million points overflows no stack") {
  const std::size_t size = 1000000;
  Graph graph = Points(size);
  for (PointId i = 0; i + 1 < size; ++i) {
    graph.edges.push_back(Edge(i, i + 1, Way::kReached, i % 2 == 0 ? Way::kReached : Way::kFailed));
  }
  CHECK(FindRegions(graph).sizes.size() == size / 2);
}

}  // namespace
}  // namespace wm
