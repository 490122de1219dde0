// `region`: the parts of a map from which players get everywhere within the part.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "walk_monster/number_text.h"
#include "walk_monster/region_list.h"
#include "walk_monster/src/cli/common.h"
#include "walk_monster/src/judgement_json.h"
#include "walk_monster/view.h"

namespace wm::cli {
namespace {

struct RegionOptions {
  std::string db;
  std::vector<std::string> states;
  bool json = false;
};

std::string KindOf(const RegionInfo& region, bool is_complete) {
  if (region.is_home) return "home";
  if (!region.is_from_spawn) return "planted";
  return region.is_trap && is_complete ? "trap" : "region";
}

void PrintJson(const std::vector<RegionInfo>& regions, bool is_complete) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const RegionInfo& region : regions) {
    all.push_back({{"id", region.id},
                   {"kind", KindOf(region, is_complete)},
                   {"points", region.points},
                   {"area_m2", region.area_m2},
                   {"ways_in", region.ways_in},
                   {"ways_out", region.ways_out},
                   {"place", PlaceJson(region.place)},
                   {"min", PlaceJson(region.box.min)},
                   {"max", PlaceJson(region.box.max)}});
  }
  Print(JsonLine(all) + "\n");
}

void PrintText(const std::vector<RegionInfo>& regions, bool is_complete) {
  std::string text = "# id, kind, points, area m2, ways in, ways out, a place\n";
  std::size_t single = 0;
  for (const RegionInfo& region : regions) {
    if (region.points == 1 && !region.is_home) {
      ++single;
      continue;
    }
    text += fmt::format("{}\t{}\t{}\t{:.2f}\t{}\t{}\t{}\n", region.id, KindOf(region, is_complete),
                        region.points, region.area_m2, region.ways_in, region.ways_out,
                        RoundedPlace(region.place));
  }
  Print(text);
  if (single > 0) Log(fmt::format("and {} of a single point; --json lists them", single));
}

}  // namespace

void AddRegion(CLI::App* app, int* exit_code) {
  auto options = std::make_shared<RegionOptions>();
  CLI::App* command = app->add_subcommand(
      "region", "List the regions of a map: parts in which every point leads to every other");
  command->add_option("DB", options->db, "Database written by sweep")
      ->required()
      ->check(NotEmpty());
  AddStates(command, &options->states);
  command->add_flag("--json", options->json, "A JSON array on stdout");
  command->footer(
      "Prints a line a region, the largest first, separated by tabs. Kinds: home (the largest that "
      "a spawn reaches), trap (nobody gets home from it), planted (only from planted places), "
      "region.\n"
      "Example:\n  walk_monster region cove.db --state 'hut door=open'");
  command->callback([options, exit_code] {
    const StoredMap view = InState(LoadStoredMap(options->db), options->states);
    const std::vector<RegionInfo> regions = ListRegions(view.graph, CoverageConfigOf(view.run));
    if (options->json) {
      PrintJson(regions, view.progress.IsComplete());
    } else {
      PrintText(regions, view.progress.IsComplete());
    }
    *exit_code = kDone;
  });
}

}  // namespace wm::cli
