// `why`: whether a place is reached, and if not, what is in the way.
#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "walk_monster/barriers.h"
#include "walk_monster/number_text.h"
#include "walk_monster/src/cli/common.h"
#include "walk_monster/src/cli/words.h"
#include "walk_monster/src/judgement_json.h"
#include "walk_monster/view.h"

namespace wm::cli {
namespace {

struct WhyOptions {
  std::string db, at;
  std::vector<std::string> states;
  bool json = false;
};

struct Answer {
  std::string_view verdict;  // "reached", "planted", "not_reached"
  std::optional<PointId> point;
  double metres = 0.0;  // [m] to walk from a spawn
  Barrier barrier;
};

// The nearest of the points within kThere of a place, on its storey, that `is_wanted`.
template <typename IsWanted>
std::optional<PointId> PointThere(const Graph& graph, Vec3 place, IsWanted is_wanted) {
  std::optional<PointId> best;
  double shortest = HUGE_VAL;
  for (PointId id = 0; id < graph.points.size(); ++id) {
    const Vec3 off = graph.points[id].foot - place;
    const double aside = HorizontalLength(off);
    if (aside > kThere || std::abs(off.z) > kThere + aside || Length(off) >= shortest) continue;
    if (!is_wanted(graph.points[id])) continue;
    shortest = Length(off);
    best = id;
  }
  return best;
}

Answer AnswerFor(const Graph& graph, Vec3 place) {
  Answer answer;
  answer.point = PointThere(graph, place, [](const GraphPoint& p) { return p.from_spawn; });
  if (answer.point) {
    answer.verdict = "reached";
    answer.metres = ShortestWalks(graph, SourcesOf(graph)).metres[*answer.point];
    return answer;
  }
  answer.point = PointThere(graph, place, [](const GraphPoint&) { return true; });
  answer.verdict = answer.point ? "planted" : "not_reached";
  std::vector<char> is_reached;
  for (const GraphPoint& point : graph.points) is_reached.push_back(point.from_spawn ? 1 : 0);
  answer.barrier = BarrierBefore(graph, is_reached, place);
  return answer;
}

void Run(const WhyOptions& options) {
  const Vec3 place = ParsePlace(options.at, "--at");
  const StoredMap stored = LoadStoredMap(options.db);
  const StoredMap view = InState(stored, options.states);
  const Answer answer = AnswerFor(view.graph, place);
  const bool is_reached = answer.verdict == "reached";
  const Opens opens = is_reached ? Opens{} : FindOpens(stored, place);
  if (options.json) {
    nlohmann::ordered_json out;
    out["verdict"] = answer.verdict;
    out["point"] =
        answer.point ? PlaceJson(view.graph.points[*answer.point].foot) : nlohmann::ordered_json();
    out["metres"] = is_reached ? nlohmann::ordered_json(answer.metres) : nlohmann::ordered_json();
    out["is_complete"] = view.progress.IsComplete();
    if (!is_reached) out.update(BarrierJson(answer.barrier, view));
    out["opens"] = nlohmann::ordered_json::array();
    for (const OpeningSet& set : opens.sets) out["opens"].push_back(WordsOf(set.changes, stored));
    Print(JsonLine(out) + "\n");
    return;
  }
  if (is_reached) {
    Print(fmt::format("reached   {}, {:.2f} m to walk from a spawn\n",
                      RoundedPlace(view.graph.points[*answer.point].foot), answer.metres));
    return;
  }
  std::string text =
      answer.point ? "planted   only walks from planted places lead there\n" : "not reached\n";
  if (!view.progress.IsComplete())
    text += "remark    the sweep is not complete; --continue goes on\n";
  Print(text + BarrierText(answer.barrier, view) + OpensText(opens, stored));
}

}  // namespace

void AddWhy(CLI::App* app, int* exit_code) {
  auto options = std::make_shared<WhyOptions>();
  CLI::App* command =
      app->add_subcommand("why", "Say whether a place is reached, and if not, what is in the way");
  command->add_option("DB", options->db, "Database written by sweep")
      ->required()
      ->check(NotEmpty());
  command->add_option("--at", options->at, "The place (a foot)")->type_name("X,Y,Z")->required();
  AddStates(command, &options->states);
  command->add_flag("--json", options->json, "One JSON object on stdout");
  command->footer(
      "A place counts as reached where a player stood within 0.45 m on its storey. Exit code 0 "
      "either way.\n"
      "Example:\n  walk_monster why cove.db --at 9,-6,1.6");
  command->callback([options, exit_code] {
    Run(*options);
    *exit_code = kDone;
  });
}

}  // namespace wm::cli
