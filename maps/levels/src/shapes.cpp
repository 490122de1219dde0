#include "maps/levels/src/shapes.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

namespace wm {
namespace {

// Short texts, and no last bits that a rounding mode could move.
double Tidy(double metres) { return std::nearbyint(metres * 1024.0) * (1.0 / 1024.0); }
Vec3 Tidy(Vec3 p) { return {Tidy(p.x), Tidy(p.y), Tidy(p.z)}; }

void AppendNumber(std::string* text, double value) {
  std::array<char, 32> buffer{};
  // A zero without a sign, whichever sum it comes from.
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value + 0.0).ptr;
  text->append(buffer.data(), end);
}

// A unit sphere of 20 * 4^divisions faces.
TriangleMesh MakeSphere(int divisions) {
  constexpr double kGolden = 1.618033988749895;
  TriangleMesh mesh;
  mesh.vertices = {{-1, kGolden, 0}, {1, kGolden, 0}, {-1, -kGolden, 0}, {1, -kGolden, 0},
                   {0, -1, kGolden}, {0, 1, kGolden}, {0, -1, -kGolden}, {0, 1, -kGolden},
                   {kGolden, 0, -1}, {kGolden, 0, 1}, {-kGolden, 0, -1}, {-kGolden, 0, 1}};
  mesh.triangles = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                    {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                    {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                    {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  for (int i = 0; i < divisions; ++i) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [place, is_new] =
          middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(mesh.vertices.size()));
      if (is_new) mesh.vertices.push_back((mesh.vertices[a] + mesh.vertices[b]) * 0.5);
      return place->second;
    };
    std::vector<std::array<std::uint32_t, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    mesh.triangles = std::move(finer);
  }
  for (Vec3& p : mesh.vertices) p = p * (1.0 / Length(p));
  return mesh;
}

// A random unit vector with |z| in the range given.
Vec3 Direction(LevelDice* dice, double min_z, double max_z) {
  Vec3 flat;
  do {
    flat = {dice->Between(-1.0, 1.0), dice->Between(-1.0, 1.0), 0.0};
  } while (Length(flat) > 1.0 || Length(flat) < 0.1);
  const double z = dice->Between(min_z, max_z);
  return flat * (std::sqrt(1.0 - z * z) / Length(flat)) + Vec3{0.0, 0.0, z};
}

}  // namespace

TriangleMesh MakeBoxMesh(Vec3 min, Vec3 max) {
  return MakeProfile({{min.x, min.z}, {max.x, min.z}, {max.x, max.z}, {min.x, max.z}}, min.y,
                     max.y);
}

TriangleMesh MakeProfile(const std::vector<Corner>& outline, double y0, double y1) {
  const auto count = static_cast<std::uint32_t>(outline.size());
  assert(count >= 3 && y0 < y1);
  TriangleMesh mesh;
  for (const double y : {y0, y1}) {
    for (const Corner& corner : outline) mesh.vertices.push_back({corner.u, y, corner.v});
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = (i + 1) % count;
    mesh.triangles.push_back({i, i + count, next});
    mesh.triangles.push_back({next, i + count, next + count});
    if (i >= 2) {
      mesh.triangles.push_back({0, i - 1, i});
      mesh.triangles.push_back({count, count + i, count + i - 1});
    }
  }
  return mesh;
}

TriangleMesh MakeColumn(double bottom, double top, double z0, double z1) {
  // (12, 5) / 13 and its mirror images: nearly regular, and exact.
  constexpr std::array<Corner, 8> kRing{
      {{12, 5}, {5, 12}, {-5, 12}, {-12, 5}, {-12, -5}, {-5, -12}, {5, -12}, {12, -5}}};
  TriangleMesh mesh;
  for (const auto& [radius, z] : {std::pair{bottom, z0}, std::pair{top, z1}}) {
    for (const Corner& corner : kRing) {
      mesh.vertices.push_back(Tidy({radius * corner.u / 13.0, radius * corner.v / 13.0, z}));
    }
  }
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t next = (i + 1) % 8;
    mesh.triangles.push_back({i, next, i + 8});
    mesh.triangles.push_back({next, next + 8, i + 8});
    if (i >= 2) {
      mesh.triangles.push_back({0, i, i - 1});
      mesh.triangles.push_back({8, i + 7, i + 8});
    }
  }
  return mesh;
}

TriangleMesh MakeRock(Vec3 radii, double depth, std::uint64_t seed) {
  TriangleMesh mesh = MakeSphere(2);
  // A barrel: a ball's shoulders would be ramps.
  for (Vec3& p : mesh.vertices) {
    const double z2 = p.z * p.z;
    const double wider = z2 < 1.0 ? std::sqrt(1.0 + z2 + z2 * z2) : 1.0;  // of 1 - z^2 to 1 - z^6
    p = {p.x * wider, p.y * wider, p.z};
  }
  LevelDice dice(seed);
  // Cuts are near upright or near level. One in between would be a ramp that a player walks up.
  for (int cut = 0; cut < 11; ++cut) {
    const bool is_top = cut < 2;
    const Vec3 normal = is_top ? Direction(&dice, 0.95, 0.99) : Direction(&dice, -0.1, 0.35);
    const double distance = is_top ? dice.Between(0.72, 0.8) : dice.Between(0.74, 0.95);
    for (Vec3& p : mesh.vertices) {
      const double beyond = Dot(p, normal) - distance;
      if (beyond > 0.0) p = p - normal * beyond;
    }
  }
  for (Vec3& p : mesh.vertices) {
    p = Tidy({p.x * radii.x, p.y * radii.y, std::max(p.z * radii.z, -depth)});
  }
  return mesh;
}

TriangleMesh MakeCrown(Vec3 centre, Vec3 radii, std::uint64_t seed) {
  TriangleMesh mesh = MakeSphere(1);
  LevelDice dice(seed);
  for (Vec3& p : mesh.vertices) {
    const double swell = dice.Between(0.85, 1.1);
    p = Tidy(centre + Vec3{p.x * radii.x, p.y * radii.y, p.z * radii.z} * swell);
  }
  return mesh;
}

TriangleMesh Joined(const TriangleMesh& a, const TriangleMesh& b) {
  TriangleMesh mesh = a;
  const auto base = static_cast<std::uint32_t>(a.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& [i, j, k] : b.triangles)
    mesh.triangles.push_back({i + base, j + base, k + base});
  return mesh;
}

std::string WriteObj(const TriangleMesh& mesh, std::string_view name) {
  std::string text = "o " + std::string(name) + "\n";
  for (const Vec3& p : mesh.vertices) {
    text += 'v';
    for (const double value : {p.x, p.z, -p.y}) {
      text += ' ';
      AppendNumber(&text, value);
    }
    text += '\n';
  }
  for (const auto& triangle : mesh.triangles) {
    text += 'f';
    for (const std::uint32_t index : triangle) text += " " + std::to_string(index + 1);
    text += '\n';
  }
  return text;
}

}  // namespace wm
