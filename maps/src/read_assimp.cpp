#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>

#include <assimp/BaseImporter.h>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/scene.h>
#include <assimp/version.h>

#include "maps/src/files.h"
#include "maps/src/guarded.h"
#include "maps/src/limits.h"
#include "maps/src/mesh_readers.h"
#include "maps/src/polygon.h"
#include "maps/src/scene_bytes.h"
#include "maps/src/text_fields.h"

namespace wm {
namespace {

// Leaves only the importer of `extension`: a file is what its name says, or it is refused.
void KeepOnly(Assimp::Importer* importer, const std::string& extension) {
  for (std::size_t i = importer->GetImporterCount(); i-- > 0;) {
    const aiImporterDesc* info = importer->GetImporterInfo(i);
    const std::string known = " " + std::string(info->mFileExtensions) + " ";
    if (known.find(" " + extension + " ") != known.npos) continue;
    const std::unique_ptr<Assimp::BaseImporter> unused(importer->GetImporter(i));
    importer->UnregisterLoader(unused.get());
  }
}

void Configure(Assimp::Importer* importer) {
  for (const char* unwanted :
       {AI_CONFIG_IMPORT_FBX_READ_MATERIALS, AI_CONFIG_IMPORT_FBX_READ_TEXTURES,
        AI_CONFIG_IMPORT_FBX_READ_LIGHTS, AI_CONFIG_IMPORT_FBX_READ_CAMERAS,
        AI_CONFIG_IMPORT_FBX_READ_ANIMATIONS, AI_CONFIG_IMPORT_FBX_READ_WEIGHTS,
        AI_CONFIG_IMPORT_FBX_EMBEDDED_TEXTURES_LEGACY_NAMING}) {
    importer->SetPropertyBool(unwanted, false);
  }
  importer->SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
}

Affine PlacementOf(const aiMatrix4x4& m) {
  return {{m.a1, m.b1, m.c1}, {m.a2, m.b2, m.c2}, {m.a3, m.b3, m.c3}, {m.a4, m.b4, m.c4}};
}

class SceneReader {
 public:
  // `root`: the transform of the scene's root, in place of its own.
  SceneReader(const aiScene& from, const Affine& root, const MeshSource& source)
      : from_(from), root_(root), source_(source) {}

  MeshScene Read() {
    struct Open {
      const aiNode* node;
      Affine parent;
    };
    std::vector<Open> open{{from_.mRootNode, {}}};
    while (!open.empty()) {
      const Open next = open.back();
      open.pop_back();
      const bool is_root = next.node == from_.mRootNode;
      const Affine placement =
          is_root ? root_ : Compose(next.parent, PlacementOf(next.node->mTransformation));
      PlaceMeshes(*next.node, placement);
      for (unsigned i = next.node->mNumChildren; i-- > 0;) {
        open.push_back({next.node->mChildren[i], placement});
      }
    }
    return std::move(scene_);
  }

 private:
  void PlaceMeshes(const aiNode& node, const Affine& placement) {
    if (node.mNumMeshes == 0) return;
    // Assimp cuts a mesh by material; one node's pieces are one mesh again.
    const std::vector<unsigned> pieces(node.mMeshes, node.mMeshes + node.mNumMeshes);
    auto known = mesh_of_.find(pieces);
    if (known == mesh_of_.end()) {
      TriangleMesh mesh;
      for (const unsigned piece : pieces) AppendPiece(piece, &mesh);
      known = mesh_of_.emplace(pieces, static_cast<std::uint32_t>(scene_.meshes.size())).first;
      scene_.meshes.push_back(std::move(mesh));
    }
    if (scene_.meshes[known->second].triangles.empty()) return;
    SceneNode placed;
    placed.name = node.mName.C_Str();
    if (placed.name.empty()) placed.name = from_.mMeshes[pieces[0]]->mName.C_Str();
    if (placed.name.empty() || &node == from_.mRootNode) placed.name = source_.stem;
    placed.mesh = known->second;
    placed.placement = placement;
    scene_.nodes.push_back(std::move(placed));
  }

  void AppendPiece(unsigned index, TriangleMesh* mesh) {
    if (index >= from_.mNumMeshes) throw InputError(source_.label + ": a node has no such mesh");
    const aiMesh& piece = *from_.mMeshes[index];
    const auto first = static_cast<std::uint32_t>(mesh->vertices.size());
    for (unsigned i = 0; i < piece.mNumVertices; ++i) {
      const aiVector3D& v = piece.mVertices[i];
      mesh->vertices.push_back({v.x, v.y, v.z});
    }
    std::vector<std::uint32_t> corners;
    for (unsigned f = 0; f < piece.mNumFaces; ++f) {
      const aiFace& face = piece.mFaces[f];
      if (face.mNumIndices < 3) {
        ++scene_.points_and_lines;
        continue;
      }
      corners.clear();
      for (unsigned i = 0; i < face.mNumIndices; ++i) {
        if (face.mIndices[i] >= piece.mNumVertices) {
          throw InputError(source_.label + ": face " + std::to_string(f) + " uses vertex " +
                           std::to_string(face.mIndices[i]) + " of " +
                           std::to_string(piece.mNumVertices));
        }
        corners.push_back(first + face.mIndices[i]);
      }
      AppendPolygon(mesh->vertices, corners, &mesh->triangles);
    }
  }

