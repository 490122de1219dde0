// The coverage graph: where a player can stand, and which drives lead from where to where.
//
// Plain arrays with dense ids, in the order in which they were found: what is stored, hashed, drawn
// and asked. The explorer's working memory is its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
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

std::string_view Name(PointKind kind);
std::string_view Name(Way way);

struct GraphPoint {
  Vec3 foot;  // multiples of 2^-30 m
  PointKind kind = PointKind::kOpen;
  std::uint16_t state = 0;  // world state it was found in
  bool from_spawn = true;   // reached from a spawn; else only from a planted seed
  double wall_x = 0.0;      // hit: horizontal unit vector off what was hit, or zero
  double wall_y = 0.0;
};

// One pair of points, a < b, in one world state: the ways that were driven in that state. A way
// that was driven in another state holds as well where its expansion does (world_states.h).
struct GraphEdge {
  PointId a = 0;
  PointId b = 0;
  std::uint16_t state = 0;
  Way forward = Way::kUntried;  // driving from a to b
  Way back = Way::kUntried;     // driving from b to a
  double drop_m = 0.0;          // [m] > 0: the way that was reached is a fall of this height

  bool IsTravelled() const { return forward == Way::kReached || back == Way::kReached; }

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

// How far around a foot, in decimetres, the drives from there met the world: everything that the
// player's capsule swept or asked about. What changes outside cannot have changed them.
struct Reach {
  std::int16_t west = 0, east = 0, south = 0, north = 0, below = 0, above = 0;
  friend bool operator==(const Reach&, const Reach&) = default;

  // Grows to hold `box` around `foot`; rounds outward. Beyond 3.2 km: no end.
  void Add(Vec3 foot, const Box& box);
  Box Around(Vec3 foot) const;
};

enum class ExpansionKind : std::uint8_t {
  kDriven,    // some drives began here: ways back, walks to new neighbours
  kExpanded,  // all directions were driven
  kAbsent,    // nobody can stand here
};

std::string_view Name(ExpansionKind kind);

// What was done at a point in one world state.
struct Expansion {
  PointId point = 0;
  std::uint16_t state = 0;
  ExpansionKind kind = ExpansionKind::kDriven;
  Reach reach;  // of the drives that began here in this state
};

// Where players start in one world state.
struct GraphSeed {
  PointId point = 0;
  std::uint16_t state = 0;
  bool is_spawn = true;  // a spawn is behind it; else only what a person planted
  bool is_ride = false;  // a ride brings players here from another world state (src/rides.h)
};

// A player who stands on a door or lift is carried along while it moves to another of its states.
// Leads from one world state into another: no edge of either.
struct GraphRide {
  PointId from = 0;
  PointId to = 0;            // where the player stands once the entity has come to its stop
  std::uint16_t state = 0;   // world state that the ride began in
  std::uint32_t entity = 0;  // what moves
  std::string stop;          // the state that it comes to
  double drop_m = 0.0;       // [m] > 0: the player fell off on the way

  // The order of Graph::rides; no two are equal.
  friend bool operator<(const GraphRide& a, const GraphRide& b) {
    return std::tie(a.from, a.state, a.entity, a.stop) <
           std::tie(b.from, b.state, b.entity, b.stop);
  }
};

// What is stored of a level, or what holds of it in one world state (view.h): then every edge was
// travelled one way at least and states are those in which things were driven.
struct Graph {
  std::vector<GraphPoint> points;        // index = id
  std::vector<GraphEdge> edges;          // ordered by (a, b, state)
  std::vector<GraphObstacle> obstacles;  // in the order found
  std::vector<GraphExit> exits;          // in the order found
  std::vector<Expansion> expansions;     // ordered by (point, state)
  std::vector<GraphSeed> seeds;          // ordered by (state, point)
  std::vector<GraphRide> rides;          // ordered; none in a view
  // Of a view: points where rides begin that lead home, or to where nobody has looked yet.
  std::vector<PointId> rides_home;
};

// Where players start: neither what a person planted nor what rides lead to.
std::vector<PointId> SpawnsOf(const Graph& graph);

// Where players who began at a spawn come from: the spawns, and where rides bring them.
std::vector<PointId> SourcesOf(const Graph& graph);

// What one phase added or changed: the unit of committing.
struct GraphChange {
  PointId first_point = 0;               // id of points[0]
  std::vector<GraphPoint> points;        // new
  std::vector<GraphEdge> edges;          // new, or known with another way now driven
  std::vector<GraphObstacle> obstacles;  // new
  std::vector<GraphExit> exits;          // new
  std::vector<Expansion> expansions;     // new, or known and grown
  std::vector<GraphSeed> seeds;          // new, or known and now behind it a spawn
  std::vector<GraphRide> rides;          // new
  std::vector<PointId> now_from_spawn;   // known points that a walk from a spawn has reached
};

// How much of everything there is.
struct GraphCounts {
  std::size_t open = 0, hit = 0, landing = 0, seed = 0;  // points by kind
  std::size_t one_way = 0;                               // edges one way only, falls excepted
  std::size_t drops = 0;                                 // edges that are falls
};
GraphCounts CountGraph(const Graph& graph);

// 64 bits over all that a graph holds, in order. Equal for equal graphs on every machine.
std::uint64_t HashGraph(const Graph& graph);

// A graph hash as people and databases see it: 16 lower-case hexadecimal digits.
std::string HashText(std::uint64_t hash);

}  // namespace wm
