// The level as collision sees it: triangles in world coordinates, and whose they are.
//
// Immutable once built; safe to read from any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "collision/geometry.h"

namespace wm {

struct Triangle {
  Vec3 a, b, c;  // multiples of 2^-30 m

  Box Bounds() const {
    Box box;
    box.Add(a);
    box.Add(b);
    box.Add(c);
    return box;
  }
};

struct WorldBody {
  std::uint32_t entity = 0;
  std::string name;
  Intent intent = Intent::kSolid;
  Box bounds;                        // of its collision triangles; empty where it has none
  std::uint32_t first_triangle = 0;  // into World::triangles, or World::kill_triangles for kKill
  std::uint32_t triangle_count = 0;
};

struct World {
  std::vector<Triangle> triangles;           // solid and blocker bodies, in body order, then moving
  std::vector<Vec3> triangle_normals;        // unit, by vertex order
  std::vector<std::uint32_t> triangle_body;  // index into bodies
  std::vector<Triangle> kill_triangles;      // kill bodies
  std::vector<WorldBody> bodies;
  Box bounds;                          // of triangles
  std::size_t dropped_degenerate = 0;  // triangles without area after rounding, left out
  // The last so many of `triangles` belong to a body that moves, and are where it begins: back ends
  // leave them out (MovingScene in ride.h).
  std::uint32_t moving_triangles = 0;

  std::uint32_t StillCount() const {
    return static_cast<std::uint32_t>(triangles.size()) - moving_triangles;
  }
};

// Bakes bodies into world triangles. Vertices are rounded to 2^-30 m, their rotated and scaled part
// and the body's origin each for itself, so that shifting every origin by a multiple of 2^-30 m
// shifts the world exactly. Needs: mesh indices of the bodies in range of `meshes`.
World BuildWorld(std::span<const TriangleMesh> meshes, std::span<const Body> bodies);

}  // namespace wm
