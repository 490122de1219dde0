// Queries that pass everything on to another back end and remember what was asked.
//
// For one thread. Never timed itself: what it recorded is asked again of the back end alone.
#pragma once

#include <cstdint>
#include <vector>

#include "collision/queries.h"

namespace wm::bench {

struct SweepRequest {
  Capsule capsule;
  Vec3 foot, motion;
};

class CountingQueries final : public Queries {
 public:
  // `inner` outlives it. Remembers the first `most` sweeps.
  CountingQueries(const Queries& inner, std::size_t most) : inner_(inner), most_(most) {}

  std::optional<SweepHit> Sweep(const Capsule& capsule, Vec3 foot, Vec3 motion) const override {
    ++sweeps;
    if (requests.size() < most_) requests.push_back({capsule, foot, motion});
    return inner_.Sweep(capsule, foot, motion);
  }
  void Contacts(const Capsule& capsule, Vec3 foot, double margin,
                std::vector<Contact>* contacts) const override {
    ++contact_queries;
    inner_.Contacts(capsule, foot, margin, contacts);
  }
  std::optional<RayHit> Ray(Vec3 from, Vec3 motion) const override {
    ++rays;
    return inner_.Ray(from, motion);
  }

  mutable std::uint64_t sweeps = 0, contact_queries = 0, rays = 0;
  mutable std::vector<SweepRequest> requests;

 private:
  const Queries& inner_;
  std::size_t most_;
};

}  // namespace wm::bench
