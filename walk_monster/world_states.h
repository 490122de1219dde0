// World states: which state every door, gate and lift is in; and where two worlds differ.
//
// A world is a level in one world state. What it looks like is kept as patches: for every entity,
// in each of its states, a hash of the geometry in each column of the level. Two worlds differ
// within the boxes of the patches that they do not share; drives that never came near these hold in
// both. Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "maps/map.h"
#include "walk_monster/graph.h"

namespace wm {

// The geometry of one entity, in one of its states, in one column of the level.
struct Patch {
  std::uint32_t entity = 0;
  std::string state;    // empty: the entity has only one
  std::int32_t ix = 0;  // column: covers [ix, ix + 1] * kPatchWidth by [iy, iy + 1] * ...
  std::int32_t iy = 0;
  std::uint64_t hash = 0;
  Box box;  // of its triangles in the column
};

inline constexpr double kPatchWidth = 8.0;  // [m]

// One entity in one of its states.
struct StateChoice {
  std::uint32_t entity = 0;
  std::string state;
  friend bool operator==(const StateChoice&, const StateChoice&) = default;
};

struct WorldState {
  std::string name;                  // "initial", or what differs from that: "cellar door=open"
  std::vector<StateChoice> choices;  // every entity that has states, by id
  std::string outcome;               // of its sweep, as RunProgress::outcome, or kOutdated
};

// The level has changed since the state was swept, or its sampling has.
inline constexpr std::string_view kOutdated = "outdated";
inline constexpr std::string_view kInitialState = "initial";

// What a person asks for: "cellar door=open", "12=open"; "initial" alone for the state in which the
// level begins. Later choices beat earlier ones. The name of the result says what differs from
// initial. Throws InputError that lists the choices: an unknown or ambiguous entity or state.
WorldState ResolveWorldState(std::span<const Entity> entities, std::span<const std::string> words);

// Every entity in the state that it begins in.
std::vector<StateChoice> InitialChoices(std::span<const Entity> entities);

// The bodies of a level, doors and lifts as `choices` say.
std::vector<Body> BodiesIn(const Map& map, std::span<const StateChoice> choices);

// Patches of every entity in all of its states, ordered by entity, state, ix, iy.
std::vector<Patch> PatchesOf(const Map& map);

// The patches of one world, in their order.
std::vector<Patch> PatchesIn(std::span<const Patch> patches, std::span<const StateChoice> choices);

// Where two worlds differ. Needs: both as PatchesIn gives them.
std::vector<Box> ChangedBoxes(std::span<const Patch> before, std::span<const Patch> after);

// By expansion: whether it holds in the world with these choices: nothing that its drives met
// differs there.
std::vector<char> HoldingIn(std::span<const StateChoice> choices, const Graph& graph,
                            std::span<const WorldState> states, std::span<const Patch> patches);

// By expansion of `graph`: whether none of the boxes for its state (`changed`, by state) meets it.
std::vector<char> Untouched(const Graph& graph, std::span<const std::vector<Box>> changed);

}  // namespace wm
