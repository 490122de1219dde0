// The code under test: what moves the player, one tick at a time, behind one interface.
//
// State in, state out, both plain. Step is const; it is safe from many threads unless the movement
// says otherwise (IsThreadSafe), then every thread gets an instance of its own.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "collision/player_config.h"
#include "collision/queries.h"

namespace wm {

enum class GroundKind : std::uint8_t {
  kUnknown,   // a state that no Step has seen yet
  kStanding,  // supported; walks where it is steered
  kSliding,   // touches only ground that is too steep: unsteered
  kFalling,   // touches nothing: unsteered
};

struct MovementState {
  Vec3 foot;
  Vec3 velocity;  // [m/s]
  GroundKind ground = GroundKind::kUnknown;
  double ground_z = 0.0;                  // [m] height of what supports the player
  std::array<std::uint8_t, 64> memory{};  // whatever else the movement code keeps

  friend bool operator==(const MovementState&, const MovementState&) = default;
};

// What a moving body does to a player in its way.
enum class Closing : std::uint8_t {
  kPush,     // pushes him aside; crushes him where he cannot go
  kOverlap,  // passes through him; lifts him only where it comes up under his feet
};

std::string_view Name(Closing closing);
std::optional<Closing> ParseClosing(std::string_view name);

struct MovingShape;  // posed_queries.h

// Where a moving body (a door, a lift) is this tick: in between it moves as Motion says. It is not
// where the World has it, and the Queries that the movement was made with know nothing of it.
struct BodyPose {
  std::uint32_t body = 0;  // index into World::bodies
  Affine from;             // its placement when the tick begins
  Affine to;               // and when it ends
  const MovingShape* shape = nullptr;
};

struct MoveInput {
  double walk_x = 0.0;  // [-1, 1] share of walk speed along world x
  double walk_y = 0.0;  // [-1, 1] share of walk speed along world y
  std::span<const BodyPose> poses;
  Closing closing = Closing::kPush;
};

struct MoveResult {
  MovementState state;
  std::vector<Contact> contacts;  // what stood in the way this tick; may be empty
  double deepest_overlap = 0.0;   // [m] met or left behind, 0 where none
  bool was_truncated = false;     // motion, contacts or recovery were cut short
};

class PlayerMovement {
 public:
  virtual ~PlayerMovement() = default;

  // Moves the player by one tick of config.tick_seconds. Clears and fills `result`.
  virtual void Step(const World& world, const PlayerConfig& config, const MovementState& state,
                    const MoveInput& input, MoveResult* result) const = 0;

  virtual bool IsThreadSafe() const { return true; }

  // Whether Step minds MoveInput::poses. Nobody rides with a movement that does not.
  virtual bool KnowsMovingBodies() const { return false; }

  // How deep a player at rest stands in the ground [m]: zero for a movement that keeps clear of it.
  virtual double RestOverlap() const { return 0.0; }
};

enum class MoverKind : std::uint8_t {
  kWalker,           // ours: slide, step up, step down, slope limit
  kBulletCharacter,  // Bullet's stock kinematic character
};

std::optional<MoverKind> ParseMoverKind(std::string_view name);
std::string_view Name(MoverKind kind);

// Makes the movement for `world` and `queries`, which must outlive it. kBulletCharacter brings its
// own collision and ignores `queries`.
std::unique_ptr<PlayerMovement> MakeMovement(MoverKind kind, const World& world,
                                             const Queries& queries, const PlayerConfig& config);

}  // namespace wm
