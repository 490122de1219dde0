#include "collision/queries.h"

#include "collision/src/brute.h"
#include "collision/src/bullet.h"

namespace wm {

std::optional<BackendKind> ParseBackendKind(std::string_view name) {
  for (BackendKind kind : {BackendKind::kBrute, BackendKind::kBullet}) {
    if (name == Name(kind)) return kind;
  }
  return std::nullopt;
}

std::string_view Name(BackendKind kind) {
  switch (kind) {
    case BackendKind::kBrute:
      return "brute";
    case BackendKind::kBullet:
      return "bullet";
  }
  return "?";
}

std::unique_ptr<Queries> MakeQueries(BackendKind kind, const World& world) {
  return kind == BackendKind::kBullet ? MakeBulletQueries(world) : MakeBruteQueries(world);
}

double DeepestOverlap(const Queries& queries, const Capsule& capsule, Vec3 foot) {
  std::vector<Contact> contacts;
  queries.Contacts(capsule, foot, 0.0, &contacts);
  double deepest = 0.0;
  for (const Contact& c : contacts) deepest = std::max(deepest, -c.distance);
  return deepest;
}

}  // namespace wm
