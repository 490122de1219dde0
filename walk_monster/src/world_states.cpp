#include "walk_monster/world_states.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <tuple>

#include "collision/world.h"
#include "maps/shown_text.h"
#include "walk_monster/src/mix.h"

namespace wm {
namespace {

bool HasStates(const Entity& entity) { return !entity.states.empty(); }

std::string NameOf(const Entity& entity) {
  return Shown(entity.name.empty() ? std::to_string(entity.id) : entity.name, kMostShownName);
}

// "hut door (12): closed, open; gate (14): ...".
std::string Choices(std::span<const Entity> entities) {
  std::string text;
  for (const Entity& entity : entities) {
    if (!HasStates(entity)) continue;
    text += (text.empty() ? "" : "; ") + NameOf(entity) + " (entity " + std::to_string(entity.id) +
            "): ";
    for (std::size_t i = 0; i < entity.states.size(); ++i) {
      text += (i > 0 ? ", " : "") + Shown(entity.states[i].name, kMostShownName);
    }
  }
  return text.empty() ? "this level has no doors, gates or lifts" : "choose of " + text;
}

[[noreturn]] void Refuse(const std::string& word, const std::string& wrong,
                         std::span<const Entity> entities) {
  throw InputError("--state '" + Shown(word, kMostShownName) + "': " + wrong + "; " +
                   Choices(entities));
}

bool IsIdOf(const std::string& text, const Entity& entity) {
  std::uint32_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  return error == std::errc() && end == text.data() + text.size() && id == entity.id;
}

// By name, else by id.
const Entity& FindEntity(const std::string& name, const std::string& word,
                         std::span<const Entity> entities) {
  const Entity* found = nullptr;
  for (const Entity& entity : entities) {
    if (!HasStates(entity) || entity.name != name) continue;
    if (found != nullptr)
      Refuse(word, "more than one is called that; name one by its id", entities);
    found = &entity;
  }
  for (const Entity& entity : entities) {
    if (found == nullptr && HasStates(entity) && IsIdOf(name, entity)) found = &entity;
  }
  if (found == nullptr) Refuse(word, "nothing with states is called that", entities);
  return *found;
}

std::string NameOf(std::span<const StateChoice> choices, std::span<const Entity> entities) {
  const std::vector<StateChoice> initial = InitialChoices(entities);
  std::string name;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == initial[i]) continue;
    const auto is_it = [&](const Entity& entity) { return entity.id == choices[i].entity; };
    const Entity& entity = *std::find_if(entities.begin(), entities.end(), is_it);
    const auto is_alike = [&](const Entity& other) {
      return HasStates(other) && other.name == entity.name;
    };
    const bool is_clear =
        !entity.name.empty() && std::count_if(entities.begin(), entities.end(), is_alike) == 1;
    name += (name.empty() ? "" : ", ") + (is_clear ? entity.name : std::to_string(entity.id)) +
            "=" + choices[i].state;
  }
  return name.empty() ? std::string(kInitialState) : name;
}

// Sums up the triangles of one entity in one state by columns.
class PatchMaker {
 public:
  PatchMaker(std::uint32_t entity, std::string state) : entity_(entity), state_(std::move(state)) {}

  void Add(const World& world) {
    for (const WorldBody& body : world.bodies) {
      const bool is_kill = body.intent == Intent::kKill;
      const std::vector<Triangle>& all = is_kill ? world.kill_triangles : world.triangles;
      for (std::uint32_t i = 0; i < body.triangle_count; ++i) {
        Add(all[body.first_triangle + i], is_kill);
      }
    }
  }

  void MoveTo(std::vector<Patch>* patches) {
    for (auto& [column, content] : contents_) {
      Patch patch{entity_, state_, column.first, column.second, content.hasher.Hash(), content.box};
      patches->push_back(std::move(patch));
    }
  }

 private:
  struct Content {
    Hasher hasher;
    Box box;
  };

  void Add(const Triangle& t, bool is_kill) {
    const Box bounds = t.Bounds();
    for (std::int32_t ix = Column(bounds.min.x); ix <= Column(bounds.max.x); ++ix) {
      for (std::int32_t iy = Column(bounds.min.y); iy <= Column(bounds.max.y); ++iy) {
        Content& content = contents_[{ix, iy}];
        for (const Vec3 corner : {t.a, t.b, t.c}) content.hasher.Add(corner);
        content.hasher.Add(std::uint64_t{is_kill});
        const Vec3 low{ix * kPatchWidth, iy * kPatchWidth, bounds.min.z};
        const Vec3 high{low.x + kPatchWidth, low.y + kPatchWidth, bounds.max.z};
        content.box.Add(Max(bounds.min, low));
        content.box.Add(Min(bounds.max, high));
      }
    }
  }

  static std::int32_t Column(double metres) {
    return static_cast<std::int32_t>(std::floor(metres / kPatchWidth));
  }

  std::uint32_t entity_;
  std::string state_;
  std::map<std::pair<std::int32_t, std::int32_t>, Content> contents_;
};

auto KeyOf(const Patch& patch) { return std::tuple(patch.entity, patch.ix, patch.iy); }

}  // namespace

std::vector<StateChoice> InitialChoices(std::span<const Entity> entities) {
  std::vector<StateChoice> choices;
  for (const Entity& entity : entities) {
    if (!HasStates(entity)) continue;
    // As Placement does where the file names a state that there is not.
    const auto is_initial = [&](const EntityState& s) { return s.name == entity.initial_state; };
    const bool is_known = std::any_of(entity.states.begin(), entity.states.end(), is_initial);
    choices.push_back({entity.id, is_known ? entity.initial_state : std::string()});
  }
  return choices;
}

