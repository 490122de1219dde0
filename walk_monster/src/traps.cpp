#include "walk_monster/traps.h"

#include <algorithm>

#include "walk_monster/number_text.h"
#include "walk_monster/regions.h"
#include "walk_monster/src/ways.h"

namespace wm {
namespace {

// By point: whether a player gets there from a spawn, but to no spawn and not home from there.
std::vector<char> Trapped(const Graph& graph, const Ways& against) {
  const Regions regions = FindRegions(graph);
  std::vector<PointId> safe = SpawnsOf(graph);
  safe.insert(safe.end(), graph.rides_home.begin(), graph.rides_home.end());
  for (PointId id = 0; id < graph.points.size(); ++id) {
    if (regions.of_point[id] == regions.home) safe.push_back(id);
  }
  std::vector<char> is_trapped = against.Closure(std::move(safe));
  for (PointId id = 0; id < is_trapped.size(); ++id) {
    is_trapped[id] = is_trapped[id] == 0 && regions.from_spawn[id] != 0;
  }
  return is_trapped;
}

Vec3 PlaceOf(const std::vector<PointId>& points, const Graph& graph) {
  Vec3 sum;
  for (const PointId id : points) sum += graph.points[id].foot;
  const Vec3 middle = sum * (1.0 / static_cast<double>(points.size()));
  const auto distance = [&](PointId id) { return Length(graph.points[id].foot - middle); };
  return graph
      .points[*std::min_element(points.begin(), points.end(),
                                [&](PointId a, PointId b) { return distance(a) < distance(b); })]
      .foot;
}

}  // namespace

std::vector<Trap> FindTraps(const Graph& graph) {
  const Ways along(graph, Ways::kAlong);
  const Ways against(graph, Ways::kAgainst);
  std::vector<char> is_left = Trapped(graph, against);
  const std::vector<char> is_trapped = is_left;
  std::vector<Trap> traps;
  for (PointId id = 0; id < is_left.size(); ++id) {
    if (is_left[id] == 0) continue;
    Trap trap;
    trap.points.push_back(id);
    is_left[id] = 0;
    for (std::size_t i = 0; i < trap.points.size(); ++i) {
      const PointId at = trap.points[i];
      for (const Ways* ways : {&along, &against}) {
        for (const PointId next : ways->From(at)) {
          if (is_left[next] == 0) continue;
          is_left[next] = 0;
          trap.points.push_back(next);
        }
      }
      for (const PointId from : against.From(at)) {
        if (is_trapped[from] != 0) continue;
        if (trap.ways_in == 0) trap.entry = from;
        ++trap.ways_in;
      }
    }
    std::sort(trap.points.begin(), trap.points.end());
    trap.place = PlaceOf(trap.points, graph);
    traps.push_back(std::move(trap));
  }
  std::stable_sort(traps.begin(), traps.end(),
                   [](const Trap& a, const Trap& b) { return a.points.size() > b.points.size(); });
  return traps;
}

std::string LineOf(const Trap& trap, const Graph& graph) {
  const std::size_t size = trap.points.size();
  std::string line = "trap    " + std::to_string(size) +
                     (size == 1 ? " point at " : " points around ") + RoundedPlace(trap.place) +
                     ": " + std::to_string(trap.ways_in) +
                     (trap.ways_in == 1 ? " way in" : " ways in");
  if (trap.ways_in == 0) return line;
  return line + ", such as from " + RoundedPlace(graph.points[trap.entry].foot);
}

}  // namespace wm
