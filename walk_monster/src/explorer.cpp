#include "walk_monster/explorer.h"

#include <algorithm>
#include <random>
#include <tuple>

#include "collision/constants.h"
#include "walk_monster/src/expander.h"
#include "walk_monster/src/parallel.h"

namespace wm {
namespace {

constexpr int kColours = 4;

class Exploration {
 public:
  Exploration(std::span<const DriveContext> contexts, const SweepOptions& options, SweepStart start)
      : contexts_(contexts),
        options_(options),
        state_(start.state),
        table_(options.tile_width > 0.0 ? options.tile_width : 16.0 * options.spacing,
               contexts[0].config.step, RiseOf(contexts[0].config)),
        counts_(start.counts) {
    Recall(std::move(start));
  }

  SweepResult Run(const SweepSeeds& seeds, SweepListener* listener) {
    if (listener != nullptr) listener->OnKnown(graph_);
    GraphChange change;
    change.first_point = static_cast<PointId>(graph_.points.size());
    if (may_be_absent_) FindAbsent(&change);
    Plant(seeds, &change);
    Merge({}, &change, listener);
    while (const auto phase = NextPhase()) {
      if (options_.max_points > 0 && counts_.points >= options_.max_points) {
        return Finish(SweepOutcome::kMaxPoints);
      }
      if (options_.max_drives > 0 && counts_.drives >= options_.max_drives) {
        return Finish(SweepOutcome::kMaxDrives);
      }
      if (listener != nullptr && listener->ShouldStop()) return Finish(SweepOutcome::kInterrupted);
      counts_.next_colour = (phase->colour + 1) % kColours;
      ExpandAll(*phase);
      ++counts_.phases;
      change = {};
      change.first_point = static_cast<PointId>(graph_.points.size());
      Merge(phase->slots, &change, listener);
    }
    return Finish(SweepOutcome::kComplete);
  }

 private:
  // Fills the tiles with what is known, as far as it holds in this state.
  void Recall(SweepStart start) {
    graph_ = std::move(start.known);
    may_be_absent_ = start.may_be_absent;
    arrivals_ = std::move(start.arrivals);
    refs_.reserve(graph_.points.size());
    for (PointId id = 0; id < graph_.points.size(); ++id) {
      const GraphPoint& known = graph_.points[id];
      TilePoint point;
      point.foot = known.foot;
      point.obstacle_normal = {known.wall_x, known.wall_y, 0.0};
      point.id = id;
      point.kind = known.kind;
      point.was_expanded = id < start.was_expanded.size() && start.was_expanded[id] != 0;
      refs_.push_back(table_.Add(table_.FindOrMake(point.foot), point));
    }
    for (Tile& tile : table_.tiles()) {
      tile.numbered = static_cast<std::uint32_t>(tile.points.size());
    }
    RecallExpansions(start.holds);
    for (const GraphEdge& edge : graph_.edges) RecallEdge(edge);
    // Of this state, both come back from the tiles in the end.
    std::erase_if(graph_.edges, [this](const GraphEdge& e) { return e.state == state_; });
    std::erase_if(graph_.expansions, [this](const Expansion& e) { return e.state == state_; });
    counts_.redriven = 0;
    for (const GraphSeed& seed : graph_.seeds) {
      if (seed.state == state_) Raise(refs_[seed.point], OriginOf(seed));
    }
  }

  void RecallExpansions(const std::vector<char>& holds) {
    holding_.resize(graph_.points.size());
    for (std::size_t i = 0; i < graph_.expansions.size(); ++i) {
      if (holds[i] == 0) continue;
      const Expansion& expansion = graph_.expansions[i];
      holding_[expansion.point].push_back(expansion.state);
      TilePoint& point = table_.At(refs_[expansion.point]);
      point.is_absent = point.is_absent || expansion.kind == ExpansionKind::kAbsent;
      point.is_expanded = point.is_expanded || expansion.kind == ExpansionKind::kExpanded;
      if (expansion.state != state_) continue;
      point.has_expansion = true;
      point.expansion = expansion.kind;
      point.reach = expansion.reach;
    }
  }

  bool Holds(PointId point, std::uint16_t state) const {
    const std::vector<std::uint16_t>& states = holding_[point];
    return std::find(states.begin(), states.end(), state) != states.end();
  }

  void RecallEdge(const GraphEdge& edge) {
    RecallWay(edge.a, edge.b, edge.forward, edge);
    RecallWay(edge.b, edge.a, edge.back, edge);
  }

