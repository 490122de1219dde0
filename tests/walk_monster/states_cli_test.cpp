// World states from the command line: sweeps in every one of them, rides, what a place needs.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/walk_monster/yard_level.h"

namespace wm {
namespace {

using nlohmann::json;
using test::Desk;
using test::Ran;
using test::WriteYard;
using Words = std::vector<std::string>;

std::string Out(const Desk& desk, const Words& words) {
  const Ran ran = desk.Run(words);
  INFO(ran.err);
  CHECK(ran.exit_code == 0);
  return ran.out;
}

std::string Line(const Desk& desk, const Words& words) {
  const Ran ran = desk.Run(words);
  CHECK(ran.exit_code == 2);
  CHECK(ran.out.empty());
  CHECK(ran.ErrorLines() == 1);
  return ran.err;
}

TEST_CASE("states: doors and lifts are listed, a line each or as JSON") {
  const Desk desk;
  WriteYard(desk);
  CHECK(Out(desk, {"states", "yard"}) ==
        "6\tlift\tlift\tdown\tdown,up\n7\tdoor\tshed \"door\"\tclosed\tclosed,open\n");
  const json all = json::parse(Out(desk, {"states", "yard", "--json"}));
  REQUIRE(all.size() == 2);
  CHECK(all[0]["states"][1]["offset"] == json{0.0, 0.0, 3.0});
  CHECK(all[1]["name"] == "shed \"door\"");
}

TEST_CASE("states: every state is swept, can be asked for, and opens says what a place needs") {
  const Desk desk;
  WriteYard(desk);
  const json swept = json::parse(
      Out(desk, {"sweep", "yard", "--db", "yard.db", "--all-states", "--quiet", "--json"}));
  CHECK(swept["rides"] > 0);
  CHECK(swept["states"].size() >= 3);
  const auto points = [&](const Words& state) {
    Words words{"info", "yard.db", "--json"};
    for (const std::string& word : state) words.insert(words.end(), {"--state", word});
    return json::parse(Out(desk, words))["points"].get<int>();
  };
  const int down = points({"initial"});
  const int up = points({"lift=up"});
  CHECK(points({"6=up"}) == up);
  CHECK(up > down + 20);
  CHECK(points({"lift=up", "shed \"door\"=open"}) > up + 10);
  CHECK(Out(desk, {"opens", "yard.db", "--at", "3,0,3.05"}) == "lift=up\n");
  CHECK(Out(desk, {"opens", "yard.db", "--at", "5,0,3.05"}) == "lift=up, shed \"door\"=open\n");
  const json opens = json::parse(Out(desk, {"opens", "yard.db", "--at", "5,0,3.05", "--json"}));
  CHECK(opens["sets"][0]["changes"] ==
        json{{{"entity", 6}, {"state", "up"}}, {{"entity", 7}, {"state", "open"}}});
  CHECK(Line(desk, {"info", "yard.db", "--state", "shed \"door\"=ajar"}).find("closed, open") !=
        std::string::npos);
}

TEST_CASE("states: --max-states ends a sweep of all states, and it can be gone on with") {
  const Desk desk;
  WriteYard(desk);
  const Ran cut =
      desk.Run({"sweep", "yard", "--db", "cut.db", "--all-states", "--max-states", "1", "--json"});
  CHECK(cut.exit_code == 0);
  CHECK(cut.err.find("stopped after 1 world states, with more to find") != std::string::npos);
  Out(desk, {"sweep", "yard", "--db", "cut.db", "--all-states", "--continue", "--quiet"});
  CHECK(Out(desk, {"opens", "cut.db", "--at", "5,0,3.05"}) == "lift=up, shed \"door\"=open\n");
}

TEST_CASE("ride: a lift carries, a door pushes or overlaps, and what cannot be is one line") {
  const Desk desk;
  WriteYard(desk);
  const json up =
      json::parse(Out(desk, {"ride", "yard", "--at", "1,0,0.1", "--move", "lift=up", "--json"}));
  CHECK(up["outcome"] == "carried");
  CHECK(up["end"][2].get<double>() == Approx(3.05).margin(0.01));
  const auto close = [&](const std::string& closing) {
    return json::parse(Out(desk, {"ride", "yard", "--state", "7=open", "--at", "4.1,0,3.1",
                                  "--move", "7=closed", "--closing", closing, "--json"}));
  };
  CHECK(close("overlap")["deepest_overlap_m"].get<double>() > 0.2);
  CHECK(close("push")["outcome"] == "crushed");  // it comes from above
  CHECK(Line(desk, {"ride", "yard", "--at", "1,0,0.1", "--move", "lift=down"})
            .find("is there already") != std::string::npos);
  CHECK(Line(desk, {"ride", "yard", "--at", "1,0,0.1", "--move", "deck=up"})
            .find("nothing with states is called that") != std::string::npos);
  CHECK(Line(desk, {"ride", "yard", "--at", "1,0,0.1", "--move", "lift=up", "--closing", "hug"})
            .find("--closing 'hug': choose push or overlap") != std::string::npos);
  CHECK(Line(desk, {"ride", "yard", "--mover", "bullet_character", "--at", "1,0,0.1", "--move",
                    "lift=up"})
            .find("knows no moving bodies") != std::string::npos);
}

TEST_CASE("states: a map keeps what moving bodies do to players") {
  const Desk desk;
  WriteYard(desk);
  Out(desk, {"sweep", "yard", "--db", "yard.db", "--closing", "overlap", "--quiet"});
  CHECK(Line(desk, {"sweep", "yard", "--db", "yard.db", "--continue", "--closing", "push"})
            .find("the map was made with overlap") != std::string::npos);
  Out(desk, {"sweep", "yard", "--db", "yard.db", "--continue", "--state", "lift=up", "--quiet"});
}

TEST_CASE("sweep: a region and its density are checked before anything is driven") {
  const Desk desk;
  WriteYard(desk);
  Out(desk, {"sweep", "yard", "--db", "yard.db", "--quiet"});
  const Words go_on{"sweep", "yard", "--db", "yard.db", "--continue"};
  const auto refused = [&](Words more, const std::string& expected) {
    more.insert(more.begin(), go_on.begin(), go_on.end());
    const std::string line = Line(desk, more);
    INFO(line);
    CHECK(line.find(expected) != std::string::npos);
  };
  refused({"--region", "0,0,0,1,1,1"}, "--region needs --spacing or --sectors");
  refused({"--spacing", "0.25", "--region", "0,0,0,1,1"}, "six numbers");
  refused({"--spacing", "0.25", "--region", "0,0,0,-1,1,1"}, "the first corner must be below");
  refused({"--spacing", "9", "--region", "0,0,0,1,1,1"}, "--spacing must be 0.05 to 2");
  refused({"--spacing", "0.25", "--region", "a,b,c,d,e,f"}, "--region");
  refused({"--plant", "0,0,50"}, "over nothing");
  refused({"--mover", "bullet_character"}, "--mover: the map was made with walker");
  refused({"--tick-hz", "30"}, "--tick-hz: the map was made with 60");
  refused({"--radius", "0.31"}, "--radius: the map was made with 0.3");
  refused({"--backend", "brute"}, "--backend: the map was made with bullet");
}

}  // namespace
}  // namespace wm
