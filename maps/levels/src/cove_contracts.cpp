// Where players start, what designers noted, and what must and must not be reachable.
#include "maps/levels/src/cove_parts.h"

namespace wm::cove {
namespace {

constexpr auto kMust = ContractKind::kMustReach;
constexpr auto kMustNot = ContractKind::kMustNotReach;
constexpr auto kTwoWay = ContractKind::kTwoWay;

// The middle of a maze cell, on the ground.
Vec3 MazeCell(int column, int row) {
  return {kMazeX + kMazePitch * (column + 0.5), kMazeY + kMazePitch * (row + 0.5), kMazePad.height};
}

// A box around feet that stand at a place: `half` wide each way, from below to above.
struct Around {
  Vec3 place;
  double half_x, half_y, below = 0.3, above = 0.6;
  Vec3 min() const { return place - Vec3{half_x, half_y, below}; }
  Vec3 max() const { return place + Vec3{half_x, half_y, above}; }
};

void AddBuildings(LevelDraft* draft) {
  const Around ground{{-1.0, 5.5, kHouseGround}, 4.0, 2.5};
  const Around upper{{-1.0, 5.0, kHouseUpper}, 4.0, 2.5};
  draft->AddContract(kMust, "house, ground floor", ground.min(), ground.max());
  draft->AddContract(kMust, "house, upper floor", upper.min(), upper.max());
  draft->AddContract(kTwoWay, "house, upper floor and back", upper.min(), upper.max());
  draft->AddContract(kMust, "house, balcony", {-2.5, 0.7, kHouseUpper - 0.3},
                     {0.5, 1.6, kHouseUpper + 0.6});
  draft->AddContract(kMustNot, "house, roof", {-6.5, 1.5, kHouseUpper + 2.0},
                     {4.5, 10.5, kHouseUpper + 8.0});
  draft->AddContract(kMustNot, "hut, inside", {8.3, -8.2, 1.0}, {11.7, -4.8, 5.0});
  draft->AddContract(kMustNot, "hut, roof", {7.5, -9.0, 3.0}, {12.5, -4.0, 8.0});
  const Around lift{{21.5, 6.0, kLiftPad.height + 0.2}, 0.8, 0.8, 0.1};
  draft->AddContract(kMust, "lift, platform at the bottom", lift.min(), lift.max());
  draft->AddContract(kMustNot, "lift, upper deck", {20.0, 3.0, kLiftDeck - 1.0},
                     {28.5, 9.0, kLiftDeck + 4.0});
  draft->AddContract(kMust, "under the lift's deck", {23.5, 4.5, 2.0}, {27.0, 7.5, 2.8});
}

void AddYardContracts(LevelDraft* draft) {
  const double foot = kYardPad.height;
  draft->AddContract(kMustNot, "steep bank, ledge", {27.0, -12.6, foot + 2.5},
                     {29.7, -8.4, foot + 5.0});
  draft->AddContract(kMustNot, "steep bank, slope", {26.0, -12.4, foot + 1.2},
                     {27.0, -8.6, foot + 5.0});
  draft->AddContract(kMust, "gentle bank, top", {26.5, -5.7, foot + 1.8}, {28.5, -3.3, foot + 2.6});
  draft->AddContract(kMust, "ramp, top", {18.5, -5.3, foot + 1.3}, {19.8, -3.7, foot + 2.1});
  draft->AddContract(kMust, "stepping blocks, top", {18.5, -11.9, foot + 1.1},
                     {19.9, -10.1, foot + 1.8});
  draft->AddContract(kMust, "low wall, top", {-8.0, -7.4, kWallPad.height + 0.2},
                     {-4.5, -6.6, kWallPad.height + 0.5});
  draft->AddContract(kMustNot, "knee wall, top", {-3.0, -7.4, kWallPad.height + 0.5},
                     {0.5, -6.6, kWallPad.height + 2.0});
}

void AddGroundsContracts(LevelDraft* draft, const Ground& ground) {
  const Around tunnel{{(kTunnelX0 + kTunnelX1) / 2.0, kRavineY, kRavineFloor}, 2.0, 1.2};
  draft->AddContract(kMust, "tunnel", tunnel.min(), tunnel.max());
  draft->AddContract(kTwoWay, "tunnel and back", tunnel.min(), tunnel.max());
  const Around bridge{{tunnel.place.x, kRavineY, kBridgePad.height}, 2.0, 1.5};
  draft->AddContract(kMust, "bridge deck", bridge.min(), bridge.max());
  const double brim = kPitPad.height;
  draft->AddContract(kMust, "pit, floor", {kPitX - 1.4, kPitY - 1.4, brim - kPitDepth - 0.3},
                     {kPitX + 1.4, kPitY + 1.4, brim - kPitDepth + 0.6});
  draft->AddContract(kMust, "hilltop",
                     {kHillX - 1.5, kHillY - 1.5, ground.At(kHillX, kHillY) - 0.5},
                     {kHillX + 1.5, kHillY + 1.5, ground.At(kHillX, kHillY) + 0.8});
  draft->AddContract(kMust, "beach", {-4.0, -19.5, -0.5}, {4.0, -15.0, 2.0});
  draft->AddContract(kTwoWay, "beach and back", {-4.0, -19.5, -0.5}, {4.0, -15.0, 2.0});
  draft->AddContract(kMust, "jetty, end", {9.0, -30.3, 0.5}, {11.0, -28.0, 1.2});

  const Vec3 heart = MazeCell(3, 3) + Vec3{kMazePitch / 2.0, kMazePitch / 2.0, 0.0};
  const Around maze{heart, 1.2, 1.2};
  draft->AddContract(kMust, "maze, heart", maze.min(), maze.max());
  draft->AddContract(kTwoWay, "maze, heart and back", maze.min(), maze.max());
  const Around closed{MazeCell(7, 7), 0.6, 0.6, 0.4, 1.2};
  draft->AddContract(kMustNot, "maze, closed cell", closed.min(), closed.max());
  const double side = kMazePitch * kMazeCells + 0.3;
  draft->AddContract(kMustNot, "maze, tops of the hedges",
                     {kMazeX - 0.3, kMazeY - 0.3, kMazePad.height + 1.0},
                     {kMazeX + side, kMazeY + side, kMazePad.height + 4.0});
}

void AddBorderContracts(LevelDraft* draft) {
  constexpr double kLow = -20.0, kHigh = 40.0, kFar = 60.0;
  const Rect& b = kBorder;
  draft->AddContract(kMustNot, "behind the border, open sea", {-kFar, -kFar, kLow},
                     {kFar, b.y0, kHigh});
  draft->AddContract(kMustNot, "behind the border, north", {-kFar, b.y1 - 1.0, kLow},
                     {kFar, kFar, kHigh});
  draft->AddContract(kMustNot, "behind the border, west", {-kFar, -kFar, kLow},
                     {b.x0 + 1.0, kFar, kHigh});
  draft->AddContract(kMustNot, "behind the border, east", {b.x1 - 1.0, -kFar, kLow},
                     {kFar, kFar, kHigh});
  draft->AddContract(kMustNot, "cliff tops", {-kFar, -kFar, 9.5}, {kFar, kFar, kHigh});
  draft->AddContract(kMustNot, "under the terrain", {-kFar, -kFar, kLow}, {kFar, kFar, -1.8});
  draft->AddContract(kMustNot, "inside the hill", {kHillX - 3.0, kHillY - 3.0, kLow},
                     {kHillX + 3.0, kHillY + 3.0, 4.5});
}

}  // namespace

void AddSpawnsAndNotes(LevelDraft* draft, const Ground& ground) {
  draft->StartBlock(800);
  draft->Add(EntityClass::kSpawn, "beach", {0.0, -16.5, ground.At(0.0, -16.5) + 0.1});
  draft->Add(EntityClass::kSpawn, "village", {-1.0, -2.5, ground.At(-1.0, -2.5) + 0.1});

  draft->StartBlock(820);
  draft->AddNote("pit", {kPitX, kPitY, kPitPad.height + 1.0},
                 "No way out, on purpose: the robot must find it.");
  draft->AddNote("hut", {7.5, -6.5, 3.5}, "Locked until the player has the key.");
  draft->AddNote("hilltop", {kHillX, kHillY, ground.At(kHillX, kHillY) + 1.0},
                 "The view over the bay starts here.");
  draft->AddNote("maze", {kMazeX + 8.0, kMazeY - 1.0, 3.0},
                 "The north-east cell stays closed: the gardener's.");
}

void AddContracts(LevelDraft* draft, const Ground& ground) {
  draft->StartBlock(900);
  AddBuildings(draft);
  draft->StartBlock(930);
  AddYardContracts(draft);
  draft->StartBlock(950);
  AddGroundsContracts(draft, ground);
  draft->StartBlock(980);
  AddBorderContracts(draft);
}

}  // namespace wm::cove
