// Where a moving body is between two placements, and where it takes what moves with it.
//
// Its offset goes straight, its orientation turns evenly, the short way round. No sines or cosines:
// halving by normalised means, then a normalised linear step over an arc under a tenth of a degree
// (off by less than 1e-9 rad). Pure functions.
#pragma once

#include <optional>

#include "collision/geometry.h"

namespace wm {

class Motion {
 public:
  // Placements that differ by more than a rotation and a shift (a change of scale) are mixed
  // linearly.
  Motion(const Affine& from, const Affine& to);

  // The placement at `share` of the way, [0, 1]: bit for bit `from` at 0 and `to` at 1.
  Affine At(double share) const;

 private:
  struct Quaternion {
    double w = 1.0, x = 0.0, y = 0.0, z = 0.0;
  };
  enum class Kind { kShift, kTurn, kMix };

  static std::optional<Quaternion> TurnOf(const Affine& rotation);
  static Quaternion Mean(const Quaternion& a, double share_a, const Quaternion& b, double share_b);
  static Affine RotationOf(const Quaternion& q);
  Quaternion TurnAt(double share) const;

  Affine from_;
  Affine to_;
  Kind kind_ = Kind::kShift;
  Quaternion turn_;  // kTurn: of the whole way, w >= 0
};

// world -> body. Empty: the placement flattens the body.
std::optional<Affine> InverseOf(const Affine& placement);

// `second` after `first`.
Affine Composed(const Affine& second, const Affine& first);

// How far a body that goes from one placement to another takes a point that moves with it. A pure
// shift is exact.
Vec3 ShiftOf(const Affine& from, const Affine& to, Vec3 point);

// Everything that a body with these bounds (its own frame) covers on its way, a little generous.
Box SweptBounds(const Affine& from, const Affine& to, const Box& bounds);

bool IsFinite(const Affine& a);
bool SameAxes(const Affine& a, const Affine& b);

}  // namespace wm
