// Players carried by doors and lifts from one world state into another.
#include <set>

#include <catch2/catch.hpp>

#include "tests/scenes/dice.h"
#include "tests/temporary_folder.h"
#include "tests/walk_monster/box_level.h"
#include "tests/walk_monster/sweep_support.h"
#include "walk_monster/opens.h"
#include "walk_monster/view.h"

namespace wm {
namespace {

using test::Asked;
using test::BoxLevel;

constexpr Vec3 kDeck{3.5, 0.0, 3.05};   // a place up there
constexpr Vec3 kTower{3.5, 5.0, 6.05};  // and higher up

// A room with a deck 3 m up that only a lift leads to.
BoxLevel LiftLevel(std::vector<std::pair<std::string, Vec3>> stops) {
  BoxLevel level;
  level.AddRoom(5.5);
  level.AddSpawn({-4.0, 0.0, 0.0});
  level.Add("deck", {2.0, -2.0, -0.5}, {5.0, 2.0, 3.05});
  level.AddLift("lift", {0.0, -1.0, -0.3}, {2.0, 1.0, 0.05}, stops);
  return level;
}

BoxLevel TwoStops() { return LiftLevel({{"down", {}}, {"up", {0, 0, 3}}}); }

bool IsReached(const Graph& view, Vec3 place) {
  return std::any_of(view.points.begin(), view.points.end(), [&](const GraphPoint& point) {
    return Length(point.foot - place) < 0.5 && point.from_spawn;
  });
}

std::set<std::pair<std::string, std::string>> StopsRidden(const StoredMap& stored) {
  std::set<std::pair<std::string, std::string>> ridden;
  for (const GraphRide& ride : stored.graph.rides) {
    for (const StateChoice& choice : stored.states[ride.state].choices) {
      if (choice.entity == ride.entity) ridden.emplace(choice.state, ride.stop);
    }
  }
  return ridden;
}

std::vector<std::string> ChangesFor(const StoredMap& stored, Vec3 place) {
  std::vector<std::string> all;
  for (const OpeningSet& set : FindOpens(stored, place).sets) {
    std::string text;
    for (const StateChoice& change : set.changes) {
      text +=
          (text.empty() ? "" : ", ") + stored.entities[change.entity - 1].name + "=" + change.state;
    }
    all.push_back(text);
  }
  return all;
}

TEST_CASE("rides: a lift of two stops is ridden both ways, and leads to ground of its own") {
  const TemporaryFolder folder;
  const auto db = folder.Path() / "lift.db";
  const Map map = TwoStops().map;
  const SweepReport down = test::Fresh(map, db);
  CHECK(down.result.counts.rides >= 9);
  CHECK(down.result.counts.crushed == 0);
  CHECK_FALSE(IsReached(down.view, kDeck));
  Asked up;
  up.states = {"lift=up"};
  const SweepReport raised = test::Sweep(map, db, up);
  CHECK(IsReached(raised.view, kDeck));
  REQUIRE(raised.judgement.traps);
  CHECK(raised.judgement.traps->empty());  // the lift goes down again
  const StoredMap stored = LoadStoredMap(db);
  CHECK(StopsRidden(stored) ==
        std::set<std::pair<std::string, std::string>>{{"down", "up"}, {"up", "down"}});
  CHECK(ChangesFor(stored, kDeck) == std::vector<std::string>{"lift=up"});
  CHECK(ChangesFor(stored, {0, 0, 0}) == std::vector<std::string>{""});
  // Back down a ride ends where the ride up began.
  for (const GraphRide& ride : stored.graph.rides) {
    const Vec3 by = stored.graph.points[ride.to].foot - stored.graph.points[ride.from].foot;
    CHECK(HorizontalLength(by) < 0.1);
    CHECK(std::abs(std::abs(by.z) - 3.0) < 0.05);
  }
}

TEST_CASE("rides: a lift of three stops goes from each to the next") {
  const TemporaryFolder folder;
  BoxLevel level = LiftLevel({{"low", {}}, {"middle", {0, 0, 3}}, {"high", {0, 0, 6}}});
  level.Add("tower", {0.0, 1.0, 5.0}, {5.0, 6.0, 6.05});
  const StoredMap stored = test::SweepAllStates(level.map, folder.Path() / "lift.db");
  CHECK(StopsRidden(stored) ==
        std::set<std::pair<std::string, std::string>>{
            {"low", "middle"}, {"middle", "low"}, {"middle", "high"}, {"high", "middle"}});
  // From the tower players jump down onto the deck.
  CHECK(ChangesFor(stored, kDeck) == std::vector<std::string>{"lift=high", "lift=middle"});
  CHECK(ChangesFor(stored, kTower) == std::vector<std::string>{"lift=high"});
  CHECK(IsReached(InState(stored, std::vector<std::string>{"lift=high"}).graph, kTower));
}

TEST_CASE("rides: two lifts and a door, one after the other") {
  const TemporaryFolder folder;
  BoxLevel level = TwoStops();
  level.AddLift("second lift", {3.0, 2.0, 2.75}, {5.0, 4.0, 3.05},
                {{"down", {}}, {"up", {0, 0, 3}}});
  level.Add("tower", {2.0, 4.0, 5.5}, {5.0, 9.0, 6.05});
  level.Add("tower wall", {2.0, 6.0, 6.05}, {3.0, 6.2, 9.0});
  level.AddDoor("tower door", {3.0, 6.0, 6.05}, {4.0, 6.2, 9.0}, {0.0, 0.0, 5.0});
  level.Add("tower wall", {4.0, 6.0, 6.05}, {5.0, 6.2, 9.0});
  const StoredMap stored = test::SweepAllStates(level.map, folder.Path() / "lifts.db");
  CHECK(ChangesFor(stored, {3.5, 5.0, 6.05}) ==
        std::vector<std::string>{"lift=up, second lift=up"});
  CHECK(ChangesFor(stored, {3.5, 8.0, 6.05}) ==
        std::vector<std::string>{"lift=up, second lift=up, tower door=open"});
}

TEST_CASE("rides: who is crushed on the way arrives nowhere, and what crushed him is told") {
  const TemporaryFolder folder;
  BoxLevel level = TwoStops();
  const std::uint32_t beam = level.Add("beam", {-0.5, -2.0, 3.5}, {2.5, 2.0, 4.0});
  const StoredMap stored = test::SweepAllStates(level.map, folder.Path() / "lift.db");
  CHECK(stored.graph.rides.empty());
  CHECK(FindOpens(stored, kDeck).sets.empty());
  CHECK(std::any_of(stored.graph.obstacles.begin(), stored.graph.obstacles.end(),
                    [&](const GraphObstacle& o) {
                      return o.entity == beam && std::abs(o.point.z - 3.5) < 0.05;
                    }));
}

TEST_CASE("rides: a trapdoor that turns away drops whoever stands on it") {
  const TemporaryFolder folder;
  BoxLevel level;
  level.Add("floor", {-6, -6, -5}, {6, 6, -4});
  level.Add("west", {-6, -6, -1}, {-1, 6, 0});
  level.Add("east", {1, -6, -1}, {6, 6, 0});
  level.Add("south", {-1, -6, -1}, {1, -1, 0});
  level.Add("north", {-1, 1, -1}, {1, 6, 0});
  level.AddSpawn({-4, 0, 0});
  const std::uint32_t door = level.AddDoor("trapdoor", {-1, -1, -0.1}, {1, 1, 0}, {});
  level.map.entities[door - 1].states[1].orientation = {0.0, 0.7071067811865476, 0.0,
                                                        0.7071067811865476};
  const SweepReport report = test::Fresh(level.map, folder.Path() / "trapdoor.db");
  const auto& rides = report.result.graph.rides;
  REQUIRE_FALSE(rides.empty());
  std::size_t falls = 0;
  for (const GraphRide& ride : rides) {
    falls += ride.drop_m > 3.0;
    CHECK((ride.drop_m == 0.0 || report.result.graph.points[ride.to].foot.z < -3.9));
  }
  CHECK(falls > 0);
}

// Platforms in a row above the ground, with lifts between neighbours and between some of them and
// the ground.
class Platforms {
 public:
  explicit Platforms(scenes::Dice* dice) : count_(2 + dice->Below(2)) {
    level.Add("ground", {-4, -4, -1}, {5.0 * static_cast<double>(count_) + 2, 8, 0});
    level.AddSpawn({-3, 0, 0});
    heights_.push_back(0.0);  // the ground is place 0
    for (std::size_t i = 1; i <= count_; ++i) {
      const double below = heights_.back();
      do {
        heights_.push_back(2.5 * static_cast<double>(1 + dice->Below(3)));
        if (heights_.back() != below) break;
        heights_.pop_back();
      } while (true);
      const double x = 5.0 * static_cast<double>(i) - 5.0;
      level.Add("platform", {x, 0, -0.5}, {x + 3, 3, heights_[i]});
      if (i == 1 || dice->OneIn(2)) AddLift({x + 0.5, 3, 0}, 0, i);
      if (i > 1) AddLift({x - 2, 0.5, 0}, i - 1, i);
    }
  }

