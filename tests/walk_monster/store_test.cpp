#include "walk_monster/store.h"

#include <unistd.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>

#include "tests/paths.h"
#include "tests/temporary_folder.h"
#include "tests/walk_monster/random_graph.h"
#include "tests/walk_monster/store_support.h"

namespace wm {
namespace {

namespace fs = std::filesystem;
using namespace test;  // NOLINT: the helpers of store tests

TEST_CASE("store: random graphs come back with the same hash") {
  const TemporaryFolder folder;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Graph graph = test::RandomGraph(seed, seed == 1 ? 0 : seed * seed * 7);
    const fs::path path = folder.Path() / ("map" + std::to_string(seed) + ".db");
    {
      Store store = SomeStore(path, false);
      WriteAll(&store, graph, seed);
    }
    const StoredMap stored = LoadStoredMap(path);
    REQUIRE(HashGraph(stored.graph) == HashGraph(graph));
    CHECK(stored.progress.graph_hash == HashGraph(graph));
    CHECK(stored.graph.points.size() == graph.points.size());
    for (std::size_t i = 0; i < graph.points.size(); ++i) {
      REQUIRE(stored.graph.points[i].from_spawn == graph.points[i].from_spawn);
    }
  }
}

TEST_CASE("store: run, parameters, entities and outline come back") {
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.db";
  {
    Store store = SomeStore(path, false);
    RunProgress progress;
    progress.phase = 17;
    progress.next_colour = 3;
    progress.drives = 5000000000ULL;
    progress.ticks = 70000000000ULL;
    progress.outcome = "interrupted";
    progress.seconds = 12.5;
    progress.cpu_seconds = 24.75;
    progress.area_m2 = 0.125;
    progress.graph_hash = 0xfedcba9876543210ULL;
    store.Commit({}, progress);
  }
  const StoredMap stored = LoadStoredMap(path);
  CHECK(stored.run.level == "maps/levels/cove");
  CHECK(stored.run.mover == "walker");
  CHECK(stored.run.backend == "bullet");
  CHECK(stored.run.parameters == SomeRun().parameters);
  CHECK(stored.progress.phase == 17);
  CHECK(stored.progress.next_colour == 3);
  CHECK(stored.progress.drives == 5000000000ULL);
  CHECK(stored.progress.ticks == 70000000000ULL);
  CHECK(stored.progress.outcome == "interrupted");
  CHECK(stored.progress.seconds == 12.5);
  CHECK(stored.progress.cpu_seconds == 24.75);
  CHECK(stored.progress.area_m2 == 0.125);
  CHECK(stored.progress.graph_hash == 0xfedcba9876543210ULL);
  REQUIRE(stored.entities.size() == 3);
  const Map map = SomeMap();
  for (std::size_t i = 0; i < 3; ++i) CHECK(stored.entities[i] == map.entities[i]);
  CHECK(stored.outline.size() == 12);  // a box's edges, without the diagonals of its faces
  Box box;
  for (const auto& [a, b] : stored.outline) {
    box.Add(a);
    box.Add(b);
  }
  CHECK(box.min == Vec3{10.0, 0.0, 0.0});
  CHECK(box.max == Vec3{12.0, 3.0, 1.0});
}

TEST_CASE("store: a new database says whose it is, and is safe and open to readers") {
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.db";
  Store store = SomeStore(path, false);
  SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
  CHECK(database.execAndGet("PRAGMA application_id").getInt() == 0x574d4f4e);
  CHECK(database.execAndGet("PRAGMA user_version").getInt() == 2);
  CHECK(database.execAndGet("PRAGMA journal_mode").getString() == "wal");
  CHECK(database.execAndGet("SELECT name FROM world_state WHERE id = 0").getString() == "initial");
  CHECK(database.execAndGet("SELECT outcome FROM run").getString() == "running");
  for (const char* table : {"run", "parameter", "world_state", "entity", "point", "edge",
                            "obstacle", "left_world", "region", "finding", "outline"}) {
    INFO(table);
    CHECK(database.tableExists(table));
  }
}

TEST_CASE("store: a reader in the middle of reading neither blocks nor sees the writer") {
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.db";
  const Graph graph = test::RandomGraph(5, 300);
  Store store = SomeStore(path, false);
  SQLite::Database reader(path.string(), SQLite::OPEN_READONLY);
  reader.exec("BEGIN");
  CHECK(reader.execAndGet("SELECT count(*) FROM point").getInt() == 0);
  WriteAll(&store, graph, 4);
  CHECK(reader.execAndGet("SELECT count(*) FROM point").getInt() == 0);
  CHECK(LoadStoredMap(path).graph.points.size() == 300);
  reader.exec("COMMIT");
  CHECK(reader.execAndGet("SELECT count(*) FROM point").getInt() == 300);
}

TEST_CASE("store: an existing file is refused, and replaced only on demand") {
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.db";
  const Graph first = test::RandomGraph(3, 200);
  {
    Store store = SomeStore(path, false);
    WriteAll(&store, first, 2);
  }
  const std::string line = ErrorOf([&] { SomeStore(path, false); });
  CHECK(line.find("map.db: exists already; --replace") != std::string::npos);
  CHECK(HashGraph(LoadStoredMap(path).graph) == HashGraph(first));

  const Graph second = test::RandomGraph(4, 50);
  {
    Store store = SomeStore(path, true);
    WriteAll(&store, second, 2);
  }
  CHECK(HashGraph(LoadStoredMap(path).graph) == HashGraph(second));
}

TEST_CASE("store: a finished run is one file, also after readers came and went") {
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.db";
  const auto files = [&] {
    return std::distance(fs::directory_iterator(folder.Path()), fs::directory_iterator());
  };
  RunProgress progress;
  progress.outcome = "complete";
  {
    Store store = SomeStore(path, false);
    WriteAll(&store, test::RandomGraph(3, 200), 2);
    store.Finish(progress);
  }
  CHECK(LoadStoredMap(path).progress.outcome == "complete");
  CHECK(files() == 1);
  {
    // A reader who stays keeps the log, and loses nothing.
    Store store = SomeStore(path, true);
    WriteAll(&store, test::RandomGraph(4, 200), 2);
    SQLite::Database reader(path.string(), SQLite::OPEN_READONLY);
    reader.exec("BEGIN");
    CHECK(reader.execAndGet("SELECT count(*) FROM point").getInt() == 200);
    store.Finish(progress);
  }
  CHECK(LoadStoredMap(path).progress.outcome == "complete");
}

TEST_CASE("store: a writer killed in the middle of replacing a map leaves the old one") {
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.db";
  const fs::path killed = folder.Path() / "killed.db";
  const Graph graph = test::RandomGraph(3, 2000);
  {
    Store store = SomeStore(path, false);
    WriteAll(&store, graph, 2);
    store.Finish({});
  }
  {
    // As a kill leaves them: pages half written, and the journal that takes them back.
    SQLite::Database writer(path.string(), SQLite::OPEN_READWRITE);
    writer.exec("PRAGMA cache_size = 1; BEGIN; DELETE FROM edge; UPDATE point SET x = x + 1");
    fs::copy_file(path, killed);
    fs::copy_file(path.string() + "-journal", killed.string() + "-journal");
  }
  CHECK(HashGraph(LoadStoredMap(killed).graph) == HashGraph(graph));
  CHECK(HashGraph(LoadStoredMap(path).graph) == HashGraph(graph));
}

TEST_CASE("store: every query of the database's page runs on a map") {
  std::ifstream file(SourceDir() / "docs" / "database.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.db";
  {
    Graph graph = test::RandomGraph(7, 300);
    for (GraphObstacle& obstacle : graph.obstacles) obstacle.entity = 2;  // the crate
    Store store = SomeStore(path, false);
    WriteAll(&store, graph, 2);
  }
  SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
  const std::string begin = "```sql\n";
  int queries = 0;
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at)) {
    at += begin.size();
    const std::string query = page.substr(at, page.find("```", at) - at);
    INFO(query);
    SQLite::Statement statement(database, query);
    int rows = 0;
    while (statement.executeStep()) ++rows;
    CHECK(rows > 0);
    ++queries;
  }
  CHECK(queries >= 5);
}

