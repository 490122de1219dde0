// What doors must be open for a place to be reached, against brute force over all of their states.
#include "walk_monster/opens.h"

#include <set>

#include <catch2/catch.hpp>

#include "tests/scenes/dice.h"
#include "tests/temporary_folder.h"
#include "tests/walk_monster/box_level.h"
#include "tests/walk_monster/sweep_support.h"

namespace wm {
namespace {

using scenes::Dice;
using test::BoxLevel;

constexpr double kRoom = 3.6;  // [m] from wall to wall
constexpr double kDoor = 1.0;  // [m] width

// A wall between two rooms: solid, an opening, or an opening with a door.
struct Passage {
  int a = 0, b = 0;
  bool is_open = false;
  std::vector<std::pair<std::size_t, bool>> doors;  // and whether they bar it when open
  Vec3 middle;
  bool is_along_y = false;  // the wall
};

// Rooms in rows, some walls with openings, some of these with doors that move away, or into another
// opening.
class Rooms {
 public:
  Rooms(Dice* dice, int columns, int rows, std::size_t door_count) : columns_(columns) {
    level.Add("floor", {-1.0, -1.0, -1.0}, {columns * kRoom + 1.0, rows * kRoom + 1.0, 0.0});
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) {
        const double left = x * kRoom, low = y * kRoom;
        if (x + 1 < columns) {
          passages.push_back(
              {Room(x, y), Room(x + 1, y), false, {}, {left + kRoom, low + kRoom / 2, 0}, true});
        }
        if (y + 1 < rows) {
          passages.push_back(
              {Room(x, y), Room(x, y + 1), false, {}, {left + kRoom / 2, low + kRoom, 0}, false});
        }
      }
    }
    AddOuterWalls(columns * kRoom, rows * kRoom);
    for (Passage& passage : passages) passage.is_open = !dice->OneIn(4);
    for (std::size_t i = 0; i < 4 * door_count && doors.size() < door_count; ++i) AddDoor(dice);
    for (const Passage& passage : passages) AddWall(passage);
    spawn_room = static_cast<int>(dice->Below(static_cast<std::size_t>(columns * rows)));
    level.AddSpawn(Middle(spawn_room));
  }

  Vec3 Middle(int room) const {
    return {(room % columns_ + 0.5) * kRoom, (room / columns_ + 0.5) * kRoom, 0.0};
  }

  // Whether walks from the spawn come to a room, with these doors open.
  bool IsReached(int room, std::size_t open_doors) const {
    std::set<int> reached{spawn_room};
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      for (const Passage& passage : passages) {
        bool is_free = passage.is_open;
        for (const auto& [door, bars_open] : passage.doors) {
          is_free = is_free && (open_doors >> door & 1) != bars_open;
        }
        if (!is_free) continue;
        if (reached.count(passage.a) != 0) reached.insert(passage.b);
        if (reached.count(passage.b) != 0) reached.insert(passage.a);
      }
    }
    return reached.count(room) != 0;
  }

  BoxLevel level;
  std::vector<Passage> passages;
  std::vector<std::uint32_t> doors;  // entities
  int spawn_room = 0;

 private:
  int Room(int x, int y) const { return y * columns_ + x; }

  void AddOuterWalls(double width, double depth) {
    level.Add("south", {-0.2, -0.2, 0.0}, {width + 0.2, 0.1, 3.0});
    level.Add("north", {-0.2, depth - 0.1, 0.0}, {width + 0.2, depth + 0.2, 3.0});
    level.Add("west", {-0.2, 0.1, 0.0}, {0.1, depth - 0.1, 3.0});
    level.Add("east", {width - 0.1, 0.1, 0.0}, {width + 0.2, depth - 0.1, 3.0});
  }

  void AddDoor(Dice* dice) {
    Passage& here = passages[dice->Below(passages.size())];
    if (!here.is_open || !here.doors.empty()) return;
    Vec3 away{0.0, 0.0, 4.0};
    here.doors.emplace_back(doors.size(), false);
    Passage& there = passages[dice->Below(passages.size())];
    const bool moves_over = dice->OneIn(3) && &there != &here && there.is_open &&
                            there.is_along_y == here.is_along_y && there.doors.empty();
    if (moves_over) {
      away = there.middle - here.middle;
      there.doors.emplace_back(doors.size(), true);
    }
    const Vec3 half = here.is_along_y ? Vec3{0.08, kDoor / 2, 0.0} : Vec3{kDoor / 2, 0.08, 0.0};
    doors.push_back(level.AddDoor("door " + std::to_string(doors.size()), here.middle - half,
                                  here.middle + half + Vec3{0.0, 0.0, 2.5}, away));
  }

  void AddWall(const Passage& passage) {
    const Vec3 along = passage.is_along_y ? Vec3{0.0, 1.0, 0.0} : Vec3{1.0, 0.0, 0.0};
    const Vec3 thick = passage.is_along_y ? Vec3{0.1, 0.0, 0.0} : Vec3{0.0, 0.1, 0.0};
    const Vec3 top{0.0, 0.0, 3.0};
    const double end = kRoom / 2;
    const Vec3 m = passage.middle;
    if (!passage.is_open) {
      level.Add("wall", m - along * end - thick, m + along * end + thick + top);
      return;
    }
    level.Add("wall", m - along * end - thick, m - along * (kDoor / 2) + thick + top);
    level.Add("wall", m + along * (kDoor / 2) - thick, m + along * end + thick + top);
  }

  const int columns_;
};

