#include "collision/world.h"

#include <utility>

namespace wm {
namespace {

// The bake of one mesh under one placement, triangles facing outward.
std::vector<Triangle> Bake(const TriangleMesh& mesh, const Affine& placement) {
  std::vector<Vec3> placed(mesh.vertices.size());
  const Vec3 origin = Snap(placement.origin);
  for (std::size_t i = 0; i < placed.size(); ++i) {
    placed[i] = Snap(placement.Direction(mesh.vertices[i])) + origin;
  }
  const bool is_mirror = placement.IsMirror();
  std::vector<Triangle> baked;
  baked.reserve(mesh.triangles.size());
  for (const auto& [i, j, k] : mesh.triangles) {
    Triangle t{placed[i], placed[j], placed[k]};
    if (is_mirror) std::swap(t.b, t.c);
    baked.push_back(t);
  }
  return baked;
}

}  // namespace

World BuildWorld(std::span<const TriangleMesh> meshes, std::span<const Body> bodies) {
  World world;
  world.bodies.reserve(bodies.size());
  for (const Body& body : bodies) {
    WorldBody out;
    out.entity = body.entity;
    out.name = body.name;
    out.intent = body.intent;
    const bool is_kill = body.intent == Intent::kKill;
    std::vector<Triangle>& into = is_kill ? world.kill_triangles : world.triangles;
    out.first_triangle = static_cast<std::uint32_t>(into.size());
    if (body.collision_mesh != kNoMesh && body.intent != Intent::kIntangible) {
      const auto body_index = static_cast<std::uint32_t>(world.bodies.size());
      for (const Triangle& t : Bake(meshes[body.collision_mesh], body.placement)) {
        const Vec3 normal = Cross(t.b - t.a, t.c - t.a);
        const double twice_area = Length(normal);
        if (!(twice_area > 0.0)) {
          ++world.dropped_degenerate;
          continue;
        }
        into.push_back(t);
        for (Vec3 v : {t.a, t.b, t.c}) out.bounds.Add(v);
        if (is_kill) continue;
        world.triangle_normals.push_back(normal * (1.0 / twice_area));
        world.triangle_body.push_back(body_index);
        for (Vec3 v : {t.a, t.b, t.c}) world.bounds.Add(v);
      }
    }
    out.triangle_count = static_cast<std::uint32_t>(into.size()) - out.first_triangle;
    world.bodies.push_back(std::move(out));
  }
  return world;
}

}  // namespace wm
