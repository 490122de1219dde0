// Terrains: control points met exactly and felt no farther than they say, one skin without seams.
#include "maps/src/terrain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <catch2/catch.hpp>

#include "maps/entity_text.h"
#include "maps/level_text.h"
#include "maps/src/limits.h"
#include "tests/maps/map_test_support.h"
#include "tests/scenes/dice.h"

namespace wm {
namespace {

using scenes::Dice;
using Place = std::tuple<double, double, double>;
using Piece = std::array<Place, 3>;

Place PlaceOf(Vec3 v) { return {v.x, v.y, v.z}; }

HeightGrid FlatGrid(std::uint32_t columns, std::uint32_t rows, double cell) {
  HeightGrid grid;
  grid.columns = columns;
  grid.rows = rows;
  grid.cell = cell;
  return grid;
}

ControlPoint AnyPoint(const HeightGrid& grid, Dice* dice) {
  ControlPoint point;
  point.x = dice->Unit() * (grid.columns - 1) * grid.cell;
  point.y = dice->Unit() * (grid.rows - 1) * grid.cell;
  // On a vertex, on a border, on a diagonal, or nearly.
  const auto round = [&](double at) { return std::round(at / grid.cell) * grid.cell; };
  const double bit = dice->OneIn(2) ? 0.0 : dice->Between(-3, 3) * kBorderZone * grid.cell;
  switch (dice->Below(6)) {
    case 0:
      point.x = round(point.x) + bit;
      point.y = round(point.y);
      break;
    case 1:
      point.x = round(point.x) + bit;
      break;
    case 2:
      point.y = round(point.y) + bit;
      break;
    case 3:
      point.y = round(point.y) + point.x - round(point.x) + bit;
      break;
    default:
      break;
  }
  point.x = std::clamp(point.x, 0.0, (grid.columns - 1) * grid.cell);
  point.y = std::clamp(point.y, 0.0, (grid.rows - 1) * grid.cell);
  point.height = dice->Between(-5, 20);
  point.radius = grid.cell * dice->Between(1.5, dice->OneIn(3) ? 20.0 : 4.0);
  point.weight = dice->OneIn(2) ? 1.0 : dice->Between(0.1, 10.0);
  return point;
}

// A grid with as many of `points` random control points as it can hold.
HeightGrid AnyGrid(Dice* dice, std::size_t points) {
  HeightGrid grid =
      FlatGrid(2 + static_cast<std::uint32_t>(dice->Below(30)),
               2 + static_cast<std::uint32_t>(dice->Below(30)), dice->OneIn(2) ? 1.0 : 0.3);
  if (!dice->OneIn(3)) {
    for (std::size_t i = 0; i < std::size_t{grid.columns} * grid.rows; ++i) {
      grid.heights.push_back(dice->Between(-1, 1));
    }
  }
  for (std::size_t i = 0; i < points; ++i) {
    grid.control_points.push_back(AnyPoint(grid, dice));
    if (!ComplaintAbout(grid).empty()) grid.control_points.pop_back();
  }
  return grid;
}

double Width(const HeightGrid& grid) { return (grid.columns - 1) * grid.cell; }
double Depth(const HeightGrid& grid) { return (grid.rows - 1) * grid.cell; }

// The triangles that lie wholly farther than each point's radius from it.
std::multiset<Piece> FarFrom(const TriangleMesh& mesh, const std::vector<ControlPoint>& points) {
  std::multiset<Piece> pieces;
  for (const auto& t : mesh.triangles) {
    const bool is_far = std::all_of(t.begin(), t.end(), [&](std::uint32_t corner) {
      const Vec3 v = mesh.vertices[corner];
      return std::all_of(points.begin(), points.end(), [&](const ControlPoint& p) {
        return (v.x - p.x) * (v.x - p.x) + (v.y - p.y) * (v.y - p.y) > p.radius * p.radius;
      });
    });
    Piece piece{PlaceOf(mesh.vertices[t[0]]), PlaceOf(mesh.vertices[t[1]]),
                PlaceOf(mesh.vertices[t[2]])};
    std::sort(piece.begin(), piece.end());
    if (is_far) pieces.insert(piece);
  }
  return pieces;
}

double LargestStep(const HeightGrid& grid) {
  const std::vector<double> heights = TerrainHeights(grid, {0, 0, grid.columns, grid.rows});
  double step = 0.0;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if ((i + 1) % grid.columns != 0) step = std::max(step, std::abs(heights[i + 1] - heights[i]));
    if (i + grid.columns < heights.size()) {
      step = std::max(step, std::abs(heights[i + grid.columns] - heights[i]));
    }
  }
  return step;
}

Entity TerrainEntity(HeightGrid grid) {
  Entity entity;
  entity.kind = EntityClass::kTerrain;
  entity.id = 1;
  entity.position = {100, -50, 7};
  entity.terrain = std::move(grid);
  return entity;
}

}  // namespace

