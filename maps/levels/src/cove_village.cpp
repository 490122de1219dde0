// Hut, lift, low walls and the yard of ramps and steps.
#include <string>

#include "maps/levels/src/cove_parts.h"
#include "maps/levels/src/shapes.h"

namespace wm::cove {
namespace {

constexpr Quaternion kQuarterTurnRight{0.0, 0.0, -0.7071067811865476, 0.7071067811865476};

// A bank faces west: its toe at x = 0, `rise` up over `run`, then level for `depth`; sheer
// elsewhere.
struct Bank {
  double rise, run, depth, width;
};

TriangleMesh MakeBank(const Bank& bank) {
  constexpr double kSunk = 0.5;
  const double toe = -kSunk * bank.run / bank.rise;
  const double back = bank.run + bank.depth;
  return MakeProfile({{toe, -kSunk}, {back, -kSunk}, {back, bank.rise}, {bank.run, bank.rise}},
                     -bank.width / 2.0, bank.width / 2.0);
}

void AddBank(LevelDraft* draft, std::string_view name, std::string_view file, double x, double y,
             const Bank& bank) {
  const std::string mesh = draft->AddMeshFile(file, MakeBank(bank));
  draft->AddMesh(name, {x, y, kYardPad.height}, mesh, mesh);
}

}  // namespace

void AddHut(LevelDraft* draft) {
  draft->StartBlock(250);
  constexpr Rect kHut{8.0, -8.5, 12.0, -4.5};
  constexpr double kThick = 0.25, kDoor0 = -7.05, kDoor1 = -5.95, kLintel = 2.1;
  const double low = kHutPad.height - 0.4, floor = kHutPad.height + 0.1;
  const double top = floor + 2.6;
  draft->AddBox("hut floor", {kHut.x0, kHut.y0, low}, {kHut.x1, kHut.y1, floor});
  draft->AddBox("hut south wall", {kHut.x0, kHut.y0, low}, {kHut.x1, kHut.y0 + kThick, top});
  draft->AddBox("hut north wall", {kHut.x0, kHut.y1 - kThick, low}, {kHut.x1, kHut.y1, top});
  draft->AddBox("hut east wall", {kHut.x1 - kThick, kHut.y0 + 0.1, low},
                {kHut.x1, kHut.y1 - 0.1, top});
  draft->AddBox("hut west wall, south of the door", {kHut.x0, kHut.y0 + 0.1, low},
                {kHut.x0 + kThick, kDoor0, top});
  draft->AddBox("hut west wall, north of the door", {kHut.x0, kDoor1, low},
                {kHut.x0 + kThick, kHut.y1 - 0.1, top});
  draft->AddBox("hut lintel", {kHut.x0, kDoor0, floor + kLintel}, {kHut.x0 + kThick, kDoor1, top});
  draft->AddBox("hut roof", {kHut.x0 - 0.4, kHut.y0 - 0.4, top - 0.05},
                {kHut.x1 + 0.4, kHut.y1 + 0.4, top + 0.2});

  // The hinge is at the mesh's origin, in the north jamb; the door opens outward.
  const std::string leaf = draft->AddMeshFile(
      "hut_door",
      MakeBoxMesh({-0.04, kDoor0 - kDoor1 + 0.05, -0.02}, {0.04, 0.05, kLintel + 0.02}));
  Entity& door =
      draft->Add(EntityClass::kDoor, "hut door", {kHut.x0 + kThick / 2.0, kDoor1 - 0.05, floor});
  door.visual_mesh = leaf;
  door.collision_mesh = leaf;
  door.initial_state = "closed";
  door.states = {{"closed", {}, {}, 1.0}, {"open", {}, kQuarterTurnRight, 1.0}};
}

void AddLift(LevelDraft* draft) {
  draft->StartBlock(270);
  constexpr double kX0 = 20.5, kX1 = 22.5, kY0 = 5.0, kY1 = 7.0;  // the platform
  constexpr Rect kDeck{22.55, 3.5, 28.0, 8.5};
  const double low = kLiftPad.height - 0.4, rail = kLiftDeck + 1.0;

  const std::string plate =
      draft->AddMeshFile("lift_platform", MakeBoxMesh({-1.0, -1.0, -0.3}, {1.0, 1.0, 0.0}));
  Entity& lift = draft->Add(EntityClass::kLift, "lift",
                            {(kX0 + kX1) / 2.0, (kY0 + kY1) / 2.0, kLiftPad.height + 0.2});
  lift.visual_mesh = plate;
  lift.collision_mesh = plate;
  lift.initial_state = "bottom";
  lift.states = {{"bottom", {}, {}, 3.0}, {"top", {0.0, 0.0, kLiftRise}, {}, 3.0}};

  draft->AddBox("lift deck", {kDeck.x0, kDeck.y0, kLiftDeck - 0.3},
                {kDeck.x1, kDeck.y1, kLiftDeck});
  draft->AddBox("lift deck railing, south", {kDeck.x0, kDeck.y0, kLiftDeck - 0.2},
                {kDeck.x1, kDeck.y0 + 0.12, rail});
  draft->AddBox("lift deck railing, north", {kDeck.x0, kDeck.y1 - 0.12, kLiftDeck - 0.2},
                {kDeck.x1, kDeck.y1, rail});
  draft->AddBox("lift deck railing, east", {kDeck.x1 - 0.12, kDeck.y0 + 0.05, kLiftDeck - 0.2},
                {kDeck.x1, kDeck.y1 - 0.05, rail});
  draft->AddBox("lift deck railing, south of the lift",
                {kDeck.x0, kDeck.y0 + 0.05, kLiftDeck - 0.2}, {kDeck.x0 + 0.12, kY0 - 0.1, rail});
  draft->AddBox("lift deck railing, north of the lift", {kDeck.x0, kY1 + 0.1, kLiftDeck - 0.2},
                {kDeck.x0 + 0.12, kDeck.y1 - 0.05, rail});
  int number = 0;
  for (const double x : {kDeck.x0 + 0.05, kDeck.x1 - 0.45}) {
    for (const double y : {kDeck.y0 + 0.05, kDeck.y1 - 0.45}) {
      draft->AddBox("lift deck pillar " + std::to_string(++number), {x, y, low},
                    {x + 0.4, y + 0.4, kLiftDeck - 0.1});
    }
  }
}

void AddWalls(LevelDraft* draft) {
  draft->StartBlock(290);
  const double foot = kWallPad.height;
  draft->AddBox("low wall", {-8.0, -7.3, foot - 0.4}, {-4.5, -6.7, foot + 0.3});
  draft->AddBox("knee wall", {-3.0, -7.3, foot - 0.4}, {0.5, -6.7, foot + 0.6});
}

void AddYard(LevelDraft* draft) {
  draft->StartBlock(300);
  // atan(3.0 / 2.1) = 55.0, atan(2.0 / 4.3) = 24.9, atan(1.5 / 1.8) = 39.8 degrees.
  AddBank(draft, "steep bank", "steep_bank", 25.0, -10.5, {3.0, 2.1, 2.5, 4.0});
  AddBank(draft, "gentle bank", "gentle_bank", 22.0, -4.5, {2.0, 4.3, 2.5, 3.0});
  AddBank(draft, "ramp", "ramp", 16.5, -4.5, {1.5, 1.8, 1.6, 2.0});

  const double low = kYardPad.height - 0.4;
  for (int i = 1; i <= 4; ++i) {
    draft->AddBox("stepping block " + std::to_string(i), {15.2 + 0.8 * i, -12.0, low},
                  {20.0, -10.0, kYardPad.height + 0.3 * i});
  }
  draft->AddBox("balance beam", {19.9, -11.3, kYardPad.height + 0.9},
                {23.2, -10.7, kYardPad.height + 1.2});
  draft->AddBox("balance beam post", {22.7, -11.2, low}, {23.1, -10.8, kYardPad.height + 1.0});
}

}  // namespace wm::cove
