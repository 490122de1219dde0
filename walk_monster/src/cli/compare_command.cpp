#include <cmath>
#include <csignal>
#include <filesystem>
#include <memory>
#include <unistd.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "maps/shown_text.h"
#include "walk_monster/baselines.h"
#include "walk_monster/compare.h"
#include "walk_monster/number_text.h"
#include "walk_monster/src/cli/common.h"
#include "walk_monster/src/cli/progress.h"
#include "walk_monster/src/judgement_json.h"
#include "walk_monster/sweep.h"

namespace wm::cli {
namespace {

struct CompareCommand {
  LevelOptions level;
  std::optional<double> spacing;
  std::optional<std::uint64_t> drives, seed;
  std::string picture;
  bool json = false, tsv = false, quiet = false;
};

// Nothing is stored: nothing to keep.
void EndAtOnce(int) { _exit(kInterrupted); }

// Records, shows how far it is, and stops once everything wanted is there.
class Watcher final : public Tracer {
 public:
  Watcher(std::string name, ProgressLine* progress) : name_(std::move(name)), progress_(progress) {}

  // Stops once all of these are reached, or many more drives than that.
  void StopAfter(const TraceStep& wanted) { wanted_ = wanted; }

  void OnPhase(const GraphChange& change, const SweepCounts& counts) override {
    Tracer::OnPhase(change, counts);
    if (progress_->IsDue()) {
      progress_->Show(fmt::format("{}: {} drives, {} points", name_, counts.drives, counts.points));
    }
  }
  bool ShouldStop() override {
    if (!wanted_ || steps.empty()) return false;
    const TraceStep& at = steps.back();
    constexpr std::uint64_t kMostTimes = 4;
    return at.drives >= kMostTimes * wanted_->drives ||
           (at.drives >= wanted_->drives && at.ticks >= wanted_->ticks &&
            at.points >= wanted_->points);
  }

 private:
  std::string name_;
  ProgressLine* progress_;
  std::optional<TraceStep> wanted_;
};

class Comparer {
 public:
  Comparer(const CompareCommand& command, const Session& session)
      : session_(session),
        spacing_(session.spacing()),
        seed_(command.seed.value_or(1)),
        progress_(command.quiet) {
    seeds_.spawns = session.LevelSeeds(command.quiet ? LogLine{} : LogLine{Log});
    comparison_.level = command.level.level;
    comparison_.spacing = spacing_;
    comparison_.drives = command.drives.value_or(0);
  }

  Comparison Run() {
    const Trace dense = Directional("truth", spacing_ * 0.5, 8, 0, 0);
    const Truth truth(dense.graph, spacing_ * 0.5, spacing_, session_.player());
    truth_ = &truth;
    Add(Directional("directional, 8 sectors", spacing_, 8, 0, comparison_.drives));
    const TraceStep ours = comparison_.traces[0].steps.back();
    if (comparison_.drives == 0) comparison_.drives = ours.drives;
    const std::uint64_t most = comparison_.drives;
    Add(Directional("directional, 4 sectors", spacing_, 4, 0, most));
    Add(Directional("directional, 16 sectors", spacing_, 16, 0, most));
    Add(Directional("directional, jittered", spacing_, 8, seed_, most));
    Add(Proximity(0.5));
    Add(Proximity(0.7));
    comparison_.traces.push_back(Rrt(ours));
    const std::size_t rrt = comparison_.traces.size() - 1;
    AddRow(rrt, "equal drives", {.drives = most});
    AddRow(rrt, "equal ticks", {.ticks = ours.ticks});
    AddRow(rrt, "equal points", {.points = ours.points});
    for (const Trace& trace : comparison_.traces) {
      comparison_.curves.push_back(CoverageCurve(truth, trace));
    }
    comparison_.truth_m2 = truth.AreaM2();
    comparison_.openings = truth.openings().size();
    progress_.Clear();
    return std::move(comparison_);
  }

