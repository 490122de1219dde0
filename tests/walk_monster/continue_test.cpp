// A map goes on: what is kept after a kill, a door, an edit, a denser region; and that the end is
// that of a fresh sweep.
#include <filesystem>
#include <random>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "tests/scenes/dice.h"
#include "tests/temporary_folder.h"
#include "tests/walk_monster/box_level.h"
#include "tests/walk_monster/sweep_support.h"
#include "walk_monster/sweep.h"
#include "walk_monster/view.h"

namespace wm {
namespace {

namespace fs = std::filesystem;
using scenes::Dice;
using test::Asked;
using test::BoxLevel;
using test::DifferenceFrom;
using test::Everywhere;
using test::Fresh;
using test::GroundDifference;
using test::Sweep;

// A kill, as far as the process that goes on can tell.
struct Killed : std::runtime_error {
  Killed() : std::runtime_error("killed") {}
};

class Killer final : public SweepListener {
 public:
  explicit Killer(int phases) : phases_left_(phases) {}
  void OnPhase(const GraphChange&, const SweepCounts&) override {
    if (phases_left_-- == 0) throw Killed();
  }

 private:
  int phases_left_;
};

// Sweeps, killed every few phases, until nobody kills it any more.
SweepReport SweepWithKills(const Map& map, const fs::path& db, Asked asked, Dice* dice) {
  for (;;) {
    Killer killer(static_cast<int>(dice->Below(6)));
    asked.listener = &killer;
    try {
      return Sweep(map, db, asked);
    } catch (const Killed&) {
      asked.is_continued = true;
    }
  }
}

void CheckSameGround(const Graph& a, const Graph& b, const Box& within = Everywhere()) {
  for (const auto& [from, to] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    const GroundDifference difference = DifferenceFrom(*from, *to, within);
    INFO(difference.over_40_cm << " of " << difference.points << " points over 0.40 m, farthest "
                               << difference.farthest_m << " at " << difference.where.x << ","
                               << difference.where.y << "," << difference.where.z);
    CHECK(difference.points > 0);
    CHECK(difference.IsSame());
  }
}

// A room with a chamber in its east that a door closes, and a box in the west.
struct House {
  BoxLevel level;
  std::uint32_t door = 0, crate = 0;

