#include "collision/src/bullet_character.h"

#include <cstring>
#include <map>
#include <numbers>

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <BulletDynamics/Character/btKinematicCharacterController.h>

#include "collision/src/bullet_tiles.h"

namespace wm {
namespace {

// What the character keeps between ticks. Everything else is set anew by Bullet each tick.
struct CharacterMemory {
  btScalar vertical_velocity = 0.0f;
  btScalar vertical_offset = 0.0f;
  bool was_on_ground = false;
  bool was_jumping = false;
};
static_assert(sizeof(CharacterMemory) <= sizeof(MovementState::memory));

// Opens the protected fields that make up the state; changes no behaviour.
class OpenCharacter final : public btKinematicCharacterController {
 public:
  using btKinematicCharacterController::btKinematicCharacterController;

  void Load(const CharacterMemory& memory) {
    m_verticalVelocity = memory.vertical_velocity;
    m_verticalOffset = memory.vertical_offset;
    m_wasOnGround = memory.was_on_ground;
    m_wasJumping = memory.was_jumping;
    m_touchingContact = false;
    m_currentStepOffset = 0.0f;
  }
  CharacterMemory Save() const {
    return {m_verticalVelocity, m_verticalOffset, m_wasOnGround, m_wasJumping};
  }
};

// One tile's collision world with the character in it.
struct Stage {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btGhostPairCallback ghost_pairs;
  btCollisionWorld world{&dispatcher, &broadphase, &configuration};
  btCollisionObject level;
  btCapsuleShapeZ capsule;
  btPairCachingGhostObject ghost;
  OpenCharacter character;

  Stage(const BulletTile& tile, const PlayerConfig& config)
      : capsule(static_cast<btScalar>(config.radius),
                static_cast<btScalar>(config.height - 2.0 * config.radius)),
        character(&ghost, &capsule, static_cast<btScalar>(config.step), btVector3(0, 0, 1)) {
    broadphase.getOverlappingPairCache()->setInternalGhostPairCallback(&ghost_pairs);
    level.setCollisionShape(tile.shape.get());
    world.addCollisionObject(&level, btBroadphaseProxy::StaticFilter,
                             btBroadphaseProxy::AllFilter ^ btBroadphaseProxy::StaticFilter);
    ghost.setCollisionShape(&capsule);
    ghost.setCollisionFlags(btCollisionObject::CF_CHARACTER_OBJECT);
    world.addCollisionObject(&ghost, btBroadphaseProxy::CharacterFilter,
                             btBroadphaseProxy::StaticFilter | btBroadphaseProxy::DefaultFilter);
    character.setGravity(btVector3(0, 0, static_cast<btScalar>(-config.gravity)));
    character.setMaxSlope(static_cast<btScalar>(config.slope_limit_deg * std::numbers::pi / 180.0));
  }

  ~Stage() {
    world.removeCollisionObject(&ghost);
    world.removeCollisionObject(&level);
  }
};

class BulletCharacter final : public PlayerMovement {
 public:
  BulletCharacter(const World& world, const PlayerConfig& config)
      : tiles_(world), config_(config) {}

  bool IsThreadSafe() const override { return false; }

  // Bullet's character stops pushing itself out 4 cm deep.
  double RestOverlap() const override { return 0.05; }

  void Step(const World&, const PlayerConfig& config, const MovementState& state,
            const MoveInput& input, MoveResult* result) const override {
    result->contacts.clear();
    result->deepest_overlap = 0.0;
    result->was_truncated = false;
    result->state = state;
    const BulletTile* tile = tiles_.At(state.foot);
    if (tile == nullptr) {  // nothing to stand on or to hit: free fall
      Fall(config, &result->state);
      return;
    }
    Stage& stage = StageOf(*tile);
    const Vec3 middle{0.0, 0.0, config.height / 2.0};
    stage.ghost.setWorldTransform(
        btTransform(btQuaternion::getIdentity(), tile->ToLocal(state.foot + middle)));
    CharacterMemory memory;
    if (state.ground != GroundKind::kUnknown)
      std::memcpy(&memory, state.memory.data(), sizeof memory);
    stage.character.Load(memory);
    const double reach = config.speed * config.tick_seconds;
    stage.character.setWalkDirection(btVector3(static_cast<btScalar>(input.walk_x * reach),
                                               static_cast<btScalar>(input.walk_y * reach), 0));
    stage.world.updateSingleAabb(&stage.ghost);
    stage.broadphase.calculateOverlappingPairs(&stage.dispatcher);
    stage.character.preStep(&stage.world);
    stage.character.playerStep(&stage.world, static_cast<btScalar>(config.tick_seconds));

    MovementState& out = result->state;
    out.foot = Snap(tile->ToWorld(stage.ghost.getWorldTransform().getOrigin()) - middle);
    out.velocity = (out.foot - state.foot) * (1.0 / config.tick_seconds);
    out.ground = stage.character.onGround() ? GroundKind::kStanding : GroundKind::kFalling;
    if (out.ground == GroundKind::kStanding) out.ground_z = out.foot.z;
    memory = stage.character.Save();
    std::memcpy(out.memory.data(), &memory, sizeof memory);
  }

 private:
  static void Fall(const PlayerConfig& config, MovementState* state) {
    const double dt = config.tick_seconds;
    state->velocity.z -= config.gravity * dt;
    state->foot += Snap(state->velocity * dt);
    state->ground = GroundKind::kFalling;
  }

  Stage& StageOf(const BulletTile& tile) const {
    auto& stage = stages_[&tile];
    if (!stage) stage = std::make_unique<Stage>(tile, config_);
    return *stage;
  }

  BulletTiles tiles_;
  PlayerConfig config_;
  mutable std::map<const BulletTile*, std::unique_ptr<Stage>> stages_;
};

}  // namespace

std::unique_ptr<PlayerMovement> MakeBulletCharacter(const World& world,
                                                    const PlayerConfig& config) {
  return std::make_unique<BulletCharacter>(world, config);
}

}  // namespace wm
