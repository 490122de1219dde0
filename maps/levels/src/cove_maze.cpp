// The hedge maze: a random tree of corridors with a few loops, one way in, an open heart, and one
// cell that stays closed.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "maps/levels/src/cove_parts.h"
#include "maps/levels/src/shapes.h"

namespace wm::cove {
namespace {

constexpr int kCells = kMazeCells;
constexpr double kHalfHedge = 0.3;
constexpr int kEntrance = 2;  // column of the gap in the south
constexpr std::pair kClosedCell{7, 7};

// Which of the places between cells hold a hedge.
struct Hedges {
  // along_x[row][column]: south of the cell; along_y[column][row]: west of it. The last of each
  // is the outer hedge.
  std::array<std::array<bool, kCells>, kCells + 1> along_x{}, along_y{};
};

bool IsClosed(int column, int row) { return std::pair(column, row) == kClosedCell; }
bool IsHeart(int column, int row) { return (column == 3 || column == 4) && (row == 3 || row == 4); }

// The hedge between a cell and its neighbour in one of four directions.
bool& Between(Hedges* hedges, int column, int row, int dx, int dy) {
  if (dx != 0) return hedges->along_y[column + (dx > 0 ? 1 : 0)][row];
  return hedges->along_x[row + (dy > 0 ? 1 : 0)][column];
}

constexpr std::array<std::pair<int, int>, 4> kDirections{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

bool IsInside(int column, int row) {
  return column >= 0 && row >= 0 && column < kCells && row < kCells;
}

// Opens hedges until every cell but the closed one hangs together.
void GrowTree(Hedges* hedges, LevelDice* dice) {
  std::array<std::array<bool, kCells>, kCells> is_done{};
  std::vector<std::pair<int, int>> path{{3, 3}};
  is_done[3][3] = true;
  while (!path.empty()) {
    const auto [column, row] = path.back();
    std::vector<std::pair<int, int>> ways;
    for (const auto& [dx, dy] : kDirections) {
      const int to_column = column + dx, to_row = row + dy;
      if (IsInside(to_column, to_row) && !is_done[to_column][to_row] &&
          !IsClosed(to_column, to_row)) {
        ways.emplace_back(dx, dy);
      }
    }
    if (ways.empty()) {
      path.pop_back();
      continue;
    }
    const auto [dx, dy] = ways[dice->Below(ways.size())];
    Between(hedges, column, row, dx, dy) = false;
    is_done[column + dx][row + dy] = true;
    path.emplace_back(column + dx, row + dy);
  }
}

Hedges MakeHedges(LevelDice* dice) {
  Hedges hedges;
  for (auto* lines : {&hedges.along_x, &hedges.along_y}) {
    for (auto& line : *lines) line.fill(true);
  }
  GrowTree(&hedges, dice);
  // The heart is one room, and some dead ends open into loops.
  hedges.along_x[4][3] = hedges.along_x[4][4] = false;
  hedges.along_y[4][3] = hedges.along_y[4][4] = false;
  for (int loops = 0; loops < 4;) {
    const int column = static_cast<int>(dice->Below(kCells - 1));
    const int row = static_cast<int>(dice->Below(kCells - 1));
    if (IsHeart(column, row)) continue;
    bool& hedge = hedges.along_y[column + 1][row];
    loops += hedge ? 1 : 0;
    hedge = false;
  }
  hedges.along_x[0][kEntrance] = false;
  return hedges;
}

// Whether a hedge of the crossing lines leaves post `at` on the two sides of `line`.
std::pair<bool, bool> Crossing(const std::array<std::array<bool, kCells>, kCells + 1>& lines,
                               int at, int line) {
  return {line > 0 && lines[at][line - 1], line < kCells && lines[at][line]};
}

}  // namespace

void AddMaze(LevelDraft* draft) {
  draft->StartBlock(400);
  LevelDice dice(1662);
  const Hedges hedges = MakeHedges(&dice);
  int number = 0;
  for (const bool is_along_x : {true, false}) {
    const auto& lines = is_along_x ? hedges.along_x : hedges.along_y;
    const auto& others = is_along_x ? hedges.along_y : hedges.along_x;
    for (int line = 0; line <= kCells; ++line) {
      for (int from = 0; from < kCells; ++from) {
        if (!lines[line][from]) continue;
        int to = from + 1;
        while (to < kCells && lines[line][to]) ++to;
        // One hedge of two that meet covers the corner; the other ends inside it.
        const auto reach = [&](int at) {
          const auto [before, after] = Crossing(others, at, line);
          const bool is_covered = is_along_x ? before && after : before || after;
          return is_covered ? 0.0 : kHalfHedge;
        };
        const double u0 = kMazePitch * from - reach(from), u1 = kMazePitch * to + reach(to);
        const double v0 = kMazePitch * line - kHalfHedge, v1 = v0 + 2.0 * kHalfHedge;
        const double top = kMazePad.height + 1.6 + 0.1 * static_cast<double>(dice.Below(7));
        const double low = kMazePad.height - 0.4;
        const Vec3 corner{kMazeX, kMazeY, 0.0};
        draft->AddBox("hedge " + std::to_string(++number),
                      corner + (is_along_x ? Vec3{u0, v0, low} : Vec3{v0, u0, low}),
                      corner + (is_along_x ? Vec3{u1, v1, top} : Vec3{v1, u1, top}));
        from = to;
      }
    }
  }
}

}  // namespace wm::cove
