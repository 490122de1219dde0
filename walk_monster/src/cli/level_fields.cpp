#include "walk_monster/src/cli/level_fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

#include "maps/input_error.h"
#include "maps/shown_text.h"
#include "walk_monster/session.h"

namespace wm::cli {
namespace {

[[noreturn]] void Refuse(const std::string& field, const std::string& value,
                         const std::string& why) {
  throw InputError(field + " '" + Shown(value, kMostShownName) + "': " + why);
}

// Finite numbers with commas between them.
std::vector<double> Numbers(const std::string& field, const std::string& text) {
  std::vector<double> numbers;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (;;) {
    double number = 0.0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || !std::isfinite(number) || (next != end && *next != ',')) {
      Refuse(field, text, "give numbers with commas between them, without blanks");
    }
    numbers.push_back(number);
    if (next == end) return numbers;
    at = next + 1;
  }
}

double OneNumber(const std::string& field, const std::string& text) {
  const std::vector<double> numbers = Numbers(field, text);
  if (numbers.size() != 1) Refuse(field, text, "give one number");
  return numbers[0];
}

Quaternion ParseOrientation(const std::string& field, const std::string& text) {
  const std::vector<double> n = Numbers(field, text);
  if (n.size() != 4) Refuse(field, text, "give a quaternion as X,Y,Z,W");
  return {n[0], n[1], n[2], n[3]};
}

template <typename Word, std::size_t kCount>
Word ParseWord(const std::string& field, const std::string& text,
               const std::array<Word, kCount>& known) {
  std::string words;
  for (const Word word : known) {
    if (Name(word) == text) return word;
    words += (words.empty() ? "" : ", ") + std::string(Name(word));
  }
  Refuse(field, text, "choose one of " + words);
}

void SetState(Entity* entity, const std::string& field, const std::string& value) {
  const std::size_t colon = value.find(':');
  const std::string how = "give NAME:DX,DY,DZ or NAME:DX,DY,DZ,SECONDS";
  if (colon == std::string::npos || colon == 0) Refuse(field, value, how);
  const std::vector<double> n = Numbers(field, value.substr(colon + 1));
  if (n.size() != 3 && n.size() != 4) Refuse(field, value, how);
  const EntityState state{value.substr(0, colon), {n[0], n[1], n[2]}, {}, n.size() == 4 ? n[3] : 0};
  const auto same = std::find_if(entity->states.begin(), entity->states.end(),
                                 [&](const EntityState& s) { return s.name == state.name; });
  if (same == entity->states.end()) {
    entity->states.push_back(state);
  } else {
    *same = state;
  }
  if (entity->initial_state.empty()) entity->initial_state = state.name;
}

}  // namespace

void SetField(Entity* entity, const std::string& field, const std::string& value) {
  if (field == "name") {
    entity->name = value;
  } else if (field == "position") {
    entity->position = ParsePlace(value, field);
  } else if (field == "orientation") {
    entity->orientation = ParseOrientation(field, value);
  } else if (field == "yaw_deg") {
    const double half = OneNumber(field, value) * std::numbers::pi / 360.0;
    entity->orientation = {0, 0, std::sin(half), std::cos(half)};
  } else if (field == "size") {
    entity->size = ParsePlace(value, field);
  } else if (field == "mesh") {
    entity->visual_mesh = value;
    entity->collision_mesh = value;
  } else if (field == "visual_mesh") {
    entity->visual_mesh = value;
  } else if (field == "collision_mesh") {
    entity->collision_mesh = value;
  } else if (field == "intent") {
    entity->intent =
        ParseWord(field, value,
                  std::array{Intent::kSolid, Intent::kBlocker, Intent::kIntangible, Intent::kKill});
  } else if (field == "initial_state") {
    entity->initial_state = value;
  } else if (field == "state") {
    SetState(entity, field, value);
  } else if (field == "contract") {
    entity->contract = ParseWord(
        field, value,
        std::array{ContractKind::kMustReach, ContractKind::kMustNotReach, ContractKind::kTwoWay});
  } else if (field == "text") {
    entity->text = value;
  } else {
    throw InputError("'" + Shown(field, kMostShownName) +
                     "' is no field; choose one of name, position, orientation, yaw_deg, size, "
                     "mesh, visual_mesh, collision_mesh, intent, initial_state, state, contract, "
                     "text");
  }
}

void SetField(Entity* entity, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) {
    throw InputError("'" + Shown(assignment, kMostShownName) + "': give FIELD=VALUE");
  }
  SetField(entity, assignment.substr(0, equals), assignment.substr(equals + 1));
}

EntityClass ClassNamed(const std::string& word) {
  return ParseWord(
      "class", word,
      std::array{EntityClass::kMesh, EntityClass::kBox, EntityClass::kSpawn, EntityClass::kDoor,
                 EntityClass::kLift, EntityClass::kContract, EntityClass::kNote});
}

Entity* FindEntity(std::vector<Entity>* entities, const std::string& word) {
  Entity* found = nullptr;
  for (Entity& entity : *entities) {
    if (std::to_string(entity.id) == word) return &entity;
    if (entity.name != word || word.empty()) continue;
    if (found != nullptr) {
      Refuse("ENTITY", word,
             "the name of several: " + std::to_string(found->id) + ", " +
                 std::to_string(entity.id) + "; say which by its id");
    }
    found = &entity;
  }
  if (found == nullptr) Refuse("ENTITY", word, "no entity has that id or name");
  return found;
}

}  // namespace wm::cli
