// What an exploration promises: the same graph whatever the threads and the order of tiles, open
// ground sampled once, nothing farther than a spacing from a point, doorways found.
#include "walk_monster/explorer.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/scenes/dice.h"
#include "tests/scenes/scene.h"
#include "walk_monster/view.h"
#include "walk_monster/walks.h"

namespace wm {
namespace {

using scenes::BoxBetween;
using scenes::Dice;
using scenes::Placement;
using scenes::Rig;
using scenes::Scene;

constexpr double kHalfRoom = 10.0;  // 20 x 20 m inside

// A closed room, with one free-standing box turned in it, or without.
struct Room {
  Scene scene;
  bool has_box = false;
  double box_x = 0.0, box_y = 0.0, box_half_x = 0.0, box_half_y = 0.0, box_yaw_deg = 0.0;

  // Distance of a place in the room's frame to the nearest wall, the box's included; negative
  // inside.
  double WallDistance(Vec3 p) const {
    double distance = std::min(kHalfRoom - std::abs(p.x), kHalfRoom - std::abs(p.y));
    if (has_box) {
      const auto [sine, cosine] = scenes::SinCosDeg(box_yaw_deg);
      const double dx = p.x - box_x, dy = p.y - box_y;
      const double aside = std::abs(cosine * dx + sine * dy) - box_half_x;
      const double ahead = std::abs(-sine * dx + cosine * dy) - box_half_y;
      const double outside = std::hypot(std::max(0.0, aside), std::max(0.0, ahead));
      distance = std::min(distance, outside > 0.0 ? outside : std::max(aside, ahead));
    }
    return distance;
  }
};

void AddWalls(Scene* scene, double half) {
  const double out = half + 0.3;
  scene->Add("floor", BoxBetween({-out, -out, -1.0}, {out, out, 0.0}));
  scene->Add("wall east", BoxBetween({half, -out, -1.0}, {out, out, 3.0}));
  scene->Add("wall west", BoxBetween({-out, -out, -1.0}, {-half, out, 3.0}));
  scene->Add("wall north", BoxBetween({-out, half, -1.0}, {out, out, 3.0}));
  scene->Add("wall south", BoxBetween({-out, -out, -1.0}, {out, -half, 3.0}));
}

Room RandomRoom(Dice* dice, bool has_box) {
  Room room;
  room.has_box = has_box;
  AddWalls(&room.scene, kHalfRoom);
  if (has_box) {
    room.box_x = dice->Between(-6.0, 6.0);
    room.box_y = dice->Between(-6.0, 6.0);
    room.box_half_x = dice->Between(0.3, 2.0);
    room.box_half_y = dice->Between(0.3, 2.0);
    room.box_yaw_deg = dice->Between(0.0, 360.0);
    TriangleMesh box = BoxBetween({-room.box_half_x, -room.box_half_y, 0.0},
                                  {room.box_half_x, room.box_half_y, 2.0});
    const Affine turned = Placement{room.box_yaw_deg, {room.box_x, room.box_y, 0.0}}.ToAffine();
    for (Vec3& v : box.vertices) v = turned.Point(v);
    room.scene.Add("box", box);
  }
  room.scene.Bake(
      {dice->Between(0.0, 360.0), {dice->Between(-50.0, 50.0), dice->Between(-50.0, 50.0), 0.0}});
  return room;
}

Vec3 RandomSpawn(Dice* dice, const Room& room) {
  for (;;) {
    const Vec3 place{dice->Between(-9.5, 9.5), dice->Between(-9.5, 9.5), 0.0};
    if (room.WallDistance(place) > 0.35) return room.scene.ToWorld(place);
  }
}

SweepResult ExploreFrom(const DriveContext& context, Vec3 spawn, const SweepOptions& options) {
  const auto start = SettleStart(context, spawn, 2.0);
  REQUIRE(start.has_value());
  const Vec3 seeds[] = {start->foot};
  return Explore({&context, 1}, seeds, options, nullptr);
}

// Interior points per spacing^2.
double InteriorDensity(const Room& room, const Graph& graph, double spacing) {
  int interior = 0;
  for (const GraphPoint& point : graph.points) {
    interior += room.WallDistance(room.scene.ToScene(point.foot)) > 1.0;
  }
  constexpr double kCell = 0.05;
  double area = 0.0;
  for (double x = -kHalfRoom + kCell / 2; x < kHalfRoom; x += kCell) {
    for (double y = -kHalfRoom + kCell / 2; y < kHalfRoom; y += kCell) {
      if (room.WallDistance({x, y, 0.0}) > 1.0) area += kCell * kCell;
    }
  }
  return interior * spacing * spacing / area;
}

// How far free places are from the nearest point from which a drive reaches them.
struct SpotCheck {
  int spots = 0;
  int over_40_cm = 0;
  double farthest = 0.0;
};

void CheckSpots(const Room& room, const DriveContext& context, const Graph& graph, int every,
                SpotCheck* check) {
  constexpr double kGrid = 0.05;
  const int across = static_cast<int>(2 * kHalfRoom / kGrid);
  for (int i = 0; i < across * across; i += every) {
    const Vec3 place{-kHalfRoom + kGrid * (i % across), -kHalfRoom + kGrid * (i / across), 0.0};
    if (room.WallDistance(place) < 0.30) continue;
    const Vec3 spot = room.scene.ToWorld(place);
    std::vector<std::pair<double, PointId>> near;
    for (PointId id = 0; id < graph.points.size(); ++id) {
      const double distance = HorizontalLength(graph.points[id].foot - spot);
      if (distance < 1.5) near.push_back({distance, id});
    }
    std::sort(near.begin(), near.end());
    double found = 1.5;
    for (const auto& [distance, id] : near) {
      const DriveResult drive =
          DriveTowardPoint(context, graph.points[id].foot, DriveTarget::Point(spot));
      if (drive.outcome != Outcome::kReached) continue;
      found = distance;
      break;
    }
    ++check->spots;
    check->over_40_cm += found > 0.40;
    check->farthest = std::max(check->farthest, found);
  }
}

void RoomsAreSampledOnce(BackendKind backend, int rooms, int spots_every) {
  Dice dice(20);
  double density_sum = 0.0;
  SpotCheck check;
  for (int i = 0; i < rooms; ++i) {
    INFO("room " << i);
    const Room room = RandomRoom(&dice, i % 2 == 1);
    const Rig rig(room.scene.world, backend, PlayerConfig{});
    const DriveContext context = rig.Context();
    const SweepOptions options;
    const SweepResult result = ExploreFrom(context, RandomSpawn(&dice, room), options);
    REQUIRE(result.outcome == SweepOutcome::kComplete);
    CHECK(result.counts.bad_starts == 0);
    CHECK(result.graph.exits.empty());
    const double density = InteriorDensity(room, result.graph, options.spacing);
    CHECK(density <= 1.15);
    CHECK(density >= 0.90);
    density_sum += density;
    CheckSpots(room, context, result.graph, spots_every, &check);
    CHECK(check.farthest <= 0.45);
  }
  CHECK(density_sum / rooms <= 1.05);
  INFO(check.over_40_cm << " of " << check.spots << " spots over 0.40 m, farthest "
                        << check.farthest);
  CHECK(check.over_40_cm * 1000 <= check.spots);
  WARN("density mean " << density_sum / rooms << ", spots over 0.40 m " << check.over_40_cm
                       << " of " << check.spots << ", farthest " << check.farthest);
}

// Two legs of an L behind a doorway in a wall 0.2 m thick.
struct DoorScene {
  Scene scene;
  bool IsFirstLeg(Vec3 p) const { return p.x > 6.4 && p.x < 9.0; }
  bool IsSecondLeg(Vec3 p) const { return p.x > 9.6; }
};

// The doorway of `width` begins `from` metres along the wall.
DoorScene DoorAt(double from, double width, const Placement& placement) {
  DoorScene door;
  Scene& s = door.scene;
  s.Add("floor", BoxBetween({-0.2, -0.2, -1.0}, {14.2, 6.2, 0.0}));
  s.Add("west", BoxBetween({-0.2, -0.2, 0.0}, {0.0, 6.2, 3.0}));
  s.Add("south", BoxBetween({0.0, -0.2, 0.0}, {14.2, 0.0, 3.0}));
  s.Add("north", BoxBetween({0.0, 6.0, 0.0}, {9.4, 6.2, 3.0}));
  s.Add("jamb south", BoxBetween({6.0, 0.0, 0.0}, {6.2, from, 3.0}));
  s.Add("jamb north", BoxBetween({6.0, from + width, 0.0}, {6.2, 6.0, 3.0}));
  s.Add("leg east", BoxBetween({9.2, 3.0, 0.0}, {9.4, 6.0, 3.0}));
  s.Add("leg north", BoxBetween({9.4, 3.0, 0.0}, {14.2, 3.2, 3.0}));
  s.Add("east", BoxBetween({14.0, 0.0, 0.0}, {14.2, 3.0, 3.0}));
  s.Bake(placement);
  return door;
}

DoorScene RandomDoor(Dice* dice, double width) {
  const double from = dice->Between(0.4, 5.6 - width);
  const double yaw = dice->Between(0.0, 360.0);
  const double x = dice->Between(-20.0, 20.0);
  return DoorAt(from, width, {yaw, {x, dice->Between(-20.0, 20.0), 0.0}});
}

// Whether a sweep finds both legs. `spawn` in the scene's frame.
bool IsFound(const DoorScene& door, BackendKind backend, Vec3 spawn, const SweepOptions& options) {
  const Rig rig(door.scene.world, backend, PlayerConfig{});
  const SweepResult result = ExploreFrom(rig.Context(), door.scene.ToWorld(spawn), options);
  bool first = false, second = false;
  for (const GraphPoint& point : result.graph.points) {
    const Vec3 place = door.scene.ToScene(point.foot);
    first = first || door.IsFirstLeg(place);
    second = second || door.IsSecondLeg(place);
  }
  return first && second;
}

int DoorsFound(BackendKind backend, double width, double spacing, bool probe, int doors) {
  Dice dice(90);
  int found = 0;
  for (int i = 0; i < doors; ++i) {
    const DoorScene door = RandomDoor(&dice, width);
    SweepOptions options;
    options.spacing = spacing;
    options.probe = probe;
    const double x = dice.Between(0.5, 5.5);
    found += IsFound(door, backend, {x, dice.Between(0.5, 5.5), 0.0}, options);
  }
  return found;
}

// A room with a platform to fall from, stairs, a ramp and a pit: every kind of edge.
Scene Playground() {
  Scene scene;
  AddWalls(&scene, 12.0);
  scene.Add("platform", BoxBetween({-4.0, 2.0, 0.0}, {4.0, 8.0, 1.2}));
  scene.Add("stairs", scenes::MakeStairs({-7.0, -4.0, 3.0, 5.0, 0.0, 0.30, 0.5, 4}));
  scenes::Ramp ramp;
  ramp.foot_x = 2.0;
  ramp.angle_deg = 20.0;
  ramp.y0 = -6.0;
  ramp.y1 = -3.0;
  ramp.z1 = 1.0;
  ramp.platform = 2.0;
  scene.Add("ramp", scenes::MakeRamp(ramp));
  scene.Add("pillar", BoxBetween({-6.0, -6.0, 0.0}, {-5.6, -5.6, 2.0}));
  scene.Bake({17.0, {3.0, -5.0, 0.0}});
  return scene;
}

class StopAfter final : public SweepListener {
 public:
  explicit StopAfter(std::uint64_t phases) : phases_(phases) {}
  void OnPhase(const GraphChange& change, const SweepCounts& counts) override {
    counts_ = counts;
    points_ += change.points.size();
  }
  bool ShouldStop() override { return counts_.phases >= phases_; }
  std::uint64_t points() const { return points_; }

