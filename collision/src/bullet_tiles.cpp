#include "collision/src/bullet_tiles.h"

#include <cmath>

namespace wm {

BulletTiles::Key BulletTiles::KeyOf(double x, double y) {
  return {static_cast<std::int64_t>(std::floor(x / kTileSize)),
          static_cast<std::int64_t>(std::floor(y / kTileSize))};
}

BulletTiles::BulletTiles(const World& world) {
  for (std::uint32_t i = 0; i < world.triangles.size(); ++i) {
    const Box box = world.triangles[i].Bounds();
    const Key low = KeyOf(box.min.x - kTileMargin, box.min.y - kTileMargin);
    const Key high = KeyOf(box.max.x + kTileMargin, box.max.y + kTileMargin);
    for (std::int64_t tx = low.first; tx <= high.first; ++tx) {
      for (std::int64_t ty = low.second; ty <= high.second; ++ty) {
        tiles_[{tx, ty}].triangle_ids.push_back(i);
      }
    }
  }
  const double z_middle =
      std::nearbyint((world.bounds.min.z + world.bounds.max.z) / 2.0 / kTileSize);
  for (auto& [key, tile] : tiles_) {
    tile.origin = {(static_cast<double>(key.first) + 0.5) * kTileSize,
                   (static_cast<double>(key.second) + 0.5) * kTileSize, z_middle * kTileSize};
    for (std::uint32_t id : tile.triangle_ids) {
      const Triangle& t = world.triangles[id];
      for (Vec3 v : {t.a, t.b, t.c}) {
        const btVector3 local = tile.ToLocal(v);
        tile.indices.push_back(static_cast<int>(tile.indices.size()));
        tile.vertices.insert(tile.vertices.end(), {local.x(), local.y(), local.z()});
      }
    }
    const int triangle_count = static_cast<int>(tile.triangle_ids.size());
    tile.mesh = std::make_unique<btTriangleIndexVertexArray>(
        triangle_count, tile.indices.data(), static_cast<int>(3 * sizeof(int)), 3 * triangle_count,
        tile.vertices.data(), static_cast<int>(3 * sizeof(btScalar)));
    tile.shape = std::make_unique<btBvhTriangleMeshShape>(tile.mesh.get(), true);
    tile.shape->setMargin(0.0f);
    tile.object = std::make_unique<btCollisionObject>();
    tile.object->setCollisionShape(tile.shape.get());
  }
}

const BulletTile* BulletTiles::At(Vec3 p) const {
  const auto it = tiles_.find(KeyOf(p.x, p.y));
  return it == tiles_.end() ? nullptr : &it->second;
}

}  // namespace wm
