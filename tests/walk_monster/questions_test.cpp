// What a map says when it is asked: ways, barriers, regions; from the library and the command line.
#include <cmath>
#include <fstream>
#include <sstream>

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/paths.h"
#include "tests/walk_monster/random_graph.h"
#include "tests/walk_monster/yard_level.h"
#include "walk_monster/barriers.h"
#include "walk_monster/region_list.h"
#include "walk_monster/src/useful_queries.h"

namespace wm {
namespace {

using nlohmann::json;
using test::Desk;
using test::Ran;
using Words = std::vector<std::string>;

GraphEdge Edge(PointId a, PointId b, Way forward, Way back, double drop_m = 0.0) {
  return {a, b, 0, forward, back, drop_m};
}

// Two metres of ground, a drop from the third point down to the second, a point on its own.
Graph Ledge() {
  Graph graph;
  for (const Vec3 foot : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{2, 0, 3}, Vec3{9, 0, 0}}) {
    graph.points.push_back({foot});
  }
  graph.edges = {Edge(0, 1, Way::kReached, Way::kReached),
                 Edge(1, 2, Way::kFailed, Way::kReached, 3.0)};
  graph.obstacles = {{1, {1.3, 0, 1}, {-1, 0, 0}, 7, 0}, {0, {-0.3, 0, 1}, {1, 0, 0}, 8, 0}};
  graph.seeds = {{0, 0, true, false}};
  return graph;
}

TEST_CASE(
    "questions: a barrier names the nearest ground, what stopped walks, and a way back only") {
  const Graph graph = Ledge();
  const std::vector<char> reached = ReachedFrom(graph, 0);
  CHECK(reached == std::vector<char>{1, 1, 0, 0});
  const Barrier barrier = BarrierBefore(graph, reached, {2, 0, 3});
  REQUIRE(barrier.nearest);
  CHECK(*barrier.nearest == 1);
  CHECK(barrier.nearest_m == Approx(std::sqrt(10.0)));
  REQUIRE(barrier.obstacle);
  CHECK(barrier.obstacle->entity == 7);
  REQUIRE(barrier.way_out);
  CHECK(barrier.way_out->from == 2);
  CHECK(barrier.way_out->drop_m == 3.0);
  CHECK_FALSE(BarrierBefore(graph, {0, 0, 0, 0}, {2, 0, 3}).nearest);
  CHECK(PointMeant(graph, {0.4, 0, 0.1}) == PointId{0});
  CHECK_FALSE(PointMeant(graph, {0, 0, 1}));
}

TEST_CASE(
    "questions: shortest walks are those of an oracle that tries every edge again and again") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = test::RandomGraph(seed, 40);
    std::vector<double> metres(graph.points.size(), HUGE_VAL);
    metres[3] = 0.0;
    const auto relax = [&](PointId from, PointId to, Way way) {
      if (way != Way::kReached) return;
      const double there = metres[from] + Length(graph.points[from].foot - graph.points[to].foot);
      metres[to] = std::min(metres[to], there);
    };
    for (std::size_t i = 0; i < graph.points.size(); ++i) {
      for (const GraphEdge& edge : graph.edges) {
        relax(edge.a, edge.b, edge.forward);
        relax(edge.b, edge.a, edge.back);
      }
    }
    const PointId start = 3;
    const WalkTree tree = ShortestWalks(graph, {&start, 1});
    for (PointId id = 0; id < graph.points.size(); ++id) {
      CHECK(std::isinf(tree.metres[id]) == std::isinf(metres[id]));
      if (!std::isinf(metres[id])) CHECK(tree.metres[id] == Approx(metres[id]));
    }
  }
}

TEST_CASE("questions: regions are listed with their ways in and out, the largest first") {
  const std::vector<RegionInfo> regions = ListRegions(Ledge(), {1.0, 1.8});
  REQUIRE(regions.size() == 3);
  CHECK(regions[0].points == 2);
  CHECK(regions[0].is_home);
  CHECK(regions[0].ways_in == 1);
  CHECK(regions[0].ways_out == 0);
  CHECK(regions[0].box.max == Vec3{1, 0, 0});
  CHECK_FALSE(regions[1].is_from_spawn);
  CHECK(regions[1].ways_out + regions[2].ways_out == 1);
}

