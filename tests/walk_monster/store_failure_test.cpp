// Kills, full disks, damaged and hostile files.
#include <csignal>
#include <map>
#include <sched.h>
#include <unistd.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/temporary_folder.h"
#include "tests/walk_monster/random_graph.h"
#include "tests/walk_monster/store_support.h"

namespace wm {
namespace {

namespace fs = std::filesystem;
using namespace test;  // NOLINT: the helpers of store tests

// The graph that the first `count` phases leave behind.
Graph AfterPhases(const std::vector<GraphChange>& changes, std::size_t count) {
  std::map<std::pair<PointId, PointId>, GraphEdge> edges;
  Graph graph;
  for (std::size_t i = 0; i < count; ++i) {
    const GraphChange& change = changes[i];
    graph.points.insert(graph.points.end(), change.points.begin(), change.points.end());
    for (const GraphEdge& edge : change.edges) edges[{edge.a, edge.b}] = edge;
    graph.obstacles.insert(graph.obstacles.end(), change.obstacles.begin(), change.obstacles.end());
    graph.exits.insert(graph.exits.end(), change.exits.begin(), change.exits.end());
  }
  for (const auto& [pair, edge] : edges) graph.edges.push_back(edge);
  return graph;
}

// Random graphs whose edges and obstacles only join points of their own or earlier phases, as an
// explorer's do.
std::vector<GraphChange> GrowingPhases(std::uint64_t seed, std::size_t phases, std::size_t size) {
  Random random(seed);
  std::vector<GraphChange> changes(phases);
  std::size_t points = 0;
  for (GraphChange& change : changes) {
    change.first_point = static_cast<PointId>(points);
    for (std::size_t i = 0; i < size; ++i) change.points.push_back(RandomPoint(random));
    points += size;
    for (std::size_t i = 0; i < 4 * size; ++i) {
      const auto a = static_cast<PointId>(random.Below(points));
      const auto b = static_cast<PointId>(random.Below(points));
      if (a < b) change.edges.push_back({a, b, 0, Way::kReached, Way::kFailed, 0});
    }
    for (std::size_t i = 0; i < size; ++i) {
      change.obstacles.push_back(
          {static_cast<PointId>(random.Below(points)), random.Place(9.0), {0.0, 1.0, 0.0}, 2, 0});
    }
  }
  return changes;
}

// Runs `work` in a process of its own; it gets a pipe's end to report a byte a phase.
pid_t Fork(const std::function<void(int)>& work, int* reports) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::close(ends[0]);
    try {
      work(ends[1]);
    } catch (...) {
      ::_exit(99);
    }
    ::_exit(0);
  }
  ::close(ends[1]);
  *reports = ends[0];
  return child;
}

void CommitAll(const fs::path& path, bool replace, const std::vector<GraphChange>& changes,
               int reports) {
  Store store = SomeStore(path, replace);
  RunProgress progress;
  for (const GraphChange& change : changes) {
    ++progress.phase;
    store.Commit(change, progress);
    if (::write(reports, "p", 1) != 1) ::_exit(98);
  }
}

std::size_t CountReports(int reports) {
  std::size_t count = 0;
  char buffer[256];
  for (ssize_t got = 0; (got = ::read(reports, buffer, sizeof buffer)) > 0;) {
    count += static_cast<std::size_t>(got);
  }
  ::close(reports);
  return count;
}

