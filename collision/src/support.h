// What holds a player up: walkable ground, the edge of walkable ground, or several sides at once.
//
// The slope that counts is the face's own where the foot touches an edge of it: a round bottom on
// the rim of a floor is on the floor. A rounded contact on a sharp rim counts by its own normal.
#pragma once

#include <optional>
#include <vector>

#include "collision/movement.h"

namespace wm {

struct Support {
  GroundKind kind = GroundKind::kSliding;  // kStanding: it holds
  Vec3 normal{0.0, 0.0, 1.0};              // of the ground to walk along
  double ground_z = 0.0;                   // [m] height of the contact
  bool is_firm = false;                    // good enough to rest or to land on
};

class SupportJudge {
 public:
  SupportJudge(const Queries& queries, const PlayerConfig& config);

  bool IsWalkable(Vec3 normal) const { return normal.z >= lowest_cosine_; }

  // How far the steepest walkable ground rises, or falls, in a metre.
  double SteepestRise() const { return steepest_rise_; }

  // What a player at `foot`, come down onto `first`, stands on: ground that holds by itself.
  Support JudgeGround(Vec3 foot, const Contact& first) const;

  // The same, or several steep sides that hold him together.
  Support Judge(Vec3 foot, const Contact& first) const;

  // Ground too steep on every side that cannot be slid down: the support it gives, else empty.
  std::optional<Support> Held(Vec3 foot) const;

  // The support of one contact, if it gives any.
  std::optional<Support> OfContact(const Contact& contact) const;

 private:
  const Queries& queries_;
  Capsule capsule_;
  double lowest_cosine_;
  double steepest_rise_;
};

}  // namespace wm
