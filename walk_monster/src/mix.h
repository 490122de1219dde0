// Words into words in which every input bit reaches every output bit: for hashes and dice that are
// the same on every machine.
#pragma once

#include <bit>
#include <cstdint>

#include "collision/vec3.h"

namespace wm {

// Invertible: shift, multiply by an odd number.
constexpr std::uint64_t Mix(std::uint64_t x) {
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93ULL;
  x = (x ^ (x >> 29)) * 0xa3b195354a39b70dULL;
  return x ^ (x >> 32);
}

// Absorbs 64-bit words one after the other. Words, not bytes: no byte order to agree on.
class Hasher {
 public:
  void Add(std::uint64_t word) {
    // The step count goes in too, so that a run of equal words does not settle in a fixed point.
    state_ = Mix(state_ ^ Mix(word + 0x9e3779b97f4a7c15ULL * ++count_));
  }
  // The bits of a number. Adding zero turns -0 into 0: equal numbers give equal hashes.
  void Add(double number) { Add(std::bit_cast<std::uint64_t>(number + 0.0)); }
  void Add(Vec3 p) {
    Add(p.x);
    Add(p.y);
    Add(p.z);
  }
  std::uint64_t Hash() const { return Mix(state_ + count_); }

 private:
  std::uint64_t state_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace wm
