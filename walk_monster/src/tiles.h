// The explorer's working memory: points in square columns (tiles), with the drives known at each.
//
// While a phase runs, a tile is written only by whoever expands it; tiles of other colours are read
// as they were when the phase began. Everything else happens between phases, on one thread.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "collision/player_config.h"
#include "walk_monster/graph.h"

namespace wm {

// A point, by tile and place in it. Stable for a run.
struct PointRef {
  std::uint32_t tile = 0;
  std::uint32_t index = 0;
  friend auto operator<=>(const PointRef&, const PointRef&) = default;
};

inline constexpr PointId kNoId = 0xffffffff;

// One way along an edge, kept at the point it starts from.
struct HalfEdge {
  PointRef to;
  Way way = Way::kUntried;
  bool is_of_state = false;  // driven in the world state at hand; else in one where it is the same
  double drop_m = 0.0;       // reached by a fall of this height
};

// From where walks have led to a point in the world state at hand. Points that none has led to are
// neighbours, but are not expanded.
enum class Origin : std::uint8_t { kNone, kPlant, kSpawn };

struct TilePoint {
  Vec3 foot;
  Vec3 obstacle_normal;  // hit: horizontal unit vector off what was hit
  PointId id = kNoId;    // given at the end of the phase that found it
  PointKind kind = PointKind::kOpen;
  Origin origin = Origin::kNone;
  bool is_expanded = false;
  bool is_absent = false;  // nobody can stand here in this state: no neighbour of anything
  bool is_queued = false;
  bool was_expanded = false;   // before this run began
  bool has_expansion = false;  // in this state: what and how far, below
  ExpansionKind expansion = ExpansionKind::kDriven;
  Reach reach;
  std::vector<HalfEdge> edges;
};

// A drive's end that may become a point, found by the drive from `from`.
struct FoundEnd {
  PointRef from;
  Vec3 foot;
  PointKind kind = PointKind::kOpen;
  Vec3 obstacle_normal;
  double drop_m = 0.0;
};

// Asks that `at` knows of an edge from `to`, and drives it back.
struct MirrorEdge {
  PointRef at;
  PointRef to;
};

struct Tile {
  std::int64_t ix = 0, iy = 0;
  std::vector<TilePoint> points;
  std::vector<std::vector<std::uint32_t>> cells;  // kCellsAcross^2 lists of indices into points
  // Points with drives to do, first come first. Hit points wait until no open ground is left in any
  // tile: growing from them earlier starts lattices of their own, which meet in seams.
  std::vector<std::uint32_t> queue;
  std::vector<std::uint32_t> hit_queue;
  std::uint32_t numbered = 0;  // points that have an id

  // What the phase under way leaves for the merge.
  std::vector<FoundEnd> found_elsewhere;              // ends that lie in other tiles
  std::vector<MirrorEdge> mirrors;                    // edges to points of other tiles
  std::vector<std::pair<PointRef, PointRef>> driven;  // edges with a way newly driven
  std::vector<std::uint32_t> expanded;                // points that drives began at
  std::vector<GraphObstacle> obstacles;  // from_point: index into points until the merge
  std::vector<GraphExit> exits;          // likewise
  std::uint64_t drives = 0, ticks = 0, bad_starts = 0, redriven = 0;

  int Colour() const { return static_cast<int>((ix & 1) + 2 * (iy & 1)); }
};

// The rise of the steepest ground that is walked, over its length.
double RiseOf(const PlayerConfig& config);

class TileTable {
 public:
  // `width` in metres; two heights belong to one storey when they differ by at most
  // step + distance * rise.
  TileTable(double width, double step, double rise);

  std::vector<Tile>& tiles() { return tiles_; }
  const TilePoint& At(PointRef ref) const { return tiles_[ref.tile].points[ref.index]; }
  TilePoint& At(PointRef ref) { return tiles_[ref.tile].points[ref.index]; }

  // The tile that holds (x, y): its place in tiles(), if it exists; and made where it does not.
  // Tiles are made for points only, so that they stand in the order of their first points' ids.
  std::optional<std::uint32_t> Find(Vec3 p) const;
  std::uint32_t FindOrMake(Vec3 p);

  bool IsSameStorey(Vec3 a, Vec3 b) const;

  // Calls visit(PointRef, const TilePoint&, squared horizontal distance) for every point of p's
  // storey within `radius` horizontally. Order: by cell, then by index.
  template <typename Visit>
  void ForEachNear(Vec3 p, double radius, Visit visit) const;

  // The nearest point of p's storey within `radius`; of equals the first.
  std::optional<PointRef> Nearest(Vec3 p, double radius) const;

  // Adds a point to its tile (which must exist as `tile`), and to the tile's queue.
  PointRef Add(std::uint32_t tile, const TilePoint& point);

  // Queues a point for driving, once, if walks have led to it.
  void Queue(PointRef ref);

  // Whether drives are left to do at a point.
  static bool HasWork(const TilePoint& point);

  // The half edge from `from` to `to`, made untried where there is none.
  HalfEdge& EdgeFrom(PointRef from, PointRef to);
  const HalfEdge* FindEdge(PointRef from, PointRef to) const;

 private:
  static constexpr int kCellsAcross = 16;

  std::pair<std::int64_t, std::int64_t> CellOf(double x, double y) const;
  static std::int64_t TileOfCell(std::int64_t cell);

  double cell_size_;
  double step_;
  double rise_;
  std::vector<Tile> tiles_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> slot_of_;
};

template <typename Visit>
void TileTable::ForEachNear(Vec3 p, double radius, Visit visit) const {
  const auto [low_x, low_y] = CellOf(p.x - radius, p.y - radius);
  const auto [high_x, high_y] = CellOf(p.x + radius, p.y + radius);
  for (std::int64_t tx = TileOfCell(low_x); tx <= TileOfCell(high_x); ++tx) {
    for (std::int64_t ty = TileOfCell(low_y); ty <= TileOfCell(high_y); ++ty) {
      const auto slot = slot_of_.find({tx, ty});
      if (slot == slot_of_.end()) continue;
      const Tile& tile = tiles_[slot->second];
      const std::int64_t first_x = tx * kCellsAcross, first_y = ty * kCellsAcross;
      const std::int64_t end_x = std::min(high_x, first_x + kCellsAcross - 1);
      const std::int64_t end_y = std::min(high_y, first_y + kCellsAcross - 1);
      for (std::int64_t cy = std::max(low_y, first_y); cy <= end_y; ++cy) {
        for (std::int64_t cx = std::max(low_x, first_x); cx <= end_x; ++cx) {
          for (std::uint32_t i : tile.cells[(cy - first_y) * kCellsAcross + (cx - first_x)]) {
            const TilePoint& point = tile.points[i];
            const Vec3 d = point.foot - p;
            const double squared = d.x * d.x + d.y * d.y;
            if (squared > radius * radius || point.is_absent) continue;
            if (!IsSameStorey(p, point.foot)) continue;
            visit(PointRef{slot->second, i}, point, squared);
          }
        }
      }
    }
  }
}

}  // namespace wm
