#include "walk_monster/compare.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "walk_monster/coverage.h"
#include "walk_monster/src/tiles.h"

namespace wm {
namespace {

constexpr double kBand = 2.0;         // [spacings] this near to a boundary is near
constexpr double kAtBoundary = 0.35;  // [spacings] nearer is on it: hit points
// [spacing^2] of ground that no point covered before: a quarter of what one of a square grid adds.
constexpr double kAdded = 0.25;
// [spacing^2] With less open ground than this its density says nothing.
constexpr double kLeastOpen = 50.0;

}  // namespace

TraceStep CutOf(const Trace& trace, const TraceCut& cut) {
  TraceStep last;
  for (const TraceStep& step : trace.steps) {
    if (step.drives > cut.drives || step.ticks > cut.ticks || step.points > cut.points) break;
    last = step;
  }
  return last;
}

void Tracer::OnPhase(const GraphChange&, const SweepCounts& counts) {
  steps.push_back({counts.drives, counts.ticks, counts.points});
}

Truth::Truth(const Graph& graph, double spacing, double compared, const PlayerConfig& player)
    : compared_(compared), cell_(0.0), step_(player.step), rise_(RiseOf(player)) {
  const Coverage coverage = Cover(graph, {spacing, player.height});
  cell_ = coverage.CellSize();
  coverage.ForEachCell([this](const Coverage::Cell& cell) {
    cells_.push_back({cell.x, cell.y, cell.z, kBand * compared_});
  });
  std::sort(cells_.begin(), cells_.end(), [](const Cell& a, const Cell& b) {
    return std::tuple(a.x, a.y, a.z) < std::tuple(b.x, b.y, b.z);
  });
  for (const GraphPoint& point : graph.points) {
    if (point.kind == PointKind::kHit) boundary_.push_back(point.foot);
  }
  for (const GraphExit& exit : graph.exits) boundary_.push_back(exit.takeoff);
  for (const GraphEdge& edge : graph.edges) {
    if (!edge.IsDrop()) continue;
    const Vec3 a = graph.points[edge.a].foot, b = graph.points[edge.b].foot;
    boundary_.push_back(a.z > b.z ? a : b);
  }
  std::sort(boundary_.begin(), boundary_.end(),
            [](Vec3 a, Vec3 b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); });
  std::vector<std::uint32_t> near;
  for (const Vec3 place : boundary_) {
    FindNear(place, kBand * compared_, &near);
    for (const std::uint32_t i : near) {
      Cell& cell = cells_[i];
      const double dx = (static_cast<double>(cell.x) + 0.5) * cell_ - place.x;
      const double dy = (static_cast<double>(cell.y) + 0.5) * cell_ - place.y;
      cell.to_boundary = std::min(cell.to_boundary, std::hypot(dx, dy));
    }
  }
  openings_ = FindOpenings(graph, player);
}

bool Truth::IsSameStorey(Vec3 a, Vec3 b) const {
  return std::abs(a.z - b.z) <= step_ + HorizontalLength(a - b) * rise_;
}

void Truth::FindNear(Vec3 foot, double radius, std::vector<std::uint32_t>* found) const {
  found->clear();
  const auto first_x = static_cast<std::int64_t>(std::floor((foot.x - radius) / cell_));
  const auto last_x = static_cast<std::int64_t>(std::floor((foot.x + radius) / cell_));
  for (std::int64_t x = first_x; x <= last_x; ++x) {
    const double dx = (static_cast<double>(x) + 0.5) * cell_ - foot.x;
    if (std::abs(dx) > radius) continue;
    const double half = std::sqrt(radius * radius - dx * dx);
    const auto first_y = static_cast<std::int64_t>(std::floor((foot.y - half) / cell_));
    auto at = std::lower_bound(
        cells_.begin(), cells_.end(), std::pair(x, first_y),
        [](const Cell& cell, const auto& key) { return std::pair(cell.x, cell.y) < key; });
    for (; at != cells_.end() && at->x == x; ++at) {
      const double dy = (static_cast<double>(at->y) + 0.5) * cell_ - foot.y;
      if (dy > half) break;
      if (dy < -half) continue;
      if (!IsSameStorey(foot, foot + Vec3{dx, dy, static_cast<double>(at->z) - foot.z})) continue;
      found->push_back(static_cast<std::uint32_t>(at - cells_.begin()));
    }
  }
}

