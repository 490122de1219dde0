#include "maps/undo.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>

#include "maps/entity_text.h"
#include "maps/src/files.h"
#include "maps/src/limits.h"
#include "maps/src/merge_marks.h"
#include "maps/src/staged_files.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolder = ".walk_monster/undo";

void MakeFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError(folder.string() + ": cannot be made: " + error.message());
}

fs::path StepFolder(const fs::path& level, std::uint32_t number) {
  return ResolveInside(level, std::string(kFolder) + "/" + std::to_string(number), level.string());
}

std::vector<std::uint32_t> Numbers(const fs::path& level) {
  std::vector<std::uint32_t> numbers;
  std::error_code error;
  const fs::path folder = ResolveInside(level, kFolder, level.string());
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::uint32_t number = 0;
    const auto [last, bad] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (bad == std::errc() && last == name.data() + name.size()) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

// The entities of one side of a step.
std::vector<Entity> ReadSide(const fs::path& step, const char* side) {
  std::vector<Entity> entities;
  std::error_code error;
  for (fs::directory_iterator at(step / side, error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!name.ends_with(kEntityEnding)) continue;
    const std::string label = at->path().string();
    const fs::path path = ResolveInside(step, std::string(side) + "/" + name, label);
    entities.push_back(ParseEntityText(ReadWholeFile(path, label, kMaxTextFile), label));
  }
  return entities;
}

void WriteSide(const fs::path& step, const char* side, const std::vector<Entity>& entities,
               StagedFiles* staged) {
  MakeFolder(step / side);
  for (const Entity& entity : entities) {
    staged->Write(step / side / (std::to_string(entity.id) + std::string(kEntityEnding)),
                  WriteEntityText(entity));
  }
}

// Those of `some` that `others` does not have just so.
std::vector<Entity> Without(std::span<const Entity> some, std::span<const Entity> others) {
  std::map<std::uint32_t, const Entity*> known;
  for (const Entity& entity : others) known.emplace(entity.id, &entity);
  std::vector<Entity> rest;
  for (const Entity& entity : some) {
    const auto same = known.find(entity.id);
    if (same == known.end() || *same->second != entity) rest.push_back(entity);
  }
  return rest;
}

void Forget(const fs::path& step) {
  std::error_code ignored;
  fs::remove_all(step, ignored);
}

SavedEntities SaveStep(const fs::path& level, const std::string& what,
                       std::span<const Entity> before, std::span<const Entity> now) {
  const std::vector<Entity> old_side = Without(before, now);
  const std::vector<Entity> new_side = Without(now, before);
  if (old_side.empty() && new_side.empty()) return {};
  const std::vector<std::uint32_t> numbers = Numbers(level);
  const fs::path step = StepFolder(level, numbers.empty() ? 1 : numbers.back() + 1);
  MakeFolder(step);
  try {
    StagedFiles staged;
    staged.Write(step.parent_path().parent_path() / ".gitignore", "*\n");
    WriteSide(step, "before", old_side, &staged);
    WriteSide(step, "after", new_side, &staged);
    staged.Write(step / "what", what + "\n");
    staged.Commit();
    SavedEntities saved = SaveEntities(level, old_side, new_side);
    for (std::size_t i = 0; i + kMostUndoSteps <= numbers.size(); ++i) {
      Forget(StepFolder(level, numbers[i]));
    }
    return saved;
  } catch (const InputError&) {
    Forget(step);
    throw;
  }
}

// Puts a step's entities from one side to the other.
void Turn(const fs::path& level, std::uint32_t number, const std::string& what, const char* from,
          const char* to) {
  const fs::path step = StepFolder(level, number);
  SaveStep(level, what + " " + std::to_string(number), ReadSide(step, from), ReadSide(step, to));
}

// The number in "undo N"; 0 where `what` begins otherwise.
std::uint32_t NumberIn(const std::string& what, const std::string& word) {
  if (!what.starts_with(word + " ")) return 0;
  std::uint32_t number = 0;
  std::from_chars(what.data() + word.size() + 1, what.data() + what.size(), number);
  return number;
}

}  // namespace

SavedEntities SaveWithUndo(const fs::path& folder, std::span<const Entity> before,
                           std::span<const Entity> now) {
  return SaveStep(folder, "edit", before, now);
}

std::vector<UndoStep> UndoSteps(const fs::path& folder) {
  std::vector<UndoStep> steps;
  for (const std::uint32_t number : Numbers(folder)) {
    const fs::path step = StepFolder(folder, number);
    std::error_code error;
    if (!fs::is_regular_file(step / "what", error)) continue;  // its save was killed
    UndoStep found;
    found.number = number;
    found.what = ReadWholeFile(step / "what", (step / "what").string(), 4096);
    found.what.resize(std::min(found.what.find('\n'), found.what.size()));
    std::map<std::string, bool> names;
    for (const char* side : {"before", "after"}) {
      for (fs::directory_iterator at(step / side, error), end; !error && at != end;
           at.increment(error)) {
        names[at->path().filename().string()] = true;
      }
    }
    found.entities = names.size();
    for (UndoStep& other : steps) {
      if (other.number == NumberIn(found.what, "undo")) other.is_undone = true;
      if (other.number == NumberIn(found.what, "redo")) other.is_undone = false;
    }
    steps.push_back(std::move(found));
  }
  return steps;
}

std::uint32_t Undo(const fs::path& folder) {
  const std::vector<UndoStep> steps = UndoSteps(folder);
  const auto last = std::find_if(steps.rbegin(), steps.rend(), [](const UndoStep& step) {
    return step.what == "edit" && !step.is_undone;
  });
  if (last == steps.rend()) throw InputError(folder.string() + ": there is nothing to undo");
  Turn(folder, last->number, "undo", "after", "before");
  return last->number;
}

std::uint32_t Redo(const fs::path& folder) {
  const std::vector<UndoStep> steps = UndoSteps(folder);
  for (auto step = steps.rbegin(); step != steps.rend() && step->what != "edit"; ++step) {
    const std::uint32_t number = NumberIn(step->what, "undo");
    const bool is_undone = std::any_of(steps.begin(), steps.end(), [&](const UndoStep& edit) {
      return edit.number == number && edit.is_undone;
    });
    if (!is_undone) continue;
    Turn(folder, number, "redo", "before", "after");
    return number;
  }
  throw InputError(folder.string() + ": there is nothing to redo");
}

}  // namespace wm
