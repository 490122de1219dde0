#include "maps/src/generated.h"

#include "maps/map.h"
#include "maps/src/mesh_scene.h"
#include "maps/src/rotation.h"

namespace wm {

TriangleMesh BoxMesh(Vec3 size) {
  TriangleMesh mesh;
  const Vec3 half = size * 0.5;
  for (const double z : {-half.z, half.z}) {
    for (const double y : {-half.y, half.y}) {
      for (const double x : {-half.x, half.x}) mesh.vertices.push_back({x, y, z});
    }
  }
  // Corner bits: 1 is +x, 2 is +y, 4 is +z.
  mesh.triangles = {{0, 2, 3}, {0, 3, 1},   // bottom
                    {4, 5, 7}, {4, 7, 6},   // top
                    {0, 1, 5}, {0, 5, 4},   // -y
                    {2, 6, 7}, {2, 7, 3},   // +y
                    {0, 4, 6}, {0, 6, 2},   // -x
                    {1, 3, 7}, {1, 7, 5}};  // +x
  return mesh;
}

Affine Placement(const Entity& entity, const EntityState& state) {
  Affine placement = Compose(Rotation(state.orientation), Rotation(entity.orientation));
  placement.origin = entity.position + state.offset;
  return placement;
}

Affine Placement(const Entity& entity) {
  for (const EntityState& state : entity.states) {
    if (state.name == entity.initial_state) return Placement(entity, state);
  }
  Affine placement = Rotation(entity.orientation);
  placement.origin = entity.position;
  return placement;
}

}  // namespace wm