double Truth::ToBoundary(Vec3 foot) const {
  double nearest = kBand * compared_;
  auto at = std::lower_bound(boundary_.begin(), boundary_.end(), foot.x - nearest,
                             [](Vec3 place, double x) { return place.x < x; });
  for (; at != boundary_.end() && at->x <= foot.x + nearest; ++at) {
    if (IsSameStorey(foot, *at)) nearest = std::min(nearest, HorizontalLength(*at - foot));
  }
  return nearest;
}

namespace {

// Points laid onto the truth one after the other.
class Painter {
 public:
  explicit Painter(const Truth& truth) : truth_(truth), is_covered_(truth.cells().size()) {}

  // [cells] newly covered.
  std::size_t Add(Vec3 foot) {
    truth_.FindNear(foot, kCovers * truth_.spacing(), &near_);
    std::size_t added = 0;
    for (const std::uint32_t i : near_) {
      added += is_covered_[i] == 0;
      is_covered_[i] = 1;
    }
    covered_ += added;
    return added;
  }

  bool LastWasOff() const { return near_.empty(); }
  double Covered() const { return static_cast<double>(covered_); }  // [cells]

 private:
  const Truth& truth_;
  std::vector<char> is_covered_;
  std::vector<std::uint32_t> near_;
  std::size_t covered_ = 0;
};

double ShareOf(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

}  // namespace

StrategyFigures MeasureStrategy(const Truth& truth, const Trace& trace, const TraceCut& cut,
                                const PlayerConfig& player) {
  StrategyFigures figures;
  figures.at = CutOf(trace, cut);
  const double spacing = truth.spacing();
  const double unit = spacing * spacing;
  const double cell_area = truth.CellSize() * truth.CellSize();
  double near_area = 0.0, open_area = 0.0;
  for (const Truth::Cell& cell : truth.cells()) {
    if (cell.to_boundary >= kBand * spacing) {
      open_area += cell_area;
    } else if (cell.to_boundary > kAtBoundary * spacing) {
      near_area += cell_area;
    }
  }
  Painter painter(truth);
  double near = 0.0, open = 0.0, meaningful = 0.0;
  for (std::uint64_t id = 0; id < figures.at.points; ++id) {
    const Vec3 foot = trace.graph.points[id].foot;
    const double added = static_cast<double>(painter.Add(foot)) * cell_area;
    figures.off_truth += painter.LastWasOff();
    const double to_boundary = truth.ToBoundary(foot);
    const bool is_open = to_boundary >= kBand * spacing;
    open += is_open;
    near += !is_open && to_boundary > kAtBoundary * spacing;
    meaningful += !is_open || added >= kAdded * unit;
  }
  figures.covered_m2 = painter.Covered() * cell_area;
  figures.covered = ShareOf(figures.covered_m2, truth.AreaM2());
  figures.meaningful = ShareOf(meaningful, static_cast<double>(figures.at.points));
  if (open > 0.0 && near_area > 0.0 && open_area >= kLeastOpen * unit) {
    figures.echo = (near / near_area) / (open / open_area) - 1.0;
  }
  for (const char is_passed :
       OpeningsPassed(trace.graph, figures.at.points, truth.openings(), player)) {
    figures.openings += is_passed != 0;
  }
  return figures;
}

std::vector<std::pair<double, double>> CoverageCurve(const Truth& truth, const Trace& trace) {
  std::vector<std::pair<double, double>> curve;
  Painter painter(truth);
  std::uint64_t id = 0;
  for (const TraceStep& step : trace.steps) {
    for (; id < step.points; ++id) painter.Add(trace.graph.points[id].foot);
    curve.emplace_back(static_cast<double>(step.drives),
                       ShareOf(painter.Covered(), static_cast<double>(truth.cells().size())));
  }
  return curve;
}

}  // namespace wm
