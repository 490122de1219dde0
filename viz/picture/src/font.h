// Letters as strokes: legible at any size, and no font file on disk to miss.
#pragma once

#include <string_view>

#include "viz/picture/src/canvas.h"

namespace wm::picture {

// Draws UTF-8 text; `at` is the left end of the baseline, `size` the height of a capital. Letters
// that the font lacks are small boxes.
void DrawText(Canvas* canvas, Pixel at, double size, std::string_view text, Color color,
              double weight = 1.0);

// The same over a light seam, for text on a busy ground.
void DrawLabel(Canvas* canvas, Pixel at, double size, std::string_view text, Color color);

double TextWidth(double size, std::string_view text);

}  // namespace wm::picture