 private:
  Trace Directional(const std::string& name, double spacing, int sectors, std::uint64_t jitter,
                    std::uint64_t max_drives) {
    SweepOptions options;
    options.spacing = spacing;
    options.sectors = sectors;
    options.jitter_seed = jitter;
    options.max_drives = max_drives;
    // The narrowest tiles: phases are short, and coverage is known after many numbers of drives.
    options.tile_width = kFewestSpacingsATile * spacing;
    Watcher watcher(name, &progress_);
    SweepResult result = Explore(session_.contexts(), seeds_, options, SweepStart{}, &watcher);
    return {name, std::move(result.graph), std::move(watcher.steps)};
  }

  Trace Proximity(double apart) {
    BaselineOptions options;
    options.strategy = Strategy::kProximity;
    options.apart = apart;
    options.max_drives = comparison_.drives;
    return Baseline("proximity, " + Shortest(apart) + " apart", options, std::nullopt);
  }

  Trace Rrt(const TraceStep& ours) {
    BaselineOptions options;
    options.strategy = Strategy::kRrt;
    options.seed = seed_;
    return Baseline("rrt", options, TraceStep{comparison_.drives, ours.ticks, ours.points});
  }

  Trace Baseline(const std::string& name, BaselineOptions options,
                 const std::optional<TraceStep>& wanted) {
    options.spacing = spacing_;
    options.drives_a_phase = 64;
    Watcher watcher(name, &progress_);
    if (wanted) watcher.StopAfter(*wanted);
    SweepResult result = ExploreBaseline(session_.contexts().front(), seeds_, options, &watcher);
    return {name, std::move(result.graph), std::move(watcher.steps)};
  }

  void Add(Trace trace) {
    comparison_.traces.push_back(std::move(trace));
    AddRow(comparison_.traces.size() - 1, "equal drives", {});
  }

  void AddRow(std::size_t trace, const std::string& budget, const TraceCut& cut) {
    const Trace& measured = comparison_.traces[trace];
    comparison_.rows.push_back(
        {measured.name, budget, trace, MeasureStrategy(*truth_, measured, cut, session_.player())});
  }

