#include "maps/src/terrain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "maps/src/cell_splitter.h"
#include "maps/src/clean.h"
#include "maps/src/limits.h"

namespace wm {
namespace {

// Where a control point lies in its grid.
struct Spot {
  std::uint32_t column = 0;  // its cell
  std::uint32_t row = 0;
  double u = 0.0;  // in the cell, 0 to 1
  double v = 0.0;
};

Spot SpotOf(const HeightGrid& grid, const ControlPoint& point) {
  const double x = point.x / grid.cell;
  const double y = point.y / grid.cell;
  Spot spot;
  spot.column = std::min(static_cast<std::uint32_t>(x), grid.columns - 2);
  spot.row = std::min(static_cast<std::uint32_t>(y), grid.rows - 2);
  spot.u = x - spot.column;
  spot.v = y - spot.row;
  return spot;
}

bool IsNear(double a, double b, double zone) { return std::abs(a - b) < zone; }

std::size_t VertexAt(const HeightGrid& grid, std::uint32_t column, std::uint32_t row) {
  return std::size_t{row} * grid.columns + column;
}

// The grid's vertex that a point takes the place of.
bool IsOnVertex(const HeightGrid& grid, const Spot& spot, std::size_t* vertex) {
  const double u = std::round(spot.u);
  const double v = std::round(spot.v);
  if (!IsNear(spot.u, u, kVertexZone) || !IsNear(spot.v, v, kVertexZone)) return false;
  *vertex = VertexAt(grid, spot.column + static_cast<std::uint32_t>(u),
                     spot.row + static_cast<std::uint32_t>(v));
  return true;
}

double GridHeight(const HeightGrid& grid, std::uint32_t column, std::uint32_t row) {
  return grid.heights.empty() ? 0.0 : grid.heights[VertexAt(grid, column, row)];
}

// The grid's surface under a point: on one of its cell's two triangles.
double HeightUnder(const HeightGrid& grid, const Spot& spot) {
  const double first = GridHeight(grid, spot.column, spot.row);
  const double last = GridHeight(grid, spot.column + 1, spot.row + 1);
  if (spot.u >= spot.v) {
    const double corner = GridHeight(grid, spot.column + 1, spot.row);
    return first + (corner - first) * spot.u + (last - corner) * spot.v;
  }
  const double corner = GridHeight(grid, spot.column, spot.row + 1);
  return first + (corner - first) * spot.v + (last - corner) * spot.u;
}

// Columns, or rows, from `first` on that lie within `radius` of `center`, as [begin, end).
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint64_t size() const { return end > begin ? end - begin : 0; }
};

Range Reach(double center, double radius, double cell, std::uint32_t first, std::uint32_t count) {
  const double low = std::ceil((center - radius) / cell) - 1.0;  // one more: rounding
  const double high = std::floor((center + radius) / cell) + 2.0;
  const auto clamp = [&](double at) {
    return static_cast<std::uint32_t>(
        std::clamp(at, static_cast<double>(first), static_cast<double>(first) + count));
  };
  return {clamp(low), clamp(high)};
}

// How a point pulls at `distance2` from it: endless at 0, nothing from its radius on.
double Pull(const ControlPoint& point, double distance2) {
  const double radius2 = point.radius * point.radius;
  if (distance2 >= radius2) return 0.0;
  const double t = std::sqrt(distance2) / point.radius;
  const double left = 1.0 - t;
  const double bell = left * left * left * left * (4.0 * t + 1.0);
  // 1 - bell, without losing its digits where the bell is nearly 1.
  const double rest = t * t * (10.0 - t * (20.0 - t * (15.0 - t * 4.0)));
  constexpr double kLeast = 1e-200;  // numbers stay finite
  return point.weight * bell / std::max(rest, kLeast);
}

using CellPoint = std::pair<std::size_t, std::uint32_t>;  // cell, point

// "control points 3 and 7", counted from 1 as a person does.
std::string Named(std::size_t a, std::size_t b) {
  const auto [first, second] = std::minmax(a, b);
  return "control points " + std::to_string(first + 1) + " and " + std::to_string(second + 1);
}

std::string ComplaintAboutOne(const HeightGrid& grid, std::size_t index) {
  const ControlPoint& point = grid.control_points[index];
  const std::string name = "control point " + std::to_string(index + 1);
  const auto is_within = [&](double at, std::uint32_t count) {
    return at >= 0.0 && at <= (count - 1) * grid.cell;
  };
  if (!is_within(point.x, grid.columns) || !is_within(point.y, grid.rows)) {
    return name + " lies outside the terrain";
  }
  if (!(point.radius >= kMinPointRadius * grid.cell)) {
    return name + " has a radius below 1.5 cells";
  }
  return {};
}

// Every point by its cell, in order.
std::vector<CellPoint> PointsByCell(const HeightGrid& grid) {
  std::vector<CellPoint> by_cell;
  by_cell.reserve(grid.control_points.size());
  for (std::uint32_t i = 0; i < grid.control_points.size(); ++i) {
    const Spot spot = SpotOf(grid, grid.control_points[i]);
    by_cell.emplace_back(VertexAt(grid, spot.column, spot.row), i);
  }
  std::sort(by_cell.begin(), by_cell.end());
  return by_cell;
}

std::string ComplaintAboutNeighbours(const HeightGrid& grid) {
  const std::vector<CellPoint> by_cell = PointsByCell(grid);
  for (std::size_t i = kMaxPointsInCell; i < by_cell.size(); ++i) {
    if (by_cell[i].first != by_cell[i - kMaxPointsInCell].first) continue;
    return "more than " + std::to_string(kMaxPointsInCell) + " control points in one cell";
  }
  const double nearest = kMinPointDistance * grid.cell;
  const auto complaint = [&](std::uint32_t a, std::uint32_t b) -> std::string {
    const ControlPoint& p = grid.control_points[a];
    const ControlPoint& q = grid.control_points[b];
    if (std::abs(p.x - q.x) >= nearest || std::abs(p.y - q.y) >= nearest) return {};
    if (p.x == q.x && p.y == q.y) return Named(a, b) + " stand at one place";
    return Named(a, b) + " are nearer to each other than 1/256 of a cell";
  };
  for (const auto& [cell, point] : by_cell) {
    // Its own cell and those above and to the right; the others ask for themselves.
    for (const std::size_t other :
         {cell, cell + 1, cell + grid.columns - 1, cell + grid.columns, cell + grid.columns + 1}) {
      for (auto at = std::lower_bound(by_cell.begin(), by_cell.end(), CellPoint{other, 0});
           at != by_cell.end() && at->first == other; ++at) {
        if (other == cell && at->second <= point) continue;
        if (std::string line = complaint(point, at->second); !line.empty()) return line;
      }
    }
  }
  return {};
}

// A point that cuts a cell; one on a border cuts the cells on both its sides.
struct Cut {
  std::size_t cell = 0;
  std::uint32_t vertex = 0;  // of the mesh
  unsigned side = 0;         // of the cell; 0: inside
};

void AddCuts(const HeightGrid& grid, const Spot& spot, std::uint32_t vertex,
             std::vector<Cut>* cuts) {
  struct Side {
    double distance;
    unsigned own;
    bool has_other;
    std::size_t step;  // to the other cell; wraps
    unsigned others;
  };
  const std::size_t columns = grid.columns;
  const std::array sides{Side{spot.u, kLeft, spot.column > 0, std::size_t{0} - 1, kRight},
                         Side{1.0 - spot.u, kRight, spot.column + 2 < grid.columns, 1, kLeft},
                         Side{spot.v, kBottom, spot.row > 0, std::size_t{0} - columns, kTop},
                         Side{1.0 - spot.v, kTop, spot.row + 2 < grid.rows, columns, kBottom}};
  const Side& nearest =
      *std::min_element(sides.begin(), sides.end(),
                        [](const Side& a, const Side& b) { return a.distance < b.distance; });
  const std::size_t cell = VertexAt(grid, spot.column, spot.row);
  const bool is_on_border = nearest.distance < kBorderZone;
  cuts->push_back({cell, vertex, is_on_border ? nearest.own : 0});
  if (is_on_border && nearest.has_other) {
    cuts->push_back({cell + nearest.step, vertex, nearest.others});
  }
}

}  // namespace

