#include "collision/src/carry.h"

#include <algorithm>
#include <cmath>

#include "collision/constants.h"
#include "collision/motion.h"
#include "collision/src/capsule_triangle.h"
#include "collision/src/clip.h"
#include "collision/src/support.h"

namespace wm {
namespace {

Vec3 Up(double z) { return {0.0, 0.0, Snap(z)}; }

Box Grown(const Box& box, double by) {
  const Vec3 around{by, by, by};
  return {box.min - around, box.max + around};
}

// How squarely a contact holds a player up from below: support before none, then the direction.
struct Hold {
  bool supports = false;
  double up = 0.0;  // z of the contact's normal; 0: it does not hold

  bool operator>(const Hold& other) const {
    if (supports != other.supports) return supports;
    return up > other.up + kSameHold;
  }
  static constexpr double kSameHold = 1e-6;
};

Hold HoldOf(const SupportJudge& judge, const Contact& contact) {
  constexpr double kLeast = 0.05;  // [z of normal] less is a wall
  if (!(contact.normal.z > kLeast)) return {};
  return {judge.OfContact(contact).has_value(), contact.normal.z};
}

Vec3 CornerOf(const Box& box, int i) {
  return {(i & 1) != 0 ? box.max.x : box.min.x, (i & 2) != 0 ? box.max.y : box.min.y,
          (i & 4) != 0 ? box.max.z : box.min.z};
}

// [m] How far a motion takes any point near the player, by the corners of a box around him.
double FarthestShift(const BodyPose& pose, const Box& around) {
  double farthest = 0.0;
  const bool is_flat = !InverseOf(pose.from);  // then by the corners of the body's own box
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner = CornerOf(is_flat ? pose.shape->bounds : around, i);
    const Vec3 shift = is_flat ? pose.to.Point(corner) - pose.from.Point(corner)
                               : ShiftOf(pose.from, pose.to, corner);
    farthest = std::max(farthest, Length(shift));
  }
  // Along an arc of half a turn it is pi / 2 times the chord.
  return SameAxes(pose.from, pose.to) ? farthest : 1.6 * farthest;
}

// The poses that can matter to a player at `foot` this tick.
struct NearPoses {
  std::vector<BodyPose> poses;
  double farthest = 0.0;  // [m] that a point of theirs goes
};

NearPoses PosesNear(std::span<const BodyPose> poses, const Capsule& capsule, Vec3 foot) {
  constexpr double kMargin = 0.1;
  NearPoses near;
  Box box = CapsuleBounds(capsule, foot, kMargin);  // in which they can push him about
  std::vector<char> is_near(poses.size(), 0);
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const BodyPose& pose = poses[i];
      if (is_near[i] != 0 || pose.shape == nullptr) continue;
      if (!SweptBounds(pose.from, pose.to, pose.shape->bounds).Overlaps(box)) continue;
      is_near[i] = 1;
      const double shift = FarthestShift(pose, box);
      near.farthest = std::max(near.farthest, shift);
      box = Grown(box, shift);
      has_grown = shift > 0.0;
    }
  }
  for (std::size_t i = 0; i < poses.size(); ++i) {
    if (is_near[i] != 0) near.poses.push_back(poses[i]);
  }
  return near;
}

int StepsFor(double farthest, double radius, bool* was_cut) {
  const double wanted = std::ceil(farthest / (kBodyStepShare * radius));
  *was_cut = !(wanted <= kMaxBodySteps);
  return *was_cut ? kMaxBodySteps : static_cast<int>(wanted);
}

// The working state of MoveWithBodies.
class Carry {
 public:
  Carry(const CarryScene& scene, const MoveInput& input, const MovementState& state,
        Footing footing, MoveResult* result)
      : scene_(scene),
        capsule_{scene.config.radius, scene.config.height},
        judge_(scene.still, scene.config),
        closing_(input.closing),
        near_(PosesNear(input.poses, capsule_, state.foot)),
        result_(*result) {
    out_.state = state;
    out_.footing = footing;
  }

  CarryResult Run() {
    bool was_cut = false;
    const int steps = StepsFor(near_.farthest, capsule_.radius, &was_cut);
    if (was_cut) result_.was_truncated = true;
    push_reach_ = kPushReach + kMaxPushes * near_.farthest / std::max(1, steps);
    FindFooting();
    std::vector<Motion> motions;
    for (const BodyPose& pose : near_.poses) motions.emplace_back(pose.from, pose.to);
    std::vector<BodyPose> poses = near_.poses;
    for (int i = 0; i < steps; ++i) {
      for (std::size_t j = 0; j < poses.size(); ++j) {
        poses[j].from = motions[j].At(static_cast<double>(i) / steps);
        poses[j].to = motions[j].At(static_cast<double>(i + 1) / steps);
      }
      Step(poses);
    }
    return out_;
  }

