#include "tests/scenes/shapes.h"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "tests/scenes/dice.h"

namespace wm::scenes {
namespace {

using Index = std::uint32_t;

Index NextIndex(const TriangleMesh& mesh) { return static_cast<Index>(mesh.vertices.size()); }

void AppendQuad(TriangleMesh* mesh, Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  Append(mesh, Quad(a, b, c, d));
}

// A prism over a closed profile in the x-z plane, counter-clockwise seen from -y, convex or with
// every corner visible from the first one.
TriangleMesh Prism(const std::vector<std::pair<double, double>>& profile, double y0, double y1) {
  TriangleMesh mesh;
  const Index count = static_cast<Index>(profile.size());
  for (const double y : {y0, y1}) {
    for (const auto& [x, z] : profile) mesh.vertices.push_back({x, y, z});
  }
  for (Index i = 1; i + 1 < count; ++i) {
    mesh.triangles.push_back({0, i, i + 1});
    mesh.triangles.push_back({count, count + i + 1, count + i});
  }
  for (Index i = 0; i < count; ++i) {
    const Index next = (i + 1) % count;
    mesh.triangles.push_back({i, count + i, count + next});
    mesh.triangles.push_back({i, count + next, next});
  }
  return mesh;
}

}  // namespace

std::pair<double, double> SinCosDeg(double angle_deg) {
  const double turns = angle_deg / 90.0;
  const double quarters = std::nearbyint(turns);
  if (turns == quarters) {
    constexpr double kSines[] = {0.0, 1.0, 0.0, -1.0};
    const auto quarter = static_cast<std::size_t>((static_cast<long long>(quarters) % 4 + 4) % 4);
    return {kSines[quarter], kSines[(quarter + 1) % 4]};
  }
  const double radians = angle_deg * (std::numbers::pi / 180.0);
  return {std::sin(radians), std::cos(radians)};
}

TriangleMesh Quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d) { return {{a, b, c, d}, {{0, 1, 2}, {0, 2, 3}}}; }

TriangleMesh BoxBetween(Vec3 min, Vec3 max) {
  TriangleMesh mesh;
  for (const double z : {min.z, max.z}) {
    mesh.vertices.push_back({min.x, min.y, z});
    mesh.vertices.push_back({max.x, min.y, z});
    mesh.vertices.push_back({max.x, max.y, z});
    mesh.vertices.push_back({min.x, max.y, z});
  }
  mesh.triangles = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                    {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
  return mesh;
}

TriangleMesh FlatFloor(double x0, double x1, double y0, double y1, double z) {
  return Quad({x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z});
}

TriangleMesh MakeCutFloor(const CutFloor& floor) {
  TriangleMesh mesh;
  const auto columns = static_cast<Index>(floor.cells_x);
  const auto rows = static_cast<Index>(floor.cells_y);
  for (Index row = 0; row <= rows; ++row) {
    for (Index column = 0; column <= columns; ++column) {
      mesh.vertices.push_back({floor.x0 + (floor.x1 - floor.x0) * column / columns,
                               floor.y0 + (floor.y1 - floor.y0) * row / rows, floor.z});
    }
  }
  for (Index row = 0; row < rows; ++row) {
    for (Index column = 0; column < columns; ++column) {
      const Index a = row * (columns + 1) + column;
      const Index b = a + 1;
      const Index d = a + columns + 1;
      const Index c = d + 1;
      if ((row + column) % 2 == 0) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
      } else {
        mesh.triangles.push_back({a, b, d});
        mesh.triangles.push_back({b, c, d});
      }
    }
  }
  return mesh;
}

double Ramp::TopX() const {
  return foot_x + (z1 - z0) / std::tan(angle_deg * (std::numbers::pi / 180.0));
}

TriangleMesh MakeRamp(const Ramp& ramp) {
  const double top_x = ramp.TopX();
  const double end_x = top_x + ramp.platform;
  std::vector<std::pair<double, double>> profile;
  profile.emplace_back(end_x, ramp.z0);
  if (ramp.platform > 0.0) profile.emplace_back(end_x, ramp.z1);
  profile.emplace_back(top_x, ramp.z1);
  profile.emplace_back(ramp.foot_x, ramp.z0);
  return Prism(profile, ramp.y0, ramp.y1);
}

TriangleMesh MakeStairs(const Stairs& stairs) {
  TriangleMesh mesh;
  for (int i = 0; i < stairs.count; ++i) {
    const double front = stairs.first_x + stairs.tread * i;
    const double back = i + 1 == stairs.count ? stairs.end_x : front + stairs.tread;
    Append(&mesh, BoxBetween({front, stairs.y0, stairs.z0},
                             {back, stairs.y1, stairs.z0 + stairs.rise * (i + 1)}));
  }
  return mesh;
}

TriangleMesh VGroove(double angle_deg, double half_width, double y0, double y1) {
  const double z = half_width * std::tan(angle_deg * (std::numbers::pi / 180.0));
  TriangleMesh mesh;
  AppendQuad(&mesh, {0.0, y0, 0.0}, {half_width, y0, z}, {half_width, y1, z}, {0.0, y1, 0.0});
  AppendQuad(&mesh, {-half_width, y0, z}, {0.0, y0, 0.0}, {0.0, y1, 0.0}, {-half_width, y1, z});
  return mesh;
}