WorldState ResolveWorldState(std::span<const Entity> entities, std::span<const std::string> words) {
  WorldState world;
  world.choices = InitialChoices(entities);
  for (const std::string& word : words) {
    if (word == kInitialState) {
      world.choices = InitialChoices(entities);
      continue;
    }
    const std::size_t sign = word.rfind('=');
    if (sign == std::string::npos) Refuse(word, "give ENTITY=STATE", entities);
    const Entity& entity = FindEntity(word.substr(0, sign), word, entities);
    const std::string state = word.substr(sign + 1);
    const auto is_it = [&](const EntityState& s) { return s.name == state; };
    if (std::none_of(entity.states.begin(), entity.states.end(), is_it)) {
      Refuse(word, "it has no such state", entities);
    }
    for (StateChoice& choice : world.choices) {
      if (choice.entity == entity.id) choice.state = state;
    }
  }
  world.name = NameOf(world.choices, entities);
  return world;
}

std::vector<Body> BodiesIn(const Map& map, std::span<const StateChoice> choices) {
  std::vector<Body> bodies = map.bodies;
  for (Body& body : bodies) {
    const auto choice = std::find_if(choices.begin(), choices.end(),
                                     [&](const StateChoice& c) { return c.entity == body.entity; });
    if (choice == choices.end()) continue;
    const auto entity = std::find_if(map.entities.begin(), map.entities.end(),
                                     [&](const Entity& e) { return e.id == body.entity; });
    for (const EntityState& state : entity->states) {
      if (state.name == choice->state) body.placement = Placement(*entity, state);
    }
  }
  return bodies;
}

std::vector<Patch> PatchesOf(const Map& map) {
  std::map<std::uint32_t, const Entity*> with_states;
  for (const Entity& entity : map.entities) {
    if (HasStates(entity)) with_states[entity.id] = &entity;
  }
  std::vector<Patch> patches;
  for (std::size_t first = 0, last = 0; first < map.bodies.size(); first = last) {
    const std::uint32_t id = map.bodies[first].entity;
    while (last < map.bodies.size() && map.bodies[last].entity == id) ++last;
    std::vector<Body> bodies(map.bodies.begin() + first, map.bodies.begin() + last);
    std::vector<std::string> states{{}};
    const auto entity = with_states.find(id);
    if (entity != with_states.end()) {
      for (const EntityState& state : entity->second->states) states.push_back(state.name);
      const auto initial = InitialChoices({entity->second, 1});
      if (!initial[0].state.empty()) states.erase(states.begin());
      std::sort(states.begin(), states.end());
    }
    for (const std::string& state : states) {
      for (std::size_t i = 0; i < bodies.size() && entity != with_states.end(); ++i) {
        for (const EntityState& s : entity->second->states) {
          if (s.name == state) bodies[i].placement = Placement(*entity->second, s);
        }
      }
      PatchMaker maker(id, state);
      maker.Add(BuildWorld(map.meshes, bodies));
      maker.MoveTo(&patches);
    }
  }
  return patches;
}

std::vector<Patch> PatchesIn(std::span<const Patch> patches, std::span<const StateChoice> choices) {
  std::vector<Patch> here;
  for (const Patch& patch : patches) {
    const auto choice = std::lower_bound(
        choices.begin(), choices.end(), patch.entity,
        [](const StateChoice& c, std::uint32_t entity) { return c.entity < entity; });
    const bool has_choice = choice != choices.end() && choice->entity == patch.entity;
    if (patch.state == (has_choice ? choice->state : std::string())) here.push_back(patch);
  }
  return here;
}

std::vector<Box> ChangedBoxes(std::span<const Patch> before, std::span<const Patch> after) {
  std::vector<Box> boxes;
  auto old = before.begin();
  auto now = after.begin();
  while (old != before.end() || now != after.end()) {
    const bool is_gone = now == after.end() || (old != before.end() && KeyOf(*old) < KeyOf(*now));
    const bool is_new = !is_gone && (old == before.end() || KeyOf(*now) < KeyOf(*old));
    if (!is_gone && !is_new && old->hash != now->hash) {
      boxes.push_back(old->box);
      boxes.push_back(now->box);
    } else if (is_gone) {
      boxes.push_back(old->box);
    } else if (is_new) {
      boxes.push_back(now->box);
    }
    if (!is_new) ++old;
    if (!is_gone) ++now;
  }
  return boxes;
}

std::vector<char> Untouched(const Graph& graph, std::span<const std::vector<Box>> changed) {
  std::vector<char> untouched;
  untouched.reserve(graph.expansions.size());
  for (const Expansion& expansion : graph.expansions) {
    const std::vector<Box>& boxes = changed[expansion.state];
    bool is_met = false;
    if (!boxes.empty()) {
      const Box reach = expansion.reach.Around(graph.points[expansion.point].foot);
      is_met = std::any_of(boxes.begin(), boxes.end(),
                           [&](const Box& box) { return box.Overlaps(reach); });
    }
    untouched.push_back(!is_met);
  }
  return untouched;
}

std::vector<char> HoldingIn(std::span<const StateChoice> choices, const Graph& graph,
                            std::span<const WorldState> states, std::span<const Patch> patches) {
  const std::vector<Patch> here = PatchesIn(patches, choices);
  std::vector<std::vector<Box>> changed;
  for (const WorldState& other : states) {
    changed.push_back(ChangedBoxes(PatchesIn(patches, other.choices), here));
  }
  return Untouched(graph, changed);
}

}  // namespace wm
