// Terrains as meshes: a height grid, and control points that pull its ground up or down.
//
// The surface: the grid's own heights, plus around each point a bell (Wendland's C2 function over
// its radius) that is as high as the point stands above the grid. Where bells overlap they are
// averaged, each by a weight that is endless at its own point and nothing at its radius; the grid
// itself takes part with weight 1. So every point is met exactly, and no point is felt beyond its
// radius: not by one bit. (Solving for all points together, as radial basis functions do, would
// move far ground too.) Deterministic: sums run in the order of the points.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collision/geometry.h"
#include "maps/entity.h"

namespace wm {

// Vertices of a grid: `columns` x `rows` of them from (first_column, first_row) on.
struct GridBlock {
  std::uint32_t first_column = 0;
  std::uint32_t first_row = 0;
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
};

// What forbids these control points (outside the grid, too near to each other, too much of them);
// empty: nothing. Needs: a sound grid, of finite numbers.
std::string ComplaintAbout(const HeightGrid& grid);

// Heights of the block's vertices, row by row; the same bits whatever the block. Needs: the grid
// has no complaint.
std::vector<double> TerrainHeights(const HeightGrid& grid, const GridBlock& block);

// Two triangles a cell, facing up, their diagonal from the cell's first corner to its last. A cell
// with control points has them as vertices too; a vertex nearer than kVertexZone to a point stands
// on the point.
TriangleMesh TerrainMesh(const HeightGrid& grid);

}  // namespace wm
