#include "collision/src/walker.h"

#include <cstring>

#include "collision/constants.h"
#include "collision/posed_queries.h"
#include "collision/src/capsule_triangle.h"
#include "collision/src/carry.h"
#include "collision/src/clip.h"
#include "collision/src/support.h"

namespace wm {
namespace {

constexpr std::uint32_t kNoTriangle = ~std::uint32_t{0};

// What the walker keeps in MovementState::memory. Without padding: states are compared by byte.
struct WalkerMemory {
  Vec3 ground_normal{0.0, 0.0, 1.0};
  std::uint32_t wall = kNoTriangle;  // the latest that he slid along
  std::uint32_t is_firm = 0;         // the ground is good enough to rest on
  Footing footing;                   // on a body that moves
};
static_assert(sizeof(WalkerMemory) <= sizeof(MovementState::memory));

WalkerMemory Recall(const MovementState& state) {
  WalkerMemory memory;
  std::memcpy(&memory, state.memory.data(), sizeof memory);
  return memory;
}

void Remember(const WalkerMemory& memory, MovementState* state) {
  std::memcpy(state->memory.data(), &memory, sizeof memory);
}

// A rate of climb along `d` on a plane; 0 on planes too steep to follow.
double RiseAlong(Vec3 plane, Vec3 d) {
  constexpr double kFlattest = 0.05;
  return plane.z > kFlattest ? -(plane.x * d.x + plane.y * d.y) / plane.z : 0.0;
}

// One tick of one player: the working state of Walker::Step. `posed`: the queries, where bodies
// move, else nullptr.
class Tick {
 public:
  Tick(const World& world, const Queries& queries, const PosedQueries* posed,
       const PlayerConfig& config, const MovementState& state, MoveResult* result)
      : world_(world),
        queries_(queries),
        posed_(posed),
        config_(config),
        capsule_{config.radius, config.height},
        support_(queries, config),
        state_(state),
        result_(*result) {}

  void Run(const MoveInput& input) {
    if (state_.ground == GroundKind::kUnknown) FindGround();
    if (state_.ground == GroundKind::kStanding) {
      Walk(input);
    } else {
      Fly();
    }
    result_.state = state_;
  }

 private:
  struct Place {
    Vec3 foot;
    Support support;
  };

  // Stands the player on ground that is right below, else lets him fall.
  void FindGround() {
    const Place place = Settle(Hovering(), state_.foot.z - kHover);
    if (place.support.kind == GroundKind::kStanding) {
      Stand(place);
    } else {
      state_.ground = GroundKind::kFalling;
      state_.ground_z = state_.foot.z;
    }
  }

  // The foot lifted off the ground. What moves may have pressed him against a ceiling.
  Vec3 Hovering() const {
    const Vec3 up = Up(kHover);
    if (posed_ == nullptr) return state_.foot + up;
    const auto ceiling = queries_.Sweep(capsule_, state_.foot, up);
    return state_.foot + (ceiling ? Snap(up * ceiling->fraction) : up);
  }

  void Stand(const Place& place) {
    state_.foot = place.foot;
    state_.ground = GroundKind::kStanding;
    state_.ground_z = place.support.ground_z;
    const std::uint32_t wall = bumps_.empty() ? kNoTriangle : bumps_.back().contact.triangle;
    Remember({place.support.normal, wall, place.support.is_firm, {}}, &state_);
  }

  void Walk(const MoveInput& input) {
    const double reach = config_.speed * config_.tick_seconds;
    Vec3 walk{input.walk_x, input.walk_y, 0.0};
    const double share = HorizontalLength(walk);
    if (share > 1.0) walk = walk * (1.0 / share);
    const Vec3 wanted = walk * reach;
    const double length = HorizontalLength(wanted);
    const int substeps =
        std::max(1, static_cast<int>(std::ceil(length / (kSubstepShare * config_.radius))));
    state_.velocity = {};
    if (length == 0.0) {
      if (posed_ != nullptr || Recall(state_).is_firm == 0) Rest();
      return;
    }
    const Vec3 before = state_.foot;
    for (int i = 0; i < substeps && state_.ground == GroundKind::kStanding; ++i) {
      Substep(wanted * (1.0 / substeps));
    }
    if (state_.ground == GroundKind::kStanding) {
      state_.velocity = (state_.foot - before) * (1.0 / config_.tick_seconds);
    } else {
      state_.velocity = walk * config_.speed;  // the take-off
    }
  }

