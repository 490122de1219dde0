// The entities of a stored map that have states, and where the world differs from one of their
// states to the next.
//
// A set of states of one entity is a mask, bit i for its state number i.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "walk_monster/store.h"

namespace wm {

using StateMask = std::uint64_t;

// Which states of which entities something holds in; entities that do not matter are not listed. By
// entity number, in ascending order.
using Condition = std::vector<std::pair<std::uint32_t, StateMask>>;

// Both hold. False in `is_possible`: nothing satisfies both.
Condition Both(const Condition& a, const Condition& b, bool* is_possible);

// Whether whatever satisfies `b` satisfies `a`.
bool IsWeaker(const Condition& a, const Condition& b);

class StateSpace {
 public:
  // Throws InputError: an entity with more than 64 states.
  explicit StateSpace(const StoredMap& map);

  std::size_t size() const { return entities_.size(); }
  const Entity& entity(std::size_t number) const { return *entities_[number].entity; }

  // The number of an entity that has states.
  std::optional<std::uint32_t> Find(std::uint32_t id) const;

  // The number of the state that an entity is in. Needs: choices of this map's level.
  std::size_t StateIn(std::size_t number, const std::vector<StateChoice>& choices) const;

  // The worlds in which nothing within `reach` differs from the world with these choices.
  Condition HoldsFor(const Box& reach, const std::vector<StateChoice>& choices) const;

  // Whether the entity's states differ within `reach`.
  bool IsNear(std::size_t number, const Box& reach) const;

 private:
  struct Stateful {
    const Entity* entity = nullptr;
    std::vector<std::vector<std::vector<Box>>> changed;  // by state and state
    std::vector<Box> any;                                // all of these
  };
  std::vector<Stateful> entities_;  // by id
};

}  // namespace wm
