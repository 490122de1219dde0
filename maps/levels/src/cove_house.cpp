// The open house: two storeys, stairs along its north wall, a porch and a balcony in the south.
#include <algorithm>
#include <string>
#include <vector>

#include "maps/levels/src/cove_parts.h"
#include "maps/levels/src/shapes.h"

namespace wm::cove {
namespace {

constexpr Rect kOuter{-6.0, 2.0, 4.0, 10.0};
constexpr double kThick = 0.3;      // of walls and of the upper floor
constexpr double kUpperWall = 2.7;  // height of the upper storey's walls
constexpr double kRailing = 1.0;

// The stairs climb east: 15 risers of 0.20 m, treads 0.32 m deep and 1.4 m wide.
constexpr int kRisers = 15;
constexpr double kTread = 0.32;
constexpr double kStairsX0 = -3.7, kStairsX1 = kStairsX0 + (kRisers - 1) * kTread;
constexpr double kStairsY0 = 8.3;

// A hole in a wall: from and to along it, bottom and top above its foot.
struct Opening {
  double from, to, bottom, top;
};
constexpr Opening Door(double from) { return {from, from + 1.2, 0.0, 2.2}; }
constexpr Opening Window(double from) { return {from, from + 1.2, 1.0, 2.1}; }

struct Wall {
  std::string name;
  bool is_along_x = true;
  double across = 0.0;  // where its outer or inner face lies, the lower of the two
  double from = 0.0, to = 0.0;
  double foot = 0.0, top = 0.0;
};

// A wall as boxes: full height beside its openings, sills below and lintels above them.
void AddWall(LevelDraft* draft, const Wall& wall, const std::vector<Opening>& openings) {
  const auto piece = [&](std::string_view what, double from, double to, double low, double high) {
    if (from >= to || low >= high) return;
    const std::string name = wall.name + ", " + std::string(what);
    if (wall.is_along_x) {
      draft->AddBox(name, {from, wall.across, low}, {to, wall.across + kThick, high});
    } else {
      draft->AddBox(name, {wall.across, from, low}, {wall.across + kThick, to, high});
    }
  };
  // The lower end reaches into the floor below.
  const double low = wall.foot - 0.1;
  double done = wall.from;
  for (const Opening& opening : openings) {
    piece("pier", done, opening.from, low, wall.top);
    if (opening.bottom > 0.0) {
      piece("sill", opening.from, opening.to, low, wall.foot + opening.bottom);
    }
    piece("lintel", opening.from, opening.to, wall.foot + opening.top, wall.top);
    done = opening.to;
  }
  piece("pier", done, wall.to, low, wall.top);
}

void AddStorey(LevelDraft* draft, const std::string& storey, double foot, double top,
               const std::vector<std::vector<Opening>>& openings) {
  const Rect& r = kOuter;
  // The walls in the east and west end inside the two others.
  const double y0 = r.y0 + 0.2, y1 = r.y1 - 0.2;
  AddWall(draft, {storey + " south wall", true, r.y0, r.x0, r.x1, foot, top}, openings[0]);
  AddWall(draft, {storey + " north wall", true, r.y1 - kThick, r.x0, r.x1, foot, top}, openings[1]);
  AddWall(draft, {storey + " west wall", false, r.x0, y0, y1, foot, top}, openings[2]);
  AddWall(draft, {storey + " east wall", false, r.x1 - kThick, y0, y1, foot, top}, openings[3]);
}

void AddStairs(LevelDraft* draft) {
  // Each step is solid down to the floor and back to the head of the stairs.
  for (int i = 1; i < kRisers; ++i) {
    draft->AddBox("house stairs, step " + std::to_string(i),
                  {kStairsX0 + (i - 1) * kTread, kStairsY0 - 0.05, kHouseGround - 0.1},
                  {kStairsX1, kOuter.y1 - kThick + 0.1, kHouseGround + 0.2 * i});
  }
  // Beside the upper part, from the ground floor to the railing's height.
  draft->AddBox("house stairs, side wall", {kStairsX0 + 4 * kTread, kStairsY0 - 0.1, kHouseGround},
                {kStairsX1 - 0.1, kStairsY0, kHouseUpper + kRailing});
  draft->AddBox("house stairwell railing, south",
                {kStairsX0 - 0.1, kStairsY0 - 0.1, kHouseUpper - 0.2},
                {kStairsX0 + 4 * kTread, kStairsY0, kHouseUpper + kRailing});
  draft->AddBox("house stairwell railing, west",
                {kStairsX0 - 0.1, kStairsY0 - 0.05, kHouseUpper - 0.2},
                {kStairsX0, kOuter.y1 - kThick + 0.1, kHouseUpper + kRailing});
}

void AddUpperFloor(LevelDraft* draft) {
  const Rect& r = kOuter;
  const double low = kHouseUpper - kThick;
  draft->AddBox("house upper floor, hall", {r.x0, r.y0, low}, {r.x1, kStairsY0, kHouseUpper});
  draft->AddBox("house upper floor, west of the stairs", {r.x0, kStairsY0 - 0.05, low},
                {kStairsX0, r.y1, kHouseUpper});
  draft->AddBox("house upper floor, head of the stairs", {kStairsX1, kStairsY0 - 0.05, low},
                {r.x1, r.y1, kHouseUpper});
}

void AddBalcony(LevelDraft* draft) {
  constexpr double kX0 = -3.0, kX1 = 1.0, kY0 = 0.4;
  const double low = kHouseUpper - kThick, rail = kHouseUpper + kRailing;
  draft->AddBox("house balcony", {kX0, kY0, low}, {kX1, kOuter.y0 + 0.1, kHouseUpper});
  draft->AddBox("house balcony railing, south", {kX0, kY0, low}, {kX1, kY0 + 0.12, rail});
  draft->AddBox("house balcony railing, west", {kX0, kY0, low},
                {kX0 + 0.12, kOuter.y0 + 0.1, rail});
  draft->AddBox("house balcony railing, east", {kX1 - 0.12, kY0, low},
                {kX1, kOuter.y0 + 0.1, rail});
  for (const double x : {kX0, kX1 - 0.2}) {
    draft->AddBox(x < 0.0 ? "house balcony post, west" : "house balcony post, east",
                  {x, kY0, kHousePad.height - 0.3}, {x + 0.2, kY0 + 0.2, low + 0.1});
  }
}

}  // namespace

void AddHouse(LevelDraft* draft) {
  draft->StartBlock(100);
  const Rect& r = kOuter;
  draft->AddBox("house ground floor", {r.x0, r.y0, kHousePad.height - 0.5},
                {r.x1, r.y1, kHouseGround});
  AddStorey(draft, "house ground floor", kHouseGround, kHouseUpper - kThick + 0.05,
            {{Window(-4.6), Door(-1.6), Window(1.4)},
             {Window(-5.4), Door(1.6)},
             {Window(4.0)},
             {Window(3.4), Window(6.2)}});
  AddUpperFloor(draft);
  AddStairs(draft);
  AddStorey(draft, "house upper floor", kHouseUpper, kHouseUpper + kUpperWall,
            {{Window(-4.6), Door(-1.6), Window(1.4)},
             {Window(-2.2), Window(1.6)},
             {Window(4.0)},
             {Window(3.4), Window(6.2)}});
  AddBalcony(draft);

  // The gable runs east and west, its eaves half a metre beyond the walls.
  const double middle = (r.y0 + r.y1) / 2.0, reach = (r.y1 - r.y0) / 2.0 + 0.5;
  const double length = (r.x1 - r.x0) / 2.0 + 0.5;
  const std::string roof = draft->AddMeshFile(
      "house_roof", MakeProfile({{-reach, -0.05}, {reach, -0.05}, {0.0, 2.4}}, -length, length));
  Entity& entity = draft->AddMesh(
      "house roof", {(r.x0 + r.x1) / 2.0, middle, kHouseUpper + kUpperWall}, roof, roof);
  entity.orientation = {0.0, 0.0, 0.7071067811865476, 0.7071067811865476};  // a quarter turn

  draft->StartBlock(230);
  draft->AddBox("house table", {2.2, 4.4, kHouseGround}, {3.0, 6.2, kHouseGround + 0.75});
  draft->AddBox("house cupboard", {-5.7, 6.4, kHouseGround}, {-5.2, 7.8, kHouseGround + 1.9});
  draft->AddBox("house bed", {-5.7, 2.3, kHouseUpper}, {-3.7, 3.5, kHouseUpper + 0.55});
}

}  // namespace wm::cove