  Vec3 Middle(std::size_t place) const {
    return {5.0 * static_cast<double>(place) - 3.5, 1.5, heights_[place]};
  }
  std::size_t count() const { return count_; }

  // By trying everything: in which states of the lifts (bit: at its second stop) a place is got to.
  std::vector<std::size_t> StatesThatReach(std::size_t place) const {
    const std::size_t worlds = std::size_t{1} << lifts_.size();
    std::vector<std::vector<char>> is_reached(worlds, std::vector<char>(count_ + 1, 0));
    for (std::vector<char>& places : is_reached) places[0] = 1;
    for (bool is_new = true; is_new;) {
      is_new = false;
      const auto reach = [&](std::size_t world, std::size_t to) {
        is_new = is_new || is_reached[world][to] == 0;
        is_reached[world][to] = 1;
      };
      for (std::size_t world = 0; world < worlds; ++world) {
        for (std::size_t i = 0; i < lifts_.size(); ++i) {
          const auto [a, b] = lifts_[i];
          const bool is_at_b = (world >> i & 1) != 0;
          const std::size_t from = is_at_b ? b : a, to = is_at_b ? a : b;
          if (is_reached[world][from] != 0) reach(world ^ (std::size_t{1} << i), to);
          // Down from the higher one onto the plate, or from the plate: always.
          const std::size_t high = heights_[a] > heights_[b] ? a : b;
          if (is_reached[world][high] != 0) reach(world, high == a ? b : a);
        }
      }
    }
    std::vector<std::size_t> states;
    for (std::size_t world = 0; world < worlds; ++world) {
      if (is_reached[world][place] != 0) states.push_back(world);
    }
    return states;
  }

