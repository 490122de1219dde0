#include "maps/src/level_folder.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "maps/entity_text.h"
#include "maps/level_text.h"
#include "maps/src/convex_hull.h"
#include "maps/src/files.h"
#include "maps/src/generated.h"
#include "maps/src/limits.h"
#include "maps/src/merge_marks.h"
#include "maps/src/mesh_import.h"
#include "maps/src/terrain.h"

namespace wm {
namespace {

struct EntityFile {
  std::string label;
  Entity entity;
};

// All nodes with a role, as one mesh in the file's frame.
TriangleMesh Flatten(const MeshScene& scene, bool wants_collision) {
  TriangleMesh flat;
  for (const SceneNode& node : scene.nodes) {
    if (wants_collision ? !node.role.is_collision : !node.role.is_visual) continue;
    const bool is_hull = wants_collision && node.role.is_convex;
    const TriangleMesh hull = is_hull ? ConvexHull(scene.meshes[node.mesh]) : TriangleMesh();
    const TriangleMesh& mesh = is_hull ? hull : scene.meshes[node.mesh];
    const auto first = static_cast<std::uint32_t>(flat.vertices.size());
    for (const Vec3 vertex : mesh.vertices) flat.vertices.push_back(node.placement.Point(vertex));
    const bool is_mirror = node.placement.IsMirror();
    for (const auto& t : mesh.triangles) {
      flat.triangles.push_back(
          {first + t[0], first + t[is_mirror ? 2 : 1], first + t[is_mirror ? 1 : 2]});
    }
  }
  return flat;
}

class FolderLoader {
 public:
  FolderLoader(const std::filesystem::path& folder, const LoadOptions& options)
      : folder_(folder), options_(options), entity_folder_(folder / "entities") {}

  LoadedFolder Load() {
    ReadLevelText();
    std::vector<EntityFile> files = ReadEntities();
    for (EntityFile& file : files) {
      try {
        AddBody(file.entity);
        map_.entities.push_back(std::move(file.entity));
      } catch (const InputError& error) {
        Warn(file.label + ": " + error.what());
      }
    }
    return {std::move(map_), can_be_kept_};
  }

  std::vector<Entity> LoadEntities() {
    ReadLevelText();
    std::vector<Entity> entities;
    for (EntityFile& file : ReadEntities()) entities.push_back(std::move(file.entity));
    return entities;
  }

 private:
  void Warn(const std::string& what) const {
    if (options_.log) options_.log("warning: " + what + "; this entity is left out");
  }

  void ReadLevelText() {
    const std::filesystem::path file = folder_ / "level.text";
    if (!std::filesystem::exists(file)) {
      throw InputError(folder_.string() + ": a folder without level.text is no level");
    }
    const std::string text = ReadWholeFile(file, file.string(), kMaxTextFile);
    const LevelText level = ParseLevelText(text, file.string());
    map_.name = level.name;
    map_.defaults = level.defaults;
    frame_.up = options_.up != UpAxis::kByFormat ? options_.up : level.up;
    frame_.metres_per_unit =
        options_.metres_per_unit ? options_.metres_per_unit : level.metres_per_unit;
  }

  void NoteFile(const std::filesystem::path& path) {
    if (IsHiddenInside(folder_, path)) can_be_kept_ = false;
  }
  void NoteError(const InputError& error) {
    if (dynamic_cast<const PassingError*>(&error) != nullptr) can_be_kept_ = false;
  }

  // In id order. Two files with one id are an error: nobody could say which one is meant.
  std::vector<EntityFile> ReadEntities() {
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator at(folder_ / "entities", error), end;
         !error && at != end; at.increment(error)) {
      std::string name = at->path().filename().string();
      if (name.ends_with(kEntityEnding) || !MergeOwner(name).empty()) {
        names.push_back(std::move(name));
      }
      if (names.size() > kMaxEntities) throw InputError(folder_.string() + ": too many entities");
    }
    if (error && error != std::errc::no_such_file_or_directory) can_be_kept_ = false;
    std::sort(names.begin(), names.end());
    const auto leftovers = MergeLeftovers(names);
    for (const auto& [owner, leftover] : leftovers) WarnOfMerge(owner, leftover);
    std::vector<EntityFile> files;
    for (const std::string& name : names) {
      if (!name.ends_with(kEntityEnding) || leftovers.contains(name)) continue;
      if (auto file = ReadEntity(name)) files.push_back(std::move(*file));
    }
    std::stable_sort(files.begin(), files.end(), [](const EntityFile& a, const EntityFile& b) {
      return a.entity.id < b.entity.id;
    });
    for (std::size_t i = 1; i < files.size(); ++i) {
      if (files[i].entity.id != files[i - 1].entity.id) continue;
      throw InputError(files[i - 1].label + " and " + files[i].label + " both have the id " +
                       std::to_string(files[i].entity.id) + "; give one of them another");
    }
    for (const EntityFile& file : files) HintAtName(file);
    return files;
  }

  // Which of several texts is meant only people can say.
  void WarnOfMerge(const std::string& owner, const std::string& leftover) const {
    Warn((folder_ / "entities" / owner).string() + ": in conflict: a merge left " + leftover +
         " beside it; settle it and remove that file");
  }

  // The id in the file counts: other files, databases and reports know it.
  void HintAtName(const EntityFile& file) const {
    const std::string expected = std::to_string(file.entity.id) + std::string(kEntityEnding);
    if (!options_.log || std::filesystem::path(file.label).filename() == expected) return;
    options_.log("warning: " + file.label + ": its id is " + std::to_string(file.entity.id) +
                 ", which counts; it should be named " + expected);
  }