TEST_CASE("terrain: every control point is a corner of the ground, exactly where it is") {
  Dice dice(1);
  std::size_t points = 0;
  for (int i = 0; i < 60; ++i) {
    const HeightGrid grid = AnyGrid(&dice, 40);
    const TriangleMesh mesh = TerrainMesh(grid);
    std::set<Place> corners;
    for (const auto& t : mesh.triangles) {
      for (const std::uint32_t corner : t) corners.insert(PlaceOf(mesh.vertices[corner]));
    }
    for (const ControlPoint& p : grid.control_points) {
      CHECK(corners.contains({p.x + 0.0, p.y + 0.0, p.height + 0.0}));
      ++points;
    }
  }
  CHECK(points > 1000);
}

TEST_CASE("terrain: a level's ground goes through its control points") {
  Dice dice(2);
  const TemporaryFolder folder;
  const HeightGrid grid = AnyGrid(&dice, 30);
  WriteLevel(folder.Path(), "hills", {}, std::array{TerrainEntity(grid)});
  const Loaded loaded = LoadWithLog(folder.Path());
  CHECK(loaded.log.empty());
  std::vector<Vec3> corners;
  for (const Triangle& t : loaded.world().triangles) corners.insert(corners.end(), {t.a, t.b, t.c});
  for (const ControlPoint& p : grid.control_points) {
    const Vec3 place{100 + p.x, p.y - 50, 7 + p.height};
    CHECK(std::any_of(corners.begin(), corners.end(),
                      [&](Vec3 corner) { return Distance(corner, place) < 0x1p-29; }));
  }
}

TEST_CASE("terrain: what moves, comes or goes is felt within its radius and nowhere else") {
  Dice dice(3);
  std::size_t far = 0;
  for (int i = 0; i < 60; ++i) {
    const HeightGrid before = AnyGrid(&dice, 12);
    if (before.control_points.empty()) continue;
    HeightGrid after = before;
    const std::size_t which = dice.Below(before.control_points.size());
    std::vector<ControlPoint> touched{before.control_points[which]};
    if (i % 3 == 0) {
      after.control_points.erase(after.control_points.begin() + static_cast<std::ptrdiff_t>(which));
    } else if (i % 3 == 1) {
      after.control_points[which].height += 1.0;
    } else {
      touched.push_back(AnyPoint(before, &dice));
      after.control_points[which] = touched.back();
    }
    if (!ComplaintAbout(after).empty()) continue;
    const auto pieces = FarFrom(TerrainMesh(before), touched);
    CHECK(pieces == FarFrom(TerrainMesh(after), touched));
    far += pieces.size();
  }
  CHECK(far > 5000);
}

