#include "viz/picture/src/surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace wm::picture {
namespace {

constexpr std::array<std::array<std::int64_t, 2>, 4> kSides = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

constexpr double kSpeck = 1.0;  // [m2] no storey is smaller

bool IsBefore(const Storeys::Piece& a, const Storeys::Piece& b) {
  return std::tie(a.y, a.x, a.z) < std::tie(b.y, b.x, b.z);
}

std::int64_t FloorDivide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && a < 0 ? 1 : 0);
}

}  // namespace

Storeys::Storeys(const Coverage& coverage, double gap)
    : cell_(coverage.CellSize()), gap_(static_cast<float>(gap)) {
  coverage.ForEachCell([this](const Coverage::Cell& cell) {
    pieces_.push_back({cell.x, cell.y, cell.z, 0});
  });
  std::sort(pieces_.begin(), pieces_.end(), IsBefore);
  for (std::size_t i = 1; i < pieces_.size(); ++i) {
    const bool is_above = pieces_[i].x == pieces_[i - 1].x && pieces_[i].y == pieces_[i - 1].y;
    if (is_above) pieces_[i].storey = pieces_[i - 1].storey + 1;
  }
  JoinSmallPatches();
  for (const Piece& piece : pieces_) count_ = std::max(count_, piece.storey + 1);
}

std::size_t Storeys::FirstOf(std::int64_t x, std::int64_t y) const {
  const Piece key{x, y, -std::numeric_limits<float>::infinity(), 0};
  return static_cast<std::size_t>(std::lower_bound(pieces_.begin(), pieces_.end(), key, IsBefore) -
                                  pieces_.begin());
}

std::ptrdiff_t Storeys::Continuing(std::int64_t x, std::int64_t y, float z) const {
  for (std::size_t i = FirstOf(x, y); i < pieces_.size(); ++i) {
    if (pieces_[i].x != x || pieces_[i].y != y) break;
    if (std::fabs(pieces_[i].z - z) <= gap_ * 0.5F) return static_cast<std::ptrdiff_t>(i);
  }
  return -1;
}

// Connected pieces that are counted alike: a patch number for every piece.
std::vector<std::uint32_t> Storeys::Patches(std::size_t* count) const {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> patch(pieces_.size(), kNone);
  std::vector<std::size_t> open;
  std::uint32_t next = 0;
  for (std::size_t start = 0; start < pieces_.size(); ++start) {
    if (patch[start] != kNone) continue;
    patch[start] = next;
    open.push_back(start);
    while (!open.empty()) {
      const Piece& piece = pieces_[open.back()];
      open.pop_back();
      for (const auto& [dx, dy] : kSides) {
        const std::ptrdiff_t found = Continuing(piece.x + dx, piece.y + dy, piece.z);
        if (found < 0) continue;
        const auto other = static_cast<std::size_t>(found);
        if (patch[other] != kNone || pieces_[other].storey != piece.storey) continue;
        patch[other] = next;
        open.push_back(other);
      }
    }
    ++next;
  }
  *count = next;
  return patch;
}

// A patch whose outline touches larger patches of a higher storey over more than half its length
// goes with these: the floor above a wall has nothing to stand on beneath it, and is no ground
// floor.
void Storeys::JoinSmallPatches() {
  std::size_t count = 0;
  const std::vector<std::uint32_t> patch = Patches(&count);
  std::vector<std::size_t> size(count, 0), outline(count, 0);
  std::vector<int> storey(count, 0);
  const auto storey_of = [this](std::ptrdiff_t i) {
    return pieces_[static_cast<std::size_t>(i)].storey;
  };
  struct Border {
    std::uint32_t patch, other;
  };
  std::vector<Border> borders;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    ++size[patch[i]];
    storey[patch[i]] = pieces_[i].storey;
    for (const auto& [dx, dy] : kSides) {
      const std::ptrdiff_t found = Continuing(pieces_[i].x + dx, pieces_[i].y + dy, pieces_[i].z);
      if (found >= 0 && patch[static_cast<std::size_t>(found)] == patch[i]) continue;
      ++outline[patch[i]];
      if (found < 0) continue;
      const std::uint32_t other = patch[static_cast<std::size_t>(found)];
      if (storey_of(found) != pieces_[i].storey) borders.push_back({patch[i], other});
    }
  }
  std::sort(borders.begin(), borders.end(), [](const Border& a, const Border& b) {
    return std::tie(a.patch, a.other) < std::tie(b.patch, b.other);
  });
  std::vector<int> joined = storey;
  for (std::size_t i = 0; i < borders.size();) {
    const std::uint32_t patch_here = borders[i].patch;
    const bool is_speck = static_cast<double>(size[patch_here]) * cell_ * cell_ < kSpeck;
    std::size_t touching = 0, longest = 0;  // larger patches that it may go with
    int target = storey[patch_here];
    while (i < borders.size() && borders[i].patch == patch_here) {
      const std::uint32_t other = borders[i].other;
      const std::size_t begin = i;
      while (i < borders.size() && borders[i].patch == patch_here && borders[i].other == other) ++i;
      if (size[other] <= size[patch_here]) continue;
      if (!is_speck && storey[other] < storey[patch_here]) continue;
      touching += i - begin;
      if (i - begin <= longest) continue;
      longest = i - begin;
      target = storey[other];
    }
    if (is_speck || 2 * touching > outline[patch_here]) joined[patch_here] = target;
  }
  for (std::size_t i = 0; i < pieces_.size(); ++i) pieces_[i].storey = joined[patch[i]];
}