  void RecallWay(PointId from, PointId to, Way way, const GraphEdge& edge) {
    if (way == Way::kUntried || !Holds(from, edge.state)) return;
    HalfEdge& half = table_.EdgeFrom(refs_[from], refs_[to]);
    const bool is_of_state = edge.state == state_;
    if (half.way == Way::kUntried || is_of_state || way == Way::kReached) {
      half.way = way;
      half.drop_m = way == Way::kReached ? edge.drop_m : 0.0;
    }
    half.is_of_state = half.is_of_state || is_of_state;
    if (!table_.At(refs_[to]).is_absent) table_.EdgeFrom(refs_[to], refs_[from]);
  }

  static Origin OriginOf(const GraphSeed& seed) {
    return seed.is_spawn ? Origin::kSpawn : Origin::kPlant;
  }

  // Walks have led to a point, and on from it wherever ways are known.
  void Raise(PointRef ref, Origin origin) {
    if (table_.At(ref).origin >= origin) return;
    table_.At(ref).origin = origin;
    std::vector<PointRef> raised{ref};
    while (!raised.empty()) {
      const PointRef at = raised.back();
      raised.pop_back();
      TilePoint& point = table_.At(at);
      if (origin == Origin::kSpawn) NoteFromSpawn(point.id);
      if (TileTable::HasWork(point)) table_.Queue(at);
      for (const HalfEdge& edge : point.edges) {
        TilePoint& next = table_.At(edge.to);
        if (edge.way != Way::kReached || next.origin >= origin) continue;
        next.origin = origin;
        raised.push_back(edge.to);
      }
    }
  }

  void NoteFromSpawn(PointId id) {
    if (id >= graph_.points.size() || graph_.points[id].from_spawn) return;
    graph_.points[id].from_spawn = true;
    now_from_spawn_.push_back(id);
  }

  // Points where geometry has changed since they were found: does anybody still stand there?
  void FindAbsent(GraphChange* change) {
    for (PointId id = 0; id < refs_.size(); ++id) {
      TilePoint& point = table_.At(refs_[id]);
      if (!holding_[id].empty() || StandsAt(point.foot)) continue;
      point.is_absent = true;
      point.has_expansion = true;
      point.expansion = ExpansionKind::kAbsent;
      Box feet;
      feet.Add(point.foot);
      point.reach.Add(point.foot, ReachOf(feet, contexts_[0].config));
      change->expansions.push_back(ExpansionOf(point));
    }
  }

  bool StandsAt(Vec3 foot) const {
    const auto settled = SettleStart(contexts_[0], foot, contexts_[0].config.step);
    return settled && settled->ground == GroundKind::kStanding &&
           std::abs(settled->foot.z - foot.z) <= kSamePlace;
  }

  Expansion ExpansionOf(const TilePoint& point) const {
    return {point.id, state_, point.expansion, point.reach};
  }

  // A seed is a point of its own, or the known point that it is planted on.
  void Plant(const SweepSeeds& seeds, GraphChange* change) {
    for (const Vec3 spawn : seeds.spawns) Plant(spawn, true, change);
    for (const Vec3 plant : seeds.plants) Plant(plant, false, change);
    for (std::uint32_t slot = 0; slot < table_.tiles().size(); ++slot) Number(slot);
    for (const auto& [ref, is_spawn] : planted_) {
      const GraphSeed seed{table_.At(ref).id, state_, is_spawn, false};
      graph_.seeds.push_back(seed);
      change->seeds.push_back(seed);
      Raise(ref, OriginOf(seed));
    }
    for (const GraphSeed& arrival : arrivals_) Arrive(arrival, change);
    const auto by_state = [](const GraphSeed& a, const GraphSeed& b) {
      return std::pair(a.state, a.point) < std::pair(b.state, b.point);
    };
    std::sort(graph_.seeds.begin(), graph_.seeds.end(), by_state);
  }

  // A ride has brought a player to a known point.
  void Arrive(const GraphSeed& arrival, GraphChange* change) {
    const PointRef ref = refs_[arrival.point];
    if (table_.At(ref).is_absent) return;
    const auto known = std::find_if(graph_.seeds.begin(), graph_.seeds.end(), [&](GraphSeed seed) {
      return seed.state == state_ && seed.point == arrival.point;
    });
    if (known == graph_.seeds.end()) {
      graph_.seeds.push_back(arrival);
    } else if (arrival.is_spawn && !known->is_spawn) {
      *known = arrival;
    } else {
      return;
    }
    change->seeds.push_back(arrival);
    Raise(ref, OriginOf(arrival));
  }

