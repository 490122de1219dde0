// Levels of boxes and doors for tests, and whether two graphs cover the same ground.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "maps/map.h"
#include "tests/scenes/shapes.h"
#include "walk_monster/graph.h"

namespace wm::test {

// A level without files. Entities count from 1.
class BoxLevel {
 public:
  Map map;

  // A solid box; gives its entity.
  std::uint32_t Add(const std::string& name, Vec3 min, Vec3 max) {
    Entity entity;
    entity.kind = EntityClass::kBox;
    entity.name = name;
    entity.position = (min + max) * 0.5;
    entity.size = max - min;
    return AddBody(entity);
  }

  // A box with two states: where it is, and moved by `offset`.
  std::uint32_t AddDoor(const std::string& name, Vec3 min, Vec3 max, Vec3 offset) {
    Entity entity;
    entity.kind = EntityClass::kDoor;
    entity.name = name;
    entity.position = (min + max) * 0.5;
    entity.size = max - min;
    entity.initial_state = "closed";
    entity.states = {{"closed", {}, {}, 1.0}, {"open", offset, {}, 1.0}};
    return AddBody(entity);
  }

  // A box that goes straight from stop to stop, each a second from the one before; the first is
  // where it is.
  std::uint32_t AddLift(const std::string& name, Vec3 min, Vec3 max,
                        const std::vector<std::pair<std::string, Vec3>>& stops) {
    Entity entity;
    entity.kind = EntityClass::kLift;
    entity.name = name;
    entity.position = (min + max) * 0.5;
    entity.size = max - min;
    entity.initial_state = stops.front().first;
    for (const auto& [stop, offset] : stops) entity.states.push_back({stop, offset, {}, 1.0});
    return AddBody(entity);
  }

  void AddSpawn(Vec3 foot) {
    Entity entity;
    entity.kind = EntityClass::kSpawn;
    entity.id = static_cast<std::uint32_t>(map.entities.size() + 1);
    entity.position = foot;
    map.entities.push_back(entity);
  }

  void AddContract(const std::string& name, ContractKind kind, Vec3 min, Vec3 max) {
    Entity entity;
    entity.kind = EntityClass::kContract;
    entity.id = static_cast<std::uint32_t>(map.entities.size() + 1);
    entity.name = name;
    entity.contract = kind;
    entity.position = (min + max) * 0.5;
    entity.size = max - min;
    map.entities.push_back(entity);
  }

  // Floor at z = 0 with walls around: `half` metres to every side.
  void AddRoom(double half) {
    const double out = half + 0.3;
    Add("floor", {-out, -out, -1.0}, {out, out, 0.0});
    Add("east", {half, -out, -1.0}, {out, out, 3.0});
    Add("west", {-out, -out, -1.0}, {-half, out, 3.0});
    Add("north", {-half, half, -1.0}, {half, out, 3.0});
    Add("south", {-half, -out, -1.0}, {half, -half, 3.0});
  }

  // Moves a box, or takes its body away and leaves the entity.
  void Move(std::uint32_t id, Vec3 by) {
    map.entities[id - 1].position += by;
    for (Body& body : map.bodies) {
      if (body.entity == id) body.placement = Placement(map.entities[id - 1]);
    }
  }
  void Remove(std::uint32_t id) {
    std::erase_if(map.bodies, [id](const Body& body) { return body.entity == id; });
  }

 private:
  std::uint32_t AddBody(Entity entity) {
    entity.id = static_cast<std::uint32_t>(map.entities.size() + 1);
    Body body;
    body.entity = entity.id;
    body.name = entity.name;
    body.placement = Placement(entity);
    body.collision_mesh = body.visual_mesh = static_cast<int>(map.meshes.size());
    map.meshes.push_back(scenes::BoxBetween(entity.size * -0.5, entity.size * 0.5));
    map.bodies.push_back(body);
    map.entities.push_back(std::move(entity));
    return body.entity;
  }
};

// How far the points of one graph are from the other's, on their storeys.
struct GroundDifference {
  std::size_t points = 0;
  std::size_t over_40_cm = 0;
  double farthest_m = 0.0;
  Vec3 where;  // the farthest

  bool IsSame() const {
    return static_cast<double>(over_40_cm) <= 0.001 * static_cast<double>(points) &&
           farthest_m <= 0.45;
  }
};

// From each point of `a` to the nearest of `b`, within a step and a slope of 45 degrees in height.
inline GroundDifference DifferenceFrom(const Graph& a, const Graph& b, const Box& within) {
  std::vector<Vec3> others;
  for (const GraphPoint& point : b.points) others.push_back(point.foot);
  std::sort(others.begin(), others.end(), [](Vec3 p, Vec3 q) { return p.x < q.x; });
  GroundDifference difference;
  for (const GraphPoint& point : a.points) {
    const Vec3 foot = point.foot;
    if (!within.Contains(foot)) continue;
    double nearest = 1e9;
    const auto from = std::lower_bound(others.begin(), others.end(), foot.x - 1.0,
                                       [](Vec3 p, double x) { return p.x < x; });
    for (auto at = from; at != others.end() && at->x <= foot.x + 1.0; ++at) {
      const double distance = HorizontalLength(*at - foot);
      if (std::abs(at->z - foot.z) <= 0.35 + distance) nearest = std::min(nearest, distance);
    }
    ++difference.points;
    difference.over_40_cm += nearest > 0.40;
    if (nearest > difference.farthest_m) {
      difference.farthest_m = nearest;
      difference.where = foot;
    }
  }
  return difference;
}

inline Box Everywhere() { return {{-1e7, -1e7, -1e7}, {1e7, 1e7, 1e7}}; }

}  // namespace wm::test
