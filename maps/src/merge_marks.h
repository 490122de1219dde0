// What a merge leaves behind in a level: marks in a file, and files beside it.
//
// Pure functions on bytes and names.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace wm {

inline constexpr std::string_view kEntityEnding = ".entity_text";

// The line, counted from 1, of the first `<<<<<<< `, `||||||| `, `=======` or `>>>>>>> ` at a
// line's begin; 0 where there is none.
std::size_t MergeMarkLine(std::string_view text);

// The name of the entity file that `name` was left beside by a merge (Subversion's and Mercurial's
// FILE.mine, FILE.theirs, FILE.orig, FILE.r42, with or without the ending of entity files); empty
// where `name` is something else.
std::string MergeOwner(std::string_view name);

// Owner to the first of what a merge left beside it, among the names of a folder.
std::map<std::string, std::string, std::less<>> MergeLeftovers(std::span<const std::string> names);

}  // namespace wm
