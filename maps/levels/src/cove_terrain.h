// The cove's ground: bay, beach, meadow, hill, ravine and the ring of cliffs, as a height grid.
//
// A height grid has no holes: the pit and the tunnel are dips in it that boxes line. Pure.
#pragma once

#include "maps/entity.h"
#include "maps/levels/src/cove_plan.h"

namespace wm::cove {

class Ground {
 public:
  Ground();

  const HeightGrid& grid() const { return grid_; }
  Vec3 origin() const { return {-kHalf, -kHalf, 0.0}; }  // of the grid's first corner

  // The height at a place, between the grid's corners; within centimetres of the terrain's surface.
  double At(double x, double y) const;
  // The lowest corner of the cell around a place: nothing rooted there hangs over the ground.
  double LowestAt(double x, double y) const;

 private:
  static constexpr double kHalf = 40.0;  // [m] half the level

  double Corner(double x, double y) const;  // at whole metres, clamped to the grid
  HeightGrid grid_;
};

}  // namespace wm::cove