  void Plant(Vec3 foot, bool is_spawn, GraphChange* change) {
    const double apart = kHitApart * DensityAt(options_, foot).spacing;
    const auto is_here = [&](Vec3 known) {
      return HorizontalLength(known - foot) <= apart && table_.IsSameStorey(known, foot);
    };
    for (const auto& [known, known_is_spawn] : planted_) {
      if (is_here(table_.At(known).foot)) return;
    }
    for (GraphSeed& seed : graph_.seeds) {
      if (seed.state != state_ || !is_here(graph_.points[seed.point].foot)) continue;
      if (is_spawn && (!seed.is_spawn || seed.is_ride)) {
        seed.is_spawn = true;
        seed.is_ride = false;
        change->seeds.push_back(seed);
        Raise(refs_[seed.point], Origin::kSpawn);
      }
      return;
    }
    auto ref = table_.Nearest(foot, apart);
    if (!ref) {
      TilePoint point;
      point.foot = Snap(foot);
      point.kind = PointKind::kSeed;
      ref = table_.Add(table_.FindOrMake(foot), point);
    }
    planted_.emplace_back(*ref, is_spawn);
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
      Expander(&table_, slots[i], contexts_[thread], options_, state_).Run(phase.of_hits);
    });
  }

  // Brings together what the tiles of a phase found, in the order of the tiles.
  void Merge(std::span<const std::uint32_t> slots, GraphChange* change, SweepListener* listener) {
    for (std::uint32_t slot : slots) Number(slot);
    for (std::uint32_t slot : slots) DeliverEnds(slot);
    for (std::uint32_t slot : slots) DeliverMirrors(slot);
    for (std::uint32_t slot : slots) RaiseReached(slot);
    for (std::uint32_t slot : slots) CollectRecords(slot, change);
    change->points.assign(graph_.points.begin() + change->first_point, graph_.points.end());
    for (const PointId id : now_from_spawn_) {
      if (id < change->first_point) change->now_from_spawn.push_back(id);
    }
    now_from_spawn_.clear();
    counts_.points = graph_.points.size();
    counts_.frontier = 0;
    for (const Tile& tile : table_.tiles()) {
      counts_.frontier += tile.queue.size() + tile.hit_queue.size();
    }
    if (listener != nullptr) listener->OnPhase(*change, counts_);
  }

  // Gives ids to points of the tile that have none.
  void Number(std::uint32_t slot) {
    Tile& tile = table_.tiles()[slot];
    for (; tile.numbered < tile.points.size(); ++tile.numbered) {
      TilePoint& point = tile.points[tile.numbered];
      point.id = static_cast<PointId>(graph_.points.size());
      graph_.points.push_back({point.foot, point.kind, state_, point.origin == Origin::kSpawn,
                               point.obstacle_normal.x, point.obstacle_normal.y});
    }
  }

  void DeliverEnds(std::uint32_t slot) {
    const std::vector<FoundEnd> ends = std::move(table_.tiles()[slot].found_elsewhere);
    table_.tiles()[slot].found_elsewhere.clear();
    for (const FoundEnd& end : ends) {
      const EndVerdict verdict = JudgeEnd(table_, end, options_);
      if (!verdict.is_new && !verdict.arrived_at) continue;
      const std::uint32_t to = table_.FindOrMake(end.foot);
      AddEnd(&table_, to, end, verdict);
      Number(to);
    }
  }

  void DeliverMirrors(std::uint32_t slot) {
    for (const MirrorEdge& mirror : table_.tiles()[slot].mirrors) {
      if (table_.EdgeFrom(mirror.at, mirror.to).way == Way::kUntried) table_.Queue(mirror.at);
    }
    table_.tiles()[slot].mirrors.clear();
  }

  // Walks that came to points that none had come to before, or none from a spawn.
  void RaiseReached(std::uint32_t slot) {
    for (const auto& [from, to] : table_.tiles()[slot].driven) {
      const HalfEdge* way = table_.FindEdge(from, to);
      if (way->way == Way::kReached) Raise(to, table_.At(from).origin);
    }
  }

  void CollectRecords(std::uint32_t slot, GraphChange* change) {
    Tile& tile = table_.tiles()[slot];
    std::vector<GraphEdge> edges;
    for (const auto& [from, to] : tile.driven) edges.push_back(EdgeOf(from, to));
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
    std::sort(tile.expanded.begin(), tile.expanded.end());
    const auto last = std::unique(tile.expanded.begin(), tile.expanded.end());
    for (auto at = tile.expanded.begin(); at != last; ++at) {
      change->expansions.push_back(ExpansionOf(tile.points[*at]));
    }
    counts_.drives += tile.drives;
    counts_.ticks += tile.ticks;
    counts_.bad_starts += tile.bad_starts;
    counts_.redriven += tile.redriven;
    tile.driven.clear();
    tile.expanded.clear();
    tile.obstacles.clear();
    tile.exits.clear();
    tile.drives = tile.ticks = tile.bad_starts = tile.redriven = 0;
  }

