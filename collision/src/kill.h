// Kill bodies: whether a player on his way touches one or is inside it.
#pragma once

#include "collision/posed_queries.h"

namespace wm {

// True when the capsule, moving from `from` to `to`, touches a kill triangle or ends inside a
// closed kill body.
bool TouchesKill(const World& world, const Capsule& capsule, Vec3 from, Vec3 to);

// The same for a kill body that moves, being at `placement`.
bool TouchesKill(const MovingShape& shape, const Affine& placement, const Capsule& capsule,
                 Vec3 from, Vec3 to);

}  // namespace wm
