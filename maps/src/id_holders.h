// Which files of a level lay claim to which ids, damaged files and files in conflict included.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace wm {

// Id to names in entities/, sorted. A file claims the number in its name and every whole number
// among its head lines: that is its id, or the ids that a merge could not decide between. What a
// merge left beside a file claims the file's number. Errors: InputError where there are too many.
using IdHolders = std::map<std::uint32_t, std::vector<std::string>>;
IdHolders FindIdHolders(const std::filesystem::path& folder);

}  // namespace wm
