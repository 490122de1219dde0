// Localized directional sampling: floods a level with drives, in tile phases, into a coverage
// graph.
//
// Says where to drive next and what was learnt; how the player moves is the movement's business.
// The same level, movement and options give the same graph, whatever the number of threads and
// whatever the order in which the tiles of a phase are expanded.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "collision/drive.h"
#include "walk_monster/graph.h"

namespace wm {

// How densely ground is sampled.
struct Density {
  double spacing = 0.5;  // [m] (0.05, 50]
  int sectors = 8;       // 4, 8 or 16
  friend bool operator==(const Density&, const Density&) = default;
};

// A part of the level that is sampled at a density of its own.
struct DensityArea {
  Box box;  // of feet
  Density density;
  friend bool operator==(const DensityArea& a, const DensityArea& b) {
    return a.box.min == b.box.min && a.box.max == b.box.max && a.density == b.density;
  }
};

struct SweepOptions {
  double spacing = 0.5;            // [m] (0.05, 50]
  int sectors = 8;                 // 4, 8 or 16
  std::vector<DensityArea> areas;  // where they overlap, the last one counts
  std::uint64_t jitter_seed = 0;   // not 0: directions and lengths of walks to new ground vary
  bool probe = true;               // look for openings between hit points that are joined
  std::uint64_t max_points = 0;    // stop between phases once this many stand; 0: no limit
  std::uint64_t max_drives = 0;    // likewise once this many were driven
  double tile_width = 0.0;         // [m] 0: 16 spacings
  // Test hook: expands the tiles of a phase in this shuffled order. 0: as they come.
  std::uint64_t shuffle_seed = 0;
};

// A tile is at least this wide: wider than what one expansion reads and writes.
inline constexpr double kFewestSpacingsATile = 4.0;

Density DensityAt(const SweepOptions& options, Vec3 foot);

enum class SweepOutcome : std::uint8_t {
  kComplete,  // everything that can be found is
  kMaxPoints,
  kMaxDrives,
  kExhausted,  // a baseline (baselines.h) has nothing left that it would drive
  kInterrupted
};

std::string_view Name(SweepOutcome outcome);

struct SweepCounts {
  std::uint64_t phases = 0;
  std::uint64_t points = 0;
  std::uint64_t frontier = 0;  // points with drives left to do
  std::uint64_t drives = 0;
  std::uint64_t ticks = 0;
  std::uint64_t bad_starts = 0;  // drives that could not begin where another had ended
  std::uint64_t rides = 0;       // on moving doors and lifts, by this run
  std::uint64_t crushed = 0;     // of these: ended between what moved and what did not
  std::uint64_t redriven = 0;    // points that earlier runs had expanded, expanded again
  int next_colour = 0;
};

// What a sweep tells while it runs. Called between phases, from the calling thread.
class SweepListener {
 public:
  virtual ~SweepListener() = default;
  // What earlier runs have left; before the first phase.
  virtual void OnKnown(const Graph& known) { static_cast<void>(known); }
  virtual void OnPhase(const GraphChange& change, const SweepCounts& counts) = 0;
  virtual bool ShouldStop() { return false; }
};

struct SweepResult {
  SweepOutcome outcome = SweepOutcome::kComplete;
  Graph graph;  // everything known, of every world state
  SweepCounts counts;
};

// Where players start: feet of standing players, see SettleStart.
struct SweepSeeds {
  std::vector<Vec3> spawns;
  std::vector<Vec3> plants;  // by a person; ground found only from these is kept apart
};

// What earlier runs have left to go on from.
struct SweepStart {
  std::uint16_t state = 0;          // the world state that is swept: the one that the world is in
  Graph known;                      // of every world state; empty: nothing yet
  std::vector<char> holds;          // by expansion of `known`: whether it holds in `state`
  std::vector<char> was_expanded;   // by point of `known`: in any state, before anything changed
  std::vector<GraphSeed> arrivals;  // known points that rides bring players to in `state`
  bool may_be_absent = false;  // points without an expansion that holds may not exist in `state`
  SweepCounts counts;          // of the runs before
};

// Sweeps from the seeds, on from `start`. One context per thread, alike but for movements that are
// not safe to share. Needs: at least one context, all of one world and config. `listener` may be
// null. Stopped between phases and started again with the graph that it had then, a sweep ends in
// the same graph as one that was never stopped.
SweepResult Explore(std::span<const DriveContext> contexts, const SweepSeeds& seeds,
                    const SweepOptions& options, SweepStart start, SweepListener* listener);

// A new map of a level without world states.
SweepResult Explore(std::span<const DriveContext> contexts, std::span<const Vec3> spawns,
                    const SweepOptions& options, SweepListener* listener);

// A foot on the largest walkable surface that dropping players onto the level finds; for levels
// without a spawn. Empty where nobody can stand anywhere.
std::optional<Vec3> FindLargestSurface(const DriveContext& context);

}  // namespace wm
