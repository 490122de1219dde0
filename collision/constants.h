// Every tolerance of the movement code and the drives, and what breaks when it changes.
//
// What belongs to the player (skin, step, slope) is in PlayerConfig; what a back end needs for
// itself stands in its own file.
#pragma once

namespace wm {

// Walker -----------------------------------------------------------------------------------------

// [of skin] Motion toward a wall stops at this share of the skin. Near 1: stands at the very edge
// of what the skin promises, rounding breaks the promise. Near 0: noise of a back end becomes
// overlap.
inline constexpr double kStopShare = 0.5;

// [m] The walker moves forward floating this high and then settles. Larger: enters no passage that
// is lower than the player plus this, cuts grooves. Smaller: buried faces and seams catch the foot.
inline constexpr double kHover = 0.005;

// [m] Gap that is kept between the foot and the ground. Zero: rounding starts every sweep inside
// the floor. Larger: rest heights leave their tolerance of 1 mm.
inline constexpr double kRestGap = 0.0002;

// [m] Added to the step limit, up and down, so that a riser of exactly the limit is climbed
// whatever rounding did. At 0.001 a step one millimetre too high is not found.
inline constexpr double kStepTolerance = 0.0005;

// [cosine] Added to the slope limit's cosine comparison: 45.0 deg counts as 45, 45.2 does not
// (cos 45 - cos 45.1 = 0.00124).
inline constexpr double kSlopeTolerance = 0.0006;

// [of radius] Longest horizontal move without a look at the ground. Larger: long ticks cross gaps
// and ramps without noticing. Smaller: more sweeps on long ticks.
inline constexpr double kSubstepShare = 0.5;

// [m] A contact this near is touched.
inline constexpr double kTouch = 0.002;
// [m] Contacts that differ by less are touched alike. At 1e-5 the tilt of an edge beside the
// contact passes for a slope half a degree gentler.
inline constexpr double kSameTouch = 1e-7;

// [m] and [m]: a player who, moved down this far along what he touches, sinks less than that, is
// held.
inline constexpr double kHeldProbe = 0.02;
inline constexpr double kHeldDrop = 0.001;

// [z of unit normal] A player rests, and a fall ends, on the rim of level ground only where the
// foot is this squarely on it. Smaller: players hang on to rims that they graze. Larger: they slide
// off good ones.
inline constexpr double kFirmHold = 0.5;

// Slides of one move. More changes nothing that was seen; fewer stops in corners of three planes.
inline constexpr int kMaxSlides = 5;

// Moving bodies ----------------------------------------------------------------------------------

// [of radius] Farthest that a body near the player moves before he is carried and pushed. Larger:
// it may be on his other side before it is noticed. Smaller: more steps in a tick.
inline constexpr double kBodyStepShare = 0.25;
// Most steps of one tick. More: a body that jumps a kilometre takes a second. Fewer: fast ones
// skip.
inline constexpr int kMaxBodySteps = 4000;

// Pushes of one step. Fewer: he stays between two faces of one body that he could leave.
inline constexpr int kMaxPushes = 8;

// [m] Gap kept to walls and ceilings while carried or pushed. Larger: crushed in shafts that are
// wide enough. Zero: noise of a back end becomes overlap.
inline constexpr double kPressedGap = 0.002;

// [s] A body that takes longer is ridden as if it took so long.
inline constexpr double kMaxRideSeconds = 600.0;

// Drive ------------------------------------------------------------------------------------------

// [m] On the target.
inline constexpr double kArrived = 1e-6;

// [m] Getting no nearer counts as reached within this of a point.
inline constexpr double kReachedHorizontal = 0.05;
inline constexpr double kReachedVertical = 0.10;

// Blocked: net movement over this many ticks under this share of the commanded. The longer window,
// of an even number, is for a player who rocks between two walls and is never twice in one place.
inline constexpr int kBlockedTicks = 3;
inline constexpr int kRockingTicks = 4;
inline constexpr double kBlockedShare = 0.02;

// Stuck: moved less than this, and no heading moves as far as that [m].
inline constexpr double kStuckMoved = 0.01;
inline constexpr double kStuckFree = 0.05;

// Out of budget: ticks steered beyond kBudgetFactor * straight line's ticks + kBudgetTicks; seconds
// of one fall.
inline constexpr int kBudgetFactor = 3;
inline constexpr int kBudgetTicks = 60;
inline constexpr double kMaxFallSeconds = 120.0;

// [m] A player this far below the lowest triangle has left the world.
inline constexpr double kLeftWorldDepth = 10.0;

// [m] A spawn may stand this high above the ground.
inline constexpr double kSpawnDrop = 2.0;

// [m] How far beyond the capsule and a step the movement code may ask about the world. Larger: more
// is driven again after a change. Smaller than what the code asks about: changes are overlooked.
inline constexpr double kQueryMargin = 0.25;

}  // namespace wm
