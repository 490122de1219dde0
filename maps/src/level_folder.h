// Level folders into Maps: entity files, the meshes they name, the geometry they describe.
#pragma once

#include <filesystem>

#include "maps/map.h"

namespace wm {

// Needs: `folder` is a folder. As LoadMap, but does not ask whether anything is solid.
Map LoadLevelFolder(const std::filesystem::path& folder, const LoadOptions& options);

}  // namespace wm