  // The edge between two points, as far as it was driven in this state.
  GraphEdge EdgeOf(PointRef from, PointRef to) const {
    const PointId from_id = table_.At(from).id;
    const PointId to_id = table_.At(to).id;
    if (from_id > to_id) return EdgeOf(to, from);
    GraphEdge edge;
    edge.a = from_id;
    edge.b = to_id;
    edge.state = state_;
    edge.forward = WayOf(table_.FindEdge(from, to), &edge.drop_m);
    edge.back = WayOf(table_.FindEdge(to, from), &edge.drop_m);
    return edge;
  }

  static Way WayOf(const HalfEdge* half, double* drop_m) {
    if (half == nullptr || !half->is_of_state) return Way::kUntried;
    if (half->way == Way::kReached) *drop_m = std::max(*drop_m, half->drop_m);
    return half->way;
  }

  SweepResult Finish(SweepOutcome outcome) {
    for (std::uint32_t slot = 0; slot < table_.tiles().size(); ++slot) {
      const Tile& tile = table_.tiles()[slot];
      for (std::uint32_t i = 0; i < tile.points.size(); ++i) {
        const TilePoint& point = tile.points[i];
        if (point.has_expansion) graph_.expansions.push_back(ExpansionOf(point));
        for (const HalfEdge& half : point.edges) {
          const GraphEdge edge = EdgeOf({slot, i}, half.to);
          const bool is_driven = edge.forward != Way::kUntried || edge.back != Way::kUntried;
          // Once, at its lower end; which may not know of it where the upper end is absent.
          const bool is_listed_here =
              edge.a == point.id || table_.FindEdge(half.to, {slot, i}) == nullptr;
          if (is_driven && is_listed_here) graph_.edges.push_back(edge);
        }
      }
    }
    std::sort(graph_.edges.begin(), graph_.edges.end(), [](const GraphEdge& a, const GraphEdge& b) {
      return std::tuple(a.a, a.b, a.state) < std::tuple(b.a, b.b, b.state);
    });
    std::sort(graph_.expansions.begin(), graph_.expansions.end(),
              [](const Expansion& a, const Expansion& b) {
                return std::pair(a.point, a.state) < std::pair(b.point, b.state);
              });
    return {outcome, std::move(graph_), counts_};
  }

  // [m] A player who settles this near to where one stood before stands in the same place.
  static constexpr double kSamePlace = 0.02;

  const std::span<const DriveContext> contexts_;
  const SweepOptions options_;
  const std::uint16_t state_;
  TileTable table_;
  Graph graph_;  // edges and expansions of this state are in the tiles until the end
  SweepCounts counts_;
  bool may_be_absent_ = false;
  std::vector<GraphSeed> arrivals_;
  std::vector<PointRef> refs_;                       // by id, of what was known
  std::vector<std::vector<std::uint16_t>> holding_;  // by id: states whose expansions hold
  std::vector<std::pair<PointRef, bool>> planted_;   // new seeds, and whether they are spawns
  std::vector<PointId> now_from_spawn_;              // since the last merge
};

}  // namespace

std::string_view Name(SweepOutcome outcome) {
  switch (outcome) {
    case SweepOutcome::kComplete:
      return "complete";
    case SweepOutcome::kMaxPoints:
      return "max_points";
    case SweepOutcome::kMaxDrives:
      return "max_drives";
    case SweepOutcome::kExhausted:
      return "exhausted";
    case SweepOutcome::kInterrupted:
      return "interrupted";
  }
  return "?";
}

Density DensityAt(const SweepOptions& options, Vec3 foot) {
  for (auto area = options.areas.rbegin(); area != options.areas.rend(); ++area) {
    if (area->box.Contains(foot)) return area->density;
  }
  return {options.spacing, options.sectors};
}

SweepResult Explore(std::span<const DriveContext> contexts, const SweepSeeds& seeds,
                    const SweepOptions& options, SweepStart start, SweepListener* listener) {
  return Exploration(contexts, options, std::move(start)).Run(seeds, listener);
}

SweepResult Explore(std::span<const DriveContext> contexts, std::span<const Vec3> spawns,
                    const SweepOptions& options, SweepListener* listener) {
  return Explore(contexts, SweepSeeds{{spawns.begin(), spawns.end()}, {}}, options, {}, listener);
}

}  // namespace wm
