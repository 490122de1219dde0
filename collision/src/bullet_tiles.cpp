#include "collision/src/bullet_tiles.h"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace wm {
namespace {

// [tiles] A triangle that spans more is not listed by tile but looked at whenever a tile is made.
constexpr std::int64_t kWide = 64;

// Cuts a convex polygon to where sign * (coordinate - limit) <= 0, on the axis `member`.
std::vector<Vec3> CutAt(const std::vector<Vec3>& polygon, double Vec3::*member, double limit,
                        double sign) {
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 a = polygon[i];
    const Vec3 b = polygon[(i + 1) % polygon.size()];
    const double out_a = sign * (a.*member - limit);
    const double out_b = sign * (b.*member - limit);
    if (out_a <= 0.0) kept.push_back(a);
    if ((out_a < 0.0 && out_b > 0.0) || (out_a > 0.0 && out_b < 0.0)) {
      kept.push_back(a + (b - a) * (out_a / (out_a - out_b)));
    }
  }
  return kept;
}

// The part of a triangle inside a column, as a convex polygon. Bullet gets no vertex far outside
// its tile: floats would move it, and with it the ground near by.
std::vector<Vec3> CutToColumn(const Triangle& t, const Box& column) {
  std::vector<Vec3> polygon{t.a, t.b, t.c};
  polygon = CutAt(polygon, &Vec3::x, column.min.x, -1.0);
  polygon = CutAt(polygon, &Vec3::x, column.max.x, 1.0);
  polygon = CutAt(polygon, &Vec3::y, column.min.y, -1.0);
  return CutAt(polygon, &Vec3::y, column.max.y, 1.0);
}

}  // namespace

BulletTiles::Key BulletTiles::KeyOf(double x, double y) {
  return {static_cast<std::int64_t>(std::floor(x / kTileSize)),
          static_cast<std::int64_t>(std::floor(y / kTileSize))};
}

BulletTiles::BulletTiles(const World& world) : world_(world) {
  for (std::uint32_t i = 0; i < world.StillCount(); ++i) {
    const Box box = world.triangles[i].Bounds();
    const Key low = KeyOf(box.min.x - kTileMargin, box.min.y - kTileMargin);
    const Key high = KeyOf(box.max.x + kTileMargin, box.max.y + kTileMargin);
    if ((high.first - low.first + 1) * (high.second - low.second + 1) > kWide) {
      wide_triangles_.push_back(i);
      continue;
    }
    for (std::int64_t tx = low.first; tx <= high.first; ++tx) {
      for (std::int64_t ty = low.second; ty <= high.second; ++ty) {
        triangles_of_[{tx, ty}].push_back(i);
      }
    }
  }
}

const BulletTile* BulletTiles::At(Vec3 p) const {
  const Key key = KeyOf(p.x, p.y);
  {
    const std::shared_lock lock(mutex_);
    const auto it = tiles_.find(key);
    if (it != tiles_.end()) return it->second.get();
  }
  const std::unique_lock lock(mutex_);
  const auto [it, is_new] = tiles_.try_emplace(key);
  if (is_new) it->second = Make(key);
  return it->second.get();
}

std::unique_ptr<BulletTile> BulletTiles::Make(const Key& key) const {
  auto tile = std::make_unique<BulletTile>();
  const double middle = (world_.bounds.min.z + world_.bounds.max.z) / 2.0;
  tile->origin = {(static_cast<double>(key.first) + 0.5) * kTileSize,
                  (static_cast<double>(key.second) + 0.5) * kTileSize,
                  std::nearbyint(middle / kTileSize) * kTileSize};
  const double half = kTileSize / 2.0 + kTileMargin;
  const Box column{tile->origin - Vec3{half, half, HUGE_VAL},
                   tile->origin + Vec3{half, half, HUGE_VAL}};
  std::vector<std::uint32_t> ids = wide_triangles_;
  if (const auto it = triangles_of_.find(key); it != triangles_of_.end()) {
    ids.insert(ids.end(), it->second.begin(), it->second.end());
    std::sort(ids.begin(), ids.end());
  }
  for (std::uint32_t id : ids) {
    const Triangle& t = world_.triangles[id];
    const Box box = t.Bounds();
    if (!box.Overlaps(column)) continue;
    const std::vector<Vec3> part = CutToColumn(t, column);
    for (std::size_t i = 2; i < part.size(); ++i) {
      for (Vec3 v : {part[0], part[i - 1], part[i]}) {
        const btVector3 local = tile->ToLocal(v);
        tile->indices.push_back(static_cast<int>(tile->indices.size()));
        tile->vertices.insert(tile->vertices.end(), {local.x(), local.y(), local.z()});
      }
      tile->triangle_ids.push_back(id);
    }
  }
  if (tile->triangle_ids.empty()) return nullptr;
  const int triangle_count = static_cast<int>(tile->triangle_ids.size());
  tile->mesh = std::make_unique<btTriangleIndexVertexArray>(
      triangle_count, tile->indices.data(), static_cast<int>(3 * sizeof(int)), 3 * triangle_count,
      tile->vertices.data(), static_cast<int>(3 * sizeof(btScalar)));
  tile->shape = std::make_unique<btBvhTriangleMeshShape>(tile->mesh.get(), true);
  tile->shape->setMargin(0.0f);
  tile->object = std::make_unique<btCollisionObject>();
  tile->object->setCollisionShape(tile->shape.get());
  return tile;
}

}  // namespace wm
