// SHA-256 (FIPS 180-4), for names that must not give away what they were made from.
#pragma once

#include <string>
#include <string_view>

namespace wm {

// 64 hex digits.
std::string Sha256(std::string_view bytes);

}  // namespace wm
