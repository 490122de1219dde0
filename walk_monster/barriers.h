// Why a place is not reached: how near walks come, and what is in the way there.
//
// Pure functions of a view (view.h).
#pragma once

#include <optional>
#include <vector>

#include "walk_monster/graph.h"
#include "walk_monster/walks.h"

namespace wm {

// The point that a person means by a place: the nearest within 0.75 m horizontally and in height.
// Empty: nobody stands there.
std::optional<PointId> PointMeant(const Graph& graph, Vec3 place);

// A way that leads from ground that is not reached onto ground that is, and not back.
struct WayOut {
  PointId from = 0;     // not reached
  PointId to = 0;       // reached
  double drop_m = 0.0;  // [m] over 0: it is a fall
};

struct Barrier {
  std::optional<PointId> nearest;  // reached point nearest to the place, in space
  double nearest_m = 0.0;          // [m] from it to the place
  // What stopped a walk from around there, toward the place; the nearest to the place.
  std::optional<GraphObstacle> obstacle;
  // Ground around the place is known, and players come down from it this way only.
  std::optional<WayOut> way_out;
};

// `is_reached`: by point. Cost: linear in points, edges and obstacles.
Barrier BarrierBefore(const Graph& graph, const std::vector<char>& is_reached, Vec3 place);

// By point: whether walks from `from` lead there.
std::vector<char> ReachedFrom(const Graph& graph, PointId from);

}  // namespace wm
