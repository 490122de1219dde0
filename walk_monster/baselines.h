// Two well-known ways to explore, to measure ours against: on the same movement code, in the same
// graph.
//
// Nothing here is tuned into something that it is not: no tiles, no ways back, no probes. One
// thread. The same level, movement and options give the same graph.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "walk_monster/explorer.h"

namespace wm {

enum class Strategy : std::uint8_t {
  kDirectional,  // ours: Explore
  kProximity,    // flood: from every point a spacing in each of 8 directions; ends too near to a
                 // point are dropped
  kRrt,  // rapidly-exploring random tree: from the point nearest to a random place toward it
};

std::string_view Name(Strategy strategy);  // "directional", "proximity", "rrt"
std::optional<Strategy> StrategyOf(std::string_view name);

struct BaselineOptions {
  Strategy strategy = Strategy::kProximity;  // not kDirectional
  double spacing = 0.5;                      // [m] (0.05, 50] length of a drive; rrt: at most
  // [of spacing] [0.1, 1] proximity: an end is a point where none of its storey is nearer. Smaller:
  // more points; from 0.77 on, those between two directions are lost.
  double apart = 0.7;
  std::uint64_t seed = 1;  // rrt
  // Where to stop; 0: no limit. Drives and points are met exactly, ticks overrun by part of a
  // drive.
  std::uint64_t max_drives = 0;
  std::uint64_t max_ticks = 0;
  std::uint64_t max_points = 0;
  std::uint64_t drives_a_phase = 1024;  // > 0: how often the listener hears
};

// Explores from all seeds, in the world state 0. rrt never ends by itself, proximity does
// (kExhausted). The graph is like that of Explore, but most ways back are untried, and expansions
// have no end: they do not tell what a change of the level would spare. Needs: rrt: a limit, or a
// listener that stops it.
SweepResult ExploreBaseline(const DriveContext& context, const SweepSeeds& seeds,
                            const BaselineOptions& options, SweepListener* listener);

}  // namespace wm
