#include "collision/src/support.h"

#include <numbers>

#include "collision/constants.h"
#include "collision/src/clip.h"

namespace wm {

SupportJudge::SupportJudge(const Queries& queries, const PlayerConfig& config)
    : queries_(queries),
      capsule_{config.radius, config.height},
      // Rounded, so that a last bit of libm's cosine decides nothing.
      lowest_cosine_(Snap(std::cos(config.slope_limit_deg * std::numbers::pi / 180.0)) -
                     kSlopeTolerance) {
  constexpr double kFlattest = 0.05;  // of 87 degrees
  const double cosine = std::max(lowest_cosine_, kFlattest);
  steepest_rise_ = std::sqrt(1.0 - cosine * cosine) / cosine;
}

std::optional<Support> SupportJudge::OfContact(const Contact& contact) const {
  if (!(contact.normal.z > 0.0)) return std::nullopt;
  Support support{GroundKind::kStanding, contact.face_normal, contact.point.z, true};
  if (IsWalkable(contact.face_normal)) {
    support.is_firm = contact.normal.z >= kFirmHold || IsWalkable(contact.normal);
    return support;
  }
  support.normal = contact.normal;
  if (IsWalkable(contact.normal)) return support;
  return std::nullopt;
}

Support SupportJudge::JudgeGround(Vec3 foot, const Contact& first) const {
  std::optional<Support> best;
  if (IsWalkable(first.face_normal)) best = OfContact(first);
  if (best && best->is_firm) return *best;
  // Another triangle of the same edge may be the floor. Its face speaks for it; the direction to it
  // only where it is touched as closely as anything, for inside a flat slope the edges of
  // neighbouring triangles are nearly touched too, at an angle that means nothing.
  std::vector<Contact> contacts;
  queries_.Contacts(capsule_, foot, kTouch, &contacts);
  if (contacts.empty()) contacts.push_back(first);
  double nearest = HUGE_VAL;
  for (const Contact& contact : contacts) nearest = std::min(nearest, contact.distance);
  for (const Contact& contact : contacts) {
    if (!IsWalkable(contact.face_normal) && contact.distance > nearest + kSameTouch) continue;
    const auto support = OfContact(contact);
    if (!support) continue;
    const auto rank = [](const Support& s) { return std::pair(s.is_firm, s.ground_z); };
    if (!best || rank(*support) > rank(*best)) best = support;
  }
  return best.value_or(Support{GroundKind::kSliding, first.normal, first.point.z, false});
}

Support SupportJudge::Judge(Vec3 foot, const Contact& first) const {
  const Support ground = JudgeGround(foot, first);
  if (ground.is_firm) return ground;
  return Held(foot).value_or(ground);
}

std::optional<Support> SupportJudge::Held(Vec3 foot) const {
  Vec3 at = foot;
  Vec3 left{0.0, 0.0, -kHeldProbe};
  Clip clip;
  double ground_z = foot.z;
  for (int i = 0; i < kMaxSlides && Length(left) > 1e-6; ++i) {
    const Vec3 motion = Snap(left);
    const auto hit = queries_.Sweep(capsule_, at, motion);
    if (!hit) {
      at += motion;
      break;
    }
    const double share = StopShort(*hit, motion, kRestGap);
    at += Snap(motion * share);
    const double z = hit->contact.point.z;
    if (z <= at.z + capsule_.radius) ground_z = std::max(ground_z, z);  // the bottom, not a wall
    left = clip.Add(hit->contact.normal, motion * (1.0 - share));
  }
  if (foot.z - at.z >= kHeldDrop) return std::nullopt;
  return Support{GroundKind::kStanding, {0.0, 0.0, 1.0}, ground_z, true};
}

}  // namespace wm
