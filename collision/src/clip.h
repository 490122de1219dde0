// Keeps what a set of planes leaves of a motion: along one, along the crease of two, nothing of
// three.
#pragma once

#include "collision/constants.h"
#include "collision/queries.h"

namespace wm {

class Clip {
 public:
  // What is left of `motion` once it may not go into the plane of `normal` (unit), nor into any
  // plane added before.
  Vec3 Add(Vec3 normal, Vec3 motion) {
    Remember(normal);
    const Vec3 along = motion - normal * Dot(motion, normal);
    if (IsAllowed(along)) return along;
    for (int i = 0; i < count_; ++i) {
      const Vec3 crease = Cross(planes_[i], normal);
      if (Dot(crease, crease) < kSamePlane) continue;
      const Vec3 direction = NormalizedOr(crease, {});
      const Vec3 kept = direction * Dot(direction, motion);
      if (IsAllowed(kept)) return kept;
    }
    return {};
  }

 private:
  // Squared sine under which two planes are one: two triangles of a flat face differ by rounding,
  // and their crease would be noise.
  static constexpr double kSamePlane = 1e-6;

  void Remember(Vec3 normal) {
    for (int i = 0; i < count_; ++i) {
      const Vec3 crease = Cross(planes_[i], normal);
      if (Dot(crease, crease) < kSamePlane && Dot(planes_[i], normal) > 0.0) {
        planes_[i] = normal;
        return;
      }
    }
    if (count_ < kMaxSlides) planes_[count_++] = normal;
  }

  bool IsAllowed(Vec3 motion) const {
    const double slack = -1e-6 * Length(motion);
    for (int i = 0; i < count_; ++i) {
      if (Dot(motion, planes_[i]) < slack) return false;
    }
    return true;
  }

  Vec3 planes_[kMaxSlides];
  int count_ = 0;
};

// The share of `motion` after which the capsule is `gap` away from the plane that it hit. All of it
// where the motion goes along the plane, and meets it by rounding only.
inline double StopShort(const SweepHit& hit, Vec3 motion, double gap) {
  const double approach = -Dot(motion, hit.contact.normal);
  if (approach <= 1e-6 * Length(motion)) return 1.0;
  return std::max(0.0, hit.fraction - gap / approach);
}

}  // namespace wm
