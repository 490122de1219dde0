#include "collision/motion.h"

#include <cmath>

namespace wm {
namespace {

// Halvings before the linear step.
constexpr int kHalvings = 12;
// How far from orthonormal the axes of a rotation may be.
constexpr double kRotationSlack = 1e-6;

bool IsRotation(const Affine& a) {
  const auto is_unit = [](Vec3 v) { return std::abs(Dot(v, v) - 1.0) < kRotationSlack; };
  const auto is_square = [](Vec3 v, Vec3 w) { return std::abs(Dot(v, w)) < kRotationSlack; };
  return is_unit(a.x_axis) && is_unit(a.y_axis) && is_unit(a.z_axis) &&
         is_square(a.x_axis, a.y_axis) && is_square(a.y_axis, a.z_axis) &&
         is_square(a.z_axis, a.x_axis) && !a.IsMirror();
}

Vec3 Mix(Vec3 a, Vec3 b, double share) { return a + (b - a) * share; }

}  // namespace

Motion::Motion(const Affine& from, const Affine& to) : from_(from), to_(to) {
  if (SameAxes(from, to)) return;
  kind_ = Kind::kMix;
  const auto inverse = InverseOf(from);
  if (!inverse) return;
  const auto turn = TurnOf(Composed(to, *inverse));
  if (!turn) return;
  kind_ = Kind::kTurn;
  turn_ = *turn;
}

Affine Motion::At(double share) const {
  if (!(share > 0.0)) return from_;
  if (share >= 1.0) return to_;
  Affine at = from_;
  if (kind_ == Kind::kTurn) {
    at = Composed(RotationOf(TurnAt(share)), from_);
  } else if (kind_ == Kind::kMix) {
    at.x_axis = Mix(from_.x_axis, to_.x_axis, share);
    at.y_axis = Mix(from_.y_axis, to_.y_axis, share);
    at.z_axis = Mix(from_.z_axis, to_.z_axis, share);
  }
  const Vec3 start = Snap(from_.origin);
  at.origin = start + Snap((Snap(to_.origin) - start) * share);
  return at;
}

// Source: Shepperd, Quaternion from Rotation Matrix, 1978.
std::optional<Motion::Quaternion> Motion::TurnOf(const Affine& r) {
  if (!IsRotation(r)) return std::nullopt;
  const double xx = r.x_axis.x, yy = r.y_axis.y, zz = r.z_axis.z;
  Quaternion q{1.0 + xx + yy + zz, r.y_axis.z - r.z_axis.y, r.z_axis.x - r.x_axis.z,
               r.x_axis.y - r.y_axis.x};
  double largest = q.w;
  const auto offer = [&](double square, const Quaternion& other) {
    if (square > largest) {
      largest = square;
      q = other;
    }
  };
  const double xy = r.y_axis.x + r.x_axis.y;
  const double yz = r.z_axis.y + r.y_axis.z;
  const double zx = r.x_axis.z + r.z_axis.x;
  const double wx = r.y_axis.z - r.z_axis.y;
  const double wy = r.z_axis.x - r.x_axis.z;
  const double wz = r.x_axis.y - r.y_axis.x;
  offer(1.0 + xx - yy - zz, {wx, 1.0 + xx - yy - zz, xy, zx});
  offer(1.0 - xx + yy - zz, {wy, xy, 1.0 - xx + yy - zz, yz});
  offer(1.0 - xx - yy + zz, {wz, zx, yz, 1.0 - xx - yy + zz});
  const double sign = q.w < 0.0 ? -1.0 : 1.0;  // the short way round
  return Mean(q, sign, {}, 0.0);
}

Motion::Quaternion Motion::Mean(const Quaternion& a, double share_a, const Quaternion& b,
                                double share_b) {
  const Quaternion sum{a.w * share_a + b.w * share_b, a.x * share_a + b.x * share_b,
                       a.y * share_a + b.y * share_b, a.z * share_a + b.z * share_b};
  const double scale =
      1.0 / std::sqrt(sum.w * sum.w + sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
  return {sum.w * scale, sum.x * scale, sum.y * scale, sum.z * scale};
}

Affine Motion::RotationOf(const Quaternion& q) {
  Affine r;
  r.x_axis = {1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y + q.w * q.z),
              2.0 * (q.x * q.z - q.w * q.y)};
  r.y_axis = {2.0 * (q.x * q.y - q.w * q.z), 1.0 - 2.0 * (q.x * q.x + q.z * q.z),
              2.0 * (q.y * q.z + q.w * q.x)};
  r.z_axis = {2.0 * (q.x * q.z + q.w * q.y), 2.0 * (q.y * q.z - q.w * q.x),
              1.0 - 2.0 * (q.x * q.x + q.y * q.y)};
  return r;
}

Motion::Quaternion Motion::TurnAt(double share) const {
  Quaternion low;
  Quaternion high = turn_;
  for (int i = 0; i < kHalvings; ++i) {
    const Quaternion middle = Mean(low, 1.0, high, 1.0);
    share *= 2.0;
    if (share < 1.0) {
      high = middle;
    } else {
      share -= 1.0;
      low = middle;
    }
  }
  return Mean(low, 1.0 - share, high, share);
}

std::optional<Affine> InverseOf(const Affine& a) {
  const Vec3 yz = Cross(a.y_axis, a.z_axis);
  const Vec3 zx = Cross(a.z_axis, a.x_axis);
  const Vec3 xy = Cross(a.x_axis, a.y_axis);
  const double volume = Dot(a.x_axis, yz);
  constexpr double kFlat = 1e-12;  // of the box that the axes' lengths would make
  const double box = Length(a.x_axis) * Length(a.y_axis) * Length(a.z_axis);
  if (!(std::abs(volume) > kFlat * box)) return std::nullopt;
  const double scale = 1.0 / volume;
  Affine inverse;
  inverse.x_axis = Vec3{yz.x, zx.x, xy.x} * scale;
  inverse.y_axis = Vec3{yz.y, zx.y, xy.y} * scale;
  inverse.z_axis = Vec3{yz.z, zx.z, xy.z} * scale;
  inverse.origin = -inverse.Direction(a.origin);
  return inverse;
}

Affine Composed(const Affine& second, const Affine& first) {
  return {second.Direction(first.x_axis), second.Direction(first.y_axis),
          second.Direction(first.z_axis), second.Point(first.origin)};
}

Vec3 ShiftOf(const Affine& from, const Affine& to, Vec3 point) {
  const Vec3 origin = Snap(from.origin);
  const Vec3 shift = Snap(to.origin) - origin;
  if (SameAxes(from, to)) return shift;
  Affine axes = from;
  axes.origin = {};
  const auto inverse = InverseOf(axes);
  if (!inverse) return shift;
  const Vec3 arm = point - origin;
  return shift + (to.Direction(inverse->Direction(arm)) - arm);
}

Box SweptBounds(const Affine& from, const Affine& to, const Box& bounds) {
  Box swept;
  if (bounds.IsEmpty()) return swept;
  double farthest = 0.0;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner{(i & 1) != 0 ? bounds.max.x : bounds.min.x,
                      (i & 2) != 0 ? bounds.max.y : bounds.min.y,
                      (i & 4) != 0 ? bounds.max.z : bounds.min.z};
    const Vec3 a = from.Point(corner);
    const Vec3 b = to.Point(corner);
    swept.Add(a);
    swept.Add(b);
    farthest = std::max(farthest, Distance(a, b));
  }
  // An arc of at most half a turn leaves the box of its ends by at most half its chord.
  constexpr double kSlack = 1e-6;
  const double bulge = kSlack + (SameAxes(from, to) ? 0.0 : 0.5 * farthest);
  const Vec3 around{bulge, bulge, bulge};
  return {swept.min - around, swept.max + around};
}

bool IsFinite(const Affine& a) {
  return IsFinite(a.x_axis) && IsFinite(a.y_axis) && IsFinite(a.z_axis) && IsFinite(a.origin);
}

bool SameAxes(const Affine& a, const Affine& b) {
  return a.x_axis == b.x_axis && a.y_axis == b.y_axis && a.z_axis == b.z_axis;
}

}  // namespace wm