std::string ComplaintAbout(const HeightGrid& grid) {
  std::uint64_t pulls = 0;
  for (std::size_t i = 0; i < grid.control_points.size(); ++i) {
    if (std::string line = ComplaintAboutOne(grid, i); !line.empty()) return line;
    const ControlPoint& point = grid.control_points[i];
    pulls += Reach(point.x, point.radius, grid.cell, 0, grid.columns).size() *
             Reach(point.y, point.radius, grid.cell, 0, grid.rows).size();
    if (pulls > kMaxPointPulls) return "the control points reach too far for so many";
  }
  return ComplaintAboutNeighbours(grid);
}

std::vector<double> TerrainHeights(const HeightGrid& grid, const GridBlock& block) {
  std::vector<double> heights;
  heights.reserve(std::size_t{block.columns} * block.rows);
  for (std::uint32_t row = 0; row < block.rows; ++row) {
    for (std::uint32_t column = 0; column < block.columns; ++column) {
      heights.push_back(GridHeight(grid, block.first_column + column, block.first_row + row));
    }
  }
  if (grid.control_points.empty()) return heights;

  std::vector<double> lift(heights.size(), 0.0);  // the sum of pull * height above the grid
  std::vector<double> pull(heights.size(), 0.0);
  for (const ControlPoint& point : grid.control_points) {
    const Range rows = Reach(point.y, point.radius, grid.cell, block.first_row, block.rows);
    const Range columns =
        Reach(point.x, point.radius, grid.cell, block.first_column, block.columns);
    if (rows.size() == 0 || columns.size() == 0) continue;
    const double above = point.height - HeightUnder(grid, SpotOf(grid, point));
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      const double y = row * grid.cell - point.y;
      std::size_t at =
          std::size_t{row - block.first_row} * block.columns + (columns.begin - block.first_column);
      for (std::uint32_t column = columns.begin; column < columns.end; ++column, ++at) {
        const double x = column * grid.cell - point.x;
        const double own = Pull(point, x * x + y * y);
        lift[at] += own * above;
        pull[at] += own;
      }
    }
  }
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (pull[i] > 0.0) heights[i] += lift[i] / (1.0 + pull[i]);
  }
  return heights;
}

