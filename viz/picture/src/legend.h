// The words and symbols beside a map.
#pragma once

#include <string>

#include "viz/picture/src/canvas.h"
#include "viz/picture/src/page.h"
#include "viz/picture/src/scene.h"

namespace wm::picture {

// What covered ground is; where storeys lie above each other, that the topmost is drawn and how to
// see another.
std::string GroundGloss(const Scene& scene);

// To the right of the page's map. What is wrong comes first.
void DrawLegend(const Scene& scene, const Page& page, Canvas* canvas);

// The same for a map of walking distances, up to `farthest` metres.
void DrawDistanceLegend(const Scene& scene, double farthest, const Page& page, Canvas* canvas);

}  // namespace wm::picture
