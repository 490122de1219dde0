// Writes the clutter level: make_clutter FOLDER [SEED].
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>

#include "maps/levels/src/clutter.h"

int main(int argc, char** argv) {
  std::uint64_t seed = 1;
  bool is_usable = argc == 2 || argc == 3;
  if (argc == 3) {
    const char* const end = argv[2] + std::strlen(argv[2]);
    const auto [next, error] = std::from_chars(argv[2], end, seed);
    is_usable = error == std::errc() && next == end;
  }
  if (!is_usable) {
    std::fputs("usage: make_clutter FOLDER [SEED]\n", stderr);
    return 2;
  }
  try {
    wm::MakeClutter(argv[1], seed);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_clutter: %s\n", error.what());
    return 2;
  }
  return 0;
}
