#include "maps/shown_text.h"

#include <algorithm>

#include "maps/input_error.h"
#include "maps/src/text_fields.h"

namespace wm {
namespace {

// Whether one UTF-8 sequence may reach a terminal. Beyond the ASCII controls: U+0080 to U+009F,
// which terminals obey as well; U+200E, U+200F, U+2028 to U+202E and U+2066 to U+2069, which end or
// turn lines; U+FEFF, which nobody sees.
bool IsShown(std::string_view c) {
  if (c.empty()) return false;
  if (c.size() == 1) return c[0] >= ' ' && c[0] != '\x7f';
  if (c.size() == 2) return c >= "\xc2\xa0";
  if (c.size() != 3) return true;
  const bool is_mark = (c >= "\xe2\x80\x8e" && c <= "\xe2\x80\x8f") ||
                       (c >= "\xe2\x80\xa8" && c <= "\xe2\x80\xae") ||
                       (c >= "\xe2\x81\xa6" && c <= "\xe2\x81\xa9") || c == "\xef\xbb\xbf";
  return !is_mark;
}

}  // namespace

std::string Shown(std::string_view text, std::size_t most_bytes) {
  std::string shown;
  while (!text.empty()) {
    if (shown.size() >= most_bytes) return shown + "...";
    const std::size_t length = Utf8Length(text);
    const std::string_view one = text.substr(0, length);
    if (IsShown(one)) {
      shown += one;
    } else {
      shown += '?';
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

InputError::InputError(const std::string& line) : std::runtime_error(Shown(line)) {}

}  // namespace wm
