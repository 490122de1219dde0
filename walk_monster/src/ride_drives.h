// Rides: every player who can stand on a door or lift, carried to where it goes next.
#pragma once

#include <cstdint>
#include <span>

#include "collision/ride.h"
#include "walk_monster/explorer.h"
#include "walk_monster/session.h"

namespace wm {

// Moves every body that has states from the state that it is in to those it can go to: a lift to
// the stops beside it, a door to any. Players who stand on it are carried, pushed, crushed or lose
// their footing; what comes of it is added to `graph` and `counts`, and told in `change`.
//
// Rides that `graph` knows are made again and change nothing. A ride extends the reach of the
// expansion that it belongs to. Needs: a graph as Explore has left it, complete in `state`, the
// session's.
void DriveRides(const Session& session, std::span<const WorldState> states,
                std::span<const Patch> patches, std::uint16_t state, Closing closing, Graph* graph,
                SweepCounts* counts, GraphChange* change);

}  // namespace wm