std::set<std::set<std::uint32_t>> ToldSets(const Opens& opens) {
  std::set<std::set<std::uint32_t>> sets;
  for (const OpeningSet& set : opens.sets) {
    std::set<std::uint32_t> doors;
    for (const StateChoice& change : set.changes) doors.insert(change.entity);
    sets.insert(doors);
  }
  return sets;
}

// By trying every state: the sets of open doors that reach a room and need every one of their
// doors.
std::set<std::set<std::uint32_t>> TrueSets(const Rooms& rooms, int room) {
  std::vector<std::size_t> found;
  const std::size_t states = std::size_t{1} << rooms.doors.size();
  for (std::size_t open = 0; open < states; ++open) {
    if (rooms.IsReached(room, open)) found.push_back(open);
  }
  std::set<std::set<std::uint32_t>> sets;
  for (const std::size_t open : found) {
    const bool is_fewest = std::none_of(found.begin(), found.end(), [&](std::size_t other) {
      return other != open && (other & open) == other;
    });
    if (!is_fewest) continue;
    std::set<std::uint32_t> doors;
    for (std::size_t i = 0; i < rooms.doors.size(); ++i) {
      if ((open >> i & 1) != 0) doors.insert(rooms.doors[i]);
    }
    sets.insert(doors);
  }
  return sets;
}

void CheckRooms(std::uint64_t seed) {
  Dice dice(seed);
  const TemporaryFolder folder;
  const int columns = 2 + static_cast<int>(dice.Below(2));
  const int rows = 1 + static_cast<int>(dice.Below(3));
  const Rooms rooms(&dice, columns, rows, 1 + dice.Below(6));
  const StoredMap stored = test::SweepAllStates(rooms.level.map, folder.Path() / "rooms.db");
  for (int room = 0; room < columns * rows; ++room) {
    INFO("level " << seed << ", " << columns << " x " << rows << " rooms, " << rooms.doors.size()
                  << " doors, from room " << rooms.spawn_room << " to room " << room << ", "
                  << stored.states.size() << " states swept");
    CHECK(ToldSets(FindOpens(stored, rooms.Middle(room))) == TrueSets(rooms, room));
  }
  CHECK(stored.states.size() <= std::size_t{1} << rooms.doors.size());
}

TEST_CASE("opens: what brute force over all states says, on 5 levels of rooms") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) CheckRooms(seed);
}

TEST_CASE("opens: what brute force over all states says, on 60 levels of rooms", "[.slow]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) CheckRooms(seed);
}

}  // namespace
}  // namespace wm