  std::optional<EntityFile> ReadEntity(const std::string& name) {
    EntityFile file;
    file.label = (folder_ / "entities" / name).string();
    try {
      file.entity = ParseEntityText(ReadEntityFile(name, file.label), file.label);
    } catch (const InputError& error) {
      NoteError(error);
      Warn(error.what());
      return std::nullopt;
    }
    return file;
  }

  std::string ReadEntityFile(const std::string& name, const std::string& label) {
    if (auto text = entity_folder_.Read(name, kMaxTextFile)) return std::move(*text);
    // A link, or trouble.
    const auto path = ResolveInside(folder_, "entities/" + name, label);
    NoteFile(path);
    return ReadWholeFile(path, label, kMaxTextFile);
  }

  // A mesh file's visible or solid part; read once for all entities that name it.
  int MeshFromFile(const std::string& relative, bool wants_collision) {
    const auto key = std::pair(relative, wants_collision);
    if (const auto known = mesh_of_.find(key); known != mesh_of_.end()) return known->second;
    const MeshScene scene = ImportOnce(relative);
    const bool is_one =
        std::all_of(scene.nodes.begin(), scene.nodes.end(), [](const SceneNode& node) {
          return node.role.is_visual && node.role.is_collision && !node.role.is_convex;
        });
    for (const bool is_collision : {false, true}) {
      if (is_collision && is_one) {
        mesh_of_[{relative, true}] = mesh_of_[{relative, false}];
        continue;
      }
      TriangleMesh mesh = Flatten(scene, is_collision);
      mesh_of_[{relative, is_collision}] =
          mesh.triangles.empty() ? kNoMesh : AddMesh(std::move(mesh));
    }
    return mesh_of_[key];
  }

  // A file that failed fails again at once.
  MeshScene ImportOnce(const std::string& relative) {
    if (const auto known = failed_.find(relative); known != failed_.end()) {
      throw InputError(known->second);
    }
    try {
      const auto path = ResolveInside(folder_, relative, folder_.string());
      NoteFile(path);
      return ImportMesh(path, (folder_ / relative).string(), frame_, options_.log);
    } catch (const InputError& error) {
      NoteError(error);
      failed_[relative] = error.what();
      throw;
    }
  }

  int AddMesh(TriangleMesh mesh) {
    map_.meshes.push_back(std::move(mesh));
    return static_cast<int>(map_.meshes.size() - 1);
  }

  static bool HasBody(EntityClass kind) {
    return kind != EntityClass::kSpawn && kind != EntityClass::kContract &&
           kind != EntityClass::kNote;
  }

  void AddBody(const Entity& entity) {
    if (!HasBody(entity.kind)) return;
    Body body;
    body.entity = entity.id;
    body.name = entity.name.empty()
                    ? std::string(Name(entity.kind)) + " " + std::to_string(entity.id)
                    : entity.name;
    body.intent = entity.intent;
    body.placement = Placement(entity);
    if (!entity.visual_mesh.empty()) body.visual_mesh = FromFile(entity.visual_mesh, false);
    if (!entity.collision_mesh.empty()) body.collision_mesh = FromFile(entity.collision_mesh, true);
    AddDescribed(entity, &body);
    if (body.visual_mesh == kNoMesh && body.collision_mesh == kNoMesh) {
      throw InputError("it has neither a visual nor a collision mesh");
    }
    map_.bodies.push_back(std::move(body));
  }

  int FromFile(const std::string& relative, bool wants_collision) {
    const int mesh = MeshFromFile(relative, wants_collision);
    if (mesh == kNoMesh) {
      throw InputError(relative + (wants_collision ? ": nothing in it is solid"
                                                   : ": nothing in it is to be seen"));
    }
    return mesh;
  }

  // What box and terrain describe stands in for the meshes that they do not name, as far as their
  // intent has it seen and touched.
  void AddDescribed(const Entity& entity, Body* body) {
    const bool is_box = entity.kind == EntityClass::kBox;
    if (!is_box && entity.kind != EntityClass::kTerrain) return;
    const bool is_seen = entity.intent == Intent::kSolid || entity.intent == Intent::kIntangible;
    const bool is_touched = entity.intent != Intent::kIntangible;
    const bool needs_visual = body->visual_mesh == kNoMesh && is_seen;
    const bool needs_collision = body->collision_mesh == kNoMesh && is_touched;
    if (!needs_visual && !needs_collision) return;
    const int mesh = AddMesh(is_box ? BoxMesh(entity.size) : TerrainMesh(entity.terrain));
    if (needs_visual) body->visual_mesh = mesh;
    if (needs_collision) body->collision_mesh = mesh;
  }

  const std::filesystem::path folder_;
  const LoadOptions& options_;
  const OpenFolder entity_folder_;
  MeshFrame frame_;
  Map map_;
  bool can_be_kept_ = true;
  std::map<std::pair<std::string, bool>, int> mesh_of_;  // path and whether solid
  std::map<std::string, std::string> failed_;            // path and why
};

}  // namespace

LoadedFolder LoadLevelFolder(const std::filesystem::path& folder, const LoadOptions& options) {
  return FolderLoader(folder, options).Load();
}

std::vector<Entity> ReadLevelEntities(const std::filesystem::path& folder,
                                      const LoadOptions& options) {
  return FolderLoader(folder, options).LoadEntities();
}

}  // namespace wm
