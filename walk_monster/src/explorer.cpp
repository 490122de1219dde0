#include "walk_monster/explorer.h"

#include <algorithm>
#include <numbers>
#include <random>

#include "collision/constants.h"
#include "walk_monster/src/expander.h"
#include "walk_monster/src/parallel.h"

namespace wm {
namespace {

constexpr int kColours = 4;

class Exploration {
 public:
  Exploration(std::span<const DriveContext> contexts, const SweepOptions& options)
      : contexts_(contexts),
        options_(options),
        table_(options.tile_width > 0.0 ? options.tile_width : 16.0 * options.spacing,
               contexts[0].config.step, RiseOf(contexts[0].config)) {}

  SweepResult Run(std::span<const Vec3> seeds, SweepListener* listener) {
    Plant(seeds);
    Merge({}, listener);
    while (const auto phase = NextPhase()) {
      if (options_.max_points > 0 && counts_.points >= options_.max_points) {
        return Finish(SweepOutcome::kMaxPoints);
      }
      if (listener != nullptr && listener->ShouldStop()) return Finish(SweepOutcome::kInterrupted);
      counts_.next_colour = (phase->colour + 1) % kColours;
      ExpandAll(*phase);
      ++counts_.phases;
      Merge(phase->slots, listener);
    }
    return Finish(SweepOutcome::kComplete);
  }

 private:
  static double RiseOf(const PlayerConfig& config) {
    return Snap(std::tan(config.slope_limit_deg * std::numbers::pi / 180.0));
  }

  void Plant(std::span<const Vec3> seeds) {
    for (Vec3 seed : seeds) {
      if (table_.Nearest(seed, kHitApart * options_.spacing)) continue;
      TilePoint point;
      point.foot = Snap(seed);
      point.kind = PointKind::kSeed;
      table_.Add(table_.FindOrMake(seed), point);
    }
  }

  // The tiles of one colour that have work of one kind.
  struct Phase {
    int colour = 0;
    bool of_hits = false;
    std::vector<std::uint32_t> slots;
  };

  // The next colour that has open ground to expand; where none has, the next with hit points.
  std::optional<Phase> NextPhase() {
    for (bool of_hits : {false, true}) {
      for (int i = 0; i < kColours; ++i) {
        Phase phase{(counts_.next_colour + i) % kColours, of_hits, {}};
        for (std::uint32_t slot = 0; slot < table_.tiles().size(); ++slot) {
          const Tile& tile = table_.tiles()[slot];
          const auto& queue = of_hits ? tile.hit_queue : tile.queue;
          if (tile.Colour() == phase.colour && !queue.empty()) phase.slots.push_back(slot);
        }
        if (!phase.slots.empty()) return phase;
      }
    }
    return std::nullopt;
  }

  // One phase: each tile for itself, in any order, on as many threads as there are contexts.
  void ExpandAll(const Phase& phase) {
    std::vector<std::uint32_t> slots = phase.slots;
    if (options_.shuffle_seed != 0) {
      std::mt19937_64 random(options_.shuffle_seed + counts_.phases);
      for (std::size_t i = slots.size(); i > 1; --i) std::swap(slots[i - 1], slots[random() % i]);
    }
    ForEachIndex(slots.size(), contexts_.size(), [&](std::size_t i, std::size_t thread) {
      Expander(&table_, slots[i], contexts_[thread], options_).Run(phase.of_hits);
    });
  }

  // Brings together what the tiles of a phase found, in the order of the tiles.
  void Merge(std::span<const std::uint32_t> slots, SweepListener* listener) {
    GraphChange change;
    change.first_point = static_cast<PointId>(graph_.points.size());
    std::vector<std::uint32_t> all(slots.begin(), slots.end());
    if (slots.empty()) {  // the seeds
      for (std::uint32_t i = 0; i < table_.tiles().size(); ++i) all.push_back(i);
    }
    for (std::uint32_t slot : all) Number(slot, &change);
    for (std::uint32_t slot : all) DeliverEnds(slot, &change);
    for (std::uint32_t slot : all) DeliverMirrors(slot);
    for (std::uint32_t slot : all) CollectRecords(slot, &change);
    counts_.points = graph_.points.size();
    counts_.frontier = 0;
    for (const Tile& tile : table_.tiles()) {
      counts_.frontier += tile.queue.size() + tile.hit_queue.size();
    }
    if (listener != nullptr) listener->OnPhase(change, counts_);
  }

  // Gives ids to points of the tile that have none.
  void Number(std::uint32_t slot, GraphChange* change) {
    Tile& tile = table_.tiles()[slot];
    for (; tile.numbered < tile.points.size(); ++tile.numbered) {
      TilePoint& point = tile.points[tile.numbered];
      point.id = static_cast<PointId>(graph_.points.size());
      const GraphPoint record{point.foot, point.kind, 0, true};
      graph_.points.push_back(record);
      change->points.push_back(record);
    }
  }

