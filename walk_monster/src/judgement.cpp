#include "walk_monster/judgement.h"

#include <algorithm>

namespace wm {
namespace {

// "35 of 36 hold, 1 BROKEN".
std::string ContractsSummary(const Judgement& judgement) {
  if (judgement.contracts.empty()) return "none";
  std::string text = std::to_string(judgement.Count(Verdict::kHolds)) + " of " +
                     std::to_string(judgement.contracts.size()) + " hold";
  if (const auto broken = judgement.Count(Verdict::kBroken); broken > 0) {
    text += ", " + std::to_string(broken) + " BROKEN";
  }
  if (const auto unknown = judgement.Count(Verdict::kUnknown); unknown > 0) {
    text += ", " + std::to_string(unknown) + " unknown: the sweep is not complete";
  }
  return text;
}

std::string TrapsSummary(const Judgement& judgement) {
  if (!judgement.traps) return "not known before the sweep is complete";
  if (judgement.traps->empty()) return "none";
  std::size_t points = 0;
  for (const Trap& trap : *judgement.traps) points += trap.points.size();
  return std::to_string(judgement.traps->size()) + ", with " + std::to_string(points) +
         (points == 1 ? " point" : " points") + " that no walk leaves";
}

}  // namespace

std::size_t Judgement::Count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::count_if(contracts.begin(), contracts.end(),
                    [verdict](const ContractResult& c) { return c.verdict == verdict; }));
}

Judgement Judge(const Graph& graph, std::span<const Entity> entities, bool is_complete) {
  Judgement judgement;
  judgement.contracts = EvaluateContracts(graph, entities, is_complete);
  if (is_complete) judgement.traps = FindTraps(graph);
  return judgement;
}

std::string TextOf(const Judgement& judgement, const Graph& graph) {
  std::string text = "contracts     " + ContractsSummary(judgement) + "\n";
  for (const ContractResult& contract : judgement.contracts) text += "  " + LineOf(contract) + "\n";
  text += "traps         " + TrapsSummary(judgement) + "\n";
  if (!judgement.traps) return text;
  constexpr std::size_t kMostLines = 10;  // the largest come first
  const std::size_t lines = std::min(kMostLines, judgement.traps->size());
  for (std::size_t i = 0; i < lines; ++i) {
    text += "  " + LineOf((*judgement.traps)[i], graph) + "\n";
  }
  if (const std::size_t more = judgement.traps->size() - lines; more > 0) {
    text += "  and " + std::to_string(more) + " more, none larger\n";
  }
  return text;
}

}  // namespace wm
