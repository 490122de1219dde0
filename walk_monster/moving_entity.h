// A door or lift of a level, ready to be moved under and into standing players.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "collision/ride.h"
#include "walk_monster/session.h"

namespace wm {

class MovingEntity {
 public:
  // Whether a session can move an entity: the entity has states and something solid, and the
  // movement knows moving bodies.
  static bool IsPossible(const Session& session, const Entity& entity);

  // Needs: IsPossible. The session outlives it. Cost: the world is built once more.
  MovingEntity(const Session& session, const Entity& entity);

  // Moves it from the state that it has in the session's world state to another one, past a player
  // who stands at `foot`. Needs: a name of one of its states. Everything begins anew each time.
  RideResult Move(Vec3 foot, const std::string& stop, Closing closing) const;

  // Of the world in which it moves.
  const World& world() const { return scene_->world(); }

 private:
  const Session& session_;
  const Entity& entity_;
  std::unique_ptr<const MovingScene> scene_;
  std::unique_ptr<PlayerMovement> movement_;
};

// The index of an entity's solid body in World::bodies; bodies.size() where it has none.
std::size_t SolidBodyOf(const World& world, std::uint32_t entity);

// The state that an entity is in. Needs: one that has states.
const std::string& StateOf(const Session& session, const Entity& entity);

}  // namespace wm
