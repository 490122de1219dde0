// Our own movement code: slides along walls, steps up and down, minds the slope limit, falls.
//
// It never knows which back end answers its questions. Stateless between ticks but for the ground
// that it stands on (MovementState::memory). Safe from many threads.
#pragma once

#include <memory>

#include "collision/movement.h"

namespace wm {

// `queries` must outlive it.
std::unique_ptr<PlayerMovement> MakeWalker(const Queries& queries);

}  // namespace wm
