// Going on with a stored map: what of it still holds when the level, the world state or the
// sampling is another, and what has to be driven again.
//
// Pure functions.
#pragma once

#include "walk_monster/explorer.h"
#include "walk_monster/store.h"

namespace wm {

struct Revised {
  MapRevision revision;  // for the store
  SweepStart start;      // for the explorer
  std::vector<WorldState> states;
};

// `known` as stored; `level` and `world` as they are to be swept now. `options` holds every density
// area, those that are new behind those of the earlier runs, of which there were `old_areas`.
Revised Revise(StoredMap known, const LevelRecord& level, const WorldState& world,
               const SweepOptions& options, std::size_t old_areas);

}  // namespace wm
