// A MeshScene, or the error in its place, as bytes between two processes of one machine.
//
// Not a file format.
#pragma once

#include <string>
#include <string_view>

#include "maps/src/mesh_scene.h"

namespace wm {

std::string PackScene(const MeshScene& scene);
std::string PackError(std::string_view message);

// Errors: InputError with a packed error's message, or where the bytes are no scene with every
// index in range.
MeshScene UnpackScene(std::string_view bytes);

}  // namespace wm
