// How words reach a person or a pipe. A broken stdout is an error, a broken stderr is nobody's
// business, and neither ends a sweep.
#pragma once

#include <string_view>

namespace wm::cli {

// Before anything else: no file that is opened later may land on a closed stdin, stdout or stderr,
// and a reader that goes away ends its own lines, not this program.
void PrepareOutput();

// To stdout. Throws InputError where it cannot be written; a reader that went away has had enough.
void Print(std::string_view text);

// Line to stderr, whatever it holds on one line.
void Log(std::string_view line);

// To stderr as it is.
void PrintToTerminal(std::string_view text);

}  // namespace wm::cli