TEST_CASE("questions: the program's queries are those of the page, and run") {
  std::ifstream file(SourceDir() / "docs" / "database.md");
  std::stringstream page;
  page << file.rdbuf();
  for (const store::UsefulQuery& query : store::UsefulQueries()) {
    INFO(query.about);
    CHECK(page.str().find(query.sql) != std::string::npos);
  }
  const Desk desk;
  const Ran ran = desk.Run({"info", "--sql"});
  CHECK(ran.exit_code == 0);
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec(ran.out);  // every table, then every query
}

TEST_CASE("questions: path, why, distance and region on a level with a lift and a door") {
  const Desk desk;
  test::WriteYard(desk);
  const auto out = [&](const Words& words) {
    const Ran ran = desk.Run(words);
    INFO(ran.err);
    CHECK(ran.exit_code == 0);
    return ran.out;
  };
  out({"sweep", "yard", "--db", "yard.db", "--all-states", "--quiet"});
  const json route = json::parse(out({"path", "yard.db", "--state", "lift=up", "--from", "2.5,2,3",
                                      "--to", "2.5,-2,3.05", "--json"}));
  CHECK(route["is_reached"] == true);
  CHECK(route["metres"].get<double>() == Approx(4.0).margin(0.8));
  CHECK(route["waypoints"].front()["metres"] == 0.0);
  const json down = json::parse(out(
      {"path", "yard.db", "--state", "lift=up", "--from", "2.5,2,3", "--to", "-2,0,0", "--json"}));
  CHECK(down["is_reached"] == true);
  CHECK(down.dump().find("\"fall\"") != std::string::npos);
  const json cut = json::parse(out(
      {"path", "yard.db", "--state", "initial", "--from", "-3,0,0", "--to", "5,0,3.05", "--json"}));
  CHECK(cut["is_reached"] == false);
  CHECK(cut["opens"] == json{"lift=up, shed \"door\"=open"});
  const std::string why = out({"why", "yard.db", "--state", "lift=up", "--at", "5,0,3.05"});
  CHECK(why.find("not reached\n") == 0);
  CHECK(why.find("blocked   by 'shed \"door\"' (entity 7)") != std::string::npos);
  CHECK(why.find("opens     lift=up, shed \"door\"=open\n") != std::string::npos);
  CHECK(out({"why", "yard.db", "--state", "initial", "--at", "-2,1,0"}).find("reached   ") == 0);
  const std::string far = out({"distance", "yard.db", "--state", "initial", "--from", "-3,0,0"});
  CHECK(far.find("x,y,z,distance_m\n-3,0,") == 0);
  CHECK(far.find(",0.000\n") != std::string::npos);
  out({"picture", "yard.db", "--state", "lift=up", "--distance-from", "2.5,2,3", "--out", "a.png"});
  CHECK(std::filesystem::file_size(desk / "a.png") > 10000);
  const json regions = json::parse(out({"region", "yard.db", "--state", "initial", "--json"}));
  CHECK(regions[0]["kind"] == "home");
  CHECK(regions[0]["area_m2"].get<double>() > 20.0);
  for (const Words& words :
       {Words{"path", "yard.db", "--from", "0,0,50", "--to", "1,1,0"},
        Words{"distance", "yard.db", "--from", "0,0,50"},
        Words{"picture", "yard.db", "--out", "b.png", "--distance-from", "0,0,50"},
        Words{"why", "yard.db", "--at", "here"}, Words{"region", "none.db"}}) {
    const Ran ran = desk.Run(words);
    CHECK(ran.exit_code == 2);
    CHECK(ran.ErrorLines() == 1);
  }
}

}  // namespace
}  // namespace wm
