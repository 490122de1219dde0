// The small levels of reported faults that more than one test walks: floors, stairs, walls, pits.
//
// Unbaked: add what else a test wants, then Bake where it is to stand.
#pragma once

#include <cstdint>

#include "tests/scenes/scene.h"

namespace wm::scenes {

// A floor 20 x 2 m at z = 0 in 0.10 m squares: 8,000 triangles.
struct DividedFloorOptions {
  std::uint64_t shuffle_seed = 0;  // 0: in order
  bool is_unshared = false;
};
Scene DividedFloor(const DividedFloorOptions& options = {});

// A wide floor at z = 0 and a box x 2..4, y -1..1 with its top at `height`.
Scene SingleRiser(double height);

// A wide floor at z = 0 and stairs along +x from x = 2, treads 0.30 deep, the last 2 m.
Scene Staircase(double rise, int count);

// A wide floor at z = 0 and a wall of two triangles whose foot is x = 3, y -10..10, 3 m high,
// leaning away from the origin by `lean_deg` (negative: toward it).
Scene LeaningWall(double lean_deg);

// A floor 10 x 10 m at z = 0 around a pit of the given half sizes and depth, centred on (0, 0).
Scene FloorWithPit(double half_x, double half_y, double depth);

// Boxes with their tops at the given heights: x 0..4 and 4 + gap.., z 0, and between them, unless
// `gap_floor` is lower than every box, a floor at that height.
struct GapOptions {
  double gap = 2.0;
  bool has_gap_floor = false;
  double gap_floor = 0.0;
  double thickness = 6.0;  // of all boxes
};
Scene TwoFloorsWithGap(const GapOptions& options);

// Ground x 0..10, y 0..10 at z = 0 beside a terrace x 10..14 at z = 3 with an upright face.
Scene GroundBelowTerrace();

// Five treads of 0.32 up to a deck with its top at 1.60 and a parapet along its edge: in order, or
// the tallest first as the report has them.
struct DeckOptions {
  bool is_right_order = false;
  bool has_gap = false;  // in the parapet
};
Scene DeckWithTreads(const DeckOptions& options);

}  // namespace wm::scenes
