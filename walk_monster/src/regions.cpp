#include "walk_monster/regions.h"

#include <algorithm>
#include <span>

#include "walk_monster/src/ways.h"

namespace wm {
namespace {

// Strongly connected components after Tarjan (1972), with the recursion on a stack of our own.
class Tarjan {
 public:
  Tarjan(const Ways& ways, std::size_t size)
      : ways_(ways), order_(size, 0), low_(size, 0), region_(size, kNoRegion) {
    for (PointId point = 0; point < size; ++point) {
      if (order_[point] == 0) Visit(point);
    }
  }
  std::vector<RegionId> TakeRegions() { return std::move(region_); }

 private:
  struct Frame {
    PointId point;
    std::size_t next_way;
  };

  void Open(PointId point) {
    order_[point] = low_[point] = ++visited_;
    open_.push_back(point);
    calls_.push_back({point, 0});
  }

  void Visit(PointId start) {
    Open(start);
    while (!calls_.empty()) {
      const PointId point = calls_.back().point;
      const std::span<const PointId> ways = ways_.From(point);
      if (calls_.back().next_way < ways.size()) {
        const PointId to = ways[calls_.back().next_way++];
        if (order_[to] == 0) {
          Open(to);
        } else if (region_[to] == kNoRegion) {
          low_[point] = std::min(low_[point], order_[to]);
        }
        continue;
      }
      calls_.pop_back();
      if (!calls_.empty()) {
        low_[calls_.back().point] = std::min(low_[calls_.back().point], low_[point]);
      }
      if (low_[point] == order_[point]) Close(point);
    }
  }

  void Close(PointId root) {
    PointId point;
    do {
      point = open_.back();
      open_.pop_back();
      region_[point] = regions_;
    } while (point != root);
    ++regions_;
  }

  const Ways& ways_;
  std::vector<std::uint32_t> order_, low_;  // 0: not visited
  std::vector<RegionId> region_;
  std::vector<PointId> open_;
  std::vector<Frame> calls_;
  std::uint32_t visited_ = 0;
  RegionId regions_ = 0;
};

// Renumbers regions by their lowest point.
std::size_t Renumber(std::vector<RegionId>* region_of) {
  std::vector<RegionId> renamed(region_of->size(), kNoRegion);
  RegionId count = 0;
  for (RegionId& region : *region_of) {
    if (renamed[region] == kNoRegion) renamed[region] = count++;
    region = renamed[region];
  }
  return count;
}

}  // namespace

Regions FindRegions(const Graph& graph) {
  const Ways ways(graph, Ways::kAlong);
  Regions regions;
  regions.of_point = Tarjan(ways, graph.points.size()).TakeRegions();
  regions.sizes.assign(Renumber(&regions.of_point), 0);
  for (const RegionId region : regions.of_point) ++regions.sizes[region];
  regions.from_spawn = ways.Closure(SourcesOf(graph));
  const std::vector<char> is_walked_to = ways.Closure(SpawnsOf(graph));
  for (PointId id = 0; id < graph.points.size(); ++id) {
    const RegionId region = regions.of_point[id];
    if (is_walked_to[id] == 0 || regions.sizes[region] <= regions.home_size) continue;
    regions.home = region;  // of equal ones, the one with the lowest point
    regions.home_size = regions.sizes[region];
  }
  return regions;
}

}  // namespace wm
