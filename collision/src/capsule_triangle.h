// Exact geometry of an upright capsule and one triangle, in double: gap and sweep.
//
// The capsule is a vertical segment plus a ball, so capsule against triangle is a point against
// (triangle + vertical segment + ball), a rounded prism. Everything here is relative to the
// capsule's foot; callers subtract it first, which is exact for snapped positions.
#pragma once

#include <optional>

#include "collision/queries.h"
#include "collision/world.h"

namespace wm {

// [of a motion's length] A motion that goes into what it touches by less goes along it: motions are
// rounded to 2^-30 m, and a slide along a surface may point into it by that much.
inline constexpr double kDeepens = 1e-6;

// `t` with `foot` subtracted.
inline Triangle RelativeTo(const Triangle& t, Vec3 foot) {
  return {t.a - foot, t.b - foot, t.c - foot};
}

// Where capsule (foot at the origin) and triangle come nearest; `distance` is negative by the depth
// when they overlap, the way out being the shortest for a capsule that stays upright.
// Contact::point is relative to the foot as well; Contact::triangle is left alone. `unit_normal`:
// of the triangle.
Contact MeasureGap(const Capsule& capsule, const Triangle& t, Vec3 unit_normal);

// MeasureGap of a triangle of the world for a capsule at `foot`, in world coordinates.
Contact ContactOf(const World& world, const Capsule& capsule, Vec3 foot, std::uint32_t triangle);

// Fraction of `motion` at which the capsule, clear of the triangle at the start, first touches it.
std::optional<double> SweepEntry(const Capsule& capsule, const Triangle& t, Vec3 unit_normal,
                                 Vec3 motion);

// SweepEntry, with the rules of Queries::Sweep for a start that touches or overlaps.
std::optional<double> SweepTriangle(const Capsule& capsule, const Triangle& t, Vec3 unit_normal,
                                    Vec3 motion);

// The box of a capsule with its foot at `foot`, and that of its sweep along `motion`.
Box CapsuleBounds(const Capsule& capsule, Vec3 foot, double margin);
Box SweepBounds(const Capsule& capsule, Vec3 foot, Vec3 motion);

}  // namespace wm
