#include "walk_monster/src/kernel.h"

#include <array>

#include "walk_monster/src/mix.h"

namespace wm {
namespace {

constexpr double kHalf = 0.70710678118654752;  // sin 45
constexpr double kMost = 0.92387953251128676;  // cos 22.5
constexpr double kLess = 0.38268343236508977;  // sin 22.5
constexpr double kAxis = 1.0;
constexpr double kDiagonal = 1.4142135623730951;
constexpr double kBetween = 1.1180339887498949;  // to (1, 1/2)

constexpr std::array<KernelDirection, 16> kSixteen = {{{1, 0, kAxis},
                                                       {kMost, kLess, kBetween},
                                                       {kHalf, kHalf, kDiagonal},
                                                       {kLess, kMost, kBetween},
                                                       {0, 1, kAxis},
                                                       {-kLess, kMost, kBetween},
                                                       {-kHalf, kHalf, kDiagonal},
                                                       {-kMost, kLess, kBetween},
                                                       {-1, 0, kAxis},
                                                       {-kMost, -kLess, kBetween},
                                                       {-kHalf, -kHalf, kDiagonal},
                                                       {-kLess, -kMost, kBetween},
                                                       {0, -1, kAxis},
                                                       {kLess, -kMost, kBetween},
                                                       {kHalf, -kHalf, kDiagonal},
                                                       {kMost, -kLess, kBetween}}};

template <std::size_t N>
constexpr std::array<KernelDirection, N> EveryNth() {
  std::array<KernelDirection, N> kernel{};
  for (std::size_t i = 0; i < N; ++i) kernel[i] = kSixteen[i * (16 / N)];
  return kernel;
}

constexpr auto kEight = EveryNth<8>();
constexpr auto kFour = EveryNth<4>();

double Share(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1.0p-53; }  // [0, 1)

}  // namespace

std::span<const KernelDirection> KernelOf(int sectors) {
  if (sectors == 4) return kFour;
  if (sectors == 16) return kSixteen;
  return kEight;
}

KernelDirection Jittered(std::span<const KernelDirection> kernel, std::size_t index,
                         std::uint64_t seed, Vec3 foot) {
  KernelDirection direction = kernel[index];
  if (seed == 0) return direction;
  Hasher hasher;
  hasher.Add(seed);
  hasher.Add(foot);
  hasher.Add(std::uint64_t{index});
  const std::uint64_t bits = hasher.Hash();
  const double turn = Share(bits) * 2.0 - 1.0;                   // [-1, 1)
  const double half = 3.0 / static_cast<double>(kernel.size());  // below tan of half a sector
  const Vec3 turned{direction.x - direction.y * turn * half,
                    direction.y + direction.x * turn * half, 0.0};
  const Vec3 unit = NormalizedOr(turned, {1.0, 0.0, 0.0});
  direction.x = unit.x;
  direction.y = unit.y;
  direction.spacings *= 1.0 - 0.25 * Share(Mix(bits));
  return direction;
}

int SectorOf(std::span<const KernelDirection> kernel, double x, double y) {
  int best = 0;
  double best_dot = -HUGE_VAL;
  for (int i = 0; i < static_cast<int>(kernel.size()); ++i) {
    const double dot = kernel[i].x * x + kernel[i].y * y;
    if (dot > best_dot) {
      best_dot = dot;
      best = i;
    }
  }
  return best;
}

}  // namespace wm
