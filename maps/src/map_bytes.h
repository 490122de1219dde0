// A Map as bytes for the cache beside a level, every field of it, and back.
//
// Not a file format: the bytes are good for the build of the program that made them.
#pragma once

#include <string>
#include <string_view>

#include "maps/map.h"

namespace wm {

// All but `path`, which is how the level was asked for.
std::string PackMap(const Map& map);

// Errors: InputError where the bytes are no Map in which every index, number and word is sound.
// Safe for untrusted input.
Map UnpackMap(std::string_view bytes);

}  // namespace wm
