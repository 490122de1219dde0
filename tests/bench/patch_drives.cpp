#include "tests/bench/patch_drives.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tests/scenes/dice.h"
#include "walk_monster/session.h"

namespace wm::bench {
namespace {

constexpr std::size_t kMostDrives = 24;  // of a patch and context
constexpr double kReach = 1.0;           // [m] from a point into a patch

struct Leg {
  Vec3 from, to;
};

// From the point nearest to a cell, for cells evenly taken from those with a point near.
std::vector<Leg> LegsInto(const Difference& difference, const RecastArea& recast,
                          const Patch& patch, const Graph& graph) {
  std::vector<Leg> legs;
  for (const std::uint32_t i : patch.cells) {
    const DifferenceCell& cell = difference.cells[i];
    const Vec3 to = Snap(Vec3{recast.X(cell.column), recast.Y(cell.row), cell.z});
    const GraphPoint* nearest = nullptr;
    double best = kReach;
    for (const GraphPoint& point : graph.points) {
      const double away = HorizontalLength(point.foot - to);
      if (away >= best || std::fabs(point.foot.z - to.z) > 1.0) continue;
      best = away;
      nearest = &point;
    }
    if (nearest != nullptr) legs.push_back({nearest->foot, to});
  }
  return legs;
}

// The legs of the shortest walks that enter the patch, and then those inside it.
std::vector<Leg> LegsOf(const Difference& difference, const RecastArea& recast, const Patch& patch,
                        const Graph& graph, const WalkTree& walks) {
  const auto is_inside = [&](Vec3 foot) {
    const int column = static_cast<int>(std::floor((foot.x - recast.west) / recast.grid.cell));
    const int row = static_cast<int>(std::floor((recast.north - foot.y) / recast.grid.cell));
    if (column < 0 || row < 0 || column >= recast.columns || row >= recast.rows) return false;
    const std::size_t place = recast.Place(column, row);
    const std::int32_t number = difference.cells[patch.cells.front()].patch;
    for (std::uint32_t i = difference.first[place]; i < difference.first[place + 1]; ++i) {
      const DifferenceCell& cell = difference.cells[i];
      if (cell.patch == number && std::fabs(cell.z - foot.z) < 0.5) return true;
    }
    return false;
  };
  std::vector<Leg> entering, inside;
  for (PointId to = 0; to < graph.points.size(); ++to) {
    const PointId from = walks.parent[to];
    if (from == kNoPoint || !is_inside(graph.points[to].foot)) continue;
    const Leg leg{graph.points[from].foot, graph.points[to].foot};
    (is_inside(leg.from) ? inside : entering).push_back(leg);
  }
  entering.insert(entering.end(), inside.begin(), inside.end());
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

bool Arrives(const DriveResult& result, Vec3 to) {
  return (result.outcome == Outcome::kReached || result.outcome == Outcome::kFell) &&
         HorizontalLength(result.end.foot - to) < 0.10;
}

}  // namespace

PatchDrives DrivePatch(const Difference& difference, const RecastArea& recast, const Patch& patch,
                       const Graph& graph, const WalkTree& walks,
                       std::span<const DriveContext* const> contexts) {
  const bool is_ours = patch.side == Side::kOursOnly;
  const std::vector<Leg> legs = is_ours ? LegsOf(difference, recast, patch, graph, walks)
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
  while (edges.size() > count)
    edges.erase(edges.begin() + static_cast<long>(dice.Below(edges.size())));
  std::vector<std::size_t> as_stored(contexts.size());
  std::size_t steep = 0;
  std::string odd;
  for (const GraphEdge* edge : edges) {
    const Vec3 a = graph.points[edge->a].foot;
    const Vec3 b = graph.points[edge->b].foot;
    steep += std::fabs(b.z - a.z) > 0.9 * HorizontalLength(b - a);
    std::vector<DriveResult> results;
    bool agree = true;
    const Leg failed = edge->forward == Way::kFailed ? Leg{a, b} : Leg{b, a};
    for (std::size_t c = 0; c < contexts.size(); ++c) {
      results.push_back(
          DriveTowardPoint(*contexts[c], Vec3{failed.from}, DriveTarget::Point(failed.to)));
      const bool is_good =
          DriveTowardPoint(*contexts[c], Vec3{failed.to}, DriveTarget::Point(failed.from))
              .outcome == Outcome::kReached;
      const bool same = is_good && results.back().outcome != Outcome::kReached;
      as_stored[c] += same;
      agree = agree && same;
    }
    if (!agree) odd += "\n  " + Told(failed, results);
  }
  std::string text = fmt::format("{} one-way edges; of {} driven again", all, edges.size());
  for (const std::size_t n : as_stored) text += fmt::format(", {}", n);
  return text + fmt::format(" as stored (by back end); {} rise over 42 degrees{}", steep, odd);
}

}  // namespace wm::bench