TEST_CASE("store: replacing takes tables, views and triggers of any name with it") {
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.db";
  { SomeStore(path, false); }
  {
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
    database.exec(
        "CREATE TABLE \"my \"\"notes\"\"; DROP\" (x); CREATE VIEW seen AS SELECT * FROM point;"
        "CREATE INDEX by_kind ON point (kind); PRAGMA user_version = 99;"
        "CREATE TRIGGER t AFTER INSERT ON point BEGIN DELETE FROM point; END");
  }
  const Graph graph = test::RandomGraph(4, 50);
  Store store = SomeStore(path, true);
  WriteAll(&store, graph, 2);
  CHECK(HashGraph(LoadStoredMap(path).graph) == HashGraph(graph));
  SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
  CHECK(database.execAndGet("SELECT count(*) FROM sqlite_schema WHERE type IN ('view', 'trigger')")
            .getInt() == 0);
}

TEST_CASE("store: what is not a coverage database is never replaced") {
  const TemporaryFolder folder;
  WriteBytes(folder.Path() / "text", "my thesis, the only copy\n");
  WriteBytes(folder.Path() / "long_text", std::string(100000, 'x'));
  {
    SQLite::Database database((folder.Path() / "bookmarks").string(),
                              SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec("CREATE TABLE bookmark (url TEXT); INSERT INTO bookmark VALUES ('x')");
  }
  for (const char* name : {"text", "long_text", "bookmarks"}) {
    const fs::path path = folder.Path() / name;
    const std::string before = Bytes(path);
    const std::string line = ErrorOf([&] { SomeStore(path, true); });
    CHECK(line.find(std::string(name) + ": is not a coverage database") != std::string::npos);
    CHECK(Bytes(path) == before);
  }
}

TEST_CASE("store: folders, missing folders and empty names are refused in one line") {
  const TemporaryFolder folder;
  const auto create = [&](const fs::path& path) { return ErrorOf([&] { SomeStore(path, true); }); };
  CHECK(create(folder.Path()).find("is a folder") != std::string::npos);
  CHECK(create(folder.Path() / "no" / "map.db").find("cannot be created (No such file") !=
        std::string::npos);
  CHECK(create("").find("name is empty") != std::string::npos);
  CHECK(create("/dev/null").find("not a regular file") != std::string::npos);
  CHECK(create(folder.Path() / "no\nline" / "map.db").find('\n') == std::string::npos);
  CHECK(create("/proc/map.db").find("/proc/map.db: cannot be created") != std::string::npos);
  if (::geteuid() != 0) {
    fs::permissions(folder.Path(), fs::perms::owner_read | fs::perms::owner_exec);
    CHECK(create(folder.Path() / "map.db").find("cannot be created (Permission denied)") !=
          std::string::npos);
    fs::permissions(folder.Path(), fs::perms::owner_all);
  }
}

TEST_CASE("store: names that SQLite takes for something else are plain files") {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.Path());
  for (const char* name : {":memory:", "file:x?mode=memory", "with space#%.db"}) {
    { Store store = SomeStore(name, false); }
    CHECK(fs::exists(folder.Path() / name));
    CHECK(LoadStoredMap(name).run.mover == "walker");
  }
  fs::current_path(before);
}

