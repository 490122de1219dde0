// Any bytes as what a level's cache keeps of a Map, as if their checksum were right: refused, or a
// sound Map that packs into the same bytes.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "maps/input_error.h"
#include "maps/src/map_bytes.h"

namespace {

void Require(bool is_so) {
  if (!is_so) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const wm::Map map = wm::UnpackMap(bytes);
    Require(wm::PackMap(map) == bytes);
    for (const wm::Body& body : map.bodies) {
      for (const int mesh : {body.collision_mesh, body.visual_mesh}) {
        Require(mesh == wm::kNoMesh || (mesh >= 0 && mesh < static_cast<int>(map.meshes.size())));
      }
    }
    for (const wm::TriangleMesh& mesh : map.meshes) {
      for (const wm::Vec3 vertex : mesh.vertices) Require(wm::IsFinite(vertex));
      for (const auto& triangle : mesh.triangles) {
        for (const std::uint32_t corner : triangle) Require(corner < mesh.vertices.size());
      }
    }
  } catch (const wm::InputError&) {
  }
  return 0;
}
