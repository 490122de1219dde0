// Which doors, gates and lifts must be in which state for a place to be reached.
//
// Pure function of a stored map. Knows what was swept: in a level whose states were all swept
// (all_states.h), what it says is all there is. A lift that has to be ridden is in the state that
// it arrives in.
#pragma once

#include <string>
#include <vector>

#include "walk_monster/store.h"

namespace wm {

// One set of states in which walks from a spawn reach a place.
struct OpeningSet {
  std::vector<StateChoice> changes;  // what must differ from the level's initial state; by id
  std::vector<StateChoice> kept;     // what must stay as it is initially
};

struct Opens {
  bool is_known = false;         // some walk in some state comes within kThere of the place
  double nearest_m = 0.0;        // [m] from the place to the nearest point, in space
  Vec3 nearest;                  // that point; only where there is one
  std::vector<OpeningSet> sets;  // the fewest changes first; none needs all that another one needs
};

inline constexpr double kThere = 0.45;  // [m] horizontally, on the storey

// Sets without changes: the place is reached as the level begins. Throws InputError: more ways than
// can be told (100,000 combinations).
Opens FindOpens(const StoredMap& stored, Vec3 place);

// "hut door=open, lift=top".
std::string WordsOf(const std::vector<StateChoice>& choices, const StoredMap& stored);

// A line for each set, "hut door=open", without a newline at the end.
std::string TextOf(const Opens& opens, const StoredMap& stored);

}  // namespace wm
