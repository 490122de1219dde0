// Foreign text, as a person may see it: names, paths and values from files and command lines can
// hold line ends, terminal commands or broken UTF-8, and be of any length.
//
// Only for showing. What is stored or compared keeps its bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wm {

// `text` on one line: control characters, marks that turn the direction of writing and broken
// UTF-8 become '?'; what is longer than `most_bytes` is cut and ends with "...".
std::string Shown(std::string_view text, std::size_t most_bytes = std::string_view::npos);

// Names longer than this help nobody on a line.
inline constexpr std::size_t kMostShownName = 80;

}  // namespace wm