  // A tick without steering: the player stays, unless he hangs on a rim that does not hold him.
  void Rest() {
    const Place place = Settle(Hovering(), LowestStep(0.0));
    if (place.support.is_firm) {
      Stand(place);
    } else {
      LoseSupport(place);
    }
  }

  void LoseSupport(const Place& place) {
    state_.foot = place.foot;
    const bool falls = place.support.kind == GroundKind::kFalling;
    state_.ground = falls ? GroundKind::kFalling : GroundKind::kSliding;
    // ground_z stays: the last support.
  }

  // One horizontal move short enough to see every gap: forward, then over a step where that gets
  // farther, then down to the ground.
  void Substep(Vec3 wanted) {
    const Vec3 start = Hovering();
    const std::size_t contacts_before = result_.contacts.size();
    const Vec3 low_end =
        SlideForward(start, wanted, Recall(state_).ground_normal, &result_.contacts);
    const double low_progress = Progress(low_end - start, wanted);
    if (low_progress < HorizontalLength(wanted) - kStepGain && MayStepOver()) {
      std::vector<Contact> step_contacts;
      const auto stepped = StepUp(start, wanted, low_progress, &step_contacts);
      if (stepped) {
        result_.contacts.resize(contacts_before);
        result_.contacts.insert(result_.contacts.end(), step_contacts.begin(), step_contacts.end());
        Stand(*stepped);
        return;
      }
    }
    const Place place = Settle(low_end, LowestStep(HorizontalLength(wanted)));
    if (place.support.kind == GroundKind::kStanding) {
      Stand(place);
    } else {
      LoseSupport(place);
    }
  }

  // [m] Ground lower than this is no step down from the last support but a fall. A low step limit
  // does not make a fall of walkable ground that goes on downhill.
  double LowestStep(double moved) const {
    const double step_down = state_.ground_z - config_.step;
    const double downhill = state_.foot.z - moved * support_.SteepestRise();
    return std::min(step_down, downhill) - kStepTolerance;
  }

  // False where the walls that were just slid along stop a lifted player as early as one on the
  // ground: then no step gets farther, and looking for one would double the cost of every slide.
  bool MayStepOver() const {
    const Vec3 lift = Up(config_.step + kStepTolerance);
    for (const Bump& bump : bumps_) {
      const auto* const moving = posed_ ? posed_->Find(bump.contact.triangle) : nullptr;
      const Triangle& t = moving ? moving->triangle : world_.triangles[bump.contact.triangle];
      const Vec3 n = moving ? moving->normal : world_.triangle_normals[bump.contact.triangle];
      const auto low = SweepTriangle(capsule_, RelativeTo(t, bump.at), n, bump.toward);
      const auto high = SweepTriangle(capsule_, RelativeTo(t, bump.at + lift), n, bump.toward);
      constexpr double kSameShare = 1e-4;
      if (!low || !high || *high > *low + kSameShare) return true;
    }
    return bumps_.empty();
  }

  // The same move lifted by the step limit. Empty: no farther, or nothing to stand on there, or
  // ground that is a step higher than the limit.
  std::optional<Place> StepUp(Vec3 start, Vec3 wanted, double low_progress,
                              std::vector<Contact>* contacts) {
    const Vec3 lift = Up(config_.step + kStepTolerance - kHover + kRestGap);
    if (!(lift.z > 0.0)) return std::nullopt;
    const double enough = low_progress + kStepGain;
    // First as if there were no ceiling: where even that leads nowhere, nobody need look for one.
    auto place = StepOnto(start + lift, wanted, enough, contacts);
    const bool meets_ceiling = !contacts->empty() && contacts->front().normal.z < 0.0;
    if (!place && !meets_ceiling) return std::nullopt;
    if (const auto ceiling = queries_.Sweep(capsule_, start, lift)) {
      const Vec3 lower = Up(std::max(0.0, lift.z * ceiling->fraction - kRestGap));
      contacts->clear();
      place = StepOnto(start + lower, wanted, enough, contacts);
    }
    return place;
  }

