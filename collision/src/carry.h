// What moving bodies do to a player in one tick, before he moves by himself: carry him who stands
// on them, push him out of their way. In steps so short that no body jumps over him; he himself is
// swept through what stands still, so that nothing pushes him through a wall.
#pragma once

#include <optional>

#include "collision/movement.h"
#include "collision/posed_queries.h"

namespace wm {

// How a player follows ground that sinks under him: where he would be if he fell freely since it
// began, above where he is. More than a step above: he has lost his footing.
struct Footing {
  double lag = 0.0;  // [m]
  Vec3 velocity;     // [m/s] with which he would go on: level, that of the ground in the last tick
};

struct CarryScene {
  const Queries& still;
  const World& world;
  const PlayerConfig& config;
};

struct CarryResult {
  MovementState state;  // carried and pushed; falling where the footing is lost
  Footing footing;      // of who stands on a moving body, else as new
};

// Notes contacts, overlap and cut motions in `result`; leaves its state alone.
CarryResult MoveWithBodies(const CarryScene& scene, const MoveInput& input,
                           const MovementState& state, Footing footing, MoveResult* result);

// What carries a player who stands at `foot`: the index into `poses` of the body that is most
// squarely under him, at the poses' ends. Empty: none, or what stands still is more squarely under
// him. `margin` [m]: nearer is touched, and a body that is deeper in him carries nobody.
enum class Tie : std::uint8_t { kToBody, kToStill };
std::optional<std::size_t> CarrierAt(const CarryScene& scene, std::span<const BodyPose> poses,
                                     Vec3 foot, double margin, Tie tie);

// The footing of a player whom the body of `pose` has carried for a tick without leaving him
// behind.
Footing FootingOn(const BodyPose& pose, Vec3 foot, double tick_seconds);

// The steps into which a tick is cut so that no point of the bodies near the player goes farther
// than a share of his radius in one; 0: none of them moves. `was_cut`: more would have been needed.
int BodySteps(std::span<const BodyPose> poses, const Capsule& capsule, Vec3 foot, bool* was_cut);

}  // namespace wm
