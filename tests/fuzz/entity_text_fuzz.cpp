// Any bytes as an entity file or a level.text: refused in one line, or read so that what is written
// reads back as the same. A small terrain becomes a sound mesh that goes through its points.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "maps/entity_text.h"
#include "maps/level_text.h"
#include "maps/src/terrain.h"

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

void CheckTerrain(const wm::HeightGrid& grid) {
  constexpr std::uint64_t kMostVertices = 64;  // more would take most of the time
  if (std::uint64_t{grid.columns} * grid.rows > kMostVertices) return;
  const wm::TriangleMesh mesh = wm::TerrainMesh(grid);
  for (const wm::Vec3 vertex : mesh.vertices) Require(wm::IsFinite(vertex));
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) Require(corner < mesh.vertices.size());
  }
  // Needles are not kept: tiny cells, towers of a thousand kilometres.
  const auto is_tall = [](double height) { return !(height >= -1e4 && height <= 1e4); };
  if (grid.cell < 1.0 || std::any_of(grid.heights.begin(), grid.heights.end(), is_tall)) return;
  for (const wm::ControlPoint& point : grid.control_points) {
    if (is_tall(point.height)) return;
  }
  for (const wm::ControlPoint& point : grid.control_points) {
    const wm::Vec3 place{point.x, point.y, point.height};
    Require(std::find(mesh.vertices.begin(), mesh.vertices.end(), place) != mesh.vertices.end());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // Any other first word is refused as a level at once.
  if (text.starts_with("level")) {
    ReadOrRefuse([&] {
      const std::string written = wm::WriteLevelText(wm::ParseLevelText(text, "f"));
      Require(wm::WriteLevelText(wm::ParseLevelText(written, "f")) == written);
    });
  }
  ReadOrRefuse([&] {
    const wm::Entity entity = wm::ParseEntityText(text, "f");
    const std::string written = wm::WriteEntityText(entity);
    Require(wm::ParseEntityText(written, "f") == entity);
    Require(wm::WriteEntityText(wm::ParseEntityText(written, "f")) == written);
    if (entity.kind == wm::EntityClass::kTerrain) CheckTerrain(entity.terrain);
  });
  return 0;
}
