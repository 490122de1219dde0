// Numbers as people read them, the same in every locale.
#pragma once

#include <string>

#include "collision/vec3.h"

namespace wm {

// `value` with that many digits behind the point; never "-0.00".
std::string Fixed(double value, int digits);

// The shortest decimals that read back to the same number.
std::string Shortest(double value);

// "46.50,-8.00,-3.00": centimetres are near enough for a person to walk there.
std::string RoundedPlace(Vec3 place, int digits = 2);

// "1.25,-3,0.5": the shortest of each.
std::string PlaceText(Vec3 place);

}  // namespace wm
