// A level folder's Map, kept in the folder for the next load: LEVEL/.walk_monster/cache, private to
// this machine and this build of the program, and ignored by git.
//
// Never trusted: it counts only while its checksum is right and the folder's listing is the one it
// was made from, every time in which is older than the moment the making began. What fails costs a
// load of the files, never a wrong Map. Safe from many threads and processes at once.
#pragma once

#include <filesystem>

#include "maps/map.h"

namespace wm {

// As LoadLevelFolder(...).map. Logs the same lines; one more where a cache was of no use although
// the level is as it was, or could not be written for want of space.
Map LoadThroughCache(const std::filesystem::path& folder, const LoadOptions& options);

}  // namespace wm
