// Ranges of ids: a machine's own, never one id twice, files that merge by themselves.
#include "maps/id_ranges.h"

#include <cstdlib>
#include <set>

#include <catch2/catch.hpp>

#include "maps/entity_text.h"
#include "maps/level_text.h"
#include "maps/src/sha256.h"
#include "tests/maps/map_test_support.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

constexpr const char* kA = "00000000000000aa";
constexpr const char* kB = "00000000000000bb";

Entity Note(std::uint32_t id) {
  Entity note;
  note.kind = EntityClass::kNote;
  note.id = id;
  return note;
}

class Level {
 public:
  Level() { WriteLevel(Path(), "ranges", {}, std::vector{Note(1)}); }
  const fs::path& Path() const { return folder_.Path(); }
  void Add(std::uint32_t id) const {
    WriteBytes(Path() / "entities" / (std::to_string(id) + ".entity_text"),
               WriteEntityText(Note(id)));
  }
  void Give(const std::string& key, const std::string& ranges) const {
    WriteBytes(Path() / "id_ranges" / key, "id_ranges\n1\n0\n; ranges\n" + ranges + "    end\n");
  }
  std::uint32_t Take(const std::string& key) const { return TakeNewId(Path(), key); }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("id ranges: SHA-256 gives the standard's answers") {
  CHECK(Sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(Sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(Sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("id ranges: a machine's key is its own, stays, and does not give its id away") {
  setenv("WALK_MONSTER_MACHINE_ID", "desk", 1);
  const std::string desk = MachineKey();
  setenv("WALK_MONSTER_MACHINE_ID", "cellar", 1);
  CHECK(MachineKey() != desk);
  setenv("WALK_MONSTER_MACHINE_ID", "desk", 1);
  CHECK(MachineKey() == desk);
  CHECK(desk.size() == 16);
  unsetenv("WALK_MONSTER_MACHINE_ID");
  CHECK(MachineKey() == MachineKey());
}

TEST_CASE("id ranges: new ids rise in the machine's range, full ranges are followed by others") {
  const Level level;
  level.Give(kA, "    5000 5019\n");
  std::set<std::uint32_t> ids{1};
  for (int i = 0; i < 60; ++i) {
    const std::uint32_t id = level.Take(i % 3 == 0 ? kB : kA);
    REQUIRE(ids.insert(id).second);
    level.Add(id);
  }
  CHECK(ids.contains(5019));
  const IdRanges ranges = ReadIdRanges(level.Path());
  REQUIRE(ranges.size() == 2);
  CHECK(ranges.at(kA).size() == 2);
  CHECK(ranges.at(kB).size() == 1);
  CHECK(ranges.at(kB)[0].first >= kIdsPerRange);
  CHECK(SharedRanges(level.Path(), ranges).empty());
}

TEST_CASE("id ranges: an id that anything lays claim to is passed over") {
  const Level level;
  level.Give(kA, "    5000 5009\n");
  CHECK(level.Take(kA) == 5000);
  WriteBytes(level.Path() / "entities/5003.entity_text.mine", "");
  CHECK(level.Take(kA) == 5004);
  WriteBytes(level.Path() / "entities/gate.entity_text",
             "box\n1\n<<<<<<< a\n5004\n=======\n5006\n");
  CHECK(level.Take(kA) == 5007);
  level.Add(5009);
  const std::uint32_t next = level.Take(kA);
  CHECK((next < 5000 || next > 5009));
}

TEST_CASE("id ranges: of two machines with one range the one with the greater key gives it up") {
  const Level level;
  level.Give(kA, "    5000 5999\n");
  level.Give(kB, "    5000 5999\n    8000 8999\n");
  const auto shared = SharedRanges(level.Path(), ReadIdRanges(level.Path()));
  REQUIRE(shared.size() == 1);
  CHECK(Has(shared[0], kA));
  CHECK(Has(shared[0], "ids 5000 to 5999"));
  CHECK(level.Take(kA) == 5000);
  CHECK(level.Take(kB) == 8000);
  CHECK(SharedRanges(level.Path(), ReadIdRanges(level.Path())).empty());
}

TEST_CASE("id ranges: damaged files are one line that names the place") {
  const Level level;
  for (const auto& [ranges, why] :
       std::vector<std::pair<std::string, std::string>>{{"    5 4\n", ":5: a range is"},
                                                        {"    5\n", ":5: "},
                                                        {"    5 6 7\n", ":5: a range is"},
                                                        {"    5 4294967296\n", ":5: "},
                                                        {"<<<<<<< HEAD\n", ":5: in conflict"}}) {
    level.Give(kA, ranges);
    const std::string error = ErrorOf([&] { level.Take(kA); });
    INFO(error);
    CHECK(Has(error, std::string("id_ranges/") + kA + why));
  }
}

}  // namespace wm