TEST_CASE("store: killed at any moment, it opens and holds every committed phase") {
  const auto changes = GrowingPhases(11, 60, 150);
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i <= changes.size(); ++i) {
    hashes.push_back(HashGraph(AfterPhases(changes, i)));
  }
  const TemporaryFolder folder;
  Random random(12);
  std::size_t killed_in_the_middle = 0;
  for (int round = 0; round < 40; ++round) {
    const fs::path path = folder.Path() / ("map" + std::to_string(round) + ".db");
    int reports = -1;
    const pid_t child = Fork([&](int end) { CommitAll(path, false, changes, end); }, &reports);
    // Let it commit some phases, then a random while into the next: creation, commits, checkpoints.
    std::size_t seen = 0;
    const std::size_t wanted = random.Below(50);
    char byte = 0;
    while (seen < wanted && ::read(reports, &byte, 1) == 1) ++seen;
    ::usleep(static_cast<useconds_t>(random.Below(9000)));
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE((WIFSIGNALED(status) || WEXITSTATUS(status) == 0));
    seen += CountReports(reports);
    if (WIFSIGNALED(status) && seen > 0) ++killed_in_the_middle;
    if (seen == 0) continue;  // killed while it was made: see the next test
    const StoredMap stored = LoadStoredMap(path);
    INFO("round " << round << " reported " << seen << " stored " << stored.progress.phase);
    REQUIRE(stored.progress.phase >= seen);
    REQUIRE(stored.progress.phase <= seen + 1);  // committed, killed before it could say so
    REQUIRE(HashGraph(stored.graph) == hashes[stored.progress.phase]);
    REQUIRE(stored.run.parameters == SomeRun().parameters);
  }
  CHECK(killed_in_the_middle > 15);
}

TEST_CASE("store: killed while it replaces, the old map or the new one is there") {
  const Graph old_graph = RandomGraph(21, 3000);
  const auto changes = GrowingPhases(22, 1, 50);
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.db";
  Random random(23);
  int kept = 0, replaced = 0;
  for (int round = 0; round < 40; ++round) {
    {
      Store store = SomeStore(path, true);
      WriteAll(&store, old_graph, 2);
    }
    int reports = -1;
    const pid_t child = Fork([&](int end) { CommitAll(path, true, changes, end); }, &reports);
    ::usleep(static_cast<useconds_t>(random.Below(12000)));
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    ::close(reports);
    const StoredMap stored = LoadStoredMap(path);
    const bool is_old = HashGraph(stored.graph) == HashGraph(old_graph);
    const bool is_new =
        stored.progress.phase <= 1 &&
        HashGraph(stored.graph) == HashGraph(AfterPhases(changes, stored.progress.phase));
    REQUIRE((is_old || is_new));
    ++(is_old ? kept : replaced);
  }
  INFO("kept " << kept << " replaced " << replaced);
  CHECK(kept + replaced == 40);
}

TEST_CASE("store: killed while it is made, the name can be used again") {
  const TemporaryFolder folder;
  Random random(31);
  for (int round = 0; round < 40; ++round) {
    const fs::path path = folder.Path() / ("map" + std::to_string(round) + ".db");
    int reports = -1;
    const pid_t child = Fork([&](int end) { CommitAll(path, false, {}, end); }, &reports);
    ::usleep(static_cast<useconds_t>(random.Below(6000)));
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    ::close(reports);
    { SomeStore(path, true); }
    REQUIRE(LoadStoredMap(path).run.mover == "walker");
  }
}

// What a child that fills its disk found out.
struct FullReport {
  std::size_t phases;  // committed before the error
  char line[400];
};

void FillUp(const fs::path& path, const std::vector<GraphChange>& changes, int reports) {
  FullReport report{};
  std::string line = "no error";
  try {
    Store store = SomeStore(path, false);
    RunProgress progress;
    for (const GraphChange& change : changes) {
      ++progress.phase;
      store.Commit(change, progress);
      ++report.phases;
    }
  } catch (const InputError& error) {
    line = error.what();
  }
  line.copy(report.line, sizeof report.line - 1);
  if (::write(reports, &report, sizeof report) != sizeof report) ::_exit(98);
}

FullReport ReadReport(pid_t child, int reports) {
  FullReport report{};
  const ssize_t got = ::read(reports, &report, sizeof report);
  ::close(reports);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) return {};
  REQUIRE(WEXITSTATUS(status) == 0);
  REQUIRE(got == sizeof report);
  return report;
}

