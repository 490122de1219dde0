#include "collision/movement.h"

#include "collision/src/bullet_character.h"
#include "collision/src/walker.h"

namespace wm {

std::optional<MoverKind> ParseMoverKind(std::string_view name) {
  for (MoverKind kind : {MoverKind::kWalker, MoverKind::kBulletCharacter}) {
    if (name == Name(kind)) return kind;
  }
  return std::nullopt;
}

std::string_view Name(MoverKind kind) {
  switch (kind) {
    case MoverKind::kWalker:
      return "walker";
    case MoverKind::kBulletCharacter:
      return "bullet_character";
  }
  return "?";
}

std::string_view Name(Closing closing) {
  switch (closing) {
    case Closing::kPush:
      return "push";
    case Closing::kOverlap:
      return "overlap";
  }
  return "?";
}

std::optional<Closing> ParseClosing(std::string_view name) {
  for (Closing closing : {Closing::kPush, Closing::kOverlap}) {
    if (name == Name(closing)) return closing;
  }
  return std::nullopt;
}

std::unique_ptr<PlayerMovement> MakeMovement(MoverKind kind, const World& world,
                                             const Queries& queries, const PlayerConfig& config) {
  if (kind == MoverKind::kBulletCharacter) return MakeBulletCharacter(world, config);
  return MakeWalker(queries);
}

}  // namespace wm
