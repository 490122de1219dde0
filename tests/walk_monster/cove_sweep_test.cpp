// The bundled level, swept: its contracts hold, nothing leaves it, its pit is the only trap.
#include <filesystem>

#include <catch2/catch.hpp>

#include "walk_monster/contracts.h"
#include "walk_monster/explorer.h"
#include "walk_monster/number_text.h"
#include "walk_monster/regions.h"
#include "walk_monster/session.h"
#include "walk_monster/traps.h"

namespace wm {
namespace {

// The pit's contract box, which holds every point that cannot return.
const Entity& PitOf(const Map& map) {
  for (const Entity& entity : map.entities) {
    if (entity.kind == EntityClass::kContract && entity.name == "pit, floor") return entity;
  }
  FAIL("cove has no contract named 'pit, floor'");
  return map.entities.front();
}

void SweepCove(double spacing, bool probe) {
  SessionOptions options;
  options.overrides.spacing = spacing;
  const Session session(LoadMap(std::filesystem::path(WM_SOURCE_DIR) / "maps/levels/cove"),
                        options);
  SweepOptions sweep;
  sweep.spacing = spacing;
  sweep.probe = probe;
  const std::vector<Vec3> seeds = session.LevelSeeds({});
  const SweepResult result = Explore(session.contexts(), seeds, sweep, nullptr);
  CHECK(result.outcome == SweepOutcome::kComplete);
  CHECK(result.graph.exits.empty());
  CHECK(result.counts.bad_starts == 0);
  for (const ContractResult& contract :
       EvaluateContracts(result.graph, session.map().entities, true)) {
    INFO(LineOf(contract));
    // A coarse sweep may step over a place as small as the low wall's top.
    if (spacing <= 0.5 || contract.kind == ContractKind::kMustNotReach)
      CHECK(contract.verdict == Verdict::kHolds);
  }
  const Regions regions = FindRegions(result.graph);
  const Entity& pit = PitOf(session.map());
  int trapped = 0;
  for (PointId id = 0; id < result.graph.points.size(); ++id) {
    if (regions.of_point[id] == regions.home) continue;
    ++trapped;
    const Vec3 off = result.graph.points[id].foot - pit.position;
    INFO("point " << id << " at " << PlaceText(result.graph.points[id].foot));
    CHECK(std::max(std::abs(off.x), std::abs(off.y)) <= 2.0);
  }
  CHECK(trapped > 0);
  const std::vector<Trap> traps = FindTraps(result.graph);
  REQUIRE(traps.size() == 1);
  CHECK(traps[0].points.size() == static_cast<std::size_t>(trapped));
}

}  // namespace

TEST_CASE("Cove, swept coarsely, reaches nothing that it must not and has one trap", "[cove]") {
  SweepCove(1.5, false);
}
TEST_CASE("Cove keeps its contracts and has one trap", "[cove][.slow]") { SweepCove(0.5, true); }

}  // namespace wm
