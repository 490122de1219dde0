// B17: a very dense mesh fills the contact list.
#include <ctime>

#include <catch2/catch.hpp>

#include "tests/cases/case_support.h"

namespace wm::cases {
namespace {

struct Visit {
  DriveResult there;
  DriveResult back;
  double seconds_per_tick = 0.0;
};

Visit VisitSphere(BackendKind backend, int around, int up, Vec3 centre) {
  INFO("sphere of " << around << " x " << up << " cells at " << Say(centre));
  Scene scene;
  scene.Add("floor", scenes::FlatFloor(-5.0, 10.0, -6.0, 6.0, 0.0));
  scene.Add("statue", scenes::UvSphere(centre, 0.50, around, up));
  scene.Bake();
  const Rig rig(scene.world, backend, CharacterS());
  const Vec3 home{0.0, 0.0, 0.0};
  const DriveTarget target = DriveTarget::Point({6.0, 0.0, 0.0});
  Visit visit;
  CHECK(SettleStart(rig.Context(), home, 0.35).has_value());  // whatever is made at first use
  // The time of the thread alone: other programs do not count.
  const std::clock_t begin = std::clock();
  visit.there = DriveTowardPoint(rig.Context(), home, target);
  visit.back = DriveTowardPoint(rig.Context(), visit.there.end, DriveTarget::Point(home));
  const std::clock_t end = std::clock();
  visit.seconds_per_tick = static_cast<double>(end - begin) / CLOCKS_PER_SEC /
                           (visit.there.ticks + visit.back.ticks + 1);
  INFO("there " << Say(visit.there));
  INFO("back " << Say(visit.back));
  CHECK((visit.there.outcome == Outcome::kBlocked || visit.there.outcome == Outcome::kReached));
  CHECK(visit.there.end.foot.z == Approx(0.0).margin(0.002));
  CHECK(visit.back.outcome == Outcome::kReached);
  return visit;
}

void CheckAgree(const Visit& dense, const Visit& coarse) {
  CHECK(dense.there.outcome == coarse.there.outcome);
  CHECK(Distance(dense.there.end.foot, coarse.there.end.foot) <= 0.01);
  CHECK(Distance(dense.back.end.foot, coarse.back.end.foot) <= 0.01);
}

void Statue(BackendKind backend) {
  const Vec3 centre{3.0, 0.0, 0.90};
  const Visit dense = VisitSphere(backend, 512, 256, centre);
  const Visit coarse = VisitSphere(backend, 32, 16, centre);
  for (const Visit& visit : {dense, coarse}) {
    if (visit.there.outcome == Outcome::kBlocked) {
      CHECK(visit.there.end.foot.x == Approx(2.20).margin(0.02));
    }
  }
  CheckAgree(dense, coarse);
  const double times = dense.seconds_per_tick / coarse.seconds_per_tick;
  INFO("the dense statue costs " << times << " times the coarse one's time a tick");
  if (backend != BackendKind::kBrute) CHECK(times < 20.0);  // brute tests every triangle
}

// Neighbour: met beside the middle, it slides round both alike.
void BesideTheMiddle(BackendKind backend) {
  const Vec3 centre{3.0, -0.25, 0.90};
  const Visit dense = VisitSphere(backend, 128, 64, centre);
  const Visit coarse = VisitSphere(backend, 64, 32, centre);
  CheckAgree(dense, coarse);
}

WM_CASE(Statue, "B17 a dense statue lets go, as a coarse one does", "[case][B17]")
WM_CASE(BesideTheMiddle, "B17 a dense statue is passed, as a coarse one is", "[case][B17]")

}  // namespace
}  // namespace wm::cases
