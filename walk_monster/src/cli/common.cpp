#include "walk_monster/src/cli/common.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <thread>

#include "maps/shown_text.h"
#include "walk_monster/sweep.h"

namespace wm::cli {

namespace {

template <typename Number>
CLI::Option* AddParsed(CLI::App* command, const std::string& name, std::optional<Number>* value,
                       const std::string& help, const char* type, const char* complaint) {
  const auto parse = [name, value, complaint](const CLI::results_t& results) {
    const std::string& text = results.front();
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() ||
        !std::isfinite(static_cast<double>(number))) {
      throw InputError(name + " '" + Shown(text, kMostShownName) + "': " + complaint);
    }
    *value = number;
    return true;
  };
  return command->add_option(name, parse, help)->type_name(type);
}

}  // namespace

CLI::Option* AddNumber(CLI::App* command, const std::string& name, std::optional<double>* value,
                       const std::string& help) {
  return AddParsed(command, name, value, help, "NUMBER", "give a number, such as 0.5");
}

CLI::Option* AddWhole(CLI::App* command, const std::string& name,
                      std::optional<std::uint64_t>* value, const std::string& help) {
  return AddParsed(command, name, value, help, "N", "give a whole number, such as 8");
}

CLI::Validator NotEmpty() {
  return CLI::Validator(
      [](const std::string& text) { return text.empty() ? "is empty" : std::string(); }, "");
}

void LevelOptions::AddTo(CLI::App* command) {
  command
      ->add_option("LEVEL", level,
                   "Level folder, or a mesh file (obj, gltf, glb, fbx, dae, ply, stl)")
      ->required()
      ->check(NotEmpty());
  command->add_option("--mover", mover, "Movement code: walker (default) or bullet_character")
      ->type_name("NAME");
  command->add_option("--backend", backend, "Collision: bullet (default) or brute")
      ->type_name("NAME");
  command->add_option("--up", up, "Up axis of meshes, if the format's is wrong: z or y")
      ->type_name("AXIS")
      ->check(NotEmpty());
  AddNumber(command, "--units", &metres_per_unit, "Metres per unit of meshes")->type_name("M");
  AddNoCache(command, &no_cache);
  const std::string group = "Player";
  AddNumber(command, "--radius", &player.radius, "Capsule radius [m] (0.3)")->group(group);
  AddNumber(command, "--height", &player.height, "Capsule height [m] (1.8)")->group(group);
  AddNumber(command, "--step", &player.step, "Highest step, up and down [m] (0.35)")->group(group);
  AddNumber(command, "--slope-deg", &player.slope_limit_deg, "Steepest walkable slope (45)")
      ->group(group);
  AddNumber(command, "--skin", &player.skin, "Motion stops this near to a wall [m] (0.02)")
      ->group(group);
  AddNumber(command, "--speed", &player.speed, "Walk speed [m/s] (3)")->group(group);
  AddNumber(command, "--tick-hz", &player.tick_hz, "Ticks a second (60)")->group(group);
  AddNumber(command, "--gravity", &player.gravity, "Gravity [m/s^2] (9.81)")->group(group);
}

void AddStates(CLI::App* command, std::vector<std::string>* states) {
  command
      ->add_option("--state", *states,
                   "World state: a door or lift, by name or id, and its state; 'initial' for how "
                   "the level begins. May repeat")
      ->type_name("ENTITY=STATE")
      ->allow_extra_args(false);
}

void AddNoCache(CLI::App* command, bool* no_cache) {
  command->add_flag("--no-cache", *no_cache,
                    "Read every file of the level, and keep nothing in its .walk_monster");
}

void AddClosing(CLI::App* command, std::string* closing) {
  command
      ->add_option("--closing", *closing,
                   "What moving doors and lifts do to players in their way: push or overlap (push)")
      ->type_name("WAY")
      ->check(NotEmpty());
}

Closing ParseClosingOption(const std::string& closing) {
  if (const auto parsed = ParseClosing(closing)) return *parsed;
  throw InputError("--closing '" + Shown(closing, kMostShownName) + "': choose push or overlap");
}

void LevelOptions::AddStatesTo(CLI::App* command) { AddStates(command, &states); }

namespace {

// The state that a map was swept in last, as far as the level still has it.
std::vector<std::string> LastState(const StoredMap& known, const Map& map) {
  std::vector<std::string> words;
  for (const StateChoice& choice : known.states[known.state].choices) {
    for (const Entity& entity : map.entities) {
      for (const EntityState& state : entity.states) {
        if (entity.id != choice.entity || state.name != choice.state) continue;
        words.push_back(std::to_string(entity.id) + "=" + state.name);
      }
    }
  }
  return words;
}

}  // namespace

Session OpenSession(const LevelOptions& options, bool quiet, const StoredMap* known) {
  LoadOptions load;
  if (!quiet) load.log = Log;
  load.use_cache = !options.no_cache;
  if (options.up == "y") {
    load.up = UpAxis::kY;
  } else if (options.up == "z") {
    load.up = UpAxis::kZ;
  } else if (!options.up.empty()) {
    throw InputError("--up '" + options.up + "': choose z or y");
  }
  if (const auto metres = options.metres_per_unit) {
    if (!(*metres >= 1e-6 && *metres <= 1e6)) {
      throw InputError("--units: give metres per unit, 0.000001 to 1000000");
    }
    load.metres_per_unit = metres;
  }
  SessionOptions session;
  session.overrides = options.player;
  session.overrides.mover = options.mover;
  session.overrides.backend = options.backend;
  constexpr std::uint64_t kMostThreads = 256;
  const std::uint64_t cores =
      std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1, kMostThreads);
  const std::uint64_t threads = options.threads.value_or(cores);
  if (threads < 1 || threads > kMostThreads) throw InputError("--threads must be 1 to 256");
  session.threads = static_cast<int>(threads);
  session.states = options.states;
  Map map = LoadMap(options.level, load);
  if (known != nullptr) {
    TakeOptionsOf(*known, &session);
    if (session.states.empty()) session.states = LastState(*known, map);
  }
  return Session(std::move(map), session);
}

}  // namespace wm::cli
