#include "walk_monster/src/state_space.h"

#include <algorithm>

#include "maps/shown_text.h"

namespace wm {
namespace {

bool Meets(const std::vector<Box>& boxes, const Box& reach) {
  return std::any_of(boxes.begin(), boxes.end(),
                     [&](const Box& box) { return box.Overlaps(reach); });
}

}  // namespace

Condition Both(const Condition& a, const Condition& b, bool* is_possible) {
  Condition both;
  *is_possible = true;
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    if (right == b.end() || (left != a.end() && left->first < right->first)) {
      both.push_back(*left++);
    } else if (left == a.end() || right->first < left->first) {
      both.push_back(*right++);
    } else {
      both.emplace_back(left->first, left->second & right->second);
      *is_possible = *is_possible && both.back().second != 0;
      ++left;
      ++right;
    }
  }
  return both;
}

bool IsWeaker(const Condition& a, const Condition& b) {
  auto right = b.begin();
  for (const auto& [entity, mask] : a) {
    while (right != b.end() && right->first < entity) ++right;
    if (right == b.end() || right->first != entity || (right->second & ~mask) != 0) return false;
  }
  return true;
}

StateSpace::StateSpace(const StoredMap& map) {
  for (const Entity& entity : map.entities) {
    if (entity.states.empty()) continue;
    constexpr std::size_t kMostStates = 64;
    const std::size_t count = entity.states.size();
    if (count > kMostStates) {
      throw InputError("'" + Shown(entity.name, kMostShownName) + "' (entity " +
                       std::to_string(entity.id) + ") has " + std::to_string(count) +
                       " states; at most 64 can be told apart");
    }
    Stateful& stateful = entities_.emplace_back();
    stateful.entity = &entity;
    std::vector<std::vector<Patch>> patches(count);
    for (const Patch& patch : map.patches) {
      if (patch.entity != entity.id) continue;
      for (std::size_t i = 0; i < count; ++i) {
        if (patch.state == entity.states[i].name) patches[i].push_back(patch);
      }
    }
    stateful.changed.resize(count, std::vector<std::vector<Box>>(count));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        stateful.changed[i][j] = ChangedBoxes(patches[i], patches[j]);
        stateful.any.insert(stateful.any.end(), stateful.changed[i][j].begin(),
                            stateful.changed[i][j].end());
      }
    }
  }
}

std::optional<std::uint32_t> StateSpace::Find(std::uint32_t id) const {
  for (std::size_t i = 0; i < size(); ++i) {
    if (entity(i).id == id) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

std::size_t StateSpace::StateIn(std::size_t number, const std::vector<StateChoice>& choices) const {
  const Entity& entity = this->entity(number);
  for (const StateChoice& choice : choices) {
    if (choice.entity != entity.id) continue;
    for (std::size_t i = 0; i < entity.states.size(); ++i) {
      if (entity.states[i].name == choice.state) return i;
    }
  }
  return 0;
}

Condition StateSpace::HoldsFor(const Box& reach, const std::vector<StateChoice>& choices) const {
  Condition condition;
  for (std::size_t number = 0; number < size(); ++number) {
    if (!IsNear(number, reach)) continue;
    const std::size_t now = StateIn(number, choices);
    const auto& changed = entities_[number].changed[now];
    StateMask mask = 0;
    for (std::size_t i = 0; i < changed.size(); ++i) {
      if (!Meets(changed[i], reach)) mask |= StateMask{1} << i;
    }
    const StateMask all = ~StateMask{0} >> (64 - changed.size());
    if (mask != all) condition.emplace_back(static_cast<std::uint32_t>(number), mask);
  }
  return condition;
}

bool StateSpace::IsNear(std::size_t number, const Box& reach) const {
  return Meets(entities_[number].any, reach);
}

}  // namespace wm
