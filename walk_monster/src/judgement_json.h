// A judgement as JSON, the same wherever it is told.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "walk_monster/judgement.h"

namespace wm {

nlohmann::ordered_json PlaceJson(Vec3 place);

// Adds `contracts_hold`, `contracts_broken`, `contracts_unknown`, `contracts` (each with `holds`:
// true, false, or null where it is unknown) and `traps` (null where they are unknown).
void AddJudgement(const Judgement& judgement, const Graph& graph, nlohmann::ordered_json* out);

}  // namespace wm