TEST_CASE("terrain: a block's border has the same heights from both its sides") {
  Dice dice(4);
  for (int i = 0; i < 40; ++i) {
    const HeightGrid grid = AnyGrid(&dice, 20);
    const std::vector<double> whole = TerrainHeights(grid, {0, 0, grid.columns, grid.rows});
    for (int k = 0; k < 10; ++k) {
      GridBlock block;
      block.first_column = static_cast<std::uint32_t>(dice.Below(grid.columns));
      block.first_row = static_cast<std::uint32_t>(dice.Below(grid.rows));
      block.columns = 1 + static_cast<std::uint32_t>(dice.Below(grid.columns - block.first_column));
      block.rows = 1 + static_cast<std::uint32_t>(dice.Below(grid.rows - block.first_row));
      const std::vector<double> part = TerrainHeights(grid, block);
      std::size_t at = 0;
      std::size_t wrong = 0;
      for (std::uint32_t row = block.first_row; row < block.first_row + block.rows; ++row) {
        for (std::uint32_t c = block.first_column; c < block.first_column + block.columns; ++c) {
          if (part[at++] != whole[std::size_t{row} * grid.columns + c]) ++wrong;
        }
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("terrain: blocks of a large mesh are one with its heights") {
  Dice dice(5);
  for (const auto& [columns, rows] :
       {std::pair(700u, 300u), std::pair(3u, 70'000u), std::pair(70'000u, 2u)}) {
    HeightGrid grid = FlatGrid(columns, rows, 0.5);
    for (int i = 0; i < 50; ++i) {
      ControlPoint point = AnyPoint(grid, &dice);
      point.x = std::floor(point.x) + 0.1;  // no vertex moves
      point.y = std::floor(point.y) + 0.2;
      if (point.x > Width(grid) || point.y > Depth(grid)) continue;
      point.radius = 50;
      grid.control_points.push_back(point);
      if (!ComplaintAbout(grid).empty()) grid.control_points.pop_back();
    }
    REQUIRE(grid.control_points.size() > 20);
    const std::vector<double> heights = TerrainHeights(grid, {0, 0, columns, rows});
    std::map<std::pair<double, double>, double> at;
    for (const Vec3 v : TerrainMesh(grid).vertices) at[{v.x, v.y}] = v.z;
    std::size_t wrong = 0;
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (std::uint32_t c = 0; c < columns; ++c) {
        if (at.at({c * 0.5, row * 0.5}) != heights[std::size_t{row} * columns + c]) ++wrong;
      }
    }
    CHECK(wrong == 0);
  }
}

// Seen from above: no triangle turned over, none missing, every inner edge between two.
TEST_CASE("terrain: the ground is one skin, however points lie") {
  Dice dice(6);
  for (int i = 0; i < 200; ++i) {
    const HeightGrid grid = AnyGrid(&dice, i % 2 == 0 ? 10 : 150);
    const TriangleMesh mesh = TerrainMesh(grid);
    double area = 0.0;
    std::size_t turned = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const auto& t : mesh.triangles) {
      const Vec3 a = mesh.vertices[t[0]];
      const double twice = Cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a).z;
      area += twice * 0.5;
      if (!(twice > 0.0)) ++turned;
      for (std::size_t e = 0; e < 3; ++e) ++edges[{t[e], t[(e + 1) % 3]}];
    }
    CHECK(turned == 0);
    const double outline = 2.0 * (Width(grid) + Depth(grid));
    CHECK(std::abs(area - Width(grid) * Depth(grid)) < outline * kBorderZone * grid.cell);
    std::size_t open = 0;
    for (const auto& [edge, count] : edges) {
      CHECK(count == 1);
      if (edges.contains({edge.second, edge.first})) continue;
      const Vec3 middle = (mesh.vertices[edge.first] + mesh.vertices[edge.second]) * 0.5;
      const double to_outline =
          std::min({middle.x, middle.y, Width(grid) - middle.x, Depth(grid) - middle.y});
      if (to_outline > kBorderZone * grid.cell) ++open;
    }
    CHECK(open == 0);
  }
}

TEST_CASE("terrain: one point is a bell, heavier ones are broader") {
  HeightGrid grid = FlatGrid(41, 41, 0.5);
  grid.control_points = {{10, 10, 8, 8, 1}};
  const auto height = [&](std::uint32_t column) {
    return TerrainHeights(grid, {column, 20, 1, 1})[0];
  };
  CHECK(height(28) == Approx(8 * 0.1875));  // half way out: (1/2)^4 * 3
  CHECK(height(36) == 0.0);
  CHECK(height(4) == 0.0);
  grid.control_points[0].weight = 10;
  CHECK(height(28) > 8 * 0.5);
  CHECK(height(36) == 0.0);
  grid.control_points[0].weight = 0.1;
  CHECK(height(28) < 8 * 0.03);
  // On a grid of its own the point is still where it says; the grid is felt toward the radius.
  grid.heights.assign(41 * 41, 5.0);
  grid.control_points[0].weight = 1;
  CHECK(height(28) == Approx(5 + 3 * 0.1875));
  CHECK(height(36) == 5.0);
}

TEST_CASE("terrain: finer cells have smaller steps, so there are none in the ground") {
  Dice dice(8);
  for (int i = 0; i < 6; ++i) {
    HeightGrid coarse = FlatGrid(65, 65, 1.0);
    for (int k = 0; k < 12; ++k) {
      coarse.control_points.push_back({dice.Unit() * 64, dice.Unit() * 64, dice.Between(-4, 4),
                                       dice.Between(5, 30), dice.Between(0.2, 5)});
    }
    HeightGrid fine = coarse;
    fine.columns = fine.rows = 513;
    fine.cell = 0.125;
    HeightGrid finer = coarse;
    finer.columns = finer.rows = 1025;
    finer.cell = 0.0625;
    CHECK(LargestStep(finer) < 0.6 * LargestStep(fine));
    CHECK(LargestStep(fine) < 4.0);
  }
}

TEST_CASE("terrain: control points that cannot be are named") {
  const auto complaint = [](std::vector<ControlPoint> points) {
    HeightGrid grid = FlatGrid(11, 11, 2.0);
    grid.control_points = std::move(points);
    const std::string text = ErrorOf([&] { WriteEntityText(TerrainEntity(grid)); });
    if (!ComplaintAbout(grid).empty()) CHECK(Has(text, ComplaintAbout(grid)));
    return text;
  };
  CHECK(complaint({{0, 0, 1, 3, 1}, {20, 20, 1, 3, 1}}).empty());
  CHECK(Has(complaint({{20.1, 0, 1, 3, 1}}), "control point 1 lies outside the terrain"));
  CHECK(Has(complaint({{1, 1, 1, 3, 1}, {0, -0.1, 1, 3, 1}}), "control point 2 lies outside"));
  CHECK(Has(complaint({{5, 5, 1, 2.9, 1}}), "control point 1 has a radius below 1.5 cells"));
  CHECK(Has(complaint({{5, 5, 1, 3, 1}, {9, 9, 1, 3, 1}, {5, 5, 2, 4, 1}}),
            "control points 1 and 3 stand at one place"));
  CHECK(Has(complaint({{4.001, 5, 1, 3, 1}, {3.999, 5, 1, 3, 1}}),
            "control points 1 and 2 are nearer to each other than 1/256 of a cell"));
  CHECK(
      Has(complaint({{4.001, 4.001, 1, 3, 1}, {3.999, 3.999, 1, 3, 1}}), "control points 1 and 2"));
  CHECK(
      Has(complaint({{4.001, 3.999, 1, 3, 1}, {3.999, 4.001, 1, 3, 1}}), "control points 1 and 2"));
  std::vector<ControlPoint> crowd;
  for (int i = 0; i < 65; ++i) crowd.push_back({0.1 + 0.02 * i, 1, 1, 3, 1});
  CHECK(Has(complaint(crowd), "more than 64 control points in one cell"));
}

TEST_CASE("terrain: control points as text, and what is wrong with it") {
  const std::string head =
      "terrain\n1\n5\n; columns\n    3\n; rows\n    2\n; cell\n    1 : "
      "3ff0000000000000\n";
  const std::string points =
      "; control_points\n    0.5 0.25 3 1.5 1\n    2 1 -0.75 4 0.5\n    end\n";
  const Entity entity = ParseEntityText(head + points, "f");
  CHECK(entity.terrain.heights.empty());
  REQUIRE(entity.terrain.control_points.size() == 2);
  CHECK(entity.terrain.control_points[1] == ControlPoint{2, 1, -0.75, 4, 0.5});
  Entity placed = entity;
  placed.layout.position = placed.layout.orientation = false;
  CHECK(WriteEntityText(placed) == head + points);

  const auto error = [&](const std::string& text) {
    return ErrorOf([&] { ParseEntityText(head + text, "f"); });
  };
  CHECK(Has(error(""), "`heights` is missing"));
  CHECK(Has(error("; control_points\n    end\n"), "f:11: no control points"));
  CHECK(Has(error("; control_points\n    1 1 1 2\n    end\n"), "a word is missing"));
  CHECK(Has(error("; control_points\n    1 1 1 2 1 1\n    end\n"), "has 5 numbers"));
  CHECK(Has(error("; control_points\n    1 1 1 2 0\n    end\n"), "out of range: 0"));
  CHECK(Has(error("; control_points\n    1 1 1 2 nan\n    end\n"), "not a finite number"));
  CHECK(Has(error("; control_points\n    1 1 1e9 2 1\n    end\n"), "out of range"));
  CHECK(Has(error(points + "; heights\n    end\n"), "no heights"));
}

TEST_CASE("terrain: hostile numbers of points, radii and cells cost seconds, not more") {
  const double begin = CpuSeconds();
  HeightGrid grid = FlatGrid(2048, 4096, 1.0);
  for (std::uint32_t i = 0; i < kMaxControlPoints; ++i) {
    grid.control_points.push_back({i % 2000 + 0.5, i / 2000 + 0.5, 1, 1e6, 1});
  }
  CHECK(Has(ComplaintAbout(grid), "reach too far for so many"));
  for (ControlPoint& point : grid.control_points) point.radius = 1.5;
  CHECK(ComplaintAbout(grid).empty());
  grid.columns = 1u << 18;  // long and thin
  grid.rows = 2;
  for (std::uint32_t i = 0; i < kMaxControlPoints; ++i)
    grid.control_points[i] = {i + 0.5, 0.5, 1, 2, 1};
  CHECK(ComplaintAbout(grid).empty());
  CHECK(TerrainMesh(grid).triangles.size() > 600'000);

  HeightGrid tiny = FlatGrid(3, 3, 5e-324);
  tiny.control_points = {{0, 0, 1, 5e-323, 1}};
  CHECK(ComplaintAbout(tiny).empty());
  for (const Vec3 v : TerrainMesh(tiny).vertices) CHECK(IsFinite(v));
  HeightGrid wide = FlatGrid(2, 2, 1e7);
  wide.control_points = {{5e6, 5e6, 1e7, 1e300, 1000}, {0, 0, -1e7, 1.5e7, 0.001}};
  for (const Vec3 v : TerrainMesh(wide).vertices) CHECK(IsFinite(v));

  std::string text = "terrain\n1\n1\n; control_points\n";
  for (int i = 0; i < 1'000'000; ++i) text += "    1 1 1 2 1\n";
  CHECK(Has(ErrorOf([&] { ParseEntityText(text, "f"); }), "f:100004: too many control points"));
  CHECK(CpuSeconds() - begin < 30.0);
}

}  // namespace wm
