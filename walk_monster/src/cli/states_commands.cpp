// `states` and `opens`: what doors and lifts there are, and which of them a place needs.
#include <nlohmann/json.hpp>

#include "maps/shown_text.h"
#include "walk_monster/number_text.h"
#include "walk_monster/opens.h"
#include "walk_monster/src/cli/common.h"
#include "walk_monster/src/judgement_json.h"

namespace wm::cli {
namespace {

void ListStates(const std::string& level, bool json, bool no_cache) {
  LoadOptions load;
  load.log = Log;
  load.use_cache = !no_cache;
  const Map map = LoadMap(level, load);
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  std::string text;
  for (const Entity& entity : map.entities) {
    if (entity.states.empty()) continue;
    nlohmann::ordered_json states = nlohmann::ordered_json::array();
    std::string names;
    for (const EntityState& state : entity.states) {
      names += (names.empty() ? "" : ",") + Shown(state.name);
      states.push_back({{"name", state.name},
                        {"offset", PlaceJson(state.offset)},
                        {"travel_seconds", state.travel_seconds}});
    }
    text += std::to_string(entity.id) + "\t" + std::string(Name(entity.kind)) + "\t" +
            Shown(entity.name) + "\t" + Shown(entity.initial_state) + "\t" + names + "\n";
    all.push_back({{"id", entity.id},
                   {"kind", Name(entity.kind)},
                   {"name", entity.name},
                   {"initial", entity.initial_state},
                   {"states", std::move(states)}});
  }
  if (json) {
    Print(JsonLine(all) + "\n");
    return;
  }
  if (text.empty()) Log("this level has no doors, gates or lifts");
  Print(text);
}

nlohmann::ordered_json ChoicesJson(const std::vector<StateChoice>& choices) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const StateChoice& choice : choices) {
    out.push_back({{"entity", choice.entity}, {"state", choice.state}});
  }
  return out;
}

void PrintOpens(const std::string& db, const std::string& at, bool json) {
  const Vec3 place = ParsePlace(at, "--at");
  const StoredMap stored = LoadStoredMap(db);
  const Opens opens = FindOpens(stored, place);
  if (!json) {
    Print(TextOf(opens, stored) + "\n");
    return;
  }
  nlohmann::ordered_json out;
  out["at"] = PlaceJson(place);
  out["is_reached_somehow"] = opens.is_known;
  out["nearest_m"] = opens.nearest_m;
  out["sets"] = nlohmann::ordered_json::array();
  for (const OpeningSet& set : opens.sets) {
    out["sets"].push_back({{"changes", ChoicesJson(set.changes)}, {"kept", ChoicesJson(set.kept)}});
  }
  Print(JsonLine(out) + "\n");
}

}  // namespace

void AddStatesCommand(CLI::App* app, int* exit_code) {
  struct Options {
    std::string level;
    bool json = false;
    bool no_cache = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app->add_subcommand("states", "List the doors, gates and lifts of a level and their states");
  command->add_option("LEVEL", options->level, "Level folder")->required()->check(NotEmpty());
  command->add_flag("--json", options->json, "A JSON array on stdout");
  AddNoCache(command, &options->no_cache);
  command->footer(
      "Prints id, class, name, initial state and states, separated by tabs.\n"
      "Example:\n  walk_monster states maps/levels/cove");
  command->callback([options, exit_code] {
    ListStates(options->level, options->json, options->no_cache);
    *exit_code = kDone;
  });
}

void AddOpens(CLI::App* app, int* exit_code) {
  struct Options {
    std::string db, at;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app->add_subcommand(
      "opens", "Say which doors, gates and lifts must be in which state for a place to be reached");
  command->add_option("DB", options->db, "Database written by sweep --all-states")
      ->required()
      ->check(NotEmpty());
  command->add_option("--at", options->at, "The place, a foot of a player")
      ->required()
      ->type_name("X,Y,Z");
  command->add_flag("--json", options->json, "One JSON object on stdout");
  command->footer(
      "Prints one set of changes a line, the fewest changes first.\n"
      "Example:\n  walk_monster opens cove.db --at 8.5,-6.2,1.6");
  command->callback([options, exit_code] {
    PrintOpens(options->db, options->at, options->json);
    *exit_code = kDone;
  });
}

}  // namespace wm::cli
