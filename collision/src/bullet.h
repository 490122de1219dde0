// The reference: sweeps and rays by Bullet 3.24, as a game would ask it.
#pragma once

#include <memory>

#include "collision/queries.h"

namespace wm {

std::unique_ptr<Queries> MakeBulletQueries(const World& world);

}  // namespace wm
