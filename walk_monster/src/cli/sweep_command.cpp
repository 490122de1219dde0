#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <unistd.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "maps/shown_text.h"
#include "walk_monster/all_states.h"
#include "walk_monster/coverage.h"
#include "walk_monster/number_text.h"
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
  std::vector<std::string> spawns, plants;
  bool go_on = false;
  std::string region;
  std::optional<std::uint64_t> jitter;
  std::string closing;
  bool all_states = false;
  std::optional<std::uint64_t> max_states;
  std::optional<std::uint64_t> max_points, max_drives;
  std::string strategy;
  std::optional<double> apart;
  std::optional<std::uint64_t> seed;
  bool json = false;
  bool quiet = false;
};

// Shows how far the sweep is, and passes Ctrl-C on.
class Reporter final : public SweepListener {
 public:
  Reporter(const CoverageConfig& coverage, bool quiet)
      : quiet_(quiet), coverage_(coverage), progress_(quiet) {}

  void OnKnown(const Graph& known) override {
    if (quiet_) return;
    GraphChange change;
    change.points = known.points;
    change.edges = known.edges;
    coverage_.Apply(change);
  }

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

std::vector<Vec3> Settled(const std::vector<std::string>& texts, const std::string& option,
                          const Session& session) {
  std::vector<Vec3> feet;
  for (const std::string& text : texts) {
    feet.push_back(session.SettleSpawn(ParsePlace(text, option), option));
  }
  return feet;
}

// What a map was given to start from, as far as one can still stand there.
std::vector<Vec3> StoredPlaces(const StoredMap& known, std::string_view parameter,
                               const Session& session) {
  std::vector<Vec3> feet;
  for (const auto& [name, value] : known.run.parameters) {
    if (name != parameter) continue;
    try {
      feet.push_back(session.SettleSpawn(ParsePlace(value, name), name));
    } catch (const InputError& error) {
      Log("warning: skipped " + std::string(error.what()));
    }
  }
  return feet;
}

bool AreSpawnsGiven(const SweepCommand& command, const StoredMap* known) {
  if (known == nullptr) return !command.spawns.empty();
  return std::any_of(known->run.parameters.begin(), known->run.parameters.end(),
                     [](const auto& parameter) { return parameter.first == "spawn"; });
}

SweepSeeds SeedsOf(const SweepCommand& command, const Session& session, const StoredMap* known) {
  SweepSeeds seeds;
  seeds.spawns = Settled(command.spawns, "--spawn", session);
  if (known != nullptr) {
    seeds.spawns = StoredPlaces(*known, "spawn", session);
    seeds.plants = StoredPlaces(*known, "plant", session);
  }
  if (seeds.spawns.empty()) {
    seeds.spawns = session.LevelSeeds(command.quiet ? LogLine{} : LogLine{Log});
  }
  for (const Vec3 foot : Settled(command.plants, "--plant", session)) seeds.plants.push_back(foot);
  return seeds;
}

int Sectors(std::uint64_t given) {
  if (given == 4 || given == 8 || given == 16) return static_cast<int>(given);
  throw InputError("--sectors must be 4, 8 or 16");
}

Box ParseRegion(const std::string& text) {
  const auto wrong = [&](const char* why) {
    return InputError("--region '" + Shown(text, kMostShownName) + "': " + why);
  };
  if (std::count(text.begin(), text.end(), ',') != 5) {
    throw wrong("give six numbers as X0,Y0,Z0,X1,Y1,Z1");
  }
  std::size_t comma = 0;
  for (int i = 0; i < 3; ++i) comma = text.find(',', comma + 1);
  Box box;
  box.min = ParsePlace(text.substr(0, comma), "--region");
  box.max = ParsePlace(text.substr(comma + 1), "--region");
  if (box.min.x >= box.max.x || box.min.y >= box.max.y || box.min.z >= box.max.z) {
    throw wrong("the first corner must be below the second in every axis");
  }
  return box;
}

// A place of another density; without --region, everywhere.
void AddArea(const SweepCommand& command, SweepOptions* options) {
  if (!command.spacing && !command.sectors) {
    if (!command.region.empty()) throw InputError("--region needs --spacing or --sectors");
    return;
  }
  constexpr double kEverywhere = 1e7;
  DensityArea area;
  area.box = {{-kEverywhere, -kEverywhere, -kEverywhere}, {kEverywhere, kEverywhere, kEverywhere}};
  if (!command.region.empty()) area.box = ParseRegion(command.region);
  const Density before = options->areas.empty() ? Density{options->spacing, options->sectors}
                                                : options->areas.back().density;
  area.density.spacing = command.spacing.value_or(before.spacing);
  area.density.sectors = command.sectors ? Sectors(*command.sectors) : before.sectors;
  const double most = options->tile_width / kFewestSpacingsATile;
  if (!(area.density.spacing >= 0.05 && area.density.spacing <= most)) {
    throw InputError("--spacing must be 0.05 to " + Shortest(most) +
                     " on this map, whose tiles are " + Shortest(options->tile_width) + " m wide");
  }
  const bool is_known = options->areas.empty() ? command.region.empty() && area.density == before
                                               : options->areas.back() == area;
  if (!is_known) options->areas.push_back(area);
}

SweepOptions OptionsOf(const SweepCommand& command, const Session& session,
                       const StoredMap* known) {
  SweepOptions options = SweepOptionsOf(session);
  if (known != nullptr) {
    options = SweepOptionsOf(*known);
    AddArea(command, &options);
  } else {
    if (!command.region.empty()) {
      throw InputError("--region needs --continue: it refines a map that there is");
    }
    options.probe = !command.no_probe;
    constexpr std::uint64_t kMostSeed = 1ULL << 53;  // exact as a stored number
    options.jitter_seed = command.jitter.value_or(0);
    if (options.jitter_seed > kMostSeed) throw InputError("--jitter must be at most 2^53");
  }
  options.max_points = command.max_points.value_or(0);
  options.max_drives = command.max_drives.value_or(0);
  return options;
}

Closing ClosingFor(const SweepCommand& command, const StoredMap* known) {
  std::optional<Closing> given;
  if (!command.closing.empty()) given = ParseClosingOption(command.closing);
  if (known == nullptr) return given.value_or(Closing::kPush);
  const Closing made_with = ClosingOf(*known);
  if (given && *given != made_with) {
    throw InputError("--closing: the map was made with " + std::string(Name(made_with)) +
                     "; leave the option out, or sweep into another database");
  }
  return made_with;
}

// Another strategy than ours, if one was asked for.
std::optional<BaselineOptions> BaselineOf(const SweepCommand& command, double spacing) {
  const auto strategy = StrategyOf(command.strategy.empty() ? "directional" : command.strategy);
  if (!strategy) {
    throw InputError("--strategy '" + Shown(command.strategy, kMostShownName) +
                     "' is unknown; choose directional, proximity or rrt");
  }
  const auto belongs = [&](bool is_given, const char* option, Strategy to) {
    if (!is_given || *strategy == to) return;
    throw InputError(std::string(option) + " is for --strategy " + std::string(Name(to)) +
                     "; leave it out");
  };
  belongs(command.apart.has_value(), "--apart", Strategy::kProximity);
  belongs(command.seed.has_value(), "--seed", Strategy::kRrt);
  belongs(command.sectors.has_value(), "--sectors", Strategy::kDirectional);
  belongs(command.jitter.has_value(), "--jitter", Strategy::kDirectional);
  belongs(command.no_probe, "--no-probe", Strategy::kDirectional);
  belongs(command.all_states, "--all-states", Strategy::kDirectional);
  if (*strategy == Strategy::kDirectional) return std::nullopt;
  BaselineOptions baseline;
  baseline.strategy = *strategy;
  baseline.spacing = spacing;
  baseline.apart = command.apart.value_or(baseline.apart);
  if (!(baseline.apart >= 0.1 && baseline.apart <= 1.0)) {
    throw InputError("--apart must be 0.1 to 1, in spacings");
  }
  baseline.seed = command.seed.value_or(baseline.seed);
  baseline.max_points = command.max_points.value_or(0);
  baseline.max_drives = command.max_drives.value_or(0);
  if (*strategy == Strategy::kRrt && baseline.max_points == 0 && baseline.max_drives == 0) {
    throw InputError("--strategy rrt never ends by itself: give --max-drives or --max-points");
  }
  return baseline;
}

void CheckUse(const SweepCommand& command) {
  if (!command.go_on) return;
  if (command.db.empty()) throw InputError("--continue needs --db FILE, the map to go on with");
  if (command.no_probe) throw InputError("--no-probe: a map is probed or not from its beginning");
  if (command.jitter) throw InputError("--jitter: a map is jittered or not from its beginning");
  if (command.max_drives) throw InputError("--max-drives: only for a new map");
  if (!command.strategy.empty()) {
    throw InputError("--strategy: a map has its strategy from its beginning; leave it out");
  }
  if (!command.spawns.empty()) {
    throw InputError("--spawn: a map keeps its spawns; --plant adds a place to start from");
  }
}

// One sweep of one world state, and what a person is told of it.
struct Swept {
  std::string state;
  double load_seconds = 0.0;
  SweepReport report;
};

Swept SweepOnce(const SweepCommand& command) {
  LevelOptions level = command.level;
  std::optional<Continuation> continuation;
  if (command.go_on) continuation = OpenContinuation(command.db);
  const bool is_new = !continuation;
  if (is_new) {
    level.player.spacing = command.spacing;
    if (command.sectors) level.player.sectors = Sectors(*command.sectors);
    if (!command.db.empty()) Store::CheckPlace(command.db, command.replace || command.go_on);
  }
  const StoredMap* known = continuation ? &continuation->known : nullptr;
  if (known == nullptr) BaselineOf(command, 0.5);  // wrong use, before a level is loaded
  OnInterrupt(EndAtOnce);
  const ProgressLine load_clock(true);
  const Session session = OpenSession(level, command.quiet, known);
  SweepJob job;
  job.seeds = SeedsOf(command, session, known);
  job.spawns_are_given = AreSpawnsGiven(command, known);
  job.options = OptionsOf(command, session, known);
  job.closing = ClosingFor(command, known);
  if (known == nullptr) job.baseline = BaselineOf(command, job.options.spacing);
  job.db = command.db;
  job.replace = command.replace || command.go_on;
  Reporter reporter(CoverageConfig{job.options.spacing, session.player().height}, command.quiet);
  Swept swept;
  swept.state = session.world_state().name;
  swept.load_seconds = load_clock.Seconds();
  OnInterrupt(EndAfterPhase);
  job.continuation = std::move(continuation);
  swept.report = RunSweep(session, std::move(job), &reporter);
  reporter.ClearProgress();
  return swept;
}

// The world states in which something is left to find, one after the other.
std::vector<Swept> SweepAll(SweepCommand command) {
  if (command.db.empty()) throw InputError("--all-states needs --db FILE, to bring them together");
  const std::uint64_t most = command.max_states.value_or(64);
  std::vector<Swept> all;
  all.push_back(SweepOnce(command));
  command.go_on = true;
  command.replace = false;
  command.closing.clear();
  command.spacing.reset();
  command.sectors.reset();
  command.region.clear();
  command.plants.clear();
  command.spawns.clear();
  StateSearch search;
  while (all.back().report.progress.IsComplete()) {
    const StoredMap stored = LoadStoredMap(command.db);
    const auto next = search.Next(stored);
    if (!next) break;
    if (all.size() >= most) {
      Log("warning: stopped after " + std::to_string(most) +
          " world states, with more to find; --max-states raises that, --continue goes on");
      break;
    }
    command.level.states = *next;
    all.push_back(SweepOnce(command));
    if (!command.quiet) {
      const Swept& swept = all.back();
      Log("world state '" + Shown(swept.state) +
          "': " + std::to_string(swept.report.view.points.size()) + " points");
    }
  }
  return all;
}

nlohmann::ordered_json StatesJson(const std::vector<Swept>& all) {
  nlohmann::ordered_json states = nlohmann::ordered_json::array();
  for (const Swept& swept : all) {
    states.push_back({{"name", swept.state},
                      {"points", swept.report.view.points.size()},
                      {"area_m2", swept.report.progress.area_m2},
                      {"redriven_points", swept.report.result.counts.redriven},
                      {"outcome", swept.report.progress.outcome}});
  }
  return states;
}

void PrintJson(const SweepCommand& command, const std::vector<Swept>& all) {
  const SweepReport& report = all.front().report;
  const Graph& graph = report.view;
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
  out["load_seconds"] = all.front().load_seconds;
  out["area_m2"] = report.progress.area_m2;
  out["graph_hash"] = HashText(report.progress.graph_hash);
  out["outcome"] = report.progress.outcome;
  out["level"] = command.level.level;
  out["left_world"] = graph.exits.size();
  out["bad_starts"] = report.progress.bad_starts;
  out["state"] = all.front().state;
  out["stored_points"] = report.result.graph.points.size();
  out["redriven_points"] = report.result.counts.redriven;
  out["rides"] = report.result.counts.rides;
  out["crushed"] = report.result.counts.crushed;
  AddJudgement(report.judgement, graph, &out);
  if (command.all_states) out["states"] = StatesJson(all);
  Print(JsonLine(out) + "\n");
}

void PrintText(const std::vector<Swept>& all) {
  const SweepReport& report = all.front().report;
  const double load_seconds = all.front().load_seconds;
  const Graph& graph = report.view;
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
  if (const auto rides = report.result.counts.rides; rides > 0) {
    text += fmt::format("{} rides on doors and lifts, {} crushed\n", rides,
                        report.result.counts.crushed);
  }
  if (const auto redriven = report.result.counts.redriven; redriven > 0) {
    text += fmt::format("{} points of earlier runs were driven from again\n", redriven);
  }
  if (const auto bad_starts = report.progress.bad_starts; bad_starts > 0) {
    text += fmt::format(
        "{} drives could not begin where another had ended: the movement rests in geometry\n",
        bad_starts);
  }
  text += fmt::format("graph hash    {}\n", HashText(progress.graph_hash));
  text += TextOf(report.judgement, graph);
  for (std::size_t i = 1; i < all.size(); ++i) {
    text +=
        fmt::format("state         {}: {} points, {} m2\n", Shown(all[i].state),
                    all[i].report.view.points.size(), std::llround(all[i].report.progress.area_m2));
  }
  Print(text);
}

int Run(const SweepCommand& command) {
  CheckUse(command);
  std::vector<Swept> all;
  if (command.all_states) {
    all = SweepAll(command);
  } else {
    all.push_back(SweepOnce(command));
  }
  if (command.json) {
    PrintJson(command, all);
  } else {
    PrintText(all);
  }
  if (command.db.empty() && !command.quiet) {
    Log("nothing is stored: --db FILE keeps the map");
  }
  const bool is_interrupted = all.back().report.result.outcome == SweepOutcome::kInterrupted;
  return is_interrupted ? kInterrupted : kDone;
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
  command
      ->add_flag("--continue", options->go_on,
                 "Go on with the map in --db: after a kill, in another world state, denser, from "
                 "more places, or with a level that was edited")
      ->excludes("--replace");
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
  command
      ->add_option("--plant", options->plants,
                   "Start here as well; ground found only from here is kept apart. May repeat")
      ->type_name("X,Y,Z")
      ->allow_extra_args(false);
  options->level.AddStatesTo(command);
  command
      ->add_flag("--all-states", options->all_states,
                 "Sweep every state of doors and lifts in which something is left to find")
      ->needs(db);
  AddWhole(command, "--max-states", &options->max_states,
           "With --all-states: at most so many world states (64)");
  command
      ->add_option("--region", options->region,
                   "With --continue: where --spacing and --sectors change; else everywhere")
      ->type_name("X0,Y0,Z0,X1,Y1,Z1");
  AddClosing(command, &options->closing);
  AddWhole(command, "--jitter", &options->jitter,
           "Vary directions and lengths of walks to new ground, by this seed");
  AddWhole(command, "--max-points", &options->max_points,
           "Stop after the phase that finds this many; 0: no limit");
  AddWhole(command, "--max-drives", &options->max_drives,
           "Stop after the phase in which this many were driven; 0: no limit");
  command
      ->add_option("--strategy", options->strategy,
                   "directional, or a baseline to compare it with: proximity, rrt (directional)")
      ->type_name("NAME")
      ->check(NotEmpty());
  AddNumber(command, "--apart", &options->apart,
            "proximity: an end is a point where none is nearer [spacings] (0.7)");
  AddWhole(command, "--seed", &options->seed, "rrt: of its random targets (1)");
  command->add_flag("--json", options->json, "One JSON object on stdout");
  command->add_flag("--quiet", options->quiet, "No progress and no log lines");
  command->footer(
      "Examples:\n"
      "  walk_monster sweep maps/levels/cove --db cove.db\n"
      "  walk_monster sweep dungeon.obj --spacing 0.25 --spawn -3,2,0 --json\n"
      "  walk_monster sweep maps/levels/cove --db cove.db --continue --state 'hut door=open'\n"
      "  walk_monster sweep maps/levels/cove --db cove.db --continue --spacing 0.25 "
      "--region 0,0,-5,10,10,5\n"
      "Ctrl-C ends after the phase under way, with exit code 3; what was found is stored, and "
      "--continue goes on.");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace wm::cli
