// `level ...` from outside: make, check, list and edit a level's files.
#include <catch2/catch.hpp>

#include "tests/walk_monster/program.h"

namespace wm {
namespace {

using test::Desk;
using test::Ran;
using Words = std::vector<std::string>;

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string Out(const Desk& desk, Words words) {
  words.insert(words.begin(), "level");
  const Ran ran = desk.Run(words);
  INFO(ran.err);
  CHECK(ran.exit_code == 0);
  CHECK(ran.err.empty());
  return ran.out;
}

std::string Error(const Desk& desk, Words words) {
  words.insert(words.begin(), "level");
  const Ran ran = desk.Run(words);
  CHECK(ran.exit_code == 2);
  CHECK(ran.out.empty());
  CHECK(ran.ErrorLines() == 1);
  return ran.err;
}

// An id, as `add` prints it, without the line end.
std::string Id(std::string line) {
  REQUIRE(line.ends_with("\n"));
  line.pop_back();
  return line;
}

}  // namespace

TEST_CASE("level commands: a new level is sound, can be swept, and is never made over another") {
  const Desk desk;
  CHECK(Out(desk, {"new", "fresh", "--name", "my level"}).empty());
  CHECK(Out(desk, {"check", "fresh"}).empty());
  CHECK(desk.Run({"sweep", "fresh", "--spacing", "2"}).exit_code == 0);
  CHECK(Has(Error(desk, {"new", "fresh"}), "fresh: is there already"));
}

TEST_CASE("level commands: entities are added, set, listed and removed") {
  const Desk desk;
  Out(desk, {"new", "fresh"});
  const std::string box =
      Id(Out(desk, {"add", "fresh", "box", "name=crate", "position=-3,2,0.5", "size=1,1,1"}));
  const std::string door = Id(Out(desk, {"add", "fresh", "door", "name=gate", "mesh=meshes/a.obj",
                                         "state=closed:0,0,0", "state=open:0,0,2.5,1"}));
  CHECK(box != door);
  CHECK(Out(desk, {"list", "fresh", "--class", "box"}) ==
        "1\tbox\tfloor\t0,0,-0.5\tsolid\n" + box + "\tbox\tcrate\t-3,2,0.5\tsolid\n");
  CHECK(Has(Out(desk, {"list", "fresh", "--json"}), "\"name\":\"gate\""));
  const std::string floor = desk.Read("fresh/entities/1.entity_text");
  Out(desk, {"set", "fresh", "crate", "position=4,4,0.5", "intent=blocker", "yaw_deg=90"});
  CHECK(Has(Out(desk, {"list", "fresh"}), box + "\tbox\tcrate\t4,4,0.5\tblocker\n"));
  CHECK(desk.Read("fresh/entities/1.entity_text") == floor);
  const Ran check = desk.Run({"level", "check", "fresh"});
  CHECK(check.exit_code == 2);
  CHECK(Has(check.out, door + ".entity_text: "));
  CHECK(Has(check.out, "a.obj: no such file"));
  Out(desk, {"remove", "fresh", door});
  CHECK(Out(desk, {"check", "fresh"}).empty());
}

TEST_CASE("level commands: edits are undone and made again") {
  const Desk desk;
  Out(desk, {"new", "fresh"});
  CHECK(Has(Error(desk, {"undo", "fresh"}), "nothing to undo"));
  const std::string before = Out(desk, {"list", "fresh"});
  Out(desk, {"add", "fresh", "note", "text=hello"});
  const std::string after = Out(desk, {"list", "fresh"});
  CHECK(Out(desk, {"undo", "fresh"}) == "1\n");
  CHECK(Out(desk, {"list", "fresh"}) == before);
  CHECK(Out(desk, {"undo", "fresh", "--redo"}) == "1\n");
  CHECK(Out(desk, {"list", "fresh"}) == after);
  CHECK(Out(desk, {"undo", "fresh", "--list"}) == "1\tedit\t1\t\n2\tundo 1\t1\t\n3\tredo 1\t1\t\n");
}

TEST_CASE("level commands: wrong words are one line, and nothing is written") {
  const Desk desk;
  Out(desk, {"new", "fresh"});
  CHECK(Has(Error(desk, {"add", "fresh", "tree"}), "class 'tree': choose one of mesh, box"));
  CHECK(Has(Error(desk, {"add", "fresh", "box"}), "size"));
  CHECK(Has(Error(desk, {"add", "fresh", "box", "size=1,1"}), "size '1,1'"));
  CHECK(Has(Error(desk, {"set", "fresh", "nobody", "name=x"}), "ENTITY 'nobody': no entity"));
  CHECK(Has(Error(desk, {"set", "fresh", "1", "colour=red"}), "'colour' is no field"));
  CHECK(Has(Error(desk, {"set", "fresh", "1", "position=1e300,0,0"}), "position"));
  CHECK(Has(Error(desk, {"set", "fresh", "1", "name=a\nb"}), "entity 1"));
  CHECK(Has(Error(desk, {"list", "nowhere"}), "nowhere"));
  CHECK(Out(desk, {"list", "fresh"}) ==
        "1\tbox\tfloor\t0,0,-0.5\tsolid\n2\tspawn\tstart\t0,0,0\tsolid\n");
}

}  // namespace wm
