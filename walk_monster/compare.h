// Strategies held against each other on one level: what each had covered after how many drives, and
// what its points are good for. docs/compare.md says what every figure means.
//
// Measures; nothing decides by it. Pure functions of graphs: the same graphs give the same figures.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "walk_monster/explorer.h"

namespace wm {

// How far an exploration was after one of its phases.
struct TraceStep {
  std::uint64_t drives = 0, ticks = 0, points = 0;
};

// What a strategy found, in the order in which it did.
struct Trace {
  std::string name;
  Graph graph;
  std::vector<TraceStep> steps;  // the last one is the end
};

// Where a trace is cut off: at the last step within all of these.
struct TraceCut {
  std::uint64_t drives = UINT64_MAX, ticks = UINT64_MAX, points = UINT64_MAX;
};
TraceStep CutOf(const Trace& trace, const TraceCut& cut);

// A gap between two obstacles that a player passes.
struct Opening {
  Vec3 a, b;  // its sides
};

// The ground that all are measured against: of a sweep denser than theirs.
class Truth {
 public:
  // `spacing` of the sweep that `graph` is of; `compared` is that of the strategies.
  Truth(const Graph& graph, double spacing, double compared, const PlayerConfig& player);

  struct Cell {
    std::int64_t x, y;   // covers [x, x + 1] * CellSize() by [y, y + 1] * CellSize()
    float z;             // foot height
    double to_boundary;  // [m] horizontally; at most two spacings compared
  };

  double spacing() const { return compared_; }
  double CellSize() const { return cell_; }
  double AreaM2() const { return static_cast<double>(cells_.size()) * cell_ * cell_; }
  std::span<const Cell> cells() const { return cells_; }  // ordered by (x, y, z)
  std::span<const Vec3> boundary() const { return boundary_; }
  std::span<const Opening> openings() const { return openings_; }

  // Numbers of the cells of foot's storey whose middle is within `radius` [m], ascending.
  void FindNear(Vec3 foot, double radius, std::vector<std::uint32_t>* found) const;

  // [m] From a foot to the nearest boundary of its storey; at most two spacings compared.
  double ToBoundary(Vec3 foot) const;

 private:
  bool IsSameStorey(Vec3 a, Vec3 b) const;

  double compared_;
  double cell_;
  double step_, rise_;
  std::vector<Cell> cells_;
  std::vector<Vec3> boundary_;  // by x
  std::vector<Opening> openings_;
};

// Gaps of at most kWidestOpening with ground on both sides, narrowest place of each; ordered by a.
inline constexpr double kWidestOpening = 1.25;  // [m]
std::vector<Opening> FindOpenings(const Graph& graph, const PlayerConfig& player);

// By opening: whether a walk along an edge between the first `points` points goes through.
std::vector<char> OpeningsPassed(const Graph& graph, std::uint64_t points,
                                 std::span<const Opening> openings, const PlayerConfig& player);

struct StrategyFigures {
  TraceStep at;                 // what it took
  double covered_m2 = 0.0;      // of the truth's ground, within kCovers of a point
  double covered = 0.0;         // [0, 1] the same as a share
  double meaningful = 0.0;      // [0, 1] of points: near a boundary, or they added ground
  std::optional<double> echo;   // density near boundaries over that in the open, less one
  std::uint64_t openings = 0;   // passed
  std::uint64_t off_truth = 0;  // points where the truth has no ground
};

// [of spacing] Ground this near to a point is covered: just beyond half a diagonal.
inline constexpr double kCovers = 0.75;

StrategyFigures MeasureStrategy(const Truth& truth, const Trace& trace, const TraceCut& cut,
                                const PlayerConfig& player);

// Drives, and the share of the truth that was covered then; a step each.
std::vector<std::pair<double, double>> CoverageCurve(const Truth& truth, const Trace& trace);

// One line of a comparison: a trace, cut.
struct ComparisonRow {
  std::string name, budget;
  std::size_t trace = 0;
  StrategyFigures figures;
};

struct Comparison {
  std::string level;
  double spacing = 0.5;      // [m]
  std::uint64_t drives = 0;  // the budget
  double truth_m2 = 0.0;
  std::uint64_t openings = 0;  // that there are
  std::vector<Trace> traces;
  std::vector<std::vector<std::pair<double, double>>> curves;  // by trace
  std::vector<ComparisonRow> rows;
};

// Records the steps of an exploration.
class Tracer : public SweepListener {
 public:
  void OnPhase(const GraphChange& change, const SweepCounts& counts) override;
  std::vector<TraceStep> steps;
};

}  // namespace wm
