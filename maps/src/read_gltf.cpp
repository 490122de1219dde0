#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <optional>

#include <nlohmann/json.hpp>

#include "maps/input_error.h"
#include "maps/src/gltf_buffers.h"
#include "maps/src/limits.h"
#include "maps/src/mesh_readers.h"
#include "maps/src/rotation.h"
#include "maps/src/text_fields.h"

namespace wm {
namespace {

using nlohmann::json;

// Extensions that a file may require without changing a single triangle, or that we read.
bool IsHarmless(std::string_view extension) {
  constexpr std::array<std::string_view, 9> kBeginnings{
      "KHR_materials_", "KHR_texture_", "KHR_lights_",   "KHR_animation_",       "KHR_xmp",
      "EXT_texture_",   "EXT_lights_",  "MSFT_texture_", "KHR_mesh_quantization"};
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view b) { return extension.starts_with(b); });
}

struct GlbParts {
  std::string_view json_text;
  std::string_view binary;
};

GlbParts SplitGlb(const MeshSource& source) {
  const auto fail = [&](const std::string& what) -> void {
    throw InputError(source.label + ": " + what);
  };
  std::string_view rest = source.bytes;
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, rest.data() + at, sizeof value);
    return value;
  };
  if (rest.size() < 12) fail("the header is cut off");
  if (word(4) != 2) fail("glTF version " + std::to_string(word(4)) + ", this program reads 2");
  const std::uint32_t length = word(8);
  if (length > rest.size())
    fail("cut off: " + std::to_string(rest.size()) + " of " + std::to_string(length) + " bytes");
  rest = rest.substr(0, length);
  rest.remove_prefix(std::min<std::size_t>(12, rest.size()));
  GlbParts parts;
  constexpr std::uint32_t kJson = 0x4E4F534A;
  constexpr std::uint32_t kBinary = 0x004E4942;
  for (int index = 0; rest.size() >= 8; ++index) {
    const std::uint32_t size = word(0);
    const std::uint32_t type = word(4);
    rest.remove_prefix(8);
    if (size > rest.size()) fail("chunk " + std::to_string(index) + " reaches beyond the file");
    if (index == 0 && type != kJson) fail("its first chunk is not JSON");
    if (index == 0) parts.json_text = rest.substr(0, size);
    if (index == 1 && type == kBinary) parts.binary = rest.substr(0, size);
    rest.remove_prefix(std::min<std::size_t>((size + std::size_t{3}) / 4 * 4, rest.size()));
  }
  if (parts.json_text.empty()) fail("no JSON in it");
  return parts;
}

class GltfReader {
 public:
  GltfReader(const json& root, const MeshSource& source, std::string_view binary)
      : root_(root), buffers_(root, source, binary) {}

  MeshScene Read() {
    CheckAsset();
    std::vector<std::uint64_t> roots = FindRoots();
    PlaceNodes(std::move(roots));
    scene_.up = FileUp::kY;
    return std::move(scene_);
  }

 private:
  [[noreturn]] void Fail(const std::string& where, const std::string& what) const {
    buffers_.Fail(where, what);
  }

  void CheckAsset() const {
    if (!root_.is_object()) Fail("glTF", "not a JSON object");
    const auto asset = root_.find("asset");
    if (asset == root_.end() || !asset->is_object()) Fail("asset", "missing: not a glTF file");
    const auto version = asset->find("version");
    if (version == asset->end() || !version->is_string()) Fail("asset", "`version` is missing");
    const auto& text = version->get_ref<const std::string&>();
    if (!text.starts_with("2.")) Fail("asset", "glTF version " + Quoted(text) + ", not 2");

    const auto required = root_.find("extensionsRequired");
    if (required == root_.end()) return;
    if (!required->is_array()) Fail("extensionsRequired", "not an array");
    for (const json& name : *required) {
      if (!name.is_string()) Fail("extensionsRequired", "not an array of names");
      const auto& extension = name.get_ref<const std::string&>();
      if (!IsHarmless(extension)) {
        Fail("extensionsRequired", "it needs " + Quoted(extension) + ", which cannot be read");
      }
    }
  }