 private:
  std::uint64_t phases_;
  std::uint64_t points_ = 0;
  SweepCounts counts_;
};

}  // namespace

TEST_CASE("Open ground is sampled once and nothing is far from a point, brute", "[explorer]") {
  RoomsAreSampledOnce(BackendKind::kBrute, 6, 97);
}
TEST_CASE("Open ground is sampled once and nothing is far from a point, bullet", "[explorer]") {
  RoomsAreSampledOnce(BackendKind::kBullet, 4, 197);
}
TEST_CASE("Open ground is sampled once in 100 rooms with and without a box: brute",
          "[explorer][.slow]") {
  RoomsAreSampledOnce(BackendKind::kBrute, 200, 1);
}
TEST_CASE("Open ground is sampled once in 100 rooms with and without a box: bullet",
          "[explorer][.slow]") {
  RoomsAreSampledOnce(BackendKind::kBullet, 200, 7);
}

TEST_CASE("A doorway of 0.90 m is found without probing", "[explorer]") {
  for (BackendKind backend : {BackendKind::kBrute, BackendKind::kBullet}) {
    CHECK(DoorsFound(backend, 0.90, 0.5, false, 4) == 4);
    CHECK(DoorsFound(backend, 0.90, 1.0, false, 8) == 8);
  }
}
TEST_CASE("A doorway of 0.70 m is found with probing", "[explorer]") {
  for (BackendKind backend : {BackendKind::kBrute, BackendKind::kBullet}) {
    CHECK(DoorsFound(backend, 0.70, 0.5, true, 5) == 5);
  }
}
TEST_CASE("A doorway is found where the points' rows run along its wall", "[explorer]") {
  for (double offset = 0.01; offset < 0.5; offset += 0.06) {
    for (double from : {1.0, 1.17, 1.34}) {
      INFO("rows " << offset << " m before the wall, doorway from " << from);
      const DoorScene door = DoorAt(from, 0.70, {0.0, {3.0, -7.0, 0.0}});
      const Vec3 spawn{5.69 - offset - 2.0, 3.0, 0.0};
      CHECK(IsFound(door, BackendKind::kBrute, spawn, SweepOptions{}));
    }
  }
}
TEST_CASE("Doorways are found in 100 of 100 rotations and offsets", "[explorer][.slow]") {
  for (BackendKind backend : {BackendKind::kBrute, BackendKind::kBullet}) {
    CHECK(DoorsFound(backend, 0.90, 0.5, false, 100) == 100);
    CHECK(DoorsFound(backend, 0.90, 1.0, false, 100) == 100);
    CHECK(DoorsFound(backend, 0.70, 0.5, true, 100) == 100);
  }
}

TEST_CASE("The graph does not depend on threads, order of tiles or chance", "[explorer]") {
  const Scene scene = Playground();
  const Rig rig(scene.world, BackendKind::kBrute, PlayerConfig{});
  const Vec3 spawn = scene.ToWorld({0.0, -8.0, 0.0});
  const SweepOptions options;
  const SweepResult first = ExploreFrom(rig.Context(), spawn, options);
  const std::uint64_t hash = HashGraph(first.graph);
  CHECK(first.graph.points.size() > 1000);
  CHECK(HashGraph(ExploreFrom(rig.Context(), spawn, options).graph) == hash);
  for (std::uint64_t seed : {1u, 2u, 3u}) {
    SweepOptions shuffled = options;
    shuffled.shuffle_seed = seed;
    CHECK(HashGraph(ExploreFrom(rig.Context(), spawn, shuffled).graph) == hash);
  }
  for (std::size_t threads : {2u, 5u}) {
    const std::vector<DriveContext> contexts(threads, rig.Context());
    const Vec3 seeds[] = {SettleStart(rig.Context(), spawn, 2.0)->foot};
    CHECK(HashGraph(Explore(contexts, seeds, options, nullptr).graph) == hash);
  }
}

TEST_CASE("Every edge is driven both ways, and drops are told from one-way passages",
          "[explorer]") {
  const Scene scene = Playground();
  const Rig rig(scene.world, BackendKind::kBrute, PlayerConfig{});
  const SweepResult result =
      ExploreFrom(rig.Context(), scene.ToWorld({0.0, -8.0, 0.0}), SweepOptions{});
  const std::vector<char> holds(result.graph.expansions.size(), 1);
  const Graph graph = ViewOf(result.graph, holds, 0, {});
  REQUIRE(graph.points.size() == result.graph.points.size());
  int drops = 0;
  int one_way = 0;
  for (const GraphEdge& edge : graph.edges) {
    CHECK(edge.a < edge.b);
    CHECK(edge.forward != Way::kUntried);
    CHECK(edge.back != Way::kUntried);
    CHECK((edge.forward == Way::kReached || edge.back == Way::kReached));
    const double climb = graph.points[edge.a].foot.z - graph.points[edge.b].foot.z;
    if (edge.IsDrop()) {
      ++drops;
      CHECK(std::abs(climb) > 0.05);
    } else if (edge.IsOneWay()) {
      ++one_way;
    }
  }
  CHECK(drops > 20);  // the platform's rim
  // Corners of stairs and sides of ramps: down in two steps of the limit, not up in one.
  CHECK(one_way * 100 <= static_cast<int>(graph.edges.size()));
  CHECK(graph.exits.empty());
  CHECK(result.counts.frontier == 0);
}

TEST_CASE("A stored walk can be walked in one go", "[explorer]") {
  const Scene scene = Playground();
  const Rig rig(scene.world, BackendKind::kBrute, PlayerConfig{});
  const SweepResult result =
      ExploreFrom(rig.Context(), scene.ToWorld({0.0, -8.0, 0.0}), SweepOptions{});
  const WalkTree tree = ShortestWalks(result.graph, SourcesOf(result.graph));
  Dice dice(5);
  for (int i = 0; i < 100; ++i) {
    const auto to = static_cast<PointId>(dice.Below(result.graph.points.size()));
    const std::vector<PointId> walk = WalkTo(tree, to);
    INFO("point " << to);
    REQUIRE_FALSE(walk.empty());
    CHECK(ReplayWalk(rig.Context(), result.graph, walk).off_m <= 0.10);
  }
}

TEST_CASE("Budgets and interrupts act between phases", "[explorer]") {
  const Scene scene = Playground();
  const Rig rig(scene.world, BackendKind::kBrute, PlayerConfig{});
  const DriveContext context = rig.Context();
  const Vec3 seeds[] = {SettleStart(context, scene.ToWorld({0.0, -8.0, 0.0}), 2.0)->foot};
  SweepOptions options;
  options.max_points = 300;
  const SweepResult limited = Explore({&context, 1}, seeds, options, nullptr);
  CHECK(limited.outcome == SweepOutcome::kMaxPoints);
  CHECK(limited.graph.points.size() >= 300);
  CHECK(limited.graph.points.size() < 1000);

  StopAfter listener(2);
  const SweepResult stopped = Explore({&context, 1}, seeds, SweepOptions{}, &listener);
  CHECK(stopped.outcome == SweepOutcome::kInterrupted);
  CHECK(stopped.counts.phases == 2);
  CHECK(listener.points() == stopped.graph.points.size());
  CHECK(stopped.counts.frontier > 0);
}

TEST_CASE("The largest surface is the ground, not the tops of walls", "[explorer]") {
  const Scene scene = Playground();
  const Rig rig(scene.world, BackendKind::kBrute, PlayerConfig{});
  const auto foot = FindLargestSurface(rig.Context());
  REQUIRE(foot.has_value());
  CHECK(std::abs(foot->z) < 0.01);
  const Vec3 place = scene.ToScene(*foot);
  CHECK(std::max(std::abs(place.x), std::abs(place.y)) < 12.0);
}

}  // namespace wm
