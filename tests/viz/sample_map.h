// A map with everything that a picture can show: a hill, a house of two storeys, a pit, a hole in
// the world, a ledge that works one way, contracts kept and broken.
#pragma once

#include <cmath>

#include "tests/walk_monster/synthetic_graph.h"
#include "walk_monster/store.h"

namespace wm::test {

inline bool IsIn(double x, double y, double x0, double y0, double x1, double y1) {
  return x >= x0 && x <= x1 && y >= y0 && y <= y1;
}

// Walls of the house, 0.2 m thick: west, south, east; the north side is open at the door.
inline bool IsHouseWall(double x, double y, double grow) {
  return IsIn(x, y, 6.0 - grow, 6.0 - grow, 6.2 + grow, 14.0 + grow) ||
         IsIn(x, y, 6.0 - grow, 6.0 - grow, 16.0 + grow, 6.2 + grow) ||
         IsIn(x, y, 15.8 - grow, 6.0 - grow, 16.0 + grow, 14.0 + grow) ||
         IsIn(x, y, 6.0 - grow, 13.8 - grow, 10.0 + grow, 14.0 + grow) ||
         IsIn(x, y, 11.4 - grow, 13.8 - grow, 16.0 + grow, 14.0 + grow);
}

inline void AddLine(StoredMap* map, Vec3 a, Vec3 b) { map->outline.emplace_back(a, b); }

inline void AddBoxLines(StoredMap* map, double x0, double y0, double x1, double y1, double z) {
  AddLine(map, {x0, y0, z}, {x1, y0, z});
  AddLine(map, {x1, y0, z}, {x1, y1, z});
  AddLine(map, {x1, y1, z}, {x0, y1, z});
  AddLine(map, {x0, y1, z}, {x0, y0, z});
}

inline Entity SampleContract(std::uint32_t id, const char* name, ContractKind kind, Vec3 at,
                             Vec3 size) {
  Entity entity;
  entity.kind = EntityClass::kContract;
  entity.id = id;
  entity.name = name;
  entity.contract = kind;
  entity.position = at;
  entity.size = size;
  return entity;
}

// Walked both ways.
inline void AddStep(Graph* graph, std::size_t a, std::size_t b) {
  graph->edges.push_back({static_cast<PointId>(a), static_cast<PointId>(b), 0, Way::kReached, Way::kReached, 0.0});
}

inline void AddFindings(StoredMap* map, std::size_t ground_points) {
  Graph& graph = map->graph;
  // Obstacles where hit points are: facing the point's own neighbours.
  std::vector<Vec3> inward(graph.points.size());
  for (const GraphEdge& edge : graph.edges) {
    const Vec3 along = graph.points[edge.b].foot - graph.points[edge.a].foot;
    inward[edge.a] += along;
    inward[edge.b] += -along;
  }
  for (PointId id = 0; id < graph.points.size(); ++id) {
    const Vec3 normal = NormalizedOr(Horizontal(inward[id]), {1.0, 0.0, 0.0});
    if (graph.points[id].kind != PointKind::kHit) continue;
    graph.obstacles.push_back(
        {id, graph.points[id].foot - normal * 0.3 + Vec3{0, 0, 0.5}, normal, 2, 0});
  }
  // Drops into the pit, exits over the eastern edge, a ledge.
  const auto add_landing = [&](PointId from, Vec3 to, double drop) {
    graph.points.push_back({Snap(to), PointKind::kLanding, 0, true});
    graph.edges.push_back({from, static_cast<PointId>(graph.points.size() - 1), 0, Way::kReached, Way::kFailed, drop});
  };
  for (PointId id = 0; id < ground_points; ++id) {
    const Vec3 foot = graph.points[id].foot;
    const double dx = foot.x + 9.0, dy = foot.y - 11.0;
    const double distance = std::sqrt(dx * dx + dy * dy);
    if (graph.points[id].kind == PointKind::kHit && distance < 3.3) {
      add_landing(id, {-9.0 + dx * 0.55, 11.0 + dy * 0.55, -3.0}, 3.0);
    }
    if (graph.points[id].kind == PointKind::kHit && foot.x > 19.5 &&
        std::fabs(foot.y + 8.0) < 4.0) {
      graph.exits.push_back({id, foot, 0});
    }
  }
  // Who falls into the pit walks about there, and never gets out.
  const std::size_t landings_end = graph.points.size();
  for (std::size_t a = 0; a < landings_end; ++a) {
    for (std::size_t b = a + 1; b < landings_end; ++b) {
      if (graph.points[a].kind != PointKind::kLanding ||
          graph.points[b].kind != PointKind::kLanding)
        continue;
      if (Length(graph.points[b].foot - graph.points[a].foot) > 1.0) continue;
      AddStep(&graph, a, b);
    }
  }
  std::size_t one_way = 0;
  for (GraphEdge& edge : graph.edges) {
    const Vec3 foot = graph.points[edge.a].foot;
    if (std::fabs(foot.x - 12.0) < 0.3 && foot.y < -2.0 && edge.drop_m == 0.0 && one_way < 14) {
      edge.back = Way::kFailed;
      ++one_way;
    }
  }
}

inline StoredMap SampleMap() {
  StoredMap map;
  map.run = {"maps/levels/sample", "walker", "bullet", {{"spacing", "0.5"}, {"height", "1.8"}}};
  map.progress.outcome = "complete";
  map.progress.drives = 123456;
  Ground ground;
  ground.bounds.Add({-20.0, -16.0, 0.0});
  ground.bounds.Add({20.0, 16.0, 0.0});
  ground.is_free = [](double x, double y) {
    const double pit = (x + 9.0) * (x + 9.0) + (y - 11.0) * (y - 11.0);
    const double rock = (x + 14.0) * (x + 14.0) + (y + 2.0) * (y + 2.0);
    return IsIn(x, y, -19.7, -15.7, 19.7, 15.7) && !IsHouseWall(x, y, 0.3) && pit > 9.0 &&
           rock > 2.2 && !IsIn(x, y, 1.0, 2.0, 1.8, 12.0);
  };
  ground.height = [](double x, double y) {
    const double d = (x + 6.0) * (x + 6.0) / 60.0 + (y + 8.0) * (y + 8.0) / 25.0;
    return d < 1.0 ? 3.5 * (1.0 - d) * (1.0 - d) : 0.0;
  };
  AddGround(&map.graph, ground, 0.5, 2.5, 0.0);
  const std::size_t ground_points = map.graph.points.size();
  // The upper floor spans the walls below it; a stairwell is left open.
  Ground upper = Rectangle(6.4, 6.4, 15.6, 13.6);
  const auto inside = upper.is_free;
  upper.is_free = [inside](double x, double y) {
    return inside(x, y) && !IsIn(x, y, 12.6, 7.0, 15.0, 8.4);
  };
  upper.height = [](double, double) { return 3.0; };
  AddGround(&map.graph, upper, 0.5, 8.0, 10.0);
  AddStep(&map.graph, 0, ground_points);  // stairs, somehow
  AddFindings(&map, ground_points);
  AddBoxLines(&map, -20.0, -16.0, 20.0, 16.0, 0.0);
  AddBoxLines(&map, 6.0, 6.0, 16.0, 14.0, 3.0);
  AddBoxLines(&map, 6.2, 6.2, 15.8, 13.8, 0.0);
  AddBoxLines(&map, 1.3, 2.3, 1.5, 11.7, 1.0);
  Entity spawn;
  spawn.kind = EntityClass::kSpawn;
  spawn.id = 1;
  spawn.name = "start";
  spawn.position = {2.5, 0.0, 0.0};
  map.entities = {
      spawn,
      SampleContract(2, "upper floor", ContractKind::kMustReach, {11.0, 10.0, 3.5}, {8, 6, 1.5}),
      SampleContract(3, "hill top", ContractKind::kMustReach, {-6.0, -8.0, 3.5}, {2, 2, 2}),
      SampleContract(4, "pit", ContractKind::kMustNotReach, {-9.0, 11.0, -2.5}, {4, 4, 3}),
      SampleContract(5, "locked hut", ContractKind::kMustNotReach, {17.0, 0.0, 30.0}, {2, 2, 2})};
  map.progress.graph_hash = HashGraph(map.graph);
  return map;
}

}  // namespace wm::test
