// Where a sweep and Recast disagree: both laid on Recast's grid, storey by storey, and what only
// one of them reaches gathered into patches.
//
// Says where and at which step of whose pipeline; whether a player really gets there is for drives
// to tell (patch_drives.h). Pure.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tests/bench/recast_area.h"
#include "walk_monster/coverage.h"
#include "walk_monster/explorer.h"

namespace wm::bench {

enum class Side : std::uint8_t { kBoth, kOursOnly, kRecastOnly, kNeither };

// Neither: walkable to Recast, but connected to no seed of the sweep, and not reached by us.

enum class Cause : std::uint8_t {
  // of what only we reach
  kNoFloor,  // Recast has no surface here: beyond a ledge, or under our raster's triangles
  kSteep,    // Recast's triangle is too steep or faces down
  kLowCeiling,
  kLedge,
  kEroded,    // nearer than the radius to a wall or ledge in Recast's cells
  kNarrow,    // walkable, cut off from the seeds by erosion alone
  kSeparate,  // walkable, not connected to a seed
  // of what only Recast reaches
  kRim,     // within kRimWidth of ground that both reach
  kNoRoom,  // the capsule overlaps geometry or stands on nothing
  kSlides,  // a player put there comes to rest elsewhere
  kStands,  // a player put there stands
  kCount
};
inline constexpr std::size_t kCauses = static_cast<std::size_t>(Cause::kCount);
inline constexpr double kRimWidth = 0.3;  // [m]

std::string_view Name(Side side);
std::string_view Name(Cause cause);

struct DifferenceCell {
  int column = 0, row = 0;
  float z = 0.0F;
  Side side = Side::kBoth;
  Cause cause = Cause::kCount;
  std::int32_t patch = -1;  // of cells that only one reaches
};

struct Patch {
  Side side = Side::kOursOnly;
  std::vector<std::uint32_t> cells;  // into Difference::cells
  double area_m2 = 0.0;
  Vec3 place;  // of the cell nearest to the middle
  Box box;
  double mean_z = 0.0;
  double depth_m = 0.0;  // how far its innermost cell is from ground that both reach, at most 1.5
  std::array<double, kCauses> by_cause{};  // [m2]
};

struct Difference {
  int columns = 0, rows = 0;
  double both_m2 = 0.0, ours_m2 = 0.0, recast_m2 = 0.0, recast_all_m2 = 0.0;
  std::vector<DifferenceCell> cells;  // by column and row
  std::vector<std::uint32_t> first;   // by place, and one more: into cells
  std::vector<Patch> patches;         // of at least the least area, largest first
};

struct DifferenceInput {
  const Coverage& coverage;
  const RecastArea& recast;
  std::vector<Vec3> seeds;
  const DriveContext& context;
  double least_m2 = 5.0;
};

Difference Compare(const DifferenceInput& input);

}  // namespace wm::bench
