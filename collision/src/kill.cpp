#include "collision/src/kill.h"

#include "collision/motion.h"
#include "collision/src/bake.h"
#include "collision/src/brute.h"
#include "collision/src/capsule_triangle.h"

namespace wm {
namespace {

bool Touches(const Triangle& t, const Capsule& capsule, Vec3 from, Vec3 motion) {
  const Triangle relative = RelativeTo(t, from);
  const Vec3 normal = NormalizedOr(Cross(t.b - t.a, t.c - t.a), {0.0, 0.0, 1.0});
  if (MeasureGap(capsule, relative, normal).distance <= 0.0) return true;
  return SweepEntry(capsule, relative, normal, motion).has_value();
}

// Counts the faces above the point: odd inside a closed body. The ray leans a little, so that it
// meets no edge of an axis-aligned mesh.
bool IsInside(std::span<const Triangle> triangles, Vec3 p, double height) {
  const Vec3 ray{height * 0.000123, height * 0.000457, height};
  int crossed = 0;
  for (const Triangle& t : triangles) crossed += RayTriangle(ray, RelativeTo(t, p)).has_value();
  return crossed % 2 == 1;
}

bool TouchesBody(std::span<const Triangle> triangles, const Box& bounds, const Capsule& capsule,
                 Vec3 from, Vec3 to) {
  if (!bounds.Overlaps(SweepBounds(capsule, from, to - from))) return false;
  for (const Triangle& t : triangles) {
    if (Touches(t, capsule, from, to - from)) return true;
  }
  return IsInside(triangles, to, bounds.max.z - to.z + 1.0);
}

}  // namespace

bool TouchesKill(const World& world, const Capsule& capsule, Vec3 from, Vec3 to) {
  for (const WorldBody& body : world.bodies) {
    if (body.intent != Intent::kKill) continue;
    const std::span<const Triangle> triangles(world.kill_triangles.data() + body.first_triangle,
                                              body.triangle_count);
    if (TouchesBody(triangles, body.bounds, capsule, from, to)) return true;
  }
  return false;
}

bool TouchesKill(const MovingShape& shape, const Affine& placement, const Capsule& capsule,
                 Vec3 from, Vec3 to) {
  const Box reach = SweepBounds(capsule, from, to - from);
  if (!SweptBounds(placement, placement, shape.bounds).Overlaps(reach)) return false;
  std::vector<Triangle> triangles;
  Box bounds;
  for (std::size_t i = 0; i < shape.mesh.triangles.size(); ++i) {
    const Triangle t = BakeTriangle(shape.mesh, i, placement);
    if (!(Length(Cross(t.b - t.a, t.c - t.a)) > 0.0)) continue;
    triangles.push_back(t);
    for (Vec3 v : {t.a, t.b, t.c}) bounds.Add(v);
  }
  return TouchesBody(triangles, bounds, capsule, from, to);
}

}  // namespace wm
