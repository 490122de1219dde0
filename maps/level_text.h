// level.text and the folder around it: a level's name, the frame of its meshes, its defaults.
//
// Not the geometry: LoadMap (map.h) reads a whole level. Same syntax and rules as entity_text.h.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "maps/entity.h"
#include "maps/map.h"

namespace wm {

struct LevelText {
  std::string name;
  UpAxis up = UpAxis::kByFormat;          // of the level's meshes
  std::optional<double> metres_per_unit;  // of the level's meshes, > 0; empty: the format's word
  LevelDefaults defaults;
};

std::string WriteLevelText(const LevelText& level);

// Errors: InputError "file_name:line: what". Safe for untrusted input.
LevelText ParseLevelText(std::string_view text, std::string_view file_name);

// Makes `folder` hold this level: level.text and entities/<id>.entity_text, each file replaced as a
// whole (written beside it, then renamed). Entity files of other ids are removed; meshes/ is left
// alone. Errors: InputError where two entities share an id, or a file cannot be written.
void WriteLevel(const std::filesystem::path& folder, const LevelText& level,
                std::span<const Entity> entities);
void WriteLevel(const std::filesystem::path& folder, std::string_view name,
                const LevelDefaults& defaults, std::span<const Entity> entities);

}  // namespace wm