  std::size_t NodeCount() const {
    const auto nodes = root_.find("nodes");
    if (nodes == root_.end()) return 0;
    if (!nodes->is_array()) Fail("nodes", "not an array");
    return nodes->size();
  }

  // An array of indices under `key`; empty where it is absent.
  std::vector<std::uint64_t> IndexArray(const json& object, const char* key,
                                        const std::string& where) const {
    std::vector<std::uint64_t> indices;
    const auto found = object.find(key);
    if (found == object.end()) return indices;
    if (!found->is_array()) Fail(where, "`" + std::string(key) + "` is not an array");
    for (const json& index : *found) {
      if (!index.is_number_unsigned()) Fail(where, "`" + std::string(key) + "` holds no index");
      indices.push_back(index.get<std::uint64_t>());
    }
    return indices;
  }

  // Checks that the nodes are trees, and gives the nodes that the scene begins with.
  std::vector<std::uint64_t> FindRoots() {
    const std::size_t count = NodeCount();
    constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::uint64_t> parent(count, kNone);
    for (std::uint64_t n = 0; n < count; ++n) {
      const std::string where = NodeLabel(n);
      const json& node = buffers_.Element("nodes", n, where);
      for (const std::uint64_t child : IndexArray(node, "children", where)) {
        if (child >= count) Fail(where, "there is no child " + NodeLabel(child));
        if (child == n) Fail(where, "it is its own child");
        if (parent[child] != kNone) Fail(NodeLabel(child), "it has two parents");
        parent[child] = n;
      }
    }
    CheckNoCycle(parent);

    const auto scenes = root_.find("scenes");
    if (scenes != root_.end() && scenes->is_array() && !scenes->empty()) {
      const std::uint64_t index = buffers_.Whole(root_, "scene", 0, "scene");
      const std::string where = "scenes[" + std::to_string(index) + "]";
      std::vector<std::uint64_t> roots =
          IndexArray(buffers_.Element("scenes", index, "scene"), "nodes", where);
      std::vector<bool> is_listed(count, false);
      for (const std::uint64_t n : roots) {
        if (n >= count) Fail(where, "there is no " + NodeLabel(n));
        if (parent[n] != kNone) Fail(where, NodeLabel(n) + " is not a root");
        if (is_listed[n]) Fail(where, NodeLabel(n) + " is listed twice");
        is_listed[n] = true;
      }
      return roots;
    }
    std::vector<std::uint64_t> roots;
    for (std::uint64_t n = 0; n < count; ++n) {
      if (parent[n] == kNone) roots.push_back(n);
    }
    return roots;
  }

  void CheckNoCycle(const std::vector<std::uint64_t>& parent) const {
    // With one parent each, a walk up either ends at a root or returns to where it began.
    std::vector<std::uint8_t> state(parent.size(), 0);  // 0 unseen, 1 on this walk, 2 fine
    for (std::uint64_t start = 0; start < parent.size(); ++start) {
      std::uint64_t n = start;
      while (n < parent.size() && state[n] == 0) {
        state[n] = 1;
        n = parent[n];
      }
      if (n < parent.size() && state[n] == 1) Fail(NodeLabel(n), "it is its own ancestor");
      for (n = start; n < parent.size() && state[n] == 1; n = parent[n]) state[n] = 2;
    }
  }

  static std::string NodeLabel(std::uint64_t n) { return "nodes[" + std::to_string(n) + "]"; }

  // `count` numbers under `key`; empty where it is absent.
  std::vector<double> Numbers(const json& node, const char* key, std::size_t count,
                              const std::string& where) const {
    std::vector<double> numbers;
    const auto found = node.find(key);
    if (found == node.end()) return numbers;
    if (!found->is_array() || found->size() != count) {
      Fail(where, "`" + std::string(key) + "` is not " + std::to_string(count) + " numbers");
    }
    for (const json& number : *found) {
      if (!number.is_number() || !std::isfinite(number.get<double>())) {
        Fail(where, "`" + std::string(key) + "` holds something that is not a number");
      }
      numbers.push_back(number.get<double>());
    }
    return numbers;
  }

