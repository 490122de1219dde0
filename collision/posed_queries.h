// The questions of queries.h about a world in which bodies have moved: what stands still is asked
// through its back end, the bodies' triangles one by one where the poses have put them.
//
// Immutable once made; safe from many threads.
#pragma once

#include <span>
#include <vector>

#include "collision/movement.h"

namespace wm {

// The collision mesh of a body that moves, in its own frame, and boxes to leave out what is far.
struct MovingShape {
  explicit MovingShape(TriangleMesh from);

  static constexpr std::size_t kRun = 32;

  TriangleMesh mesh;            // triangle i is World::triangles[first_triangle + i] of its body
  Box bounds;                   // own frame
  std::vector<Box> run_bounds;  // own frame, of every kRun triangles in order
};

class PosedQueries final : public Queries {
 public:
  static constexpr Box kEverywhere{{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL},
                                   {HUGE_VAL, HUGE_VAL, HUGE_VAL}};

  // The bodies of `poses` at their ends (BodyPose::to). `still` must outlive it and know nothing of
  // these bodies. Triangles that do not come within `near` may be missed: it must hold whatever
  // will be asked.
  PosedQueries(const Queries& still, const World& world, std::span<const BodyPose> poses,
               const Box& near = kEverywhere);

  std::optional<SweepHit> Sweep(const Capsule& capsule, Vec3 foot, Vec3 motion) const override;
  void Contacts(const Capsule& capsule, Vec3 foot, double margin,
                std::vector<Contact>* contacts) const override;
  std::optional<RayHit> Ray(Vec3 from, Vec3 motion) const override;

  // Contacts with the moving bodies alone.
  void MovingContacts(const Capsule& capsule, Vec3 foot, double margin,
                      std::vector<Contact>* contacts) const;

  // A triangle of a moving body where it is now; nullptr for all others.
  struct Posed {
    std::uint32_t id = 0;    // index into World::triangles
    std::uint32_t body = 0;  // index into World::bodies
    Triangle triangle;
    Vec3 normal;
    Box bounds;
  };
  const Posed* Find(std::uint32_t triangle) const;

  // Leaves out from now on the bodies that overlap a capsule at `foot` by more than `depth`.
  void LeaveOutBodiesIn(const Capsule& capsule, Vec3 foot, double depth);

 private:
  void Add(const BodyPose& pose, const WorldBody& body, const Box& near);

  const Queries& still_;
  std::vector<Posed> posed_;  // by id
};

}  // namespace wm
