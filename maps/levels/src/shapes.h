// Meshes that generator code makes: rocks, trees, banks, roofs. Z up, metres, counter-clockwise
// seen from outside, closed.
//
// Polynomials, square roots and raw random bits only: the same vertices from every compiler and
// library. Pure functions.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "collision/geometry.h"

namespace wm {

// Random numbers that are the same everywhere (std::*_distribution is not).
class LevelDice {
 public:
  explicit LevelDice(std::uint64_t seed) : bits_(seed) {}
  // In [0, 1), a multiple of 2^-53.
  double Unit() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  double Between(double low, double high) { return low + (high - low) * Unit(); }
  // In [0, count). The bias of the remainder is below 2^-50 for the counts of a level.
  std::size_t Below(std::size_t count) { return static_cast<std::size_t>(bits_() % count); }

 private:
  std::mt19937_64 bits_;
};

// A corner of an outline in a vertical or horizontal plane.
struct Corner {
  double u = 0.0, v = 0.0;
};

TriangleMesh MakeBoxMesh(Vec3 min, Vec3 max);

// A solid with a convex outline in the x-z plane (counter-clockwise seen from -y), from y0 to y1.
TriangleMesh MakeProfile(const std::vector<Corner>& outline, double y0, double y1);

// An upright column with a regular octagon of circumradius about `bottom` at z0, `top` at z1.
TriangleMesh MakeColumn(double bottom, double top, double z0, double z1);

// A convex boulder about `radii` large, its ground line at z = 0, sunk to `-depth`: steep flanks
// and a flat top, cut by planes.
TriangleMesh MakeRock(Vec3 radii, double depth, std::uint64_t seed);

// A ball of 80 faces for a tree's crown or a bush.
TriangleMesh MakeCrown(Vec3 centre, Vec3 radii, std::uint64_t seed);

// Both in one mesh.
TriangleMesh Joined(const TriangleMesh& a, const TriangleMesh& b);

// The text of an OBJ file, its axes as that format's readers expect them: (x, z, -y).
std::string WriteObj(const TriangleMesh& mesh, std::string_view name);

}  // namespace wm
