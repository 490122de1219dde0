// Localized directional sampling: floods a level with drives, in tile phases, into a coverage
// graph.
//
// Says where to drive next and what was learnt; how the player moves is the movement's business.
// The same level, movement and options give the same graph, whatever the number of threads and
// whatever the order in which the tiles of a phase are expanded.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "collision/drive.h"
#include "walk_monster/graph.h"

namespace wm {

struct SweepOptions {
  double spacing = 0.5;          // [m] (0.05, 50]
  int sectors = 8;               // 4, 8 or 16
  bool probe = true;             // look for openings between hit points that are joined
  std::uint64_t max_points = 0;  // stop between phases once this many stand; 0: no limit
  double tile_width = 0.0;       // [m] 0: 16 spacings
  // Test hook: expands the tiles of a phase in this shuffled order. 0: as they come.
  std::uint64_t shuffle_seed = 0;
};

enum class SweepOutcome : std::uint8_t { kComplete, kMaxPoints, kInterrupted };

std::string_view Name(SweepOutcome outcome);

struct SweepCounts {
  std::uint64_t phases = 0;
  std::uint64_t points = 0;
  std::uint64_t frontier = 0;  // points with drives left to do
  std::uint64_t drives = 0;
  std::uint64_t ticks = 0;
  std::uint64_t bad_starts = 0;  // drives that could not begin where another had ended
  int next_colour = 0;
};

// What a sweep tells while it runs. Called between phases, from the calling thread.
class SweepListener {
 public:
  virtual ~SweepListener() = default;
  virtual void OnPhase(const GraphChange& change, const SweepCounts& counts) = 0;
  virtual bool ShouldStop() { return false; }
};

struct SweepResult {
  SweepOutcome outcome = SweepOutcome::kComplete;
  Graph graph;
  SweepCounts counts;
};

// Sweeps from `seeds` (feet of standing players, see SettleStart). One context per thread, alike
// but for movements that are not safe to share. Needs: at least one context, all of one world and
// config. `listener` may be null.
SweepResult Explore(std::span<const DriveContext> contexts, std::span<const Vec3> seeds,
                    const SweepOptions& options, SweepListener* listener);

// A foot on the largest walkable surface that dropping players onto the level finds; for levels
// without a spawn. Empty where nobody can stand anywhere.
std::optional<Vec3> FindLargestSurface(const DriveContext& context);

}  // namespace wm
