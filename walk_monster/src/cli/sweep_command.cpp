#include <atomic>
#include <csignal>
#include <unistd.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <tbb/global_control.h>

#include "walk_monster/contracts.h"
#include "walk_monster/coverage.h"
#include "walk_monster/explorer.h"
#include "walk_monster/src/cli/common.h"
#include "walk_monster/src/cli/progress.h"
#include "walk_monster/store.h"

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

double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Stores and reports every phase.
class Recorder final : public SweepListener {
 public:
  Recorder(std::optional<Store>* store, const CoverageConfig& coverage, bool quiet)
      : store_(*store), coverage_(coverage), progress_(quiet), cpu_start_(CpuSeconds()) {}

  void OnPhase(const GraphChange& change, const SweepCounts& counts) override {
    coverage_.Apply(change);
    counts_ = counts;
    if (store_) store_->Commit(change, Progress("running"));
    if (progress_.IsDue()) progress_.Show(counts, coverage_.AreaM2());
  }

  bool ShouldStop() override { return g_interrupted; }

  void ClearProgress() { progress_.Clear(); }

  RunProgress Progress(std::string_view outcome) const {
    RunProgress progress;
    progress.phase = counts_.phases;
    progress.next_colour = counts_.next_colour;
    progress.drives = counts_.drives;
    progress.ticks = counts_.ticks;
    progress.outcome = outcome;
    progress.seconds = progress_.Seconds();
    progress.cpu_seconds = CpuSeconds() - cpu_start_;
    return progress;
  }

 private:
  std::optional<Store>& store_;
  Coverage coverage_;
  ProgressLine progress_;
  double cpu_start_;
  SweepCounts counts_;
};

RunRecord RecordOf(const SweepCommand& command, const Session& session,
                   std::span<const Vec3> seeds) {
  RunRecord record;
  record.level = command.level.level;
  record.mover = Name(session.mover());
  record.backend = Name(session.backend());
  const PlayerConfig& player = session.player();
  const auto add = [&](const char* name, double value) {
    record.parameters.emplace_back(name, fmt::format("{}", value));
  };
  add("radius", player.radius);
  add("height", player.height);
  add("step", player.step);
  add("slope_deg", player.slope_limit_deg);
  add("skin", player.skin);
  add("speed", player.speed);
  add("tick_seconds", player.tick_seconds);
  add("gravity", player.gravity);
  add("spacing", session.spacing());
  add("sectors", session.sectors());
  add("probe", command.no_probe ? 0 : 1);
  add("tile_width", 16.0 * session.spacing());
  for (Vec3 seed : seeds) record.parameters.emplace_back("seed", PlaceText(seed));
  return record;
}

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

struct Summary {
  const SweepResult& result;
  RunProgress progress;
  double load_seconds;
  std::size_t one_way = 0;
  std::size_t drops = 0;

  void Count() {
    for (const GraphEdge& edge : result.graph.edges) {
      drops += edge.IsDrop();
      one_way += edge.IsOneWay() && !edge.IsDrop();
    }
  }
};

void PrintJson(const Summary& s) {
  nlohmann::ordered_json out;
  out["points"] = s.result.graph.points.size();
  out["edges"] = s.result.graph.edges.size();
  out["one_way"] = s.one_way;
  out["drops"] = s.drops;
  out["obstacles"] = s.result.graph.obstacles.size();
  out["drives"] = s.progress.drives;
  out["ticks"] = s.progress.ticks;
  out["seconds"] = s.progress.seconds;
  out["cpu_seconds"] = s.progress.cpu_seconds;
  out["load_seconds"] = s.load_seconds;
  out["area_m2"] = s.progress.area_m2;
  out["graph_hash"] = fmt::format("{:016x}", s.progress.graph_hash);
  out["outcome"] = s.progress.outcome;
  Print(out.dump() + "\n");
}

void PrintText(const Summary& s, const Map& map) {
  const Graph& graph = s.result.graph;
  std::string text =
      fmt::format("{}: {} points, {} edges, {} m2\n", s.progress.outcome, graph.points.size(),
                  graph.edges.size(), std::llround(s.progress.area_m2));
  text += fmt::format("{} drops, {} one-way, {} obstacles, {} drives out of the level\n", s.drops,
                      s.one_way, graph.obstacles.size(), graph.exits.size());
  text += fmt::format("{} drives, {} ticks, {:.2f} s ({:.2f} s CPU), loading {:.2f} s\n",
                      s.progress.drives, s.progress.ticks, s.progress.seconds,
                      s.progress.cpu_seconds, s.load_seconds);
  if (s.result.counts.bad_starts > 0) {
    text += fmt::format(
        "{} drives could not begin where another had ended: the movement rests in "
        "geometry\n",
        s.result.counts.bad_starts);
  }
  text += fmt::format("graph hash {:016x}\n", s.progress.graph_hash);
  const std::vector<ContractResult> contracts = EvaluateContracts(graph, map.entities);
  if (!contracts.empty() && s.result.outcome != SweepOutcome::kComplete) {
    text += "the sweep is not complete: what it has not reached yet counts as broken\n";
  }
  for (const ContractResult& contract : contracts) text += LineOf(contract) + "\n";
  Print(text);
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

  // As many as were asked for, also beyond the cores: else TBB grumbles on stderr.
  const tbb::global_control workers(tbb::global_control::max_allowed_parallelism,
                                    session.contexts().size());
  OnInterrupt(EndAfterPhase);
  std::optional<Store> store;
  if (!command.db.empty()) {
    store = Store::Create(command.db, command.replace, RecordOf(command, session, seeds),
                          session.map());
  }
  SweepOptions options;
  options.spacing = session.spacing();
  options.sectors = session.sectors();
  options.probe = !command.no_probe;
  options.max_points = command.max_points.value_or(0);
  const CoverageConfig coverage{options.spacing, session.player().height};
  Recorder recorder(&store, coverage, command.quiet);
  const SweepResult result = Explore(session.contexts(), seeds, options, &recorder);

  Summary summary{result, recorder.Progress(Name(result.outcome)), load_seconds};
  summary.progress.area_m2 = Cover(result.graph, coverage).AreaM2();
  summary.progress.graph_hash = HashGraph(result.graph);
  if (store) store->Commit({}, summary.progress);
  summary.Count();
  recorder.ClearProgress();
  if (command.json) {
    PrintJson(summary);
  } else {
    PrintText(summary, session.map());
  }
  return result.outcome == SweepOutcome::kInterrupted ? kInterrupted : kDone;
}

}  // namespace

void AddSweep(CLI::App* app, int* exit_code) {
  auto options = std::make_shared<SweepCommand>();
  CLI::App* command =
      app->add_subcommand("sweep", "Explore a level and store where a player can go");
  options->level.AddTo(command);
  command->add_option("--db", options->db, "Database to write; without it nothing is stored")
      ->type_name("FILE")
      ->check(NotEmpty());
  command->add_flag("--replace", options->replace, "Replace an existing database");
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
