// Everything that is wrong with the files of a level, for people who edit it together.
//
// Looks, never writes. Not what a player meets there: that is a sweep.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace wm {

// A line for each problem, that begins with the file and, where there is one, the line in it:
// damaged files and files in conflict, ids that two files hold, files with another's name, missing
// and unusable meshes, ranges of ids that two machines share, nothing solid, no spawn. Safe for
// untrusted input; throws nothing for what a level may hold.
std::vector<std::string> CheckLevel(const std::filesystem::path& folder);

}  // namespace wm
