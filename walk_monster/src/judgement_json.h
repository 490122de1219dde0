// How this program writes JSON, and a judgement in it, the same wherever they are told.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "walk_monster/judgement.h"

namespace wm {

// On one line. In ASCII, so that no name commands a terminal; names from a damaged file may not be
// UTF-8: they are repaired rather than refused.
std::string JsonLine(const nlohmann::ordered_json& object);

nlohmann::ordered_json PlaceJson(Vec3 place);

// Adds `contracts_hold`, `contracts_broken`, `contracts_unknown`, `contracts` (each with `holds`:
// true, false, or null where it is unknown) and `traps` (null where they are unknown).
void AddJudgement(const Judgement& judgement, const Graph& graph, nlohmann::ordered_json* out);

}  // namespace wm
