#include "maps/entity_text.h"

#include <bit>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "tests/maps/map_test_support.h"
#include "tests/scenes/dice.h"

namespace wm {
namespace {

using scenes::Dice;

constexpr std::string_view kDoor =
    "door\n1\n12\n; name\n    cellar door\n; position\n    46.5 : 4047400000000000\n"
    "    108 : 405b000000000000\n    8.25 : 4020800000000000\n; orientation\n"
    "    0 : 0000000000000000\n    0 : 0000000000000000\n    0 : 0000000000000000\n"
    "    1 : 3ff0000000000000\n; collision_mesh\n    meshes/door.obj\n; initial_state\n    closed\n"
    "; states\n    closed 0 0 0 0 0 0 1 0\n    open 0 0 2.5 0 0 0 1 1.5\n    end\n";

std::string Rewritten(std::string_view text) { return WriteEntityText(ParseEntityText(text, "f")); }

std::string ParseError(std::string_view text) {
  return ErrorOf([&] { ParseEntityText(text, "12.entity_text"); });
}

std::string With(std::string_view text, std::string_view from, std::string_view to) {
  std::string result(text);
  const std::size_t at = result.find(from);
  REQUIRE(at != std::string::npos);
  return result.replace(at, from.size(), to);
}

double AnyNumber(Dice* dice) {
  switch (dice->Below(6)) {
    case 0:
      return 0.0;
    case 1:
      return -0.0;
    case 2:
      return std::ldexp(dice->Between(-1.0, 1.0), static_cast<int>(dice->Below(60)) - 40);
    case 3:
      return std::numeric_limits<double>::denorm_min();
    case 4:
      return static_cast<double>(dice->Below(1000));
    default:
      return dice->Between(-1e7, 1e7);
  }
}

Vec3 AnyPlace(Dice* dice) {
  const double x = AnyNumber(dice);
  const double y = AnyNumber(dice);
  return {x, y, AnyNumber(dice)};
}

Quaternion AnyRotation(Dice* dice) {
  for (;;) {
    const Vec3 v = dice->InCube(1.0);
    const double w = dice->Between(-1.0, 1.0);
    const double norm = std::sqrt(Dot(v, v) + w * w);
    if (norm > 0.1) return {v.x / norm, v.y / norm, v.z / norm, w / norm};
  }
}

std::string AnyWords(Dice* dice) {
  static constexpr std::array<std::string_view, 9> kPieces{
      "door", " ", "  end", ";", "ü", "\t", "木", "; name", "1 : 3ff0000000000000"};
  std::string words = "w";
  for (std::size_t i = dice->Below(5); i > 0; --i) words += kPieces[dice->Below(kPieces.size())];
  return words;
}

Entity AnyEntity(Dice* dice) {
  Entity e;
  e.kind = static_cast<EntityClass>(dice->Below(8));
  e.id = static_cast<std::uint32_t>(dice->Below(std::uint64_t{1} << 32));
  if (!dice->OneIn(4)) e.name = AnyWords(dice);
  e.position = AnyPlace(dice);
  const bool is_body = e.kind != EntityClass::kSpawn && e.kind != EntityClass::kContract &&
                       e.kind != EntityClass::kNote;
  if (is_body || e.kind == EntityClass::kSpawn) e.orientation = AnyRotation(dice);
  if (is_body) {
    if (dice->OneIn(2)) e.visual_mesh = "meshes/" + AnyWords(dice);
    if (dice->OneIn(2)) e.collision_mesh = "meshes/" + AnyWords(dice);
    e.intent = static_cast<Intent>(dice->Below(4));
    e.layout.intent = e.intent == Intent::kSolid && dice->OneIn(2);
  }
  if (e.kind == EntityClass::kBox || e.kind == EntityClass::kContract) {
    e.size = {dice->Between(0.01, 100), dice->Between(0.01, 100), dice->Between(0.01, 100)};
  }
  if (e.kind == EntityClass::kContract) e.contract = static_cast<ContractKind>(dice->Below(3));
  if (e.kind == EntityClass::kTerrain) {
    e.terrain.columns = 2 + static_cast<std::uint32_t>(dice->Below(5));
    e.terrain.rows = 2 + static_cast<std::uint32_t>(dice->Below(5));
    e.terrain.cell = dice->Between(0.1, 4.0);
    e.terrain.heights.resize(std::size_t{e.terrain.columns} * e.terrain.rows);
    for (double& height : e.terrain.heights) height = AnyNumber(dice);
    if (dice->OneIn(2)) {
      const double reach = e.terrain.cell;
      e.terrain.control_points = {
          {dice->Between(0, 0.4) * reach, dice->Between(0, 1) * reach, AnyNumber(dice), 9.0, 1.0},
          {reach, reach, -0.0, dice->Between(1.5, 9.0) * reach, dice->Between(0.001, 9.0)}};
      if (dice->OneIn(2)) e.terrain.heights.clear();
    }
  }
  if (e.kind == EntityClass::kDoor || e.kind == EntityClass::kLift) {
    for (std::size_t i = 0; i <= dice->Below(4); ++i) {
      e.states.push_back(
          {"s" + std::to_string(i), AnyPlace(dice), AnyRotation(dice), dice->Between(0.0, 9.0)});
    }
    e.initial_state = e.states[dice->Below(e.states.size())].name;
  }
  if (e.kind == EntityClass::kNote && !dice->OneIn(4)) {
    e.text = AnyWords(dice) + "\n\n" + AnyWords(dice) + (dice->OneIn(2) ? "\n" : "");
  }
  return e;
}

}  // namespace

TEST_CASE("the design's door reads as it says and writes back byte for byte") {
  const Entity door = ParseEntityText(kDoor, "f");
  CHECK(door.kind == EntityClass::kDoor);
  CHECK(door.id == 12);
  CHECK(door.name == "cellar door");
  CHECK(door.position == Vec3{46.5, 108, 8.25});
  CHECK(door.orientation == Quaternion{0, 0, 0, 1});
  CHECK(door.collision_mesh == "meshes/door.obj");
  CHECK(door.visual_mesh.empty());
  CHECK(door.intent == Intent::kSolid);
  CHECK(door.initial_state == "closed");
  REQUIRE(door.states.size() == 2);
  CHECK(door.states[1].name == "open");
  CHECK(door.states[1].offset == Vec3{0, 0, 2.5});
  CHECK(door.states[1].travel_seconds == 1.5);
  CHECK(Rewritten(kDoor) == kDoor);
}

TEST_CASE("a thousand random entities of all classes survive writing and reading") {
  Dice dice(7);
  for (int i = 0; i < 1000; ++i) {
    const Entity entity = AnyEntity(&dice);
    const std::string text = WriteEntityText(entity);
    INFO(text);
    const Entity back = ParseEntityText(text, "f");
    REQUIRE(back == entity);
    REQUIRE(std::bit_cast<std::uint64_t>(back.position.x) ==
            std::bit_cast<std::uint64_t>(entity.position.x));
    REQUIRE(WriteEntityText(back) == text);
  }
}

TEST_CASE("texts do not depend on the locale") {
  Dice dice(8);
  std::vector<Entity> entities;
  std::vector<std::string> texts;
  for (int i = 0; i < 50; ++i) {
    entities.push_back(AnyEntity(&dice));
    texts.push_back(WriteEntityText(entities.back()));
  }
  const CommaLocale comma;
  for (std::size_t i = 0; i < entities.size(); ++i) {
    REQUIRE(WriteEntityText(entities[i]) == texts[i]);
    REQUIRE(ParseEntityText(texts[i], "f") == entities[i]);
  }
}

TEST_CASE("the hex digits win over the decimals beside them") {
  const std::string edited = With(kDoor, "46.5 : ", "47 : ");
  CHECK(ParseEntityText(edited, "f").position.x == 46.5);
  CHECK(Rewritten(edited) == kDoor);
}

TEST_CASE(
    "carriage returns, a byte order mark, upper-case hex and a missing last newline are read") {
  std::string crlf;
  for (const char c : kDoor) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(Rewritten(crlf) == kDoor);
  CHECK(Rewritten("\xEF\xBB\xBF" + std::string(kDoor)) == kDoor);
  CHECK(Rewritten(With(kDoor, "405b", "405B")) == kDoor);
  CHECK(Rewritten(kDoor.substr(0, kDoor.size() - 1)) == kDoor);
}

TEST_CASE("fields that a file spells out or leaves out stay so") {
  const std::string bare = "mesh\n1\n3\n; visual_mesh\n    meshes/a.obj\n";
  CHECK(Rewritten(bare) == bare);
  CHECK(ParseEntityText(bare, "f").position == Vec3{});
  const std::string solid = bare + "; intent\n    solid\n";
  CHECK(Rewritten(solid) == solid);
  const std::string blocker = bare + "; intent\n    blocker\n";
  CHECK(Rewritten(blocker) == blocker);
  CHECK(ParseEntityText(blocker, "f").intent == Intent::kBlocker);
}

TEST_CASE("a note keeps every line, blanks and all") {
  Entity note;
  note.kind = EntityClass::kNote;
  for (const char* words :
       {"one", "one\ntwo", "\n", "a\n\n\nb", "  indented", "end\n; name", "x\n"}) {
    note.text = words;
    const std::string text = WriteEntityText(note);
    CHECK(ParseEntityText(text, "f").text == words);
    CHECK(Rewritten(text) == text);
  }
}

TEST_CASE("an entity that could not be read back is not written") {
  Entity e;
  CHECK(ErrorOf([&] { WriteEntityText(e); }).empty());
  const auto error = [&](auto change) {
    Entity changed = e;
    change(&changed);
    return ErrorOf([&] { WriteEntityText(changed); });
  };
  CHECK(Has(error([](Entity* x) { x->name = "two\nlines"; }), "entity 0"));
  CHECK_FALSE(error([](Entity* x) { x->name = "return\r"; }).empty());
  CHECK_FALSE(error([](Entity* x) { x->name = "broken \xFF"; }).empty());
  CHECK_FALSE(error([](Entity* x) { x->position.y = std::nan(""); }).empty());
  CHECK_FALSE(error([](Entity* x) { x->position.y = HUGE_VAL; }).empty());
  CHECK_FALSE(error([](Entity* x) { x->text = "only notes have text"; }).empty());
  CHECK_FALSE(error([](Entity* x) { x->kind = EntityClass::kBox; }).empty());  // no size
  CHECK_FALSE(error([](Entity* x) { x->orientation = {0, 0, 0, 0}; }).empty());
  CHECK_FALSE(error([](Entity* x) {
                x->kind = EntityClass::kDoor;
                x->states = {{"half open", {}, {}, 0}};
                x->initial_state = "half open";
              }).empty());
}

TEST_CASE("what is wrong with a damaged file is said with its line") {
  CHECK(ParseError("") == "12.entity_text: the file is empty");
  CHECK(Has(ParseError("monster\n1\n2\n"), "12.entity_text:1: unknown class: 'monster'"));
  CHECK(Has(ParseError("door\n"), "format version is missing"));
  CHECK(Has(ParseError("door\n2\n3\n"), ":2: format version 2, this program reads 1"));
  CHECK(Has(ParseError("door\n1\n-3\n"), ":3: not a whole number"));
  CHECK(Has(ParseError("door\n1\n4294967296\n"), ":3: not a whole number"));
  CHECK(Has(ParseError("door\n1\n007\n"), ":3: not a whole number"));
  CHECK(Has(ParseError("door\n1\n3\n"), "`initial_state` is missing"));
  CHECK(Has(ParseError(With(kDoor, "; states", "; stats")), ":19: a door has no field 'stats'"));
  CHECK(Has(ParseError(With(kDoor, "; states", ";states")), "neither a `; field` line"));
  CHECK(Has(ParseError(With(kDoor, "    end\n", "")), "not closed by `end`"));
  CHECK(Has(ParseError(With(kDoor, "    8.25 : 4020800000000000\n", "")), "`position`"));
  CHECK(
      Has(ParseError(With(kDoor, "405b000000000000", "405b00000000000")), ":8: not 16 hex digits"));
  CHECK(Has(ParseError(With(kDoor, " : 405b000000000000", "")), ":8: not `decimal"));
  CHECK(Has(ParseError(With(kDoor, "405b000000000000", "7ff8000000000000")), ":8: not a finite"));
  CHECK(Has(ParseError(With(kDoor, "405b000000000000", "7ff0000000000000")), ":8: not a finite"));
  CHECK(Has(ParseError(With(kDoor, "108 :", "nan :")), ":8: not a finite"));
  CHECK(Has(ParseError(With(kDoor, "405b000000000000", "7e37e43c8800759c")), "out of range"));
  CHECK(Has(ParseError(With(kDoor, "3ff0000000000000", "0000000000000000")), "not a rotation"));
  CHECK(Has(ParseError(With(kDoor, "open 0", "closed 0")), "a second state named 'closed'"));
  CHECK(Has(ParseError(With(kDoor, "2.5 0 0 0 1 1.5", "2.5 0 0 0 1")), "a word is missing"));
  CHECK(Has(ParseError(With(kDoor, "2.5 0 0 0 1 1.5", "2.5 0 0 0 1 1.5 7")), "one more"));
  CHECK(Has(ParseError(With(kDoor, "2.5 0 0 0 1 1.5", "2.5 0 0 0 1 -1")), "out of range"));
  CHECK(Has(ParseError(With(kDoor, "2.5 0", "2,5 0")), "not a finite number: '2,5'"));
  CHECK(Has(ParseError(With(kDoor, "    closed\n", "    ajar\n")), "names no state: 'ajar'"));
  CHECK(Has(ParseError(std::string(kDoor) + "; name\n    again\n"), "a second `name`"));
  CHECK(Has(ParseError(std::string(kDoor) + "    extra\n"), "one value too many"));
  CHECK(Has(ParseError(With(kDoor, "cellar", std::string("cel\0lar", 7))), ":5: not plain UTF-8"));
  CHECK(Has(ParseError(With(kDoor, "cellar", "cel\xC3(ar")), ":5: not plain UTF-8"));
}

TEST_CASE("boxes need a size above zero, terrains as many heights as they have places") {
  const std::string one = "    1 : 3ff0000000000000\n";
  const std::string zero = "    0 : 0000000000000000\n";
  const std::string box = "box\n1\n1\n; size\n";
  CHECK(ParseError(box + one + one + one).empty());
  CHECK(Has(ParseError(box + one + zero + one), "`size` is out of range: 0"));
  CHECK(Has(ParseError("box\n1\n1\n"), "`size` is missing"));

  const std::string head = "terrain\n1\n1\n; columns\n    2\n; rows\n    ";
  const std::string tail = "\n; cell\n" + one + "; heights\n";
  CHECK(ParseError(head + "2" + tail + one + one + zero + one + "    end\n").empty());
  CHECK(Has(ParseError(head + "2" + tail + one + one + zero + "    end\n"),
            "need 4 heights, there are 3"));
  CHECK(Has(ParseError(head + "1" + tail + one + one + "    end\n"), "2 columns and 2 rows"));
  CHECK(Has(ParseError(head + "8000000" + tail + one + "    end\n"), "need 16000000 heights"));
  CHECK(Has(ParseError(head + "99999999999" + tail + one + "    end\n"), "not a whole number"));
}

TEST_CASE("a file cut off anywhere is refused, or lacks nothing but its last newline") {
  for (std::size_t size = 0; size < kDoor.size(); ++size) {
    const std::string error = ParseError(kDoor.substr(0, size));
    INFO(size);
    CHECK(error.empty() == (size == kDoor.size() - 1));
    CHECK(error.find('\n') == std::string::npos);
  }
}

TEST_CASE("ten thousand damaged copies are read or refused, never more than one line") {
  Dice dice(9);
  std::size_t refused = 0;
  for (int i = 0; i < 10'000; ++i) {
    std::string text = i % 2 == 0 ? std::string(kDoor) : WriteEntityText(AnyEntity(&dice));
    for (std::size_t k = 1 + dice.Below(4); k > 0; --k) {
      const std::size_t at = dice.Below(text.size());
      switch (dice.Below(4)) {
        case 0:
          text[at] = static_cast<char>(dice.Below(256));
          break;
        case 1:
          text.erase(at, 1 + dice.Below(30));
          break;
        case 2:
          text.insert(at, text.substr(dice.Below(text.size()), dice.Below(60)));
          break;
        default:
          text[at] = '\n';
      }
      if (text.empty()) text = "x";
    }
    const std::string error = ErrorOf([&] {
      const Entity entity = ParseEntityText(text, "f");
      if (ParseEntityText(WriteEntityText(entity), "f") != entity) throw InputError("changed");
    });
    REQUIRE(error != "changed");
    REQUIRE(error.find('\n') == std::string::npos);
    refused += error.empty() ? 0 : 1;
  }
  CHECK(refused > 5000);
}

TEST_CASE("a long line or a long array costs no more than its bytes") {
  CHECK_FALSE(
      ParseError("note\n1\n1\n; name\n    " + std::string(5'000'000, 'x') + "\n; bad\n").empty());
  std::string text =
      "terrain\n1\n1\n; columns\n    1000\n; rows\n    1000\n; cell\n"
      "    1 : 3ff0000000000000\n; heights\n";
  for (int i = 0; i < 1'000'000; ++i) text += "    1 : 3ff0000000000000\n";
  text += "    end\n";
  CHECK(ParseEntityText(text, "f").terrain.heights.size() == 1'000'000);
}

}  // namespace wm
