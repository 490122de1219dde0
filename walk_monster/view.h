// What holds of a stored map in one world state: the part that questions are asked of.
//
// Pure functions. A view's ids are its own where not everything that is stored is in it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "walk_monster/graph.h"
#include "walk_monster/store.h"

namespace wm {

// The points that walks lead to from the seeds of world state `state`, and the edges between them
// that are travelled in it, with what stops players there. `holds`: by expansion (world_states.h).
// An edge says how each way goes whatever state it was driven in. `rides_home`: see Graph, by
// stored ids.
Graph ViewOf(const Graph& stored, const std::vector<char>& holds, std::uint16_t state,
             std::span<const PointId> rides_home);

// The map in one of its world states: its graph is the view, its outcome that of the state.
StoredMap InState(StoredMap map, std::uint16_t state);

// The map as a person asks for it: in the state that `words` name (ResolveWorldState), or without
// words in the one that was swept last. Throws InputError: a state that was not swept.
StoredMap InState(StoredMap map, std::span<const std::string> words);

}  // namespace wm