  BoxLevel level;
  std::vector<std::uint32_t> ids;  // of the lifts

 private:
  void AddLift(Vec3 corner, std::size_t a, std::size_t b) {
    corner.z = heights_[a] + (a == 0 ? 0.05 : 0.0);
    const double by = heights_[b] - corner.z;
    ids.push_back(level.AddLift("lift " + std::to_string(ids.size()), corner - Vec3{0, 0, 0.3},
                                corner + Vec3{2, 2, 0}, {{"a", {}}, {"b", {0, 0, by}}}));
    lifts_.emplace_back(a, b);
  }

  const std::size_t count_;
  std::vector<double> heights_;                             // by place
  std::vector<std::pair<std::size_t, std::size_t>> lifts_;  // from place to place
};

void CheckPlatforms(std::uint64_t seed) {
  scenes::Dice dice(seed);
  const TemporaryFolder folder;
  const Platforms platforms(&dice);
  const StoredMap stored = test::SweepAllStates(platforms.level.map, folder.Path() / "lifts.db");
  for (std::size_t place = 1; place <= platforms.count(); ++place) {
    const std::vector<std::size_t> reaching = platforms.StatesThatReach(place);
    std::set<std::set<std::uint32_t>> expected;
    for (const std::size_t state : reaching) {
      const bool is_fewest = std::none_of(reaching.begin(), reaching.end(), [&](std::size_t other) {
        return other != state && (other & state) == other;
      });
      if (!is_fewest) continue;
      std::set<std::uint32_t> moved;
      for (std::size_t i = 0; i < platforms.ids.size(); ++i) {
        if ((state >> i & 1) != 0) moved.insert(platforms.ids[i]);
      }
      expected.insert(moved);
    }
    std::set<std::set<std::uint32_t>> told;
    for (const OpeningSet& set : FindOpens(stored, platforms.Middle(place)).sets) {
      std::set<std::uint32_t> moved;
      for (const StateChoice& change : set.changes) moved.insert(change.entity);
      told.insert(moved);
    }
    INFO("level " << seed << ", place " << place << " of " << platforms.count() << ", "
                  << platforms.ids.size() << " lifts, " << stored.states.size() << " states");
    CHECK(told == expected);
  }
}

TEST_CASE("rides: opens says what brute force over all rides says, on a level of platforms") {
  CheckPlatforms(2);
}

TEST_CASE("rides: opens says what brute force over all rides says, on 40 levels", "[.slow]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) CheckPlatforms(seed);
}

// Ends a sweep after some phases.
class StopAfter final : public SweepListener {
 public:
  explicit StopAfter(std::size_t phases) : left_(phases) {}
  void OnPhase(const GraphChange&, const SweepCounts&) override {}
  bool ShouldStop() override { return left_-- == 0; }

