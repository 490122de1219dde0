// The baselines do what their names say, on the same movement, and end where they are told to.
#include "walk_monster/baselines.h"

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

#include "tests/temporary_folder.h"
#include "tests/walk_monster/box_level.h"
#include "walk_monster/store.h"
#include "walk_monster/sweep.h"
#include "walk_monster/view.h"

namespace wm {
namespace {

using test::BoxLevel;

// 10 x 10 m with a block to go around, a step to climb and a block to fall off.
BoxLevel Yard() {
  BoxLevel level;
  level.AddRoom(5.0);
  level.Add("block", {-1.0, -1.0, 0.0}, {1.0, 1.0, 2.5});
  level.Add("step", {2.0, 2.0, 0.0}, {3.0, 4.0, 0.3});
  level.Add("stage", {3.0, 2.0, 0.0}, {5.0, 4.0, 0.6});
  level.AddSpawn({-3.0, -3.0, 0.0});
  return level;
}

BaselineOptions Options(Strategy strategy, std::uint64_t max_drives = 0) {
  BaselineOptions options;
  options.strategy = strategy;
  options.max_drives = max_drives;
  return options;
}

SweepResult ExploreYard(const BaselineOptions& options) {
  const Session session(Yard().map, SessionOptions{});
  return ExploreBaseline(session.contexts().front(), {session.LevelSeeds({}), {}}, options,
                         nullptr);
}

bool IsSameStorey(Vec3 a, Vec3 b) {
  const PlayerConfig player;
  return std::abs(a.z - b.z) <= player.step + HorizontalLength(a - b) + 1e-9;
}

double NearestPair(const Graph& graph) {
  double nearest = HUGE_VAL;
  for (std::size_t i = 0; i < graph.points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 a = graph.points[i].foot, b = graph.points[j].foot;
      if (IsSameStorey(a, b)) nearest = std::min(nearest, HorizontalLength(a - b));
    }
  }
  return nearest;
}

}  // namespace

TEST_CASE("baselines: the same seed gives the same graph, another seed another") {
  const auto hash = [](const BaselineOptions& options) {
    return HashGraph(ExploreYard(options).graph);
  };
  BaselineOptions rrt = Options(Strategy::kRrt, 2000);
  const std::uint64_t once = hash(rrt);
  CHECK(hash(rrt) == once);
  rrt.drives_a_phase = 17;  // who listens changes nothing
  CHECK(hash(rrt) == once);
  rrt.seed = 2;
  CHECK(hash(rrt) != once);
  const BaselineOptions proximity = Options(Strategy::kProximity);
  CHECK(hash(proximity) == hash(proximity));
}

TEST_CASE("baselines: proximity keeps its distance and ends by itself") {
  for (const double apart : {0.5, 0.7}) {
    BaselineOptions options = Options(Strategy::kProximity);
    options.apart = apart;
    const SweepResult result = ExploreYard(options);
    CHECK(result.outcome == SweepOutcome::kExhausted);
    CHECK(result.counts.drives == 8 * result.counts.points);
    CHECK(result.counts.frontier == 0);
    CHECK(NearestPair(result.graph) >= apart * options.spacing - 1e-9);
    // 88 m2 of feet: at most one point in each disc of half the distance.
    CHECK(result.counts.points > 250);
    CHECK(result.counts.points < (apart < 0.6 ? 1800U : 950U));
  }
}

TEST_CASE("baselines: budgets of drives and points are met exactly, of ticks by one drive") {
  for (const Strategy strategy : {Strategy::kProximity, Strategy::kRrt}) {
    BaselineOptions options = Options(strategy, 777);
    SweepResult result = ExploreYard(options);
    CHECK(result.outcome == SweepOutcome::kMaxDrives);
    CHECK(result.counts.drives == 777);
    const std::uint64_t ticks = result.counts.ticks;
    options.max_drives = 0;
    options.max_ticks = ticks;
    result = ExploreYard(options);
    CHECK(result.outcome == SweepOutcome::kMaxDrives);
    CHECK(result.counts.drives <= 777);
    CHECK(result.counts.ticks >= ticks);
    CHECK(result.counts.ticks < ticks + 200);
    options.max_ticks = 0;
    options.max_points = 50;
    result = ExploreYard(options);
    CHECK(result.outcome == SweepOutcome::kMaxPoints);
    CHECK(result.graph.points.size() == 50);
    CHECK(result.counts.points == 50);
  }
}

