#include "walk_monster/session.h"

#include <charconv>
#include <cmath>
#include <string_view>

#include "collision/constants.h"
#include "maps/shown_text.h"
#include "walk_monster/explorer.h"
#include "walk_monster/number_text.h"

namespace wm {
namespace {

template <typename T>
T FirstOf(const std::optional<T>& command_line, const std::optional<T>& level, T built_in) {
  return command_line ? *command_line : level.value_or(built_in);
}

// "--radius must be ..." or "cove/level.text: radius must be ...", as far as who gave it goes.
[[noreturn]] void Refuse(const std::string& wrong, bool is_from_line, const Map& map) {
  if (is_from_line) throw InputError("--" + wrong);
  throw InputError((map.path / "level.text").string() + ": " + wrong);
}

double TickHz(const LevelDefaults& line, const Map& map) {
  const double tick_hz = FirstOf(line.tick_hz, map.defaults.tick_hz, 60.0);
  if (!(tick_hz >= 1.0 && tick_hz <= 1e5)) {
    Refuse("tick-hz must be 1 to 100000", line.tick_hz.has_value(), map);
  }
  return tick_hz;
}

PlayerConfig PlayerOf(const LevelDefaults& line, const Map& map) {
  const LevelDefaults& level = map.defaults;
  PlayerConfig player;
  player.radius = FirstOf(line.radius, level.radius, player.radius);
  player.height = FirstOf(line.height, level.height, player.height);
  player.step = FirstOf(line.step, level.step, player.step);
  player.slope_limit_deg =
      FirstOf(line.slope_limit_deg, level.slope_limit_deg, player.slope_limit_deg);
  player.skin = FirstOf(line.skin, level.skin, player.skin);
  player.speed = FirstOf(line.speed, level.speed, player.speed);
  player.gravity = FirstOf(line.gravity, level.gravity, player.gravity);
  player.tick_seconds = 1.0 / TickHz(line, map);
  if (const std::string wrong = WhatIsWrongWith(player); !wrong.empty()) {
    const std::pair<std::string_view, bool> given[] = {
        {"radius ", line.radius.has_value()},
        {"height ", line.height || line.radius},  // a wide player needs to be tall
        {"step ", line.step.has_value()},
        {"slope-deg ", line.slope_limit_deg.has_value()},
        {"skin ", line.skin.has_value()},
        {"speed ", line.speed.has_value()},
        {"gravity ", line.gravity.has_value()},
    };
    for (const auto& [name, is_from_line] : given) {
      if (wrong.starts_with(name)) Refuse(wrong, is_from_line, map);
    }
    throw InputError(wrong);
  }
  return player;
}

template <typename Kind>
Kind KindOf(std::optional<Kind> kind, const std::string& option, const std::string& given,
            const std::string& choices) {
  if (kind) return *kind;
  throw InputError(option + " '" + given + "' is unknown; choose " + choices);
}

std::string Centimetres(double metres) {
  return std::to_string(static_cast<long>(std::lround(metres * 100.0))) + " cm";
}

}  // namespace

Session::Session(Map map, const SessionOptions& options) : map_(std::move(map)) {
  const LevelDefaults& line = options.overrides;
  const LevelDefaults& level = map_.defaults;
  player_ = PlayerOf(line, map_);
  tick_hz_ = TickHz(line, map_);
  const std::string mover = FirstOf(line.mover, level.mover, std::string("walker"));
  const MoverKind mover_kind =
      KindOf(ParseMoverKind(mover), "mover", mover, "walker or bullet_character");
  make_movement_ = options.make_own_movement;
  mover_name_ = make_movement_ ? options.own_mover : mover;
  if (!make_movement_) {
    make_movement_ = [mover_kind](const World& world, const Queries& queries,
                                  const PlayerConfig& player) {
      return MakeMovement(mover_kind, world, queries, player);
    };
  }
  const std::string backend = FirstOf(line.backend, level.backend, std::string("bullet"));
  backend_ = KindOf(ParseBackendKind(backend), "backend", backend, "bullet or brute");
  spacing_ = FirstOf(line.spacing, level.spacing, 0.5);
  if (!(spacing_ >= 0.05 && spacing_ <= 50.0)) {
    Refuse("spacing must be 0.05 to 50 m", line.spacing.has_value(), map_);
  }
  sectors_ = FirstOf(line.sectors, level.sectors, 8);
  if (sectors_ != 4 && sectors_ != 8 && sectors_ != 16) {
    Refuse("sectors must be 4, 8 or 16", line.sectors.has_value(), map_);
  }
  if (options.threads < 1 || options.threads > 256) throw InputError("threads must be 1 to 256");

  world_state_ = ResolveWorldState(map_.entities, options.states);
  world_ = BuildWorld(map_.meshes, BodiesIn(map_, world_state_.choices));
  if (world_.triangles.empty()) {
    throw InputError(map_.path.string() + ": no solid geometry: nothing to stand on");
  }
  queries_ = MakeQueries(backend_, world_);
  for (int i = 0; i < options.threads; ++i) {
    if (i == 0 || !movements_.front()->IsThreadSafe()) {
      movements_.push_back(MakeMovementFor(world_, *queries_));
    }
    contexts_.push_back({world_, *queries_, *movements_.back(), player_});
  }
}

std::unique_ptr<PlayerMovement> Session::MakeMovementFor(const World& world,
                                                         const Queries& queries) const {
  return make_movement_(world, queries, player_);
}

Vec3 Session::SettleSpawn(Vec3 foot, const std::string& what) const {
  const auto state = SettleStart(contexts_.front(), foot, kSpawnDrop);
  if (!state) {
    throw InputError(what + " " + PlaceText(foot) + ": " + WhyNoFooting(foot, kSpawnDrop));
  }
  return state->foot;
}

std::string Session::WhyNoFooting(Vec3 foot, double max_drop) const {
  const DriveContext& context = contexts_.front();
  if (SettleStart(context, foot, max_drop)) return {};
  std::vector<Contact> contacts;
  context.queries.Contacts({player_.radius, player_.height}, foot, 0.0, &contacts);
  const Contact* deepest = nullptr;
  for (const Contact& c : contacts) {
    if (deepest == nullptr || c.distance < deepest->distance) deepest = &c;
  }
  if (deepest != nullptr && -deepest->distance > player_.skin) {
    const WorldBody& body = world_.bodies[world_.triangle_body[deepest->triangle]];
    return "inside geometry: " + Centimetres(-deepest->distance) + " deep in '" +
           Shown(body.name, kMostShownName) + "' (entity " + std::to_string(body.entity) + ")";
  }
  return "over nothing: no ground within " + Shortest(max_drop) + " m below";
}

std::vector<Vec3> Session::LevelSeeds(const LogLine& log) const {
  std::vector<Vec3> seeds;
  std::vector<std::string> skipped;
  for (const Entity& entity : map_.entities) {
    if (entity.kind != EntityClass::kSpawn) continue;
    try {
      seeds.push_back(
          SettleSpawn(entity.position, "spawn '" + Shown(entity.name, kMostShownName) + "' at"));
    } catch (const InputError& error) {
      skipped.push_back(error.what());
    }
  }
  if (seeds.empty() && !skipped.empty()) {
    throw InputError(map_.path.string() + ": " + skipped.front() +
                     (skipped.size() > 1 ? "; none of its spawns can be used" : ""));
  }
  for (const std::string& line : skipped) {
    if (log) log("warning: skipped " + line);
  }
  if (!seeds.empty()) return seeds;
  const auto largest = FindLargestSurface(contexts_.front());
  if (!largest) {
    throw InputError(map_.path.string() + ": no spawn, and no ground on which a player can stand");
  }
  if (log) {
    log("no spawn in the level: starting on the largest walkable surface, at " +
        RoundedPlace(*largest));
  }
  return {*largest};
}

Vec3 ParsePlace(const std::string& text, const std::string& what) {
  double numbers[3];
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (int i = 0; i < 3; ++i) {
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    const bool is_last = i == 2;
    if (error != std::errc() || (is_last ? next != end : next == end || *next != ',')) {
      throw InputError(what + " '" + Shown(text, kMostShownName) +
                       "': give three numbers as X,Y,Z without blanks");
    }
    constexpr double kFarthest = 1e7;
    if (!(std::abs(numbers[i]) <= kFarthest)) {
      throw InputError(what + " '" + Shown(text, kMostShownName) +
                       "': every number must be within +-10,000 km");
    }
    at = next + 1;
  }
  return {numbers[0], numbers[1], numbers[2]};
}

}  // namespace wm
