// Any bytes as an entity file or a level.text: refused in one line, or read so that what is written
// reads back as the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "maps/entity_text.h"
#include "maps/level_text.h"

namespace {

void Require(bool is_so) {
  if (!is_so) std::abort();
}

template <typename Read>
void ReadOrRefuse(Read read) {
  try {
    read();
  } catch (const wm::InputError& error) {
    const std::string_view line = error.what();
    Require(line.starts_with("f:") && line.find('\n') == line.npos && line.size() < 500);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  ReadOrRefuse([&] {
    const wm::Entity entity = wm::ParseEntityText(text, "f");
    const std::string written = wm::WriteEntityText(entity);
    Require(wm::ParseEntityText(written, "f") == entity);
    Require(wm::WriteEntityText(wm::ParseEntityText(written, "f")) == written);
  });
  ReadOrRefuse([&] {
    const std::string written = wm::WriteLevelText(wm::ParseLevelText(text, "f"));
    Require(wm::WriteLevelText(wm::ParseLevelText(written, "f")) == written);
  });
  return 0;
}
