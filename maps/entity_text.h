// One entity as a text file (docs/level_format.md): what people edit and source control merges.
//
// Not the level: that is level_text.h. Pure functions, safe from many threads. Independent of the
// locale; reading a file that WriteEntityText wrote and writing it again gives the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "maps/entity.h"
#include "maps/input_error.h"

namespace wm {

// The text of `entity`. Errors: InputError where that text would not read back as the same entity
// (a name with a newline, a NaN, a field that its class does not have).
std::string WriteEntityText(const Entity& entity);

// Reads one entity. Errors: InputError "file_name:line: what". Safe for untrusted input.
Entity ParseEntityText(std::string_view text, std::string_view file_name);

}  // namespace wm
