#include "maps/src/scene_bytes.h"

#include "maps/src/bytes.h"

namespace wm {
namespace {

constexpr char kScene = 's';
constexpr char kError = 'e';

constexpr std::string_view kDamaged = "the reader's answer is damaged";

TriangleMesh TakeMesh(ByteReader* in) {
  TriangleMesh mesh;
  mesh.vertices = in->TakeArray<Vec3>();
  mesh.triangles = in->TakeArray<std::array<std::uint32_t, 3>>();
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) {
      if (corner >= mesh.vertices.size()) in->Fail();
    }
  }
  return mesh;
}

}  // namespace

std::string PackScene(const MeshScene& scene) {
  std::string out(1, kScene);
  AppendBytes(&out, std::uint64_t{scene.meshes.size()});
  for (const TriangleMesh& mesh : scene.meshes) {
    AppendArray(&out, mesh.vertices);
    AppendArray(&out, mesh.triangles);
  }
  AppendBytes(&out, std::uint64_t{scene.nodes.size()});
  for (const SceneNode& node : scene.nodes) {
    AppendText(&out, node.name);
    AppendBytes(&out, node.mesh);
    AppendBytes(&out, node.placement);
  }
  AppendBytes(&out, scene.up);
  AppendBytes(&out, scene.metres_per_unit);
  AppendBytes(&out, std::uint64_t{scene.points_and_lines});
  return out;
}

std::string PackError(std::string_view message) { return kError + std::string(message); }

MeshScene UnpackScene(std::string_view bytes) {
  ByteReader in(bytes, kDamaged);
  const char kind = in.Take<char>();
  if (kind == kError) throw InputError(std::string(bytes.substr(1)));
  MeshScene scene;
  for (auto left = in.Take<std::uint64_t>(); left > 0; --left)
    scene.meshes.push_back(TakeMesh(&in));
  for (auto left = in.Take<std::uint64_t>(); left > 0; --left) {
    SceneNode node;
    node.name = in.TakeText();
    node.mesh = in.Take<std::uint32_t>();
    node.placement = in.Take<Affine>();
    if (node.mesh >= scene.meshes.size()) in.Fail();
    scene.nodes.push_back(std::move(node));
  }
  scene.up = static_cast<FileUp>(in.Take<std::uint8_t>());
  scene.metres_per_unit = in.Take<double>();
  scene.points_and_lines = static_cast<std::size_t>(in.Take<std::uint64_t>());
  return scene;
}

}  // namespace wm
