// Quaternions into axes.
#pragma once

#include "collision/geometry.h"
#include "maps/entity.h"

namespace wm {

// The rotation by `q` of any length but zero. Exact for quarter turns: no reciprocals.
inline Affine Rotation(const Quaternion& q) {
  const double n = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  const auto twice = [n](double value) { return 2.0 * value / n; };
  Affine r;
  r.x_axis = {1.0 - twice(q.y * q.y + q.z * q.z), twice(q.x * q.y + q.z * q.w),
              twice(q.x * q.z - q.y * q.w)};
  r.y_axis = {twice(q.x * q.y - q.z * q.w), 1.0 - twice(q.x * q.x + q.z * q.z),
              twice(q.y * q.z + q.x * q.w)};
  r.z_axis = {twice(q.x * q.z + q.y * q.w), twice(q.y * q.z - q.x * q.w),
              1.0 - twice(q.x * q.x + q.y * q.y)};
  return r;
}

}  // namespace wm
