#include "walk_monster/contracts.h"

#include <algorithm>

#include "maps/shown_text.h"
#include "walk_monster/number_text.h"
#include "walk_monster/regions.h"

namespace wm {
namespace {

std::string Padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string Count(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " point inside" : " points inside");
}

Verdict VerdictOf(const ContractResult& result, bool is_complete) {
  const bool is_reached = result.inside > 0;
  switch (result.kind) {
    case ContractKind::kMustReach:
      if (is_reached) return Verdict::kHolds;
      break;
    case ContractKind::kMustNotReach:
      if (is_reached) return Verdict::kBroken;
      return is_complete ? Verdict::kHolds : Verdict::kUnknown;
    case ContractKind::kTwoWay:
      // More ground may yet turn out to be home.
      if (is_complete && result.at_home > 0) return Verdict::kHolds;
      break;
  }
  return is_complete ? Verdict::kBroken : Verdict::kUnknown;
}

std::string_view WordFor(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kBroken:
      return "BROKEN";
    case Verdict::kUnknown:
      return "unknown";
  }
  return "?";
}

}  // namespace

Box BoxOf(const Entity& contract) {
  Box box;
  box.Add(contract.position - contract.size * 0.5);
  box.Add(contract.position + contract.size * 0.5);
  return box;
}

std::vector<ContractResult> EvaluateContracts(const Graph& graph, std::span<const Entity> entities,
                                              bool is_complete) {
  std::vector<ContractResult> results;
  const Regions regions = FindRegions(graph);
  for (const Entity& entity : entities) {
    if (entity.kind != EntityClass::kContract) continue;
    ContractResult result;
    result.entity = entity.id;
    result.name = entity.name.empty() ? "contract " + std::to_string(entity.id) : entity.name;
    result.kind = entity.contract;
    result.place = entity.position;
    const Box box = BoxOf(entity);
    for (PointId id = 0; id < graph.points.size(); ++id) {
      if (!graph.points[id].from_spawn || !box.Contains(graph.points[id].foot)) continue;
      const bool is_home = regions.of_point[id] == regions.home;
      // A point at home is the better example of what can be reached, the first of all others.
      if (result.inside == 0 || (is_home && result.at_home == 0)) {
        result.example = id;
        result.place = graph.points[id].foot;
      }
      ++result.inside;
      result.at_home += is_home;
    }
    result.verdict = VerdictOf(result, is_complete);
    results.push_back(std::move(result));
  }
  return results;
}

std::string LineOf(const ContractResult& result) {
  std::string line = Padded(std::string(WordFor(result.verdict)), 8) +
                     Padded(std::string(Name(result.kind)), 16) +
                     Shown(result.name, kMostShownName) + ": ";
  line += Count(result.inside);
  if (result.kind == ContractKind::kTwoWay) {
    line += ", " + std::to_string(result.at_home) + " of them there and back from home";
  }
  if (result.verdict == Verdict::kBroken) {
    line += result.inside > 0 ? ", such as at " : ", the middle of the box is at ";
    line += RoundedPlace(result.place);
  }
  return line;
}

}  // namespace wm
