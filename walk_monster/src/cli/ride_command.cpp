#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "maps/shown_text.h"
#include "walk_monster/moving_entity.h"
#include "walk_monster/number_text.h"
#include "walk_monster/src/cli/common.h"
#include "walk_monster/src/judgement_json.h"

namespace wm::cli {
namespace {

struct RideOptions {
  LevelOptions level;
  std::string at, move, closing;
  bool json = false;
};

// One ride, asked for and done.
struct Done {
  const World& world;
  RideResult result;
};

// What moves, and where to.
struct Move {
  const Entity* entity = nullptr;
  std::string stop;
};

Move ParseMove(const Session& session, const std::string& text) {
  const std::vector<Entity>& entities = session.map().entities;
  std::vector<std::string> words;
  for (const StateChoice& choice : session.world_state().choices) {
    words.push_back(std::to_string(choice.entity) + "=" + choice.state);
  }
  words.push_back(text);
  const WorldState after = ResolveWorldState(entities, words);
  for (const Entity& entity : entities) {
    if (entity.states.empty()) continue;
    for (const StateChoice& choice : after.choices) {
      if (choice.entity != entity.id || choice.state == StateOf(session, entity)) continue;
      if (!MovingEntity::IsPossible(session, entity)) {
        throw InputError("--move '" + Shown(text, kMostShownName) + "': nothing of it is solid, " +
                         "or mover '" + session.mover_name() + "' knows no moving bodies");
      }
      return {&entity, choice.state};
    }
  }
  throw InputError("--move '" + Shown(text, kMostShownName) + "': is there already; --state says " +
                   "where it begins");
}

bool HasFallen(const RideResult& result) {
  return result.outcome == RideOutcome::kFell || result.outcome == RideOutcome::kLeftWorld;
}

void PrintJson(const Done& done) {
  const RideResult& result = done.result;
  nlohmann::ordered_json out;
  out["outcome"] = Name(result.outcome);
  out["end"] = PlaceJson(result.end.foot);
  out["ticks"] = result.ticks;
  out["ends_on_body"] = result.ends_on_body;
  out["drop_m"] = result.drop_m;
  out["takeoff"] = HasFallen(result) ? PlaceJson(result.takeoff) : nlohmann::ordered_json();
  out["deepest_overlap_m"] = result.deepest_overlap;
  out["was_truncated"] = result.was_truncated;
  out["obstacle"] = nullptr;
  if (result.obstacle) {
    const WorldBody& body = done.world.bodies[result.obstacle->body];
    out["obstacle"] = {{"entity", body.entity},
                       {"name", body.name},
                       {"point", PlaceJson(result.obstacle->point)},
                       {"normal", PlaceJson(result.obstacle->normal)}};
  }
  Print(JsonLine(out) + "\n");
}

void PrintText(const Done& done) {
  const RideResult& result = done.result;
  std::string text = fmt::format("outcome   {}\n", Name(result.outcome));
  text += fmt::format("end       {}\n", RoundedPlace(result.end.foot, 3));
  text += fmt::format("ticks     {}\n", result.ticks);
  if (HasFallen(result)) {
    text += fmt::format("takeoff   {}\n", RoundedPlace(result.takeoff, 3));
    text += fmt::format("drop      {:.3f} m\n", result.drop_m);
  }
  text += fmt::format("overlap   {:.3f} m at the deepest\n", result.deepest_overlap);
  if (result.obstacle) {
    const WorldBody& body = done.world.bodies[result.obstacle->body];
    text += fmt::format("obstacle  '{}' (entity {}) at {} normal {}\n",
                        Shown(body.name, kMostShownName), body.entity,
                        RoundedPlace(result.obstacle->point, 3),
                        RoundedPlace(result.obstacle->normal, 3));
  }
  Print(text);
}

int Run(const RideOptions& options) {
  const Vec3 foot = ParsePlace(options.at, "--at");
  const Closing closing =
      options.closing.empty() ? Closing::kPush : ParseClosingOption(options.closing);
  const Session session = OpenSession(options.level, false);
  const Move move = ParseMove(session, options.move);
  const MovingEntity moving(session, *move.entity);
  const Done done{moving.world(), moving.Move(foot, move.stop, closing)};
  if (done.result.outcome == RideOutcome::kBadStart) {
    const std::string why = session.WhyNoFooting(foot, session.player().step);
    if (!why.empty()) Log("--at is " + why);
  }
  if (options.json) {
    PrintJson(done);
  } else {
    PrintText(done);
  }
  return kDone;
}

}  // namespace

void AddRide(CLI::App* app, int* exit_code) {
  auto options = std::make_shared<RideOptions>();
  CLI::App* command =
      app->add_subcommand("ride", "Move a door or lift past a standing player, once");
  options->level.AddTo(command);
  options->level.AddStatesTo(command);
  command->add_option("--at", options->at, "Where the player stands (his foot)")
      ->type_name("X,Y,Z")
      ->required();
  command->add_option("--move", options->move, "What moves, and the state that it comes to")
      ->type_name("ENTITY=STATE")
      ->required();
  AddClosing(command, &options->closing);
  command->add_flag("--json", options->json, "One JSON object on stdout");
  command->footer(
      "Examples:\n"
      "  walk_monster ride maps/levels/cove --at 21.5,6,2.45 --move lift=top\n"
      "  walk_monster ride maps/levels/cove --state lift=top --at 21.5,6,6.95 --move lift=bottom\n"
      "Outcomes: carried (stands on it), aside (stands on something else), fell, left_world, "
      "crushed, bad_start. Exit code 0 whatever the outcome.");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace wm::cli
