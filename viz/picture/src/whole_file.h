// A file that is written whole or not at all, and the line that says why it was not.
#pragma once

#include <filesystem>
#include <string>

namespace wm::picture {

// Writes beside an old file, which stays until the new one is whole. Throws InputError: WhyNot's
// line.
void WriteWhole(const std::filesystem::path& path, const std::string& bytes);

// Why `path` cannot be written and what to do about it, in one line. `error`: the errno met at
// `place`, which is `path` or the unfinished file beside it.
std::string WhyNot(const std::filesystem::path& path, const std::filesystem::path& place,
                   int error);

}  // namespace wm::picture
