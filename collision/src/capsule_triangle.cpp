#include "collision/src/capsule_triangle.h"

namespace wm {
namespace {

struct Nearest {
  Vec3 on_triangle;
  Vec3 on_axis;
  double squared = HUGE_VAL;

  void Offer(Vec3 triangle_point, Vec3 axis_point) {
    const Vec3 d = axis_point - triangle_point;
    const double s = Dot(d, d);
    if (s < squared) {
      squared = s;
      on_triangle = triangle_point;
      on_axis = axis_point;
    }
  }
};

bool ProjectsInside(const Triangle& t, Vec3 n, Vec3 p) {
  return Dot(Cross(t.b - t.a, p - t.a), n) >= 0.0 && Dot(Cross(t.c - t.b, p - t.b), n) >= 0.0 &&
         Dot(Cross(t.a - t.c, p - t.c), n) >= 0.0;
}

double Clamp01(double s) { return s < 0.0 ? 0.0 : (s > 1.0 ? 1.0 : s); }

// Nearest points of the vertical segment x = y = 0, low <= z <= high, and the edge p..q.
// Source: Ericson, Real-Time Collision Detection, 5.1.9, for one vertical segment.
void OfferEdge(Vec3 p, Vec3 q, double low, double high, Nearest* nearest) {
  const Vec3 u = q - p;
  const double horizontal2 = u.x * u.x + u.y * u.y;
  const double length2 = horizontal2 + u.z * u.z;
  // On the infinite vertical line the nearest edge parameter ignores z.
  double s = horizontal2 > 0.0 ? Clamp01(-(p.x * u.x + p.y * u.y) / horizontal2) : 0.0;
  double z = p.z + u.z * s;
  if (z < low || z > high || !(horizontal2 > 0.0)) {
    z = z < low ? low : (z > high ? high : z);
    s = length2 > 0.0 ? Clamp01(Dot(Vec3{0.0, 0.0, z} - p, u) / length2) : 0.0;
    const double moved = p.z + u.z * s;  // the edge point may lie beside the segment again
    z = moved < low ? low : (moved > high ? high : moved);
  }
  nearest->Offer(p + u * s, {0.0, 0.0, z});
}

// Offers the triangle's inner point nearest to `p`, where its foot of perpendicular is inside.
void OfferFace(const Triangle& t, Vec3 n, Vec3 p, Nearest* nearest) {
  const Vec3 foot = p - n * Dot(p - t.a, n);
  if (ProjectsInside(t, n, foot)) nearest->Offer(foot, p);
}

// The way out of the rounded prism for an axis that crosses the triangle: depth and normal.
Contact CrossingGap(const Capsule& capsule, const Triangle& t, Vec3 n, Vec3 low, Vec3 high) {
  const double from_low = Dot(low - t.a, n);
  const double from_high = Dot(high - t.a, n);
  const double up = -std::min(from_low, from_high);   // along n until both ends are above
  const double down = std::max(from_low, from_high);  // along -n until both ends are below
  Contact contact;
  contact.face_normal = up <= down ? n : -n;
  contact.normal = contact.face_normal;
  double depth = std::min(up, down);
  const Vec3 corners[] = {t.a, t.b, t.c};
  for (int i = 0; i < 3; ++i) {  // sideways, over an edge
    const Vec3 p = corners[i];
    const Vec3 u = corners[(i + 1) % 3] - p;
    Vec3 outward = NormalizedOr({u.y, -u.x, 0.0}, {});
    if (Dot(outward, corners[(i + 2) % 3] - p) > 0.0) outward = -outward;
    const double aside = Dot(outward, p);
    if (Dot(outward, outward) > 0.5 && aside < depth) {
      depth = aside;
      contact.normal = outward;
    }
  }
  const double along = n.z != 0.0 ? Dot(t.a, n) / n.z : low.z;
  contact.point = {0.0, 0.0, std::clamp(along, low.z, high.z)};
  contact.distance = -(depth + capsule.radius);
  return contact;
}

bool AxisCrosses(const Triangle& t, Vec3 n, Vec3 low, Vec3 high) {
  const double from_low = Dot(low - t.a, n);
  const double from_high = Dot(high - t.a, n);
  if (from_low * from_high > 0.0 || from_low == from_high) return false;
  const Vec3 at = low + (high - low) * (from_low / (from_low - from_high));
  return ProjectsInside(t, n, at);
}

struct Entry {
  double fraction = HUGE_VAL;
  void Offer(double f) {
    if (f >= 0.0 && f <= 1.0 && f < fraction) fraction = f;
  }
};

// A point at `o` moving by `m` into the flat polygon with corner p, unit normal n, thickened by r.
// `Inside(point)` says whether a point of the plane belongs to it.
template <typename InsideTest>
void EnterPlate(Vec3 o, Vec3 m, Vec3 p, Vec3 n, double r, InsideTest inside, Entry* entry) {
  double height = Dot(o - p, n);
  double rate = Dot(m, n);
  if (height < 0.0) {
    height = -height;
    rate = -rate;
  }
  if (!(rate < 0.0) || height < r) return;
  const double f = (height - r) / -rate;
  if (f <= 1.0 && inside(o + m * f)) entry->Offer(f);
}

// The same into the cylinder of radius r around the edge p..q, without its ends.
void EnterCylinder(Vec3 o, Vec3 m, Vec3 p, Vec3 q, double r, Entry* entry) {
  const Vec3 u = q - p;
  const double uu = Dot(u, u);
  if (!(uu > 0.0)) return;
  const Vec3 w = o - p;
  const Vec3 w_across = w - u * (Dot(w, u) / uu);
  const Vec3 m_across = m - u * (Dot(m, u) / uu);
  const double a = Dot(m_across, m_across);
  const double b = Dot(w_across, m_across);
  const double c = Dot(w_across, w_across) - r * r;
  if (!(b < 0.0) || c < 0.0 || !(a > 0.0)) return;
  const double discriminant = b * b - a * c;
  if (discriminant < 0.0) return;
  const double f = c / (-b + std::sqrt(discriminant));  // stable where c is near 0
  const double along = Dot(w + m * f, u);
  if (along >= 0.0 && along <= uu) entry->Offer(f);
}

void EnterSphere(Vec3 o, Vec3 m, Vec3 p, double r, Entry* entry) {
  const Vec3 w = o - p;
  const double a = Dot(m, m);
  const double b = Dot(w, m);
  const double c = Dot(w, w) - r * r;
  if (!(b < 0.0) || c < 0.0) return;
  const double discriminant = b * b - a * c;
  if (discriminant < 0.0) return;
  entry->Offer(c / (-b + std::sqrt(discriminant)));
}

// The vertical quad that the edge p..q sweeps downward by `length`.
void EnterQuad(Vec3 o, Vec3 m, Vec3 p, Vec3 q, double length, double r, Entry* entry) {
  const Vec3 u = q - p;
  const Vec3 n = NormalizedOr({u.y, -u.x, 0.0}, {});
  const double horizontal2 = u.x * u.x + u.y * u.y;
  if (!(horizontal2 > 0.0)) return;  // a vertical edge is a cylinder already
  EnterPlate(
      o, m, p, n, r,
      [&](Vec3 at) {
        const Vec3 w = at - p;
        const double s = (w.x * u.x + w.y * u.y) / horizontal2;
        if (s < 0.0 || s > 1.0) return false;
        const double below = u.z * s - w.z;
        return below >= 0.0 && below <= length;
      },
      entry);
}

}  // namespace

Contact MeasureGap(const Capsule& capsule, const Triangle& t, Vec3 n) {
  const Vec3 low{0.0, 0.0, capsule.radius};
  const Vec3 high{0.0, 0.0, capsule.height - capsule.radius};
  if (AxisCrosses(t, n, low, high)) return CrossingGap(capsule, t, n, low, high);

  Nearest nearest;
  OfferFace(t, n, low, &nearest);
  OfferFace(t, n, high, &nearest);
  OfferEdge(t.a, t.b, low.z, high.z, &nearest);
  OfferEdge(t.b, t.c, low.z, high.z, &nearest);
  OfferEdge(t.c, t.a, low.z, high.z, &nearest);

  constexpr double kNoDirection =
      1e-18;  // [m^2] the axis meets the triangle's rim: no way to say which way
  if (nearest.squared < kNoDirection) return CrossingGap(capsule, t, n, low, high);
  Contact contact;
  const Vec3 apart = nearest.on_axis - nearest.on_triangle;
  contact.face_normal = Dot(apart, n) < 0.0 ? -n : n;
  contact.normal = NormalizedOr(apart, contact.face_normal);
  contact.point = nearest.on_triangle;
  contact.distance = std::sqrt(nearest.squared) - capsule.radius;
  return contact;
}

Contact ContactOf(const World& world, const Capsule& capsule, Vec3 foot, std::uint32_t triangle) {
  Contact contact = MeasureGap(capsule, RelativeTo(world.triangles[triangle], foot),
                               world.triangle_normals[triangle]);
  contact.point = foot + Snap(contact.point);
  contact.triangle = triangle;
  return contact;
}

std::optional<double> SweepEntry(const Capsule& capsule, const Triangle& t, Vec3 n, Vec3 m) {
  const double r = capsule.radius;
  const double length = capsule.height - 2.0 * r;
  const Vec3 o{0.0, 0.0, r};
  const Vec3 down{0.0, 0.0, -length};
  Entry entry;
  EnterPlate(
      o, m, t.a, n, r, [&](Vec3 at) { return ProjectsInside(t, n, at - n * Dot(at - t.a, n)); },
      &entry);
  const Triangle lower{t.a + down, t.b + down, t.c + down};
  EnterPlate(
      o, m, lower.a, n, r,
      [&](Vec3 at) { return ProjectsInside(lower, n, at - n * Dot(at - lower.a, n)); }, &entry);
  const Vec3 corners[] = {t.a, t.b, t.c};
  for (int i = 0; i < 3; ++i) {
    const Vec3 p = corners[i];
    const Vec3 q = corners[(i + 1) % 3];
    EnterQuad(o, m, p, q, length, r, &entry);
    EnterCylinder(o, m, p, q, r, &entry);
    EnterCylinder(o, m, p + down, q + down, r, &entry);
    EnterCylinder(o, m, p, p + down, r, &entry);
    EnterSphere(o, m, p, r, &entry);
    EnterSphere(o, m, p + down, r, &entry);
  }
  if (entry.fraction > 1.0) return std::nullopt;
  return entry.fraction;
}

std::optional<double> SweepTriangle(const Capsule& capsule, const Triangle& t, Vec3 n, Vec3 m) {
  const Contact start = MeasureGap(capsule, t, n);
  constexpr double kTouching = 1e-10;  // [m] nearer, rounding decides on which side the start lies
  if (start.distance > kTouching) return SweepEntry(capsule, t, n, m);
  // Distance to a convex thing is convex along a line: what does not deepen at once never will.
  if (Dot(m, start.normal) < -kDeepens * Length(m)) return 0.0;
  return std::nullopt;
}

Box CapsuleBounds(const Capsule& capsule, Vec3 foot, double margin) {
  const double r = capsule.radius + margin;
  return {{foot.x - r, foot.y - r, foot.z - margin},
          {foot.x + r, foot.y + r, foot.z + capsule.height + margin}};
}

Box SweepBounds(const Capsule& capsule, Vec3 foot, Vec3 motion) {
  constexpr double kSlack = 1e-6;
  Box box = CapsuleBounds(capsule, foot, kSlack);
  const Box end = CapsuleBounds(capsule, foot + motion, kSlack);
  box.Add(end.min);
  box.Add(end.max);
  return box;
}

}  // namespace wm
