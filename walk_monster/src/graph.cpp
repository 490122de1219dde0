#include "walk_monster/graph.h"

#include <bit>

namespace wm {
namespace {

// Absorbs 64-bit words one after the other. Words, not bytes: no byte order to agree on.
class Hasher {
 public:
  void Add(std::uint64_t word) {
    // The step count goes in too, so that a run of equal words does not settle in a fixed point.
    state_ = Mix(state_ ^ Mix(word + 0x9e3779b97f4a7c15ULL * ++count_));
  }
  // The bits of a number. Adding zero turns -0 into 0: equal numbers give equal hashes.
  void Add(double number) { Add(std::bit_cast<std::uint64_t>(number + 0.0)); }
  void Add(Vec3 p) {
    Add(p.x);
    Add(p.y);
    Add(p.z);
  }
  std::uint64_t Hash() const { return Mix(state_ + count_); }

 private:
  // An invertible mix (shift, multiply by an odd number) in which every input bit reaches every
  // output bit.
  static std::uint64_t Mix(std::uint64_t x) {
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93ULL;
    x = (x ^ (x >> 29)) * 0xa3b195354a39b70dULL;
    return x ^ (x >> 32);
  }

  std::uint64_t state_ = 0;
  std::uint64_t count_ = 0;
};

template <typename Number>
std::uint64_t Word(Number number) {
  return static_cast<std::uint64_t>(number);
}

}  // namespace

std::string_view Name(PointKind kind) {
  switch (kind) {
    case PointKind::kOpen:
      return "open";
    case PointKind::kHit:
      return "hit";
    case PointKind::kLanding:
      return "landing";
    case PointKind::kSeed:
      return "seed";
  }
  return "?";
}

std::string_view Name(Way way) {
  switch (way) {
    case Way::kUntried:
      return "untried";
    case Way::kFailed:
      return "failed";
    case Way::kReached:
      return "reached";
  }
  return "?";
}

std::string_view Name(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::kWalk:
      return "walk";
    case EdgeKind::kRide:
      return "ride";
  }
  return "?";
}

GraphCounts CountGraph(const Graph& graph) {
  GraphCounts counts;
  for (const GraphPoint& point : graph.points) {
    counts.open += point.kind == PointKind::kOpen;
    counts.hit += point.kind == PointKind::kHit;
    counts.landing += point.kind == PointKind::kLanding;
    counts.seed += point.kind == PointKind::kSeed;
  }
  for (const GraphEdge& edge : graph.edges) {
    counts.drops += edge.IsDrop();
    counts.one_way += edge.IsOneWay() && !edge.IsDrop();
  }
  return counts;
}

std::uint64_t HashGraph(const Graph& graph) {
  Hasher hasher;
  // Lengths go first: moving an element from one list to the next changes the hash.
  hasher.Add(Word(graph.points.size()));
  hasher.Add(Word(graph.edges.size()));
  hasher.Add(Word(graph.obstacles.size()));
  hasher.Add(Word(graph.exits.size()));
  for (std::size_t id = 0; id < graph.points.size(); ++id) {
    const GraphPoint& point = graph.points[id];
    hasher.Add(Word(id));
    hasher.Add(point.foot);
    hasher.Add(Word(point.kind) | Word(point.state) << 8);
  }
  for (const GraphEdge& edge : graph.edges) {
    hasher.Add(Word(edge.a) | Word(edge.b) << 32);
    hasher.Add(Word(edge.state) | Word(edge.kind) << 16 | Word(edge.forward) << 24 |
               Word(edge.back) << 32);
    hasher.Add(edge.drop_m);
  }
  for (const GraphObstacle& obstacle : graph.obstacles) {
    hasher.Add(Word(obstacle.from_point) | Word(obstacle.entity) << 32);
    hasher.Add(obstacle.point);
    hasher.Add(obstacle.normal);
    hasher.Add(Word(obstacle.state));
  }
  for (const GraphExit& exit : graph.exits) {
    hasher.Add(Word(exit.from_point) | Word(exit.state) << 32);
    hasher.Add(exit.takeoff);
  }
  return hasher.Hash();
}

std::string HashText(std::uint64_t hash) {
  std::string text(16, '0');
  for (std::size_t i = text.size(); i > 0; --i, hash >>= 4)
    text[i - 1] = "0123456789abcdef"[hash & 15];
  return text;
}

}  // namespace wm
