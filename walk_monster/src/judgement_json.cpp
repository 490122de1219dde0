#include "walk_monster/src/judgement_json.h"

#include <nlohmann/json.hpp>

namespace wm {
namespace {

using nlohmann::ordered_json;

ordered_json HoldsJson(Verdict verdict) {
  if (verdict == Verdict::kUnknown) return nullptr;
  return verdict == Verdict::kHolds;
}

ordered_json ContractJson(const ContractResult& contract) {
  ordered_json out;
  out["entity"] = contract.entity;
  out["name"] = contract.name;
  out["kind"] = Name(contract.kind);
  out["holds"] = HoldsJson(contract.verdict);
  out["points_inside"] = contract.inside;
  out["points_at_home"] = contract.at_home;
  out["place"] = PlaceJson(contract.place);
  return out;
}

ordered_json TrapJson(const Trap& trap, const Graph& graph) {
  ordered_json out;
  out["points"] = trap.points.size();
  out["place"] = PlaceJson(trap.place);
  out["ways_in"] = trap.ways_in;
  out["entry"] = trap.ways_in > 0 ? PlaceJson(graph.points[trap.entry].foot) : ordered_json();
  return out;
}

}  // namespace

std::string JsonLine(const ordered_json& object) {
  return object.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
}

ordered_json PlaceJson(Vec3 place) { return {place.x, place.y, place.z}; }

void AddJudgement(const Judgement& judgement, const Graph& graph, ordered_json* out) {
  (*out)["contracts_hold"] = judgement.Count(Verdict::kHolds);
  (*out)["contracts_broken"] = judgement.Count(Verdict::kBroken);
  (*out)["contracts_unknown"] = judgement.Count(Verdict::kUnknown);
  ordered_json contracts = ordered_json::array();
  for (const ContractResult& contract : judgement.contracts) {
    contracts.push_back(ContractJson(contract));
  }
  (*out)["contracts"] = std::move(contracts);
  ordered_json traps;
  if (judgement.traps) {
    traps = ordered_json::array();
    for (const Trap& trap : *judgement.traps) traps.push_back(TrapJson(trap, graph));
  }
  (*out)["traps"] = std::move(traps);
}

}  // namespace wm
