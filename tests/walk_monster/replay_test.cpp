// Stored walks, walked again from the spawn in one continuous movement state.
#include <filesystem>

#include <catch2/catch.hpp>

#include "tests/scenes/dice.h"
#include "walk_monster/explorer.h"
#include "walk_monster/number_text.h"
#include "walk_monster/session.h"
#include "walk_monster/walks.h"

namespace wm {
namespace {

void WalksArrive(const std::filesystem::path& level, int walks) {
  if (!std::filesystem::exists(level)) {
    WARN("skipped: " << level << " is absent");
    SUCCEED();
    return;
  }
  const Session session(LoadMap(level), SessionOptions{});
  const std::vector<Vec3> seeds = session.LevelSeeds({});
  SweepOptions options;
  options.spacing = session.spacing();
  const SweepResult result = Explore(session.contexts(), seeds, options, nullptr);
  REQUIRE(result.outcome == SweepOutcome::kComplete);
  const WalkTree tree = ShortestWalks(result.graph, SourcesOf(result.graph));
  scenes::Dice dice(1000);
  int off = 0;
  double farthest = 0.0;
  for (int i = 0; i < walks; ++i) {
    const auto to = static_cast<PointId>(dice.Below(result.graph.points.size()));
    const std::vector<PointId> walk = WalkTo(tree, to);
    REQUIRE_FALSE(walk.empty());
    const Replay replay = ReplayWalk(session.contexts().front(), result.graph, walk);
    farthest = std::max(farthest, replay.off_m);
    if (replay.off_m <= 0.10) continue;
    ++off;
    const Vec3 foot = result.graph.points[to].foot;
    WARN("point " << to << " at " << PlaceText(foot) << ": ended " << replay.off_m
                  << " m off, after " << replay.legs_missed << " of " << walk.size()
                  << " legs missed");
  }
  WARN(level.filename() << ": " << walks << " walks, farthest " << farthest << " m off");
  CHECK(off == 0);
}

}  // namespace

TEST_CASE("Walks to 1,000 points of cove arrive", "[replay][.slow]") {
  WalksArrive(std::filesystem::path(WM_SOURCE_DIR) / "maps/levels/cove", 1000);
}
TEST_CASE("Walks to 1,000 points of nav_test arrive", "[replay][.slow]") {
  WalksArrive(std::filesystem::path(WM_SHARED_DIR) / "data/nav_test.obj", 1000);
}

}  // namespace wm