TEST_CASE("store: a file size limit while writing is one line, what was committed stays") {
  const auto changes = GrowingPhases(41, 60, 400);
  for (const rlim_t limit : {rlim_t{100000}, rlim_t{700000}, rlim_t{1500000}, rlim_t{5000000}}) {
    const TemporaryFolder folder;
    const fs::path path = folder.Path() / "map.db";
    int reports = -1;
    const pid_t child = Fork(
        [&](int end) {
          const rlimit size{limit, limit};
          ::signal(SIGXFSZ, SIG_IGN);
          if (::setrlimit(RLIMIT_FSIZE, &size) != 0) ::_exit(97);
          FillUp(path, changes, end);
        },
        &reports);
    const FullReport report = ReadReport(child, reports);
    INFO(limit << " bytes: " << report.phases << " phases, " << report.line);
    const std::string line = report.line;
    CHECK(line.find("map.db: ") != std::string::npos);
    CHECK(line.find("disk") != std::string::npos);
    REQUIRE(report.phases < changes.size());
    const StoredMap stored = LoadStoredMap(path);
    CHECK(stored.progress.phase >= report.phases);
    CHECK(stored.progress.phase <= report.phases + 1);
    CHECK(HashGraph(stored.graph) == HashGraph(AfterPhases(changes, stored.progress.phase)));
  }
}

TEST_CASE("store: a full disk is one line, what was committed stays") {
  const auto changes = GrowingPhases(51, 60, 400);
  const TemporaryFolder folder;
  const fs::path disk = folder.Path() / "disk";
  const fs::path copy = folder.Path() / "copy.db";
  fs::create_directory(disk);
  int reports = -1;
  const pid_t child = Fork(
      [&](int end) {
        // A small disk that only this process sees.
        const int user = ::geteuid() == 0 ? 0 : CLONE_NEWUSER;
        if (::unshare(CLONE_NEWNS | user) != 0) ::_exit(77);
        ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
        if (::mount("wm", disk.c_str(), "tmpfs", 0, "size=3m") != 0) ::_exit(77);
        FillUp(disk / "map.db", changes, end);
        fs::copy(disk / "map.db", copy);
        if (fs::exists(disk / "map.db-wal")) fs::copy(disk / "map.db-wal", copy.string() + "-wal");
      },
      &reports);
  const FullReport report = ReadReport(child, reports);
  if (report.line[0] == '\0') {
    WARN("skipped: this machine lets nobody mount a small disk");
    SUCCEED();
    return;
  }
  INFO(report.phases << " phases, " << report.line);
  CHECK(std::string(report.line).find("map.db: the disk is full; free some space") !=
        std::string::npos);
  REQUIRE(report.phases > 0);
  const StoredMap stored = LoadStoredMap(copy);
  CHECK(stored.progress.phase >= report.phases);
  CHECK(HashGraph(stored.graph) == HashGraph(AfterPhases(changes, stored.progress.phase)));
}

class Finished {
 public:
  Finished() {
    Store store = SomeStore(Path(), false);
    WriteAll(&store, RandomGraph(61, 300), 3);
  }
  fs::path Path() const { return folder_.Path() / "map.db"; }
  void Run(const std::string& sql) const {
    SQLite::Database(Path().string(), SQLite::OPEN_READWRITE).exec(sql);
  }
  std::string LoadError() const {
    return ErrorOf([&] { LoadStoredMap(Path()); });
  }

 private:
  TemporaryFolder folder_;
};

