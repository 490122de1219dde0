// The yard: a small named level that tests of drives share.
#pragma once

#include <utility>

#include "collision/drive.h"
#include "tests/scenes/scene.h"

namespace wm::yard {

using scenes::Scene;

inline constexpr BackendKind kBackend = BackendKind::kBrute;

// A floor 40 x 40 m, a wall at x = 3, a side wall at y = 4, a landing 3 m up, all named.
inline Scene Yard() {
  Scene scene;
  scene.Add("floor", scenes::FlatFloor(-20.0, 20.0, -20.0, 20.0, 0.0));
  scene.Add("wall", scenes::BoxBetween({3.0, -6.0, 0.0}, {3.4, 6.0, 3.0}));
  scene.Add("side wall", scenes::BoxBetween({-2.0, 4.0, 0.0}, {3.0, 4.3, 3.0}));
  scene.Add("landing", scenes::BoxBetween({-12.0, -3.0, 2.8}, {-8.0, 3.0, 3.0}));
  return scene;
}

// A brace of numbers is a foot here, not a state.
inline DriveResult Go(const DriveContext& context, Vec3 from, const DriveTarget& target) {
  return DriveTowardPoint(context, from, target);
}

inline Scene Baked(Scene scene) {
  scene.Bake();
  return scene;
}

}  // namespace wm::yard
