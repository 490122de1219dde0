// A coverage map as a picture from above, drawn on the CPU: no display, no window, no fonts on
// disk.
//
// Looks, never decides. The same map and options give the same picture.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "walk_monster/store.h"

namespace wm {

// How far every point is to walk from a place.
struct DistanceMap {
  Vec3 from;                   // a foot
  std::vector<double> metres;  // by point; infinite where no walk leads
};

struct PictureOptions {
  // Only this storey; 0 is the lowest. At every place the surfaces that can be stood on are counted
  // from below; a small piece that mostly continues a larger piece of a higher storey (a floor
  // above a wall) goes with that.
  std::optional<int> storey;
  // Only what lies between these foot heights [m], lowest first.
  std::optional<std::pair<double, double>> heights;
  // Colours the ground by distance instead of height, and leaves out what is wrong.
  std::optional<DistanceMap> distance;
  int long_side_px = 2000;  // [pixels] [200, 8000] of the map, without title and legend
};

// Writes a PNG. Throws InputError: nothing to draw in that storey or at those heights, a file that
// cannot be written.
void WritePicture(const StoredMap& map, const PictureOptions& options,
                  const std::filesystem::path& path);

}  // namespace wm
