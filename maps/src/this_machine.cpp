#include "maps/src/this_machine.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <unistd.h>

namespace wm {
namespace {

// The first word of a file, as far as it is printable.
std::string WordIn(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return {};
  std::array<char, 64> bytes{};
  const std::size_t size = std::fread(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
  const auto end = std::find_if(bytes.begin(), bytes.begin() + size,
                                [](char c) { return !(c > ' ' && c < '\x7f'); });
  return {bytes.begin(), end};
}

}  // namespace

std::string ThisMachine() {
  for (const char* path : {"/etc/machine-id", "/var/lib/dbus/machine-id"}) {
    if (std::string word = WordIn(path); !word.empty()) return word;
  }
  std::array<char, 65> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  return name.data();
}

}  // namespace wm
