#include "maps/levels/src/clutter.h"

#include <string>

#include "maps/levels/src/level_draft.h"
#include "maps/levels/src/shapes.h"

namespace wm {
namespace {

constexpr int kRooms = 5;        // each way
constexpr double kRoom = 20.0;   // [m] from wall to wall, middles
constexpr double kHalf = 50.0;   // [m] of the level
constexpr double kWall = 0.15;   // [m] half a wall's thickness
constexpr double kHeight = 3.0;  // [m] of walls
constexpr double kClear = 3.0;   // [m] from walls to clutter: doorways stay free
constexpr int kBoxesARoom = 6;
constexpr double kStage = 1.5;  // [m] high, five steps of 0.3

// Decimetres and centimetres read well in the level's files.
double Tenth(double metres) { return static_cast<double>(static_cast<int>(metres * 10.0)) / 10.0; }

// A wall from low to high along an axis, at `across` on the other one.
void AddWall(LevelDraft* draft, bool along_x, double across, double low, double high) {
  if (along_x) {
    draft->AddBox("wall", {low, across - kWall, 0.0}, {high, across + kWall, kHeight});
  } else {
    draft->AddBox("wall", {across - kWall, low, 0.0}, {across + kWall, high, kHeight});
  }
}

// A wall between two rooms, with a doorway of 0.7 to 1.2 m somewhere.
void AddDoorway(LevelDraft* draft, LevelDice* dice, bool along_x, double across, double low) {
  const double width = 0.7 + 0.1 * static_cast<double>(dice->Below(6));
  const double from = low + 2.0 + Tenth(dice->Between(0.0, kRoom - 4.0 - width));
  AddWall(draft, along_x, across, low + kWall, from);
  AddWall(draft, along_x, across, from + width, low + kRoom - kWall);
  const double middle = from + 0.5 * width;
  draft->AddNote("doorway", along_x ? Vec3{middle, across, 0.0} : Vec3{across, middle, 0.0},
                 std::to_string(static_cast<int>(width * 100.0 + 0.5)) + " cm wide");
}

void AddClutter(LevelDraft* draft, LevelDice* dice, double x0, double y0) {
  for (int i = 0; i < kBoxesARoom; ++i) {
    const Vec3 size{0.4 + Tenth(dice->Between(0.0, 2.2)), 0.4 + Tenth(dice->Between(0.0, 2.2)),
                    0.2 + Tenth(dice->Between(0.0, 2.0))};
    const double space = kRoom - 2.0 * kClear;
    const Vec3 low{x0 + kClear + Tenth(dice->Between(0.0, space - size.x)),
                   y0 + kClear + Tenth(dice->Between(0.0, space - size.y)), 0.0};
    draft->AddBox("clutter", low, low + size);
  }
}

// A stage with stairs on one side and a ramp on the other.
void AddStage(LevelDraft* draft, double x, double y, const std::string& ramp) {
  draft->AddBox("stage", {x - 2.0, y - 1.5, 0.0}, {x + 2.0, y + 1.5, kStage});
  for (int step = 1; step < 5; ++step) {
    const double from = x + 2.0 + 0.4 * (4 - step);
    draft->AddBox("stair", {from, y - 1.0, 0.0}, {from + 0.4, y + 1.0, 0.3 * step});
  }
  draft->AddMesh("ramp", {x - 2.0, y, 0.0}, ramp, ramp);
}

}  // namespace

void MakeClutter(const std::filesystem::path& folder, std::uint64_t seed) {
  LevelDraft draft;
  LevelDice dice(seed);
  draft.StartBlock(1);
  draft.AddBox("floor", {-kHalf - 0.3, -kHalf - 0.3, -1.0}, {kHalf + 0.3, kHalf + 0.3, 0.0});
  for (const double side : {-kHalf - kWall, kHalf + kWall}) {
    AddWall(&draft, true, side, -kHalf - 2.0 * kWall, kHalf + 2.0 * kWall);
    AddWall(&draft, false, side, -kHalf, kHalf);
  }
  draft.Add(EntityClass::kSpawn, "start", {-kHalf + 1.5, -kHalf + 1.5, 0.0});
  draft.StartBlock(100);
  for (int line = 1; line < kRooms; ++line) {
    for (int room = 0; room < kRooms; ++room) {
      const double across = line * kRoom - kHalf, low = room * kRoom - kHalf;
      AddDoorway(&draft, &dice, true, across, low);
      AddDoorway(&draft, &dice, false, across, low);
    }
    for (int other = 1; other < kRooms; ++other) {  // where four walls meet
      const Vec3 middle{line * kRoom - kHalf, other * kRoom - kHalf, 0.0};
      draft.AddBox("pillar", middle - Vec3{kWall, kWall, 0.0},
                   middle + Vec3{kWall, kWall, kHeight});
    }
  }
  draft.StartBlock(1000);
  const std::string ramp =
      draft.AddMeshFile("ramp", MakeProfile({{-3.0, 0.0}, {0.0, 0.0}, {0.0, kStage}}, -1.0, 1.0));
  for (int i = 0; i < kRooms * kRooms; ++i) {
    const double x0 = (i % kRooms) * kRoom - kHalf, y0 = (i / kRooms) * kRoom - kHalf;
    if (i % 3 == 1) AddStage(&draft, x0 + 0.5 * kRoom, y0 + 0.5 * kRoom, ramp);
    AddClutter(&draft, &dice, x0, y0);
  }
  draft.Write(folder, "clutter", {});
}

}  // namespace wm
