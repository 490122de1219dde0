#include "walk_monster/src/tiles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "collision/constants.h"

namespace wm {

double RiseOf(const PlayerConfig& config) {
  return Snap(std::tan(config.slope_limit_deg * std::numbers::pi / 180.0));
}

TileTable::TileTable(double width, double step, double rise)
    : cell_size_(width / kCellsAcross), step_(step), rise_(rise) {}

std::pair<std::int64_t, std::int64_t> TileTable::CellOf(double x, double y) const {
  return {static_cast<std::int64_t>(std::floor(x / cell_size_)),
          static_cast<std::int64_t>(std::floor(y / cell_size_))};
}

std::int64_t TileTable::TileOfCell(std::int64_t cell) {
  return cell >= 0 ? cell / kCellsAcross : -((-cell + kCellsAcross - 1) / kCellsAcross);
}

std::optional<std::uint32_t> TileTable::Find(Vec3 p) const {
  const auto [cx, cy] = CellOf(p.x, p.y);
  const auto it = slot_of_.find({TileOfCell(cx), TileOfCell(cy)});
  if (it == slot_of_.end()) return std::nullopt;
  return it->second;
}

std::uint32_t TileTable::FindOrMake(Vec3 p) {
  const auto [cx, cy] = CellOf(p.x, p.y);
  const std::pair key{TileOfCell(cx), TileOfCell(cy)};
  const auto [it, is_new] = slot_of_.try_emplace(key, static_cast<std::uint32_t>(tiles_.size()));
  if (is_new) {
    Tile& tile = tiles_.emplace_back();
    tile.ix = key.first;
    tile.iy = key.second;
    tile.cells.resize(std::size_t{kCellsAcross} * kCellsAcross);
  }
  return it->second;
}

bool TileTable::IsSameStorey(Vec3 a, Vec3 b) const {
  return std::abs(a.z - b.z) <= step_ + rise_ * HorizontalLength(b - a);
}

std::optional<PointRef> TileTable::Nearest(Vec3 p, double radius) const {
  std::optional<PointRef> nearest;
  double nearest_squared = HUGE_VAL;
  ForEachNear(p, radius, [&](PointRef ref, const TilePoint&, double squared) {
    if (squared >= nearest_squared) return;
    nearest_squared = squared;
    nearest = ref;
  });
  return nearest;
}

PointRef TileTable::Add(std::uint32_t slot, const TilePoint& point) {
  Tile& tile = tiles_[slot];
  const PointRef ref{slot, static_cast<std::uint32_t>(tile.points.size())};
  tile.points.push_back(point);
  const auto [cx, cy] = CellOf(point.foot.x, point.foot.y);
  tile.cells[(cy - tile.iy * kCellsAcross) * kCellsAcross + (cx - tile.ix * kCellsAcross)]
      .push_back(ref.index);
  Queue(ref);
  return ref;
}

void TileTable::Queue(PointRef ref) {
  TilePoint& point = At(ref);
  if (point.is_queued || point.origin == Origin::kNone) return;
  point.is_queued = true;
  Tile& tile = tiles_[ref.tile];
  (point.kind == PointKind::kHit ? tile.hit_queue : tile.queue).push_back(ref.index);
}

bool TileTable::HasWork(const TilePoint& point) {
  if (!point.is_expanded) return true;
  return std::any_of(point.edges.begin(), point.edges.end(),
                     [](const HalfEdge& edge) { return edge.way == Way::kUntried; });
}

const HalfEdge* TileTable::FindEdge(PointRef from, PointRef to) const {
  for (const HalfEdge& edge : At(from).edges) {
    if (edge.to == to) return &edge;
  }
  return nullptr;
}

HalfEdge& TileTable::EdgeFrom(PointRef from, PointRef to) {
  std::vector<HalfEdge>& edges = At(from).edges;
  for (HalfEdge& edge : edges) {
    if (edge.to == to) return edge;
  }
  return edges.emplace_back(HalfEdge{to, Way::kUntried, false, 0.0});
}

}  // namespace wm
