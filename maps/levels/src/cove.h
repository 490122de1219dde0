// The cove: the bundled level, a small shore with one of everything that a level has.
//
// Everything that can be entered can be left again on foot, but for the pit. What must and must not
// be reachable stands in the level as contracts. The same bytes from every compiler.
#pragma once

#include <filesystem>

namespace wm {

// Makes `folder` hold the level: level.text, entities/, meshes/. Errors: InputError.
void MakeCove(const std::filesystem::path& folder);

}  // namespace wm
