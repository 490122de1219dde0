// Kill bodies: whether a player on his way touches one or is inside it.
#pragma once

#include "collision/queries.h"

namespace wm {

// True when the capsule, moving from `from` to `to`, touches a kill triangle or ends inside a
// closed kill body.
bool TouchesKill(const World& world, const Capsule& capsule, Vec3 from, Vec3 to);

}  // namespace wm
