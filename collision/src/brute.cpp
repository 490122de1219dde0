#include "collision/src/brute.h"

#include "collision/src/capsule_triangle.h"

namespace wm {
namespace {

class BruteQueries final : public Queries {
 public:
  explicit BruteQueries(const World& world) : world_(world) {
    bounds_.reserve(world.StillCount());
    for (std::uint32_t i = 0; i < world.StillCount(); ++i) {
      bounds_.push_back(world.triangles[i].Bounds());
    }
  }

  std::optional<SweepHit> Sweep(const Capsule& capsule, Vec3 foot, Vec3 motion) const override {
    const Box box = SweepBounds(capsule, foot, motion);
    SweepHit hit;
    bool found = false;
    for (std::uint32_t i = 0; i < bounds_.size(); ++i) {
      if (!bounds_[i].Overlaps(box)) continue;
      const Triangle t = RelativeTo(world_.triangles[i], foot);
      const auto fraction = SweepTriangle(capsule, t, world_.triangle_normals[i], motion);
      if (fraction && (!found || *fraction < hit.fraction)) {
        found = true;
        hit.fraction = *fraction;
        hit.contact.triangle = i;
      }
    }
    if (!found) return std::nullopt;
    hit.contact =
        ContactOf(world_, capsule, foot + Snap(motion * hit.fraction), hit.contact.triangle);
    return hit;
  }

  void Contacts(const Capsule& capsule, Vec3 foot, double margin,
                std::vector<Contact>* contacts) const override {
    contacts->clear();
    const Box box = CapsuleBounds(capsule, foot, margin);
    for (std::uint32_t i = 0; i < bounds_.size(); ++i) {
      if (!bounds_[i].Overlaps(box)) continue;
      const Contact contact = ContactOf(world_, capsule, foot, i);
      if (contact.distance < margin) contacts->push_back(contact);
    }
  }

  std::optional<RayHit> Ray(Vec3 from, Vec3 motion) const override {
    RayHit hit;
    bool found = false;
    for (std::uint32_t i = 0; i < bounds_.size(); ++i) {
      const auto fraction = RayTriangle(motion, RelativeTo(world_.triangles[i], from));
      if (fraction && (!found || *fraction < hit.fraction)) {
        found = true;
        hit.fraction = *fraction;
        hit.triangle = i;
      }
    }
    if (!found) return std::nullopt;
    hit.point = from + motion * hit.fraction;
    const Vec3 n = world_.triangle_normals[hit.triangle];
    hit.face_normal = Dot(n, motion) > 0.0 ? -n : n;
    return hit;
  }

 private:
  const World& world_;
  std::vector<Box> bounds_;
};

}  // namespace

std::unique_ptr<Queries> MakeBruteQueries(const World& world) {
  return std::make_unique<BruteQueries>(world);
}

std::optional<double> RayTriangle(Vec3 motion, const Triangle& t) {
  const Vec3 ab = t.b - t.a;
  const Vec3 ac = t.c - t.a;
  const Vec3 p = Cross(motion, ac);
  const double determinant = Dot(ab, p);
  if (determinant == 0.0) return std::nullopt;
  const double u = -Dot(t.a, p) / determinant;
  if (!(u >= 0.0 && u <= 1.0)) return std::nullopt;
  const Vec3 q = Cross(-t.a, ab);
  const double v = Dot(motion, q) / determinant;
  if (!(v >= 0.0 && u + v <= 1.0)) return std::nullopt;
  const double f = Dot(ac, q) / determinant;
  if (!(f >= 0.0 && f <= 1.0)) return std::nullopt;
  return f;
}

}  // namespace wm
