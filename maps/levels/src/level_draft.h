// A level in the making: entities and meshes that generator code collects, then writes as a folder.
//
// Not a loaded level (maps/map.h). Ids come in blocks, one a part of the level, so that a new
// entity in one part renumbers no other. Single thread; the same calls give the same bytes
// everywhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "collision/geometry.h"
#include "maps/entity.h"
#include "maps/map.h"

namespace wm {

class LevelDraft {
 public:
  // The entities that follow get ids from `first_id` on.
  void StartBlock(std::uint32_t first_id) { next_id_ = first_id; }

  // A new entity of `kind`; valid until the next call. What is common to its class is left to the
  // caller.
  Entity& Add(EntityClass kind, std::string_view name, Vec3 position = {});

  Entity& AddBox(std::string_view name, Vec3 min, Vec3 max);
  Entity& AddMesh(std::string_view name, Vec3 position, std::string_view visual,
                  std::string_view collision);
  Entity& AddContract(ContractKind kind, std::string_view name, Vec3 min, Vec3 max);
  Entity& AddNote(std::string_view name, Vec3 position, std::string_view text);

  // Adds meshes/<name>.obj and gives its path in the level. Needs: a new name.
  std::string AddMeshFile(std::string_view name, const TriangleMesh& mesh);

  // Makes `folder` hold the level. Errors: InputError.
  void Write(const std::filesystem::path& folder, std::string_view name,
             const LevelDefaults& defaults) const;

 private:
  std::uint32_t next_id_ = 1;
  std::vector<Entity> entities_;
  std::map<std::string, std::string> mesh_files_;  // path in the level, text
};

}  // namespace wm