 private:
  bool Stands() const {
    const GroundKind ground = out_.state.ground;
    return ground == GroundKind::kStanding || ground == GroundKind::kUnknown;
  }

  // Whether a player on a body that sinks can follow it this tick.
  void FindFooting() {
    Footing& footing = out_.footing;
    const auto carrier = Stands() ? Carrier(near_.poses) : std::nullopt;
    if (!carrier) {
      footing = {};
      return;
    }
    const double dt = scene_.config.tick_seconds;
    const double gravity = scene_.config.gravity;
    const BodyPose& pose = near_.poses[*carrier];
    const double sunk = -ShiftOf(pose.from, pose.to, out_.state.foot).z;
    const double lag = footing.lag + sunk + footing.velocity.z * dt - 0.5 * gravity * dt * dt;
    if (lag > scene_.config.step + kStepTolerance) {
      out_.state.ground = GroundKind::kFalling;
      out_.state.velocity = footing.velocity;
      footing = {};
      return;
    }
    const double falling = footing.velocity.z - gravity * dt;
    footing = FootingOn(pose, out_.state.foot, dt);
    if (lag > 0.0) {
      footing.lag = lag;
      footing.velocity.z = falling;
    }
  }

  // At the beginning of the poses.
  std::optional<std::size_t> Carrier(std::span<const BodyPose> poses) const {
    std::vector<BodyPose> begun(poses.begin(), poses.end());
    for (BodyPose& pose : begun) pose.to = pose.from;
    return CarrierAt(scene_, begun, out_.state.foot, kTouch, Tie::kToStill);
  }

  void Step(std::span<const BodyPose> poses) {
    if (const auto carrier = Stands() ? Carrier(poses) : std::nullopt) {
      const BodyPose& pose = poses[*carrier];
      const double before = out_.state.foot.z;
      Slide(ShiftOf(pose.from, pose.to, out_.state.foot));
      out_.state.ground_z += out_.state.foot.z - before;
    }
    const Box box = CapsuleBounds(capsule_, out_.state.foot, push_reach_);
    PushOut(PosedQueries(scene_.still, scene_.world, poses, box));
  }

  // Moves the player through what stands still, sliding along it.
  void Slide(Vec3 left) {
    Clip clip;
    for (int i = 0; i < kMaxSlides && Length(left) > kNoMotion; ++i) {
      const Vec3 motion = Snap(left);
      const auto hit = scene_.still.Sweep(capsule_, out_.state.foot, motion);
      if (!hit) {
        out_.state.foot += motion;
        return;
      }
      NoteOverlap(hit->contact);
      NoteContact(hit->contact);
      const double gap = hit->contact.normal.z > 0.0 ? kRestGap : kPressedGap;
      const double share = StopShort(*hit, motion, gap);
      out_.state.foot += Snap(motion * share);
      left = clip.Add(hit->contact.normal, motion * (1.0 - share));
    }
  }

  // The same up or down, as far as nothing is in the way.
  void MoveStraight(Vec3 motion) {
    if (Length(motion) < kNoMotion) return;
    const auto hit = scene_.still.Sweep(capsule_, out_.state.foot, motion);
    const double gap = motion.z < 0.0 ? kRestGap : kPressedGap;
    const double length = Length(motion);
    const double share = hit ? std::max(0.0, hit->fraction - gap / length) : 1.0;
    out_.state.foot += Snap(motion * share);
  }

  void PushOut(const PosedQueries& posed) {
    std::vector<Contact> contacts;
    for (int i = 0; i < kMaxPushes; ++i) {
      posed.MovingContacts(capsule_, out_.state.foot, 0.0, &contacts);
      const Contact* deepest = DeepestThatPushes(contacts);
      if (deepest == nullptr) break;
      NoteContact(*deepest);
      const Vec3 before = out_.state.foot;
      Push(PushBy(*deepest));
      if (Distance(before, out_.state.foot) < kNoMotion) break;
    }
    posed.MovingContacts(capsule_, out_.state.foot, 0.0, &contacts);
    for (const Contact& contact : contacts) NoteOverlap(contact);
  }

  // With overlap, a firm support pushes only where nothing of the bodies is deeper in him: the low
  // edge of a door under his round bottom is no floor.
  const Contact* DeepestThatPushes(std::span<const Contact> contacts) const {
    double deepest = -kPushSlack;
    for (const Contact& contact : contacts) deepest = std::min(deepest, contact.distance);
    for (const Contact& contact : contacts) {
      if (contact.distance <= deepest + kSameTouch && contact.distance <= -kPushSlack &&
          Pushes(contact)) {
        return &contact;
      }
    }
    return nullptr;
  }

  bool Pushes(const Contact& contact) const {
    if (closing_ == Closing::kPush) return true;
    const auto support = judge_.OfContact(contact);
    return support && support->is_firm;
  }

