#include <algorithm>
#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "collision/constants.h"
#include "maps/shown_text.h"
#include "walk_monster/number_text.h"
#include "walk_monster/src/cli/common.h"
#include "walk_monster/src/judgement_json.h"

namespace wm::cli {
namespace {

// One drive, asked for and done.
struct Drive {
  Vec3 from;
  DriveTarget target;
  DriveResult result;
};

struct DriveOptions {
  LevelOptions level;
  std::string from, to;
  bool json = false;
};

// What of the outcome needs words; empty where it needs none.
std::string Remark(const Session& session, const Drive& drive) {
  if (drive.result.outcome == Outcome::kBadStart) {
    return "--from is " + session.WhyNoFooting(drive.from, session.player().step);
  }
  const Vec3 off = drive.target.point - drive.result.end.foot;
  if (drive.result.outcome != Outcome::kBlocked || drive.target.is_heading ||
      HorizontalLength(off) > kReachedHorizontal) {
    return {};
  }
  return fmt::format(
      "arrived, but {:.2f} m {} the target; heights within {:.2f} m count as reached, "
      "--to X,Y takes any",
      std::abs(off.z), off.z > 0.0 ? "below" : "above", kReachedVertical);
}

void PrintJson(const Session& session, const Drive& drive) {
  const DriveResult& result = drive.result;
  const bool has_fallen = result.outcome == Outcome::kFell || result.outcome == Outcome::kLeftWorld;
  const std::string remark = Remark(session, drive);
  nlohmann::ordered_json out;
  out["outcome"] = Name(result.outcome);
  out["remark"] = remark.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(remark);
  out["end"] = PlaceJson(result.end.foot);
  out["ticks"] = result.ticks;
  out["walked_m"] = result.walked_m;
  out["drop_m"] = result.drop_m;
  out["takeoff"] = has_fallen ? PlaceJson(result.takeoff) : nlohmann::ordered_json();
  out["obstacles"] = nlohmann::ordered_json::array();
  for (const Obstacle& o : result.obstacles) {
    const WorldBody& body = session.world().bodies[o.body];
    out["obstacles"].push_back({{"entity", body.entity},
                                {"name", body.name},
                                {"point", PlaceJson(o.point)},
                                {"normal", PlaceJson(o.normal)}});
  }
  out["was_truncated"] = result.was_truncated;
  Print(JsonLine(out) + "\n");
}

void PrintText(const Session& session, const Drive& drive) {
  const DriveResult& result = drive.result;
  std::string text = fmt::format("outcome   {}\n", Name(result.outcome));
  if (const std::string remark = Remark(session, drive); !remark.empty()) {
    text += fmt::format("remark    {}\n", remark);
  }
  text += fmt::format("end       {}\n", RoundedPlace(result.end.foot, 3));
  text += fmt::format("ticks     {}\n", result.ticks);
  text += fmt::format("walked    {:.3f} m\n", result.walked_m);
  if (result.outcome == Outcome::kFell) text += fmt::format("drop      {:.3f} m\n", result.drop_m);
  for (const Obstacle& o : result.obstacles) {
    const WorldBody& body = session.world().bodies[o.body];
    text += fmt::format("obstacle  '{}' (entity {}) at {} normal {}\n",
                        Shown(body.name, kMostShownName), body.entity, RoundedPlace(o.point, 3),
                        RoundedPlace(o.normal, 3));
  }
  Print(text);
}

// X,Y,Z, or X,Y for any height.
DriveTarget ParseTarget(const std::string& text) {
  const bool is_flat = std::count(text.begin(), text.end(), ',') == 1;
  try {
    return {ParsePlace(is_flat ? text + ",0" : text, "--to"), is_flat};
  } catch (const InputError&) {
    throw InputError("--to '" + Shown(text, kMostShownName) +
                     "': give X,Y,Z, or X,Y for any height, without blanks; every number must be "
                     "within +-10,000 km");
  }
}

int Run(const DriveOptions& options) {
  Drive drive{ParsePlace(options.from, "--from"), ParseTarget(options.to), {}};
  const Session session = OpenSession(options.level, false);
  drive.result = DriveTowardPoint(session.contexts().front(), drive.from, drive.target);
  if (options.json) {
    PrintJson(session, drive);
  } else {
    PrintText(session, drive);
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
  command->add_option("--to", options->to, "Where he is steered; without Z at whatever height")
      ->type_name("X,Y[,Z]")
      ->required();
  command->add_flag("--json", options->json, "One JSON object on stdout");
  command->footer(
      "Example:\n  walk_monster drive maps/levels/cove --from 0,-16.5,0.5 --to 3,-16.5\n"
      "Places are feet, Z up, in metres. A height within 0.1 m of the target's is reached. Exit "
      "code 0 whatever the outcome.");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace wm::cli
