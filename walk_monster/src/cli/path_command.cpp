// `path` and `distance`: walks over the ways of a stored map.
#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "walk_monster/barriers.h"
#include "walk_monster/number_text.h"
#include "walk_monster/src/cli/common.h"
#include "walk_monster/src/cli/words.h"
#include "walk_monster/src/judgement_json.h"
#include "walk_monster/view.h"
#include "walk_monster/walks.h"

namespace wm::cli {
namespace {

struct PathOptions {
  std::string db, from, to;
  std::vector<std::string> states;
  bool json = false;
};

// Where a walk that a person asks for begins. Throws InputError: nobody stands there.
PointId StartAt(const Graph& graph, Vec3 place, const std::string& option) {
  if (const auto point = PointMeant(graph, place)) return *point;
  throw InputError(option + " " + PlaceText(place) +
                   ": nobody stands within 0.75 m of it in this world state; `why --at` says more");
}

// How one comes to each point of a walk: "start", "walk", "fall".
std::vector<std::string> Manners(const Graph& graph, const std::vector<PointId>& walk) {
  std::vector<std::string> manners(walk.size(), "walk");
  if (!manners.empty()) manners.front() = "start";
  for (std::size_t i = 1; i < walk.size(); ++i) {
    const GraphEdge key{std::min(walk[i - 1], walk[i]), std::max(walk[i - 1], walk[i])};
    const auto edge = std::lower_bound(graph.edges.begin(), graph.edges.end(), key,
                                       [](const GraphEdge& a, const GraphEdge& b) {
                                         return std::pair(a.a, a.b) < std::pair(b.a, b.b);
                                       });
    const bool is_down = graph.points[walk[i]].foot.z < graph.points[walk[i - 1]].foot.z;
    if (edge != graph.edges.end() && edge->IsDrop() && is_down) manners[i] = "fall";
  }
  return manners;
}

void PrintRoute(const Graph& graph, const WalkTree& tree, const std::vector<PointId>& walk,
                bool json) {
  const std::vector<std::string> manners = Manners(graph, walk);
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  std::string text;
  for (std::size_t i = 0; i < walk.size(); ++i) {
    const Vec3 foot = graph.points[walk[i]].foot;
    const double metres = tree.metres[walk[i]];
    text += fmt::format("{:.2f}\t{:.2f}\t{:.2f}\t{:.2f}\t{}\n", foot.x, foot.y, foot.z, metres,
                        manners[i]);
    points.push_back({{"at", PlaceJson(foot)}, {"metres", metres}, {"by", manners[i]}});
  }
  if (json) {
    nlohmann::ordered_json out;
    out["is_reached"] = true;
    out["metres"] = tree.metres[walk.back()];
    out["waypoints"] = points;
    Print(JsonLine(out) + "\n");
    return;
  }
  Print(fmt::format("# route of {:.2f} m over {} points; x, y, z, metres so far, how\n",
                    tree.metres[walk.back()], walk.size()) +
        text);
}

void PrintCut(const StoredMap& stored, const StoredMap& view, PointId from, Vec3 to, bool json) {
  const Barrier barrier = BarrierBefore(view.graph, ReachedFrom(view.graph, from), to);
  const Opens opens = FindOpens(stored, to);
  if (json) {
    nlohmann::ordered_json out;
    out["is_reached"] = false;
    out.update(BarrierJson(barrier, view));
    out["opens"] = nlohmann::ordered_json::array();
    for (const OpeningSet& set : opens.sets) out["opens"].push_back(WordsOf(set.changes, stored));
    Print(JsonLine(out) + "\n");
    return;
  }
  Print("no route\n" + BarrierText(barrier, view) + OpensText(opens, stored));
}

void RunPath(const PathOptions& options) {
  const Vec3 from = ParsePlace(options.from, "--from");
  const Vec3 to = ParsePlace(options.to, "--to");
  const StoredMap stored = LoadStoredMap(options.db);
  const StoredMap view = InState(stored, options.states);
  const PointId start = StartAt(view.graph, from, "--from");
  const WalkTree tree = ShortestWalks(view.graph, {&start, 1});
  // The nearest of the points that are meant and got to.
  std::optional<PointId> goal;
  double shortest = HUGE_VAL;
  for (PointId id = 0; id < view.graph.points.size(); ++id) {
    const Vec3 off = view.graph.points[id].foot - to;
    const bool is_there = HorizontalLength(off) <= kThere && std::abs(off.z) <= 2.0 * kThere;
    if (!is_there || std::isinf(tree.metres[id]) || Length(off) >= shortest) continue;
    shortest = Length(off);
    goal = id;
  }
  if (goal) {
    PrintRoute(view.graph, tree, WalkTo(tree, *goal), options.json);
  } else {
    PrintCut(stored, view, start, to, options.json);
  }
}

void RunDistance(const PathOptions& options) {
  const Vec3 from = ParsePlace(options.from, "--from");
  const StoredMap view = InState(LoadStoredMap(options.db), options.states);
  const PointId start = StartAt(view.graph, from, "--from");
  const WalkTree tree = ShortestWalks(view.graph, {{start}});
  std::string text = "x,y,z,distance_m\n";
  for (PointId id = 0; id < view.graph.points.size(); ++id) {
    if (std::isinf(tree.metres[id])) continue;
    text += PlaceText(view.graph.points[id].foot) + "," + Fixed(tree.metres[id], 3) + "\n";
  }
  Print(text);
}

void AddDatabase(CLI::App* command, PathOptions* options) {
  command->add_option("DB", options->db, "Database written by sweep")
      ->required()
      ->check(NotEmpty());
  command->add_option("--from", options->from, "Where the walk begins (a foot)")
      ->type_name("X,Y,Z")
      ->required();
}

}  // namespace

void AddPath(CLI::App* app, int* exit_code) {
  auto options = std::make_shared<PathOptions>();
  CLI::App* command =
      app->add_subcommand("path", "The shortest walk from one place to another, or what cuts it");
  AddDatabase(command, options.get());
  command->add_option("--to", options->to, "Where it ends (a foot)")
      ->type_name("X,Y,Z")
      ->required();
  AddStates(command, &options->states);
  command->add_flag("--json", options->json, "One JSON object on stdout");
  command->footer(
      "Prints a line a waypoint: x, y, z, metres so far, and how one comes there (walk, fall), "
      "separated by tabs. Without a route: how near walks come, what is in the way, which doors "
      "and lifts open one. Exit code 0 either way.\n"
      "Example:\n  walk_monster path cove.db --from 0,-16.5,0.4 --to 9,-6,1.6");
  command->callback([options, exit_code] {
    RunPath(*options);
    *exit_code = kDone;
  });
}

void AddDistance(CLI::App* app, int* exit_code) {
  auto options = std::make_shared<PathOptions>();
  CLI::App* command =
      app->add_subcommand("distance", "How far every point is to walk from a place, as CSV");
  AddDatabase(command, options.get());
  AddStates(command, &options->states);
  command->footer(
      "Prints x,y,z,distance_m for every point that walks from there lead to. As a picture: "
      "`picture --distance-from`.\n"
      "Example:\n  walk_monster distance cove.db --from 0,-16.5,0.4 > far.csv");
  command->callback([options, exit_code] {
    RunDistance(*options);
    *exit_code = kDone;
  });
}

}  // namespace wm::cli
