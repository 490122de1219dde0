// What a level promises about itself, held against what a sweep found.
//
// Pure: a function of the graph and the level's contract entities.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "maps/entity.h"
#include "walk_monster/graph.h"

namespace wm {

// A sweep that is not complete can show that a place is reached, never that it is not.
enum class Verdict : std::uint8_t { kHolds, kBroken, kUnknown };

// Where a contract looks for feet.
Box BoxOf(const Entity& contract);

struct ContractResult {
  std::uint32_t entity = 0;
  std::string name;
  ContractKind kind = ContractKind::kMustReach;
  Verdict verdict = Verdict::kUnknown;
  std::size_t inside = 0;   // standing points in the box that walks from a spawn found
  std::size_t at_home = 0;  // of these, in the home region: there and back again
  PointId example = 0;      // the point inside that shows it; only where inside > 0
  Vec3 place;               // its foot; without one, the middle of the box
};

// In the order of the entities; entities that are no contracts are passed over. must_reach: some
// point inside. must_not_reach: none. two_way: some point inside reaches home and is reached from
// it. `is_complete`: whether the sweep found everything that it can.
std::vector<ContractResult> EvaluateContracts(const Graph& graph, std::span<const Entity> entities,
                                              bool is_complete);

// "holds   must_reach      cellar: 12 points inside", without a newline.
std::string LineOf(const ContractResult& result);

}  // namespace wm
