// The slow oracle: distance and entry of an upright capsule against one triangle, by searching.
//
// Shares no code and no method with the back ends: long double, point against triangle by
// projection and edges, golden-section search along the axis (the distance is convex along it) and
// along the motion (convex as well), bisection for the entry.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "collision/queries.h"
#include "collision/world.h"

namespace wm::oracle {

using Real = long double;

struct Point {
  Real x = 0, y = 0, z = 0;
};

inline Point ToPoint(Vec3 v) { return {v.x, v.y, v.z}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Real Dot(Point a, Point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Point Cross(Point a, Point b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Point Along(Point from, Point direction, Real s) {
  return {from.x + direction.x * s, from.y + direction.y * s, from.z + direction.z * s};
}

inline Real DistanceToSegment(Point p, Point a, Point b) {
  const Point edge = b - a;
  const Real square = Dot(edge, edge);
  const Real s = square > 0 ? std::clamp<Real>(Dot(p - a, edge) / square, 0, 1) : 0;
  const Point gap = p - Along(a, edge, s);
  return std::sqrt(Dot(gap, gap));
}

inline Real DistanceToTriangle(Point p, const std::array<Point, 3>& t) {
  Real nearest = std::min({DistanceToSegment(p, t[0], t[1]), DistanceToSegment(p, t[1], t[2]),
                           DistanceToSegment(p, t[2], t[0])});
  const Point normal = Cross(t[1] - t[0], t[2] - t[0]);
  const Real square = Dot(normal, normal);
  if (!(square > 0)) return nearest;
  bool is_over = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const Point edge = t[(i + 1) % 3] - t[i];
    is_over = is_over && Dot(Cross(normal, edge), p - t[i]) >= 0;
  }
  if (is_over) nearest = std::abs(Dot(normal, p - t[0])) / std::sqrt(square);
  return nearest;
}

// The place in [low, high] where a convex function is least.
template <typename Function>
Real ArgMin(Function f, Real low, Real high, int rounds) {
  const Real golden = (std::sqrt(static_cast<Real>(5)) - 1) / 2;
  Real a = high - golden * (high - low);
  Real b = low + golden * (high - low);
  Real at_a = f(a);
  Real at_b = f(b);
  for (int i = 0; i < rounds; ++i) {
    if (at_a <= at_b) {
      high = b;
      b = a;
      at_b = at_a;
      a = high - golden * (high - low);
      at_a = f(a);
    } else {
      low = a;
      a = b;
      at_a = at_b;
      b = low + golden * (high - low);
      at_b = f(b);
    }
  }
  // The ends count: a minimum there is only approached from inside.
  const Real middle = (low + high) / 2;
  Real best = middle;
  for (const Real end : {low, high}) {
    if (f(end) < f(best)) best = end;
  }
  return best;
}

inline constexpr int kAxisRounds = 50;
inline constexpr int kMotionRounds = 34;

// Between the surfaces; negative: overlap, never more than the radius.
inline double SlowDistance(const Capsule& capsule, Vec3 foot, const Triangle& triangle) {
  const std::array<Point, 3> t = {ToPoint(triangle.a), ToPoint(triangle.b), ToPoint(triangle.c)};
  const Point low = Along(ToPoint(foot), {0, 0, 1}, capsule.radius);
  const Real length = static_cast<Real>(capsule.height) - 2 * static_cast<Real>(capsule.radius);
  const auto at = [&](Real s) { return DistanceToTriangle(Along(low, {0, 0, 1}, s), t); };
  Real nearest = std::min(at(0), at(length));
  if (length > 0) nearest = std::min(nearest, at(ArgMin(at, 0, length, kAxisRounds)));
  return static_cast<double>(nearest - static_cast<Real>(capsule.radius));
}

struct Nearest {
  double fraction = 0.0;
  double distance = 0.0;
};

// Where along the motion the capsule comes nearest to the triangle (or deepest into it).
inline Nearest SlowNearest(const Capsule& capsule, Vec3 foot, Vec3 motion,
                           const Triangle& triangle) {
  const auto at = [&](Real s) {
    return static_cast<Real>(
        SlowDistance(capsule, foot + motion * static_cast<double>(s), triangle));
  };
  const double s = static_cast<double>(ArgMin(at, 0, 1, kMotionRounds));
  return {s, static_cast<double>(at(s))};
}

}  // namespace wm::oracle
