// Time and triangle of a hit are Bullet's; normal, point and distance are measured exactly from
// that triangle, since Bullet rounds them to where a flat floor looks steep. Contacts come from
// Bullet's tree and are measured exactly, for the same reason.
#include "collision/src/bullet.h"

#include <functional>

#include "collision/src/bullet_tiles.h"
#include "collision/src/capsule_triangle.h"

namespace wm {
namespace {

// [m] Longest sweep that is handed to Bullet in one piece: its error grows with the length, and a
// piece must stay inside a tile's margin.
constexpr double kLongestPiece = 2.0;

// Keeps the earliest hit among the triangles that the motion really approaches. Bullet also reports
// what it glides along at a millimetre's distance; but the distance to a triangle is convex along a
// line, so a triangle that the exact geometry does not approach at the start is never met.
class ClosestTriangle final : public btCollisionWorld::ConvexResultCallback {
 public:
  using Approaches = std::function<bool(int triangle)>;
  explicit ClosestTriangle(const Approaches& approaches) : approaches_(approaches) {}

  btScalar addSingleResult(btCollisionWorld::LocalConvexResult& result, bool) override {
    const int index = result.m_localShapeInfo->m_triangleIndex;
    if (!approaches_(index)) return m_closestHitFraction;
    m_closestHitFraction = result.m_hitFraction;
    triangle = index;
    return result.m_hitFraction;
  }

  int triangle = -1;

 private:
  const Approaches& approaches_;
};

class RayTriangleCallback final : public btCollisionWorld::RayResultCallback {
 public:
  btScalar addSingleResult(btCollisionWorld::LocalRayResult& result, bool) override {
    m_closestHitFraction = result.m_hitFraction;
    triangle = result.m_localShapeInfo->m_triangleIndex;
    return result.m_hitFraction;
  }

  int triangle = -1;
};

class TriangleCollector final : public btTriangleCallback {
 public:
  void processTriangle(btVector3*, int, int index) override { found.push_back(index); }
  std::vector<int> found;
};

class BulletQueries final : public Queries {
 public:
  explicit BulletQueries(const World& world) : world_(world), tiles_(world) {}

  std::optional<SweepHit> Sweep(const Capsule& capsule, Vec3 foot, Vec3 motion) const override {
    const int pieces = std::max(1, static_cast<int>(std::ceil(Length(motion) / kLongestPiece)));
    for (int i = 0; i < pieces; ++i) {
      const double done = static_cast<double>(i) / pieces;
      auto hit = SweepPiece(capsule, foot + Snap(motion * done), Snap(motion * (1.0 / pieces)));
      if (!hit) continue;
      hit->fraction = done + hit->fraction / pieces;
      return hit;
    }
    return std::nullopt;
  }

  void Contacts(const Capsule& capsule, Vec3 foot, double margin,
                std::vector<Contact>* contacts) const override {
    contacts->clear();
    const BulletTile* tile = tiles_.At(foot);
    if (tile == nullptr) return;
    constexpr double kSlack = 0.001;  // of the tree's rounded boxes
    const Box box = CapsuleBounds(capsule, foot, margin + kSlack);
    TriangleCollector collector;
    tile->shape->processAllTriangles(&collector, tile->ToLocal(box.min), tile->ToLocal(box.max));
    // A triangle that a tile cut in pieces is found once a piece.
    std::vector<std::uint32_t> ids;
    for (int index : collector.found) ids.push_back(tile->triangle_ids[index]);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (std::uint32_t id : ids) {
      const Contact contact = ContactOf(world_, capsule, foot, id);
      if (contact.distance < margin) contacts->push_back(contact);
    }
  }

  std::optional<RayHit> Ray(Vec3 from, Vec3 motion) const override {
    const int pieces =
        std::max(1, static_cast<int>(std::ceil(HorizontalLength(motion) / kTileMargin)));
    for (int i = 0; i < pieces; ++i) {
      const double done = static_cast<double>(i) / pieces;
      auto hit = RayPiece(from + motion * done, motion * (1.0 / pieces));
      if (!hit) continue;
      hit->fraction = done + hit->fraction / pieces;
      return hit;
    }
    return std::nullopt;
  }

 private:
  std::optional<SweepHit> SweepPiece(const Capsule& capsule, Vec3 foot, Vec3 motion) const {
    const BulletTile* tile = tiles_.At(foot);
    if (tile == nullptr) return std::nullopt;
    btCapsuleShapeZ shape(static_cast<btScalar>(capsule.radius),
                          static_cast<btScalar>(capsule.height - 2.0 * capsule.radius));
    const Vec3 centre = foot + Vec3{0.0, 0.0, capsule.height / 2.0};
    const btVector3 from = tile->ToLocal(centre);
    const btVector3 to = tile->ToLocal(centre + motion);
    if (from == to) return std::nullopt;
    const btTransform start(btQuaternion::getIdentity(), from);
    const btTransform end(btQuaternion::getIdentity(), to);
    const double deepens = -kDeepens * Length(motion);
    const ClosestTriangle::Approaches approaches = [&](int index) {
      return Dot(ContactOf(world_, capsule, foot, tile->triangle_ids[index]).normal, motion) <
             deepens;
    };
    ClosestTriangle closest(approaches);
    btCollisionWorld::objectQuerySingle(&shape, start, end, tile->object.get(), tile->shape.get(),
                                        btTransform::getIdentity(), closest, 0.0f);
    if (closest.triangle < 0) return std::nullopt;
    SweepHit hit;
    hit.fraction = std::clamp(double{closest.m_closestHitFraction}, 0.0, 1.0);
    hit.contact = ContactOf(world_, capsule, foot + Snap(motion * hit.fraction),
                            tile->triangle_ids[closest.triangle]);
    return hit;
  }

  std::optional<RayHit> RayPiece(Vec3 from, Vec3 motion) const {
    const BulletTile* tile = tiles_.At(from);
    if (tile == nullptr) return std::nullopt;
    const btTransform start(btQuaternion::getIdentity(), tile->ToLocal(from));
    const btTransform end(btQuaternion::getIdentity(), tile->ToLocal(from + motion));
    RayTriangleCallback closest;
    btCollisionWorld::rayTestSingle(start, end, tile->object.get(), tile->shape.get(),
                                    btTransform::getIdentity(), closest);
    if (closest.triangle < 0) return std::nullopt;
    RayHit hit;
    hit.fraction = std::clamp(double{closest.m_closestHitFraction}, 0.0, 1.0);
    hit.triangle = tile->triangle_ids[closest.triangle];
    hit.point = from + motion * hit.fraction;
    const Vec3 n = world_.triangle_normals[hit.triangle];
    hit.face_normal = Dot(n, motion) > 0.0 ? -n : n;
    return hit;
  }

  const World& world_;
  BulletTiles tiles_;
};

}  // namespace

std::unique_ptr<Queries> MakeBulletQueries(const World& world) {
  return std::make_unique<BulletQueries>(world);
}

}  // namespace wm