namespace {

// The grid's vertices, in blocks that fit into a processor's cache.
std::vector<Vec3> GridVertices(const HeightGrid& grid) {
  constexpr std::uint32_t kSide = 256;
  const std::uint32_t wide = std::min(grid.columns, kSide * kSide / std::min(grid.rows, kSide));
  const std::uint32_t high = kSide * kSide / wide;
  std::vector<Vec3> vertices(VertexAt(grid, 0, grid.rows));
  for (std::uint32_t row = 0; row < grid.rows; row += high) {
    for (std::uint32_t column = 0; column < grid.columns; column += wide) {
      const GridBlock block{column, row, std::min(wide, grid.columns - column),
                            std::min(high, grid.rows - row)};
      const std::vector<double> heights = TerrainHeights(grid, block);
      for (std::uint32_t r = 0; r < block.rows; ++r) {
        for (std::uint32_t c = 0; c < block.columns; ++c) {
          vertices[VertexAt(grid, column + c, row + r)] = {
              (column + c) * grid.cell, (row + r) * grid.cell,
              heights[std::size_t{r} * block.columns + c]};
        }
      }
    }
  }
  return vertices;
}

// Puts every point into the mesh's vertices, and says which cells that cuts, in cell order; of one
// cell those on its border come first.
std::vector<Cut> AddPoints(const HeightGrid& grid, std::vector<Vec3>* vertices) {
  std::vector<Cut> cuts;
  for (const ControlPoint& point : grid.control_points) {
    const Spot spot = SpotOf(grid, point);
    const Vec3 place{point.x, point.y, point.height};
    if (std::size_t vertex = 0; IsOnVertex(grid, spot, &vertex)) {
      (*vertices)[vertex] = place;
      continue;
    }
    AddCuts(grid, spot, static_cast<std::uint32_t>(vertices->size()), &cuts);
    vertices->push_back(place);
  }
  std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
    if (a.cell != b.cell) return a.cell < b.cell;
    return std::pair(a.side == 0, a.vertex) < std::pair(b.side == 0, b.vertex);
  });
  return cuts;
}

}  // namespace

TriangleMesh TerrainMesh(const HeightGrid& grid) {
  TriangleMesh mesh;
  mesh.vertices = GridVertices(grid);
  const std::vector<Cut> cuts = AddPoints(grid, &mesh.vertices);
  mesh.triangles.reserve(std::size_t{2} * (grid.columns - 1) * (grid.rows - 1) + 4 * cuts.size());
  auto cut = cuts.begin();
  for (std::uint32_t row = 0; row + 1 < grid.rows; ++row) {
    for (std::uint32_t column = 0; column + 1 < grid.columns; ++column) {
      const std::uint32_t first = row * grid.columns + column;
      const std::uint32_t above = first + grid.columns;
      if (cut == cuts.end() || cut->cell != first) {
        mesh.triangles.push_back({first, first + 1, above + 1});
        mesh.triangles.push_back({first, above + 1, above});
        continue;
      }
      CellSplitter cell(mesh.vertices, {first, first + 1, above + 1, above});
      for (; cut != cuts.end() && cut->cell == first; ++cut) cell.Insert(cut->vertex, cut->side);
      mesh.triangles.insert(mesh.triangles.end(), cell.triangles().begin(), cell.triangles().end());
    }
  }
  CleanCounts needles;  // where points lie nearly on a line
  if (!grid.control_points.empty()) CleanMesh(&mesh, 1.0, &needles);
  return mesh;
}

}  // namespace wm
