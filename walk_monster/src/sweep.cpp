#include "walk_monster/sweep.h"

#include <chrono>
#include <optional>

#include <sys/resource.h>
#include <tbb/global_control.h>

#include "walk_monster/coverage.h"
#include "walk_monster/number_text.h"

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
  Recorder(Store* store, SweepListener* listener, const Clock& clock)
      : store_(store), listener_(listener), clock_(clock) {}

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
    clock_.WriteTo(&progress);
    return progress;
  }

 private:
  Store* store_;
  SweepListener* listener_;
  const Clock& clock_;
};

RunRecord RecordOf(const Session& session, const SweepJob& job) {
  RunRecord record;
  record.level = session.map().path.string();
  record.mover = session.mover_name();
  record.backend = Name(session.backend());
  const PlayerConfig& player = session.player();
  const SweepOptions& options = job.options;
  const std::pair<const char*, double> numbers[] = {
      {"radius", player.radius},
      {"height", player.height},
      {"step", player.step},
      {"slope_deg", player.slope_limit_deg},
      {"skin", player.skin},
      {"speed", player.speed},
      {"tick_seconds", player.tick_seconds},
      {"gravity", player.gravity},
      {"spacing", options.spacing},
      {"sectors", options.sectors},
      {"probe", options.probe ? 1 : 0},
      {"tile_width", options.tile_width > 0.0 ? options.tile_width : 16.0 * options.spacing},
  };
  for (const auto& [name, value] : numbers) record.parameters.emplace_back(name, Shortest(value));
  for (const Vec3 seed : job.seeds) record.parameters.emplace_back("seed", PlaceText(seed));
  return record;
}

}  // namespace

SweepOptions SweepOptionsOf(const Session& session) {
  SweepOptions options;
  options.spacing = session.spacing();
  options.sectors = session.sectors();
  return options;
}

SweepReport RunSweep(const Session& session, const SweepJob& job, SweepListener* listener) {
  if (job.seeds.empty()) throw InputError("a sweep needs a place to start");
  // As many as were asked for, also beyond the cores: else TBB grumbles on stderr.
  const tbb::global_control workers(tbb::global_control::max_allowed_parallelism,
                                    session.contexts().size());
  std::optional<Store> store;
  const Clock clock;
  if (!job.db.empty()) {
    store = Store::Create(job.db, job.replace, RecordOf(session, job), session.map());
  }
  Recorder recorder(store ? &*store : nullptr, listener, clock);
  SweepReport report;
  report.result = Explore(session.contexts(), job.seeds, job.options, &recorder);
  const Graph& graph = report.result.graph;
  const CoverageConfig coverage{job.options.spacing, session.player().height};
  report.progress = recorder.Progress(report.result.counts);
  report.progress.outcome = Name(report.result.outcome);
  report.progress.area_m2 = Cover(graph, coverage).AreaM2();
  report.progress.graph_hash = HashGraph(graph);
  if (store) store->Finish(report.progress);
  report.judgement = Judge(graph, session.map().entities, report.progress.IsComplete());
  return report;
}

}  // namespace wm
