// DriveTowardPoint: walks a player from a place toward a point or along a heading, tick by tick,
// and says how that ended. The one way in which the rest of Walk Monster learns about a level.
//
// Pure: the same arguments give the same result, bit for bit. Safe from many threads where the
// movement is.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "collision/movement.h"

namespace wm {

enum class Outcome : std::uint8_t {
  kReached,      // stands on the target
  kBlocked,      // stands, and gets no nearer
  kFell,         // lost support by more than a step, and landed
  kLeftWorld,    // fell out of the level, or into a kill body
  kStuck,        // no heading gets anywhere
  kOutOfBudget,  // still walking when the ticks ran out
  kBadStart,     // starts inside geometry, or over nothing
};

std::string_view Name(Outcome outcome);

struct DriveTarget {
  Vec3 point;               // where to; for a heading only x and y count
  bool is_heading = false;  // a heading and distance: any height will do

  static DriveTarget Point(Vec3 p) { return {p, false}; }
  // `heading` is a horizontal unit vector, `distance` is in metres.
  static DriveTarget Heading(Vec3 from, Vec3 heading, double distance) {
    return {Snap(from + Horizontal(heading) * distance), true};
  }
};

struct Obstacle {
  Vec3 point;
  Vec3 normal;             // toward the player
  std::uint32_t body = 0;  // index into World::bodies
  std::uint32_t triangle = 0;
};

struct DriveResult {
  Outcome outcome = Outcome::kBadStart;
  MovementState end;  // end.foot: where the player stands (or left the world)
  int ticks = 0;
  double walked_m = 0.0;  // length of the path walked, horizontally
  double drop_m = 0.0;    // fell: height from the last support to the landing
  Vec3 takeoff;           // fell, left_world: foot where support was lost
  std::vector<Obstacle>
      obstacles;                 // what stood in the way at the end, the nearest to head-on first
  double deepest_overlap = 0.0;  // [m] over all ticks
  bool was_truncated = false;    // some tick was
  Box feet;                      // of all feet, tick by tick; empty: the drive did not begin
};

// Everything that a drive with these feet can have asked the world about. Geometry that changes
// outside cannot change the drive. For movements that look no farther than the walker does: a step
// up and down, and kQueryMargin.
Box ReachOf(const Box& feet, const PlayerConfig& config);

// What drives share. World, movement and queries outlive it.
struct DriveContext {
  const World& world;
  const Queries& queries;
  const PlayerMovement& movement;
  PlayerConfig config;
};

// Checks and settles a start: the player, standing at `foot`, or falling to the ground at most
// `max_drop` below. A foot given on the surface of a slope is lifted to where the round bottom
// touches it. Empty: overlaps geometry beyond the skin, or stands on nothing.
std::optional<MovementState> SettleStart(const DriveContext& context, Vec3 foot, double max_drop);

// Drives from `foot`. bad_start where SettleStart finds no footing within one step.
DriveResult DriveTowardPoint(const DriveContext& context, Vec3 foot, const DriveTarget& target);

// Goes on from a state, velocity and all: for a walk of many legs.
DriveResult DriveTowardPoint(const DriveContext& context, const MovementState& start,
                             const DriveTarget& target);

// The batch form: all drives from one place, results in the order of the targets.
void DriveTowardPoints(const DriveContext& context, Vec3 foot, std::span<const DriveTarget> targets,
                       std::vector<DriveResult>* results);

}  // namespace wm
