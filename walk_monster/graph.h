// The coverage graph: where a player can stand, and which drives lead from where to where.
//
// Plain arrays with dense ids, in the order in which they were found: what is stored, hashed, drawn
// and asked. The explorer's working memory is its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collision/vec3.h"

namespace wm {

using PointId = std::uint32_t;  // dense, from 0

enum class PointKind : std::uint8_t {
  kOpen,     // a drive ended here in free space
  kHit,      // a drive ended here against an obstacle
  kLanding,  // a fall ended here
  kSeed,     // a spawn, or planted by a person
};

// How driving one way along an edge went.
enum class Way : std::uint8_t { kUntried, kFailed, kReached };

enum class EdgeKind : std::uint8_t { kWalk, kRide };

std::string_view Name(PointKind kind);
std::string_view Name(Way way);
std::string_view Name(EdgeKind kind);

struct GraphPoint {
  Vec3 foot;  // multiples of 2^-30 m
  PointKind kind = PointKind::kOpen;
  std::uint16_t state = 0;  // world state it was found in
  bool from_spawn = true;   // reached from a spawn; else only from a planted seed
};

// One pair of points, a < b, in one world state.
struct GraphEdge {
  PointId a = 0;
  PointId b = 0;
  std::uint16_t state = 0;
  EdgeKind kind = EdgeKind::kWalk;
  Way forward = Way::kUntried;  // driving from a to b
  Way back = Way::kUntried;     // driving from b to a
  double drop_m = 0.0;          // [m] > 0: the way that was reached is a fall of this height

  // One way works and the other was driven and does not; nothing is said of ways not tried yet.
  bool IsOneWay() const {
    return (forward == Way::kReached && back == Way::kFailed) ||
           (forward == Way::kFailed && back == Way::kReached);
  }
  bool IsDrop() const { return drop_m > 0.0; }
};

// What ended a drive that did not reach its target.
struct GraphObstacle {
  PointId from_point = 0;  // where that drive began
  Vec3 point;
  Vec3 normal;               // unit, toward the player
  std::uint32_t entity = 0;  // id in the level
  std::uint16_t state = 0;
};

// A drive that fell out of the level.
struct GraphExit {
  PointId from_point = 0;
  Vec3 takeoff;  // foot where support was lost
  std::uint16_t state = 0;
};

struct Graph {
  std::vector<GraphPoint> points;  // index = id
  std::vector<GraphEdge> edges;  // ordered by (a, b, state); none with both ways failed or untried
  std::vector<GraphObstacle> obstacles;  // in the order found
  std::vector<GraphExit> exits;          // in the order found
};

// What one phase added or changed: the unit of committing.
struct GraphChange {
  PointId first_point = 0;               // id of points[0]
  std::vector<GraphPoint> points;        // new
  std::vector<GraphEdge> edges;          // new, or known with another way now driven
  std::vector<GraphObstacle> obstacles;  // new
  std::vector<GraphExit> exits;          // new
};

// How much of everything there is.
struct GraphCounts {
  std::size_t open = 0, hit = 0, landing = 0, seed = 0;  // points by kind
  std::size_t one_way = 0;                               // edges one way only, falls excepted
  std::size_t drops = 0;                                 // edges that are falls
};
GraphCounts CountGraph(const Graph& graph);

// 64 bits over points (id, position bits, kind, state), edges, obstacles and exits in order. Equal
// for equal graphs on every machine.
std::uint64_t HashGraph(const Graph& graph);

// A graph hash as people and databases see it: 16 lower-case hexadecimal digits.
std::string HashText(std::uint64_t hash);

}  // namespace wm
