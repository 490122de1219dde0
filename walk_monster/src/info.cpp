#include "walk_monster/info.h"

#include <nlohmann/json.hpp>

#include "maps/shown_text.h"
#include "walk_monster/coverage.h"
#include "walk_monster/judgement.h"
#include "walk_monster/number_text.h"
#include "walk_monster/regions.h"
#include "walk_monster/src/judgement_json.h"
#include "walk_monster/src/store_schema.h"
#include "walk_monster/src/useful_queries.h"

namespace wm {
namespace {

// What both forms say.
struct Facts {
  explicit Facts(const StoredMap& map)
      : counts(CountGraph(map.graph)),
        regions(FindRegions(map.graph)),
        judgement(Judge(map.graph, map.entities, map.progress.IsComplete())),
        area_m2(Cover(map.graph, CoverageConfigOf(map.run)).AreaM2()),
        hash(map.graph_hash) {}
  GraphCounts counts;
  Regions regions;
  Judgement judgement;
  double area_m2;
  std::uint64_t hash;
};

// Counts and a name, on one line each whatever a hostile name holds.
class Lines {
 public:
  void Add(std::string_view name, const std::string& value) {
    text_ += name;
    text_.append(name.size() < kWidth ? kWidth - name.size() : 1, ' ');
    text_ += Shown(value) + "\n";
  }
  void Add(std::string_view name, std::uint64_t value) { Add(name, std::to_string(value)); }
  std::string Take() { return std::move(text_); }

 private:
  static constexpr std::size_t kWidth = 14;
  std::string text_;
};

std::string HashLine(const StoredMap& map, std::uint64_t hash) {
  if (map.progress.graph_hash == 0) return HashText(hash) + " (none stored: the run did not end)";
  if (map.progress.graph_hash == hash) return HashText(hash);
  return HashText(hash) + " DIFFERS from the stored " + HashText(map.progress.graph_hash) +
         ": the file was changed since";
}

// "hut door=open; also swept: initial".
std::string StatesLine(const StoredMap& map) {
  std::string others;
  for (std::size_t i = 0; i < map.states.size(); ++i) {
    if (i == map.state) continue;
    others += (others.empty() ? "; also swept: " : ", ") + map.states[i].name;
  }
  return map.states[map.state].name + others;
}

std::string OutcomeLine(const RunProgress& progress) {
  return progress.outcome + (progress.outcome == "running" ? ", or was killed," : "") + " after " +
         std::to_string(progress.phase) + " phases";
}

}  // namespace

std::string InfoText(const StoredMap& map) {
  const Facts facts(map);
  Lines lines;
  lines.Add("level", map.run.level);
  lines.Add("mover", map.run.mover + " on " + map.run.backend);
  std::string parameters;
  for (const auto& [name, value] : map.run.parameters) {
    if (!parameters.empty()) parameters += ", ";
    parameters.append(name).append(" ").append(value);
  }
  lines.Add("parameters", parameters);
  if (map.states.size() > 1 || map.states[map.state].name != kInitialState) {
    lines.Add("world state", StatesLine(map));
  }
  lines.Add("outcome", OutcomeLine(map.progress));
  lines.Add("points", std::to_string(map.graph.points.size()) + " (" +
                          std::to_string(facts.counts.open) + " open, " +
                          std::to_string(facts.counts.hit) + " hit, " +
                          std::to_string(facts.counts.landing) + " landing, " +
                          std::to_string(facts.counts.seed) + " seed)");
  lines.Add("edges", map.graph.edges.size());
  lines.Add("one-way", facts.counts.one_way);
  lines.Add("drops", facts.counts.drops);
  lines.Add("obstacles", map.graph.obstacles.size());
  lines.Add("left world", map.graph.exits.size());
  lines.Add("regions", std::to_string(facts.regions.sizes.size()) + ", home has " +
                           std::to_string(facts.regions.home_size) + " points");
  lines.Add("area", Fixed(facts.area_m2, 1) + " m2");
  lines.Add("drives", map.progress.drives);
  lines.Add("ticks", map.progress.ticks);
  lines.Add("time", Fixed(map.progress.seconds, 2) + " s (" + Fixed(map.progress.cpu_seconds, 2) +
                        " s CPU)");
  lines.Add("graph hash", HashLine(map, facts.hash));
  return lines.Take() + TextOf(facts.judgement, map.graph);
}

std::string InfoJson(const StoredMap& map) {
  const Facts facts(map);
  nlohmann::ordered_json out;
  out["level"] = map.run.level;
  out["mover"] = map.run.mover;
  out["backend"] = map.run.backend;
  out["parameters"] = nlohmann::ordered_json::array();
  for (const auto& [name, value] : map.run.parameters) {
    out["parameters"].push_back({{"name", name}, {"value", value}});
  }
  out["state"] = map.states[map.state].name;
  out["states"] = nlohmann::ordered_json::array();
  for (const WorldState& state : map.states) {
    out["states"].push_back({{"name", state.name}, {"outcome", state.outcome}});
  }
  out["outcome"] = map.progress.outcome;
  out["phases"] = map.progress.phase;
  out["points"] = map.graph.points.size();
  out["points_by_kind"] = {{"open", facts.counts.open},
                           {"hit", facts.counts.hit},
                           {"landing", facts.counts.landing},
                           {"seed", facts.counts.seed}};
  out["edges"] = map.graph.edges.size();
  out["one_way"] = facts.counts.one_way;
  out["drops"] = facts.counts.drops;
  out["obstacles"] = map.graph.obstacles.size();
  out["left_world"] = map.graph.exits.size();
  out["regions"] = facts.regions.sizes.size();
  out["home_points"] = facts.regions.home_size;
  out["area_m2"] = facts.area_m2;
  out["drives"] = map.progress.drives;
  out["ticks"] = map.progress.ticks;
  out["seconds"] = map.progress.seconds;
  out["cpu_seconds"] = map.progress.cpu_seconds;
  out["graph_hash"] = HashText(facts.hash);
  out["stored_graph_hash"] = nullptr;
  if (map.progress.graph_hash != 0) out["stored_graph_hash"] = HashText(map.progress.graph_hash);
  AddJudgement(facts.judgement, map.graph, &out);
  return JsonLine(out);
}

std::string SqlText() {
  std::string text;
  for (const store::Table& table : store::Tables()) {
    text += std::string("CREATE TABLE ") + table.name + " (" + table.columns + ")" +
            (*table.options == '\0' ? "" : " ") + table.options + ";\n\n";
  }
  for (const store::UsefulQuery& query : store::UsefulQueries()) {
    text += "-- " + std::string(query.about) + "\n" + query.sql + "\n";
  }
  text.pop_back();
  return text;
}

}  // namespace wm
