#include "viz/picture/src/scene.h"

#include <algorithm>
#include <utility>

#include "walk_monster/judgement.h"
#include "walk_monster/number_text.h"

namespace wm::picture {
namespace {

// The lines of a level that belong to what is shown: those of its floor, walls and doors.
constexpr double kBelowFeet = 0.6;  // [m]
constexpr double kAboveFeet = 2.2;  // [m]

bool IsShown(const Scene& scene, Vec3 foot) {
  if (scene.heights) return foot.z >= scene.heights->first && foot.z <= scene.heights->second;
  if (scene.storey) return scene.storeys->At(foot) == *scene.storey;
  return true;
}

void Select(Scene* scene, const StoredMap& map) {
  const Graph& graph = map.graph;
  scene->is_shown.assign(graph.points.size(), 0);
  for (PointId id = 0; id < graph.points.size(); ++id) {
    if (!IsShown(*scene, graph.points[id].foot)) continue;
    scene->is_shown[id] = 1;
    scene->ground.Add(graph.points[id].foot);
    if (graph.points[id].kind == PointKind::kHit) scene->hits.push_back(id);
  }
  for (const GraphObstacle& obstacle : graph.obstacles) {
    if (scene->is_shown[obstacle.from_point] != 0) scene->obstacles.push_back(&obstacle);
  }
  for (const GraphEdge& edge : graph.edges) {
    // A fall belongs to where it starts and to where it ends.
    if (scene->is_shown[edge.a] == 0 && scene->is_shown[edge.b] == 0) continue;
    if (edge.IsDrop()) {
      scene->drops.push_back(&edge);
    } else if (edge.IsOneWay()) {
      scene->one_way.push_back(&edge);
    }
  }
  for (const GraphExit& exit : graph.exits) {
    if (scene->is_shown[exit.from_point] == 0) continue;
    scene->exits.push_back(&exit);
    scene->ground.Add(exit.takeoff);
  }
}

void SelectTraps(Scene* scene, std::vector<Trap> traps) {
  for (Trap& trap : traps) {
    std::erase_if(trap.points, [&](PointId id) { return scene->is_shown[id] == 0; });
    if (!trap.points.empty()) scene->traps.push_back(std::move(trap));
  }
}

bool HoldsShownPoint(const Scene& scene, const Entity& contract) {
  const Box box = BoxOf(contract);
  const std::vector<GraphPoint>& points = scene.map->graph.points;
  for (PointId id = 0; id < points.size(); ++id) {
    if (scene.is_shown[id] != 0 && points[id].from_spawn && box.Contains(points[id].foot))
      return true;
  }
  return false;
}

void SelectEntities(Scene* scene, const StoredMap& map, std::vector<ContractResult> contracts) {
  const bool is_all = !scene->storey && !scene->heights;
  Box around = scene->ground;
  around.Add(around.min - Vec3{1.0, 1.0, 0.0});
  around.Add(around.max + Vec3{1.0, 1.0, 0.0});
  const auto is_near = [&](Vec3 at, Vec3 half) {
    return is_all || (at.x + half.x >= around.min.x && at.x - half.x <= around.max.x &&
                      at.y + half.y >= around.min.y && at.y - half.y <= around.max.y);
  };
  const auto overlaps = [&](double low, double high) {
    // The usual heights: one stray point does not bring in the lines of another floor.
    return is_all || (low <= scene->tint_high + kAboveFeet && high >= scene->tint_low - kBelowFeet);
  };
  std::size_t next = 0;
  for (const Entity& entity : map.entities) {
    if (entity.kind == EntityClass::kSpawn && is_near(entity.position, {}) &&
        overlaps(entity.position.z, entity.position.z)) {
      scene->spawns.push_back(entity.position);
      if (is_all) scene->ground.Add(entity.position);
    }
    if (entity.kind != EntityClass::kContract) continue;
    ContractResult& result = contracts[next++];
    const double half = entity.size.z * 0.5;
    // Where players get there, it belongs to the ground that they stand on.
    const bool is_here = result.inside > 0
                             ? HoldsShownPoint(*scene, entity)
                             : is_near(entity.position, entity.size * 0.5) &&
                                   overlaps(entity.position.z - half, entity.position.z + half);
    if (!is_here) continue;
    scene->contracts.push_back(std::move(result));
    scene->contract_boxes.push_back(&entity);
    // Where nobody should be may be far outside, as all that is behind a border.
    if (!is_all || entity.contract == ContractKind::kMustNotReach) continue;
    scene->ground.Add(entity.position - entity.size * 0.5);
    scene->ground.Add(entity.position + entity.size * 0.5);
  }
  const bool has_spawn = !scene->spawns.empty();
  for (PointId id = 0; id < scene->is_shown.size() && !has_spawn; ++id) {
    const GraphPoint& point = map.graph.points[id];
    if (scene->is_shown[id] != 0 && point.kind == PointKind::kSeed) {
      scene->spawns.push_back(point.foot);
    }
  }
  for (const auto& [a, b] : map.outline) {
    if (overlaps(std::min(a.z, b.z), std::max(a.z, b.z))) scene->outline.emplace_back(a, b);
  }
}

void MeasureGround(Scene* scene) {
  std::vector<float> heights;
  bool is_first = true;
  const auto add = [&](double z) {
    scene->low = is_first ? z : std::min(scene->low, z);
    scene->high = is_first ? z : std::max(scene->high, z);
    is_first = false;
  };
  for (const Storeys::Piece& piece : scene->storeys->Pieces()) {
    if (!scene->Keeps(piece)) continue;
    heights.push_back(piece.z);
    add(piece.z);
  }
  for (PointId id = 0; id < scene->is_shown.size(); ++id) {
    if (scene->is_shown[id] != 0) add(scene->map->graph.points[id].foot.z);
  }
  scene->area_m2 =
      static_cast<double>(heights.size()) * scene->coverage.CellSize() * scene->coverage.CellSize();
  scene->tint_low = scene->low;
  scene->tint_high = scene->high;
  if (heights.empty()) return;
  std::sort(heights.begin(), heights.end());
  scene->tint_low = heights[heights.size() / 100];
  scene->tint_high = heights[heights.size() - 1 - heights.size() / 100];
}

std::string StoreyTitle(int storey, int count) {
  const std::string title = "storey " + std::to_string(storey);
  if (count < 2) return title + " (the only one)";
  return title + " (0 is the lowest, " + std::to_string(count - 1) + " the highest)";
}

[[noreturn]] void RefuseEmpty(const Scene& scene) {
  const std::vector<GraphPoint>& points = scene.map->graph.points;
  if (points.empty()) throw InputError("the map holds no points yet: there is nothing to draw");
  if (scene.storey) {
    throw InputError("--storey " + std::to_string(*scene.storey) + ": this map has storeys 0 to " +
                     std::to_string(std::max(0, scene.storeys->Count() - 1)));
  }
  const auto [low, high] =
      std::minmax_element(points.begin(), points.end(),
                          [](const auto& a, const auto& b) { return a.foot.z < b.foot.z; });
  throw InputError("--height " + Fixed(scene.heights->first, 2) + "," +
                   Fixed(scene.heights->second, 2) + ": no point stands there; this map's are at " +
                   Fixed(low->foot.z, 2) + " to " + Fixed(high->foot.z, 2));
}

}  // namespace

std::string Grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
  return text;
}

