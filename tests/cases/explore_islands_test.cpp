// B07, B11, B26, B28: what exploring finds of islands, traps and terraces. Regions and points only;
// what a report makes of them is tested with the findings.
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"
#include "tests/scenes/case_scenes.h"
#include "walk_monster/explorer.h"
#include "walk_monster/regions.h"

namespace wm::cases {
namespace {

struct Explored {
  Graph graph;
  Regions regions;
};

Explored ExploreFrom(const Rig& rig, Vec3 spawn, double spacing) {
  const std::vector<DriveContext> contexts = {rig.Context()};
  const std::vector<Vec3> seeds = {Settled(rig, spawn).foot};
  SweepOptions options;
  options.spacing = spacing;
  SweepResult result = Explore(contexts, seeds, options, nullptr);
  CHECK(result.outcome == SweepOutcome::kComplete);
  Explored explored;
  explored.graph = std::move(result.graph);
  explored.regions = FindRegions(explored.graph);
  return explored;
}

bool IsHome(const Explored& explored, PointId id) {
  return explored.regions.of_point.at(id) == explored.regions.home;
}

// The nearest point to `foot` of about its height; horizontal distance, infinite where none is.
double NearestPoint(const Graph& graph, Vec3 foot) {
  double nearest = HUGE_VAL;
  for (const GraphPoint& point : graph.points) {
    if (std::abs(point.foot.z - foot.z) > 0.05) continue;
    nearest = std::min(nearest, HorizontalLength(point.foot - foot));
  }
  return nearest;
}

void CheckCovers(const Graph& graph, Box area, double spacing) {
  constexpr int kSamples = 50;  // each way
  int uncovered = 0;
  for (int i = 0; i <= kSamples; ++i) {
    for (int j = 0; j <= kSamples; ++j) {
      const double x = area.min.x + (area.max.x - area.min.x) * i / kSamples;
      const double y = area.min.y + (area.max.y - area.min.y) * j / kSamples;
      if (NearestPoint(graph, {x, y, area.min.z}) > 0.9 * spacing) ++uncovered;
    }
  }
  CHECK(uncovered == 0);
}

// (a) a trap 0.60 deep, entered from all sides; (b) 0.30 deep and (c) with a ramp no trap; (d) too
// narrow to enter.
void PitOf(BackendKind backend, Scene scene, bool is_trap, bool is_entered, double depth) {
  scene.Bake();
  const Rig rig(scene.world, backend, CharacterS());
  for (const double spacing : {0.5, 0.25}) {
    INFO("spacing " << spacing);
    const Explored explored = ExploreFrom(rig, {-4.0, -4.0, 0.0}, spacing);
    int in_pit = 0;
    int at_home = 0;
    for (PointId id = 0; id < explored.graph.points.size(); ++id) {
      const Vec3 foot = explored.graph.points[id].foot;
      // The round bottom hangs over a slot or an edge by less than a step.
      if (foot.z > -depth + 0.02) {
        if (foot.z > -0.02) CHECK(IsHome(explored, id));
        continue;
      }
      ++in_pit;
      at_home += IsHome(explored, id);
    }
    CHECK((in_pit > 0) == is_entered);
    if (is_trap) {
      CHECK(at_home == 0);
      bool is_entered_by[4] = {};
      for (const GraphEdge& edge : explored.graph.edges) {
        if (!edge.IsDrop()) continue;
        CHECK(edge.IsOneWay());
        const Vec3 a = explored.graph.points[edge.a].foot;
        const Vec3 b = explored.graph.points[edge.b].foot;
        if (std::min(a.z, b.z) > -depth + 0.02 || a.z < -5.0 || b.z < -5.0) continue;
        CHECK(edge.drop_m == Approx(depth).margin(0.05));
        const Vec3 rim = a.z > b.z ? a : b;
        if (rim.x < -0.7) is_entered_by[0] = true;
        if (rim.x > 0.7) is_entered_by[1] = true;
        if (rim.y < -0.7) is_entered_by[2] = true;
        if (rim.y > 0.7) is_entered_by[3] = true;
      }
      for (const bool is_entered_here : is_entered_by) CHECK(is_entered_here);
    } else {
      CHECK(at_home == in_pit);
    }
  }
}

void Pits(BackendKind backend) {
  SECTION("(a) 0.60 deep: a trap") {
    PitOf(backend, scenes::FloorWithPit(1.0, 1.0, 0.60), true, true, 0.60);
  }
  SECTION("(b) 0.30 deep: no trap") {
    PitOf(backend, scenes::FloorWithPit(1.0, 1.0, 0.30), false, true, 0.30);
  }
  SECTION("(c) 0.60 deep with a ramp: no trap") {
    Scene scene = scenes::FloorWithPit(1.0, 1.0, 0.60);
    scenes::Ramp ramp{0.0, 30.0, -0.4, 0.4, -0.60, 0.0, 0.0};
    ramp.foot_x = 1.0 - ramp.TopX();
    scene.Add("ramp", scenes::MakeRamp(ramp));
    PitOf(backend, std::move(scene), false, true, 0.60);
  }
  SECTION("(d) 0.50 wide: no entry") {
    PitOf(backend, scenes::FloorWithPit(0.25, 0.25, 0.60), false, false, 0.60);
    PitOf(backend, scenes::FloorWithPit(1.0, 0.25, 0.60), false, false, 0.60);
  }
}

void Pyramid(BackendKind backend) {
  const double mouth_z = 2.0 * std::sqrt(3.0);
  Scene scene;
  scene.Add("pit", scenes::InvertedPyramid(60.0, 2.0, 3.0));
  scene.Bake();
  const Rig rig(scene.world, backend, CharacterS());
  const Explored explored = ExploreFrom(rig, {4.0, 4.0, mouth_z}, 0.5);
  int trapped = 0;
  for (PointId id = 0; id < explored.graph.points.size(); ++id) {
    const Vec3 foot = explored.graph.points[id].foot;
    if (foot.z > 1.0) continue;
    ++trapped;
    CHECK_FALSE(IsHome(explored, id));
    CHECK(HorizontalLength(foot) <= 0.3);
  }
  CHECK(trapped >= 1);
  // From the bottom nobody gets back to the rim.
  const Explored inside = ExploreFrom(rig, {0.0, 0.0, 0.31}, 0.5);
  for (const GraphPoint& point : inside.graph.points) CHECK(point.foot.z < 1.0);
}

void Terrace(BackendKind backend) {
  Scene scene = scenes::GroundBelowTerrace();
  scene.Bake();
  const Rig rig(scene.world, backend, CharacterS());
  const Box ground{{0.30, 0.30, 0.0}, {9.70, 9.70, 0.0}};
  const Box top{{10.0, 0.0, 3.0}, {14.0, 10.0, 3.0}};
  for (const double cell : {1.0, 0.25}) {
    INFO("cell " << cell);
    const Explored from_ground = ExploreFrom(rig, {5.0, 5.0, 0.0}, cell);
    CheckCovers(from_ground.graph, ground, cell);
    for (PointId id = 0; id < from_ground.graph.points.size(); ++id) {
      CHECK(from_ground.graph.points[id].foot.z < 0.02);
      CHECK(IsHome(from_ground, id));
    }

    const Explored from_terrace = ExploreFrom(rig, {12.0, 5.0, 3.0}, cell);
    CheckCovers(from_terrace.graph, top, cell);
    CheckCovers(from_terrace.graph, ground, cell);
    // Along the whole edge: a drop of 3 m, one way.
    std::vector<bool> has_drop(9, false);
    for (const GraphEdge& edge : from_terrace.graph.edges) {
      const Vec3 a = from_terrace.graph.points[edge.a].foot;
      const Vec3 b = from_terrace.graph.points[edge.b].foot;
      if (std::abs(a.z - b.z) < 2.0) continue;
      CHECK(edge.IsDrop());
      CHECK(edge.IsOneWay());
      // From support to support, also where the foot hangs over the edge of the ground's ends.
      CHECK(edge.drop_m == Approx(3.0).margin(0.01));
      const Vec3 upper = a.z > b.z ? a : b;
      const auto bin = static_cast<int>(std::floor(upper.y - 0.5));
      if (bin >= 0 && bin < 9) has_drop[static_cast<std::size_t>(bin)] = true;
    }
    for (const bool has_drop_here : has_drop) CHECK(has_drop_here);
  }
}

// B07: the deck is an island unless the stairs are the right way round and the parapet has a gap.
void Deck(BackendKind backend) {
  for (const bool is_right_order : {false, true}) {
    for (const bool has_gap : {false, true}) {
      INFO("right order " << is_right_order << ", gap " << has_gap);
      PlayerConfig config = CharacterS();
      config.step = 0.34;
      Scene scene = scenes::DeckWithTreads({is_right_order, has_gap});
      scene.Bake();
      const Rig rig(scene.world, backend, config);
      const Explored explored = ExploreFrom(rig, {7.4, -2.0, 0.0}, 0.5);
      int on_deck = 0;
      int on_top_tread = 0;
      for (PointId id = 0; id < explored.graph.points.size(); ++id) {
        const Vec3 foot = explored.graph.points[id].foot;
        if (foot.z < 1.55) continue;
        if (foot.y > 2.0) ++on_deck;
        if (foot.y < 2.0) ++on_top_tread;
      }
      CHECK((on_deck > 0) == (is_right_order && has_gap));
      if (is_right_order) CHECK(on_top_tread > 0);
      if (is_right_order && has_gap) {
        CheckCovers(explored.graph, {{5.7, 2.8, 1.60}, {11.9, 7.9, 1.60}}, 0.5);
      }
    }
  }
}

WM_CASE(Pits, "B26 exploring finds the pit that is a trap and no other", "[case][B26]")
WM_CASE(Pyramid, "B11 (b) exploring enters the inverted pyramid and never leaves", "[case][B11]")
WM_CASE(Terrace, "B28 exploring covers ground and terrace at both cell sizes", "[case][B28]")
WM_CASE(Deck, "B07 exploring reaches the deck by the right stairs only", "[case][B07]")

}  // namespace
}  // namespace wm::cases
