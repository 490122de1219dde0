// Where rides lead: players who stand on a door or lift while it moves are in another world
// afterwards.
//
// Pure functions of a map. Follow rides from world to world, also through worlds that were not
// swept: what was driven elsewhere holds there as far as nothing differs.
#pragma once

#include <vector>

#include "walk_monster/src/glimpse.h"

namespace wm {

// A glimpse of a world to which rides have brought players. Throws InputError: rides through more
// than 1,000 worlds.
Glimpse GlimpseWithRides(const MapParts& map, const std::vector<StateChoice>& choices);

// The points of a world where rides begin that lead home, or to where nobody has looked yet.
std::vector<PointId> RidesHome(const MapParts& map, const std::vector<StateChoice>& choices);

}  // namespace wm
