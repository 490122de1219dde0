// A Scene: named bodies of a few shapes, where the whole of it stands, and the World baked from it.
// A Rig: what driving in a world needs, owned in one place.
//
// Feeds tests, benchmarks and viewers. Scenes are described in their own frame; Placement turns and
// shifts the whole, and takes starts and targets along.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collision/drive.h"
#include "collision/geometry.h"
#include "collision/world.h"
#include "tests/scenes/shapes.h"

namespace wm::scenes {

// world = scene turned counter-clockwise by yaw_deg around z, then shifted.
struct Placement {
  double yaw_deg = 0.0;
  Vec3 shift;

  Affine ToAffine() const;
  Vec3 ToWorld(Vec3 scene_point) const;
  Vec3 ToScene(Vec3 world_point) const;
  Vec3 DirectionToWorld(Vec3 scene_direction) const;
  Vec3 DirectionToScene(Vec3 world_direction) const;
};

struct Scene {
  std::vector<TriangleMesh> meshes;
  std::vector<Body> bodies;
  Placement placement;
  World world;

  // Adds a solid (or other) body with one collision mesh; gives its index. Entities count from 1.
  int Add(const std::string& name, TriangleMesh mesh, Intent intent = Intent::kSolid);

  // Bakes the world as placed. Once, after the last Add.
  void Bake(const Placement& where = {});

  Vec3 ToWorld(Vec3 p) const { return placement.ToWorld(p); }
  Vec3 ToScene(Vec3 p) const { return placement.ToScene(p); }
};

// The walker, or what the environment variable WM_MOVER names: `WM_MOVER=bullet_character
// case_tests` shows which cases another movement code fails (docs/known_misses.md).
MoverKind MoverUnderTest();

// Owns queries and movement for a world, which must outlive it.
class Rig {
 public:
  Rig(const World& world, BackendKind backend, const PlayerConfig& config,
      MoverKind mover = MoverUnderTest());

  DriveContext Context() const { return {world_, *queries_, *movement_, config_}; }
  const Queries& queries() const { return *queries_; }
  const PlayerMovement& movement() const { return *movement_; }
  const PlayerConfig& config() const { return config_; }
  BackendKind backend() const { return backend_; }

 private:
  const World& world_;
  BackendKind backend_;
  PlayerConfig config_;
  std::unique_ptr<Queries> queries_;
  std::unique_ptr<PlayerMovement> movement_;
};

}  // namespace wm::scenes
