#include "tests/scenes/scene.h"

#include <cstdlib>
#include <utility>

namespace wm::scenes {

Affine Placement::ToAffine() const {
  const auto [sine, cosine] = SinCosDeg(yaw_deg);
  return {{cosine, sine, 0.0}, {-sine, cosine, 0.0}, {0.0, 0.0, 1.0}, shift};
}

Vec3 Placement::DirectionToWorld(Vec3 scene_direction) const {
  return ToAffine().Direction(scene_direction);
}

Vec3 Placement::DirectionToScene(Vec3 world_direction) const {
  const auto [sine, cosine] = SinCosDeg(yaw_deg);
  const Vec3 d = world_direction;
  return {cosine * d.x + sine * d.y, cosine * d.y - sine * d.x, d.z};
}

Vec3 Placement::ToWorld(Vec3 scene_point) const {
  // The shift last, on rounded numbers, as the bake does it: exact where the bake is.
  return Snap(DirectionToWorld(scene_point)) + Snap(shift);
}

Vec3 Placement::ToScene(Vec3 world_point) const {
  return DirectionToScene(world_point - Snap(shift));
}

int Scene::Add(const std::string& name, TriangleMesh mesh, Intent intent) {
  const int index = static_cast<int>(bodies.size());
  Body body;
  body.entity = static_cast<std::uint32_t>(index + 1);
  body.name = name;
  body.intent = intent;
  body.collision_mesh = static_cast<int>(meshes.size());
  body.visual_mesh = body.collision_mesh;
  meshes.push_back(std::move(mesh));
  bodies.push_back(std::move(body));
  return index;
}

void Scene::Bake(const Placement& where) {
  placement = where;
  for (Body& body : bodies) body.placement = where.ToAffine();
  world = BuildWorld(meshes, bodies);
}

MoverKind MoverUnderTest() {
  const char* name = std::getenv("WM_MOVER");
  return name == nullptr ? MoverKind::kWalker : ParseMoverKind(name).value_or(MoverKind::kWalker);
}

Rig::Rig(const World& world, BackendKind backend, const PlayerConfig& config, MoverKind mover)
    : world_(world),
      backend_(backend),
      config_(config),
      queries_(MakeQueries(backend, world)),
      movement_(MakeMovement(mover, world, *queries_, config)) {}

}  // namespace wm::scenes