  Affine LocalPlacement(const json& node, const std::string& where) const {
    if (const auto m = Numbers(node, "matrix", 16, where); !m.empty()) {
      return {{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
    }
    Affine local;
    if (const auto q = Numbers(node, "rotation", 4, where); !q.empty()) {
      const double norm2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
      if (!(norm2 >= kMinQuaternionNorm2 && norm2 <= kMaxQuaternionNorm2)) {
        Fail(where, "`rotation` is not of length 1");
      }
      local = Rotation({q[0], q[1], q[2], q[3]});
    }
    if (const auto s = Numbers(node, "scale", 3, where); !s.empty()) {
      local.x_axis = local.x_axis * s[0];
      local.y_axis = local.y_axis * s[1];
      local.z_axis = local.z_axis * s[2];
    }
    if (const auto t = Numbers(node, "translation", 3, where); !t.empty()) {
      local.origin = {t[0], t[1], t[2]};
    }
    return local;
  }

  void PlaceNodes(std::vector<std::uint64_t> roots) {
    struct Open {
      std::uint64_t node;
      Affine parent;
    };
    std::vector<Open> open;
    for (auto root = roots.rbegin(); root != roots.rend(); ++root) open.push_back({*root, {}});
    while (!open.empty()) {
      const Open next = open.back();
      open.pop_back();
      const std::string where = NodeLabel(next.node);
      const json& node = buffers_.Element("nodes", next.node, where);
      const Affine placement = Compose(next.parent, LocalPlacement(node, where));
      if (node.contains("mesh")) PlaceMesh(node, where, placement);
      std::vector<std::uint64_t> children = IndexArray(node, "children", where);
      for (auto child = children.rbegin(); child != children.rend(); ++child) {
        open.push_back({*child, placement});
      }
    }
  }

  static std::string NameOf(const json& object) {
    const auto name = object.find("name");
    return name != object.end() && name->is_string() ? name->get<std::string>() : std::string();
  }

  void PlaceMesh(const json& node, const std::string& where, const Affine& placement) {
    const std::uint64_t index = buffers_.Whole(node, "mesh", where);
    auto known = mesh_of_.find(index);
    if (known == mesh_of_.end()) {
      known = mesh_of_.emplace(index, ReadMesh(index, where)).first;
    }
    if (!known->second) return;
    SceneNode placed;
    placed.name = NameOf(node);
    if (placed.name.empty()) placed.name = NameOf(buffers_.Element("meshes", index, where));
    if (placed.name.empty()) placed.name = "node " + where.substr(6, where.size() - 7);
    placed.mesh = *known->second;
    placed.placement = placement;
    scene_.nodes.push_back(std::move(placed));
  }

  // Empty where the mesh has no triangles.
  std::optional<std::uint32_t> ReadMesh(std::uint64_t index, const std::string& user) {
    const json& mesh = buffers_.Element("meshes", index, user);
    const std::string where = "meshes[" + std::to_string(index) + "]";
    const auto primitives = mesh.find("primitives");
    if (primitives == mesh.end() || !primitives->is_array()) Fail(where, "no `primitives`");
    TriangleMesh result;
    for (std::size_t i = 0; i < primitives->size(); ++i) {
      const std::string at = where + ".primitives[" + std::to_string(i) + "]";
      if (!(*primitives)[i].is_object()) Fail(at, "not an object");
      ReadPrimitive((*primitives)[i], at, &result);
    }
    if (result.triangles.empty()) return std::nullopt;
    scene_.meshes.push_back(std::move(result));
    return static_cast<std::uint32_t>(scene_.meshes.size() - 1);
  }

  void ReadPrimitive(const json& primitive, const std::string& where, TriangleMesh* mesh) {
    const std::uint64_t mode = buffers_.Whole(primitive, "mode", 4, where);
    if (mode > 6) Fail(where, "unknown `mode` " + std::to_string(mode));
    if (mode < 4) {
      ++scene_.points_and_lines;
      return;
    }
    const auto attributes = primitive.find("attributes");
    if (attributes == primitive.end() || !attributes->is_object()) Fail(where, "no `attributes`");
    if (!attributes->contains("POSITION")) Fail(where, "no POSITION");
    const std::uint64_t accessor = buffers_.Whole(*attributes, "POSITION", where);
    RefuseCompressed(primitive, accessor, where);
    const std::vector<Vec3>& positions = buffers_.Positions(accessor, where);
    std::vector<std::uint32_t> corners;
    if (primitive.contains("indices")) {
      corners =
          buffers_.Indices(buffers_.Whole(primitive, "indices", where), positions.size(), where);
    } else {
      corners.resize(positions.size());
      for (std::size_t i = 0; i < corners.size(); ++i) corners[i] = static_cast<std::uint32_t>(i);
    }
    if (mode == 4 && corners.size() % 3 != 0) {
      Fail(where, std::to_string(corners.size()) + " indices are no whole triangles");
    }
    // Sharing an accessor costs a file nothing; what it makes of it must stay in proportion.
    triangles_read_ += corners.size() / 3;
    if (triangles_read_ > 1'000'000 + buffers_.bytes_loaded()) {
      Fail(where, "the file makes too many triangles of its data");
    }
    AppendTriangles(positions, corners, mode, mesh);
  }

  void RefuseCompressed(const json& primitive, std::uint64_t accessor,
                        const std::string& where) const {
    const auto extensions = primitive.find("extensions");
    constexpr const char* kDraco = "KHR_draco_mesh_compression";
    if (extensions == primitive.end() || !extensions->is_object() ||
        !extensions->contains(kDraco)) {
      return;
    }
    if (!buffers_.Element("accessors", accessor, where).contains("bufferView")) {
      Fail(where, std::string(kDraco) + " cannot be read");
    }
  }

  void AppendTriangles(const std::vector<Vec3>& positions,
                       const std::vector<std::uint32_t>& corners, std::uint64_t mode,
                       TriangleMesh* mesh) {
    if (local_.size() < positions.size()) {
      local_.resize(positions.size());
      local_of_.resize(positions.size());
    }
    ++primitives_read_;
    const auto add = [&](std::uint32_t corner) {
      if (local_of_[corner] != primitives_read_) {
        local_of_[corner] = primitives_read_;
        local_[corner] = static_cast<std::uint32_t>(mesh->vertices.size());
        mesh->vertices.push_back(positions[corner]);
      }
      return local_[corner];
    };
    const std::size_t step = mode == 4 ? 3 : 1;
    for (std::size_t i = 0; i + 2 < corners.size(); i += step) {
      // A strip turns every other triangle over; a fan begins each at its first corner.
      const bool is_odd = mode == 5 && i % 2 == 1;
      const std::uint32_t a = corners[mode == 6 ? 0 : i];
      const std::uint32_t b = corners[is_odd ? i + 2 : i + 1];
      const std::uint32_t c = corners[is_odd ? i + 1 : i + 2];
      mesh->triangles.push_back({add(a), add(b), add(c)});
    }
  }

  const json& root_;
  GltfBuffers buffers_;
  MeshScene scene_;
  std::map<std::uint64_t, std::optional<std::uint32_t>> mesh_of_;  // glTF mesh to ours
  std::uint64_t triangles_read_ = 0;

  // Which of an accessor's vertices the primitive under way has taken, and as which of the mesh's.
  std::uint32_t primitives_read_ = 0;
  std::vector<std::uint32_t> local_;
  std::vector<std::uint32_t> local_of_;
};

}  // namespace

MeshScene ReadGltf(const MeshSource& source) {
  GlbParts parts{source.bytes, {}};
  if (source.bytes.starts_with("glTF")) parts = SplitGlb(source);
  json root;
  try {
    root = json::parse(parts.json_text);
  } catch (const json::parse_error& error) {
    throw InputError(source.label + ": not glTF: broken JSON at byte " +
                     std::to_string(error.byte));
  } catch (const json::exception&) {
    throw InputError(source.label + ": not glTF: a number in its JSON is too large");
  }
  return GltfReader(root, source, parts.binary).Read();
}

}  // namespace wm
