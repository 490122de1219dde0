#include "maps/level_text.h"

#include <catch2/catch.hpp>

#include "maps/entity_text.h"
#include "tests/maps/map_test_support.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFull =
    "level\n1\n0\n; name\n    The Cove\n; up\n    y\n; metres_per_unit\n    0.01 : "
    "3f847ae147ae147b\n"
    "; player.radius\n    0.3 : 3fd3333333333333\n; player.step\n    0.35 : 3fd6666666666666\n"
    "; sweep.spacing\n    0.5 : 3fe0000000000000\n; sweep.sectors\n    16\n"
    "; sweep.mover\n    walker\n; sweep.backend\n    brute\n";

std::string ParseError(std::string_view text) {
  return ErrorOf([&] { ParseLevelText(text, "level.text"); });
}

Entity Spawn(std::uint32_t id) {
  Entity spawn;
  spawn.kind = EntityClass::kSpawn;
  spawn.id = id;
  spawn.position = {1.5, -2, 0};
  return spawn;
}

std::vector<std::string> FilesIn(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& file : fs::directory_iterator(folder)) names.push_back(file.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("level.text says name, frame and defaults, and writes back byte for byte") {
  const LevelText level = ParseLevelText(kFull, "f");
  CHECK(level.name == "The Cove");
  CHECK(level.up == UpAxis::kY);
  CHECK(level.metres_per_unit == 0.01);
  CHECK(level.defaults.radius == 0.3);
  CHECK(level.defaults.step == 0.35);
  CHECK_FALSE(level.defaults.height);
  CHECK(level.defaults.spacing == 0.5);
  CHECK(level.defaults.sectors == 16);
  CHECK(level.defaults.mover == "walker");
  CHECK(level.defaults.backend == "brute");
  CHECK(WriteLevelText(level) == kFull);
  const CommaLocale comma;
  CHECK(WriteLevelText(ParseLevelText(kFull, "f")) == kFull);
  CHECK(WriteLevelText({}) == "level\n1\n0\n");
}

TEST_CASE("a damaged level.text is refused with its line") {
  CHECK(Has(ParseError("door\n1\n0\n"), "level.text:1: a level file begins with `level`"));
  CHECK(Has(ParseError("level\n9\n0\n"), ":2: format version 9"));
  CHECK(Has(ParseError("level\n1\n0\n; upp\n    y\n"), ":4: level.text has no field 'upp'"));
  CHECK(Has(ParseError("level\n1\n0\n; up\n    x\n"), ":5: `up` is y or z"));
  CHECK(Has(ParseError("level\n1\n0\n; sweep.sectors\n    5\n"), "4, 8 or 16"));
  CHECK(
      Has(ParseError("level\n1\n0\n; metres_per_unit\n    0 : 0000000000000000\n"), "not above 0"));
  CHECK(Has(ParseError("level\n1\n0\n; name\n    a\n; name\n    b\n"), "a second `name`"));
}

TEST_CASE("WriteLevel makes the folder hold just these entities") {
  const TemporaryFolder folder;
  const fs::path level = folder.Path() / "deep" / "level";
  LevelDefaults defaults;
  defaults.spacing = 0.5;
  WriteLevel(level, "two", defaults, std::vector{Spawn(3), Spawn(10)});
  CHECK(FilesIn(level / "entities") == std::vector<std::string>{"10.entity_text", "3.entity_text"});
  CHECK(ReadBytes(level / "entities/3.entity_text") == WriteEntityText(Spawn(3)));
  CHECK(ParseLevelText(ReadBytes(level / "level.text"), "f").defaults.spacing == 0.5);

  WriteBytes(level / "entities/readme.md", "kept");
  WriteLevel(level, "one", {}, std::vector{Spawn(10)});
  CHECK(FilesIn(level / "entities") == std::vector<std::string>{"10.entity_text", "readme.md"});
}

TEST_CASE("WriteLevel touches nothing when it must refuse") {
  const TemporaryFolder folder;
  WriteLevel(folder.Path(), "fine", {}, std::vector{Spawn(1)});
  const std::string twice = ErrorOf([&] {
    WriteLevel(folder.Path(), "twice", {}, std::vector{Spawn(2), Spawn(2)});
  });
  CHECK(Has(twice, "two entities with the id 2"));
  Entity bad = Spawn(1);
  bad.name = "a\nb";
  CHECK_FALSE(ErrorOf([&] { WriteLevel(folder.Path(), "bad", {}, std::vector{bad}); }).empty());
  CHECK(ParseLevelText(ReadBytes(folder.Path() / "level.text"), "f").name == "fine");
  CHECK(ReadBytes(folder.Path() / "entities/1.entity_text") == WriteEntityText(Spawn(1)));

  WriteBytes(folder.Path() / "file", "");
  const fs::path under_a_file = folder.Path() / "file" / "level";
  CHECK(Has(ErrorOf([&] { WriteLevel(under_a_file, "x", {}, std::vector{Spawn(1)}); }),
            "cannot be made"));
}

}  // namespace wm
