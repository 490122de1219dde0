// Ride: a body moves, tick by tick, from one placement to another while a player stands still on
// it, or in its way; and how that ends for him. Lifts carry him, doors close on him.
//
// Pure: the same arguments give the same result, bit for bit. Safe from many threads where the
// movement is.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "collision/drive.h"
#include "collision/posed_queries.h"

namespace wm {

enum class RideOutcome : std::uint8_t {
  kCarried,    // stands on the body at its end
  kAside,      // stands on something else: was never on the body, or pushed or brushed off it
  kFell,       // lost his footing by more than a step, and landed: on the body or beside it
  kLeftWorld,  // fell out of the level, or into a kill body
  kCrushed,    // kPush: held between the body and what stands still
  kBadStart,   // starts inside geometry or over nothing; or placements that are no numbers
};

std::string_view Name(RideOutcome outcome);

// A world in which one body moves. Immutable; safe from many threads.
class MovingScene {
 public:
  // Needs: `body` < bodies.size(), mesh indices in range of `meshes`. A body without a collision
  // mesh, or intangible, may move: nobody notices.
  MovingScene(std::span<const TriangleMesh> meshes, std::span<const Body> bodies, std::size_t body,
              BackendKind backend);
  MovingScene(const MovingScene&) = delete;
  MovingScene& operator=(const MovingScene&) = delete;

  // The moving body's triangles are the last ones, where its Body says: see
  // World::moving_triangles.
  const World& world() const { return world_; }
  // Of what stands still: for making a movement.
  const Queries& queries() const { return *still_; }
  std::uint32_t body() const { return body_; }

  // The body's pose in a tick, for MoveInput::poses. Refers to this scene.
  BodyPose Pose(const Affine& from, const Affine& to) const { return {body_, from, to, &shape_}; }

  // Questions about everything, the body being at `placement`. The scene must outlive them.
  std::unique_ptr<Queries> QueriesAt(const Affine& placement) const;

 private:
  World world_;
  MovingShape shape_;
  std::uint32_t body_ = 0;
  std::unique_ptr<Queries> still_;
};

struct RideRequest {
  MovementState start;   // of ground kUnknown: only the foot counts, and is settled first
  Affine from;           // where the body begins
  Affine to;             // and ends
  double seconds = 0.0;  // [s] >= 0 that it takes; 0: one tick
  Closing closing = Closing::kPush;
};

struct RideResult {
  RideOutcome outcome = RideOutcome::kBadStart;
  MovementState end;             // end.foot: where the player stands, was crushed or left the world
  int ticks = 0;                 // until the body has arrived and the player rests
  bool began_on_body = false;    // stood on the body, or on it and on what stands still alike
  bool ends_on_body = false;     // stands on the body (kCarried: always; kFell: may be)
  double drop_m = 0.0;           // fell: height from the last support to the landing
  Vec3 takeoff;                  // fell, left_world: foot where support was lost
  double deepest_overlap = 0.0;  // [m] over all ticks, with the body and with what stands still
  bool was_truncated = false;    // some tick was; or the ride was longer than is driven
  Box feet;                      // every foot, and where the body would have taken it
  // Crushed: what held him against the body. Else what stopped his being carried, or what pushed
  // him, last.
  std::optional<Obstacle> obstacle;
};

// Moves the scene's body as `request` says. The player is not steered. `movement` is one for
// scene.world() and scene.queries() that KnowsMovingBodies().
RideResult Ride(const MovingScene& scene, const PlayerMovement& movement,
                const PlayerConfig& config, const RideRequest& request);

}  // namespace wm
