// What a bad file, argument or database costs: one line for a person, and exit code 2.
#pragma once

#include <stdexcept>
#include <string>

namespace wm {

// what() is one line, without a newline, that names the file and the place in it.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace wm
