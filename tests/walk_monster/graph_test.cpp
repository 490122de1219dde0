#include "walk_monster/graph.h"

#include <functional>
#include <set>

#include <catch2/catch.hpp>

#include "tests/walk_monster/random_graph.h"

namespace wm {
namespace {

TEST_CASE("graph: every kind has a name") {
  CHECK(Name(PointKind::kOpen) == "open");
  CHECK(Name(PointKind::kHit) == "hit");
  CHECK(Name(PointKind::kLanding) == "landing");
  CHECK(Name(PointKind::kSeed) == "seed");
  CHECK(Name(Way::kUntried) == "untried");
  CHECK(Name(Way::kFailed) == "failed");
  CHECK(Name(Way::kReached) == "reached");
}

TEST_CASE("graph: counts by kind, and one-way is what was driven back in vain") {
  Graph graph;
  for (const PointKind kind : {PointKind::kOpen, PointKind::kHit, PointKind::kHit,
                               PointKind::kLanding, PointKind::kSeed}) {
    graph.points.push_back({{}, kind, 0, true});
  }
  graph.edges = {{0, 1, 0, Way::kReached, Way::kReached, 0.0},
                 {0, 2, 0, Way::kReached, Way::kFailed, 0.0},
                 {0, 3, 0, Way::kFailed, Way::kReached, 2.5},
                 {0, 4, 0, Way::kUntried, Way::kReached, 0.0}};
  const GraphCounts counts = CountGraph(graph);
  CHECK(counts.open == 1);
  CHECK(counts.hit == 2);
  CHECK(counts.landing == 1);
  CHECK(counts.seed == 1);
  CHECK(counts.one_way == 1);
  CHECK(counts.drops == 1);
}

TEST_CASE("graph: a hash is text of 16 digits") {
  CHECK(HashText(0) == "0000000000000000");
  CHECK(HashText(0x0123456789abcdefULL) == "0123456789abcdef");
  CHECK(HashText(~0ULL) == "ffffffffffffffff");
}

TEST_CASE("graph: the hash is a constant of the graph, on every machine and compiler") {
  Graph graph;
  CHECK(HashText(HashGraph(graph)) == "92ee69b4e3c8a669");
  graph.points = {{{1.5, -2.25, 0.0}, PointKind::kSeed, 0, true},
                  {{2.0, -2.25, 0.125}, PointKind::kHit, 3, false}};
  graph.edges = {{0, 1, 3, Way::kReached, Way::kFailed, 0.5}};
  graph.obstacles = {{1, {2.5, -2.0, 1.0}, {-1.0, 0.0, 0.0}, 12, 3}};
  graph.exits = {{0, {0.5, 0.5, 0.5}, 0}};
  CHECK(HashText(HashGraph(graph)) == "dfb899c7e9615532");
}

TEST_CASE("graph: every hashed field changes the hash, equal graphs do not") {
  const Graph base = test::RandomGraph(7, 60);
  REQUIRE(base.edges.size() > 3);
  REQUIRE(base.obstacles.size() > 3);
  REQUIRE(base.exits.size() > 1);
  CHECK(HashGraph(Graph(base)) == HashGraph(base));

  const std::vector<std::function<void(Graph&)>> changes = {
      [](Graph& g) { g.points[3].foot.x += 1.0 / 1073741824.0; },
      [](Graph& g) { g.points[3].foot.y += 1.0 / 1073741824.0; },
      [](Graph& g) { g.points[3].foot.z += 1.0 / 1073741824.0; },
      [](Graph& g) {
        g.points[3].kind = static_cast<PointKind>(static_cast<int>(g.points[3].kind) ^ 1);
      },
      [](Graph& g) { g.points[3].state = 1; },
      [](Graph& g) { g.points.pop_back(); },
      [](Graph& g) { std::swap(g.points[3], g.points[4]); },
      [](Graph& g) { g.edges[2].a += 1; },
      [](Graph& g) { g.edges[2].b += 1; },
      [](Graph& g) { g.edges[2].state = 1; },
      [](Graph& g) {
        g.rides.push_back({2, 1, 0, 7, "top", 0.0});
      },
      [](Graph& g) { g.rides.front().stop += "s"; },
      [](Graph& g) { g.rides.front().drop_m += 1.0; },
      [](Graph& g) { std::swap(g.rides.front().from, g.rides.front().to); },
      [](Graph& g) { g.seeds.front().is_ride ^= true; },
      [](Graph& g) { g.edges[2].back = Way::kFailed; },
      [](Graph& g) { g.edges[2].drop_m += 1.0; },
      [](Graph& g) { std::swap(g.edges[0], g.edges[1]); },
      [](Graph& g) { g.obstacles[1].from_point ^= 1; },
      [](Graph& g) { g.obstacles[1].point.z += 1.0; },
      [](Graph& g) { g.obstacles[1].normal = -g.obstacles[1].normal; },
      [](Graph& g) { g.obstacles[1].entity ^= 1; },
      [](Graph& g) { g.obstacles[1].state = 1; },
      [](Graph& g) { g.obstacles.pop_back(); },
      [](Graph& g) { g.exits[0].from_point ^= 1; },
      [](Graph& g) { g.exits[0].takeoff.x += 1.0; },
      [](Graph& g) { g.exits[0].state = 1; },
      [](Graph& g) { g.exits.pop_back(); },
  };
  std::set<std::uint64_t> hashes{HashGraph(base)};
  for (const auto& change : changes) {
    Graph changed = base;
    change(changed);
    hashes.insert(HashGraph(changed));
  }
  CHECK(hashes.size() == changes.size() + 1);
}

TEST_CASE("graph: the hash does not tell -0 from 0, as no comparison does") {
  Graph minus;
  minus.points = {{{-0.0, 0.0, -0.0}, PointKind::kOpen, 0, true}};
  Graph plus;
  plus.points = {{{0.0, 0.0, 0.0}, PointKind::kOpen, 0, true}};
  CHECK(HashGraph(minus) == HashGraph(plus));
}

TEST_CASE("graph: hashes of many small graphs are all different") {
  std::set<std::uint64_t> hashes;
  for (int i = 0; i < 20000; ++i) {
    Graph graph;
    graph.points.resize(static_cast<std::size_t>(i % 7));
    for (auto& point : graph.points) point.foot.x = i;
    graph.points.push_back({{static_cast<double>(i), 0.0, 0.0}, PointKind::kOpen, 0, true});
    hashes.insert(HashGraph(graph));
  }
  CHECK(hashes.size() == 20000);
}

}  // namespace
}  // namespace wm
