#include "maps/src/cell_splitter.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wm {

CellSplitter::CellSplitter(const std::vector<Vec3>& vertices,
                           const std::array<std::uint32_t, 4>& corners)
    : vertices_(vertices) {
  border_ = {{corners[0], kLeft | kBottom},
             {corners[1], kRight | kBottom},
             {corners[2], kRight | kTop},
             {corners[3], kLeft | kTop}};
  triangles_ = {{corners[0], corners[1], corners[2]}, {corners[0], corners[2], corners[3]}};
}

void CellSplitter::Insert(std::uint32_t point, unsigned side) {
  if (side == 0) {
    InsertInside(point);
  } else {
    InsertOnBorder(point, side);
    border_.emplace_back(point, side);
  }
  // Each turn gives the point one more edge.
  for (std::size_t turns = triangles_.size(); turns > 0 && TurnOneEdge(point); --turns) {
  }
}

unsigned CellSplitter::SidesOf(std::uint32_t vertex) const {
  for (const auto& [known, sides] : border_) {
    if (known == vertex) return sides;
  }
  return 0;
}

double CellSplitter::Area(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
  return Cross(vertices_[b] - vertices_[a], vertices_[c] - vertices_[a]).z;
}

// Above 0 where the point lies to the left of the edge.
double CellSplitter::DistanceToEdge(std::uint32_t a, std::uint32_t b, std::uint32_t point) const {
  return Area(a, b, point) / HorizontalLength(vertices_[b] - vertices_[a]);
}

void CellSplitter::InsertOnBorder(std::uint32_t point, unsigned side) {
  const bool is_upright = (side & (kLeft | kRight)) != 0;
  const auto along = [&](std::uint32_t vertex) {
    return is_upright ? vertices_[vertex].y : vertices_[vertex].x;
  };
  for (Corners& t : triangles_) {
    for (std::size_t edge = 0; edge < 3; ++edge) {
      const std::uint32_t a = t[edge];
      const std::uint32_t b = t[(edge + 1) % 3];
      const std::uint32_t c = t[(edge + 2) % 3];
      const bool is_on_side = (SidesOf(a) & SidesOf(b) & side) != 0;
      if (!is_on_side || (along(a) < along(point)) == (along(b) < along(point))) continue;
      t = {a, point, c};
      triangles_.push_back({point, b, c});
      return;
    }
  }
}

void CellSplitter::InsertInside(std::uint32_t point) {
  // Into the triangle that it is deepest in.
  std::size_t best = 0;
  double deepest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    const Corners& t = triangles_[i];
    const double depth =
        std::min({DistanceToEdge(t[0], t[1], point), DistanceToEdge(t[1], t[2], point),
                  DistanceToEdge(t[2], t[0], point)});
    if (depth > deepest) {
      deepest = depth;
      best = i;
    }
  }
  const Corners t = triangles_[best];
  triangles_[best] = {t[0], t[1], point};
  triangles_.push_back({t[1], t[2], point});
  triangles_.push_back({t[2], t[0], point});
}

// Whether `d` lies inside the circle through a, b and c, which run counter-clockwise.
bool CellSplitter::IsInCircle(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                              std::uint32_t d) const {
  const Vec3 p = Horizontal(vertices_[a] - vertices_[d]);
  const Vec3 q = Horizontal(vertices_[b] - vertices_[d]);
  const Vec3 r = Horizontal(vertices_[c] - vertices_[d]);
  return Dot(p, p) * Cross(q, r).z + Dot(q, q) * Cross(r, p).z + Dot(r, r) * Cross(p, q).z > 0.0;
}

// Turns the edge across from `point` in one of its triangles, where that makes better triangles or
// turns over what a point beside its border has turned over.
bool CellSplitter::TurnOneEdge(std::uint32_t point) {
  for (Corners& own : triangles_) {
    for (std::size_t e = 0; e < 3; ++e) {
      if (own[e] != point) continue;
      const std::uint32_t a = own[(e + 1) % 3];
      const std::uint32_t b = own[(e + 2) % 3];
      for (Corners& other : triangles_) {
        for (std::size_t o = 0; o < 3; ++o) {
          if (other[o] != b || other[(o + 1) % 3] != a) continue;
          const std::uint32_t d = other[(o + 2) % 3];
          const bool is_better = Area(point, a, b) <= 0.0 || IsInCircle(point, a, b, d);
          if (!is_better || !(Area(point, a, d) > 0.0) || !(Area(point, d, b) > 0.0)) continue;
          own = {point, a, d};
          other = {point, d, b};
          return true;
        }
      }
    }
  }
  return false;
}

}  // namespace wm
