#include "collision/src/kill.h"

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

}  // namespace

bool TouchesKill(const World& world, const Capsule& capsule, Vec3 from, Vec3 to) {
  const Box box = SweepBounds(capsule, from, to - from);
  for (const WorldBody& body : world.bodies) {
    if (body.intent != Intent::kKill || !body.bounds.Overlaps(box)) continue;
    const std::span<const Triangle> triangles(world.kill_triangles.data() + body.first_triangle,
                                              body.triangle_count);
    for (const Triangle& t : triangles) {
      if (Touches(t, capsule, from, to - from)) return true;
    }
    if (IsInside(triangles, to, body.bounds.max.z - to.z + 1.0)) return true;
  }
  return false;
}

}  // namespace wm
