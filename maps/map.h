// A level, loaded: everything that collision, the explorer and the viewer need to know of it.
//
// Made by LoadMap from a level folder or a bare mesh file; immutable afterwards.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collision/geometry.h"
#include "collision/player_config.h"
#include "maps/entity.h"
#include "maps/input_error.h"

namespace wm {

enum class UpAxis : std::uint8_t { kByFormat, kY, kZ };

// What level.text says about player and sweep; a command line may say otherwise.
struct LevelDefaults {
  std::optional<double> radius, height, step, slope_limit_deg, skin, speed, tick_hz, gravity;
  std::optional<double> spacing;       // [m]
  std::optional<int> sectors;          // 4, 8 or 16
  std::optional<std::string> mover;    // as on the command line
  std::optional<std::string> backend;  // as on the command line
};

struct Map {
  std::string name;
  std::filesystem::path path;
  std::vector<TriangleMesh> meshes;
  std::vector<Body> bodies;  // every entity with geometry, doors and lifts in their initial state
  std::vector<Entity> entities;  // in id order; a bare mesh gives one `mesh` entity a node
  LevelDefaults defaults;
};

using LogLine = std::function<void(std::string_view)>;

struct LoadOptions {
  UpAxis up = UpAxis::kByFormat;          // of meshes
  std::optional<double> metres_per_unit;  // of meshes; else the format's or level.text's word
  // Whether a level folder's Map is taken from, and kept in, its cache (.walk_monster/cache in it).
  // It is the same either way, log lines included. Where nothing can be written it goes without.
  bool use_cache = false;
  LogLine log;  // what was dropped, damaged or assumed; a line each
};

// Loads a level folder (with level.text) or a mesh file. Throws InputError: missing or empty file,
// unknown format, no usable geometry, unreadable level.text. A damaged entity file costs that
// entity and a log line. Safe for untrusted input.
Map LoadMap(const std::filesystem::path& path, const LoadOptions& options = {});

// Where an entity stands: in its initial state, or in `state`, one of its own.
Affine Placement(const Entity& entity);
Affine Placement(const Entity& entity, const EntityState& state);

}  // namespace wm
