#include "maps/src/mesh_import.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "maps/src/clean.h"
#include "maps/src/files.h"
#include "maps/src/limits.h"
#include "maps/src/mesh_readers.h"
#include "maps/src/node_roles.h"
#include "maps/src/text_fields.h"

namespace wm {
namespace {

constexpr std::array<std::string_view, 7> kExtensions{".obj", ".gltf", ".glb", ".fbx",
                                                      ".dae", ".ply",  ".stl"};

std::string ExtensionOf(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return extension;
}

MeshScene ReadScene(const MeshSource& source, std::string_view extension) {
  if (extension == ".obj") return ReadObj(source);
  if (extension == ".gltf" || extension == ".glb") return ReadGltf(source);
  if (extension == ".ply") return ReadPly(source);
  if (std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end()) {
    return ReadByAssimp(source, extension);
  }
  std::string known;
  for (const std::string_view name : kExtensions) known += " " + std::string(name);
  throw InputError(source.label + ": unknown format " + Quoted(extension) + "; known are" + known);
}

// The rotation that brings the file's up axis to +Z.
Affine TurnFrom(FileUp up) {
  switch (up) {
    case FileUp::kX:
      return {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {}};
    case FileUp::kY:
      return {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {}};
    case FileUp::kZ:
      return {};
    case FileUp::kMinusX:
      return {{0, 0, -1}, {1, 0, 0}, {0, -1, 0}, {}};
    case FileUp::kMinusY:
      return {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}, {}};
    case FileUp::kMinusZ:
      return {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {}};
  }
  return {};
}

Affine TransposedTurn(const Affine& a) {
  return {{a.x_axis.x, a.y_axis.x, a.z_axis.x},
          {a.x_axis.y, a.y_axis.y, a.z_axis.y},
          {a.x_axis.z, a.y_axis.z, a.z_axis.z},
          {}};
}

// Brings meshes and placements into our frame. All numbers but the unit's are 0, 1 and -1, so only
// a unit rounds.
void ToOurFrame(MeshScene* scene) {
  const Affine turn = TurnFrom(scene->up);
  const Affine back = TransposedTurn(turn);
  const double unit = scene->metres_per_unit;
  if (scene->up == FileUp::kZ && unit == 1.0) return;
  for (TriangleMesh& mesh : scene->meshes) {
    for (Vec3& vertex : mesh.vertices) vertex = turn.Direction(vertex) * unit;
  }
  for (SceneNode& node : scene->nodes) {
    const Vec3 origin = turn.Direction(node.placement.origin) * unit;
    node.placement.origin = {};
    node.placement = Compose(turn, Compose(node.placement, back));
    node.placement.origin = origin + Vec3{};
  }
}

bool IsInRange(const Affine& placement, const TriangleMesh& mesh) {
  const auto is_near = [](Vec3 p) {
    return std::abs(p.x) <= kMaxCoordinate && std::abs(p.y) <= kMaxCoordinate &&
           std::abs(p.z) <= kMaxCoordinate;
  };
  return is_near(placement.origin) &&
         std::all_of(mesh.vertices.begin(), mesh.vertices.end(),
                     [&](Vec3 v) { return is_near(placement.Point(v)); });
}

double LargestScale(const Affine& placement) {
  return std::max({Length(placement.x_axis), Length(placement.y_axis), Length(placement.z_axis)});
}

void CleanScene(MeshScene* scene, CleanCounts* counts) {
  std::vector<double> scale(scene->meshes.size(), 0.0);
  for (const SceneNode& node : scene->nodes) {
    const double largest = LargestScale(node.placement);
    if (largest > scale[node.mesh]) scale[node.mesh] = largest;  // false for a NaN
  }
  for (std::size_t i = 0; i < scene->meshes.size(); ++i) {
    CleanMesh(&scene->meshes[i], scale[i], counts);
  }
  std::vector<SceneNode> kept;
  for (SceneNode& node : scene->nodes) {
    const TriangleMesh& mesh = scene->meshes[node.mesh];
    if (mesh.triangles.empty()) continue;
    if (!IsInRange(node.placement, mesh)) {
      counts->out_of_range += mesh.triangles.size();
      continue;
    }
    kept.push_back(std::move(node));
  }
  scene->nodes = std::move(kept);
}

// Names may come from anywhere; what we keep is one line of plain text.
void CleanName(std::string* name) {
  std::size_t where = 0;
  for (char& c : *name) {
    if ((c >= 0 && c < ' ') || c == '\x7f') c = ' ';
  }
  while (!IsPlainText(*name, &where)) (*name)[where] = '?';
  const std::size_t begin = std::min(name->find_first_not_of(' '), name->size());
  name->erase(0, begin);
  name->erase(name->find_last_not_of(' ') + 1);
  if (name->empty()) *name = "mesh";
}

std::uint64_t PlacedTriangles(const MeshScene& scene) {
  std::uint64_t count = 0;
  for (const SceneNode& node : scene.nodes) count += scene.meshes[node.mesh].triangles.size();
  return count;
}

void LogWhatWasLeftOut(const MeshScene& scene, const CleanCounts& counts, const std::string& label,
                       const LogLine& log) {
  if (!log || (counts.Dropped() == 0 && scene.points_and_lines == 0)) return;
  std::string line = label + ": dropped " + std::to_string(counts.Dropped()) + " triangles";
  if (counts.Dropped() > 0) line += " (" + Describe(counts) + ")";
  line += ", kept " + std::to_string(PlacedTriangles(scene));
  line += "; welded " + std::to_string(counts.welded) + " vertices";
  if (scene.points_and_lines > 0) {
    line += "; left out " + std::to_string(scene.points_and_lines) + " points and lines";
  }
  log(line);
}

}  // namespace

