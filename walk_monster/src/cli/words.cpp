#include "walk_monster/src/cli/words.h"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "maps/shown_text.h"
#include "walk_monster/number_text.h"
#include "walk_monster/src/judgement_json.h"

namespace wm::cli {
namespace {

const Entity* Find(const StoredMap& map, std::uint32_t id) {
  const auto at =
      std::lower_bound(map.entities.begin(), map.entities.end(), id,
                       [](const Entity& entity, std::uint32_t i) { return entity.id < i; });
  return at != map.entities.end() && at->id == id ? &*at : nullptr;
}

}  // namespace

std::string EntityWords(const StoredMap& map, std::uint32_t id) {
  const Entity* const entity = Find(map, id);
  const std::string name = entity == nullptr ? std::string() : entity->name;
  return fmt::format("'{}' (entity {})", Shown(name, kMostShownName), id);
}

std::string BarrierText(const Barrier& barrier, const StoredMap& view) {
  if (!barrier.nearest) return "nearest   nothing: no walk leads anywhere\n";
  const std::vector<GraphPoint>& points = view.graph.points;
  std::string text = fmt::format("nearest   {}, {:.2f} m away\n",
                                 RoundedPlace(points[*barrier.nearest].foot), barrier.nearest_m);
  if (barrier.obstacle) {
    text += fmt::format(
        "blocked   by {} at {} normal {}\n", EntityWords(view, barrier.obstacle->entity),
        RoundedPlace(barrier.obstacle->point), RoundedPlace(barrier.obstacle->normal));
  }
  if (barrier.way_out) {
    const WayOut& way = *barrier.way_out;
    text += fmt::format("one-way   {} leads from {} to {}, and not back\n",
                        way.drop_m > 0.0 ? fmt::format("a drop of {:.2f} m", way.drop_m) : "a walk",
                        RoundedPlace(points[way.from].foot), RoundedPlace(points[way.to].foot));
  }
  if (!barrier.obstacle && !barrier.way_out) {
    text += "blocked   by nothing that a drive met: there is no ground to go on\n";
  }
  return text;
}

nlohmann::ordered_json BarrierJson(const Barrier& barrier, const StoredMap& view) {
  const std::vector<GraphPoint>& points = view.graph.points;
  nlohmann::ordered_json out;
  out["nearest"] = nullptr;
  out["nearest_m"] = nullptr;
  out["obstacle"] = nullptr;
  out["one_way"] = nullptr;
  if (!barrier.nearest) return out;
  out["nearest"] = PlaceJson(points[*barrier.nearest].foot);
  out["nearest_m"] = barrier.nearest_m;
  if (barrier.obstacle) {
    const Entity* const entity = Find(view, barrier.obstacle->entity);
    out["obstacle"] = {{"entity", barrier.obstacle->entity},
                       {"name", entity == nullptr ? std::string() : entity->name},
                       {"point", PlaceJson(barrier.obstacle->point)},
                       {"normal", PlaceJson(barrier.obstacle->normal)}};
  }
  if (barrier.way_out) {
    out["one_way"] = {{"from", PlaceJson(points[barrier.way_out->from].foot)},
                      {"to", PlaceJson(points[barrier.way_out->to].foot)},
                      {"drop_m", barrier.way_out->drop_m}};
  }
  return out;
}

std::string OpensText(const Opens& opens, const StoredMap& stored) {
  std::string text;
  for (const OpeningSet& set : opens.sets) {
    if (set.changes.empty()) return {};
    text += "opens     " + WordsOf(set.changes, stored) + "\n";
  }
  return text;
}

}  // namespace wm::cli
