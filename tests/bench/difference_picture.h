// A comparison as a picture from above, its patches numbered as in the table. Looks, never decides.
#pragma once

#include <filesystem>
#include <string>

#include "tests/bench/difference.h"

namespace wm::bench {

// Throws InputError where the file cannot be written.
void WriteDifference(const Difference& difference, const RecastArea& recast,
                     const std::string& title, const std::filesystem::path& path);

}  // namespace wm::bench
