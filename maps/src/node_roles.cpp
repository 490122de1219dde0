#include "maps/src/node_roles.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace wm {
namespace {

struct Suffix {
  std::string_view letters;
  bool is_visual;
  bool is_convex;
};
constexpr std::array kSuffixes{
    Suffix{"convcolonly", false, true},
    Suffix{"convcol", true, true},
    Suffix{"colonly", false, false},
    Suffix{"col", true, false},
};
constexpr std::array<std::string_view, 4> kPrefixes{"UCX_", "UBX_", "USP_", "UCP_"};

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool EndsWithIgnoringCase(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() &&
         std::equal(ending.begin(), ending.end(),
                    text.end() - static_cast<std::ptrdiff_t>(ending.size()),
                    [](char a, char b) { return a == Lower(b); });
}

// Copies made by modelling tools end in ".001"; the letters stand in front of that.
std::size_t EndOfStem(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789.");
  return last == std::string_view::npos ? name.size() : last + 1;
}

bool TakeGodotSuffix(SceneNode* node) {
  const std::size_t end = EndOfStem(node->name);
  const std::string_view stem = std::string_view(node->name).substr(0, end);
  for (const Suffix& suffix : kSuffixes) {
    if (stem.size() < suffix.letters.size() + 2 || !EndsWithIgnoringCase(stem, suffix.letters)) {
      continue;
    }
    const std::size_t mark = stem.size() - suffix.letters.size() - 1;
    if (stem[mark] != '-') continue;
    node->role = {suffix.is_visual, true, suffix.is_convex, -1};
    node->name.erase(mark, suffix.letters.size() + 1);
    return true;
  }
  return false;
}

bool TakeUnrealPrefix(SceneNode* node) {
  for (const std::string_view prefix : kPrefixes) {
    if (!node->name.starts_with(prefix) || node->name.size() == prefix.size()) continue;
    node->role = {false, true, false, -1};
    node->name.erase(0, prefix.size());
    return true;
  }
  return false;
}

// "crate_01" for "crate": one of several pieces of its collision.
std::string WithoutPieceNumber(const std::string& name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const bool has_number = last != std::string::npos && last + 1 < name.size() && last > 0;
  return has_number && name[last] == '_' ? name.substr(0, last) : name;
}

}  // namespace

std::size_t AssignRoles(std::vector<SceneNode>* nodes) {
  bool has_godot = false;
  std::map<std::string, int> visuals;  // the first of each name
  std::vector<std::size_t> plain;
  for (std::size_t i = 0; i < nodes->size(); ++i) {
    SceneNode& node = (*nodes)[i];
    node.role = {};
    if (TakeUnrealPrefix(&node)) continue;
    if (TakeGodotSuffix(&node)) {
      has_godot = true;
    } else {
      plain.push_back(i);
    }
    if (node.role.is_visual) visuals.emplace(node.name, static_cast<int>(i));
  }

  for (SceneNode& node : *nodes) {
    if (node.role.is_visual) continue;
    auto owner = visuals.find(node.name);
    if (owner == visuals.end()) owner = visuals.find(WithoutPieceNumber(node.name));
    if (owner == visuals.end()) continue;
    node.role.belongs_to = owner->second;
    (*nodes)[static_cast<std::size_t>(owner->second)].role.is_collision = false;
  }
  if (!has_godot) return 0;
  for (const std::size_t i : plain) (*nodes)[i].role.is_collision = false;
  return plain.size();
}

}  // namespace wm