 private:
  std::size_t left_;
};

TEST_CASE("rides: interrupted and gone on with, they end in the same graph") {
  const TemporaryFolder folder;
  const Map map = TwoStops().map;
  const auto whole = folder.Path() / "whole.db";
  const std::uint64_t all_hash = test::SweepAllStates(map, whole).graph_hash;
  // Once more changes nothing.
  for (const char* state : {"lift=down", "lift=up"}) {
    Asked again;
    again.states = {state};
    CHECK(test::Sweep(map, whole, again).progress.graph_hash == all_hash);
  }
  const auto plain = folder.Path() / "plain.db";
  test::Fresh(map, plain);
  Asked up;
  up.states = {"lift=up"};
  const std::uint64_t hash = test::Sweep(map, plain, up).progress.graph_hash;
  for (const std::size_t phases : {1, 5, 9}) {
    const auto db = folder.Path() / ("cut" + std::to_string(phases) + ".db");
    for (const char* state : {"lift=down", "lift=up"}) {
      Asked asked;
      asked.states = {state};
      asked.is_continued = std::string(state) != "lift=down";
      StopAfter stop(phases);
      asked.listener = &stop;
      test::Sweep(map, db, asked);
      asked.is_continued = true;
      asked.listener = nullptr;
      test::Sweep(map, db, asked);
    }
    CHECK(LoadStoredMap(db).graph_hash == hash);
  }
}

TEST_CASE("rides: an edited lift is ridden anew") {
  const TemporaryFolder folder;
  const auto db = folder.Path() / "lift.db";
  BoxLevel level = TwoStops();
  const Map before = level.map;
  test::SweepAllStates(before, db);
  Map after = before;
  for (Entity& entity : after.entities) {
    if (entity.name == "lift") entity.states[1].offset.z = 1.5;  // no longer up to the deck
  }
  test::Sweep(after, db, {});
  Asked up;
  up.states = {"lift=up"};
  CHECK_FALSE(IsReached(test::Sweep(after, db, up).view, kDeck));
  const StoredMap stored = LoadStoredMap(db);
  REQUIRE_FALSE(stored.graph.rides.empty());
  for (const GraphRide& ride : stored.graph.rides) {
    const double by = stored.graph.points[ride.to].foot.z - stored.graph.points[ride.from].foot.z;
    CHECK(std::abs(std::abs(by) - 1.5) < 0.05);
  }
}

}  // namespace
}  // namespace wm
