#include <atomic>
#include <cmath>
#include <csignal>
#include <unistd.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "walk_monster/coverage.h"
#include "walk_monster/src/cli/common.h"
#include "walk_monster/src/cli/progress.h"
#include "walk_monster/src/judgement_json.h"
#include "walk_monster/sweep.h"

namespace wm::cli {
namespace {

// The one thing that a signal handler may touch.
std::atomic<bool> g_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void EndAfterPhase(int) { g_interrupted = true; }

// While there is nothing to keep yet.
void EndAtOnce(int) { _exit(kInterrupted); }

void OnInterrupt(void (*action)(int)) {
  std::signal(SIGINT, action);
  std::signal(SIGTERM, action);
}

struct SweepCommand {
  LevelOptions level;
  std::string db;
  bool replace = false;
  std::optional<double> spacing;
  std::optional<std::uint64_t> sectors;
  bool no_probe = false;
  std::vector<std::string> spawns;
  std::optional<std::uint64_t> max_points;
  bool json = false;
  bool quiet = false;
};

// Shows how far the sweep is, and passes Ctrl-C on.
class Reporter final : public SweepListener {
 public:
  Reporter(const CoverageConfig& coverage, bool quiet)
      : quiet_(quiet), coverage_(coverage), progress_(quiet) {}

  void OnPhase(const GraphChange& change, const SweepCounts& counts) override {
    if (quiet_) return;
    coverage_.Apply(change);
    if (progress_.IsDue()) progress_.Show(counts, coverage_.AreaM2());
  }

  bool ShouldStop() override { return g_interrupted; }

  void ClearProgress() { progress_.Clear(); }

 private:
  bool quiet_;
  Coverage coverage_;
  ProgressLine progress_;
};

std::vector<Vec3> SeedsOf(const SweepCommand& command, const Session& session) {
  if (command.spawns.empty()) {
    return session.LevelSeeds(command.quiet ? LogLine{} : LogLine{Log});
  }
  std::vector<Vec3> seeds;
  for (const std::string& text : command.spawns) {
    seeds.push_back(session.SettleSpawn(ParsePlace(text, "--spawn"), "--spawn"));
  }
  return seeds;
}

void PrintJson(const Session& session, const SweepReport& report, double load_seconds) {
  const Graph& graph = report.result.graph;
  const GraphCounts counts = CountGraph(graph);
  nlohmann::ordered_json out;
  out["points"] = graph.points.size();
  out["edges"] = graph.edges.size();
  out["one_way"] = counts.one_way;
  out["drops"] = counts.drops;
  out["obstacles"] = graph.obstacles.size();
  out["drives"] = report.progress.drives;
  out["ticks"] = report.progress.ticks;
  out["seconds"] = report.progress.seconds;
  out["cpu_seconds"] = report.progress.cpu_seconds;
  out["load_seconds"] = load_seconds;
  out["area_m2"] = report.progress.area_m2;
  out["graph_hash"] = HashText(report.progress.graph_hash);
  out["outcome"] = report.progress.outcome;
  out["level"] = session.map().path.string();
  out["left_world"] = graph.exits.size();
  out["bad_starts"] = report.result.counts.bad_starts;
  AddJudgement(report.judgement, graph, &out);
  Print(JsonLine(out) + "\n");
}

void PrintText(const SweepReport& report, double load_seconds) {
  const Graph& graph = report.result.graph;
  const GraphCounts counts = CountGraph(graph);
  const RunProgress& progress = report.progress;
  std::string text =
      fmt::format("{}: {} points, {} edges, {} m2\n", progress.outcome, graph.points.size(),
                  graph.edges.size(), std::llround(progress.area_m2));
  text += fmt::format("{} drops, {} one-way, {} obstacles, {} drives out of the level\n",
                      counts.drops, counts.one_way, graph.obstacles.size(), graph.exits.size());
  text += fmt::format("{} drives, {} ticks, {:.2f} s ({:.2f} s CPU), loading {:.2f} s\n",
                      progress.drives, progress.ticks, progress.seconds, progress.cpu_seconds,
                      load_seconds);
  if (const auto bad_starts = report.result.counts.bad_starts; bad_starts > 0) {
    text += fmt::format(
        "{} drives could not begin where another had ended: the movement rests in geometry\n",
        bad_starts);
  }
  text += fmt::format("graph hash    {}\n", HashText(progress.graph_hash));
  Print(text + TextOf(report.judgement, graph));
}

int Sectors(std::uint64_t given) {
  if (given == 4 || given == 8 || given == 16) return static_cast<int>(given);
  throw InputError("--sectors must be 4, 8 or 16");
}

int Run(const SweepCommand& command) {
  LevelOptions level = command.level;
  level.player.spacing = command.spacing;
  if (command.sectors) level.player.sectors = Sectors(*command.sectors);
  if (!command.db.empty()) Store::CheckPlace(command.db, command.replace);
  OnInterrupt(EndAtOnce);
  const ProgressLine load_clock(true);
  const Session session = OpenSession(level, command.quiet);
  const std::vector<Vec3> seeds = SeedsOf(command, session);
  const double load_seconds = load_clock.Seconds();

  OnInterrupt(EndAfterPhase);
  SweepJob job;
  job.seeds = seeds;
  job.options = SweepOptionsOf(session);
  job.options.probe = !command.no_probe;
  job.options.max_points = command.max_points.value_or(0);
  job.db = command.db;
  job.replace = command.replace;
  Reporter reporter({session.spacing(), session.player().height}, command.quiet);
  const SweepReport report = RunSweep(session, job, &reporter);
  reporter.ClearProgress();
  if (command.json) {
    PrintJson(session, report, load_seconds);
  } else {
    PrintText(report, load_seconds);
  }
  if (command.db.empty() && !command.quiet) {
    Log("nothing is stored: --db FILE keeps the map");
  }
  return report.result.outcome == SweepOutcome::kInterrupted ? kInterrupted : kDone;
}

}  // namespace

void AddSweep(CLI::App* app, int* exit_code) {
  auto options = std::make_shared<SweepCommand>();
  CLI::App* command =
      app->add_subcommand("sweep", "Explore a level and store where a player can go");
  options->level.AddTo(command);
  CLI::Option* db =
      command->add_option("--db", options->db, "Database to write; without it nothing is stored")
          ->type_name("FILE")
          ->check(NotEmpty());
  command->add_flag("--replace", options->replace, "Replace an existing database")->needs(db);
  AddNumber(command, "--spacing", &options->spacing, "Distance of points on open ground [m] (0.5)");
  AddWhole(command, "--sectors", &options->sectors,
           "Directions a point is expanded in: 4, 8 or 16 (8)");
  command->add_flag("--no-probe", options->no_probe, "Do not look for openings along boundaries");
  AddWhole(command, "--threads", &options->level.threads, "Threads that walk (all cores)");
  command
      ->add_option("--spawn", options->spawns,
                   "Start here instead of at the level's spawns; may repeat")
      ->type_name("X,Y,Z")
      ->allow_extra_args(false);
  AddWhole(command, "--max-points", &options->max_points,
           "Stop after the phase that finds this many; 0: no limit");
  command->add_flag("--json", options->json, "One JSON object on stdout");
  command->add_flag("--quiet", options->quiet, "No progress and no log lines");
  command->footer(
      "Examples:\n"
      "  walk_monster sweep maps/levels/cove --db cove.db\n"
      "  walk_monster sweep dungeon.obj --spacing 0.25 --spawn -3,2,0 --json\n"
      "Ctrl-C ends after the phase under way, with exit code 3; what was found is stored.");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace wm::cli
