#include "walk_monster/sweep.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>
#include <span>
#include <type_traits>

#include <sys/resource.h>
#include <tbb/global_control.h>

#include "maps/shown_text.h"
#include "walk_monster/coverage.h"
#include "walk_monster/number_text.h"
#include "walk_monster/src/revision.h"
#include "walk_monster/src/ride_drives.h"
#include "walk_monster/src/rides.h"
#include "walk_monster/view.h"

namespace wm {
namespace {

// Wall time and that of all threads, since it was made.
class Clock {
 public:
  void WriteTo(RunProgress* progress) const {
    const auto elapsed = std::chrono::steady_clock::now() - start_;
    progress->seconds = std::chrono::duration<double>(elapsed).count();
    progress->cpu_seconds = CpuSeconds() - cpu_start_;
  }

 private:
  static double CpuSeconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double cpu_start_ = CpuSeconds();
};

// Stores every phase before anybody hears of it.
class Recorder final : public SweepListener {
 public:
  Recorder(Store* store, const RunProgress& before, SweepListener* listener, const Clock& clock)
      : store_(store), before_(before), listener_(listener), clock_(clock) {}

  void OnKnown(const Graph& known) override {
    if (listener_ != nullptr) listener_->OnKnown(known);
  }

  void OnPhase(const GraphChange& change, const SweepCounts& counts) override {
    if (store_ != nullptr) store_->Commit(change, Progress(counts));
    if (listener_ != nullptr) listener_->OnPhase(change, counts);
  }

  bool ShouldStop() override { return listener_ != nullptr && listener_->ShouldStop(); }

  RunProgress Progress(const SweepCounts& counts) const {
    RunProgress progress;
    progress.phase = counts.phases;
    progress.next_colour = counts.next_colour;
    progress.drives = counts.drives;
    progress.ticks = counts.ticks;
    progress.bad_starts = counts.bad_starts;
    clock_.WriteTo(&progress);
    progress.seconds += before_.seconds;
    progress.cpu_seconds += before_.cpu_seconds;
    return progress;
  }

 private:
  Store* store_;
  const RunProgress before_;
  SweepListener* listener_;
  const Clock& clock_;
};

std::string NumbersText(std::span<const double> numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : ",") + Shortest(number);
  return text;
}

std::string TextOf(const DensityArea& area) {
  const auto [low, high] = area.box;
  const double numbers[] = {low.x,
                            low.y,
                            low.z,
                            high.x,
                            high.y,
                            high.z,
                            area.density.spacing,
                            static_cast<double>(area.density.sectors)};
  return NumbersText(numbers);
}

RunRecord RecordOf(const Session& session, const SweepJob& job) {
  RunRecord record;
  record.level = session.map().path.string();
  record.mover = session.mover_name();
  record.backend = Name(session.backend());
  const PlayerConfig& player = session.player();
  const SweepOptions& options = job.options;
  const std::pair<const char*, double> numbers[] = {
      {"radius", player.radius},      {"height", player.height},
      {"step", player.step},          {"slope_deg", player.slope_limit_deg},
      {"skin", player.skin},          {"speed", player.speed},
      {"tick_hz", session.tick_hz()}, {"gravity", player.gravity},
      {"spacing", options.spacing},
  };
  const std::pair<const char*, double> directional[] = {
      {"sectors", options.sectors},
      {"jitter", static_cast<double>(options.jitter_seed)},
      {"probe", options.probe ? 1 : 0},
      {"tile_width", options.tile_width > 0.0 ? options.tile_width : 16.0 * options.spacing},
  };
  std::vector<std::pair<std::string, std::string>>& parameters = record.parameters;
  const auto add = [&](std::span<const std::pair<const char*, double>> named) {
    for (const auto& [name, value] : named) parameters.emplace_back(name, Shortest(value));
  };
  add(numbers);
  if (!job.baseline) {
    add(directional);
  } else {
    record.strategy = Name(job.baseline->strategy);
    if (job.baseline->strategy == Strategy::kProximity) {
      parameters.emplace_back("apart", Shortest(job.baseline->apart));
    } else {
      parameters.emplace_back("seed", std::to_string(job.baseline->seed));
    }
  }
  parameters.emplace_back("closing", Name(job.closing));
  for (const DensityArea& area : options.areas) parameters.emplace_back("area", TextOf(area));
  const char* const spawn = job.spawns_are_given ? "spawn" : "level_spawn";
  for (const Vec3 foot : job.seeds.spawns) parameters.emplace_back(spawn, PlaceText(foot));
  for (const Vec3 foot : job.seeds.plants) parameters.emplace_back("plant", PlaceText(foot));
  return record;
}

// What a database says about itself, with a line for what it should not say.
class Parameters {
 public:
  explicit Parameters(const RunRecord& run) : run_(run) {}

