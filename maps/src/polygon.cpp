#include "maps/src/polygon.h"

#include "maps/src/limits.h"

namespace wm {
namespace {

// Newell's normal: right for any planar polygon, fair for a bent one.
Vec3 NormalOf(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners) {
  const Vec3 origin = vertices[corners[0]];
  Vec3 normal;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 a = vertices[corners[i]] - origin;
    const Vec3 b = vertices[corners[(i + 1) % corners.size()]] - origin;
    normal += Cross(a, b);
  }
  return normal;
}

double Turn(Vec3 a, Vec3 b, Vec3 c, Vec3 normal) { return Dot(Cross(b - a, c - b), normal); }

bool IsConvex(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners, Vec3 normal) {
  const std::size_t count = corners.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 a = vertices[corners[i]];
    const Vec3 b = vertices[corners[(i + 1) % count]];
    const Vec3 c = vertices[corners[(i + 2) % count]];
    if (Turn(a, b, c, normal) < 0.0) return false;
  }
  return true;
}

// Whether corner i of what is left can be cut off.
bool IsEar(std::span<const Vec3> vertices, const std::vector<std::uint32_t>& left, std::size_t i,
           Vec3 normal) {
  const std::size_t count = left.size();
  const std::size_t before = (i + count - 1) % count;
  const std::size_t after = (i + 1) % count;
  const Vec3 a = vertices[left[before]];
  const Vec3 b = vertices[left[i]];
  const Vec3 c = vertices[left[after]];
  if (!(Turn(a, b, c, normal) > 0.0)) return false;
  for (std::size_t k = 0; k < count; ++k) {
    if (k == before || k == i || k == after) continue;
    const Vec3 p = vertices[left[k]];
    if (p == a || p == b || p == c) continue;
    const bool is_inside = Dot(Cross(b - a, p - a), normal) >= 0.0 &&
                           Dot(Cross(c - b, p - b), normal) >= 0.0 &&
                           Dot(Cross(a - c, p - c), normal) >= 0.0;
    if (is_inside) return false;
  }
  return true;
}

void Fan(const std::vector<std::uint32_t>& corners,
         std::vector<std::array<std::uint32_t, 3>>* triangles) {
  for (std::size_t i = 2; i < corners.size(); ++i) {
    triangles->push_back({corners[0], corners[i - 1], corners[i]});
  }
}

}  // namespace

void AppendPolygon(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners,
                   std::vector<std::array<std::uint32_t, 3>>* triangles) {
  std::vector<std::uint32_t> left(corners.begin(), corners.end());
  if (left.size() > 3 && left.size() <= kMaxClippedCorners) {
    const Vec3 normal = NormalOf(vertices, corners);
    if (!IsConvex(vertices, corners, normal)) {
      std::size_t i = 0;
      std::size_t refused = 0;
      while (left.size() > 3 && refused < left.size()) {
        i %= left.size();
        if (!IsEar(vertices, left, i, normal)) {
          ++i;
          ++refused;
          continue;
        }
        const std::size_t count = left.size();
        triangles->push_back({left[(i + count - 1) % count], left[i], left[(i + 1) % count]});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
        refused = 0;
      }
    }
  }
  Fan(left, triangles);  // all of a convex one, the last triangle or an unclippable rest
}

}  // namespace wm