  const Session& session_;
  const double spacing_;
  const std::uint64_t seed_;
  ProgressLine progress_;
  SweepSeeds seeds_;
  Comparison comparison_;
  const Truth* truth_ = nullptr;  // while it runs
};

std::string Percent(double share) { return fmt::format("{:.1f}%", 100.0 * share); }

void PrintTable(const Comparison& comparison) {
  std::string text = fmt::format("{}: {:.0f} m2 to cover, {} openings; budget {} drives\n",
                                 Shown(comparison.level), comparison.truth_m2, comparison.openings,
                                 comparison.drives);
  text += fmt::format("{:<24} {:<13} {:>8} {:>9} {:>7} {:>8} {:>10} {:>8} {:>8} {:>5}\n",
                      "strategy", "budget", "drives", "ticks", "points", "covered", "meaningful",
                      "echo", "openings", "off");
  for (const ComparisonRow& row : comparison.rows) {
    const StrategyFigures& f = row.figures;
    text += fmt::format("{:<24} {:<13} {:>8} {:>9} {:>7} {:>8} {:>10} {:>8} {:>8} {:>5}\n",
                        row.name, row.budget, f.at.drives, f.at.ticks, f.at.points,
                        Percent(f.covered), Percent(f.meaningful), f.echo ? Percent(*f.echo) : "-",
                        f.openings, f.off_truth);
  }
  Print(text);
}

void PrintTsv(const Comparison& comparison) {
  std::string text =
      "strategy\tbudget\tdrives\tticks\tpoints\tcovered_m2\tcovered\tmeaningful\techo\topenings\t"
      "off_truth\n";
  for (const ComparisonRow& row : comparison.rows) {
    const StrategyFigures& f = row.figures;
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{:.2f}\t{:.4f}\t{:.4f}\t{}\t{}\t{}\n", row.name,
                        row.budget, f.at.drives, f.at.ticks, f.at.points, f.covered_m2, f.covered,
                        f.meaningful, f.echo ? fmt::format("{:.4f}", *f.echo) : "", f.openings,
                        f.off_truth);
  }
  Print(text);
}

void PrintJson(const Comparison& comparison) {
  nlohmann::ordered_json out;
  out["level"] = comparison.level;
  out["drives"] = comparison.drives;
  out["truth_m2"] = comparison.truth_m2;
  out["openings"] = comparison.openings;
  for (const ComparisonRow& row : comparison.rows) {
    const StrategyFigures& f = row.figures;
    nlohmann::ordered_json line{
        {"strategy", row.name},   {"budget", row.budget},       {"drives", f.at.drives},
        {"ticks", f.at.ticks},    {"points", f.at.points},      {"covered_m2", f.covered_m2},
        {"covered", f.covered},   {"meaningful", f.meaningful}, {"echo", nullptr},
        {"openings", f.openings}, {"off_truth", f.off_truth}};
    if (f.echo) line["echo"] = *f.echo;
    out["rows"].push_back(line);
  }
  for (std::size_t i = 0; i < comparison.traces.size(); ++i) {
    out["curves"].push_back({{"strategy", comparison.traces[i].name},
                             {"graph_hash", HashText(HashGraph(comparison.traces[i].graph))},
                             {"drives_covered", comparison.curves[i]}});
  }
  Print(JsonLine(out) + "\n");
}

int Run(const CompareCommand& command, const PictureWriter& write_picture) {
  if (command.json && command.tsv) throw InputError("--json and --tsv: choose one");
  const std::filesystem::path picture = command.picture;
  if (!picture.empty() && picture.extension() != ".png" && picture.extension() != ".PNG") {
    throw InputError("--picture '" + Shown(command.picture, kMostShownName) +
                     "': pictures are PNG files, name one *.png");
  }
  if (command.drives == 0U) throw InputError("--drives must be at least 1");
  std::signal(SIGINT, EndAtOnce);
  std::signal(SIGTERM, EndAtOnce);
  LevelOptions level = command.level;
  level.player.spacing = command.spacing;
  const Session session = OpenSession(level, command.quiet);
  if (session.spacing() < 0.1) {
    throw InputError("--spacing must be 0.1 or more: the truth is swept at half of it");
  }
  Comparer comparer(command, session);
  const Comparison comparison = comparer.Run();
  if (!picture.empty()) write_picture(comparison, picture);
  if (command.json) {
    PrintJson(comparison);
  } else if (command.tsv) {
    PrintTsv(comparison);
  } else {
    PrintTable(comparison);
  }
  return kDone;
}

}  // namespace

void AddCompare(CLI::App* app, int* exit_code, PictureWriter write_picture) {
  auto options = std::make_shared<CompareCommand>();
  CLI::App* command = app->add_subcommand(
      "compare", "Hold ways to explore a level against each other, on the same movement");
  options->level.AddTo(command);
  AddWhole(command, "--drives", &options->drives,
           "Drives that each may do (what a complete directional sweep takes)");
  AddNumber(command, "--spacing", &options->spacing, "Distance of points on open ground [m] (0.5)");
  AddWhole(command, "--seed", &options->seed, "Of random targets and of jitter (1)");
  AddWhole(command, "--threads", &options->level.threads, "Threads that walk (all cores)");
  options->level.AddStatesTo(command);
  command->add_option("--picture", options->picture, "Draw maps and coverage over drives")
      ->type_name("FILE.png")
      ->check(NotEmpty());
  command->add_flag("--json", options->json, "One JSON object on stdout, curves included");
  command->add_flag("--tsv", options->tsv, "A line each, tabs between columns");
  command->add_flag("--quiet", options->quiet, "No progress and no log lines");
  command->footer(
      "Examples:\n"
      "  walk_monster compare maps/levels/cove --picture compare.png\n"
      "  walk_monster compare dungeon.obj --drives 20000 --tsv\n"
      "What the columns mean: docs/compare.md.");
  command->callback(
      [options, exit_code, write_picture] { *exit_code = Run(*options, write_picture); });
}

}  // namespace wm::cli