  // The way out of a contact: up where it holds him, level where it comes from the side.
  static Vec3 PushBy(const Contact& contact) {
    constexpr double kSideways = 0.3;  // [horizontal share of normal]
    const double depth = kRestGap - contact.distance;
    const Vec3 n = contact.normal;
    if (n.z >= kFirmHold) return Up(depth / n.z);
    const double across = HorizontalLength(n);
    if (across < kSideways) return n * depth;
    return Horizontal(n) * (depth / (across * across));
  }

  // Slides; over a step where that gets farther and he stands.
  void Push(Vec3 by) {
    const Vec3 start = out_.state.foot;
    Slide(by);
    const Vec3 low_end = out_.state.foot;
    if (by.z > 0.0) out_.state.ground_z += low_end.z - start.z;  // what lifts him holds him
    const double length = Length(by);
    const double low = Dot(low_end - start, by) / length;
    if (!Stands() || by.z != 0.0 || low > kPushEnough * length) return;
    out_.state.foot = start;
    MoveStraight(Up(scene_.config.step + kStepTolerance));
    const double lift = out_.state.foot.z - start.z;
    Slide(by);
    const double high = Dot(out_.state.foot - start, by) / length;
    MoveStraight(Up(-lift));
    const bool is_farther = high > low + kNoMotion && out_.state.foot.z > start.z;
    if (!is_farther) out_.state.foot = low_end;
  }

  // One contact a triangle, the latest.
  void NoteContact(const Contact& contact) {
    for (Contact& known : result_.contacts) {
      if (known.triangle != contact.triangle) continue;
      known = contact;
      return;
    }
    result_.contacts.push_back(contact);
  }

  void NoteOverlap(const Contact& contact) {
    result_.deepest_overlap = std::max(result_.deepest_overlap, -contact.distance);
  }

  static constexpr double kNoMotion = 1e-9;    // [m]
  static constexpr double kPushSlack = 1e-6;   // [m] nobody is pushed for less overlap
  static constexpr double kPushEnough = 0.99;  // of a push; with less a step is tried

  // [m] beyond what the pushes of one step take him.
  static constexpr double kPushReach = 0.25;

  const CarryScene& scene_;
  const Capsule capsule_;
  const SupportJudge judge_;
  const Closing closing_;
  const NearPoses near_;
  MoveResult& result_;
  double push_reach_ = 0.0;  // [m] beyond his capsule, how far pushes of one step may take him
  CarryResult out_;
};

}  // namespace

CarryResult MoveWithBodies(const CarryScene& scene, const MoveInput& input,
                           const MovementState& state, Footing footing, MoveResult* result) {
  return Carry(scene, input, state, footing, result).Run();
}

std::optional<std::size_t> CarrierAt(const CarryScene& scene, std::span<const BodyPose> poses,
                                     Vec3 foot, double margin, Tie tie) {
  const Capsule capsule{scene.config.radius, scene.config.height};
  const SupportJudge judge(scene.still, scene.config);
  const Box box = CapsuleBounds(capsule, foot, margin);
  std::vector<Contact> contacts;
  std::optional<std::size_t> carrier;
  Hold best;
  bool faces_him = false;  // a closed body that he is inside of holds him by its back sides
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const PosedQueries posed(scene.still, scene.world, poses.subspan(i, 1), box);
    posed.MovingContacts(capsule, foot, margin, &contacts);
    const auto is_in_him = [&](const Contact& c) { return c.distance < -margin; };
    if (std::any_of(contacts.begin(), contacts.end(), is_in_him)) continue;
    for (const Contact& contact : contacts) {
      const Hold hold = HoldOf(judge, contact);
      if (!(hold > best)) continue;
      best = hold;
      carrier = i;
      faces_him = Dot(posed.Find(contact.triangle)->normal, contact.face_normal) > 0.0;
    }
  }
  if (!carrier) return std::nullopt;
  scene.still.Contacts(capsule, foot, margin, &contacts);
  for (const Contact& contact : contacts) {
    const Hold still = HoldOf(judge, contact);
    const bool is_better = tie == Tie::kToBody && faces_him ? still > best : !(best > still);
    if (is_better) return std::nullopt;
  }
  return carrier;
}

Footing FootingOn(const BodyPose& pose, Vec3 foot, double tick_seconds) {
  Footing footing;
  footing.velocity = ShiftOf(pose.from, pose.to, foot) * (1.0 / tick_seconds);
  footing.velocity.z = std::min(0.0, footing.velocity.z);
  return footing;
}

int BodySteps(std::span<const BodyPose> poses, const Capsule& capsule, Vec3 foot, bool* was_cut) {
  return StepsFor(PosesNear(poses, capsule, foot).farthest, capsule.radius, was_cut);
}

}  // namespace wm
