// glTF's binary side: buffers, views and accessors, each checked before a byte is read.
//
// Knows no meshes and no nodes. One object per file; not safe from several threads.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "collision/vec3.h"
#include "maps/src/mesh_readers.h"

namespace wm {

class GltfBuffers {
 public:
  // `root` and `source` must outlive it; `chunk` is the GLB's binary part, empty without one.
  GltfBuffers(const nlohmann::json& root, const MeshSource& source, std::string_view chunk)
      : root_(root), source_(source), chunk_(chunk) {}

  [[noreturn]] void Fail(const std::string& where, const std::string& what) const;

  // root[table][index], an object. Errors name `user`, which asked for it.
  const nlohmann::json& Element(const char* table, std::uint64_t index,
                                const std::string& user) const;
  // object[key] as a whole number, or `otherwise` where it is absent.
  std::uint64_t Whole(const nlohmann::json& object, const char* key, std::uint64_t otherwise,
                      const std::string& where) const;
  // Likewise, and it must be there.
  std::uint64_t Whole(const nlohmann::json& object, const char* key,
                      const std::string& where) const;

  // Decoded once, kept.
  const std::vector<Vec3>& Positions(std::uint64_t accessor, const std::string& user);
  // Each below `limit`.
  std::vector<std::uint32_t> Indices(std::uint64_t accessor, std::uint64_t limit,
                                     const std::string& user);

  // Bytes of all that was read, files beside the glTF included.
  std::uint64_t bytes_loaded() const { return source_.bytes.size() + loaded_; }

 private:
  struct Layout {
    std::string_view bytes;  // from the first element
    std::uint64_t count = 0;
    std::uint64_t stride = 0;
  };

  std::string_view Buffer(std::uint64_t index, const std::string& user);
  std::string LoadUri(const std::string& uri, const std::string& where);
  std::string_view View(std::uint64_t index, const std::string& user, std::uint64_t* stride);
  // The elements of `size` bytes at object's bufferView and byteOffset, whole inside their view.
  Layout Place(const nlohmann::json& object, std::uint64_t count, std::uint64_t size,
               const std::string& where);
  Vec3 ReadVec3(const char* at, std::uint64_t component, bool is_normalized) const;
  void ApplySparse(const nlohmann::json& accessor, std::uint64_t component, bool is_normalized,
                   const std::string& where, std::vector<Vec3>* positions);

  const nlohmann::json& root_;
  const MeshSource& source_;
  std::string_view chunk_;
  std::map<std::uint64_t, std::string> buffers_;
  std::map<std::uint64_t, std::vector<Vec3>> positions_;
  std::uint64_t loaded_ = 0;
};

}  // namespace wm
