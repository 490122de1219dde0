// One triangle of a mesh, put where its body stands.
#pragma once

#include <utility>

#include "collision/world.h"

namespace wm {

// Rounded to 2^-30 m, the turned and scaled part and the origin each for itself; facing outward.
inline Triangle BakeTriangle(const TriangleMesh& mesh, std::size_t triangle,
                             const Affine& placement) {
  const Vec3 origin = Snap(placement.origin);
  const auto& corners = mesh.triangles[triangle];
  const auto place = [&](std::uint32_t vertex) {
    return Snap(placement.Direction(mesh.vertices[vertex])) + origin;
  };
  Triangle t{place(corners[0]), place(corners[1]), place(corners[2])};
  if (placement.IsMirror()) std::swap(t.b, t.c);
  return t;
}

}  // namespace wm
