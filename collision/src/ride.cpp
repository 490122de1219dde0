#include "collision/ride.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "collision/constants.h"
#include "collision/motion.h"
#include "collision/src/bake.h"
#include "collision/src/capsule_triangle.h"
#include "collision/src/carry.h"
#include "collision/src/kill.h"

namespace wm {
namespace {

std::vector<Body> WithoutCollisionOf(std::span<const Body> bodies, std::size_t body) {
  std::vector<Body> still(bodies.begin(), bodies.end());
  still[body].collision_mesh = kNoMesh;
  return still;
}

// The body's mesh without the triangles that have no area where it stands.
TriangleMesh SolidMesh(std::span<const TriangleMesh> meshes, const Body& body) {
  if (body.collision_mesh == kNoMesh || body.intent == Intent::kIntangible) return {};
  const TriangleMesh& from = meshes[body.collision_mesh];
  TriangleMesh mesh;
  mesh.vertices = from.vertices;
  for (std::size_t i = 0; i < from.triangles.size(); ++i) {
    const Triangle t = BakeTriangle(from, i, body.placement);
    if (Length(Cross(t.b - t.a, t.c - t.a)) > 0.0) mesh.triangles.push_back(from.triangles[i]);
  }
  return mesh;
}

// Puts the moving body behind everything else.
void AddMoving(const MovingShape& shape, const Affine& placement, std::uint32_t body,
               World* world) {
  WorldBody& out = world->bodies[body];
  out.first_triangle = static_cast<std::uint32_t>(world->triangles.size());
  if (out.intent == Intent::kKill) return;  // kills where it is, not where it begins
  for (std::size_t i = 0; i < shape.mesh.triangles.size(); ++i) {
    const Triangle t = BakeTriangle(shape.mesh, i, placement);
    const Vec3 normal = Cross(t.b - t.a, t.c - t.a);
    world->triangles.push_back(t);
    world->triangle_normals.push_back(normal * (1.0 / Length(normal)));
    world->triangle_body.push_back(body);
    for (Vec3 v : {t.a, t.b, t.c}) {
      out.bounds.Add(v);
      world->bounds.Add(v);
    }
  }
  out.triangle_count = static_cast<std::uint32_t>(shape.mesh.triangles.size());
  world->moving_triangles = out.triangle_count;
}

// A movement that is always told where the bodies are.
class AmongBodies final : public PlayerMovement {
 public:
  AmongBodies(const PlayerMovement& movement, BodyPose pose, Closing closing)
      : movement_(movement), pose_(pose), closing_(closing) {}

  void Step(const World& world, const PlayerConfig& config, const MovementState& state,
            const MoveInput& input, MoveResult* result) const override {
    MoveInput among = input;
    among.poses = {&pose_, 1};
    among.closing = closing_;
    movement_.Step(world, config, state, among, result);
  }
  bool IsThreadSafe() const override { return movement_.IsThreadSafe(); }
  bool KnowsMovingBodies() const override { return true; }
  double RestOverlap() const override { return movement_.RestOverlap(); }

 private:
  const PlayerMovement& movement_;
  BodyPose pose_;
  Closing closing_;
};

bool IsSupported(const MovementState& state) {
  return state.ground == GroundKind::kStanding || state.ground == GroundKind::kUnknown;
}

bool IsSane(const RideRequest& request) {
  constexpr double kFarthest = 1e8;  // [m] beyond any level
  const auto is_near = [](Vec3 v) { return IsFinite(v) && Dot(v, v) < kFarthest * kFarthest; };
  for (const Affine& a : {request.from, request.to}) {
    if (!IsFinite(a) || !is_near(a.origin)) return false;
  }
  return is_near(request.start.foot) && std::isfinite(request.seconds);
}

// The working state of one ride.
class Rider {
 public:
  Rider(const MovingScene& scene, const PlayerMovement& movement, const PlayerConfig& config,
        const RideRequest& request)
      : scene_(scene),
        movement_(movement),
        config_(config),
        request_(request),
        capsule_{config.radius, config.height},
        allowed_(config.skin + movement.RestOverlap()),
        motion_(request.from, request.to),
        fall_budget_(std::ceil(kMaxFallSeconds / config.tick_seconds)) {
    const BodyPose whole = scene.Pose(request.from, request.to);
    const Box swept = SweptBounds(whole.from, whole.to, whole.shape->bounds);
    lowest_ = scene.world().bounds.min.z;
    if (!swept.IsEmpty()) lowest_ = std::min(lowest_, swept.min.z);
    lowest_ -= kLeftWorldDepth;
  }

