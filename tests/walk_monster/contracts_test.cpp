#include "walk_monster/contracts.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "walk_monster/info.h"

namespace wm {
namespace {

Entity Contract(std::uint32_t id, ContractKind kind, Vec3 place) {
  Entity entity;
  entity.kind = EntityClass::kContract;
  entity.id = id;
  entity.name = "box " + std::to_string(id);
  entity.contract = kind;
  entity.position = place;
  entity.size = {1.0, 1.0, 1.0};
  return entity;
}

// 0 - 1 - 2 can be walked both ways, 2 -> 3 is a fall into a pit, 4 was planted.
Graph Pit() {
  Graph graph;
  for (int i = 0; i < 5; ++i) {
    graph.points.push_back({{2.0 * i, 0.0, i == 3 ? -4.0 : 0.0}, PointKind::kOpen, 0, i != 4});
  }
  graph.points[0].kind = graph.points[4].kind = PointKind::kSeed;
  graph.seeds = {{0, 0, true}, {4, 0, false}};
  graph.points[3].kind = PointKind::kLanding;
  graph.edges = {{0, 1, 0, Way::kReached, Way::kReached, 0.0},
                 {1, 2, 0, Way::kReached, Way::kReached, 0.0},
                 {2, 3, 0, Way::kReached, Way::kFailed, 4.0}};
  return graph;
}

std::vector<Entity> Contracts() {
  Entity note;
  note.kind = EntityClass::kNote;
  return {Contract(1, ContractKind::kMustReach, {4.0, 0.0, 0.0}),
          Contract(2, ContractKind::kMustReach, {20.0, 0.0, 0.0}),
          note,
          Contract(3, ContractKind::kMustNotReach, {6.0, 0.0, -4.0}),
          Contract(4, ContractKind::kMustNotReach, {8.0, 0.0, 0.0}),
          Contract(5, ContractKind::kTwoWay, {2.0, 0.0, 0.0}),
          Contract(6, ContractKind::kTwoWay, {6.0, 0.0, -4.0}),
          Contract(7, ContractKind::kMustReach, {4.0, 0.0, 3.0}),
          Contract(8, ContractKind::kMustReach, {4.5, 0.0, 0.5})};
}

TEST_CASE("contracts: each kind, kept and broken") {
  const auto results = EvaluateContracts(Pit(), Contracts(), true);
  REQUIRE(results.size() == 8);
  const std::vector<bool> expected = {true, false, false, true, true, false, false, true};
  for (std::size_t i = 0; i < results.size(); ++i) {
    INFO(LineOf(results[i]));
    CHECK((results[i].verdict == Verdict::kHolds) == expected[i]);
    CHECK(results[i].verdict != Verdict::kUnknown);
  }
  CHECK(results[0].inside == 1);
  CHECK(results[0].example == 2);
  CHECK(results[2].place == Vec3{6.0, 0.0, -4.0});
  CHECK(results[4].at_home == 1);
  CHECK(results[5].at_home == 0);
  CHECK(results[7].inside == 1);  // on the very corner of the box
}

TEST_CASE("contracts: before the end only what is reached is known") {
  const auto results = EvaluateContracts(Pit(), Contracts(), false);
  const std::vector<Verdict> expected = {Verdict::kHolds,   Verdict::kUnknown, Verdict::kBroken,
                                         Verdict::kUnknown, Verdict::kUnknown, Verdict::kUnknown,
                                         Verdict::kUnknown, Verdict::kHolds};
  for (std::size_t i = 0; i < results.size(); ++i) {
    INFO(LineOf(results[i]));
    CHECK(results[i].verdict == expected[i]);
  }
  CHECK(LineOf(results[1]) == "unknown must_reach      box 2: 0 points inside");
}

TEST_CASE("contracts: lines say what, where and how many") {
  const auto results = EvaluateContracts(Pit(), Contracts(), true);
  CHECK(LineOf(results[0]) == "holds   must_reach      box 1: 1 point inside");
  CHECK(LineOf(results[1]) ==
        "BROKEN  must_reach      box 2: 0 points inside, the middle of the box is at "
        "20.00,0.00,0.00");
  CHECK(LineOf(results[2]) ==
        "BROKEN  must_not_reach  box 3: 1 point inside, such as at 6.00,0.00,-4.00");
  CHECK(LineOf(results[4]) ==
        "holds   two_way         box 5: 1 point inside, 1 of them there and back from home");
}

TEST_CASE("contracts: an empty graph reaches nothing") {
  const auto results = EvaluateContracts({}, Contracts(), true);
  for (const ContractResult& result : results) {
    CHECK((result.verdict == Verdict::kHolds) == (result.kind == ContractKind::kMustNotReach));
  }
}

StoredMap SomeMap() {
  StoredMap map;
  map.run = {"maps/levels/pit", "walker", "bullet", {{"spacing", "0.5"}, {"radius", "0.3"}}};
  map.progress.phase = 12;
  map.progress.outcome = "complete";
  map.progress.drives = 40;
  map.graph = Pit();
  map.entities = Contracts();
  map.progress.graph_hash = map.graph_hash = HashGraph(map.graph);
  map.states = {{std::string(kInitialState), {}, "complete"}};
  return map;
}

TEST_CASE("info: text has a line for everything, contracts last") {
  StoredMap map = SomeMap();
  const std::string text = InfoText(map);
  for (const char* line :
       {"level         maps/levels/pit\n", "mover         walker on bullet\n",
        "parameters    spacing 0.5, radius 0.3\n", "outcome       complete after 12 phases\n",
        "points        5 (2 open, 0 hit, 1 landing, 2 seed)\n", "edges         3\n",
        "one-way       0\n", "drops         1\n", "regions       3, home has 3 points\n",
        "contracts     4 of 8 hold, 4 BROKEN\n",
        "traps         1, with 1 point that no walk leaves\n",
        "  trap    1 point at 6.00,0.00,-4.00: 1 way in, such as from 4.00,0.00,0.00\n",
        "  BROKEN  must_not_reach  box 3: 1 point inside"}) {
    INFO(text);
    CHECK(text.find(line) != std::string::npos);
  }
  CHECK(text.find("graph hash    " + HashText(HashGraph(map.graph)) + "\n") != std::string::npos);
  map.progress.graph_hash ^= 1;
  CHECK(InfoText(map).find(" DIFFERS from the stored ") != std::string::npos);
  map.progress.graph_hash = 0;
  map.progress.outcome = "running";
  CHECK(InfoText(map).find("none stored") != std::string::npos);
  CHECK(InfoText(map).find("contracts     2 of 8 hold, 1 BROKEN, 5 unknown: the sweep is not") !=
        std::string::npos);
  CHECK(InfoText(map).find("traps         not known before") != std::string::npos);
  CHECK(InfoText(map).find("running, or was killed, after 12 phases") != std::string::npos);
}

TEST_CASE("info: JSON reads back, whatever the names are") {
  StoredMap map = SomeMap();
  map.run.level = "a\"b\\c\n\xff";
  const nlohmann::json json = nlohmann::json::parse(InfoJson(map));
  CHECK(json["points"] == 5);
  CHECK(json["drops"] == 1);
  CHECK(json["drives"] == 40);
  CHECK(json["graph_hash"] == HashText(HashGraph(map.graph)));
  CHECK(json["stored_graph_hash"] == json["graph_hash"]);
  CHECK(json["contracts"].size() == 8);
  CHECK(json["contracts"][2]["holds"] == false);
  CHECK(json["contracts_hold"] == 4);
  CHECK(json["contracts_broken"] == 4);
  CHECK(json["contracts_unknown"] == 0);
  CHECK(json["traps"].size() == 1);
  CHECK(json["traps"][0]["place"] == nlohmann::json({6.0, 0.0, -4.0}));
  CHECK(json["contracts"][2]["kind"] == "must_not_reach");
  map.progress.outcome = "interrupted";
  const nlohmann::json early = nlohmann::json::parse(InfoJson(map));
  CHECK(early["contracts_unknown"] == 5);
  CHECK(early["contracts"][1]["holds"].is_null());
  CHECK(early["traps"].is_null());
  const std::string text = InfoText(map);
  CHECK(text.find("level         a\"b\\c?") == 0);
}

}  // namespace
}  // namespace wm