bool IsMeshFileName(const std::filesystem::path& file) {
  return std::find(kExtensions.begin(), kExtensions.end(), ExtensionOf(file)) != kExtensions.end();
}

MeshScene ImportMeshBytes(std::string_view bytes, std::string_view extension,
                          const std::filesystem::path& folder, const std::string& label,
                          const MeshFrame& frame, const LogLine& log) {
  if (bytes.empty()) throw InputError(label + ": the file is empty");
  MeshSource source;
  source.bytes = bytes;
  source.label = label;
  source.folder = folder;
  source.stem = std::filesystem::path(label).stem().string();

  MeshScene scene = ReadScene(source, extension);
  if (frame.up == UpAxis::kY) scene.up = FileUp::kY;
  if (frame.up == UpAxis::kZ) scene.up = FileUp::kZ;
  if (frame.metres_per_unit) scene.metres_per_unit = *frame.metres_per_unit;
  ToOurFrame(&scene);

  CleanCounts counts;
  CleanScene(&scene, &counts);
  if (scene.nodes.empty()) {
    std::string why;
    if (counts.Dropped() > 0) why = "; dropped " + Describe(counts);
    if (scene.points_and_lines > 0) {
      why += "; left out " + std::to_string(scene.points_and_lines) + " points and lines";
    }
    throw InputError(label + ": no usable triangles in it" + why);
  }
  LogWhatWasLeftOut(scene, counts, label, log);
  if (PlacedTriangles(scene) > kMaxPlacedTriangles) {
    throw InputError(label + ": more than " + std::to_string(kMaxPlacedTriangles) + " triangles");
  }
  for (SceneNode& node : scene.nodes) CleanName(&node.name);
  const std::size_t only_seen = AssignRoles(&scene.nodes);
  if (log && only_seen > 0) {
    log(label + ": it marks collision by -col names; " + std::to_string(only_seen) +
        " nodes without are seen, not solid");
  }
  return scene;
}

MeshScene ImportMesh(const std::filesystem::path& file, const std::string& label,
                     const MeshFrame& frame, const LogLine& log) {
  const std::string bytes = ReadWholeFile(file, label, kMaxMeshFile);
  return ImportMeshBytes(bytes, ExtensionOf(file), file.parent_path(), label, frame, log);
}

}  // namespace wm
