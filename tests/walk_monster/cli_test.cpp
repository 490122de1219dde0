// The command line from outside: what bad input costs, what reaches stdout and stderr, exit codes.
#include <array>
#include <cstdint>

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/walk_monster/program.h"

namespace wm {
namespace {

namespace fs = std::filesystem;
using test::Desk;
using test::Ran;
using Words = std::vector<std::string>;

// A floor of `side` metres from the origin; OBJ is Y-up.
std::string Floor(int side) {
  const std::string s = std::to_string(side);
  return "o floor\nv 0 0 0\nv " + s + " 0 0\nv " + s + " 0 -" + s + "\nv 0 0 -" + s +
         "\nf 1 2 3 4\n";
}

// A box on the floor, from (5, 4, 0) to (6, 6, 3).
std::string Wall(const std::string& name) {
  return "o " + name +
         "\nv 5 0 -4\nv 6 0 -4\nv 6 0 -6\nv 5 0 -6\nv 5 3 -4\nv 6 3 -4\nv 6 3 -6\nv 5 3 -6\n"
         "f 5 6 10 9\nf 6 7 11 10\nf 7 8 12 11\nf 8 5 9 12\nf 9 10 11 12\n";
}

void WriteLevel(const Desk& desk) { desk.Write("floor.obj", Floor(10)); }

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// One line on stderr that says `expected`, nothing on stdout, exit code 2.
void CheckRefused(const Desk& desk, const Words& words, const std::string& expected) {
  const Ran ran = desk.Run(words);
  std::string line;
  for (const std::string& word : words) line += " " + word.substr(0, 80);
  INFO("walk_monster" << line << "\nstdout: " << ran.out << "\nstderr: " << ran.err);
  CHECK(ran.exit_code == 2);
  CHECK(ran.out.empty());
  CHECK(ran.ErrorLines() == 1);
  CHECK(ran.err.rfind("walk_monster: ", 0) == 0);
  CHECK(Has(ran.err, expected));
}

TEST_CASE("cli: a level that cannot be used is one line and exit code 2") {
  const Desk desk;
  desk.Write("empty.obj", "");
  desk.Write("level.xyz", "hello");
  desk.Write("text.glb", std::string(400, 'x'));
  desk.Write("points.obj", "v 0 0 0\nv 1 0 0\n");
  desk.Write("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\nf 1 1 1\n");
  desk.Write("nan.obj", "v nan 0 0\nv 1 inf 0\nv 2 0 1\nf 1 2 3\n");
  desk.Write("far.obj", "v 2e7 0 0\nv 2.1e7 0 0\nv 2e7 0 1e6\nf 1 2 3\n");
  desk.Write("draco.gltf",
             R"({"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"]})");
  desk.Write("folder/readme", "");
  const std::vector<std::array<std::string, 2>> cases = {
      {"missing.obj", "missing.obj: no such file"},
      {"empty.obj", "empty.obj: the file is empty"},
      {"level.xyz", "level.xyz: unknown format '.xyz'"},
      {"text.glb", "text.glb: not glTF"},
      {"points.obj", "points.obj: no usable triangles"},
      {"flat.obj", "flat.obj: no usable triangles in it; dropped 1 same point, 1 on a line"},
      {"nan.obj", "dropped 1 not a number"},
      {"far.obj", "dropped 1 out of range"},
      {"draco.gltf", "'KHR_draco_mesh_compression'"},
      {"folder", "folder: a folder without level.text"},
      {"/dev/zero", "/dev/zero: not a regular file"},
      {"", "LEVEL: is empty"},
      {"a\nb\x1b[31m\xff\xc2\x9b.obj", "a?b?[31m??.obj: no such file"},
      {std::string(5000, 'x') + ".obj", "no such file"},
  };
  for (const auto& [level, expected] : cases) {
    CheckRefused(desk, {"sweep", level}, expected);
    CheckRefused(desk, {"drive", level, "--from", "1,1,0", "--to", "2,2,0"}, expected);
  }
}

TEST_CASE("cli: wrong usage is one line that names what is wrong") {
  const Desk desk;
  WriteLevel(desk);
  const std::vector<std::pair<Words, std::string>> cases = {
      {{}, "subcommand"},
      {{"swep", "floor.obj"},
       "'swep' is no subcommand; choose one of sweep, drive, ride, states, info, opens, path, "
       "distance, why, region, level, compare, picture"},
      {{"--bogus"}, "'--bogus' is no subcommand"},
      {{"sweep"}, "LEVEL"},
      {{"sweep", "floor.obj", "--bogus"}, "--bogus"},
      {{"sweep", "floor.obj", "extra"}, "extra"},
      {{"sweep", "floor.obj", "info", "x.db"}, "info"},
      {{"sweep", "floor.obj", "--db"}, "--db"},
      {{"sweep", "floor.obj", "--db", ""}, "--db: is empty"},
      {{"sweep", "floor.obj", "--json=maybe"}, "--json"},
      {{"sweep", "floor.obj", "--mover", "bogus"}, "mover 'bogus' is unknown; choose walker or"},
      {{"sweep", "floor.obj", "--backend", "bogus"}, "backend 'bogus' is unknown"},
      {{"sweep", "floor.obj", "--up", "x"}, "--up 'x': choose z or y"},
      {{"sweep", "floor.obj", "--up", ""}, "--up: is empty"},
      {{"sweep", "floor.obj", "--spawn"}, "--spawn"},
      {{"sweep", "floor.obj", "--replace"}, "--replace requires --db"},
      {{"sweep", "floor.obj", "--strategy", "bogus"}, "choose directional, proximity or rrt"},
      {{"sweep", "floor.obj", "--strategy", "rrt"}, "give --max-drives or --max-points"},
      {{"sweep", "floor.obj", "--strategy", "proximity", "--apart", "1.5"}, "--apart must be"},
      {{"sweep", "floor.obj", "--strategy", "proximity", "--seed", "1"}, "for --strategy rrt"},
      {{"sweep", "floor.obj", "--strategy", "proximity", "--sectors", "4"}, "--sectors"},
      {{"sweep", "floor.obj", "--apart", "0.5"}, "--apart is for --strategy proximity"},
      {{"sweep", "floor.obj", "--db", "x.db", "--continue", "--strategy", "rrt"}, "--strategy"},
      {{"drive", "floor.obj", "--to", "1,1,0"}, "--from is required"},
      {{"drive", "floor.obj", "--from", "1,1,0"}, "--to is required"},
      {{"drive", "floor.obj", "--from", "nan,1,0", "--to", "1,1,0"}, "--from 'nan,1,0'"},
      {{"drive", "floor.obj", "--from", "1,1,0", "--to", "1"}, "--to '1': give X,Y,Z, or X,Y"},
      {{"compare", "floor.obj", "--json", "--tsv"}, "choose one"},
      {{"compare", "floor.obj", "--drives", "0"}, "--drives must be"},
      {{"compare", "floor.obj", "--spacing", "0.06"}, "--spacing must be 0.1 or more"},
      {{"compare", "floor.obj", "--picture", "x.jpg"}, "--picture 'x.jpg'"},
      {{"info"}, "DB"},
      {{"info", ""}, "DB: is empty"},
      {{"picture", "x.db"}, "--out"},
  };
  for (const auto& [words, expected] : cases) CheckRefused(desk, words, expected);
}

TEST_CASE("cli: every numeric option refuses what is not a number") {
  const Desk desk;
  WriteLevel(desk);
  const Words wrong = {"nan", "-inf", "abc", "", "1e999", "1,5", " 1", "0x10", "+1"};
  for (const std::string option :
       {"--spacing", "--sectors", "--threads", "--max-points", "--units", "--radius", "--height",
        "--step", "--slope-deg", "--skin", "--speed", "--tick-hz", "--gravity"}) {
    for (const std::string& text : wrong) {
      CheckRefused(desk, {"sweep", "floor.obj", option + "=" + text}, option);
    }
    CheckRefused(desk, {"sweep", "floor.obj", option, ""}, option + " ''");
  }
  for (const std::string option : {"--sectors", "--threads", "--max-points"}) {
    for (const std::string text : {"-1", "1.5", "99999999999999999999999"}) {
      CheckRefused(desk, {"sweep", "floor.obj", option, text}, option);
    }
  }
  for (const std::string text :
       {"nan,0,0", "1,2", "1,2,3,4", "1;2;3", "inf,0,0", "1e999,0,0", "1e8,0,0", "1, 2, 3", ""}) {
    CheckRefused(desk, {"sweep", "floor.obj", "--spawn=" + std::string(text)}, "--spawn");
  }
}

TEST_CASE("cli: a player out of range is refused, and who asked for it is named") {
  const Desk desk;
  WriteLevel(desk);
  const std::vector<std::array<std::string, 3>> cases = {
      {"--radius", "0", "--radius must be"},       {"--radius", "6", "--radius must be"},
      {"--height", "0.5", "--height must be"},     {"--radius", "1", "--height must be"},
      {"--step", "1e9", "--step must be"},         {"--slope-deg", "90", "--slope-deg must be"},
      {"--skin", "0", "--skin must be"},           {"--speed", "-1", "--speed must be"},
      {"--tick-hz", "0", "--tick-hz must be"},     {"--spacing", "0.04", "--spacing must be"},
      {"--spacing", "51", "--spacing must be"},    {"--sectors", "5", "--sectors must be 4, 8"},
      {"--threads", "257", "--threads must be 1"}, {"--threads", "0", "--threads must be 1"},
      {"--gravity", "0", "--gravity must be"},     {"--units", "0", "--units: give"},
  };
  for (const auto& [option, value, expected] : cases) {
    CheckRefused(desk, {"sweep", "floor.obj", option, value}, expected);
  }
  desk.Write("level/level.text", "level\n1\n0\n; player.radius\n    9 : 4022000000000000\n");
  desk.Write("level/meshes/floor.obj", Floor(10));
  desk.Write("level/entities/1.entity_text",
             "mesh\n1\n1\n; collision_mesh\n    meshes/floor.obj\n");
  CheckRefused(desk, {"sweep", "level"}, "level/level.text: radius must be");
}

TEST_CASE("cli: a spawn in a wall, over the void or far away is named, others may repeat") {
  const Desk desk;
  desk.Write("room.obj", Floor(10) + Wall("brick wall"));
  CheckRefused(desk, {"sweep", "room.obj", "--spawn", "4.9,5,0"},
               "--spawn 4.9,5,0: inside geometry: 20 cm deep in 'brick wall' (entity 2)");
  CheckRefused(desk, {"sweep", "room.obj", "--spawn", "20,5,0"}, "--spawn 20,5,0: over nothing");
  CheckRefused(desk, {"sweep", "room.obj", "--spawn", "3,3,9"}, "no ground within 2 m below");
  CheckRefused(desk, {"sweep", "room.obj", "--spawn", "-3,2,0"}, "--spawn -3,2,0: over nothing");
  CheckRefused(desk, {"sweep", "room.obj", "--spawn=-3,2,0"}, "--spawn -3,2,0: over nothing");
  CheckRefused(desk, {"sweep", "room.obj", "--spawn", "3,3,0", "--spawn", "-3,2,0"},
               "--spawn -3,2,0: over nothing");
  const Ran ran = desk.Run(
      {"sweep", "room.obj", "--spawn", "3,3,0", "--spawn", "8,8,0", "--max-points", "2", "--json"});
  INFO(ran.err);
  CHECK(ran.exit_code == 0);
  CHECK(nlohmann::json::parse(ran.out)["outcome"] == "max_points");
}

TEST_CASE("cli: sweep --json is one object with the promised keys, --quiet is silent") {
  const Desk desk;
  WriteLevel(desk);
  const Ran ran = desk.Run({"sweep", "floor.obj", "--json", "--max-points", "20"});
  CHECK(ran.exit_code == 0);
  const auto json = nlohmann::ordered_json::parse(ran.out);
  Words keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  CHECK(keys == Words{"points",
                      "edges",
                      "one_way",
                      "drops",
                      "obstacles",
                      "drives",
                      "ticks",
                      "seconds",
                      "cpu_seconds",
                      "load_seconds",
                      "area_m2",
                      "graph_hash",
                      "outcome",
                      "level",
                      "left_world",
                      "bad_starts",
                      "state",
                      "stored_points",
                      "redriven_points",
                      "rides",
                      "crushed",
                      "contracts_hold",
                      "contracts_broken",
                      "contracts_unknown",
                      "contracts",
                      "traps"});
  CHECK(json["traps"].is_null());  // not complete: nobody can tell
  CHECK(std::count(ran.out.begin(), ran.out.end(), '\n') == 1);
  CHECK(Has(ran.err, "starting on the largest walkable surface"));
  CHECK(Has(ran.err, "nothing is stored: --db FILE"));
  const Ran quiet = desk.Run(
      {"sweep", "floor.obj", "--json", "--quiet", "--max-points", "20", "--threads", "64"});
  CHECK(quiet.exit_code == 0);
  CHECK(quiet.err.empty());
  CHECK(nlohmann::ordered_json::parse(quiet.out)["graph_hash"] == json["graph_hash"]);
}

TEST_CASE("cli: drive says why it did not begin, and what of the target it missed") {
  const Desk desk;
  desk.Write("room.obj", Floor(10) + Wall("wall"));
  const auto drive = [&](const std::string& from, const std::string& to) {
    const Ran ran = desk.Run({"drive", "room.obj", "--from", from, "--to", to, "--json"});
    CHECK(ran.exit_code == 0);
    const auto json = nlohmann::json::parse(ran.out);
    const Ran text = desk.Run({"drive", "room.obj", "--from", from, "--to", to});
    CHECK(Has(text.out, "outcome   " + json["outcome"].get<std::string>() + "\n"));
    CHECK(Has(text.out, "remark") == json["remark"].is_string());
    return json;
  };
  const auto in_wall = drive("5.1,5,0", "7,5,0");
  CHECK(in_wall["outcome"] == "bad_start");
  CHECK(Has(in_wall["remark"], "--from is inside geometry: "));
  CHECK(Has(in_wall["remark"], "'wall' (entity "));
  CHECK(Has(drive("2,2,0.5", "7,5,0")["remark"],
            "--from is over nothing: no ground within 0.35 m below"));
  const auto too_low = drive("2,2,0", "3,2,0.25");
  CHECK(too_low["outcome"] == "blocked");
  CHECK(Has(too_low["remark"], "arrived, but 0.25 m below the target"));
  CHECK(too_low["takeoff"].is_null());
  CHECK(drive("2,2,0", "3,2,0.05")["outcome"] == "reached");
  CHECK(drive("2,2,0", "3,2")["remark"].is_null());
  const auto off_the_edge = drive("9,2,0", "12,2");
  CHECK(off_the_edge["outcome"] == "left_world");
  CHECK(off_the_edge["takeoff"][0].get<double>() == Approx(10.2).margin(0.2));
}

TEST_CASE("cli: help of every subcommand shows an example") {
  const Desk desk;
  for (const Words& words : {Words{"--help"},
                             {"sweep", "--help"},
                             {"drive", "--help"},
                             {"info", "--help"},
                             {"picture", "--help"},
                             {"sweep", "-h"}}) {
    const Ran ran = desk.Run(words);
    CHECK(ran.exit_code == 0);
    CHECK(ran.err.empty());
    CHECK(Has(ran.out, "Example"));
  }
  CHECK(desk.Run({"--version"}).exit_code == 0);
}

TEST_CASE("cli: a database is made, refused and replaced as asked, and nothing else is touched") {
  const Desk desk;
  WriteLevel(desk);
  const auto sweep = [&](const std::string& db, bool replace) {
    Words words = {"sweep", "floor.obj", "--quiet", "--max-points", "20", "--db", db};
    if (replace) words.push_back("--replace");
    return words;
  };
  REQUIRE(desk.Run(sweep("a.db", false)).exit_code == 0);
  CheckRefused(desk, sweep("a.db", false), "a.db: exists already; --replace writes over it");
  CHECK(desk.Run(sweep("a.db", true)).exit_code == 0);
  CHECK(desk.Run({"info", "a.db"}).exit_code == 0);

  fs::create_directory(desk / "folder");
  CheckRefused(desk, sweep("folder", true), "folder: is a folder");
  CheckRefused(desk, sweep("none/a.db", false), "none/a.db: cannot be created");
  CheckRefused(desk, sweep("/proc/a.db", false), "/proc/a.db: cannot be created");
  CheckRefused(desk, sweep("/dev/null", true), "is not a regular file");
  CheckRefused(desk, sweep(std::string(300, 'x'), false), "cannot be created");

  desk.Write("text", "precious\n");
  CheckRefused(desk, sweep("text", true), "text: is not a coverage database and is left alone");
  CHECK(desk.Read("text") == "precious\n");
  {
    SQLite::Database((desk / "other.db").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec("CREATE TABLE precious (a)");
  }
  const std::string other = desk.Read("other.db");
  CheckRefused(desk, sweep("other.db", true), "other.db: is not a coverage database");
  CHECK(desk.Read("other.db") == other);
  CheckRefused(desk, {"info", "other.db"}, "other.db: is not a coverage database");
  CheckRefused(desk, {"picture", "other.db", "--out", "p.png"}, "is not a coverage database");

  SQLite::Database((desk / "a.db").string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version=99");
  CheckRefused(desk, {"info", "a.db"}, "a.db: was made by a newer Walk Monster (schema 99");
  desk.Write("cut.db", other.substr(0, 3000));
  CheckRefused(desk, {"info", "cut.db"}, "cut.db: is");
  CheckRefused(desk, {"info", "none.db"}, "none.db: there is no such database");
}

TEST_CASE("cli: a picture goes where it may, and an old one stays where the new one fails") {
  const Desk desk;
  WriteLevel(desk);
  REQUIRE(desk.Run({"sweep", "floor.obj", "--max-points", "20", "--db", "a.db"}).exit_code == 0);
  REQUIRE(desk.Run({"picture", "a.db", "--out", "p.png"}).exit_code == 0);
  CHECK(desk.Read("p.png").substr(1, 3) == "PNG");
  CHECK(desk.Run({"picture", "a.db", "--out", "p.png", "--height", "-1,2.5"}).exit_code == 0);
  const std::string picture = desk.Read("p.png");

  fs::create_directory(desk / "folder.png");
  const auto refused = [&](const Words& more, const std::string& expected) {
    Words words = {"picture", "a.db"};
    words.insert(words.end(), more.begin(), more.end());
    CheckRefused(desk, words, expected);
  };
  refused({"--out", "none/p.png"}, "none/p.png: cannot be written");
  refused({"--out", "folder.png"}, "folder.png: cannot be written");
  refused({"--out", "a.db"}, "--out 'a.db': pictures are PNG files");
  refused({"--out", ""}, "--out ''");
  for (const std::string storey : {"-1", "x", "", "1.5", "99999999999", "nan"}) {
    refused({"--out", "p.png", "--storey", storey}, "--storey '" + storey + "': give a number");
  }
  refused({"--out", "p.png", "--storey", "7"}, "--storey 7: this map has storeys 0 to 0");
  for (const std::string heights : {"nan,1", "1", "2,1", "", "-inf,inf", "1,2,3", "a,b"}) {
    refused({"--out", "p.png", "--height=" + heights}, "--height");
  }
  refused({"--out", "p.png", "--height", "50,60"}, "no point stands there");

  const Ran full = desk.Shell("ulimit -f 72; trap '' XFSZ; exec \"$WM\" picture a.db --out p.png");
  INFO(full.err);
  CHECK(full.exit_code == 2);
  CHECK(full.ErrorLines() == 1);
  CHECK(Has(full.err, "p.png: cannot be written"));
  CHECK(desk.Read("p.png") == picture);
  CHECK_FALSE(fs::exists(desk / "p.png.part"));

  SQLite::Database((desk / "a.db").string(), SQLite::OPEN_READWRITE)
      .exec(
          "DELETE FROM edge; DELETE FROM obstacle; DELETE FROM left_world; "
          "DELETE FROM expansion; DELETE FROM seed; DELETE FROM point");
  refused({"--out", "p.png"}, "a.db: holds no points");
}

TEST_CASE("cli: a broken stdout is an error after the work, a broken stderr is none") {
  const Desk desk;
  WriteLevel(desk);
  const auto shell = [&](const std::string& script) {
    Ran ran = desk.Shell(script);
    UNSCOPED_INFO(script << "\n" << ran.out << ran.err);
    return ran;
  };
  const std::string sweep = "\"$WM\" sweep floor.obj --max-points 20 --db m.db --replace ";
  for (const std::string broken : {">/dev/full", ">&-"}) {
    const Ran ran = shell(sweep + "--quiet " + broken);
    CHECK(ran.exit_code == 2);
    CHECK(ran.ErrorLines() == 1);
    CHECK(Has(ran.err, "stdout: cannot be written"));
    CHECK(Has(shell("\"$WM\" info m.db").out, "max_points after"));
    CHECK(shell("\"$WM\" info m.db " + broken).exit_code == 2);
    CHECK(shell("\"$WM\" --help " + broken).exit_code == 2);
  }
  CHECK(shell(sweep + "2>/dev/full").exit_code == 0);
  CHECK(shell(sweep + "2>&-").exit_code == 0);
  CHECK(shell("\"$WM\" sweep none.obj 2>/dev/full").exit_code == 2);
  // No file may take the place of a closed stdin, stdout or stderr.
  CHECK(shell(sweep + "<&- >&- 2>&-").exit_code == 2);
  CHECK(Has(shell("\"$WM\" info m.db").out, "max_points after"));
  // A reader that has had enough.
  const Ran piped = shell("(\"$WM\" info m.db; echo $? >code) | true; cat code");
  CHECK(piped.out == "0\n");
}

bool IsPlain(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  });
}

TEST_CASE("cli: no name from a level commands the terminal or breaks a line") {
  const Words names = {"\x1b[31mred\x07",
                       "\xc2\x9b"
                       "31m\xc2\x85",
                       "\xe2\x80\xae"
                       "abc\xe2\x80\xa8",
                       "\xff\xfe\xc0\xaf",
                       std::string(10000, 'n'),
                       "a\"b'c\\; DROP TABLE point",
                       "cr\rlf",
                       "{} {0} %s %n"};
  const Desk desk;
  for (const std::string& name : names) {
    desk.Write("room.obj", Floor(10) + Wall(name));
    const std::vector<Words> runs = {
        {"sweep", "room.obj", "--spawn", "4.9,5,0"},
        {"drive", "room.obj", "--from", "3,5,0", "--to", "7,5,0"},
        {"drive", "room.obj", "--from", "3,5,0", "--to", "7,5,0", "--json"},
        {"sweep", "room.obj", "--max-points", "9", "--db", "m.db", "--replace"},
        {"info", "m.db"},
        {"info", "m.db", "--json"},
    };
    for (const Words& words : runs) {
      const Ran ran = desk.Run(words);
      const std::string both = ran.out + ran.err;
      INFO(both.substr(0, 600));
      CHECK(ran.exit_code == (words.back() == "4.9,5,0" ? 2 : 0));
      CHECK(ran.ErrorLines() <= 1);
      CHECK(IsPlain(both));
      CHECK_FALSE(Has(both, "\xc2\x9b"));
      CHECK_FALSE(Has(both, "\xe2\x80"));
      if (words.back() == "--json") {
        CHECK_NOTHROW(nlohmann::json::parse(ran.out));
      } else {
        CHECK(both.size() < 2000);
      }
    }
  }
}

TEST_CASE("cli: a damaged entity costs a warning, two of one id are an error") {
  const Desk desk;
  desk.Write("level/level.text", "level\n1\n0\n");
  desk.Write("level/meshes/floor.obj", Floor(10));
  const std::string floor = "mesh\n1\n1\n; collision_mesh\n    meshes/floor.obj\n";
  desk.Write("level/entities/1.entity_text", floor);
  desk.Write("level/entities/2.entity_text", "garbage\n");
  const Ran ran = desk.Run({"sweep", "level", "--max-points", "9", "--json"});
  INFO(ran.err);
  CHECK(ran.exit_code == 0);
  CHECK(Has(ran.err, "warning: level/entities/2.entity_text:1: unknown class: 'garbage'"));
  CHECK(nlohmann::json::parse(ran.out)["points"] >= 9);

  desk.Write("level/entities/2.entity_text", floor);
  CheckRefused(desk, {"sweep", "level"}, "2.entity_text both have the id 1");

  const std::string number = "    0 : 0000000000000000\n";
  const std::string far = "    50 : 4049000000000000\n";
  desk.Write("level/entities/2.entity_text",
             "spawn\n1\n2\n; name\n    start\n; position\n" + far + number + number);
  CheckRefused(desk, {"sweep", "level"}, "level: spawn 'start' at 50,0,0: over nothing");
  desk.Write("level/entities/1.entity_text", "garbage\n");
  desk.Write("level/level.text", "junk");
  CheckRefused(desk, {"sweep", "level"}, "level/level.text:1: ");
}

// Waits until a sweep has committed something.
void AwaitCommit(const fs::path& db) {
  for (int i = 0; i < 2000; ++i) {
    try {
      SQLite::Database reader(db.string(), SQLite::OPEN_READONLY);
      if (reader.execAndGet("SELECT count(*) FROM point").getInt() > 1) return;
    } catch (const SQLite::Exception&) {
      // Not made yet, or without its tables.
    }
    ::usleep(5000);
  }
  FAIL("nothing was committed");
}

TEST_CASE("cli: an interrupt ends between phases with 3, a kill loses nothing committed") {
  const Desk desk;
  desk.Write("floor.obj", Floor(300));
  for (const int number : {SIGINT, SIGTERM, SIGKILL}) {
    const std::string db = "m" + std::to_string(number) + ".db";
    const pid_t child = desk.Start({WM_PROGRAM, "sweep", "floor.obj", "--quiet", "--db", db});
    AwaitCommit(desk / db);
    ::kill(child, number);
    const Ran ran = desk.Finish(child);
    CHECK(ran.exit_code == (number == SIGKILL ? -SIGKILL : 3));
    CHECK(ran.err.empty());
    const Ran info = desk.Run({"info", db, "--json"});
    INFO(info.err);
    REQUIRE(info.exit_code == 0);
    const auto json = nlohmann::json::parse(info.out);
    CHECK(json["points"] > 1);
    CHECK(json["outcome"] == (number == SIGKILL ? "running" : "interrupted"));
    if (number != SIGKILL) CHECK(json["graph_hash"] == json["stored_graph_hash"]);
  }
}

TEST_CASE("cli: a second writer is refused, a removed database ends the first") {
  const Desk desk;
  desk.Write("floor.obj", Floor(300));
  const Words sweep = {WM_PROGRAM, "sweep", "floor.obj", "--quiet", "--db", "m.db"};
  const Desk other;  // its output must not mix with the first one's
  const std::string db = (desk / "m.db").string();
  other.Write("floor.obj", Floor(10));

  pid_t child = desk.Start(sweep);
  AwaitCommit(db);
  CheckRefused(other, {"sweep", "floor.obj", "--db", db}, "exists already");
  CheckRefused(other, {"sweep", "floor.obj", "--db", db, "--replace"},
               "another sweep writes to it");
  CheckRefused(other, {"sweep", "floor.obj", "--db", db, "--continue"},
               "another sweep writes to it");
  CHECK(other.Run({"info", db}).exit_code == 0);
  kill(child, SIGINT);
  CHECK(desk.Finish(child).exit_code == 3);

  fs::remove(db);
  child = desk.Start(sweep);
  AwaitCommit(db);
  fs::remove(db);
  const Ran removed = desk.Finish(child);
  CHECK(removed.exit_code == 2);
  CHECK(removed.ErrorLines() == 1);
  CHECK(Has(removed.err, "m.db: was removed or replaced during the run"));
}

TEST_CASE("cli: a disk that fills up during a sweep keeps what was committed") {
  const Desk desk;
  desk.Write("floor.obj", Floor(300));
  fs::create_directory(desk / "disk");
  const Ran ran = desk.Shell(
      "unshare -m sh -c 'mount -t tmpfs -o size=400k wm disk || exit 77\n"
      "\"$WM\" sweep floor.obj --quiet --db disk/m.db\n"
      "echo code $?; \"$WM\" info disk/m.db' || exit 77");
  if (ran.exit_code == 77) {
    WARN("skipped: this machine lets nobody mount a small disk");
    SUCCEED();
    return;
  }
  INFO(ran.out << ran.err);
  CHECK(Has(ran.out, "code 2\n"));
  CHECK(ran.err ==
        "walk_monster: disk/m.db: the disk is full; free some space, what was committed is kept\n");
  CHECK(Has(ran.out, "running, or was killed, after "));
  CHECK_FALSE(Has(ran.out, "after 0 phases"));
}

}  // namespace
}  // namespace wm
