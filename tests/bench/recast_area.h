// The ground that Recast calls walkable in a world, cell by cell, with the step of its pipeline
// that took away what it does not.
//
// For the comparison only: our own reach is never computed from this. Pure. Recast's heights are
// those of its cells, rounded up.
#pragma once

#include <cstdint>
#include <vector>

#include "collision/player_config.h"
#include "collision/world.h"

namespace wm::bench {

// Why a span is not walkable, by the first step that says so.
enum class RecastStage : std::uint8_t {
  kWalkable,
  kTooSteep,    // the triangle is steeper than the limit, or faces down
  kLowCeiling,  // not enough room above
  kLedge,       // beside a drop of more than the climb
  kEroded,      // nearer than the radius to something of the above
};

struct RecastSpan {
  double z = 0.0;  // top of the span
  RecastStage stage = RecastStage::kWalkable;
  std::int32_t component = -1;  // connected part of the walkable ground; -1: not walkable
  std::int32_t uneroded = -1;   // the same before erosion
};

struct RecastGrid {
  double cell = 0.1;          // [m]
  double cell_height = 0.05;  // [m]
};

// Columns go east, rows go south from the north-west corner, as in a picture.
struct RecastArea {
  RecastGrid grid;
  double west = 0.0, north = 0.0;  // the corner
  int columns = 0, rows = 0;
  std::vector<std::uint32_t> first;  // by column and row, and one more: into spans
  std::vector<RecastSpan> spans;     // of a column, lowest first
  double cpu_seconds = 0.0;

  std::size_t Place(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
  }
  double X(int column) const { return west + (column + 0.5) * grid.cell; }
  double Y(int row) const { return north - (row + 0.5) * grid.cell; }
};

// Throws InputError where the level is too large or too high for one grid.
RecastArea BuildRecastArea(const World& world, const PlayerConfig& player, const RecastGrid& grid);

// Processor time of this process so far [s].
double CpuSeconds();

}  // namespace wm::bench
