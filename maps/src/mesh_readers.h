// The readers of mesh files: bytes to a MeshScene in the file's own frame and units.
//
// All are safe for untrusted input and throw InputError, one line that begins with the label.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "maps/src/mesh_scene.h"

namespace wm {

struct MeshSource {
  std::string_view bytes;
  std::string label;             // what errors call the file
  std::filesystem::path folder;  // that files it names must lie in
  std::string stem;              // name for what has none
};

// Wavefront OBJ, in double: objects, else groups, become nodes.
MeshScene ReadObj(const MeshSource& source);

// glTF 2.0, text or binary. Every offset, index and link is checked before it is used.
MeshScene ReadGltf(const MeshSource& source);

// PLY, in double: text and both binaries. One node.
MeshScene ReadPly(const MeshSource& source);

// FBX, Collada and STL through Assimp; `extension` with its dot, lower case.
MeshScene ReadByAssimp(const MeshSource& source, std::string_view extension);

// Of the library that this process runs with: what it reads differs from version to version.
std::string AssimpVersion();

}  // namespace wm