  RideResult Run() {
    if (!Begin()) return std::move(result_);
    const int ticks = TicksOfTravel();
    bool has_ended = false;
    for (int i = 0; i < ticks && !has_ended; ++i) {
      has_ended = Advance(scene_.Pose(motion_.At(static_cast<double>(i) / ticks),
                                      motion_.At(static_cast<double>(i + 1) / ticks)));
    }
    if (!has_ended) ComeToRest();
    return std::move(result_);
  }

 private:
  bool Begin() {
    result_.end = request_.start;
    if (!IsSane(request_)) return false;
    const auto queries = scene_.QueriesAt(request_.from);
    const AmongBodies movement(movement_, scene_.Pose(request_.from, request_.from),
                               request_.closing);
    if (request_.start.ground == GroundKind::kUnknown) {
      const DriveContext context{scene_.world(), *queries, movement, config_};
      const auto settled = SettleStart(context, request_.start.foot, config_.step);
      if (!settled) return false;
      result_.end = *settled;
    } else if (DeepestOverlap(*queries, capsule_, request_.start.foot) > allowed_) {
      return false;
    }
    result_.takeoff = result_.end.foot;
    takeoff_ground_z_ = IsSupported(result_.end) ? result_.end.ground_z : result_.end.foot.z;
    result_.feet.Add(result_.end.foot);
    result_.began_on_body = IsOnBody(scene_.Pose(request_.from, request_.from));
    return true;
  }

  bool IsOnBody(const BodyPose& pose) const {
    if (!IsSupported(result_.end)) return false;
    const CarryScene carry{scene_.queries(), scene_.world(), config_};
    const double margin = std::max(allowed_, kTouch);
    return CarrierAt(carry, {&pose, 1}, result_.end.foot, margin, Tie::kToBody).has_value();
  }

  int TicksOfTravel() {
    const double seconds = std::clamp(request_.seconds, 0.0, kMaxRideSeconds);
    if (seconds < request_.seconds) result_.was_truncated = true;
    constexpr double kSlack = 1e-6;  // [ticks] 2 s at 60 Hz are 120 ticks, not 121
    return std::max(1, static_cast<int>(std::ceil(seconds / config_.tick_seconds - kSlack)));
  }

  // The body has arrived: at least one more tick, until the player rests.
  void ComeToRest() {
    const BodyPose pose = scene_.Pose(request_.to, request_.to);
    double fall_ticks = 0.0;
    do {
      if (Advance(pose)) return;
      if (++fall_ticks > fall_budget_) {
        result_.was_truncated = true;
        break;
      }
    } while (!IsSupported(result_.end));
    result_.ends_on_body = IsOnBody(pose);
    if (has_fallen_ || !IsSupported(result_.end)) {
      End(RideOutcome::kFell);
    } else {
      End(result_.ends_on_body ? RideOutcome::kCarried : RideOutcome::kAside);
    }
  }

  // One tick: true when it ends the ride.
  bool Advance(const BodyPose& pose) {
    const MovementState before = result_.end;
    NoteFeet(pose);
    const AmongBodies movement(movement_, pose, request_.closing);
    movement.Step(scene_.world(), config_, before, {}, &move_);
    ++result_.ticks;
    result_.end = move_.state;
    result_.feet.Add(result_.end.foot);
    result_.was_truncated = result_.was_truncated || move_.was_truncated;
    const double overlap =
        std::max(move_.deepest_overlap,
                 DeepestOverlap(*scene_.QueriesAt(pose.to), capsule_, result_.end.foot));
    result_.deepest_overlap = std::max(result_.deepest_overlap, overlap);
    NoteObstacle();
    if (HasLeftWorld(before.foot, pose)) return End(RideOutcome::kLeftWorld);
    if (request_.closing == Closing::kPush && overlap > allowed_) {
      return End(RideOutcome::kCrushed);
    }
    NoteFall(before);
    return false;
  }

  // [m] With the body at the pose's end, and what stands still.
  double OverlapAt(const BodyPose& pose) const {
    constexpr double kMargin = 0.01;
    const Box box = CapsuleBounds(capsule_, result_.end.foot, kMargin);
    const PosedQueries queries(scene_.queries(), scene_.world(), {&pose, 1}, box);
    return DeepestOverlap(queries, capsule_, result_.end.foot);
  }

  void NoteFall(const MovementState& before) {
    if (IsSupported(before) && !IsSupported(result_.end)) {
      if (!has_fallen_) result_.takeoff = before.foot;
      takeoff_ground_z_ = result_.end.ground_z;
    }
    if (IsSupported(before) || !IsSupported(result_.end)) return;
    const double drop = takeoff_ground_z_ - result_.end.ground_z;
    if (drop <= config_.step + kStepTolerance) return;
    has_fallen_ = true;
    result_.drop_m = std::max(result_.drop_m, drop);
  }

