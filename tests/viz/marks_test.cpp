#include "viz/picture/src/marks.h"

#include <array>
#include <cmath>

#include <catch2/catch.hpp>

#include "viz/picture/src/page.h"

namespace wm::picture {
namespace {

bool IsNear(Color a, Color b) {
  return std::fabs(a.r - b.r) + std::fabs(a.g - b.g) + std::fabs(a.b - b.b) < 0.06F;
}

// The share of a frame's upper side that has the colour of its look.
double Inked(ContractLook look) {
  Canvas canvas(240, 140, kPaper);
  DrawContract(&canvas, {20.5, 20.5, 220.5, 120.5}, look);
  int inked = 0;
  for (int x = 40; x < 200; ++x) inked += IsNear(canvas.At(x, 20), ColorOf(look));
  return inked / 160.0;
}

TEST_CASE("marks: contracts of every look are told apart") {
  // A place that must be reached has a closed frame, one that nobody gets to a dotted one.
  CHECK(Inked(ContractLook::kIsReached) == 1.0);
  for (const ContractLook look :
       {ContractLook::kIsBroken, ContractLook::kIsUnknown, ContractLook::kIsClosed}) {
    CHECK(Inked(look) > 0.2);
    CHECK(Inked(look) < 0.85);
  }
  for (const ContractLook a : kContractLooks) {
    for (const ContractLook b : kContractLooks) {
      CHECK(IsNear(ColorOf(a), ColorOf(b)) == (a == b));
    }
  }
}

TEST_CASE("marks: the look of a contract") {
  const auto look = [](ContractKind kind, Verdict verdict) {
    ContractResult contract;
    contract.kind = kind;
    contract.verdict = verdict;
    return LookOf(contract);
  };
  CHECK(look(ContractKind::kMustReach, Verdict::kHolds) == ContractLook::kIsReached);
  CHECK(look(ContractKind::kTwoWay, Verdict::kHolds) == ContractLook::kIsReached);
  CHECK(look(ContractKind::kMustNotReach, Verdict::kHolds) == ContractLook::kIsClosed);
  CHECK(look(ContractKind::kMustReach, Verdict::kBroken) == ContractLook::kIsBroken);
  CHECK(look(ContractKind::kMustNotReach, Verdict::kBroken) == ContractLook::kIsBroken);
  CHECK(look(ContractKind::kMustReach, Verdict::kUnknown) == ContractLook::kIsUnknown);
  CHECK(look(ContractKind::kMustNotReach, Verdict::kUnknown) == ContractLook::kIsUnknown);
}

TEST_CASE("marks: a hatch has stripes, tint between them and a border, and ends there") {
  Canvas canvas(200, 100, kPaper);
  const std::array<Pixel, 2> places = {{{70.0, 50.0}, {110.0, 50.0}}};
  canvas.Hatch(places, 30.0, kWrong);
  int stripes = 0, tint = 0;
  for (int x = 60; x < 120; ++x) {
    const Color pixel = canvas.At(x, 50);
    stripes += pixel.g < 0.2F;
    tint += pixel.g > 0.6F && pixel.g < 0.8F;
    CHECK_FALSE(IsNear(pixel, kPaper));
  }
  CHECK(stripes > 15);
  CHECK(tint > 15);
  CHECK(canvas.At(42, 50).g < 0.2F);  // border
  CHECK(IsNear(canvas.At(36, 50), kPaper));
  CHECK(IsNear(canvas.At(90, 10), kPaper));
  // Cut off where the map ends; far away is no trouble.
  canvas.ClipTo({0.0, 0.0, 100.0, 100.0});
  const std::array<Pixel, 3> outside = {{{150.0, 5.0}, {1e9, -1e9}, {-20.0, -20.0}}};
  canvas.Hatch(outside, 4.0, kWrong);
  CHECK(IsNear(canvas.At(150, 5), kPaper));
}

}  // namespace
}  // namespace wm::picture
