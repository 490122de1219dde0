// One cell of a height grid, cut into triangles that have further points as corners.
//
// Seen from above. Points on the cell's border come first; the cell beside it that is given the
// same points cuts their common border in the same places. Such a point may stand a bit off the
// border.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "collision/vec3.h"

namespace wm {

// Sides of a cell.
inline constexpr unsigned kLeft = 1, kRight = 2, kBottom = 4, kTop = 8;

class CellSplitter {
 public:
  using Corners = std::array<std::uint32_t, 3>;

  // `corners`: counter-clockwise from (left, bottom). `vertices` must outlive the splitter.
  CellSplitter(const std::vector<Vec3>& vertices, const std::array<std::uint32_t, 4>& corners);

  // `side`: the one that the point is on, or 0. Cost: the square of the points so far.
  void Insert(std::uint32_t point, unsigned side);

  // Facing up.
  const std::vector<Corners>& triangles() const { return triangles_; }

 private:
  unsigned SidesOf(std::uint32_t vertex) const;
  double Area(std::uint32_t a, std::uint32_t b, std::uint32_t c) const;
  double DistanceToEdge(std::uint32_t a, std::uint32_t b, std::uint32_t point) const;
  bool IsInCircle(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const;
  void InsertOnBorder(std::uint32_t point, unsigned side);
  void InsertInside(std::uint32_t point);
  bool TurnOneEdge(std::uint32_t point);

  const std::vector<Vec3>& vertices_;
  std::vector<std::pair<std::uint32_t, unsigned>> border_;  // vertices and the sides they are on
  std::vector<Corners> triangles_;
};

}  // namespace wm