  std::vector<double> Numbers(const std::string& name, const std::string& text,
                              std::size_t count) const {
    std::vector<double> numbers;
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    while (numbers.size() < count) {
      double number = 0.0;
      const auto [next, error] = std::from_chars(at, end, number);
      const bool is_last = numbers.size() + 1 == count;
      if (error != std::errc() || !std::isfinite(number) ||
          (is_last ? next != end : next == end || *next != ',')) {
        throw InputError("the database is damaged: parameter '" + name + "' is '" +
                         Shown(text, kMostShownName) + "'; delete it and sweep again");
      }
      numbers.push_back(number);
      at = next + 1;
    }
    return numbers;
  }

  std::vector<std::string> All(std::string_view name) const {
    std::vector<std::string> values;
    for (const auto& [key, value] : run_.parameters) {
      if (key == name) values.push_back(value);
    }
    return values;
  }

  double Number(const std::string& name) const {
    const std::vector<std::string> values = All(name);
    if (values.size() != 1) {
      throw InputError("the database is damaged: no parameter '" + name +
                       "'; delete it and sweep again");
    }
    return Numbers(name, values[0], 1)[0];
  }

 private:
  const RunRecord& run_;
};

[[noreturn]] void RefuseParameter(const std::string& name) {
  throw InputError("the database is damaged: parameter '" + name + "'; delete it and sweep again");
}

Density DensityOf(const std::string& name, double spacing, double sectors) {
  const bool is_kernel = sectors == 4.0 || sectors == 8.0 || sectors == 16.0;
  if (!(spacing >= 0.05 && spacing <= 50.0) || !is_kernel) RefuseParameter(name);
  return {spacing, static_cast<int>(sectors)};
}

// `given` must be what the map was made with, or nothing.
template <typename Value>
void TakeOrRefuse(const std::string& option, const Value& made_with, std::optional<Value>* given) {
  if (!given->has_value()) *given = made_with;
  if (**given == made_with) return;
  std::string value;
  if constexpr (std::is_same_v<Value, double>) {
    value = Shortest(made_with);
  } else {
    value = made_with;
  }
  throw InputError("--" + option + ": the map was made with " + value +
                   ", and one map is of one movement and one player; leave the option out, or " +
                   "sweep into another database");
}

// Where rides of earlier runs bring players in the state that is swept now.
std::vector<GraphSeed> ArrivalsOf(const SweepStart& start, std::span<const WorldState> states,
                                  std::span<const Patch> patches) {
  if (start.known.rides.empty()) return {};
  const Glimpse glimpse =
      GlimpseWithRides({start.known, states, patches}, states[start.state].choices);
  std::vector<GraphSeed> arrivals;
  for (const auto& [point, is_from_spawn] : glimpse.arrivals()) {
    arrivals.push_back({point, start.state, is_from_spawn, true});
  }
  return arrivals;
}

}  // namespace

std::optional<Continuation> OpenContinuation(const std::filesystem::path& db) {
  if (Store::IsEmpty(db)) return std::nullopt;
  Store store = Store::Open(db);
  return Continuation{std::move(store), LoadStoredMap(db)};
}

void TakeOptionsOf(const StoredMap& known, SessionOptions* options) {
  const Parameters parameters(known.run);
  if (known.run.strategy != "directional") {
    throw InputError("a map of strategy '" + Shown(known.run.strategy, kMostShownName) +
                     "' cannot be gone on with; sweep into another database");
  }
  LevelDefaults& line = options->overrides;
  if (options->make_own_movement) {
    if (options->own_mover != known.run.mover) {
      throw InputError("the map was made with mover '" + Shown(known.run.mover, kMostShownName) +
                       "'; sweep into another database");
    }
  } else {
    TakeOrRefuse("mover", known.run.mover, &line.mover);
  }
  TakeOrRefuse("backend", known.run.backend, &line.backend);
  TakeOrRefuse("radius", parameters.Number("radius"), &line.radius);
  TakeOrRefuse("height", parameters.Number("height"), &line.height);
  TakeOrRefuse("step", parameters.Number("step"), &line.step);
  TakeOrRefuse("slope-deg", parameters.Number("slope_deg"), &line.slope_limit_deg);
  TakeOrRefuse("skin", parameters.Number("skin"), &line.skin);
  TakeOrRefuse("speed", parameters.Number("speed"), &line.speed);
  TakeOrRefuse("tick-hz", parameters.Number("tick_hz"), &line.tick_hz);
  TakeOrRefuse("gravity", parameters.Number("gravity"), &line.gravity);
}

