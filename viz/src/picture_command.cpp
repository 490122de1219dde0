#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "viz/commands.h"
#include "viz/picture/picture.h"
#include "walk_monster/barriers.h"
#include "walk_monster/session.h"
#include "walk_monster/view.h"

namespace wm {
namespace {

struct PictureCommand {
  std::string db, out;
  std::optional<std::string> storey, height, distance_from;
  std::vector<std::string> states;
};

std::pair<double, double> ParseHeights(const std::string& text) {
  double low = 0.0, high = 0.0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, low);
  const bool has_comma = first.ec == std::errc() && first.ptr != end && *first.ptr == ',';
  const auto second = std::from_chars(has_comma ? first.ptr + 1 : end, end, high);
  if (!has_comma || second.ec != std::errc() || second.ptr != end || !std::isfinite(low) ||
      !std::isfinite(high) || low > high) {
    throw InputError("--height '" + text +
                     "': give two foot heights, the lower first, as in -1,2.5");
  }
  return {low, high};
}

int ParseStorey(const std::string& text) {
  int storey = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), storey);
  if (error != std::errc() || end != text.data() + text.size() || storey < 0) {
    throw InputError("--storey '" + text + "': give a number from 0, the lowest, on");
  }
  return storey;
}

DistanceMap DistancesFrom(const StoredMap& map, const std::string& text) {
  const Vec3 place = ParsePlace(text, "--distance-from");
  const auto start = PointMeant(map.graph, place);
  if (!start) {
    throw InputError("--distance-from " + text +
                     ": nobody stands within 0.75 m of it in this world state");
  }
  return {map.graph.points[*start].foot, ShortestWalks(map.graph, {&*start, 1}).metres};
}

void Run(const PictureCommand& command) {
  const std::filesystem::path out = command.out;
  // A slip of the pen must not cost a map.
  if (out.extension() != ".png" && out.extension() != ".PNG") {
    throw InputError("--out '" + command.out + "': pictures are PNG files, name one *.png");
  }
  std::error_code ignored;
  if (std::filesystem::equivalent(command.db, out, ignored)) {
    throw InputError("--out '" + command.out + "': is the database itself, name another file");
  }
  PictureOptions options;
  if (command.storey) options.storey = ParseStorey(*command.storey);
  if (command.height) options.heights = ParseHeights(*command.height);
  const StoredMap map = InState(LoadStoredMap(command.db), command.states);
  if (map.graph.points.empty()) {
    throw InputError(command.db + ": holds no points: there is nothing to draw; sweep again");
  }
  if (command.distance_from) options.distance = DistancesFrom(map, *command.distance_from);
  WritePicture(map, options, out);
}

}  // namespace

void AddPictureCommand(CLI::App* app, int* exit_code) {
  auto options = std::make_shared<PictureCommand>();
  CLI::App* command = app->add_subcommand("picture", "Draw a coverage database from above");
  command->add_option("DB", options->db, "Database that sweep --db has written")
      ->required()
      ->check([](const std::string& text) { return text.empty() ? "is empty" : std::string(); });
  command->add_option("--out", options->out, "Picture to write")->type_name("FILE.png")->required();
  CLI::Option* storey =
      command->add_option("--storey", options->storey, "Only this storey; 0 is the lowest")
          ->type_name("N");
  command->add_option("--height", options->height, "Only feet from A to B metres high")
      ->type_name("A,B")
      ->excludes(storey);
  command
      ->add_option("--distance-from", options->distance_from,
                   "Colour the ground by how far it is to walk from here (a foot)")
      ->type_name("X,Y,Z");
  command
      ->add_option("--state", options->states,
                   "World state: a door or lift, by name or id, and its state. May repeat")
      ->type_name("ENTITY=STATE")
      ->allow_extra_args(false);
  command->footer(
      "Examples:\n"
      "  walk_monster picture cove.db --out cove.png\n"
      "  walk_monster picture cove.db --out cellar.png --height -3,-0.5\n"
      "  walk_monster picture cove.db --out far.png --distance-from 0,-16.5,0.4");
  command->callback([options, exit_code] {
    Run(*options);
    *exit_code = 0;
  });
}

}  // namespace wm
