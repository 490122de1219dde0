#include "maps/levels/src/level_draft.h"

#include <cassert>
#include <cmath>
#include <system_error>

#include "maps/input_error.h"
#include "maps/level_text.h"
#include "maps/levels/src/shapes.h"
#include "maps/src/files.h"

namespace wm {
namespace {

// Sums of tenths carry dust in their last bits; a tenth of a millimetre reads as typed.
double Tidy(double metres) { return std::nearbyint(metres * 10000.0) / 10000.0 + 0.0; }
Vec3 Tidy(Vec3 p) { return {Tidy(p.x), Tidy(p.y), Tidy(p.z)}; }

}  // namespace

Entity& LevelDraft::Add(EntityClass kind, std::string_view name, Vec3 position) {
  Entity& entity = entities_.emplace_back();
  entity.kind = kind;
  entity.id = next_id_++;
  entity.name = name;
  entity.position = Tidy(position);
  return entity;
}

Entity& LevelDraft::AddBox(std::string_view name, Vec3 min, Vec3 max) {
  assert(min.x < max.x && min.y < max.y && min.z < max.z);
  Entity& entity = Add(EntityClass::kBox, name, (min + max) * 0.5);
  entity.size = Tidy(max - min);
  return entity;
}

Entity& LevelDraft::AddMesh(std::string_view name, Vec3 position, std::string_view visual,
                            std::string_view collision) {
  Entity& entity = Add(EntityClass::kMesh, name, position);
  entity.visual_mesh = visual;
  entity.collision_mesh = collision;
  return entity;
}

Entity& LevelDraft::AddContract(ContractKind kind, std::string_view name, Vec3 min, Vec3 max) {
  assert(min.x < max.x && min.y < max.y && min.z < max.z);
  Entity& entity = Add(EntityClass::kContract, name, (min + max) * 0.5);
  entity.size = Tidy(max - min);
  entity.contract = kind;
  return entity;
}

Entity& LevelDraft::AddNote(std::string_view name, Vec3 position, std::string_view text) {
  Entity& entity = Add(EntityClass::kNote, name, position);
  entity.text = text;
  return entity;
}

std::string LevelDraft::AddMeshFile(std::string_view name, const TriangleMesh& mesh) {
  std::string path = "meshes/" + std::string(name) + ".obj";
  const bool is_new = mesh_files_.emplace(path, WriteObj(mesh, name)).second;
  assert(is_new);
  static_cast<void>(is_new);
  return path;
}

void LevelDraft::Write(const std::filesystem::path& folder, std::string_view name,
                       const LevelDefaults& defaults) const {
  std::error_code error;
  std::filesystem::create_directories(folder / "meshes", error);
  if (error) throw InputError(folder.string() + ": cannot be made: " + error.message());
  for (const auto& [path, text] : mesh_files_) ReplaceFile(folder / path, text);
  WriteLevel(folder, name, defaults, entities_);
}

}  // namespace wm
