#include "maps/src/scene_bytes.h"

#include <cstring>
#include <type_traits>

#include "maps/input_error.h"

namespace wm {
namespace {

constexpr char kScene = 's';
constexpr char kError = 'e';

template <typename T>
void Append(std::string* out, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  out->append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename T>
void AppendArray(std::string* out, const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  Append(out, std::uint64_t{values.size()});
  out->append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  template <typename T>
  T Take() {
    T value;
    std::memcpy(&value, TakeBytes(sizeof value).data(), sizeof value);
    return value;
  }

  template <typename T>
  std::vector<T> TakeArray() {
    const auto count = Take<std::uint64_t>();
    if (count > rest_.size() / sizeof(T)) Fail();
    std::vector<T> values(static_cast<std::size_t>(count));
    const std::string_view bytes = TakeBytes(values.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  std::string_view TakeBytes(std::uint64_t size) {
    if (size > rest_.size()) Fail();
    const std::string_view bytes = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(bytes.size());
    return bytes;
  }

  [[noreturn]] static void Fail() { throw InputError("the reader's answer is damaged"); }

 private:
  std::string_view rest_;
};

TriangleMesh TakeMesh(Unpacker* in) {
  TriangleMesh mesh;
  mesh.vertices = in->TakeArray<Vec3>();
  mesh.triangles = in->TakeArray<std::array<std::uint32_t, 3>>();
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) {
      if (corner >= mesh.vertices.size()) Unpacker::Fail();
    }
  }
  return mesh;
}

}  // namespace

std::string PackScene(const MeshScene& scene) {
  std::string out(1, kScene);
  Append(&out, std::uint64_t{scene.meshes.size()});
  for (const TriangleMesh& mesh : scene.meshes) {
    AppendArray(&out, mesh.vertices);
    AppendArray(&out, mesh.triangles);
  }
  Append(&out, std::uint64_t{scene.nodes.size()});
  for (const SceneNode& node : scene.nodes) {
    Append(&out, std::uint64_t{node.name.size()});
    out += node.name;
    Append(&out, node.mesh);
    Append(&out, node.placement);
  }
  Append(&out, scene.up);
  Append(&out, scene.metres_per_unit);
  Append(&out, std::uint64_t{scene.points_and_lines});
  return out;
}

std::string PackError(std::string_view message) { return kError + std::string(message); }

MeshScene UnpackScene(std::string_view bytes) {
  Unpacker in(bytes);
  const char kind = in.Take<char>();
  if (kind == kError) throw InputError(std::string(bytes.substr(1)));
  MeshScene scene;
  for (auto left = in.Take<std::uint64_t>(); left > 0; --left)
    scene.meshes.push_back(TakeMesh(&in));
  for (auto left = in.Take<std::uint64_t>(); left > 0; --left) {
    SceneNode node;
    node.name = in.TakeBytes(in.Take<std::uint64_t>());
    node.mesh = in.Take<std::uint32_t>();
    node.placement = in.Take<Affine>();
    if (node.mesh >= scene.meshes.size()) Unpacker::Fail();
    scene.nodes.push_back(std::move(node));
  }
  scene.up = static_cast<FileUp>(in.Take<std::uint8_t>());
  scene.metres_per_unit = in.Take<double>();
  scene.points_and_lines = static_cast<std::size_t>(in.Take<std::uint64_t>());
  return scene;
}

}  // namespace wm
