#include "collision/posed_queries.h"

#include <algorithm>

#include "collision/motion.h"
#include "collision/src/bake.h"
#include "collision/src/brute.h"
#include "collision/src/capsule_triangle.h"

namespace wm {
namespace {

// `near` as the body sees it.
Box InOwnFrame(const Affine& placement, const Box& near) {
  const auto inverse = InverseOf(placement);
  if (!inverse || !IsFinite(near.min) || !IsFinite(near.max)) return PosedQueries::kEverywhere;
  constexpr double kSlack = 1e-6;
  Box own;
  for (int i = 0; i < 8; ++i) {
    own.Add(inverse->Point({(i & 1) != 0 ? near.max.x : near.min.x,
                            (i & 2) != 0 ? near.max.y : near.min.y,
                            (i & 4) != 0 ? near.max.z : near.min.z}));
  }
  const Vec3 size = own.max - own.min;
  const Vec3 slack = size * kSlack + Vec3{kSlack, kSlack, kSlack};
  return {own.min - slack, own.max + slack};
}

Contact ContactOf(const PosedQueries::Posed& posed, const Capsule& capsule, Vec3 foot) {
  Contact contact = MeasureGap(capsule, RelativeTo(posed.triangle, foot), posed.normal);
  contact.point = foot + Snap(contact.point);
  contact.triangle = posed.id;
  return contact;
}

}  // namespace

MovingShape::MovingShape(TriangleMesh from) : mesh(std::move(from)) {
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    if (i % kRun == 0) run_bounds.emplace_back();
    for (std::uint32_t v : mesh.triangles[i]) {
      run_bounds.back().Add(mesh.vertices[v]);
      bounds.Add(mesh.vertices[v]);
    }
  }
}

PosedQueries::PosedQueries(const Queries& still, const World& world,
                           std::span<const BodyPose> poses, const Box& near)
    : still_(still) {
  for (const BodyPose& pose : poses) {
    const WorldBody& body = world.bodies[pose.body];
    if (pose.shape == nullptr || body.intent == Intent::kKill) continue;
    Add(pose, body, near);
  }
  std::stable_sort(posed_.begin(), posed_.end(),
                   [](const Posed& a, const Posed& b) { return a.id < b.id; });
}

void PosedQueries::Add(const BodyPose& pose, const WorldBody& body, const Box& near) {
  const MovingShape& shape = *pose.shape;
  const Box own = InOwnFrame(pose.to, near);
  if (!own.Overlaps(shape.bounds)) return;
  for (std::size_t i = 0; i < shape.mesh.triangles.size(); ++i) {
    if (i % MovingShape::kRun == 0 && !own.Overlaps(shape.run_bounds[i / MovingShape::kRun])) {
      i += MovingShape::kRun - 1;
      continue;
    }
    Posed posed;
    posed.body = pose.body;
    posed.id = body.first_triangle + static_cast<std::uint32_t>(i);
    posed.triangle = BakeTriangle(shape.mesh, i, pose.to);
    posed.bounds = posed.triangle.Bounds();
    if (!posed.bounds.Overlaps(near)) continue;
    const Triangle& t = posed.triangle;
    const Vec3 normal = Cross(t.b - t.a, t.c - t.a);
    const double twice_area = Length(normal);
    if (!(twice_area > 0.0)) continue;
    posed.normal = normal * (1.0 / twice_area);
    posed_.push_back(posed);
  }
}

std::optional<SweepHit> PosedQueries::Sweep(const Capsule& capsule, Vec3 foot, Vec3 motion) const {
  std::optional<SweepHit> hit = still_.Sweep(capsule, foot, motion);
  const Box box = SweepBounds(capsule, foot, motion);
  const Posed* first = nullptr;
  double fraction = hit ? hit->fraction : HUGE_VAL;
  for (const Posed& posed : posed_) {
    if (!posed.bounds.Overlaps(box)) continue;
    const auto at = SweepTriangle(capsule, RelativeTo(posed.triangle, foot), posed.normal, motion);
    if (!at || *at >= fraction) continue;
    fraction = *at;
    first = &posed;
  }
  if (first == nullptr) return hit;
  return SweepHit{fraction, ContactOf(*first, capsule, foot + Snap(motion * fraction))};
}

void PosedQueries::Contacts(const Capsule& capsule, Vec3 foot, double margin,
                            std::vector<Contact>* contacts) const {
  still_.Contacts(capsule, foot, margin, contacts);
  std::vector<Contact> moving;
  MovingContacts(capsule, foot, margin, &moving);
  contacts->insert(contacts->end(), moving.begin(), moving.end());
}

void PosedQueries::MovingContacts(const Capsule& capsule, Vec3 foot, double margin,
                                  std::vector<Contact>* contacts) const {
  contacts->clear();
  const Box box = CapsuleBounds(capsule, foot, margin);
  for (const Posed& posed : posed_) {
    if (!posed.bounds.Overlaps(box)) continue;
    const Contact contact = ContactOf(posed, capsule, foot);
    if (contact.distance < margin) contacts->push_back(contact);
  }
}

std::optional<RayHit> PosedQueries::Ray(Vec3 from, Vec3 motion) const {
  std::optional<RayHit> hit = still_.Ray(from, motion);
  for (const Posed& posed : posed_) {
    const auto at = RayTriangle(motion, RelativeTo(posed.triangle, from));
    if (!at || (hit && *at >= hit->fraction)) continue;
    const bool is_behind = Dot(posed.normal, motion) > 0.0;
    hit = RayHit{*at, from + motion * *at, is_behind ? -posed.normal : posed.normal, posed.id};
  }
  return hit;
}

const PosedQueries::Posed* PosedQueries::Find(std::uint32_t triangle) const {
  const auto it =
      std::lower_bound(posed_.begin(), posed_.end(), triangle,
                       [](const Posed& posed, std::uint32_t id) { return posed.id < id; });
  return it != posed_.end() && it->id == triangle ? &*it : nullptr;
}

void PosedQueries::LeaveOutBodiesIn(const Capsule& capsule, Vec3 foot, double depth) {
  const Box box = CapsuleBounds(capsule, foot, 0.0);
  std::vector<std::uint32_t> left_out;
  for (const Posed& posed : posed_) {
    if (!posed.bounds.Overlaps(box)) continue;
    if (ContactOf(posed, capsule, foot).distance < -depth) left_out.push_back(posed.body);
  }
  std::erase_if(posed_, [&](const Posed& posed) {
    return std::find(left_out.begin(), left_out.end(), posed.body) != left_out.end();
  });
}

}  // namespace wm
