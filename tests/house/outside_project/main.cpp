// Drives a movement code that Walk Monster has never seen: a hovercraft that keeps its height,
// never falls, and stops a hand's breadth in front of whatever its hull would meet. Then sweeps a
// level with it.
//   outside_project LEVEL DB
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "collision/drive.h"
#include "maps/map.h"
#include "walk_monster/sweep.h"

namespace {

class Hovercraft : public wm::PlayerMovement {
 public:
  explicit Hovercraft(const wm::Queries& queries) : queries_(queries) {}

  void Step(const wm::World&, const wm::PlayerConfig& config, const wm::MovementState& state,
            const wm::MoveInput& input, wm::MoveResult* result) const override {
    *result = {};
    result->state = state;
    result->state.ground = wm::GroundKind::kStanding;
    const double reach = config.speed * config.tick_seconds;
    const wm::Vec3 motion = wm::Vec3{input.walk_x, input.walk_y, 0.0} * reach;
    const wm::Capsule hull{config.radius + kHandsBreadth, config.height};
    const wm::Vec3 above_ground{0.0, 0.0, 2.0 * kHandsBreadth};
    const auto hit = queries_.Sweep(hull, state.foot + above_ground, motion);
    if (hit) {
      result->contacts.push_back(hit->contact);
      return;
    }
    result->state.foot = wm::Snap(state.foot + motion);
    result->state.velocity = motion * (1.0 / config.tick_seconds);
  }

 private:
  static constexpr double kHandsBreadth = 0.1;  // [m]
  const wm::Queries& queries_;
};

// A floor of 20 x 20 m, and a wall across it at x = 5.
wm::World MakeYard() {
  const wm::TriangleMesh floor{{{-10, -10, 0}, {10, -10, 0}, {10, 10, 0}, {-10, 10, 0}},
                               {{0, 1, 2}, {0, 2, 3}}};
  const wm::TriangleMesh wall{{{5, -10, 0}, {5, 10, 0}, {5, 10, 3}, {5, -10, 3}},
                              {{0, 1, 2}, {0, 2, 3}}};
  const std::vector<wm::TriangleMesh> meshes{floor, wall};
  std::vector<wm::Body> bodies(2);
  bodies[0].name = "floor";
  bodies[0].collision_mesh = 0;
  bodies[1].name = "wall";
  bodies[1].collision_mesh = 1;
  return wm::BuildWorld(meshes, bodies);
}

void Report(const wm::World& world, const wm::DriveResult& drive) {
  const std::string outcome(wm::Name(drive.outcome));
  const std::string body = drive.obstacles.empty()
                               ? std::string("nothing")
                               : world.bodies[drive.obstacles.front().body].name;
  std::printf("%s at %.2f %.2f before %s\n", outcome.c_str(), drive.end.foot.x, drive.end.foot.y,
              body.c_str());
}

// What `walk_monster sweep LEVEL --db DB --replace` does, with the hovercraft for a player.
void Sweep(const char* level, const char* db) {
  wm::SessionOptions options;
  options.threads = 2;
  options.own_mover = "hovercraft";
  options.make_own_movement = [](const wm::World&, const wm::Queries& queries,
                                 const wm::PlayerConfig&) {
    return std::make_unique<Hovercraft>(queries);
  };
  const wm::Session session(wm::LoadMap(level), options);
  wm::SweepJob job;
  job.seeds.spawns =
      session.LevelSeeds([](std::string_view line) { std::puts(std::string(line).c_str()); });
  job.options = wm::SweepOptionsOf(session);
  job.db = db;
  job.replace = true;
  const wm::SweepReport report = wm::RunSweep(session, std::move(job), nullptr);
  std::printf("%s: %zu points, %.0f m2\n", report.progress.outcome.c_str(),
              report.view.points.size(), report.progress.area_m2);
  std::fputs(wm::TextOf(report.judgement, report.view).c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: outside_project LEVEL DB\n", stderr);
    return 2;
  }

  const wm::World world = MakeYard();
  const auto queries = wm::MakeQueries(wm::BackendKind::kBrute, world);
  const Hovercraft movement(*queries);
  const wm::DriveContext context{world, *queries, movement, wm::PlayerConfig{}};
  const wm::Vec3 start{0, 0, 0};
  Report(world, DriveTowardPoint(context, start, wm::DriveTarget::Point({-3, 4, 0})));
  Report(world, DriveTowardPoint(context, start, wm::DriveTarget::Point({8, 0, 0})));
  try {
    wm::LoadMap("no such level");
    return 1;
  } catch (const wm::InputError& error) {
    std::printf("no level: %s\n", error.what());
  }
  try {
    Sweep(argv[1], argv[2]);
  } catch (const wm::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