TEST_CASE("baselines: every way that was reached is walked again") {
  const Session session(Yard().map, SessionOptions{});
  const DriveContext& context = session.contexts().front();
  for (const Strategy strategy : {Strategy::kProximity, Strategy::kRrt}) {
    const SweepResult result = ExploreYard(Options(strategy, 4000));
    std::size_t walks = 0, missed = 0, drops = 0;
    for (const GraphEdge& edge : result.graph.edges) {
      REQUIRE(edge.a < edge.b);
      REQUIRE(edge.IsTravelled());
      if (edge.IsDrop()) {
        ++drops;
        continue;
      }
      const Vec3 a = result.graph.points[edge.a].foot, b = result.graph.points[edge.b].foot;
      const auto is_missed = [&](Vec3 from, Vec3 to) {
        ++walks;
        return DriveTowardPoint(context, from, DriveTarget::Point(to)).outcome != Outcome::kReached;
      };
      if (edge.forward == Way::kReached) missed += is_missed(a, b);
      if (edge.back == Way::kReached) missed += is_missed(b, a);
    }
    INFO(Name(strategy) << ": " << walks << " walks, " << missed << " missed, " << drops);
    CHECK(walks > 200);
    CHECK(drops > 0);
    CHECK(missed == 0);
  }
}

TEST_CASE("baselines: rrt fills the yard, storeys and all") {
  const SweepResult result = ExploreYard(Options(Strategy::kRrt, 6000));
  for (double x = -4.5; x <= 4.5; x += 1.0) {
    for (double y = -4.5; y <= 4.5; y += 1.0) {
      if (std::abs(x) < 1.3 && std::abs(y) < 1.3) continue;
      double nearest = HUGE_VAL;
      for (const GraphPoint& point : result.graph.points) {
        nearest = std::min(nearest, std::hypot(point.foot.x - x, point.foot.y - y));
      }
      INFO(x << ", " << y);
      CHECK(nearest < 0.5);
    }
  }
  CHECK(NearestPair(result.graph) >= 0.2 * 0.5 - 1e-9);
}

TEST_CASE("baselines: what is stored is what was found, in phases, and is viewed whole") {
  const TemporaryFolder folder;
  for (const Strategy strategy : {Strategy::kProximity, Strategy::kRrt}) {
    const Session session(Yard().map, SessionOptions{});
    SweepJob job;
    job.seeds.spawns = session.LevelSeeds({});
    job.options = SweepOptionsOf(session);
    job.baseline = Options(strategy, 3000);
    job.baseline->drives_a_phase = 100;
    job.db = folder.Path() / (std::string(Name(strategy)) + ".db");
    const std::filesystem::path db = job.db;
    const SweepReport report = RunSweep(session, std::move(job), nullptr);
    const StoredMap stored = LoadStoredMap(db);
    CHECK(stored.run.strategy == Name(strategy));
    CHECK(stored.graph_hash == report.progress.graph_hash);
    CHECK(HashGraph(stored.graph) == HashGraph(report.result.graph));
    const StoredMap view = InState(stored, std::vector<std::string>{});
    CHECK(view.graph.points.size() == stored.graph.points.size());
    CHECK_FALSE(report.judgement.traps.has_value());  // ways back were not driven
    CHECK_THROWS_WITH(
        [&] {
          SessionOptions options;
          TakeOptionsOf(OpenContinuation(db)->known, &options);
        }(),
        Catch::Contains("cannot be gone on with"));
  }
}

TEST_CASE("baselines: ground of a planted seed is kept apart until a walk arrives") {
  BoxLevel level;
  level.AddRoom(3.0);
  level.AddSpawn({-2.0, 0.0, 0.0});
  const Session session(level.map, SessionOptions{});
  const SweepSeeds seeds{session.LevelSeeds({}), {session.SettleSpawn({2.0, 0.0, 0.0}, "plant")}};
  BaselineOptions options = Options(Strategy::kProximity);
  const SweepResult result = ExploreBaseline(session.contexts().front(), seeds, options, nullptr);
  CHECK(result.graph.seeds.size() == 2);
  const Graph view =
      ViewOf(result.graph, std::vector<char>(result.graph.expansions.size(), 1), 0, {});
  REQUIRE(view.points.size() == result.graph.points.size());
  for (std::size_t id = 0; id < view.points.size(); ++id) {
    CHECK(view.points[id].from_spawn == result.graph.points[id].from_spawn);
  }
}

}  // namespace wm
