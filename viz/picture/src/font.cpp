#include "viz/picture/src/font.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace wm::picture {
namespace {

// One glyph a printable ASCII character, from the space on. Two digits a point: x in twelfths of a
// capital's height, y in sixths from two below the baseline. Spaces part points, commas strokes; a
// stroke that begins with ~ is rounded, and closed where it ends at its start.
constexpr std::array<std::string_view, 95> kGlyphs = {
    "",                                             // space
    "08 04,02 02",                                  // !
    "08 07,28 27",                                  // "
    "22 38,52 68,14 74,16 76",                      // #
    "~77 78 08 05 75 72 02 03,49 41",               // $
    "02 78,~08 28 26 06 08,~54 74 72 52 54",        // %
    "~82 16 18 58 56 04 02 42 75",                  // &
    "08 07",                                        // '
    "~29 06 04 21",                                 // (
    "~09 26 24 01",                                 // )
    "04 66,06 64,33 37",                            // *
    "04 64,32 36",                                  // +
    "12 01",                                        // ,
    "04 44",                                        // -
    "02 02",                                        // .
    "01 59",                                        // /
    "~08 78 72 02 08",                              // 0
    "16 48 42",                                     // 1
    "~06 08 78 75 02,02 72",                        // 2
    "~07 08 78 75 35,~35 75 72 02 03",              // 3
    "52 58 04 74",                                  // 4
    "68 18 05,~05 26 76 72 02 03",                  // 5
    "~68 08 05 04,~06 76 72 02 06",                 // 6
    "08 78 22",                                     // 7
    "~18 68 65 15 18,~05 75 72 02 05",              // 8
    "~12 72 75 76,~08 78 74 04 08",                 // 9
    "02 02,05 05",                                  // :
    "12 01,15 15",                                  // ;
    "66 04 62",                                     // <
    "03 63,05 65",                                  // =
    "06 64 02",                                     // >
    "~07 08 68 65 34,32 32",                        // ?
    "~08 88 82 02 08,~36 66 63 33 36",              // @
    "02 48 82,24 64",                               // A
    "02 08,~08 48 78 75 45 05,~05 45 85 82 42 02",  // B
    "~87 88 08 02 82 83",                           // C
    "02 08,08 28,02 22,~28 88 82 22",               // D
    "68 08 02 62,05 55",                            // E
    "68 08 02,05 55",                               // F
    "~87 88 08 02 82 85,85 55",                     // G
    "02 08,72 78,05 75",                            // H
    "02 08",                                        // I
    "~58 54 52 02 03",                              // J
    "02 08,78 04,25 72",                            // K
    "08 02 62",                                     // L
    "02 08 44 88 82",                               // M
    "02 08 72 78",                                  // N
    "~08 88 82 02 08",                              // O
    "02 08,~08 48 78 75 45 05",                     // P
    "~08 88 82 02 08,54 82",                        // Q
    "02 08,~08 48 78 75 45 05,45 72",               // R
    "~77 78 08 05 75 72 02 03",                     // S
    "08 88,48 42",                                  // T
    "~08 04 02 72 74 78",                           // U
    "08 42 88",                                     // V
    "08 22 47 62 88",                               // W
    "08 72,02 78",                                  // X
    "08 45 88,45 42",                               // Y
    "08 78 02 72",                                  // Z
    "29 09 01 21",                                  // [
    "09 51",                                        // backslash
    "09 29 21 01",                                  // ]
    "06 38 66",                                     // ^
    "01 81",                                        // _
    "08 27",                                        // `
    "~06 66 62 02 06,66 62",                        // a
    "08 02,~06 66 62 02 06",                        // b
    "~65 66 06 02 62 63",                           // c
    "~06 66 62 02 06,68 62",                        // d
    "04 64,~64 66 06 02 62 63",                     // e
    "~58 28 26 22,06 46",                           // f
    "~06 66 62 02 06,66 63,~63 60 00 01",           // g
    "08 02,~04 06 66 64 62",                        // h
    "06 02,08 08",                                  // i
    "~26 21 20 00,28 28",                           // j
    "08 02,56 04,25 62",                            // k
    "08 02",                                        // l
    "06 02,~04 06 46 44 42,~44 46 86 84 82",        // m
    "06 02,~04 06 66 64 62",                        // n
    "~06 66 62 02 06",                              // o
    "06 00,~06 66 62 02 06",                        // p
    "~06 66 62 02 06,66 60",                        // q
    "06 02,~03 06 46",                              // r
    "~55 56 06 04 54 52 02 03",                     // s
    "~28 24 22 52,06 46",                           // t
    "~06 04 02 62 64 66,66 62",                     // u
    "06 32 66",                                     // v
    "06 22 45 62 86",                               // w
    "06 62,02 66",                                  // x
    "06 32,66 10",                                  // y
    "06 56 02 52",                                  // z
    "29 16 05 14 21",                               // {
    "09 01",                                        // |
    "09 16 25 14 01",                               // }
    "~04 25 43 64",                                 // ~
};
constexpr std::string_view kMissing = "02 07 57 52 02";
constexpr double kDigitWidth = 7.0;   // digits stand in columns
constexpr double kSpaceWidth = 3.5;   // of a space [twelfths]
constexpr double kBetween = 3.4;      // from letter to letter
constexpr double kThickness = 0.125;  // of a stroke, in capital heights

std::uint32_t NextCodePoint(std::string_view* text) {
  const auto lead = static_cast<unsigned char>(text->front());
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  text->remove_prefix(std::min(length, text->size()));
  return length == 1 ? lead : 0xfffd;
}

std::string_view GlyphOf(std::uint32_t code) {
  return code >= 0x20 && code < 0x7f ? kGlyphs[code - 0x20] : kMissing;
}

double AdvanceOf(std::uint32_t code) {
  if (code == ' ') return kSpaceWidth + kBetween;
  if (code >= '0' && code <= '9') return kDigitWidth + kBetween;
  const std::string_view glyph = GlyphOf(code);
  int widest = 0;
  for (std::size_t i = 0; i + 1 < glyph.size();) {
    if (glyph[i] < '0' || glyph[i] > '9') {
      ++i;
      continue;
    }
    widest = std::max(widest, glyph[i] - '0');
    i += 2;
  }
  return widest + kBetween;
}

// Cuts the corners of a line three times: a quadratic curve near its points.
std::vector<Pixel> Rounded(std::vector<Pixel> points) {
  const bool is_closed = points.size() > 2 && points.front().x == points.back().x &&
                         points.front().y == points.back().y;
  for (int round = 0; round < 3; ++round) {
    std::vector<Pixel> next;
    if (!is_closed) next.push_back(points.front());
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const Pixel along = points[i + 1] - points[i];
      const bool is_first = i == 0 && !is_closed;
      const bool is_last = i + 2 == points.size() && !is_closed;
      if (!is_first) next.push_back(points[i] + along * 0.25);
      if (!is_last) next.push_back(points[i] + along * 0.75);
    }
    next.push_back(is_closed ? next.front() : points.back());
    points = std::move(next);
  }
  return points;
}

