// Level folders into Maps: entity files, the meshes they name, the geometry they describe.
#pragma once

#include <filesystem>

#include "maps/map.h"

namespace wm {

struct LoadedFolder {
  Map map;
  // Whether the same files give the same again, and ListLevel saw all of them.
  bool can_be_kept = true;
};

// Needs: `folder` is a folder. As LoadMap, but does not ask whether anything is solid, and leaves
// `path` and a name that level.text does not give to it.
LoadedFolder LoadLevelFolder(const std::filesystem::path& folder, const LoadOptions& options);

// Its entities alone, in id order; no mesh is looked at.
std::vector<Entity> ReadLevelEntities(const std::filesystem::path& folder,
                                      const LoadOptions& options);

}  // namespace wm
