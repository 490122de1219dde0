// What a sweep says about a level: the contracts that it keeps or breaks, the traps in it.
//
// Pure functions of a graph and the level's entities.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "maps/entity.h"
#include "walk_monster/contracts.h"
#include "walk_monster/graph.h"
#include "walk_monster/traps.h"

namespace wm {

struct Judgement {
  std::vector<ContractResult> contracts;
  std::optional<std::vector<Trap>> traps;  // none before the sweep is complete: nobody can tell

  std::size_t Count(Verdict verdict) const;
};

// `is_complete`: whether the sweep found everything that it can.
Judgement Judge(const Graph& graph, std::span<const Entity> entities, bool is_complete);

// Lines for a person, each with its newline: how many contracts hold and each of them, how many
// traps there are and where.
std::string TextOf(const Judgement& judgement, const Graph& graph);

}  // namespace wm
