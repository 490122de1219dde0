// What the tests of reported faults share: the reference character, grids of variants, drives that
// are checked for what holds always, and walks that are watched tick by tick.
//
// A case is a function of a back end. WM_CASE makes a test of it for every back end; WM_CASE_GRID
// also makes the full grid of variants, which is slow, beside a sample of it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "collision/drive.h"
#include "tests/scenes/scene.h"

#define WM_CASE(function, name, tags)                                          \
  TEST_CASE(name ", brute", tags "[brute]") { function(BackendKind::kBrute); } \
  TEST_CASE(name ", bullet", tags "[bullet]") { function(BackendKind::kBullet); }

#define WM_CASE_GRID(function, name, tags)                           \
  TEST_CASE(name ", brute", tags "[brute]") {                        \
    function(BackendKind::kBrute, ::wm::cases::Extent::kSample);     \
  }                                                                  \
  TEST_CASE(name ", bullet", tags "[bullet]") {                      \
    function(BackendKind::kBullet, ::wm::cases::Extent::kSample);    \
  }                                                                  \
  TEST_CASE(name ", full grid, brute", "[.slow]" tags "[brute]") {   \
    function(BackendKind::kBrute, ::wm::cases::Extent::kFull);       \
  }                                                                  \
  TEST_CASE(name ", full grid, bullet", "[.slow]" tags "[bullet]") { \
    function(BackendKind::kBullet, ::wm::cases::Extent::kFull);      \
  }

namespace wm::cases {

using scenes::Placement;
using scenes::Rig;
using scenes::Scene;

enum class Extent { kSample, kFull };

// Radius 0.30, height 1.80, step 0.35, slope limit 45 deg, skin 0.02, tick 1/60 s, 2 m/s.
PlayerConfig CharacterS();

// 0, 15, .., 345 deg, or a few of them.
std::vector<double> Yaws(Extent extent);
// Each of them where the scene lies, and 1.4 km off.
std::vector<Placement> Placements(Extent extent);

// The smallest and largest of what was added.
struct Range {
  double min = HUGE_VAL;
  double max = -HUGE_VAL;

  void Add(double value) {
    min = std::min(min, value);
    max = std::max(max, value);
  }
  double Width() const { return max < min ? 0.0 : max - min; }
};

// For INFO.
std::string Say(Vec3 p);
std::string Say(const DriveResult& result);
std::string Say(const Placement& placement);

// Drives twice and checks what holds in every case: no NaN, the same bits both times, nothing cut
// short and, on brute, no overlap beyond the skin.
DriveResult CheckedDrive(const Rig& rig, Vec3 foot, const DriveTarget& target);
// The same from a state.
DriveResult CheckedGoOn(const Rig& rig, const MovementState& start, const DriveTarget& target);

// The same in the scene's frame: takes scene points, gives the world's result.
DriveResult CheckedDrive(const Rig& rig, const Scene& scene, Vec3 from, Vec3 to);

// Fails the test where there is no footing.
MovementState Settled(const Rig& rig, Vec3 foot, double max_drop = 0.35);

// In the air, with a velocity.
MovementState Flying(Vec3 foot, Vec3 velocity = {});

struct WalkTick {
  int tick = 0;  // from 0
  MovementState before;
  Vec3 commanded;  // [m/s]
  const MoveResult& result;
};
using OnTick = std::function<void(const WalkTick&)>;

struct ObservedWalk {
  MovementState end;
  int ticks = 0;
  bool is_arrived = false;       // horizontally
  double deepest_overlap = 0.0;  // [m]
  bool was_truncated = false;
};

// Walks as a drive does, turning toward the target every tick and shortening the last one, but goes
// on pushing until it arrives or the ticks run out.
ObservedWalk WalkObserved(const DriveContext& context, const MovementState& start, Vec3 target,
                          int max_ticks, const OnTick& on_tick = {});

// Steers by the same input for a number of ticks.
ObservedWalk PushObserved(const DriveContext& context, const MovementState& start, MoveInput input,
                          int ticks, const OnTick& on_tick = {});

}  // namespace wm::cases