TEST_CASE("store: values out of range are named by table, row and column") {
  const std::vector<std::array<std::string, 2>> cases = {
      {"UPDATE point SET id = 100000 WHERE id = 7", "table point, row 8, column id"},
      {"DELETE FROM point WHERE id = 0", "table point, row 1, column id"},
      {"UPDATE point SET id = -5 WHERE id = 7", "table point, row 1, column id"},
      {"UPDATE point SET x = 9e999 WHERE id = 7", "table point, row 8, column x"},
      {"UPDATE point SET y = 'north' WHERE id = 7", "table point, row 8, column y"},
      {"UPDATE point SET z = 1e8 WHERE id = 7", "table point, row 8, column z"},
      {"UPDATE point SET state = 1 WHERE id = 7", "table point, row 8, column state"},
      {"UPDATE point SET from_spawn = 2 WHERE id = 7", "table point, row 8, column from_spawn"},
      {"PRAGMA ignore_check_constraints = 1; UPDATE point SET kind = 'soup' WHERE id = 7",
       "table point, row 8, column kind"},
      {"PRAGMA ignore_check_constraints = 1; UPDATE point SET kind = x'00' WHERE id = 7",
       "table point, row 8, column kind"},
      {"INSERT INTO edge VALUES (0, 4000000, 0, 'walk', 'reached', 'failed', 0, NULL, NULL)",
       "column b"},
      {"INSERT INTO edge VALUES (-3, 4, 0, 'walk', 'reached', 'failed', 0, NULL, NULL)",
       "table edge, row 1, column a"},
      {"PRAGMA ignore_check_constraints = 1; UPDATE edge SET forward = '' WHERE a = 0",
       "column forward"},
      {"UPDATE obstacle SET from_point = 300 WHERE id = 0",
       "table obstacle, row 1, column from_point"},
      {"UPDATE obstacle SET nx = 40 WHERE id = 0", "table obstacle, row 1, column nx"},
      {"UPDATE obstacle SET entity = 99999999999 WHERE id = 0",
       "table obstacle, row 1, column entity"},
      {"UPDATE left_world SET from_point = 1e30 WHERE id = 0",
       "table left_world, row 1, column from_point"},
      {"UPDATE entity SET kind = 'dragon' WHERE id = 2", "table entity, row 1, column kind"},
      {"UPDATE entity SET contract = NULL WHERE kind = 'contract'", "column contract"},
      {"UPDATE run SET next_colour = 4", "table run, row 1, column next_colour"},
      {"UPDATE run SET graph_hash = 'xyz'", "table run, row 1"},
      {"UPDATE world_state SET id = 3", "table world_state, row 1, column id"},
      {"UPDATE patch SET hash = 'x'", "table patch, row 1"},
      {"UPDATE patch SET ix = 1e12", "table patch, row 1, column ix"},
      {"UPDATE expansion SET west = 40000 WHERE point = 3", "column west"},
      {"UPDATE expansion SET state = 2 WHERE point = 3", "column state"},
      {"UPDATE seed SET point = 90000 WHERE point = (SELECT min(point) FROM seed)", "table seed, "},
      {"UPDATE seed SET is_spawn = 2", "table seed, row 1, column is_spawn"},
      {"UPDATE seed SET is_ride = -1", "table seed, row 1, column is_ride"},
      {"UPDATE edge SET entity = NULL WHERE kind = 'ride'", "column entity"},
      {"UPDATE edge SET stop = x'00' WHERE kind = 'ride'", "column stop"},
      {"UPDATE edge SET forward = 'reached', back = 'reached' WHERE kind = 'ride'", "table edge, "},
      {"UPDATE outline SET ax = x'ff' WHERE id = 0", "table outline, row 1, column ax"},
      {"DELETE FROM run", "holds no run"},
      {"DROP TABLE obstacle", "no table obstacle"},
      {"DROP TABLE point; CREATE VIEW point AS WITH RECURSIVE p(id) AS (SELECT 0 UNION ALL SELECT "
       "id + 1 FROM p) SELECT id, 0.0 AS x, 0.0 AS y, 0.0 AS z, 'open' AS kind, 0 AS state, 1 AS "
       "from_spawn FROM p",
       "no table point"},
      {"ALTER TABLE point RENAME COLUMN kind TO sort", "no such column"},
      {"PRAGMA user_version = 3", "newer Walk Monster (schema 3"},
      {"PRAGMA user_version = 1", "older Walk Monster (schema 1"},
      {"PRAGMA application_id = 7", "not a coverage database"},
  };
  for (const auto& [sql, expected] : cases) {
    const Finished finished;
    finished.Run(sql);
    const std::string line = finished.LoadError();
    INFO(sql << "\n" << line);
    CHECK(line.find("map.db: ") != std::string::npos);
    CHECK(line.find(expected) != std::string::npos);
    CHECK(line.find('\n') == std::string::npos);
  }
}

