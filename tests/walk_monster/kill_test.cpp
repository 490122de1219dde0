// Sweeps that are killed, interrupted or run out of disk, from outside: --continue ends in the
// graph of a sweep that nobody disturbed.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "maps/level_text.h"
#include "tests/scenes/dice.h"
#include "tests/walk_monster/program.h"

namespace wm {
namespace {

namespace fs = std::filesystem;
using scenes::Dice;
using test::Desk;
using test::Ran;
using Words = std::vector<std::string>;

Entity Box(std::uint32_t id, const std::string& name, Vec3 middle, Vec3 size) {
  Entity box;
  box.kind = EntityClass::kBox;
  box.id = id;
  box.name = name;
  box.position = middle;
  box.size = size;
  return box;
}

// A floor of 24 x 16 m in two halves, joined by a doorway, with boxes on it.
void WriteTwoRooms(const Desk& desk) {
  std::vector<Entity> entities = {
      Box(1, "floor", {0.0, 0.0, -0.5}, {24.0, 16.0, 1.0}),
      Box(2, "wall", {0.0, -4.5, 1.0}, {0.2, 8.0, 2.0}),
      Box(3, "wall", {0.0, 4.5, 1.0}, {0.2, 8.0, 2.0}),
  };
  Dice dice(3);
  for (std::uint32_t id = 10; id < 30; ++id) {
    const Vec3 at{dice.Between(-11.0, 11.0), dice.Between(-7.0, 7.0), 0.4};
    if (std::abs(at.x) < 1.5 || Distance(at, {-6.0, 0.0, 0.4}) < 2.0) continue;
    entities.push_back(Box(id, "box", at, {dice.Between(0.3, 2.0), dice.Between(0.3, 2.0), 0.8}));
  }
  Entity door = Box(4, "gate", {0.0, 0.0, 0.0}, {});
  door.kind = EntityClass::kDoor;
  door.collision_mesh = "meshes/gate.obj";
  door.initial_state = "closed";
  door.states = {{"closed", {}, {}, 1.0}, {"open", {0.0, 0.0, 3.0}, {}, 1.0}};
  Entity spawn;
  spawn.kind = EntityClass::kSpawn;
  spawn.id = 5;
  spawn.position = {-6.0, 0.0, 0.0};
  entities.push_back(door);
  entities.push_back(spawn);
  desk.Write("rooms/meshes/gate.obj",
             "v -0.05 0 0.5\nv 0.05 0 0.5\nv 0.05 2 0.5\nv -0.05 2 0.5\nv -0.05 0 -0.5\n"
             "v 0.05 0 -0.5\nv 0.05 2 -0.5\nv -0.05 2 -0.5\nf 1 2 3 4\nf 5 8 7 6\nf 1 4 8 5\n"
             "f 2 6 7 3\nf 4 3 7 8\nf 1 5 6 2\n");
  std::sort(entities.begin(), entities.end(),
            [](const Entity& a, const Entity& b) { return a.id < b.id; });
  WriteLevel(desk / "rooms", "rooms", {}, entities);
}

// The closed rooms, then the gate opened.
std::vector<Words> Sweeps(const std::string& db) {
  const Words sweep = {WM_PROGRAM, "sweep", "rooms", "--json", "--quiet", "--db", db};
  Words open = sweep;
  open.insert(open.end(), {"--continue", "--state", "gate=open"});
  return {sweep, open};
}

std::string HashIn(const Ran& ran) {
  INFO(ran.err);
  REQUIRE(ran.exit_code == 0);
  return nlohmann::json::parse(ran.out)["graph_hash"];
}

std::vector<std::string> UndisturbedHashes(const Desk& desk) {
  std::vector<std::string> hashes;
  for (const Words& sweep : Sweeps("whole.db"))
    hashes.push_back(HashIn(desk.Finish(desk.Start(sweep))));
  REQUIRE(hashes[0] != hashes[1]);
  return hashes;
}

// Kills a sweep at random moments until it has had `kills`, then lets it end; gives its output.
Ran RunWithKills(const Desk& desk, Words words, const std::string& db, int kills, Dice* dice) {
  for (;;) {
    const bool is_there = fs::exists(desk / db);
    if (is_there && std::find(words.begin(), words.end(), "--continue") == words.end()) {
      words.push_back("--continue");
    }
    const pid_t child = desk.Start(words);
    const bool is_killed = kills-- > 0;
    if (is_killed) {
      ::usleep(static_cast<useconds_t>(dice->Between(2e3, 7e5)));
      ::kill(child, dice->OneIn(3) ? SIGINT : SIGKILL);
    }
    Ran ran = desk.Finish(child);
    const bool is_over = ran.exit_code == 0;
    const bool is_stopped = ran.exit_code == 3 || ran.exit_code == -SIGKILL;
    INFO(ran.exit_code << " " << ran.err);
    REQUIRE((is_over || (is_killed && is_stopped)));
    if (is_over) return ran;
  }
}

void CheckKills(int rounds, int kills) {
  const Desk desk;
  WriteTwoRooms(desk);
  const std::vector<std::string> hashes = UndisturbedHashes(desk);
  Dice dice(11);
  for (int round = 0; round < rounds; ++round) {
    const std::string db = "k" + std::to_string(round) + ".db";
    const std::vector<Words> sweeps = Sweeps(db);
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
      INFO("round " << round << ", sweep " << i);
      CHECK(HashIn(RunWithKills(desk, sweeps[i], db, kills, &dice)) == hashes[i]);
    }
    CHECK(desk.Run({"info", db}).exit_code == 0);
  }
}

TEST_CASE("kill: 6 kills at random moments, then the same graph") { CheckKills(1, 3); }

TEST_CASE("kill: 200 kills at random moments, then the same graph", "[.slow]") {
  CheckKills(25, 4);
}

// Fills a small disk in the middle of a sweep, makes room, and goes on.
void CheckFullDisk(int rounds) {
  const Desk desk;
  WriteTwoRooms(desk);
  const std::vector<std::string> hashes = UndisturbedHashes(desk);
  Dice dice(5);
  fs::create_directory(desk / "disk");
  int filled = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto kilobytes = static_cast<int>(dice.Between(160.0, 1100.0));
    const Ran ran =
        desk.Shell("unshare -m sh -c 'mount -t tmpfs -o size=" + std::to_string(kilobytes) +
                   "k wm disk || exit 77\n"
                   "\"$WM\" sweep rooms --quiet --json --db disk/m.db; code=$?\n"
                   "[ $code = 0 ] || [ $code = 2 ] || exit 99\n"
                   "mount -o remount,size=50m disk\n"
                   "[ -e disk/m.db ] || { echo nothing; exit 0; }\n"
                   "\"$WM\" sweep rooms --quiet --json --db disk/m.db --continue || exit 98\n"
                   "echo full $code'");
    if (ran.exit_code == 77) {
      WARN("skipped: this machine lets nobody mount a small disk");
      SUCCEED();
      return;
    }
    INFO(kilobytes << " KiB\n" << ran.out << ran.err);
    REQUIRE(ran.exit_code == 0);
    filled += ran.out.find("full 2") != std::string::npos;
    const bool has_nothing = ran.out.find("nothing") != std::string::npos;
    CHECK((has_nothing || ran.out.find(hashes[0]) != std::string::npos));
  }
  CHECK(filled >= rounds / 2);
}

TEST_CASE("kill: a full disk in the middle of a sweep loses nothing") { CheckFullDisk(2); }

TEST_CASE("kill: 20 disks, full at random moments, lose nothing", "[.slow]") { CheckFullDisk(40); }

}  // namespace
}  // namespace wm
