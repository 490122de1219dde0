#include "walk_monster/region_list.h"

#include <algorithm>
#include <tuple>

#include "walk_monster/traps.h"

namespace wm {
namespace {

// The points of one region and the edges between them.
Graph PartOf(const Graph& view, const std::vector<PointId>& points,
             const std::vector<GraphEdge>& edges, std::vector<PointId>* number_of) {
  Graph part;
  for (const PointId id : points) {
    (*number_of)[id] = static_cast<PointId>(part.points.size());
    part.points.push_back(view.points[id]);
  }
  for (GraphEdge edge : edges) {
    edge.a = (*number_of)[edge.a];
    edge.b = (*number_of)[edge.b];
    part.edges.push_back(edge);
  }
  return part;
}

Vec3 PlaceOf(const Graph& part) {
  Vec3 sum;
  for (const GraphPoint& point : part.points) sum += point.foot;
  const Vec3 middle = sum * (1.0 / static_cast<double>(part.points.size()));
  return std::min_element(part.points.begin(), part.points.end(),
                          [&](const GraphPoint& a, const GraphPoint& b) {
                            return Length(a.foot - middle) < Length(b.foot - middle);
                          })
      ->foot;
}

}  // namespace

std::vector<RegionInfo> ListRegions(const Graph& view, const CoverageConfig& coverage) {
  const Regions regions = FindRegions(view);
  const std::size_t count = regions.sizes.size();
  std::vector<RegionInfo> all(count);
  std::vector<std::vector<PointId>> points(count);
  std::vector<std::vector<GraphEdge>> edges(count);
  for (PointId id = 0; id < view.points.size(); ++id) points[regions.of_point[id]].push_back(id);
  const auto add_way = [&](PointId from, PointId to, Way way) {
    if (way != Way::kReached) return;
    ++all[regions.of_point[from]].ways_out;
    ++all[regions.of_point[to]].ways_in;
  };
  for (const GraphEdge& edge : view.edges) {
    if (regions.of_point[edge.a] == regions.of_point[edge.b]) {
      edges[regions.of_point[edge.a]].push_back(edge);
      continue;
    }
    add_way(edge.a, edge.b, edge.forward);
    add_way(edge.b, edge.a, edge.back);
  }
  std::vector<PointId> number_of(view.points.size(), 0);
  for (RegionId id = 0; id < count; ++id) {
    RegionInfo& info = all[id];
    const Graph part = PartOf(view, points[id], edges[id], &number_of);
    info.id = id;
    info.is_home = id == regions.home;
    info.is_from_spawn = regions.from_spawn[points[id].front()] != 0;
    info.points = points[id].size();
    info.area_m2 = info.points > 2 ? Cover(part, coverage).AreaM2() : 0.0;
    info.place = PlaceOf(part);
    for (const GraphPoint& point : part.points) info.box.Add(point.foot);
  }
  for (const Trap& trap : FindTraps(view)) {
    for (const PointId id : trap.points) all[regions.of_point[id]].is_trap = true;
  }
  std::sort(all.begin(), all.end(), [](const RegionInfo& a, const RegionInfo& b) {
    return std::tuple(-a.area_m2, b.points, a.id) < std::tuple(-b.area_m2, a.points, b.id);
  });
  return all;
}

}  // namespace wm