TriangleMesh InvertedPyramid(double angle_deg, double half_width, double rim) {
  const double z = half_width * std::tan(angle_deg * (std::numbers::pi / 180.0));
  const double h = half_width;
  TriangleMesh mesh;
  mesh.vertices = {{0.0, 0.0, 0.0}, {h, -h, z}, {h, h, z}, {-h, h, z}, {-h, -h, z}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}};
  Append(&mesh, FrameFloor(0.0, 0.0, h + rim, h, h, z));
  return mesh;
}

TriangleMesh UvSphere(Vec3 centre, double radius, int around, int up) {
  TriangleMesh mesh;
  const auto columns = static_cast<Index>(around);
  const auto rows = static_cast<Index>(up);
  mesh.vertices.push_back(centre + Vec3{0.0, 0.0, -radius});
  for (Index row = 1; row < rows; ++row) {
    const auto [sin_up, cos_up] = SinCosDeg(180.0 * row / rows);
    for (Index column = 0; column < columns; ++column) {
      const auto [sin_around, cos_around] = SinCosDeg(360.0 * column / columns);
      mesh.vertices.push_back(centre +
                              Vec3{sin_up * cos_around, sin_up * sin_around, -cos_up} * radius);
    }
  }
  mesh.vertices.push_back(centre + Vec3{0.0, 0.0, radius});
  const Index top = NextIndex(mesh) - 1;
  const auto at = [columns](Index row, Index column) {
    return 1 + (row - 1) * columns + column % columns;
  };
  for (Index column = 0; column < columns; ++column) {
    mesh.triangles.push_back({0, at(1, column + 1), at(1, column)});
    mesh.triangles.push_back({top, at(rows - 1, column), at(rows - 1, column + 1)});
    for (Index row = 1; row + 1 < rows; ++row) {
      mesh.triangles.push_back({at(row, column), at(row, column + 1), at(row + 1, column + 1)});
      mesh.triangles.push_back({at(row, column), at(row + 1, column + 1), at(row + 1, column)});
    }
  }
  return mesh;
}

TriangleMesh FrameFloor(double cx, double cy, double outer_half, double hole_half_x,
                        double hole_half_y, double z) {
  const double x0 = cx - outer_half;
  const double x1 = cx - hole_half_x;
  const double x2 = cx + hole_half_x;
  const double x3 = cx + outer_half;
  const double y0 = cy - outer_half;
  const double y1 = cy - hole_half_y;
  const double y2 = cy + hole_half_y;
  const double y3 = cy + outer_half;
  return Joined({FlatFloor(x0, x3, y0, y1, z), FlatFloor(x0, x3, y2, y3, z),
                 FlatFloor(x0, x1, y1, y2, z), FlatFloor(x2, x3, y1, y2, z)});
}

void Append(TriangleMesh* mesh, const TriangleMesh& part) {
  const Index base = NextIndex(*mesh);
  mesh->vertices.insert(mesh->vertices.end(), part.vertices.begin(), part.vertices.end());
  for (const auto& [a, b, c] : part.triangles) {
    mesh->triangles.push_back({base + a, base + b, base + c});
  }
}

TriangleMesh Joined(const std::vector<TriangleMesh>& parts) {
  TriangleMesh mesh;
  for (const TriangleMesh& part : parts) Append(&mesh, part);
  return mesh;
}

TriangleMesh Shuffled(TriangleMesh mesh, std::uint64_t seed) {
  Dice dice(seed);
  for (std::size_t i = mesh.triangles.size(); i > 1; --i) {
    std::swap(mesh.triangles[i - 1], mesh.triangles[dice.Below(i)]);
  }
  for (auto& [a, b, c] : mesh.triangles) {
    for (std::size_t turns = dice.Below(3); turns > 0; --turns) {
      const Index first = a;
      a = b;
      b = c;
      c = first;
    }
  }
  return mesh;
}

TriangleMesh Unshared(const TriangleMesh& mesh) {
  TriangleMesh result;
  for (const auto& triangle : mesh.triangles) {
    const Index base = NextIndex(result);
    for (const Index corner : triangle) result.vertices.push_back(mesh.vertices[corner]);
    result.triangles.push_back({base, base + 1, base + 2});
  }
  return result;
}

TriangleMesh TurnedOver(TriangleMesh mesh, const std::vector<std::uint32_t>& which) {
  for (const std::uint32_t triangle : which) {
    std::swap(mesh.triangles[triangle][1], mesh.triangles[triangle][2]);
  }
  return mesh;
}

TriangleMesh Perturbed(TriangleMesh mesh, double amount, std::uint64_t seed) {
  Dice dice(seed);
  for (Vec3& vertex : mesh.vertices) vertex += dice.InCube(amount);
  return mesh;
}

TriangleMesh Tilted(TriangleMesh mesh, Vec3 pivot, Vec3 axis, double angle_deg) {
  const auto [sine, cosine] = SinCosDeg(angle_deg);
  for (Vec3& vertex : mesh.vertices) {
    const Vec3 arm = vertex - pivot;
    vertex =
        pivot + arm * cosine + Cross(axis, arm) * sine + axis * (Dot(axis, arm) * (1.0 - cosine));
  }
  return mesh;
}

}  // namespace wm::scenes
