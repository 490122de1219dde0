#include "tests/bench/patch_drives.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "tests/scenes/dice.h"
#include "walk_monster/number_text.h"
#include "walk_monster/session.h"

namespace wm::bench {
namespace {

constexpr std::size_t kMostDrives = 24;  // of a patch and context
constexpr double kReach = 2.5;           // [m] from a point into a patch
constexpr double kReachUp = 3.0;         // [m] and up or down
constexpr std::size_t kMostCells = 400;  // of a patch that look for a point

struct Leg {
  Vec3 from, to;
};

// From the point nearest to a cell, for cells evenly taken from those with a point near.
std::vector<Leg> LegsInto(const Difference& difference, const RecastArea& recast,
                          const Patch& patch, const Graph& graph) {
  std::vector<Leg> legs;
  const std::size_t step = std::max<std::size_t>(1, patch.cells.size() / kMostCells);
  for (std::size_t i = 0; i < patch.cells.size(); i += step) {
    const DifferenceCell& cell = difference.cells[patch.cells[i]];
    const Vec3 to = Snap(Vec3{recast.X(cell.column), recast.Y(cell.row), cell.z});
    const GraphPoint* nearest = nullptr;
    double best = kReach;
    for (const GraphPoint& point : graph.points) {
      const double away = HorizontalLength(point.foot - to);
      if (away >= best || std::fabs(point.foot.z - to.z) > kReachUp) continue;
      best = away;
      nearest = &point;
    }
    if (nearest != nullptr) legs.push_back({nearest->foot, to});
  }
  return legs;
}

// What was walked, not fallen, into the patch, and after that what was walked inside it.
std::vector<Leg> LegsOf(const Difference& difference, const RecastArea& recast, const Patch& patch,
                        const Graph& graph) {
  const std::int32_t number = difference.cells[patch.cells.front()].patch;
  const auto is_inside = [&](Vec3 foot) {
    const int column = static_cast<int>(std::floor((foot.x - recast.west) / recast.grid.cell));
    const int row = static_cast<int>(std::floor((recast.north - foot.y) / recast.grid.cell));
    if (column < 0 || row < 0 || column >= recast.columns || row >= recast.rows) return false;
    const std::size_t place = recast.Place(column, row);
    for (std::uint32_t i = difference.first[place]; i < difference.first[place + 1]; ++i) {
      const DifferenceCell& cell = difference.cells[i];
      if (cell.patch == number && std::fabs(cell.z - foot.z) < 0.5) return true;
    }
    return false;
  };
  std::vector<char> inside;
  for (const GraphPoint& point : graph.points) inside.push_back(is_inside(point.foot));
  std::vector<Leg> entering, within;
  const auto add = [&](PointId from, PointId to, Way way) {
    if (way != Way::kReached || !inside[to]) return;
    (inside[from] ? within : entering).push_back({graph.points[from].foot, graph.points[to].foot});
  };
  for (const GraphEdge& edge : graph.edges) {
    if (edge.IsDrop()) continue;
    add(edge.a, edge.b, edge.forward);
    add(edge.b, edge.a, edge.back);
  }
  entering.insert(entering.end(), within.begin(), within.end());
  return entering;
}

std::string Told(const Leg& leg, std::span<const DriveResult> results) {
  std::string text = fmt::format("{} to {}:", PlaceText(leg.from), PlaceText(leg.to));
  for (const DriveResult& r : results) {
    text += fmt::format(" {} at {:.2f},{:.2f},{:.2f}", Name(r.outcome), r.end.foot.x, r.end.foot.y,
                        r.end.foot.z);
  }
  return text;
}

// The steepest ground below the line of a leg, and a body's radius to its sides.
double SteepestDeg(const DriveContext& context, const Leg& leg) {
  double lowest = 1.0;  // upward part of a normal
  const Vec3 along = Horizontal(leg.to - leg.from);
  const Vec3 side = NormalizedOr(Vec3{-along.y, along.x, 0.0}, {}) * context.config.radius;
  constexpr int kSteps = 20;
  for (int i = 0; i <= kSteps; ++i) {
    for (const double aside : {-1.0, 0.0, 1.0}) {
      const Vec3 at = leg.from + (leg.to - leg.from) * (1.0 * i / kSteps) + side * aside;
      const auto hit = context.queries.Ray(at + Vec3{0.0, 0.0, 0.4}, {0.0, 0.0, -1.0});
      if (hit) lowest = std::min(lowest, hit->face_normal.z);
    }
  }
  return std::acos(std::clamp(lowest, 0.0, 1.0)) * 180.0 / std::numbers::pi;
}

bool Arrives(const DriveResult& result, Vec3 to) {
  return (result.outcome == Outcome::kReached || result.outcome == Outcome::kFell) &&
         HorizontalLength(result.end.foot - to) < 0.10;
}

}  // namespace

PatchDrives DrivePatch(const Difference& difference, const RecastArea& recast, const Patch& patch,
                       const Graph& graph, std::span<const DriveContext* const> contexts) {
  const bool is_ours = patch.side == Side::kOursOnly;
  const std::vector<Leg> legs = is_ours ? LegsOf(difference, recast, patch, graph)
                                        : LegsInto(difference, recast, patch, graph);
  PatchDrives out;
  const std::size_t step = std::max<std::size_t>(1, legs.size() / kMostDrives);
  for (std::size_t i = 0; i < legs.size() && out.drives < kMostDrives; i += step) {
    ++out.drives;
    std::vector<DriveResult> results;
    bool is_odd = false;  // for ours: not arriving; for Recast's: arriving
    for (std::size_t c = 0; c < contexts.size(); ++c) {
      results.push_back(
          DriveTowardPoint(*contexts[c], Vec3{legs[i].from}, DriveTarget::Point(legs[i].to)));
      const bool arrives = Arrives(results.back(), legs[i].to);
      out.reached[c] += arrives;
      is_odd = is_odd || arrives != is_ours;
    }
    if (out.example.empty() || is_odd) out.example = Told(legs[i], results);
  }
  return out;
}

std::string DriveOneWayEdges(const Graph& graph, std::size_t count, std::uint64_t seed,
                             std::span<const DriveContext* const> contexts) {
  std::vector<const GraphEdge*> edges;
  for (const GraphEdge& edge : graph.edges) {
    if (edge.IsOneWay() && !edge.IsDrop()) edges.push_back(&edge);
  }
  scenes::Dice dice(seed);
  const std::size_t all = edges.size();
  while (edges.size() > count) {
    edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(dice.Below(edges.size())));
  }
  std::vector<std::size_t> as_stored(contexts.size());
  std::map<std::string, std::size_t> endings;  // of the failed way on the first back end
  std::size_t steep = 0;
  std::string odd;
  for (const GraphEdge* edge : edges) {
    const Vec3 a = graph.points[edge->a].foot;
    const Vec3 b = graph.points[edge->b].foot;
    const Leg failed = edge->forward == Way::kFailed ? Leg{a, b} : Leg{b, a};
    std::vector<DriveResult> failing, going;
    bool agree = true;
    for (std::size_t c = 0; c < contexts.size(); ++c) {
      failing.push_back(
          DriveTowardPoint(*contexts[c], Vec3{failed.from}, DriveTarget::Point(failed.to)));
      going.push_back(
          DriveTowardPoint(*contexts[c], Vec3{failed.to}, DriveTarget::Point(failed.from)));
      const bool same =
          going.back().outcome == Outcome::kReached && failing.back().outcome != Outcome::kReached;
      as_stored[c] += same;
      agree = agree && same;
    }
    ++endings[std::string(Name(failing.front().outcome))];
    const double slope = SteepestDeg(*contexts.front(), failed);
    steep += slope > contexts.front()->config.slope_limit_deg;
    if (agree) continue;
    odd += fmt::format("\n  ground up to {:.1f} deg: {}\n    back {}", slope, Told(failed, failing),
                       Told({failed.to, failed.from}, going));
  }
  std::string text = fmt::format("{} one-way edges; of {} driven again", all, edges.size());
  for (const std::size_t n : as_stored) text += fmt::format(", {}", n);
  text += fmt::format(
      " as stored (by back end); {} over ground steeper than the limit; failed ways", steep);
  for (const auto& [name, n] : endings) text += fmt::format(" {} {}", n, name);
  return text + odd;
}

}  // namespace wm::bench