bool Scene::Keeps(const Storeys::Piece& piece) const {
  const auto z = static_cast<double>(piece.z);
  if (heights) return z >= heights->first && z <= heights->second;
  return !storey || piece.storey == *storey;
}

Scene MakeScene(const StoredMap& map, const PictureOptions& options) {
  Scene scene(map);
  scene.storey = options.storey;
  scene.heights = options.heights;
  if (options.distance) scene.distance = &*options.distance;
  scene.storeys.emplace(scene.coverage, CoverageConfigOf(map.run).height * 0.5);
  if (scene.storey) {
    scene.selection = StoreyTitle(*scene.storey, scene.storeys->Count());
  } else if (scene.heights) {
    scene.selection = "foot heights " + Fixed(scene.heights->first, 2) + " to " +
                      Fixed(scene.heights->second, 2) + " m";
  }
  Select(&scene, map);
  if (std::find(scene.is_shown.begin(), scene.is_shown.end(), 1) == scene.is_shown.end()) {
    RefuseEmpty(scene);
  }
  MeasureGround(&scene);
  scene.is_complete = map.progress.IsComplete();
  Judgement judgement = Judge(map.graph, map.entities, scene.is_complete);
  if (judgement.traps) SelectTraps(&scene, std::move(*judgement.traps));
  SelectEntities(&scene, map, std::move(judgement.contracts));
  return scene;
}

}  // namespace wm::picture