  // Forward from `at`, lifted, and down onto the step. Empty: less than `enough` progress, or no
  // ground.
  std::optional<Place> StepOnto(Vec3 at, Vec3 wanted, double enough,
                                std::vector<Contact>* contacts) {
    const Vec3 end = SlideForward(at, wanted, Vec3{0.0, 0.0, 1.0}, contacts);
    if (Progress(end - at, wanted) < enough) return std::nullopt;
    const double highest = state_.ground_z + config_.step + kStepTolerance;
    const Vec3 down = Snap(Vec3{0.0, 0.0, LowestStep(HorizontalLength(wanted)) - end.z});
    const auto landing = queries_.Sweep(capsule_, end, down);
    if (!landing) return std::nullopt;
    const Vec3 foot = FootAbove(end, down, *landing);
    const Place place{foot, support_.JudgeGround(foot, landing->contact)};
    if (place.support.kind != GroundKind::kStanding || place.support.ground_z > highest) {
      return std::nullopt;
    }
    return place;
  }

  // Something met on the way.
  struct Bump {
    Vec3 at;      // foot before
    Vec3 toward;  // a motion that ends in what is met
    Contact contact;
    double share = 0.0;  // of the motion, that is left to the player
    double push = 0.0;   // [m] away from it, for the next motion
    bool is_floor = false;
  };

  // Moves horizontally by `wanted`, rising with the ground, sliding along what is in the way.
  Vec3 SlideForward(Vec3 at, Vec3 wanted, Vec3 ground, std::vector<Contact>* contacts) {
    const double most_push = kPushShare * HorizontalLength(wanted);
    Vec3 walls[kMaxSlides];
    int wall_count = 0;
    Vec3 left = wanted;
    bumps_.clear();
    for (int i = 0; i < kMaxSlides; ++i) {
      if (HorizontalLength(left) < kNoMotion) return at;
      const Vec3 motion = Snap(left + Up(RiseAlong(ground, left)));
      auto bump = i == 0 ? MeetTouched(at, motion, most_push) : std::nullopt;
      if (!bump) bump = Meet(at, motion, most_push);
      if (!bump) return at + motion;
      NoteOverlap(bump->contact);
      if (bump->share >= 1.0) return at + motion;
      contacts->push_back(bump->contact);
      at += Snap(motion * bump->share);
      left = left * (1.0 - bump->share);
      const Vec3 n = bump->contact.normal;
      if (bump->is_floor) {
        ground = n;
        continue;
      }
      bumps_.push_back(*bump);
      if (motion.z > 0.0 && n.z < 0.0) ground = {0.0, 0.0, 1.0};  // under a low roof: no more rise
      const Vec3 wall = NormalizedOr(Horizontal(n), {});
      const double into = Dot(left, wall);
      // Downhill into a steep side that he walks along or off: level, and down to the ground after.
      if (motion.z < 0.0 && n.z > 0.0 && into > -kNoMotion) ground = {0.0, 0.0, 1.0};
      if (into < 0.0) left -= wall * into;
      left += wall * bump->push;
      for (int j = 0; j < wall_count; ++j) {
        if (Dot(left, walls[j]) < -kNoMotion) return at;  // a corner
      }
      walls[wall_count++] = wall;
    }
    result_.was_truncated = true;
    return at;
  }

  // What a sweep along `motion` meets.
  std::optional<Bump> Meet(Vec3 at, Vec3 motion, double most_push) const {
    // Looks ahead of the motion's end, so as not to end nearer than `stop` to what comes next.
    const double stop = kStopShare * config_.skin;
    const double ahead = 1.0 + 2.0 * stop / Length(motion);
    const auto hit = queries_.Sweep(capsule_, at, motion * ahead);
    if (!hit) return std::nullopt;
    Bump bump{at, motion * ahead, hit->contact};
    bump.is_floor = support_.IsWalkable(hit->contact.normal);
    bump.share = ahead * StopShort(*hit, bump.toward, bump.is_floor ? kHover : stop);
    if (bump.share <= 0.0) bump.push = most_push;
    return bump;
  }

  // The wall that he slid along last, where he is as near as he may come to it and `motion` goes
  // on into it. A sweep would find the same, at ten times the price.
  std::optional<Bump> MeetTouched(Vec3 at, Vec3 motion, double most_push) const {
    const std::uint32_t wall = Recall(state_).wall;
    if (wall >= world_.StillCount()) return std::nullopt;
    const Contact contact = ContactOf(world_, capsule_, at, wall);
    // Nearest to an edge of it: another triangle may go on from there.
    if (Dot(contact.normal, contact.face_normal) < kSameDirection) return std::nullopt;
    if (support_.IsWalkable(contact.normal)) return std::nullopt;
    const double stop = kStopShare * config_.skin;
    const double room = std::max(0.0, contact.distance - stop);
    const double into = -Dot(motion, contact.normal);
    if (room > kTouchedShare * config_.skin || into <= room + kDeepens * Length(motion)) {
      return std::nullopt;
    }
    Bump bump{at, contact.normal * -(std::max(0.0, contact.distance) + stop), contact};
    bump.push = std::clamp(stop - contact.distance, 0.0, most_push);
    return bump;
  }

