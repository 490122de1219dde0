// A level made ready to be walked: its map, its world, a back end, and a movement for every thread.
//
// What a command line, a viewer or a test opens first. Command line beats level.text beats the
// built-in default.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collision/drive.h"
#include "maps/map.h"

namespace wm {

struct SessionOptions {
  LevelDefaults overrides;  // what the command line says
  int threads = 1;          // [1, 256]
};

class Session {
 public:
  // Throws InputError: a parameter out of range, an unknown mover or back end, no solid geometry.
  Session(Map map, const SessionOptions& options);

  const Map& map() const { return map_; }
  const World& world() const { return world_; }
  const PlayerConfig& player() const { return player_; }
  MoverKind mover() const { return mover_; }
  BackendKind backend() const { return backend_; }
  double spacing() const { return spacing_; }
  int sectors() const { return sectors_; }

  // One per thread.
  std::span<const DriveContext> contexts() const { return contexts_; }

  // The feet of players who start where a person said: settled onto the ground, at most 2 m below.
  // Throws InputError that says what is in the way. `what` names the place in the message.
  Vec3 SettleSpawn(Vec3 foot, const std::string& what) const;

  // Where to start: the level's spawns, else the largest surface. A level's bad spawn costs a log
  // line; all of them bad is an InputError, and so is a level without a place to stand on.
  std::vector<Vec3> LevelSeeds(const LogLine& log) const;

 private:
  Map map_;
  World world_;
  PlayerConfig player_;
  MoverKind mover_ = MoverKind::kWalker;
  BackendKind backend_ = BackendKind::kBullet;
  double spacing_ = 0.5;
  int sectors_ = 8;
  std::unique_ptr<Queries> queries_;
  std::vector<std::unique_ptr<PlayerMovement>> movements_;
  std::vector<DriveContext> contexts_;
};

// `x,y,z` in decimal. Throws InputError that begins with `what`: malformed, not finite, or farther
// than 10,000 km.
Vec3 ParsePlace(const std::string& text, const std::string& what);

// "1.25,-3,0.5": shortest decimals that read back to the same numbers.
std::string PlaceText(Vec3 place);

}  // namespace wm
