#include "walk_monster/number_text.h"

#include <charconv>

namespace wm {

std::string Fixed(double value, int digits) {
  char buffer[400];  // the largest double has 309 digits in front of the point
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, digits);
  if (error != std::errc()) return "?";
  std::string text(buffer, end);
  const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
  return is_zero && text.starts_with('-') ? text.substr(1) : text;
}

std::string Shortest(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::string RoundedPlace(Vec3 place, int digits) {
  return Fixed(place.x, digits) + "," + Fixed(place.y, digits) + "," + Fixed(place.z, digits);
}

std::string PlaceText(Vec3 place) {
  return Shortest(place.x) + "," + Shortest(place.y) + "," + Shortest(place.z);
}

}  // namespace wm
