// The level for Bullet: one collision world per 250 m tile, in tile coordinates.
//
// Bullet's floats lose millimetres a few kilometres from zero, and its triangle indices hold 2.1
// million triangles a mesh: tiles mend both. Each tile holds every triangle that comes within
// kTileMargin of it, so a query that stays inside the margin needs one tile only.
#pragma once

#include <btBulletCollisionCommon.h>
#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <utility>
#include <vector>

#include "collision/world.h"

namespace wm {

static_assert(sizeof(btScalar) == 4, "the library is built with float scalars: so must we be");

inline constexpr double kTileSize = 250.0;  // [m]
inline constexpr double kTileMargin = 8.0;  // [m] longest horizontal query, its capsule included

struct BulletTile {
  Vec3 origin;                              // world position of the tile's zero
  std::vector<std::uint32_t> triangle_ids;  // Bullet's triangle index -> World::triangles
  std::vector<btScalar> vertices;
  std::vector<int> indices;
  std::unique_ptr<btTriangleIndexVertexArray> mesh;
  std::unique_ptr<btBvhTriangleMeshShape> shape;
  std::unique_ptr<btCollisionObject> object;

  btVector3 ToLocal(Vec3 p) const {
    const Vec3 d = p - origin;
    return {static_cast<btScalar>(d.x), static_cast<btScalar>(d.y), static_cast<btScalar>(d.z)};
  }
  Vec3 ToWorld(const btVector3& p) const {
    return origin + Vec3{double{p.x()}, double{p.y()}, double{p.z()}};
  }
};

// Tiles are made when first asked for, so a level may be as wide as it likes. Safe from many
// threads.
class BulletTiles {
 public:
  // `world` must outlive it.
  explicit BulletTiles(const World& world);

  // The tile that holds everything near `p`; nullptr where there is nothing.
  const BulletTile* At(Vec3 p) const;

 private:
  using Key = std::pair<std::int64_t, std::int64_t>;
  static Key KeyOf(double x, double y);

  std::unique_ptr<BulletTile> Make(const Key& key) const;

  const World& world_;
  std::map<Key, std::vector<std::uint32_t>> triangles_of_;  // those that span few tiles
  std::vector<std::uint32_t> wide_triangles_;               // the others
  mutable std::shared_mutex mutex_;
  mutable std::map<Key, std::unique_ptr<BulletTile>> tiles_;  // null: nothing there
};

}  // namespace wm
