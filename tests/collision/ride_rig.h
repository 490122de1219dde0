// A scene in which one body moves, and a walker in it.
#pragma once

#include <memory>
#include <string_view>

#include "collision/motion.h"
#include "collision/ride.h"
#include "tests/scenes/scene.h"

namespace wm::scenes {

// Where a body stands that was moved by `offset` and turned counter-clockwise around z.
inline Affine PlacedAt(Vec3 offset, double yaw_deg = 0.0) {
  return Placement{yaw_deg, offset}.ToAffine();
}

class RideRig {
 public:
  // The last body added to `scene` moves.
  explicit RideRig(const Scene& scene, BackendKind backend = BackendKind::kBrute,
                   const PlayerConfig& config = {})
      : scene_(scene.meshes, scene.bodies, scene.bodies.size() - 1, backend),
        config_(config),
        movement_(MakeMovement(MoverKind::kWalker, scene_.world(), scene_.queries(), config)) {}

  RideResult Go(Vec3 foot, const Affine& from, const Affine& to, double seconds,
                Closing closing = Closing::kPush) const {
    RideRequest request;
    request.start.foot = foot;
    request.from = from;
    request.to = to;
    request.seconds = seconds;
    request.closing = closing;
    return Ride(scene_, *movement_, config_, request);
  }

  const MovingScene& scene() const { return scene_; }
  const PlayerConfig& config() const { return config_; }
  const PlayerMovement& movement() const { return *movement_; }

  // [m] How deep a player at `foot` overlaps what stands still.
  double StillOverlap(Vec3 foot) const {
    return DeepestOverlap(scene_.queries(), {config_.radius, config_.height}, foot);
  }
  // What stood in the way, by name; empty: nothing.
  std::string_view NameOf(const std::optional<Obstacle>& obstacle) const {
    return obstacle ? std::string_view(scene_.world().bodies[obstacle->body].name) : "";
  }

 private:
  MovingScene scene_;
  PlayerConfig config_;
  std::unique_ptr<PlayerMovement> movement_;
};

}  // namespace wm::scenes
