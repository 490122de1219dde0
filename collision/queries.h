// What movement code may ask of the world: sweep a capsule, list what it touches, cast a ray.
//
// One interface, several back ends (BackendKind). All are const and safe from many threads.
// The capsule stands upright; its position is its foot, the lowest point. Triangles are two-sided.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "collision/world.h"

namespace wm {

struct Capsule {
  double radius = 0.0;  // [m]
  double height = 0.0;  // [m] >= 2 radius
};

// Where a capsule and a triangle come nearest.
struct Contact {
  Vec3 point;                  // on the triangle
  Vec3 normal;                 // unit, from the triangle toward the capsule's axis
  Vec3 face_normal;            // unit, the triangle's own, on the capsule's side
  double distance = 0.0;       // [m] between the surfaces; negative: overlap
  std::uint32_t triangle = 0;  // index into World::triangles
};

struct SweepHit {
  double fraction = 1.0;  // of the motion, [0, 1]
  Contact contact;        // at that fraction
};

struct RayHit {
  double fraction = 1.0;
  Vec3 point;
  Vec3 face_normal;  // unit, toward where the ray came from
  std::uint32_t triangle = 0;
};

class Queries {
 public:
  virtual ~Queries() = default;

  // The first triangle that the capsule meets on its way from `foot` along `motion`. A triangle
  // that it already touches or overlaps counts, at fraction 0, only where the motion goes deeper.
  virtual std::optional<SweepHit> Sweep(const Capsule& capsule, Vec3 foot, Vec3 motion) const = 0;

  // Every triangle nearer to the capsule's surface than `margin` [m, >= 0], in triangle order, with
  // exact distances. Clears `contacts` first.
  virtual void Contacts(const Capsule& capsule, Vec3 foot, double margin,
                        std::vector<Contact>* contacts) const = 0;

  // The first triangle on the segment from `from` to `from + motion`.
  virtual std::optional<RayHit> Ray(Vec3 from, Vec3 motion) const = 0;
};

enum class BackendKind : std::uint8_t {
  kBrute,   // every triangle, exact, in double: the oracle
  kBullet,  // Bullet's sweeps and rays: the reference
};

std::optional<BackendKind> ParseBackendKind(std::string_view name);
std::string_view Name(BackendKind kind);

// Makes a back end for `world`, which must outlive it.
std::unique_ptr<Queries> MakeQueries(BackendKind kind, const World& world);

// Deepest overlap of the capsule with any triangle [m]; 0 where it touches none.
double DeepestOverlap(const Queries& queries, const Capsule& capsule, Vec3 foot);

}  // namespace wm