  // Lowers the player from `at` onto the ground, no lower than `lowest`.
  Place Settle(Vec3 at, double lowest) {
    const Place place = Lower(at, lowest);
    if (place.support.kind != GroundKind::kSliding || place.support.normal.z >= kWallLike) {
      return place;
    }
    // Caught on a wall that leans a little, with the ground perhaps right below: a hair off the
    // wall.
    const Vec3 off = Snap(NormalizedOr(Horizontal(place.support.normal), {}) * kWallNudge);
    if (queries_.Sweep(capsule_, at, off)) return place;
    const Place nudged = Lower(at + off, lowest);
    return nudged.support.kind == GroundKind::kStanding ? nudged : place;
  }

  Place Lower(Vec3 at, double lowest) {
    const Vec3 down = Snap(Vec3{0.0, 0.0, std::min(lowest, at.z - kHover) - at.z});
    const auto hit = queries_.Sweep(capsule_, at, down);
    if (!hit) {
      Place place{at - Up(kHover), {}};
      place.support.kind = GroundKind::kFalling;
      return place;
    }
    const Vec3 foot = FootAbove(at, down, *hit);
    Place place{foot, support_.Judge(foot, hit->contact)};
    // A back end may meet a touch early what lies just beyond the limit.
    if (place.support.ground_z < lowest) place.support.kind = GroundKind::kFalling;
    return place;
  }

  // Where a player lowered from `at` stands: a hair above what he met.
  static Vec3 FootAbove(Vec3 at, Vec3 down, const SweepHit& hit) {
    const double gap = std::min(kRestGap, -down.z * hit.fraction);
    return at + Snap(down * hit.fraction + Up(gap));
  }

  // A tick in the air or on ground too steep to stand on: ballistic, without steering.
  void Fly() {
    const double dt = config_.tick_seconds;
    Vec3 left = state_.velocity * dt - Vec3{0.0, 0.0, 0.5 * config_.gravity * dt * dt};
    state_.velocity.z -= config_.gravity * dt;
    const Vec3 before = state_.foot;
    state_.ground = GroundKind::kFalling;
    Clip clip_motion;
    Clip clip_velocity;
    for (int i = 0; i < kMaxSlides && Length(left) > kNoMotion; ++i) {
      const Vec3 motion = Snap(left);
      const auto hit = queries_.Sweep(capsule_, state_.foot, motion);
      if (!hit) {
        state_.foot += motion;
        break;
      }
      NoteOverlap(hit->contact);
      result_.contacts.push_back(hit->contact);
      const Support support =
          support_.Judge(state_.foot + Snap(motion * hit->fraction), hit->contact);
      const bool lands = support.is_firm;
      const double gap =
          lands || hit->contact.normal.z > 0.0 ? kRestGap : kStopShare * config_.skin;
      const double share = StopShort(*hit, motion, gap);
      state_.foot += Snap(motion * share);
      if (lands) {
        Land({state_.foot, support});
        return;
      }
      state_.ground = GroundKind::kSliding;
      const Vec3 n = hit->contact.normal;
      left = clip_motion.Add(n, NotInto(n, motion * (1.0 - share)));
      state_.velocity = clip_velocity.Add(n, NotInto(n, state_.velocity));
      if (i + 1 == kMaxSlides) result_.was_truncated = true;
    }
    if (state_.ground == GroundKind::kSliding && Distance(before, state_.foot) < kHeldDrop) {
      if (const auto held = support_.Held(state_.foot)) Land({state_.foot, *held});
    }
  }

  // A motion without its horizontal part into a steep face: nobody runs up there on his momentum.
  static Vec3 NotInto(Vec3 normal, Vec3 motion) {
    const Vec3 wall = NormalizedOr(Horizontal(normal), {});
    return motion - wall * std::min(0.0, Dot(motion, wall));
  }

  void Land(const Place& place) {
    Stand(place);
    state_.velocity = {};
  }

  void NoteOverlap(const Contact& contact) {
    result_.deepest_overlap = std::max(result_.deepest_overlap, -contact.distance);
  }

