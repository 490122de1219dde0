#include "walk_monster/src/cli/common.h"

#include <charconv>
#include <cmath>
#include <cstdio>

#include <fmt/core.h>

namespace wm::cli {

CLI::Option* AddNumber(CLI::App* command, const std::string& name, std::optional<double>* value,
                       const std::string& help) {
  const auto parse = [name, value](const CLI::results_t& results) {
    const std::string& text = results.front();
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
      throw InputError(name + " '" + text + "': not a number");
    }
    *value = number;
    return true;
  };
  return command->add_option(name, parse, help)->type_name("NUMBER");
}

void LevelOptions::AddTo(CLI::App* command) {
  command
      ->add_option("LEVEL", level,
                   "Level folder, or a mesh file (obj, gltf, glb, fbx, dae, ply, stl)")
      ->required();
  command->add_option("--mover", mover, "Movement code: walker (default) or bullet_character")
      ->type_name("NAME");
  command->add_option("--backend", backend, "Collision: bullet (default) or brute")
      ->type_name("NAME");
  command->add_option("--up", up, "Up axis of meshes, if the format's is wrong: z or y")
      ->type_name("AXIS");
  command->add_option("--units", metres_per_unit, "Metres per unit of meshes")->type_name("M");
  const std::string group = "Player";
  AddNumber(command, "--radius", &player.radius, "Capsule radius [m] (0.3)")->group(group);
  AddNumber(command, "--height", &player.height, "Capsule height [m] (1.8)")->group(group);
  AddNumber(command, "--step", &player.step, "Highest step climbed [m] (0.35)")->group(group);
  AddNumber(command, "--slope-deg", &player.slope_limit_deg, "Steepest walkable slope (45)")
      ->group(group);
  AddNumber(command, "--skin", &player.skin, "Motion stops this near to a wall [m] (0.02)")
      ->group(group);
  AddNumber(command, "--speed", &player.speed, "Walk speed [m/s] (3)")->group(group);
  AddNumber(command, "--tick-hz", &player.tick_hz, "Ticks a second (60)")->group(group);
  AddNumber(command, "--gravity", &player.gravity, "Gravity [m/s^2] (9.81)")->group(group);
}

Session OpenSession(const LevelOptions& options, bool quiet) {
  LoadOptions load;
  if (!quiet) load.log = Log;
  if (options.up == "y") {
    load.up = UpAxis::kY;
  } else if (options.up == "z") {
    load.up = UpAxis::kZ;
  } else if (!options.up.empty()) {
    throw InputError("--up '" + options.up + "': choose z or y");
  }
  if (!options.metres_per_unit.empty()) {
    const std::string& text = options.metres_per_unit;
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() ||
        !(number >= 1e-6 && number <= 1e6)) {
      throw InputError("--units '" + text + "': give metres per unit, 0.000001 to 1000000");
    }
    load.metres_per_unit = number;
  }
  SessionOptions session;
  session.overrides = options.player;
  session.overrides.mover = options.mover;
  session.overrides.backend = options.backend;
  session.threads = options.threads;
  return Session(LoadMap(options.level, load), session);
}

void Log(std::string_view line) { fmt::print(stderr, "{}\n", line); }

}  // namespace wm::cli
