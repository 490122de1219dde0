// Our reach beside Recast's walkable area, level by level: a table, every patch that only one of
// them reaches, and a picture of each level. What docs/recast.md is made with.
//
// Recast is asked about the same triangles, player and slope limit. Times are processor seconds.
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "tests/bench/difference.h"
#include "tests/bench/difference_picture.h"
#include "tests/bench/patch_drives.h"
#include "tests/bench/recast_area.h"
#include "walk_monster/number_text.h"
#include "walk_monster/coverage.h"
#include "walk_monster/explorer.h"
#include "walk_monster/session.h"
#include "walk_monster/store.h"

namespace wm::bench {
namespace {

struct Options {
  std::vector<std::string> levels;
  std::vector<std::string> databases;  // of sweeps already made, one a level
  std::string backend = "bullet";
  std::string second = "brute";
  std::string pictures = ".";
  double cell_height = 0.05;
  double least_m2 = 5.0;
  std::size_t one_way = 60;
};

struct Swept {
  Graph graph;
  std::uint64_t drives = 0;
  double cpu_seconds = 0.0;
};

Session Open(const std::string& level, const std::string& backend) {
  SessionOptions options;
  options.overrides.backend = backend;
  return Session(LoadMap(level), options);
}

Swept SweepOf(const Session& session, const std::vector<Vec3>& seeds) {
  SweepOptions options;
  options.spacing = session.spacing();
  options.sectors = session.sectors();
  const double start = CpuSeconds();
  SweepResult result = Explore(session.contexts(), seeds, options, nullptr);
  return {std::move(result.graph), result.counts.drives, CpuSeconds() - start};
}

Swept StoredSweep(const std::string& database, std::vector<Vec3>* seeds) {
  StoredMap map = LoadStoredMap(database);
  seeds->clear();
  for (const GraphPoint& point : map.graph.points) {
    if (point.kind == PointKind::kSeed) seeds->push_back(point.foot);
  }
  return {std::move(map.graph), map.progress.drives, map.progress.cpu_seconds};
}

std::string CausesOf(const Patch& patch) {
  std::string text;
  for (;;) {
    // The largest that has not been said.
    std::size_t best = kCauses;
    for (std::size_t i = 0; i < kCauses; ++i) {
      const bool is_said = text.find(Name(static_cast<Cause>(i))) != std::string::npos;
      if (is_said || patch.by_cause[i] < 0.02 * patch.area_m2) continue;
      if (best == kCauses || patch.by_cause[i] > patch.by_cause[best]) best = i;
    }
    if (best == kCauses) return text;
    if (!text.empty()) text += "; ";
    text += fmt::format("{} {:.0f} %", Name(static_cast<Cause>(best)),
                        100.0 * patch.by_cause[best] / patch.area_m2);
  }
}

void PrintPatch(std::size_t number, const Patch& patch, const PatchDrives& drives) {
  fmt::print(
      "| {} | {} | {:.1f} | {:.1f}, {:.1f}, {:.2f} | {:.1f} x {:.1f} | {:.1f} to {:.1f} | "
      "{:.1f} | {} | {} of {}, {} of {} |\n",
      number, Name(patch.side), patch.area_m2, patch.place.x, patch.place.y, patch.place.z,
      patch.box.max.x - patch.box.min.x, patch.box.max.y - patch.box.min.y, patch.box.min.z,
      patch.box.max.z, patch.depth_m, CausesOf(patch), drives.reached[0], drives.drives,
      drives.reached[1], drives.drives);
}

// One level: prints its patches, writes its picture, and gives its row of the table.
std::string CompareLevel(const Options& options, std::size_t number) {
  const std::string& level = options.levels[number];
  const std::string name = std::filesystem::path(level).stem().string();
  const Session session = Open(level, options.backend);
  const Session second = Open(level, options.second);
  std::vector<Vec3> seeds;
  const bool is_stored = number < options.databases.size();
  if (!is_stored) seeds = session.LevelSeeds({});
  const Swept swept =
      is_stored ? StoredSweep(options.databases[number], &seeds) : SweepOf(session, seeds);
  const Coverage coverage = Cover(swept.graph, {session.spacing(), session.player().height});
  const RecastArea recast =
      BuildRecastArea(session.world(), session.player(), {0.1, options.cell_height});
  const DriveContext& context = session.contexts().front();
  const Difference difference = Compare({coverage, recast, seeds, context, options.least_m2});

  fmt::print("## {}\n\n", name);
  for (const Vec3 seed : seeds) fmt::print("Seed {}\n", PlaceText(seed));
  fmt::print(
      "\n| no | only | m2 | place | size m | height m | depth m | where it is lost | drives "
      "that arrive: {}, {} |\n|---|---|---|---|---|---|---|---|---|\n",
      options.backend, options.second);
  const DriveContext* const contexts[] = {&context, &second.contexts().front()};
  std::string examples;
  for (std::size_t i = 0; i < difference.patches.size(); ++i) {
    const PatchDrives drives =
        DrivePatch(difference, recast, difference.patches[i], swept.graph, contexts);
    PrintPatch(i + 1, difference.patches[i], drives);
    if (!drives.example.empty()) examples += fmt::format("{}: {}\n", i + 1, drives.example);
  }
  fmt::print("\n{}\n", examples);
  if (options.one_way > 0) {
    fmt::print("{}\n\n", DriveOneWayEdges(swept.graph, options.one_way, 1, contexts));
  }
  std::fflush(stdout);
  WriteDifference(difference, recast, name,
                  std::filesystem::path(options.pictures) / (name + "_recast.png"));
  return fmt::format(
      "| {} | {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {} |\n", name,
      session.world().triangles.size(), swept.graph.points.size(), swept.drives, difference.ours_m2,
      difference.recast_m2, difference.recast_all_m2, difference.both_m2, swept.cpu_seconds,
      recast.cpu_seconds, HashText(HashGraph(swept.graph)));
}

void Run(const Options& options) {
  std::string rows;
  for (std::size_t i = 0; i < options.levels.size(); ++i) rows += CompareLevel(options, i);
  fmt::print(
      "| level | triangles | points | drives | our m2 | Recast m2, connected to the start | Recast "
      "m2, all | m2 of both | our CPU s ({}) | Recast CPU s | graph "
      "|\n|---|---|---|---|---|---|---|---|---|---|"
      "---|\n{}",
      options.backend, rows);
}

}  // namespace
}  // namespace wm::bench

int main(int argc, char** argv) {
  wm::bench::Options options;
  CLI::App app("Our reach beside Recast's walkable area");
  app.add_option("LEVEL", options.levels, "Level folders or mesh files")->required();
  app.add_option("--db", options.databases,
                 "Compare these sweeps, one a level in order, instead of sweeping")
      ->allow_extra_args(false);
  app.add_option("--backend", options.backend, "Collision of the sweep (bullet)");
  app.add_option("--second", options.second, "Collision that drives again beside it (brute)");
  app.add_option("--pictures", options.pictures, "Folder for the pictures (.)");
  app.add_option("--cell-height", options.cell_height, "Recast's cell height [m] (0.05)");
  app.add_option("--least", options.least_m2, "Smallest patch told of [m2] (5)");
  app.add_option("--one-way", options.one_way, "One-way edges driven again (60)");
  CLI11_PARSE(app, argc, argv);
  try {
    wm::bench::Run(options);
  } catch (const wm::InputError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
  return 0;
}
