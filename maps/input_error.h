// What a bad file, argument or database costs: one line for a person, and exit code 2.
#pragma once

#include <stdexcept>
#include <string>

namespace wm {

// what() is one line that names the file and the place in it. Whatever the names in `line` hold,
// what() has no line end and nothing that a terminal would obey.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& line);
};

}  // namespace wm
