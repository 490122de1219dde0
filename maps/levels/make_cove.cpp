// Writes the bundled level: make_cove FOLDER (in the sources: maps/levels/cove).
#include <cstdio>
#include <exception>

#include "maps/levels/src/cove.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_cove FOLDER\n", stderr);
    return 2;
  }
  try {
    wm::MakeCove(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_cove: %s\n", error.what());
    return 2;
  }
  return 0;
}
