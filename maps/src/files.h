// Whole files in and out. Not parsing: bytes only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace wm {

// Reads a regular file. Errors: InputError where it is missing, not a file, larger than `max_bytes`
// or unreadable; the line begins with `label`.
std::string ReadWholeFile(const std::filesystem::path& path, std::string_view label,
                          std::uint64_t max_bytes);

// Replaces a file as a whole: written beside it, then renamed. Errors: InputError.
void ReplaceFile(const std::filesystem::path& path, std::string_view bytes);

}  // namespace wm
