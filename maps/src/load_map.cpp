#include <algorithm>
#include <map>
#include <utility>

#include "maps/map.h"
#include "maps/src/convex_hull.h"
#include "maps/src/level_cache.h"
#include "maps/src/level_folder.h"
#include "maps/src/mesh_import.h"

namespace wm {
namespace {

// A mesh file as a level: an entity for each node, collision nodes counted to what they belong to.
class MeshLevel {
 public:
  explicit MeshLevel(MeshScene scene) : scene_(std::move(scene)) {}

  Map Build() {
    body_of_.resize(scene_.nodes.size());
    map_.meshes = std::move(scene_.meshes);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      if (scene_.nodes[i].role.belongs_to < 0) AddEntity(i);
    }
    for (const SceneNode& node : scene_.nodes) {
      if (node.role.belongs_to >= 0) AddCollision(node);
    }
    std::stable_sort(map_.bodies.begin(), map_.bodies.end(),
                     [](const Body& a, const Body& b) { return a.entity < b.entity; });
    return std::move(map_);
  }

 private:
  int CollisionMesh(const SceneNode& node) {
    if (!node.role.is_collision) return kNoMesh;
    if (!node.role.is_convex) return static_cast<int>(node.mesh);
    const auto [known, is_new] = hull_of_.emplace(node.mesh, kNoMesh);
    if (is_new) {
      known->second = static_cast<int>(map_.meshes.size());
      map_.meshes.push_back(ConvexHull(map_.meshes[node.mesh]));
    }
    return known->second;
  }

  void AddEntity(std::size_t index) {
    const SceneNode& node = scene_.nodes[index];
    Entity entity;
    entity.id = static_cast<std::uint32_t>(map_.entities.size() + 1);
    entity.name = node.name;
    entity.position = node.placement.origin;

    Body body;
    body.entity = entity.id;
    body.name = node.name;
    body.placement = node.placement;
    body.visual_mesh = node.role.is_visual ? static_cast<int>(node.mesh) : kNoMesh;
    body.collision_mesh = CollisionMesh(node);
    body_of_[index] = map_.bodies.size();
    map_.bodies.push_back(std::move(body));
    map_.entities.push_back(std::move(entity));
  }

  void AddCollision(const SceneNode& node) {
    Body& owner = map_.bodies[body_of_[static_cast<std::size_t>(node.role.belongs_to)]];
    const auto is_same = [](const Affine& a, const Affine& b) {
      return a.x_axis == b.x_axis && a.y_axis == b.y_axis && a.z_axis == b.z_axis &&
             a.origin == b.origin;
    };
    if (owner.collision_mesh == kNoMesh && is_same(owner.placement, node.placement)) {
      owner.collision_mesh = CollisionMesh(node);
      return;
    }
    Body piece = owner;
    piece.placement = node.placement;
    piece.visual_mesh = kNoMesh;
    piece.collision_mesh = CollisionMesh(node);
    map_.bodies.push_back(std::move(piece));
  }

  MeshScene scene_;
  Map map_;
  std::map<std::uint32_t, int> hull_of_;
  std::vector<std::size_t> body_of_;  // by node
};

bool IsAnythingSolid(const Map& map) {
  return std::any_of(map.bodies.begin(), map.bodies.end(), [&](const Body& body) {
    const bool stops = body.intent == Intent::kSolid || body.intent == Intent::kBlocker;
    return stops && body.collision_mesh != kNoMesh &&
           !map.meshes[static_cast<std::size_t>(body.collision_mesh)].triangles.empty();
  });
}

}  // namespace

Map LoadMap(const std::filesystem::path& path, const LoadOptions& options) {
  std::error_code error;
  Map map;
  if (std::filesystem::is_directory(path, error)) {
    map = options.use_cache ? LoadThroughCache(path, options) : LoadLevelFolder(path, options).map;
  } else {
    const MeshFrame frame{options.up, options.metres_per_unit};
    map = MeshLevel(ImportMesh(path, path.string(), frame, options.log)).Build();
  }
  map.path = path;
  if (map.name.empty()) {
    const auto bare = path.has_filename() ? path : path.parent_path();
    map.name = bare.stem().string();
  }
  if (!IsAnythingSolid(map)) {
    throw InputError(path.string() + ": no usable geometry: nothing in it is solid");
  }
  return map;
}

}  // namespace wm
