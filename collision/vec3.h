// A point or direction in the world: right-handed, Z up, metres, double.
//
// Positions that live longer than one calculation are multiples of 2^-30 m (see Snap): sums and
// differences of such numbers are exact up to 4,000 km, so a level gives the same answers wherever
// it lies.
#pragma once

#include <algorithm>
#include <cmath>

namespace wm {

struct Vec3 {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;

  friend bool operator==(const Vec3&, const Vec3&) = default;
};

constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(Vec3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr Vec3 operator*(double s, Vec3 a) { return a * s; }
constexpr Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }
constexpr Vec3& operator-=(Vec3& a, Vec3 b) { return a = a - b; }

constexpr double Dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 Cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double Length(Vec3 a) { return std::sqrt(Dot(a, a)); }
inline double Distance(Vec3 a, Vec3 b) { return Length(b - a); }

// The horizontal part, and its length.
constexpr Vec3 Horizontal(Vec3 a) { return {a.x, a.y, 0.0}; }
inline double HorizontalLength(Vec3 a) { return std::sqrt(a.x * a.x + a.y * a.y); }

// Unit vector along `a`, or `fallback` where `a` is too short to have a direction.
inline Vec3 NormalizedOr(Vec3 a, Vec3 fallback) {
  const double length = Length(a);
  return length > 1e-30 ? a * (1.0 / length) : fallback;
}

inline bool IsFinite(Vec3 a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

constexpr Vec3 Min(Vec3 a, Vec3 b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
constexpr Vec3 Max(Vec3 a, Vec3 b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

// Rounds to the nearest multiple of 2^-30 m (about 1 nm).
inline double Snap(double metres) {
  constexpr double kPerMetre = 1073741824.0;
  return std::nearbyint(metres * kPerMetre) * (1.0 / kPerMetre);
}
inline Vec3 Snap(Vec3 a) { return {Snap(a.x), Snap(a.y), Snap(a.z)}; }

struct Box {
  Vec3 min{HUGE_VAL, HUGE_VAL, HUGE_VAL};
  Vec3 max{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  bool IsEmpty() const { return min.x > max.x; }
  void Add(Vec3 p) {
    min = Min(min, p);
    max = Max(max, p);
  }
  bool Contains(Vec3 p) const {
    return p.x >= min.x && p.x <= max.x && p.y >= min.y && p.y <= max.y && p.z >= min.z &&
           p.z <= max.z;
  }
  bool Overlaps(const Box& other) const {
    return min.x <= other.max.x && max.x >= other.min.x && min.y <= other.max.y &&
           max.y >= other.min.y && min.z <= other.max.z && max.z >= other.min.z;
  }
};

}  // namespace wm
