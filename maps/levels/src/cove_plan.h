// Where the parts of the cove lie: what more than one of its makers must know.
//
// x east -40..40, y north -40..40, the sea in the south at z = 0. A pad is ground made level for a
// structure; heights of things on it count from there. Numbers are sixteenths or tenths of a metre.
#pragma once

namespace wm::cove {

struct Rect {
  double x0, y0, x1, y1;
};

// Level ground and its height; around it the land blends over `blend` metres.
struct Pad {
  Rect area;
  double height;
  double blend;
};

inline constexpr Pad kMazePad{{-31.0, -12.0, -13.0, 6.0}, 1.75, 3.0};
inline constexpr Pad kHousePad{{-8.0, -1.0, 6.0, 11.0}, 2.25, 4.0};
inline constexpr Pad kHutPad{{6.0, -10.0, 14.0, -3.0}, 1.5, 3.0};
inline constexpr Pad kWallPad{{-9.0, -9.0, 2.0, -5.0}, 1.5, 3.0};
inline constexpr Pad kYardPad{{15.0, -13.0, 31.0, -1.0}, 1.5, 3.0};
inline constexpr Pad kLiftPad{{18.0, 2.0, 31.0, 10.0}, 2.25, 3.0};
inline constexpr Pad kPitPad{{-29.0, 8.0, -19.0, 16.0}, 2.75, 3.0};
inline constexpr Pad kBridgePad{{-15.0, 17.0, -1.0, 27.0}, 3.5, 4.0};

// The pit: a square hollow in a paved kerb.
inline constexpr double kPitX = -24.0, kPitY = 12.0;
inline constexpr double kPitHalf = 1.5, kPitKerbHalf = 3.75;
inline constexpr double kPitDepth = 1.5;

// The ravine runs east and west through the bridge pad; the tunnel is its covered middle.
inline constexpr double kRavineY = 22.0, kRavineDepth = 3.0;
inline constexpr double kTunnelX0 = -11.0, kTunnelX1 = -5.0;
inline constexpr double kRavineFloor = kBridgePad.height - kRavineDepth;

// The round hill in the north-east.
inline constexpr double kHillX = 19.0, kHillY = 24.0, kHillRadius = 12.0, kHillHeight = 4.25;

// Nobody gets past this ring of invisible walls; south of it is open sea.
inline constexpr Rect kBorder{-37.5, -34.0, 37.5, 37.5};

}  // namespace wm::cove
