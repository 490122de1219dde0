#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "maps/shown_text.h"
#include "walk_monster/src/cli/common.h"

namespace wm::cli {
namespace {

struct DriveOptions {
  LevelOptions level;
  std::string from, to;
  bool json = false;
};

nlohmann::ordered_json PlaceJson(Vec3 p) { return {p.x, p.y, p.z}; }

void PrintJson(const Session& session, const DriveResult& result) {
  nlohmann::ordered_json out;
  out["outcome"] = Name(result.outcome);
  out["end"] = PlaceJson(result.end.foot);
  out["ticks"] = result.ticks;
  out["walked_m"] = result.walked_m;
  out["drop_m"] = result.drop_m;
  out["takeoff"] = PlaceJson(result.takeoff);
  out["obstacles"] = nlohmann::ordered_json::array();
  for (const Obstacle& o : result.obstacles) {
    const WorldBody& body = session.world().bodies[o.body];
    out["obstacles"].push_back({{"entity", body.entity},
                                {"name", body.name},
                                {"point", PlaceJson(o.point)},
                                {"normal", PlaceJson(o.normal)}});
  }
  out["was_truncated"] = result.was_truncated;
  // In ASCII: no name commands a terminal.
  Print(out.dump(2, ' ', true, nlohmann::json::error_handler_t::replace) + "\n");
}

void PrintText(const Session& session, const DriveResult& result) {
  const Vec3 end = result.end.foot;
  std::string text = fmt::format("outcome   {}\n", Name(result.outcome));
  text += fmt::format("end       {:.3f},{:.3f},{:.3f}\n", end.x, end.y, end.z);
  text += fmt::format("ticks     {}\n", result.ticks);
  text += fmt::format("walked    {:.3f} m\n", result.walked_m);
  if (result.outcome == Outcome::kFell) text += fmt::format("drop      {:.3f} m\n", result.drop_m);
  for (const Obstacle& o : result.obstacles) {
    const WorldBody& body = session.world().bodies[o.body];
    text += fmt::format(
        "obstacle  '{}' (entity {}) at {:.3f},{:.3f},{:.3f} normal {:.3f},{:.3f},{:.3f}\n",
        Shown(body.name, kMostShownName), body.entity, o.point.x, o.point.y, o.point.z, o.normal.x,
        o.normal.y, o.normal.z);
  }
  Print(text);
}

int Run(const DriveOptions& options) {
  const Vec3 from = ParsePlace(options.from, "--from");
  const Vec3 to = ParsePlace(options.to, "--to");
  const Session session = OpenSession(options.level, false);
  const DriveResult result =
      DriveTowardPoint(session.contexts().front(), from, DriveTarget::Point(to));
  if (options.json) {
    PrintJson(session, result);
  } else {
    PrintText(session, result);
  }
  return kDone;
}

}  // namespace

void AddDrive(CLI::App* app, int* exit_code) {
  auto options = std::make_shared<DriveOptions>();
  CLI::App* command = app->add_subcommand("drive", "Walk from one place toward another, once");
  options->level.AddTo(command);
  command->add_option("--from", options->from, "Where the player stands (his foot)")
      ->type_name("X,Y,Z")
      ->required();
  command->add_option("--to", options->to, "Where he is steered")->type_name("X,Y,Z")->required();
  command->add_flag("--json", options->json, "One JSON object on stdout");
  command->footer(
      "Example:\n  walk_monster drive maps/levels/cove --from 3,2,0 --to 5,2,0\n"
      "Places are feet, Z up, in metres. Exit code 0 whatever the outcome.");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace wm::cli