  static double Progress(Vec3 moved, Vec3 wanted) {
    const double length = HorizontalLength(wanted);
    return length > 0.0 ? (moved.x * wanted.x + moved.y * wanted.y) / length : 0.0;
  }

  static Vec3 Up(double z) { return {0.0, 0.0, Snap(z)}; }

  static constexpr double kNoMotion = 1e-9;  // [m] too short to move
  // [of the wanted motion] A wall nearer than its stop distance pushes the walker off by this much
  // a slide, so that neither rounding nor a back end that sees a wall a millimetre early holds him
  // on it. Above kBlockedShare, pressing against a wall would count as moving.
  static constexpr double kPushShare = 0.015;
  // [of skin] A wall is touched up to this much beyond its stop distance.
  static constexpr double kTouchedShare = 0.1;
  static constexpr double kSameDirection = 1.0 - 1e-4;  // [cosine]
  static constexpr double kWallLike = 0.3;    // [z of normal] steeper than any slope to slide down
  static constexpr double kWallNudge = 1e-3;  // [m]
  static constexpr double kStepGain = 1e-4;   // [m] a step must get this much farther than sliding

  const World& world_;
  const Queries& queries_;
  const PosedQueries* const posed_;
  const PlayerConfig& config_;
  const Capsule capsule_;
  const SupportJudge support_;
  MovementState state_;
  MoveResult& result_;
  std::vector<Bump> bumps_;  // of the latest SlideForward
};

class Walker final : public PlayerMovement {
 public:
  explicit Walker(const Queries& queries) : queries_(queries) {}

  void Step(const World& world, const PlayerConfig& config, const MovementState& state,
            const MoveInput& input, MoveResult* result) const override {
    result->contacts.clear();
    result->deepest_overlap = 0.0;
    result->was_truncated = false;
    if (input.poses.empty()) {
      Tick(world, queries_, nullptr, config, state, result).Run(input);
    } else {
      StepAmongBodies(world, config, state, input, result);
    }
  }

  bool KnowsMovingBodies() const override { return true; }

 private:
  // First the bodies move, carrying and pushing the player; then he does, among them.
  void StepAmongBodies(const World& world, const PlayerConfig& config, const MovementState& state,
                       const MoveInput& input, MoveResult* result) const {
    const Capsule capsule{config.radius, config.height};
    const CarryScene scene{queries_, world, config};
    const CarryResult carried = MoveWithBodies(scene, input, state, Recall(state).footing, result);
    PosedQueries posed(queries_, world, input.poses, ReachOfTick(config, carried.state));
    if (input.closing == Closing::kOverlap) {
      posed.LeaveOutBodiesIn(capsule, carried.state.foot, kTouch);
    }
    Tick(world, posed, &posed, config, carried.state, result).Run(input);
    WalkerMemory memory = Recall(result->state);
    memory.footing = {};
    if (result->state.ground == GroundKind::kStanding) {
      memory.footing = carried.footing;
      if (carried.state.ground != GroundKind::kStanding) {  // he has landed
        const auto carrier =
            CarrierAt(scene, input.poses, result->state.foot, kTouch, Tie::kToStill);
        if (carrier) {
          memory.footing =
              FootingOn(input.poses[*carrier], result->state.foot, config.tick_seconds);
        }
      }
    }
    Remember(memory, &result->state);
  }

  // Everything that the rest of a tick can ask about.
  static Box ReachOfTick(const PlayerConfig& config, const MovementState& state) {
    const double dt = config.tick_seconds;
    const double moved = std::max(config.speed, Length(state.velocity)) * dt +
                         config.gravity * dt * dt + 2.0 * config.step + 2.0 * config.skin;
    constexpr double kSteepest = 20.0;  // rise of walkable ground, as SupportJudge limits it
    const double down = moved + kSteepest * config.speed * dt;
    const Vec3 aside{config.radius + moved + kQueryMargin, config.radius + moved + kQueryMargin,
                     0.0};
    return {state.foot - aside - Vec3{0.0, 0.0, down + kQueryMargin},
            state.foot + aside + Vec3{0.0, 0.0, config.height + down + kQueryMargin}};
  }

  const Queries& queries_;
};

}  // namespace

std::unique_ptr<PlayerMovement> MakeWalker(const Queries& queries) {
  return std::make_unique<Walker>(queries);
}

}  // namespace wm
