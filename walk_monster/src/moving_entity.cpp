#include "walk_monster/moving_entity.h"

#include <algorithm>
#include <cassert>

namespace wm {
namespace {

const EntityState& Find(const Entity& entity, const std::string& state) {
  const auto at = std::find_if(entity.states.begin(), entity.states.end(),
                               [&](const EntityState& s) { return s.name == state; });
  assert(at != entity.states.end());
  return *at;
}

}  // namespace

std::size_t SolidBodyOf(const World& world, std::uint32_t entity) {
  const auto body = std::find_if(world.bodies.begin(), world.bodies.end(), [&](const WorldBody& b) {
    return b.entity == entity && b.triangle_count > 0 &&
           (b.intent == Intent::kSolid || b.intent == Intent::kBlocker);
  });
  return static_cast<std::size_t>(body - world.bodies.begin());
}

const std::string& StateOf(const Session& session, const Entity& entity) {
  const auto& choices = session.world_state().choices;
  const auto choice = std::find_if(choices.begin(), choices.end(),
                                   [&](const StateChoice& c) { return c.entity == entity.id; });
  assert(choice != choices.end());
  return choice->state;
}

bool MovingEntity::IsPossible(const Session& session, const Entity& entity) {
  return entity.states.size() > 1 && session.contexts()[0].movement.KnowsMovingBodies() &&
         SolidBodyOf(session.world(), entity.id) < session.world().bodies.size();
}

MovingEntity::MovingEntity(const Session& session, const Entity& entity)
    : session_(session), entity_(entity) {
  assert(IsPossible(session, entity));
  const Map& map = session.map();
  scene_ =
      std::make_unique<MovingScene>(map.meshes, BodiesIn(map, session.world_state().choices),
                                    SolidBodyOf(session.world(), entity.id), session.backend());
  movement_ = session.MakeMovementFor(scene_->world(), scene_->queries());
}

RideResult MovingEntity::Move(Vec3 foot, const std::string& stop, Closing closing) const {
  const EntityState& to = Find(entity_, stop);
  RideRequest request;
  request.start.foot = foot;
  request.from = Placement(entity_, Find(entity_, StateOf(session_, entity_)));
  request.to = Placement(entity_, to);
  request.seconds = to.travel_seconds;
  request.closing = closing;
  return Ride(*scene_, *movement_, session_.player(), request);
}

}  // namespace wm
