// From bytes to a Map: any bytes as a mesh file, or as the mesh of a level's entity, are refused in
// one line or give a Map whose every index and number is sound. The first byte chooses the format.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

#include "collision/world.h"
#include "maps/level_text.h"
#include "maps/map.h"

namespace {

namespace fs = std::filesystem;

void Require(bool is_so) {
  if (!is_so) std::abort();
}

// Our own readers first. The others cost a process each time.
constexpr std::size_t kOwnReaders = 4;
constexpr std::array<const char*, 7> kFormats{".obj", ".gltf", ".glb", ".ply",
                                              ".stl", ".dae",  ".fbx"};

// A folder of this process, gone at its end: for each format a level whose entity names a mesh.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("wm_mesh_fuzz." + std::to_string(getpid()))) {
    for (const char* format : kFormats) {
      wm::Entity floor;
      floor.kind = wm::EntityClass::kBox;
      floor.size = {1, 1, 1};
      wm::Entity mesh;
      mesh.id = 1;
      mesh.collision_mesh = mesh.visual_mesh = std::string("meshes/m") + format;
      wm::WriteLevel(Level(format), "fuzz", {}, std::array{floor, mesh});
      fs::create_directories(Level(format) / "meshes");
    }
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path Level(const std::string& format) const { return path_ / ("level" + format); }
  fs::path Mesh(const std::string& format) const {
    return Level(format) / "meshes" / ("m" + format);
  }

 private:
  fs::path path_;
};

void CheckMap(const wm::Map& map) {
  bool has_collision = false;
  for (const wm::Body& body : map.bodies) {
    for (const int mesh : {body.collision_mesh, body.visual_mesh}) {
      Require(mesh == wm::kNoMesh || (mesh >= 0 && mesh < static_cast<int>(map.meshes.size())));
    }
    has_collision = has_collision || body.collision_mesh != wm::kNoMesh;
  }
  Require(has_collision);
  for (const wm::TriangleMesh& mesh : map.meshes) {
    for (const wm::Vec3 vertex : mesh.vertices) Require(wm::IsFinite(vertex));
    for (const auto& triangle : mesh.triangles) {
      for (const std::uint32_t corner : triangle) Require(corner < mesh.vertices.size());
    }
  }
  const wm::World world = wm::BuildWorld(map.meshes, map.bodies);
  for (const wm::Vec3 normal : world.triangle_normals) Require(wm::IsFinite(normal));
}

void Load(const fs::path& path) {
  try {
    CheckMap(wm::LoadMap(path));
  } catch (const wm::InputError& error) {
    const std::string_view line = error.what();
    Require(line.find(path.filename().string()) != line.npos);
    Require(line.find('\n') == line.npos && line.size() < 1000);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;  // made once: a new one for each input would take most of the time
  if (size == 0) return 0;
  const std::size_t index = data[0] % kFormats.size();
  const std::string format = kFormats[index];
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::ofstream(folder.Mesh(format), std::ios::binary) << bytes;
  Load(folder.Mesh(format));
  if (index < kOwnReaders)
    CheckMap(wm::LoadMap(folder.Level(format)));  // the mesh may be lost, the floor never
  return 0;
}
