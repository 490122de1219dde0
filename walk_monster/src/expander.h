// Expands the points of one tile: which drives to do from a point, and what their ends mean.
//
// Writes to its own tile only (and leaves messages there for the merge); reads the others.
#pragma once

#include <span>

#include "collision/drive.h"
#include "walk_monster/explorer.h"
#include "walk_monster/src/kernel.h"
#include "walk_monster/src/tiles.h"

namespace wm {

// [of spacing] A neighbour this near is walked to.
inline constexpr double kReach = 1.5;
// [of spacing] An open end is new ground where no point of its storey is nearer. Above 0.70 a
// square grid loses its diagonals; much below, the open ground is sampled twice.
inline constexpr double kOpenApart = 0.72;
// [of spacing] The same for a hit. Smaller: boundaries echo; larger: corners and openings are lost.
inline constexpr double kHitApart = 0.20;
// [m] A landing this near to a known point has arrived there.
inline constexpr double kLandingApart = 0.10;
// [of spacing] A probe that gets this far beyond the line of two hit points has found an opening.
inline constexpr double kOpening = 0.20;

class Expander {
 public:
  // `state`: the world state that the context's world is in.
  Expander(TileTable* table, std::uint32_t slot, const DriveContext& context,
           const SweepOptions& options, std::uint16_t state);

  // Works off one of the tile's two queues, and what that adds to it.
  void Run(bool of_hits);

 private:
  // What a drive was sent out for.
  struct Errand {
    std::optional<PointRef> to;  // a known point; else new ground
    bool is_probe = false;
    PointRef beyond;  // probe: the hit point whose wall is felt along
  };

  void Expand(PointRef ref);
  void NoteReach(PointRef ref, const Box& feet);
  void PlanSectors(PointRef ref);
  void PlanUntried(PointRef ref);
  void PlanStranger(PointRef other);
  void PlanProbe(PointRef ref, PointRef other);
  void DriveAll(PointRef ref);
  void Learn(PointRef ref, const Errand& errand, const DriveResult& result);
  void LearnWay(PointRef ref, PointRef to, Way way, double drop_m);
  void LearnEnd(PointRef ref, const Errand& errand, const DriveResult& result);
  bool IsOpening(PointRef ref, const Errand& errand, Vec3 end) const;

  Tile& tile() { return table_.tiles()[slot_]; }

  TileTable& table_;
  const std::uint32_t slot_;
  const DriveContext& context_;
  const SweepOptions& options_;
  const std::uint16_t state_;
  Density density_;  // at the point at hand
  std::vector<Errand> errands_;
  std::vector<DriveTarget> targets_;
  std::vector<DriveResult> results_;
  std::vector<PointRef> strangers_;  // points out of reach that walks into empty sectors came near
  std::vector<PointRef> joined_hits_;  // hit points just walked to from the hit point at hand
};

// Whether a found end is new, by its kind; and if not, the point that it has arrived at, which only
// landings have.
struct EndVerdict {
  bool is_new = false;
  std::optional<PointRef> arrived_at;
};
EndVerdict JudgeEnd(const TileTable& table, const FoundEnd& end, const SweepOptions& options);

// Adds a new point to its tile with edges both ways, or the edge of a landing that has arrived.
// Needs: the tile of the end exists and may be written.
void AddEnd(TileTable* table, std::uint32_t slot, const FoundEnd& end, const EndVerdict& verdict);

}  // namespace wm
