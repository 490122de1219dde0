#include "tests/scenes/case_scenes.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace wm::scenes {
namespace {

Scene OnWideFloor() {
  Scene scene;
  scene.Add("floor", FlatFloor(-10.0, 30.0, -20.0, 20.0, 0.0));
  return scene;
}

}  // namespace

Scene DividedFloor(const DividedFloorOptions& options) {
  TriangleMesh mesh = MakeCutFloor({0.0, 20.0, 0.0, 2.0, 0.0, 200, 20});
  if (options.shuffle_seed != 0) mesh = Shuffled(std::move(mesh), options.shuffle_seed);
  if (options.is_unshared) mesh = Unshared(mesh);
  Scene scene;
  scene.Add("floor", std::move(mesh));
  return scene;
}

Scene SingleRiser(double height) {
  Scene scene = OnWideFloor();
  scene.Add("riser", BoxBetween({2.0, -1.0, 0.0}, {4.0, 1.0, height}));
  return scene;
}

Scene Staircase(double rise, int count) {
  Stairs stairs;
  stairs.first_x = 2.0;
  stairs.rise = rise;
  stairs.count = count;
  stairs.end_x = stairs.first_x + stairs.tread * (count - 1) + 2.0;
  Scene scene = OnWideFloor();
  scene.Add("stairs", MakeStairs(stairs));
  return scene;
}

Scene LeaningWall(double lean_deg) {
  const double top_x = 3.0 + 3.0 * std::tan(lean_deg * (std::numbers::pi / 180.0));
  Scene scene = OnWideFloor();
  scene.Add("wall",
            Quad({3.0, 10.0, 0.0}, {3.0, -10.0, 0.0}, {top_x, -10.0, 3.0}, {top_x, 10.0, 3.0}));
  return scene;
}

Scene FloorWithPit(double half_x, double half_y, double depth) {
  Scene scene;
  scene.Add("floor", FrameFloor(0.0, 0.0, 5.0, half_x, half_y, 0.0));
  TriangleMesh pit = FlatFloor(-half_x, half_x, -half_y, half_y, -depth);
  const double x = half_x;
  const double y = half_y;
  Append(&pit, Quad({x, -y, -depth}, {x, y, -depth}, {x, y, 0.0}, {x, -y, 0.0}));
  Append(&pit, Quad({-x, y, -depth}, {-x, -y, -depth}, {-x, -y, 0.0}, {-x, y, 0.0}));
  Append(&pit, Quad({x, y, -depth}, {-x, y, -depth}, {-x, y, 0.0}, {x, y, 0.0}));
  Append(&pit, Quad({-x, -y, -depth}, {x, -y, -depth}, {x, -y, 0.0}, {-x, -y, 0.0}));
  // The pit faces inward: its walls are seen from inside it.
  for (auto& [a, b, c] : pit.triangles) {
    const Vec3 normal = Cross(pit.vertices[b] - pit.vertices[a], pit.vertices[c] - pit.vertices[a]);
    const Vec3 centre = (pit.vertices[a] + pit.vertices[b] + pit.vertices[c]) * (1.0 / 3.0);
    if (Dot(normal, centre - Vec3{0.0, 0.0, 0.5}) > 0.0) std::swap(b, c);
  }
  scene.Add("pit", std::move(pit));
  return scene;
}

Scene TwoFloorsWithGap(const GapOptions& options) {
  const double far_x = 4.0 + options.gap;
  Scene scene;
  scene.Add("near floor", BoxBetween({0.0, -2.0, -options.thickness}, {4.0, 2.0, 0.0}));
  scene.Add("far floor", BoxBetween({far_x, -2.0, -options.thickness}, {10.0, 2.0, 0.0}));
  if (options.has_gap_floor) {
    scene.Add("gap floor",
              BoxBetween({4.0, -2.0, -options.thickness - 1.0}, {far_x, 2.0, options.gap_floor}));
  }
  return scene;
}

Scene GroundBelowTerrace() {
  Scene scene;
  scene.Add("ground", FlatFloor(0.0, 10.0, 0.0, 10.0, 0.0));
  scene.Add("terrace", BoxBetween({10.0, 0.0, 0.0}, {14.0, 10.0, 3.0}));
  return scene;
}

Scene DeckWithTreads(const DeckOptions& options) {
  Scene scene;
  scene.Add("floor", FlatFloor(3.0, 14.0, -5.0, 10.0, 0.0));
  for (int i = 0; i < 5; ++i) {
    const double top = 0.32 * (options.is_right_order ? i + 1 : 5 - i);
    scene.Add("tread", BoxBetween({6.30, 0.4 * i, 0.0}, {8.50, 0.4 * (i + 1), top}));
  }
  scene.Add("deck", BoxBetween({5.60, 2.0, 0.0}, {12.0, 8.0, 1.60}));
  if (options.has_gap) {
    scene.Add("parapet", BoxBetween({5.60, 2.0, 1.60}, {6.5, 2.4, 2.60}));
    scene.Add("parapet", BoxBetween({8.3, 2.0, 1.60}, {12.0, 2.4, 2.60}));
  } else {
    scene.Add("parapet", BoxBetween({5.60, 2.0, 1.60}, {12.0, 2.4, 2.60}));
  }
  return scene;
}

}  // namespace wm::scenes
