// Levels in the middle of a merge: what is in conflict costs one entity, the rest loads.
#include "maps/src/merge_marks.h"

#include <catch2/catch.hpp>

#include "maps/entity_text.h"
#include "maps/level_text.h"
#include "tests/maps/map_test_support.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

Entity Box(std::uint32_t id) {
  Entity box;
  box.kind = EntityClass::kBox;
  box.id = id;
  box.size = {1, 1, 1};
  return box;
}

class MergedLevel {
 public:
  MergedLevel() { WriteLevel(Path(), "merged", {}, std::vector{Box(1), Box(2), Box(3)}); }
  const fs::path& Path() const { return folder_.Path(); }
  fs::path File(const std::string& name) const { return Path() / "entities" / name; }

 private:
  TemporaryFolder folder_;
};

// A level whose entity 2 is left out with one warning, that has all of `words`.
void CheckCostsOne(const MergedLevel& level, const std::vector<std::string>& words) {
  const Loaded loaded = LoadWithLog(level.Path());
  REQUIRE(loaded.map.entities.size() == 2);
  CHECK(loaded.map.entities[0].id == 1);
  CHECK(loaded.map.entities[1].id == 3);
  REQUIRE(loaded.log.size() == 1);
  INFO(loaded.log[0]);
  CHECK(loaded.log[0].starts_with("warning: "));
  CHECK(Has(loaded.log[0], "2.entity_text"));
  CHECK(Has(loaded.log[0], "in conflict"));
  for (const std::string& word : words) CHECK(Has(loaded.log[0], word));
}

}  // namespace

TEST_CASE("merge marks: found at the begin of a line, by number") {
  CHECK(MergeMarkLine("") == 0);
  CHECK(MergeMarkLine("box\n1\n2\n    <<<<<<< mine\n") == 0);
  CHECK(MergeMarkLine("<<<<<<< HEAD\nbox\n") == 1);
  CHECK(MergeMarkLine("box\n1\r\n=======\r\n") == 3);
  CHECK(MergeMarkLine("box\n======== \n") == 0);
  CHECK(MergeMarkLine("box\n||||||| 1234\n") == 2);
  CHECK(MergeMarkLine("box\n>>>>>>> theirs") == 2);
}

TEST_CASE("merge marks: what a merge leaves beside a file names the file") {
  CHECK(MergeOwner("12.entity_text.mine") == "12.entity_text");
  CHECK(MergeOwner("12.entity_text.theirs") == "12.entity_text");
  CHECK(MergeOwner("12.entity_text.orig") == "12.entity_text");
  CHECK(MergeOwner("12.entity_text.r170") == "12.entity_text");
  CHECK(MergeOwner("12.mine") == "12.entity_text");
  CHECK(MergeOwner("12.entity_text").empty());
  CHECK(MergeOwner("12.entity_text.part").empty());
  CHECK(MergeOwner("12.entity_text.rock").empty());
  CHECK(MergeOwner(".orig").empty());
  CHECK(MergeOwner("orig").empty());
}

TEST_CASE("merge marks: a file with marks costs that entity, and the warning has the line") {
  const MergedLevel level;
  const std::string sound = ReadBytes(level.File("2.entity_text"));
  for (const std::string& mark : {std::string("<<<<<<< HEAD"), std::string("======="),
                                  std::string(">>>>>>> branch"), std::string("||||||| base")}) {
    WriteBytes(level.File("2.entity_text"), sound + mark + "\n");
    CheckCostsOne(level, {"2.entity_text:17: ", "marks"});
    WriteBytes(level.File("2.entity_text"), mark + "\n" + sound);
    CheckCostsOne(level, {"2.entity_text:1: "});
  }
  WriteBytes(level.File("2.entity_text"),
             "box\n1\n<<<<<<< HEAD\n2\n=======\n5\n>>>>>>> theirs\n; size\n");
  CheckCostsOne(level, {"2.entity_text:3: "});
}

TEST_CASE("merge marks: what a merge left beside a file costs that entity") {
  for (const char* ending : {".mine", ".theirs", ".orig", ".r12"}) {
    const MergedLevel level;
    WriteBytes(level.File(std::string("2.entity_text") + ending), "anything");
    CheckCostsOne(level, {std::string("2.entity_text") + ending});
  }
  const MergedLevel level;
  WriteBytes(level.File("2.mine"), "");
  WriteBytes(level.File("2.entity_text.mine"), "");
  WriteBytes(level.File("2.entity_text.theirs"), "");
  CheckCostsOne(level, {"left 2.entity_text.mine "});
}

TEST_CASE("merge marks: in level.text they are an error that names the line") {
  const MergedLevel level;
  const fs::path file = level.Path() / "level.text";
  WriteBytes(file, ReadBytes(file) + "<<<<<<< HEAD\n");
  const std::string error = ErrorOf([&] { LoadMap(level.Path()); });
  CHECK(Has(error, "level.text:6: in conflict"));
}

TEST_CASE("merge marks: two files that hold one id are an error, one of them in conflict is not") {
  const MergedLevel level;
  fs::copy_file(level.File("2.entity_text"), level.File("7.entity_text"));
  const std::string error = ErrorOf([&] { LoadMap(level.Path()); });
  CHECK(Has(error, "entities/2.entity_text and "));
  CHECK(Has(error, "entities/7.entity_text both have the id 2"));
  WriteBytes(level.File("2.entity_text.mine"), "");
  const Loaded loaded = LoadWithLog(level.Path());
  CHECK(loaded.map.entities.size() == 3);
  REQUIRE(loaded.log.size() == 2);
  CHECK(Has(loaded.log[0], "2.entity_text: in conflict"));
  CHECK(Has(loaded.log[1], "warning: "));
  CHECK(Has(loaded.log[1], "7.entity_text: its id is 2, which counts"));
}

}  // namespace wm
