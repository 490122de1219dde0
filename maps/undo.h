// Saves that can be taken back: what a save replaces is kept before anything is written, in
// LEVEL/.walk_monster/undo, which is private to this machine and ignored by git.
//
// An undo is a save as well: it can be redone, and refuses where somebody else changed an entity in
// the meantime. One writer at a time (LevelLock).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "maps/save_level.h"

namespace wm {

// Saves beyond so many are forgotten, the oldest first.
inline constexpr std::size_t kMostUndoSteps = 100;

struct UndoStep {
  std::uint32_t number = 0;  // rising
  std::string what;          // "edit", "undo N" or "redo N"
  bool is_undone = false;    // of an edit
  std::size_t entities = 0;  // that it changed
};

// As SaveEntities, and can be undone. Errors: InputError, also where nothing can be kept.
SavedEntities SaveWithUndo(const std::filesystem::path& folder, std::span<const Entity> before,
                           std::span<const Entity> now);

// What was saved, the oldest first.
std::vector<UndoStep> UndoSteps(const std::filesystem::path& folder);

// Takes the last edit back that is not undone, or makes the last undone one again, unless there was
// an edit since; gives its number. Errors: InputError where there is none, or an entity of it was
// changed since; then nothing is changed.
std::uint32_t Undo(const std::filesystem::path& folder);
std::uint32_t Redo(const std::filesystem::path& folder);

}  // namespace wm
