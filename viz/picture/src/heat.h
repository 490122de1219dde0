// How far every place of the ground is to walk, as a raster over a surface.
#pragma once

#include <vector>

#include "viz/picture/src/canvas.h"
#include "viz/picture/src/scene.h"
#include "viz/picture/src/surface.h"

namespace wm::picture {

class Heat {
 public:
  // `metres`: by point, infinite where no walk leads.
  Heat(const Scene& scene, const Surface& surface, const std::vector<double>& metres);

  double farthest() const { return farthest_; }  // [m] of what is shown

  // The colour of the ground at a place [m]: by distance, a line every few metres; hatched where no
  // walk leads.
  Color At(double x, double y) const;

 private:
  const Surface& surface_;
  std::vector<float> metres_;  // by cell of the surface; infinite: no walk leads there
  double farthest_ = 0.0;
  double line_every_ = 1.0;  // [m]
};

// Of a share [0, 1] of the longest distance: dark and blue near, light and yellow far; evenly
// spaced to the eye, and told apart by people of every colour vision.
Color HeatColor(double share);

inline constexpr Color kUnreached = Rgb(0xb9b7b2);

}  // namespace wm::picture
