// What a coverage database holds, in words or as JSON: what the run was, how far it came, whether
// the level's contracts hold.
//
// Pure functions of a StoredMap.
#pragma once

#include <string>

#include "walk_monster/store.h"

namespace wm {

// Lines for a person, names and values aligned.
std::string InfoText(const StoredMap& map);

// The tables of every coverage database, as SQL, and queries to start from.
std::string SqlText();

// One JSON object on one line, for programs.
std::string InfoJson(const StoredMap& map);

}  // namespace wm
