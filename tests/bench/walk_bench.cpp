// What walking costs, by level and back end: a drive, a collision sweep as drives ask for them, a
// whole exploration cut short. Every number beside machine, build, seed and graph hash (--csv
// FILE).
//
// The work is the same in every run: legs come from a fixed seed and a graph whose hash is printed.
// Times are processor time; the machine may be shared.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "tests/bench/counting_queries.h"
#include "tests/scenes/dice.h"
#include "walk_monster/explorer.h"
#include "walk_monster/session.h"

namespace wm::bench {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kLegs = 1000;
constexpr std::size_t kRequests = 20000;
constexpr std::uint64_t kPoints = 1500;  // of the exploration cut short

struct Leg {
  Vec3 from;
  DriveTarget target;
};

// Everything that the benchmarks of one level and back end share; made once, never timed.
struct Course {
  std::unique_ptr<Session> session;
  std::vector<Vec3> seeds;
  std::uint64_t graph_hash = 0;
  std::vector<Leg> legs;
  std::vector<SweepRequest> requests;
  double sweeps_per_drive = 0.0, contacts_per_drive = 0.0, rays_per_drive = 0.0,
         ticks_per_drive = 0.0;

  const DriveContext& context() const { return session->contexts().front(); }
};

SweepOptions ShortSweep(const Session& session) {
  SweepOptions options;
  options.spacing = session.spacing();
  options.max_points = kPoints;
  return options;
}

// One spacing in one of eight headings, from points of the graph: what an explorer drives.
std::vector<Leg> LegsOn(const Graph& graph, double spacing) {
  constexpr double kDiagonal = 0.70710678118654752;
  constexpr Vec3 kHeadings[] = {{1, 0, 0},
                                {kDiagonal, kDiagonal, 0},
                                {0, 1, 0},
                                {-1, 0, 0},
                                {-kDiagonal, kDiagonal, 0},
                                {0, -1, 0},
                                {kDiagonal, -kDiagonal, 0},
                                {-kDiagonal, -kDiagonal, 0}};
  scenes::Dice dice(kSeed);
  std::vector<Leg> legs;
  for (std::size_t i = 0; i < kLegs; ++i) {
    const Vec3 from = graph.points[dice.Below(graph.points.size())].foot;
    legs.push_back({from, DriveTarget::Heading(from, kHeadings[dice.Below(8)], spacing)});
  }
  return legs;
}

Course MakeCourse(const std::string& level, BackendKind backend) {
  Course course;
  SessionOptions options;
  options.overrides.backend = std::string(Name(backend));
  course.session = std::make_unique<Session>(LoadMap(level), options);
  const Session& session = *course.session;
  course.seeds = session.LevelSeeds({});
  const SweepResult swept = Explore(session.contexts(), course.seeds, ShortSweep(session), nullptr);
  course.graph_hash = HashGraph(swept.graph);
  course.legs = LegsOn(swept.graph, session.spacing());

  const CountingQueries counting(course.context().queries, kRequests);
  const auto movement = MakeMovement(MoverKind::kWalker, session.world(), counting, session.player());
  const DriveContext counted{session.world(), counting, *movement, session.player()};
  for (const Leg& leg : course.legs) {
    course.ticks_per_drive += DriveTowardPoint(counted, Vec3{leg.from}, leg.target).ticks;
  }
  const auto per_drive = [](auto count) { return static_cast<double>(count) / kLegs; };
  course.ticks_per_drive = per_drive(course.ticks_per_drive);
  course.sweeps_per_drive = per_drive(counting.sweeps);
  course.contacts_per_drive = per_drive(counting.contact_queries);
  course.rays_per_drive = per_drive(counting.rays);
  course.requests = counting.requests;
  return course;
}

// One item is one drive.
void BenchDrive(benchmark::State& state, const Course& course) {
  std::size_t at = 0;
  for (auto _ : state) {
    const Leg& leg = course.legs[at];
    benchmark::DoNotOptimize(DriveTowardPoint(course.context(), Vec3{leg.from}, leg.target));
    at = at + 1 == course.legs.size() ? 0 : at + 1;
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["sweeps_per_drive"] = course.sweeps_per_drive;
  state.counters["contacts_per_drive"] = course.contacts_per_drive;
  state.counters["rays_per_drive"] = course.rays_per_drive;
  state.counters["ticks_per_drive"] = course.ticks_per_drive;
}

// One item is one collision sweep, as the drives above asked for them.
void BenchSweep(benchmark::State& state, const Course& course) {
  std::size_t at = 0;
  for (auto _ : state) {
    const SweepRequest& ask = course.requests[at];
    benchmark::DoNotOptimize(course.context().queries.Sweep(ask.capsule, ask.foot, ask.motion));
    at = at + 1 == course.requests.size() ? 0 : at + 1;
  }
  state.SetItemsProcessed(state.iterations());
}

// One item is one drive of an exploration that stops at kPoints points.
void BenchExplore(benchmark::State& state, const Course& course) {
  std::uint64_t drives = 0;
  for (auto _ : state) {
    const SweepResult swept =
        Explore(course.session->contexts(), course.seeds, ShortSweep(*course.session), nullptr);
    drives += swept.counts.drives;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(drives));
}

std::string ProcessorName() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

// The console's table, and a row a benchmark in a file.
class Reporter final : public benchmark::ConsoleReporter {
 public:
  Reporter(std::string csv, std::map<std::string, std::uint64_t> hashes)
      : ConsoleReporter(OO_None), csv_(std::move(csv)), hashes_(std::move(hashes)) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    if (csv_.empty()) return;
    const bool is_new = !std::filesystem::exists(csv_);
    std::ofstream file(csv_, std::ios::app);
    if (is_new) {
      file << "name,cpu_us,items_per_s,sweeps_per_drive,ticks_per_drive,seed,graph_hash,build,"
              "machine\n";
    }
    for (const Run& run : runs) {
      const auto counter = [&](const char* name) {
        const auto found = run.counters.find(name);
        return found == run.counters.end() ? std::string()
                                           : fmt::format("{:.4g}", double{found->second});
      };
      const std::string& name = run.run_name.function_name;  // what/level/backend
      const auto hash = hashes_.find(name.substr(name.find('/') + 1));
      file << fmt::format("{},{:.4g},{},{},{},{},{},{},\"{}\"\n", name, run.GetAdjustedCPUTime(),
                          counter("items_per_second"), counter("sweeps_per_drive"),
                          counter("ticks_per_drive"), kSeed,
                          hash == hashes_.end() ? std::string() : HashText(hash->second), Build(),
                          ProcessorName());
    }
    if (!file.flush()) throw InputError(csv_ + ": cannot be written");
  }

 private:
  static std::string Build() { return fmt::format("{} {}", WM_BUILD_TYPE, WM_COMPILER); }

  std::string csv_;
  std::map<std::string, std::uint64_t> hashes_;
};

std::vector<std::string> DefaultLevels() {
  std::vector<std::string> levels{WM_SOURCE_DIR "/maps/levels/cove"};
  for (const char* name : {"nav_test.obj", "dungeon.obj", "undulating.obj"}) {
    const std::string path = std::string(WM_SOURCE_DIR "/../shared/data/") + name;
    if (std::filesystem::exists(path)) levels.push_back(path);
  }
  return levels;
}

void Run(const std::vector<std::string>& levels, const std::string& csv) {
  std::vector<std::unique_ptr<Course>> courses;
  std::map<std::string, std::uint64_t> hashes;
  for (const std::string& level : levels) {
    for (const BackendKind backend : {BackendKind::kBullet, BackendKind::kBrute}) {
      courses.push_back(std::make_unique<Course>(MakeCourse(level, backend)));
      const Course& course = *courses.back();
      const std::string where =
          fmt::format("{}/{}", std::filesystem::path(level).stem().string(), Name(backend));
      hashes[where] = course.graph_hash;
      fmt::print("{}: graph {} after {} points\n", where, HashText(course.graph_hash), kPoints);
      const auto add = [&](const char* what, auto run) {
        return benchmark::RegisterBenchmark(
                   fmt::format("{}/{}", what, where).c_str(),
                   [run, &course](benchmark::State& state) { run(state, course); })
            ->Unit(benchmark::kMicrosecond);
      };
      add("drive", BenchDrive);
      add("sweep", BenchSweep);
      add("explore", BenchExplore)->Iterations(1);
    }
  }
  Reporter reporter(csv, std::move(hashes));
  benchmark::RunSpecifiedBenchmarks(&reporter);
}

}  // namespace
}  // namespace wm::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  std::vector<std::string> levels;
  std::string csv;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--csv" && i + 1 < argc) {
      csv = argv[++i];
    } else if (word.starts_with("-")) {
      std::cerr << "usage: walk_bench [LEVEL]... [--csv FILE] [--benchmark_filter=REGEX]\n";
      return 2;
    } else {
      levels.push_back(word);
    }
  }
  try {
    wm::bench::Run(levels.empty() ? wm::bench::DefaultLevels() : levels, csv);
  } catch (const wm::InputError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
  return 0;
}
