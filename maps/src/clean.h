// Makes a mesh fit for collision: no triangle without an area, no number that is none, no double.
//
// Never moves a vertex. Deterministic: what is kept stays in its order.
#pragma once

#include <cstddef>
#include <string>

#include "collision/geometry.h"

namespace wm {

struct CleanCounts {
  std::size_t same_point = 0;  // two corners at one place
  std::size_t on_a_line = 0;   // three corners on a line
  std::size_t needle = 0;      // lower than kMinTriangleHeight
  std::size_t not_a_number = 0;
  std::size_t out_of_range = 0;  // beyond kMaxCoordinate
  std::size_t duplicate = 0;     // of a triangle that is kept
  std::size_t turned_over = 0;   // a duplicate that faces the other way
  std::size_t welded = 0;        // vertices at the place of another

  std::size_t Dropped() const {
    return same_point + on_a_line + needle + not_a_number + out_of_range + duplicate + turned_over;
  }
};

// "2 same point, 1 on a line": the reasons that occurred.
std::string Describe(const CleanCounts& counts);

// Drops and counts bad triangles, welds vertices at the very same place, drops unused ones. Of a
// triangle and its turned-over twin the one that faces up stays. `scale`: the largest by which the
// mesh is placed; thresholds are for what it becomes.
void CleanMesh(TriangleMesh* mesh, double scale, CleanCounts* counts);

}  // namespace wm
