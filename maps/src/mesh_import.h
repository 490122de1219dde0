// From a mesh file to clean meshes in our frame: Z up, metres, and nodes that know what they are
// for.
//
// Chooses the reader by the file's ending. Safe for untrusted input; deterministic.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "maps/map.h"
#include "maps/src/mesh_scene.h"

namespace wm {

struct MeshFrame {
  UpAxis up = UpAxis::kByFormat;
  std::optional<double> metres_per_unit;
};

// Whether a file of this name is one that ImportMesh knows.
bool IsMeshFileName(const std::filesystem::path& file);

// Every node has triangles. `label` is what errors and log lines call the file. Logs one line where
// something was dropped or left out. Errors: InputError where the file cannot be read or has no
// usable triangles.
MeshScene ImportMesh(const std::filesystem::path& file, const std::string& label,
                     const MeshFrame& frame, const LogLine& log);

// The same from bytes in memory; `extension` with its dot. Files that they name lie in `folder`.
MeshScene ImportMeshBytes(std::string_view bytes, std::string_view extension,
                          const std::filesystem::path& folder, const std::string& label,
                          const MeshFrame& frame, const LogLine& log);

}  // namespace wm
