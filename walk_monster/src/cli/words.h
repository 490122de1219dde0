// What several answers have in common: what is in the way at a place, in words and as JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "walk_monster/barriers.h"
#include "walk_monster/opens.h"
#include "walk_monster/store.h"

namespace wm::cli {

// "'hut door' (entity 258)".
std::string EntityWords(const StoredMap& map, std::uint32_t entity);

// Lines, each with its newline: how near walks come to a place, and what is in the way there.
// `view`: the map in a world state, whose ids the barrier has.
std::string BarrierText(const Barrier& barrier, const StoredMap& view);
nlohmann::ordered_json BarrierJson(const Barrier& barrier, const StoredMap& view);

// "opens     hut door=open": a line for each set of changes that lead to a place; empty where none
// is known, or none is needed.
std::string OpensText(const Opens& opens, const StoredMap& stored);

}  // namespace wm::cli