void DrawStroke(Canvas* canvas, std::string_view stroke, Pixel at, double size, double thickness,
                Color color) {
  const bool is_rounded = !stroke.empty() && stroke.front() == '~';
  if (is_rounded) stroke.remove_prefix(1);
  std::vector<Pixel> points;
  for (std::size_t i = 0; i + 1 < stroke.size(); i += 3) {
    points.push_back(
        {at.x + (stroke[i] - '0') * size / 12.0, at.y - (stroke[i + 1] - '2') * size / 6.0});
  }
  if (points.size() == 1) points.push_back(points.front());
  if (is_rounded) points = Rounded(std::move(points));
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    canvas->Line(points[i], points[i + 1], thickness, color);
  }
}

void DrawStrokes(Canvas* canvas, Pixel at, double size, std::string_view text, Color color,
                 double thickness) {
  while (!text.empty()) {
    const std::uint32_t code = NextCodePoint(&text);
    std::string_view glyph = GlyphOf(code);
    while (!glyph.empty()) {
      const std::size_t end = std::min(glyph.find(','), glyph.size());
      DrawStroke(canvas, glyph.substr(0, end), at, size, thickness, color);
      glyph.remove_prefix(std::min(end + 1, glyph.size()));
    }
    at.x += AdvanceOf(code) * size / 12.0;
  }
}

}  // namespace

void DrawText(Canvas* canvas, Pixel at, double size, std::string_view text, Color color,
              double weight) {
  DrawStrokes(canvas, at, size, text, color, std::max(1.0, kThickness * size * weight));
}

void DrawLabel(Canvas* canvas, Pixel at, double size, std::string_view text, Color color) {
  DrawStrokes(canvas, at, size, text, Rgb(0xffffff), kThickness * size + 5.0);
  DrawText(canvas, at, size, text, color);
}

double TextWidth(double size, std::string_view text) {
  double width = 0.0;
  while (!text.empty()) width += AdvanceOf(NextCodePoint(&text)) * size / 12.0;
  return std::max(0.0, width - kBetween * size / 12.0);
}

}  // namespace wm::picture
