// The ground that a graph covers: the union of the triangles between joined points, on a raster of
// a quarter of the spacing, storeys that lie above each other counted one by one.
//
// Measures and draws; nothing decides by it. One writer. The same graph gives the same raster on
// every machine.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "walk_monster/graph.h"

namespace wm {

struct RunRecord;

struct CoverageConfig {
  double spacing = 0.5;  // [m] > 0, of the run that made the graph
  double height = 1.8;   // [m] > 0, the player's: surfaces over half of it apart are two storeys
};

// The spacing and height that a run was asked for; the defaults where it does not say.
CoverageConfig CoverageConfigOf(const RunRecord& run);

class Coverage {
 public:
  explicit Coverage(const CoverageConfig& config);

  // Adds what a phase found. The area so far is an estimate: a triangle drawn early stays, even
  // where a later point in it would have refined it. Cost: a few microseconds a point or edge.
  void Apply(const GraphChange& change);

  double AreaM2() const;                     // [m2] horizontal
  double CellSize() const { return cell_; }  // [m]

  struct Cell {
    std::int64_t x, y;  // covers [x, x + 1] * CellSize() by [y, y + 1] * CellSize()
    float z;            // foot height, near the middle
  };
  // Every covered cell, once for every storey; in an order that depends on the graph alone.
  void ForEachCell(const std::function<void(const Cell&)>& visit) const;

 private:
  friend Coverage Cover(const Graph& graph, const CoverageConfig& config);

  static constexpr std::int64_t kBlockWidth = 16;  // cells
  struct Block {
    std::array<float, kBlockWidth * kBlockWidth> heights;
    std::int32_t above = -1;  // the block with the next storey of the same cells
  };
  struct Place {
    std::int64_t x, y;  // in blocks
    std::int32_t block;
  };

  void AddEdge(const GraphEdge& edge);
  bool IsJoined(PointId a, PointId b) const;
  void Fan(PointId center);
  bool IsGround(Vec3 to_a, Vec3 to_b, PointId a, PointId b) const;
  void Fill(Vec3 a, Vec3 b, Vec3 c);
  void Mark(std::int64_t x, std::int64_t y, float z);
  std::int32_t BlockAt(std::int64_t x, std::int64_t y);
  std::int32_t NewBlock();

  double cell_;
  double longest_;  // [m] side of a triangle
  float storey_gap_;
  std::vector<Vec3> points_;
  std::vector<std::vector<PointId>> neighbours_;  // of each point, ascending
  std::vector<Block> blocks_;
  std::vector<Place> places_;  // the lowest block of each place, by (x, y)
  Place last_{0, 0, -1};       // the place marked last: the next mark is nearly always there
  std::uint64_t marked_ = 0;
  std::vector<std::pair<Vec3, PointId>> fan_;  // scratch
};

// The raster of a whole graph: a function of its points and edges, whatever their order.
Coverage Cover(const Graph& graph, const CoverageConfig& config);

}  // namespace wm