  // Where the tick may have taken the foot on its way.
  void NoteFeet(const BodyPose& pose) {
    const Vec3 foot = result_.end.foot;
    const double shift = Length(ShiftOf(pose.from, pose.to, foot));
    result_.feet.Add(foot + ShiftOf(pose.from, pose.to, foot));
    if (shift <= kBodyStepShare * config_.radius) return;
    bool was_cut = false;
    if (BodySteps({&pose, 1}, capsule_, foot, &was_cut) == 0) return;
    result_.feet.Add(foot - Vec3{shift, shift, shift});
    result_.feet.Add(foot + Vec3{shift, shift, shift});
  }

  // What stands still before what moves.
  void NoteObstacle() {
    const World& world = scene_.world();
    std::optional<Obstacle> latest;
    for (const Contact& c : move_.contacts) {
      if (c.triangle >= world.triangle_body.size()) continue;
      const Obstacle found{c.point, c.normal, world.triangle_body[c.triangle], c.triangle};
      const bool is_still = found.body != scene_.body();
      if (!latest || (is_still && latest->body == scene_.body())) latest = found;
    }
    if (latest) result_.obstacle = latest;
  }

  bool HasLeftWorld(Vec3 before, const BodyPose& pose) const {
    const World& world = scene_.world();
    const Vec3 foot = result_.end.foot;
    if (foot.z < lowest_) return true;
    if (!world.kill_triangles.empty() && TouchesKill(world, capsule_, before, foot)) return true;
    if (world.bodies[scene_.body()].intent != Intent::kKill) return false;
    return TouchesMovingKill(pose, before);
  }

  // The player goes straight from `before` to the end while the body goes its way, in steps.
  bool TouchesMovingKill(const BodyPose& pose, Vec3 before) const {
    bool was_cut = false;
    const int steps = std::max(1, BodySteps({&pose, 1}, capsule_, before, &was_cut));
    const Motion motion(pose.from, pose.to);
    const Vec3 moved = result_.end.foot - before;
    for (int i = 0; i < steps; ++i) {
      const double share = static_cast<double>(i + 1) / steps;
      const Vec3 at = before + Snap(moved * (static_cast<double>(i) / steps));
      const Vec3 next = before + Snap(moved * share);
      if (TouchesKill(*pose.shape, motion.At(share), capsule_, at, next)) return true;
    }
    return false;
  }

  bool End(RideOutcome outcome) {
    result_.outcome = outcome;
    return true;
  }

  const MovingScene& scene_;
  const PlayerMovement& movement_;
  const PlayerConfig& config_;
  const RideRequest& request_;
  const Capsule capsule_;
  const double allowed_;  // [m] of overlap
  const Motion motion_;
  const double fall_budget_;
  double lowest_ = 0.0;
  double takeoff_ground_z_ = 0.0;
  bool has_fallen_ = false;
  MoveResult move_;
  RideResult result_;
};

}  // namespace

std::string_view Name(RideOutcome outcome) {
  switch (outcome) {
    case RideOutcome::kCarried:
      return "carried";
    case RideOutcome::kAside:
      return "aside";
    case RideOutcome::kFell:
      return "fell";
    case RideOutcome::kLeftWorld:
      return "left_world";
    case RideOutcome::kCrushed:
      return "crushed";
    case RideOutcome::kBadStart:
      return "bad_start";
  }
  return "?";
}

MovingScene::MovingScene(std::span<const TriangleMesh> meshes, std::span<const Body> bodies,
                         std::size_t body, BackendKind backend)
    : world_(BuildWorld(meshes, WithoutCollisionOf(bodies, body))),
      shape_(SolidMesh(meshes, bodies[body])),
      body_(static_cast<std::uint32_t>(body)) {
  AddMoving(shape_, bodies[body].placement, body_, &world_);
  still_ = MakeQueries(backend, world_);
}

std::unique_ptr<Queries> MovingScene::QueriesAt(const Affine& placement) const {
  const BodyPose pose = Pose(placement, placement);
  return std::make_unique<PosedQueries>(*still_, world_, std::span(&pose, 1));
}

RideResult Ride(const MovingScene& scene, const PlayerMovement& movement,
                const PlayerConfig& config, const RideRequest& request) {
  assert(movement.KnowsMovingBodies());
  return Rider(scene, movement, config, request).Run();
}

}  // namespace wm
