#include "maps/src/map_bytes.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <type_traits>

#include "maps/src/bytes.h"

namespace wm {
namespace {

template <typename T, typename U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

// The fields of each struct, once for both ways. Each binds all of them by name: a field that is
// added to a struct and not here does not compile.

template <typename Archive>
void Fields(Archive& archive, Is<EntityState> auto& state) {
  auto& [name, offset, orientation, travel_seconds] = state;
  archive(name, offset, orientation, travel_seconds);
}

template <typename Archive>
void Fields(Archive& archive, Is<ControlPoint> auto& point) {
  auto& [x, y, height, radius, weight] = point;
  archive(x, y, height, radius, weight);
}

template <typename Archive>
void Fields(Archive& archive, Is<HeightGrid> auto& grid) {
  auto& [columns, rows, cell, heights, control_points] = grid;
  archive(columns, rows, cell, heights, control_points);
}

template <typename Archive>
void Fields(Archive& archive, Is<FieldLayout> auto& layout) {
  auto& [position, orientation, intent] = layout;
  archive(position, orientation, intent);
}

template <typename Archive>
void Fields(Archive& archive, Is<Entity> auto& entity) {
  auto& [kind, id, name, position, orientation, visual_mesh, collision_mesh, intent, size, terrain,
         initial_state, states, contract, text, layout] = entity;
  archive(kind, id, name, position, orientation, visual_mesh, collision_mesh, intent, size, terrain,
          initial_state, states, contract, text, layout);
}

template <typename Archive>
void Fields(Archive& archive, Is<Body> auto& body) {
  auto& [entity, name, intent, collision_mesh, visual_mesh, placement] = body;
  archive(entity, name, intent, collision_mesh, visual_mesh, placement);
}

template <typename Archive>
void Fields(Archive& archive, Is<TriangleMesh> auto& mesh) {
  auto& [vertices, triangles] = mesh;
  archive(vertices, triangles);
}

template <typename Archive>
void Fields(Archive& archive, Is<LevelDefaults> auto& defaults) {
  auto& [radius, height, step, slope_limit_deg, skin, speed, tick_hz, gravity, spacing, sectors,
         mover, backend] = defaults;
  archive(radius, height, step, slope_limit_deg, skin, speed, tick_hz, gravity, spacing, sectors,
          mover, backend);
}

template <typename Archive>
void Fields(Archive& archive, Is<Map> auto& map) {
  auto& [name, path, meshes, bodies, entities, defaults] = map;
  (void)path;
  archive(name, meshes, bodies, entities, defaults);
}

// What may be copied as it lies in memory: no padding, any bits are a value.
template <typename T>
constexpr bool kIsPlain = (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || Is<T, Vec3> ||
                          Is<T, Quaternion> || Is<T, Affine> || Is<T, std::array<std::uint32_t, 3>>;

constexpr EntityClass Last(EntityClass) { return EntityClass::kNote; }
constexpr ContractKind Last(ContractKind) { return ContractKind::kTwoWay; }
constexpr Intent Last(Intent) { return Intent::kKill; }

class Packer {
 public:
  template <typename... T>
  void operator()(const T&... fields) {
    (Put(fields), ...);
  }

  std::string Take() { return std::move(out_); }

 private:
  template <typename T>
  void Put(const T& value) {
    if constexpr (kIsPlain<T> || std::is_enum_v<T>) {
      AppendBytes(&out_, value);
    } else if constexpr (std::is_same_v<T, bool>) {
      AppendBytes(&out_, std::uint8_t{value});
    } else {
      Fields(*this, value);
    }
  }
  void Put(const std::string& text) { AppendText(&out_, text); }
  template <typename T>
  void Put(const std::optional<T>& value) {
    Put(value.has_value());
    if (value) Put(*value);
  }
  template <typename T>
  void Put(const std::vector<T>& values) {
    if constexpr (kIsPlain<T>) {
      AppendArray(&out_, values);
    } else {
      AppendBytes(&out_, std::uint64_t{values.size()});
      for (const T& value : values) Put(value);
    }
  }

  std::string out_;
};

class Unpacker {
 public:
  explicit Unpacker(ByteReader* in) : in_(*in) {}

  template <typename... T>
  void operator()(T&... fields) {
    (Take(&fields), ...);
  }

 private:
  template <typename T>
  void Take(T* value) {
    if constexpr (kIsPlain<T>) {
      *value = in_.Take<T>();
    } else if constexpr (std::is_enum_v<T>) {
      const auto number = in_.Take<std::underlying_type_t<T>>();
      *value = static_cast<T>(number);
      if (*value > Last(T{})) in_.Fail();
    } else if constexpr (std::is_same_v<T, bool>) {
      const auto number = in_.Take<std::uint8_t>();
      if (number > 1) in_.Fail();
      *value = number == 1;
    } else {
      Fields(*this, *value);
    }
  }
  void Take(std::string* text) { *text = in_.TakeText(); }
  template <typename T>
  void Take(std::optional<T>* value) {
    bool has_value = false;
    Take(&has_value);
    if (has_value) Take(&value->emplace());
  }
  template <typename T>
  void Take(std::vector<T>* values) {
    if constexpr (kIsPlain<T>) {
      *values = in_.TakeArray<T>();
    } else {
      const auto count = in_.Take<std::uint64_t>();
      if (count > in_.size()) in_.Fail();  // each takes a byte at least
      // No more memory than the bytes take, whatever the count says.
      values->reserve(std::min(static_cast<std::size_t>(count), in_.size() / sizeof(T)));
      for (std::uint64_t i = 0; i < count; ++i) Take(&values->emplace_back());
    }
  }

  ByteReader& in_;
};

bool IsSound(const TriangleMesh& mesh) {
  return std::all_of(mesh.vertices.begin(), mesh.vertices.end(), IsFinite) &&
         std::all_of(mesh.triangles.begin(), mesh.triangles.end(), [&](const auto& triangle) {
           return std::max({triangle[0], triangle[1], triangle[2]}) < mesh.vertices.size();
         });
}

bool IsSound(const Body& body, std::size_t meshes) {
  const auto is_mesh = [&](int mesh) {
    return mesh == kNoMesh || (mesh >= 0 && static_cast<std::size_t>(mesh) < meshes);
  };
  const Affine& a = body.placement;
  return is_mesh(body.collision_mesh) && is_mesh(body.visual_mesh) && IsFinite(a.x_axis) &&
         IsFinite(a.y_axis) && IsFinite(a.z_axis) && IsFinite(a.origin);
}

bool IsSound(const HeightGrid& grid) {
  return grid.heights.empty() || grid.heights.size() == std::uint64_t{grid.columns} * grid.rows;
}

}  // namespace

std::string PackMap(const Map& map) {
  Packer packer;
  Fields(packer, map);
  return packer.Take();
}

Map UnpackMap(std::string_view bytes) {
  ByteReader in(bytes, "no map");
  Unpacker unpacker(&in);
  Map map;
  Fields(unpacker, map);
  const bool is_sound =
      in.size() == 0 &&
      std::all_of(map.meshes.begin(), map.meshes.end(),
                  [](const TriangleMesh& mesh) { return IsSound(mesh); }) &&
      std::all_of(map.bodies.begin(), map.bodies.end(),
                  [&](const Body& body) { return IsSound(body, map.meshes.size()); }) &&
      std::all_of(map.entities.begin(), map.entities.end(),
                  [](const Entity& entity) { return IsSound(entity.terrain); });
  if (!is_sound) in.Fail();
  return map;
}

}  // namespace wm
