// The walls of the house (docs/design.md), as far as #include lines show them: which module may see
// which, where each third party may be named, and what a public header may not drag in.
//
// Reads text, does not run a preprocessor: an #include that is switched off counts too.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace wm {

struct IncludeReport {
  std::size_t files = 0;
  std::size_t includes = 0;
  std::vector<std::string> broken;  // "file:line: what is wrong", in path order
};

// Checks every C++ file below `root`, but for hidden folders and build output.
IncludeReport CheckIncludes(const std::filesystem::path& root);

}  // namespace wm