  void DeliverEnds(std::uint32_t slot, GraphChange* change) {
    const std::vector<FoundEnd> ends = std::move(table_.tiles()[slot].found_elsewhere);
    table_.tiles()[slot].found_elsewhere.clear();
    for (const FoundEnd& end : ends) {
      const std::uint32_t to = table_.FindOrMake(end.foot);
      AddEnd(&table_, to, end, JudgeEnd(table_, end, options_.spacing));
      Number(to, change);
    }
  }

  void DeliverMirrors(std::uint32_t slot) {
    for (const MirrorEdge& mirror : table_.tiles()[slot].mirrors) {
      if (table_.EdgeFrom(mirror.at, mirror.to).way == Way::kUntried) table_.Queue(mirror.at);
    }
    table_.tiles()[slot].mirrors.clear();
  }

  void CollectRecords(std::uint32_t slot, GraphChange* change) {
    Tile& tile = table_.tiles()[slot];
    std::vector<GraphEdge> edges;
    for (const auto& [from, to] : tile.driven) {
      const GraphEdge edge = EdgeOf(from, to);
      if (edge.forward == Way::kReached || edge.back == Way::kReached) edges.push_back(edge);
    }
    const auto by_ids = [](const GraphEdge& a, const GraphEdge& b) {
      return std::pair(a.a, a.b) < std::pair(b.a, b.b);
    };
    std::stable_sort(edges.begin(), edges.end(), by_ids);
    const auto same_ids = [](const GraphEdge& a, const GraphEdge& b) {
      return a.a == b.a && a.b == b.b;
    };
    edges.erase(std::unique(edges.begin(), edges.end(), same_ids), edges.end());
    change->edges.insert(change->edges.end(), edges.begin(), edges.end());
    for (GraphObstacle obstacle : tile.obstacles) {
      obstacle.from_point = tile.points[obstacle.from_point].id;
      graph_.obstacles.push_back(obstacle);
      change->obstacles.push_back(obstacle);
    }
    for (GraphExit exit : tile.exits) {
      exit.from_point = tile.points[exit.from_point].id;
      graph_.exits.push_back(exit);
      change->exits.push_back(exit);
    }
    counts_.drives += tile.drives;
    counts_.ticks += tile.ticks;
    counts_.bad_starts += tile.bad_starts;
    tile.driven.clear();
    tile.obstacles.clear();
    tile.exits.clear();
    tile.drives = tile.ticks = tile.bad_starts = 0;
  }

  // The edge between two points, both ways as they stand now.
  GraphEdge EdgeOf(PointRef from, PointRef to) const {
    const PointId from_id = table_.At(from).id;
    const PointId to_id = table_.At(to).id;
    if (from_id > to_id) return EdgeOf(to, from);
    const HalfEdge* forward = table_.FindEdge(from, to);
    const HalfEdge* back = table_.FindEdge(to, from);
    GraphEdge edge;
    edge.a = from_id;
    edge.b = to_id;
    edge.forward = forward != nullptr ? forward->way : Way::kUntried;
    edge.back = back != nullptr ? back->way : Way::kUntried;
    if (edge.forward == Way::kReached) edge.drop_m = forward->drop_m;
    if (edge.back == Way::kReached) edge.drop_m = std::max(edge.drop_m, back->drop_m);
    return edge;
  }

  SweepResult Finish(SweepOutcome outcome) {
    for (std::uint32_t slot = 0; slot < table_.tiles().size(); ++slot) {
      const Tile& tile = table_.tiles()[slot];
      for (std::uint32_t i = 0; i < tile.points.size(); ++i) {
        const PointRef from{slot, i};
        for (const HalfEdge& half : tile.points[i].edges) {
          if (table_.At(half.to).id < tile.points[i].id) continue;  // listed at the other end
          const GraphEdge edge = EdgeOf(from, half.to);
          if (edge.forward == Way::kReached || edge.back == Way::kReached) {
            graph_.edges.push_back(edge);
          }
        }
      }
    }
    std::sort(graph_.edges.begin(), graph_.edges.end(), [](const GraphEdge& a, const GraphEdge& b) {
      return std::pair(a.a, a.b) < std::pair(b.a, b.b);
    });
    return {outcome, std::move(graph_), counts_};
  }

  const std::span<const DriveContext> contexts_;
  const SweepOptions options_;
  TileTable table_;
  Graph graph_;
  SweepCounts counts_;
};

}  // namespace

std::string_view Name(SweepOutcome outcome) {
  switch (outcome) {
    case SweepOutcome::kComplete:
      return "complete";
    case SweepOutcome::kMaxPoints:
      return "max_points";
    case SweepOutcome::kInterrupted:
      return "interrupted";
  }
  return "?";
}

SweepResult Explore(std::span<const DriveContext> contexts, std::span<const Vec3> seeds,
                    const SweepOptions& options, SweepListener* listener) {
  return Exploration(contexts, options).Run(seeds, listener);
}

}  // namespace wm
