// The ground of a coverage map as a picture needs it: which storey each piece belongs to, and the
// topmost surface on a grid about as fine as the picture.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "walk_monster/coverage.h"

namespace wm::picture {

// Storeys as picture.h defines them.
class Storeys {
 public:
  // `gap`: surfaces further apart than this are two [m].
  Storeys(const Coverage& coverage, double gap);

  int Count() const { return count_; }
  // The storey of a surface near a foot; of the nearest in height. -1 where there is none.
  int At(Vec3 foot) const;

  struct Piece {
    std::int64_t x, y;  // cell
    float z;
    int storey;
  };
  const std::vector<Piece>& Pieces() const { return pieces_; }  // by (y, x, z)

 private:
  std::size_t FirstOf(std::int64_t x, std::int64_t y) const;
  // The piece of a cell that continues one at height z, or -1.
  std::ptrdiff_t Continuing(std::int64_t x, std::int64_t y, float z) const;
  std::vector<std::uint32_t> Patches(std::size_t* count) const;
  void JoinSmallPatches();

  double cell_;
  float gap_;
  int count_ = 0;
  std::vector<Piece> pieces_;
};

// Heights of the topmost ground on a grid.
struct Surface {
  double cell = 0.0;          // [m]
  double x0 = 0.0, y0 = 0.0;  // [m] of the grid's corner
  int width = 0, height = 0;  // cells
  std::vector<float> z;       // [m] NaN where nothing is covered
  std::vector<float> share;   // of the cell that is covered [0, 1]
  float lowest = 0.0F, highest = 0.0F;

  struct Sample {
    float share = 0.0F;  // smooth; the border is at a half
    float z = 0.0F;      // [m] where share > 0
  };
  Sample At(double x, double y) const;
};

// The cells that `keep` keeps, on cells of at least `finest` metres.
Surface MakeSurface(const std::vector<Storeys::Piece>& pieces, double cell, double finest,
                    const std::function<bool(const Storeys::Piece&)>& keep);

}  // namespace wm::picture