  House() {
    level.AddRoom(7.0);
    level.Add("wall south of the door", {3.0, -7.0, 0.0}, {3.3, -0.6, 3.0});
    level.Add("wall north of the door", {3.0, 0.6, 0.0}, {3.3, 7.0, 3.0});
    door = level.AddDoor("hut door", {3.05, -0.6, 0.0}, {3.25, 0.6, 2.2}, {0.0, 1.2, 0.0});
    crate = level.Add("crate", {-4.0, -1.0, 0.0}, {-2.5, 1.0, 1.5});
    level.AddSpawn({0.0, -3.0, 0.0});
  }
};

constexpr double kDoorX = 3.3;  // behind it, the chamber

std::size_t PointsBehind(const Graph& graph, double x) {
  return static_cast<std::size_t>(std::count_if(graph.points.begin(), graph.points.end(),
                                                [x](const GraphPoint& p) { return p.foot.x > x; }));
}

TEST_CASE("continue: killed after any phase and gone on with, a sweep ends in the same graph") {
  const TemporaryFolder folder;
  const House house;
  const SweepReport whole = Fresh(house.level.map, folder.Path() / "whole.db");
  Dice dice(1);
  for (int i = 0; i < 5; ++i) {
    Asked asked;
    asked.is_continued = false;
    const fs::path db = folder.Path() / "killed.db";
    const SweepReport report = SweepWithKills(house.level.map, db, asked, &dice);
    CHECK(HashText(report.progress.graph_hash) == HashText(whole.progress.graph_hash));
    CHECK(report.progress.drives == whole.progress.drives);
    CHECK(report.result.counts.redriven == 0);
    CHECK(LoadStoredMap(db).graph_hash == whole.progress.graph_hash);
  }
}

TEST_CASE("continue: a complete map that nothing was asked of stays as it is") {
  const TemporaryFolder folder;
  const fs::path db = folder.Path() / "map.db";
  const House house;
  const SweepReport first = Fresh(house.level.map, db);
  const SweepReport again = Sweep(house.level.map, db, {});
  CHECK(again.progress.graph_hash == first.progress.graph_hash);
  CHECK(again.progress.drives == first.progress.drives);
  CHECK(again.progress.outcome == "complete");
}

TEST_CASE("continue: a door is opened, and both worlds can be asked for") {
  const TemporaryFolder folder;
  const fs::path db = folder.Path() / "map.db";
  const House house;
  const Map& map = house.level.map;
  const SweepReport closed = Fresh(map, db);
  REQUIRE(PointsBehind(closed.view, kDoorX) == 0);

  Asked open;
  open.states = {"hut door=open"};
  const SweepReport opened = Sweep(map, db, open);
  const SweepReport fresh = Fresh(map, folder.Path() / "fresh.db", open.states);
  CHECK(PointsBehind(opened.view, kDoorX) > 100);
  CHECK(opened.result.counts.redriven > 0);
  CHECK(opened.result.counts.redriven * 12 < closed.view.points.size());
  CheckSameGround(opened.view, fresh.view);

  const StoredMap stored = LoadStoredMap(db);
  const auto in_state = [&](const std::string& word) {
    return InState(stored, std::vector<std::string>{word}).graph;
  };
  CheckSameGround(in_state("initial"), closed.view);
  CHECK(PointsBehind(in_state("hut door=closed"), kDoorX) == 0);
  CHECK(HashGraph(in_state(std::to_string(house.door) + "=open")) == HashGraph(opened.view));

  // Back again: everything about the closed door is known.
  Asked close;
  close.states = {"initial"};
  const SweepReport back = Sweep(map, db, close);
  CHECK(PointsBehind(back.view, kDoorX) == 0);
  CHECK(back.result.counts.redriven <= 2);
  CheckSameGround(back.view, closed.view);

  // And killed on the way, the same.
  const SweepReport whole = Fresh(map, db);
  Dice dice(2);
  const SweepReport killed = SweepWithKills(map, db, open, &dice);
  CHECK(HashText(killed.progress.graph_hash) == HashText(opened.progress.graph_hash));
}

TEST_CASE("continue: what a closing door shuts off is no longer reached") {
  const TemporaryFolder folder;
  const fs::path db = folder.Path() / "map.db";
  const House house;
  const Map& map = house.level.map;
  Fresh(map, db, {"hut door=open"});
  Asked close;
  close.states = {"initial"};
  const SweepReport closed = Sweep(map, db, close);
  CHECK(PointsBehind(closed.view, kDoorX) == 0);
  CheckSameGround(closed.view, Fresh(map, folder.Path() / "fresh.db").view);
}

TEST_CASE("continue: planted ground is kept apart until a walk from a spawn arrives") {
  const TemporaryFolder folder;
  const fs::path db = folder.Path() / "map.db";
  const House house;
  const Map& map = house.level.map;
  Fresh(map, db);
  Asked plant;
  plant.plants = {{5.0, 3.0, 0.0}};
  const SweepReport planted = Sweep(map, db, plant);
  CHECK(PointsBehind(planted.view, kDoorX) > 100);
  for (const GraphPoint& point : planted.view.points) {
    REQUIRE(point.from_spawn == (point.foot.x < kDoorX));
  }
  Asked open = plant;
  open.states = {"hut door=open"};
  const SweepReport opened = Sweep(map, db, open);
  CHECK(PointsBehind(opened.view, kDoorX) > 100);
  for (const GraphPoint& point : opened.view.points) REQUIRE(point.from_spawn);
  CHECK(opened.result.counts.redriven * 6 < planted.view.points.size());
}

TEST_CASE("continue: a region is sampled more densely, once") {
  const TemporaryFolder folder;
  const fs::path db = folder.Path() / "map.db";
  const House house;
  const Map& map = house.level.map;
  const SweepReport coarse = Fresh(map, db);
  const DensityArea area{{{-3.0, -6.0, -1.0}, {0.0, -2.0, 1.0}}, {0.25, 8}};
  Asked dense;
  dense.areas = {area};
  const SweepReport denser = Sweep(map, db, dense);
  std::size_t before = 0, after = 0;
  for (const GraphPoint& p : coarse.view.points) before += area.box.Contains(p.foot);
  for (const GraphPoint& p : denser.view.points) after += area.box.Contains(p.foot);
  CHECK(after > 3 * before);
  CHECK(after < 6 * before);
  CHECK(denser.result.counts.redriven < coarse.view.points.size() / 5);
  const std::size_t outside_before = coarse.view.points.size() - before;
  const std::size_t outside_after = denser.view.points.size() - after;
  CHECK(outside_after <= outside_before + outside_before / 20);
  CHECK(SweepOptionsOf(LoadStoredMap(db)).areas == std::vector<DensityArea>{area});
  const SweepReport again = Sweep(map, db, {});
  CHECK(again.progress.graph_hash == denser.progress.graph_hash);
}

TEST_CASE("continue: edited boxes, one after the other, as in a fresh sweep") {
  const TemporaryFolder folder;
  const fs::path db = folder.Path() / "map.db";
  BoxLevel level;
  level.AddRoom(12.0);
  Dice dice(5);
  std::vector<std::uint32_t> boxes;
  for (int i = 0; i < 8; ++i) {
    const Vec3 at{dice.Between(-10.0, 10.0), dice.Between(-10.0, 10.0), 0.0};
    const Vec3 size{dice.Between(0.4, 2.5), dice.Between(0.4, 2.5), dice.Between(0.2, 2.0)};
    boxes.push_back(level.Add("box", at, at + size));
  }
  level.AddSpawn({11.5, 11.5, 0.0});
  Fresh(level.map, db);
  for (int i = 0; i < 5; ++i) {
    const std::uint32_t box = boxes[dice.Below(boxes.size())];
    if (dice.OneIn(4)) {
      level.Remove(box);
    } else {
      level.Move(box, {dice.Between(-2.0, 2.0), dice.Between(-2.0, 2.0), dice.Between(-0.3, 0.3)});
    }
    const SweepReport edited = Sweep(level.map, db, {});
    const SweepReport fresh = Fresh(level.map, folder.Path() / "fresh.db");
    INFO("edit " << i);
    CHECK(edited.result.counts.redriven < edited.view.points.size() / 4);
    CheckSameGround(edited.view, fresh.view);
    CHECK(LoadStoredMap(db).graph_hash == edited.progress.graph_hash);
  }
}

TEST_CASE("continue: another player, movement or map is refused in a line") {
  const TemporaryFolder folder;
  const fs::path db = folder.Path() / "map.db";
  const House house;
  Fresh(house.level.map, db);
  const StoredMap known = LoadStoredMap(db);
  const auto refused = [&](auto change) {
    SessionOptions options;
    change(&options);
    try {
      TakeOptionsOf(known, &options);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK(refused([](SessionOptions* o) { o->overrides.radius = 0.3; }) == "no error");
  CHECK(refused([](SessionOptions* o) {
          o->overrides.radius = 0.4;
        }).starts_with("--radius: the map"));
  CHECK(refused([](SessionOptions* o) {
          o->overrides.tick_hz = 50;
        }).starts_with("--tick-hz: the map"));
  CHECK(refused([](SessionOptions* o) {
          o->overrides.mover = "bullet_character";
        }).starts_with("--mover: the map was made with walker"));
  CHECK(
      refused([](SessionOptions* o) { o->overrides.backend = "brute"; }).starts_with("--backend"));
  CHECK_THROWS_AS(OpenContinuation(folder.Path() / "none.db"), InputError);
}

// The shares of points within an area that a run expanded again.
void CheckFew(const SweepReport& report, std::size_t old_points) {
  INFO(report.result.counts.redriven << " of " << old_points << " points expanded again");
  CHECK(report.result.counts.redriven * 20 <= old_points);
}

TEST_CASE("continue: cove, with its hut opened, a box moved, a part denser", "[.slow]") {
  const TemporaryFolder folder;
  const fs::path db = folder.Path() / "map.db";
  Map map = LoadMap(fs::path(WM_SOURCE_DIR) / "maps/levels/cove");
  const SweepReport closed = Fresh(map, db);
  const std::size_t old_points = closed.view.points.size();

  Asked open;
  open.states = {"hut door=open"};
  const SweepReport opened = Sweep(map, db, open);
  CheckFew(opened, old_points);
  CheckSameGround(opened.view, Fresh(map, folder.Path() / "fresh.db", open.states).view);

  Asked close;
  close.states = {"initial"};
  Sweep(map, db, close);
  // 4 % of its 3,800 m2.
  const DensityArea area{{{-2.0, -8.0, -2.0}, {10.35, 4.35, 4.0}}, {0.25, 8}};
  Asked dense;
  dense.areas = {area};
  const SweepReport denser = Sweep(map, db, dense);
  CheckFew(denser, old_points);
  SessionOptions fine;
  fine.overrides.spacing = 0.25;
  const Session session(map, fine);
  SweepJob job;
  job.options = SweepOptionsOf(session);
  job.seeds.spawns = session.LevelSeeds({});
  CheckSameGround(denser.view, RunSweep(session, std::move(job), nullptr).view, area.box);

  const fs::path edited_db = folder.Path() / "edited.db";
  Fresh(map, edited_db);
  std::size_t moved = 0;
  for (std::size_t i = 0; i < map.bodies.size() && moved == 0; ++i) {
    const Entity& entity =
        *std::find_if(map.entities.begin(), map.entities.end(),
                      [&](const Entity& e) { return e.id == map.bodies[i].entity; });
    if (entity.kind != EntityClass::kBox || entity.size.x > 2.0 || entity.size.y > 2.0) continue;
    map.bodies[i].placement.origin += {1.3, 0.4, 0.0};
    ++moved;
  }
  REQUIRE(moved == 1);
  const SweepReport edited = Sweep(map, edited_db, {});
  CHECK(edited.result.counts.redriven > 0);
  CheckFew(edited, old_points);
  CheckSameGround(edited.view, Fresh(map, folder.Path() / "fresh.db").view);
}

TEST_CASE("continue: 20 edits of a level of 150 x 150 m with 300 boxes", "[.slow]") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const TemporaryFolder folder;
    const fs::path db = folder.Path() / "map.db";
    BoxLevel level;
    level.AddRoom(75.0);
    Dice dice(seed);
    std::vector<std::uint32_t> boxes;
    for (int i = 0; i < 300; ++i) {
      const Vec3 at{dice.Between(-73.0, 71.0), dice.Between(-73.0, 71.0), 0.0};
      const Vec3 size{dice.Between(0.3, 4.0), dice.Between(0.3, 4.0), dice.Between(0.1, 3.0)};
      boxes.push_back(level.Add("box", at, at + size));
    }
    level.AddSpawn({74.5, 74.5, 0.0});
    const SweepReport before = Fresh(level.map, db);
    for (int i = 0; i < 20; ++i) {
      const std::uint32_t box = boxes[dice.Below(boxes.size())];
      level.Move(box, {dice.Between(-5.0, 5.0), dice.Between(-5.0, 5.0), dice.Between(-0.5, 0.5)});
    }
    const SweepReport edited = Sweep(level.map, db, {});
    INFO("seed " << seed);
    CheckFew(edited, before.view.points.size());
    CheckSameGround(edited.view, Fresh(level.map, folder.Path() / "fresh.db").view);
  }
}

}  // namespace
}  // namespace wm