TEST_CASE("store: leftovers of a vanished database do not leak into the next one") {
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.db";
  const std::string wal = path.string() + "-wal";
  {
    Store store = SomeStore(path, false);
    WriteAll(&store, test::RandomGraph(3, 200), 2);
    fs::copy(wal, folder.Path() / "kept");
  }
  fs::remove(path);
  fs::rename(folder.Path() / "kept", wal);
  const Graph graph = test::RandomGraph(4, 50);
  Store store = SomeStore(path, false);
  WriteAll(&store, graph, 2);
  CHECK(HashGraph(LoadStoredMap(path).graph) == HashGraph(graph));
}

TEST_CASE("store: an empty file left by a kill at birth can be replaced") {
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.db";
  WriteBytes(path, "");
  CHECK(ErrorOf([&] { LoadStoredMap(path); }).find("not a coverage database") != std::string::npos);
  { Store store = SomeStore(path, true); }
  CHECK(LoadStoredMap(path).run.mover == "walker");
}

TEST_CASE("store: removed, moved or taken over in the middle of a run ends the run") {
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.db";
  Store store = SomeStore(path, false);
  GraphChange two, one_more;
  two.points.resize(2);
  one_more.first_point = 2;
  one_more.points.resize(1);
  store.Commit(two, {});
  const auto commit = [&] { return ErrorOf([&] { store.Commit(one_more, {}); }); };
  SECTION("removed") {
    fs::remove(path);
    CHECK(commit().find("map.db: was removed or replaced during the run") != std::string::npos);
  }
  SECTION("its log removed") {
    fs::remove(path.string() + "-wal");
    CHECK(commit().find("map.db: was removed or replaced during the run") != std::string::npos);
  }
  SECTION("its folder removed") {
    fs::remove_all(folder.Path());
    CHECK(commit().find("map.db: was removed or replaced during the run") != std::string::npos);
    fs::create_directory(folder.Path());
  }
  SECTION("others who want to write are refused, whatever they want") {
    const std::string refused = "map.db: another sweep writes to it";
    CHECK(ErrorOf([&] { SomeStore(path, true); }).find(refused) != std::string::npos);
    CHECK(ErrorOf([&] { Store::Open(path); }).find(refused) != std::string::npos);
    CHECK(commit() == "no error");
  }
  SECTION("taken over all the same, on a file system without locks") {
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE, 1000);
    database.exec("UPDATE run SET writer = 'another'");
    CHECK(commit().find("map.db: another run has taken it over") != std::string::npos);
  }
  SECTION("a person's view and index do no harm") {
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE, 1000);
    database.exec("CREATE VIEW v AS SELECT * FROM point; CREATE INDEX i ON point (kind)");
    CHECK(commit() == "no error");
    CHECK(LoadStoredMap(path).graph.points.size() == 3);
  }
}

}  // namespace
}  // namespace wm