TEST_CASE("store: damaged bytes are an error or harmless, never a crash") {
  const Finished finished;
  const std::string good = Bytes(finished.Path());
  REQUIRE(good.size() > 40000);
  Random random(71);
  int errors = 0;
  for (int round = 0; round < 400; ++round) {
    std::string bad = good;
    const int mode = round % 4;
    if (mode == 0) bad.resize(random.Below(good.size()));
    for (std::uint64_t i = 0; mode != 0 && i < 1 + random.Below(60); ++i) {
      const std::size_t at = mode == 1 ? random.Below(4096) : random.Below(bad.size());
      bad[at] = static_cast<char>(random.Below(256));
    }
    if (mode == 3) {
      const std::size_t page = random.Below(bad.size() / 4096) * 4096;
      const std::size_t other = random.Below(bad.size() / 4096) * 4096;
      bad.replace(page, 4096, good.substr(other, 4096));
    }
    WriteBytes(finished.Path(), bad);
    const std::string line = finished.LoadError();
    if (line != "no error") ++errors;
    REQUIRE(line.find('\n') == std::string::npos);
  }
  CHECK(errors > 200);
}

TEST_CASE("store: missing files, folders and files of other kinds are refused in one line") {
  const TemporaryFolder folder;
  const auto load = [](const fs::path& path) { return ErrorOf([&] { LoadStoredMap(path); }); };
  CHECK(load(folder.Path() / "none.db").find("none.db: there is no such database") !=
        std::string::npos);
  CHECK_FALSE(fs::exists(folder.Path() / "none.db"));
  CHECK(load(folder.Path()).find("is a folder") != std::string::npos);
  CHECK(load("/dev/zero").find("/dev/zero: is not a regular file") != std::string::npos);
  WriteBytes(folder.Path() / "text", std::string(5000, 'x'));
  CHECK(load(folder.Path() / "text").find("text: is not a coverage database") != std::string::npos);
}

TEST_CASE("store: a database on a read-only medium can be read") {
  const TemporaryFolder folder;
  const fs::path place = folder.Path() / "archive #1%";
  fs::create_directory(place);
  const fs::path path = place / "map.db";
  const Graph graph = RandomGraph(81, 100);
  {
    Store store = SomeStore(path, false);
    WriteAll(&store, graph, 2);
  }
  int reports = -1;
  const pid_t child = Fork(
      [&](int end) {
        if (::geteuid() == 0) {
          // Permissions do not stop root; a read-only mount does.
          if (::unshare(CLONE_NEWNS) != 0) ::_exit(77);
          ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
          if (::mount(place.c_str(), place.c_str(), nullptr, MS_BIND, nullptr) != 0) ::_exit(77);
          const unsigned long flags = MS_REMOUNT | MS_BIND | MS_RDONLY;
          if (::mount(nullptr, place.c_str(), nullptr, flags, nullptr) != 0) ::_exit(77);
        } else {
          fs::permissions(place, fs::perms::owner_read | fs::perms::owner_exec);
        }
        FullReport report{};
        const std::string line = ErrorOf([&] {
          if (HashGraph(LoadStoredMap(path).graph) != HashGraph(graph)) throw InputError("differs");
        });
        line.copy(report.line, sizeof report.line - 1);
        if (::write(end, &report, sizeof report) != sizeof report) ::_exit(98);
      },
      &reports);
  const FullReport report = ReadReport(child, reports);
  fs::permissions(place, fs::perms::owner_all);
  if (report.line[0] == '\0') {
    WARN("skipped: this machine lets nobody mount a folder read-only");
    SUCCEED();
    return;
  }
  CHECK(std::string(report.line) == "no error");
}

}  // namespace
}  // namespace wm
