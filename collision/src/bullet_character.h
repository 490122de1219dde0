// Bullet's stock kinematic character, unmodified: real third-party movement code under test.
#pragma once

#include <memory>

#include "collision/movement.h"

namespace wm {

// Not safe from many threads: one instance a thread.
std::unique_ptr<PlayerMovement> MakeBulletCharacter(const World& world, const PlayerConfig& config);

}  // namespace wm