int Storeys::At(Vec3 foot) const {
  const auto x = static_cast<std::int64_t>(std::floor(foot.x / cell_));
  const auto y = static_cast<std::int64_t>(std::floor(foot.y / cell_));
  int best = -1;
  double nearest = std::numeric_limits<double>::max();
  for (std::int64_t dy = -2; dy <= 2; ++dy) {
    for (std::int64_t dx = -2; dx <= 2; ++dx) {
      for (std::size_t i = FirstOf(x + dx, y + dy);
           i < pieces_.size() && pieces_[i].x == x + dx && pieces_[i].y == y + dy; ++i) {
        // Height decides, then the way there.
        const double distance =
            std::fabs(pieces_[i].z - foot.z) + 0.1 * cell_ * static_cast<double>(dx * dx + dy * dy);
        if (distance >= nearest) continue;
        nearest = distance;
        best = pieces_[i].storey;
      }
    }
  }
  return best;
}

Surface::Sample Surface::At(double x, double y) const {
  const double u = (x - x0) / cell - 0.5;
  const double v = (y - y0) / cell - 0.5;
  const double i0 = std::floor(u);
  const double j0 = std::floor(v);
  if (!(i0 >= -1.0 && i0 < width && j0 >= -1.0 && j0 < height)) return {};
  float best = -std::numeric_limits<float>::infinity();
  struct Corner {
    float weight, share, z;
  };
  std::array<Corner, 4> corners{};
  std::size_t count = 0;
  for (int dj = 0; dj < 2; ++dj) {
    for (int di = 0; di < 2; ++di) {
      const int i = static_cast<int>(i0) + di;
      const int j = static_cast<int>(j0) + dj;
      if (i < 0 || j < 0 || i >= width || j >= height) continue;
      const std::size_t index = static_cast<std::size_t>(j) * static_cast<std::size_t>(width) +
                                static_cast<std::size_t>(i);
      if (share[index] <= 0.0F) continue;
      const double wx = di == 0 ? 1.0 - (u - i0) : u - i0;
      const double wy = dj == 0 ? 1.0 - (v - j0) : v - j0;
      corners[count++] = {static_cast<float>(wx * wy), share[index], z[index]};
      if (wx * wy > 0.05) best = std::max(best, z[index]);
    }
  }
  // Heights are blended within one storey only: between two, the upper one has a clean edge.
  Sample sample;
  float weight = 0.0F;
  for (std::size_t c = 0; c < count; ++c) {
    sample.share += corners[c].weight * corners[c].share;
    if (best - corners[c].z > 1.0F) continue;
    weight += corners[c].weight;
    sample.z += corners[c].weight * corners[c].z;
  }
  if (weight > 0.0F) {
    sample.z /= weight;
  } else {
    sample.share = 0.0F;
  }
  return sample;
}

Surface MakeSurface(const std::vector<Storeys::Piece>& pieces, double cell, double finest,
                    const std::function<bool(const Storeys::Piece&)>& keep) {
  const std::int64_t merge =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(finest / cell - 1e-6)));
  std::int64_t x0 = std::numeric_limits<std::int64_t>::max(), y0 = x0;
  std::int64_t x1 = std::numeric_limits<std::int64_t>::min(), y1 = x1;
  const auto column = [merge](const Storeys::Piece& p) { return FloorDivide(p.x, merge); };
  const auto row = [merge](const Storeys::Piece& p) { return FloorDivide(p.y, merge); };
  for (const Storeys::Piece& piece : pieces) {
    if (!keep(piece)) continue;
    x0 = std::min(x0, column(piece));
    x1 = std::max(x1, column(piece));
    y0 = std::min(y0, row(piece));
    y1 = std::max(y1, row(piece));
  }
  Surface surface;
  surface.cell = cell * static_cast<double>(merge);
  if (x0 > x1) return surface;
  surface.x0 = static_cast<double>(x0) * surface.cell;
  surface.y0 = static_cast<double>(y0) * surface.cell;
  surface.width = static_cast<int>(x1 - x0 + 1);
  surface.height = static_cast<int>(y1 - y0 + 1);
  const std::size_t size =
      static_cast<std::size_t>(surface.width) * static_cast<std::size_t>(surface.height);
  surface.z.assign(size, std::numeric_limits<float>::quiet_NaN());
  surface.share.assign(size, 0.0F);
  surface.lowest = std::numeric_limits<float>::max();
  surface.highest = -surface.lowest;
  const float part = 1.0F / static_cast<float>(merge * merge);
  for (const Storeys::Piece& piece : pieces) {
    if (!keep(piece)) continue;
    const std::size_t index =
        static_cast<std::size_t>(row(piece) - y0) * static_cast<std::size_t>(surface.width) +
        static_cast<std::size_t>(column(piece) - x0);
    surface.share[index] = std::min(1.0F, surface.share[index] + part);
    if (!(surface.z[index] >= piece.z)) surface.z[index] = piece.z;
    surface.lowest = std::min(surface.lowest, piece.z);
    surface.highest = std::max(surface.highest, piece.z);
  }
  return surface;
}

}  // namespace wm::picture
