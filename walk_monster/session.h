// A level made ready to be walked: its map, its world, a back end, and a movement for every thread.
//
// What a command line, a viewer or a test opens first. Command line beats level.text beats the
// built-in default.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collision/drive.h"
#include "maps/map.h"
#include "walk_monster/world_states.h"

namespace wm {

// Makes a movement for a world. The references outlive it.
using MovementFactory = std::function<std::unique_ptr<PlayerMovement>(
    const World& world, const Queries& queries, const PlayerConfig& player)>;

struct SessionOptions {
  LevelDefaults overrides;          // what the command line says
  int threads = 1;                  // [1, 256]
  std::vector<std::string> states;  // of doors and lifts, see ResolveWorldState; else initial

  // A movement of your own under test, and its name in databases; else `overrides.mover` or what
  // the level says.
  std::string own_mover;
  MovementFactory make_own_movement;
};

class Session {
 public:
  // Throws InputError: a parameter out of range, an unknown mover or back end, no solid geometry.
  Session(Map map, const SessionOptions& options);

  const Map& map() const { return map_; }
  const World& world() const { return world_; }
  const PlayerConfig& player() const { return player_; }
  const std::string& mover_name() const { return mover_name_; }
  BackendKind backend() const { return backend_; }
  const WorldState& world_state() const { return world_state_; }
  double tick_hz() const { return tick_hz_; }
  double spacing() const { return spacing_; }
  int sectors() const { return sectors_; }

  // The movement under test in another world, which outlives it, as do its queries.
  std::unique_ptr<PlayerMovement> MakeMovementFor(const World& world, const Queries& queries) const;

  // One per thread.
  std::span<const DriveContext> contexts() const { return contexts_; }

  // The feet of players who start where a person said: settled onto the ground, at most 2 m below.
  // Throws InputError that says what is in the way. `what` names the place in the message.
  Vec3 SettleSpawn(Vec3 foot, const std::string& what) const;

  // Why nobody can stand at `foot`, or fall onto ground at most `max_drop` below: "over nothing: no
  // ground within 2 m below", "inside geometry: 12 cm deep in 'rock' (entity 7)". Empty: one can.
  std::string WhyNoFooting(Vec3 foot, double max_drop) const;

  // Where to start: the level's spawns, else the largest surface. A level's bad spawn costs a log
  // line; all of them bad is an InputError, and so is a level without a place to stand on.
  std::vector<Vec3> LevelSeeds(const LogLine& log) const;

 private:
  Map map_;
  WorldState world_state_;
  World world_;
  PlayerConfig player_;
  double tick_hz_ = 60.0;
  std::string mover_name_;
  BackendKind backend_ = BackendKind::kBullet;
  double spacing_ = 0.5;
  int sectors_ = 8;
  MovementFactory make_movement_;
  std::unique_ptr<Queries> queries_;
  std::vector<std::unique_ptr<PlayerMovement>> movements_;
  std::vector<DriveContext> contexts_;
};

// `x,y,z` in decimal. Throws InputError that begins with `what`: malformed, not finite, or farther
// than 10,000 km.
Vec3 ParsePlace(const std::string& text, const std::string& what);

}  // namespace wm