SweepOptions SweepOptionsOf(const StoredMap& known) {
  const Parameters parameters(known.run);
  SweepOptions options;
  const Density density =
      DensityOf("spacing", parameters.Number("spacing"), parameters.Number("sectors"));
  options.spacing = density.spacing;
  options.sectors = density.sectors;
  options.jitter_seed = static_cast<std::uint64_t>(parameters.Number("jitter"));
  options.probe = parameters.Number("probe") != 0.0;
  options.tile_width = parameters.Number("tile_width");
  for (const std::string& text : parameters.All("area")) {
    const std::vector<double> n = parameters.Numbers("area", text, 8);
    options.areas.push_back(
        {{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}}, DensityOf("area", n[6], n[7])});
  }
  if (!(options.tile_width >= kFewestSpacingsATile * options.spacing))
    RefuseParameter("tile_width");
  return options;
}

Closing ClosingOf(const StoredMap& known) {
  const std::vector<std::string> values = Parameters(known.run).All("closing");
  const auto closing = values.size() == 1 ? ParseClosing(values[0]) : std::nullopt;
  if (!closing) RefuseParameter("closing");
  return *closing;
}

SweepOptions SweepOptionsOf(const Session& session) {
  SweepOptions options;
  options.spacing = session.spacing();
  options.sectors = session.sectors();
  return options;
}

SweepReport RunSweep(const Session& session, SweepJob job, SweepListener* listener) {
  if (job.seeds.spawns.empty() && job.seeds.plants.empty()) {
    throw InputError("a sweep needs a place to start");
  }
  // As many as were asked for, also beyond the cores: else TBB grumbles on stderr.
  const tbb::global_control workers(tbb::global_control::max_allowed_parallelism,
                                    session.contexts().size());
  const Clock clock;
  const std::vector<Patch> patches = PatchesOf(session.map());
  const LevelRecord level{&session.map(), patches};
  const RunRecord record = RecordOf(session, job);
  std::vector<WorldState> states{session.world_state()};
  std::optional<Store> store;
  SweepStart start;
  RunProgress before;
  if (job.continuation) {
    store = std::move(job.continuation->store);
    StoredMap& known = job.continuation->known;
    before = known.progress;
    const std::size_t old_areas = SweepOptionsOf(known).areas.size();
    Revised revised =
        Revise(std::move(known), level, session.world_state(), job.options, old_areas);
    revised.revision.run = record;
    start = std::move(revised.start);
    states = std::move(revised.states);
    start.arrivals = ArrivalsOf(start, states, patches);
    store->Revise(std::move(revised.revision));
  } else if (!job.db.empty()) {
    states[0].outcome = "running";
    store = Store::Create(job.db, job.replace, record, states[0], level);
  }
  const std::uint16_t state = start.state;
  Recorder recorder(store ? &*store : nullptr, before, listener, clock);
  SweepReport report;
  if (job.baseline) {
    report.result =
        ExploreBaseline(session.contexts().front(), job.seeds, *job.baseline, &recorder);
  } else {
    report.result =
        Explore(session.contexts(), job.seeds, job.options, std::move(start), &recorder);
  }
  Graph& graph = report.result.graph;
  if (report.result.outcome == SweepOutcome::kComplete) {
    GraphChange change;
    DriveRides(session, states, patches, state, job.closing, &graph, &report.result.counts,
               &change);
    if (report.result.counts.rides > 0) recorder.OnPhase(change, report.result.counts);
    states[state].outcome = Name(report.result.outcome);
  }
  const std::vector<StateChoice>& choices = states[state].choices;
  report.view = ViewOf(graph, HoldingIn(choices, graph, states, patches), state,
                       RidesHome({graph, states, patches}, choices));
  const CoverageConfig coverage{job.options.spacing, session.player().height};
  report.progress = recorder.Progress(report.result.counts);
  report.progress.outcome = Name(report.result.outcome);
  report.progress.area_m2 = Cover(report.view, coverage).AreaM2();
  report.progress.graph_hash = HashGraph(graph);
  if (store) store->Finish(report.progress);
  report.judgement = Judge(report.view, session.map().entities, report.progress.IsComplete());
  return report;
}

}  // namespace wm