  const aiScene& from_;
  const Affine root_;
  const MeshSource& source_;
  MeshScene scene_;
  std::map<std::vector<unsigned>, std::uint32_t> mesh_of_;
};

// An FBX file says in its metadata what is up and how long a unit is.
void ReadFbxFrame(const aiScene& from, MeshScene* scene) {
  scene->up = FileUp::kY;
  scene->metres_per_unit = 0.01;
  if (from.mMetaData == nullptr) return;
  int axis = 1;
  int sign = 1;
  double centimetres = 1.0;
  float centimetres_float = 1.0f;
  from.mMetaData->Get("UpAxis", axis);
  from.mMetaData->Get("UpAxisSign", sign);
  if (!from.mMetaData->Get("UnitScaleFactor", centimetres) &&
      from.mMetaData->Get("UnitScaleFactor", centimetres_float)) {
    centimetres = static_cast<double>(centimetres_float);
  }
  constexpr std::array kUp{FileUp::kX, FileUp::kY, FileUp::kZ};
  constexpr std::array kDown{FileUp::kMinusX, FileUp::kMinusY, FileUp::kMinusZ};
  if (axis >= 0 && axis <= 2) {
    scene->up =
        sign < 0 ? kDown[static_cast<std::size_t>(axis)] : kUp[static_cast<std::size_t>(axis)];
  }
  if (centimetres > 0.0) scene->metres_per_unit = centimetres * 0.01;
}

// The double that a person wrote where a float was kept: 0.01, not 0.00999999977.
double AsWritten(float value) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  double result = 0.0;
  std::from_chars(digits.data(), end, result);
  return result;
}

// Assimp puts a Collada file's unit and up axis into the root's transform, as a rotation to Y up.
// Read back from there, they are as good as the file's own words.
void ReadColladaFrame(const aiScene& from, MeshScene* scene) {
  const aiMatrix4x4& m = from.mRootNode->mTransformation;
  const float unit = std::sqrt(m.b1 * m.b1 + m.b2 * m.b2 + m.b3 * m.b3);
  scene->up = FileUp::kY;
  if (m.b1 > 0.5f * unit) scene->up = FileUp::kX;
  if (m.b3 > 0.5f * unit) scene->up = FileUp::kZ;
  if (std::isfinite(unit) && unit > 0.0f) scene->metres_per_unit = AsWritten(unit);
}

std::string OneLine(std::string_view text) {
  std::string line;
  for (const char c : text.substr(0, 200)) line += c >= ' ' && c < '\x7f' ? c : ' ';
  return line;
}

MeshScene ReadUnguarded(const MeshSource& source, const std::string& hint) {
  Assimp::Importer importer;
  KeepOnly(&importer, hint);
  Configure(&importer);
  // From memory: whatever the file names beside itself is never opened.
  const aiScene* from =
      importer.ReadFileFromMemory(source.bytes.data(), source.bytes.size(), 0, hint.c_str());
  if (from == nullptr || from->mRootNode == nullptr) {
    throw InputError(source.label + ": not readable as " + hint + ": " +
                     OneLine(importer.GetErrorString()));
  }
  const bool is_collada = hint == "dae";
  const Affine root = is_collada ? Affine{} : PlacementOf(from->mRootNode->mTransformation);
  MeshScene scene = SceneReader(*from, root, source).Read();
  if (hint == "fbx") ReadFbxFrame(*from, &scene);
  if (is_collada) ReadColladaFrame(*from, &scene);
  return scene;
}

}  // namespace

std::string AssimpVersion() {
  return std::to_string(aiGetVersionMajor()) + "." + std::to_string(aiGetVersionMinor()) + "." +
         std::to_string(aiGetVersionPatch()) + "." + std::to_string(aiGetVersionRevision());
}

MeshScene ReadByAssimp(const MeshSource& source, std::string_view extension) {
  const std::string hint(extension.substr(1));
  // Damaged files crash some of Assimp's readers and send others round in circles.
  const auto work = [&] {
    try {
      return PackScene(ReadUnguarded(source, hint));
    } catch (const InputError& error) {
      return PackError(error.what());
    }
  };
  const auto size = static_cast<double>(source.bytes.size());
  const double cpu_seconds = kReaderSeconds + size / kReaderBytesPerSecond;
  const std::uint64_t memory = kReaderMemory + kReaderMemoryPerByte * source.bytes.size();
  const GuardedResult result = RunGuarded(work, cpu_seconds, memory);
  if (!result.failure.empty()) {
    throw PassingError(source.label + ": damaged: the reader of " + hint + " files " +
                       result.failure + " on it");
  }
  return UnpackScene(result.bytes);
}

}  // namespace wm
