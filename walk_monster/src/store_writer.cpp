// Writing a coverage database.
//
// Replacing happens inside one transaction on the old file: until it commits, a kill or a full disk
// leaves the old map, afterwards the new one, and whoever reads the old one keeps reading it. A
// renamed temporary file could not promise that: the old file's -wal would be taken for the new
// one's.
#include <cassert>
#include <cmath>
#include <fcntl.h>
#include <random>
#include <system_error>
#include <unistd.h>

#include <sys/file.h>
#include <sys/stat.h>

#include "walk_monster/outline.h"
#include "walk_monster/src/store_schema.h"
#include "walk_monster/store.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

constexpr int kRun = 1;  // row of `run`

// Which file a path leads to right now; equal for equal files.
struct FileIdentity {
  dev_t device = 0;
  ino_t number = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

FileIdentity IdentityOf(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return {};
  return {info.st_dev, info.st_ino};
}

// Tells this writer from any other that takes the file over. Never part of a decision about a map.
std::string WriterToken() {
  std::random_device random;
  return HashText(static_cast<std::uint64_t>(random()) << 32 | random());
}

// Throws where what is at `path` must stay. True: nothing is there.
bool CheckPlace(const fs::path& path, bool replace) {
  const std::string file = store::Printable(path);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) throw InputError(file + ": is a folder; name a file");
  if (!fs::exists(status)) return true;
  if (!replace) throw InputError(file + ": exists already; --replace writes over it");
  if (!fs::is_regular_file(status)) {
    throw InputError(file + ": is not a regular file; name another file");
  }
  switch (store::LookAt(path)) {
    case store::FileKind::kEmpty:
    case store::FileKind::kOurs:
      return false;
    case store::FileKind::kUnreadable:
      throw InputError(file + ": cannot be read; check its permissions or name another file");
    case store::FileKind::kForeign:
      break;
  }
  throw InputError(file + ": is not a coverage database and is left alone; name another file");
}

// Makes sure that `path` may be written to as a new or replaced database. True: the file was made.
bool ClaimFile(const fs::path& path, bool replace) {
  if (!CheckPlace(path, replace)) return false;
  const int handle = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (handle < 0) {
    throw InputError(store::Printable(path) + ": cannot be created (" +
                     std::generic_category().message(errno) +
                     "); name a place that may be written to");
  }
  ::close(handle);
  return true;
}

void RemoveDatabase(const std::string& path) {
  std::error_code ignored;
  for (const char* suffix : {"", "-journal", "-wal", "-shm"}) fs::remove(path + suffix, ignored);
}

std::string Quoted(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

void DropEverything(SQLite::Database& database) {
  std::vector<std::string> commands;
  SQLite::Statement names(
      database,
      "SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'table') AND "
      "name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type DESC, name");
  while (names.executeStep()) {
    commands.push_back("DROP " + names.getColumn(0).getString() + " " +
                       Quoted(names.getColumn(1).getString()));
  }
  names.reset();
  for (const std::string& command : commands) database.exec(command);
}

void CreateTables(SQLite::Database& database) {
  for (const store::Table& table : store::Tables()) {
    database.exec("CREATE TABLE " + std::string(table.name) + " (" + table.columns + ") " +
                  table.options);
  }
  database.exec("PRAGMA application_id = " + std::to_string(store::kApplicationId));
  database.exec("PRAGMA user_version = " + std::to_string(store::kSchemaVersion));
}

// Binds values to the parameters of a statement from the first on, and runs it.
class Row {
 public:
  explicit Row(SQLite::Statement& statement) : statement_(statement) { statement_.tryReset(); }
  Row& Whole(std::uint64_t value) {
    statement_.bind(++index_, static_cast<std::int64_t>(value));
    return *this;
  }
  Row& Signed(std::int32_t value) {
    statement_.bind(++index_, value);
    return *this;
  }
  Row& Real(double value) {
    assert(std::isfinite(value));
    statement_.bind(++index_, value + 0.0);  // no negative zero: the file would lose its sign
    return *this;
  }
  Row& Place(Vec3 p) { return Real(p.x).Real(p.y).Real(p.z); }
  Row& Text(const std::string& value) {
    statement_.bind(++index_, value);
    return *this;
  }
  Row& Word(std::string_view literal) {  // a string literal: lives on, ends with a zero
    statement_.bindNoCopy(++index_, literal.data());
    return *this;
  }
  Row& Null() {
    statement_.bind(++index_);
    return *this;
  }
  void Insert() { statement_.exec(); }

 private:
  SQLite::Statement& statement_;
  int index_ = 0;
};

void WriteRun(SQLite::Database& database, const RunRecord& run, const std::string& writer) {
  SQLite::Statement insert_run(
      database,
      "INSERT INTO run (id, level, mover, backend, strategy, state, outcome, phase, next_colour, "
      "drives, ticks, bad_starts, seconds, cpu_seconds, area_m2, graph_hash, writer) "
      "VALUES (?, ?, ?, ?, ?, 0, 'running', 0, 0, 0, 0, 0, 0, 0, 0, NULL, ?)");
  Row(insert_run)
      .Whole(kRun)
      .Text(run.level)
      .Text(run.mover)
      .Text(run.backend)
      .Text(run.strategy)
      .Text(writer)
      .Insert();
}

void WriteParameters(SQLite::Database& database, const RunRecord& run) {
  database.exec("DELETE FROM parameter");
  SQLite::Statement insert_parameter(
      database, "INSERT INTO parameter (run, position, name, value) VALUES (?, ?, ?, ?)");
  for (std::size_t i = 0; i < run.parameters.size(); ++i) {
    const auto& [name, value] = run.parameters[i];
    Row(insert_parameter).Whole(kRun).Whole(i).Text(name).Text(value).Insert();
  }
}

void WriteStates(SQLite::Database& database, std::span<const WorldState> states) {
  database.exec("DELETE FROM world_choice");
  SQLite::Statement insert_state(
      database,
      "INSERT INTO world_state (id, name, outcome) VALUES (?, ?, ?) "
      "ON CONFLICT (id) DO UPDATE SET name = excluded.name, outcome = excluded.outcome");
  SQLite::Statement insert_choice(
      database, "INSERT INTO world_choice (state, entity, value) VALUES (?, ?, ?)");
  for (std::size_t i = 0; i < states.size(); ++i) {
    Row(insert_state).Whole(i).Text(states[i].name).Text(states[i].outcome).Insert();
    for (const StateChoice& choice : states[i].choices) {
      Row(insert_choice).Whole(i).Whole(choice.entity).Text(choice.state).Insert();
    }
  }
}

void WriteEntities(SQLite::Database& database, const Map& map) {
  SQLite::Statement insert_state(
      database, "INSERT INTO entity_state (entity, position, name) VALUES (?, ?, ?)");
  SQLite::Statement insert_entity(
      database,
      "INSERT INTO entity (id, kind, name, intent, x, y, z, sx, sy, sz, contract, initial) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const Entity& entity : map.entities) {
    const bool is_contract = entity.kind == EntityClass::kContract;
    Row row(insert_entity);
    row.Whole(entity.id).Word(wm::Name(entity.kind)).Text(entity.name);
    row.Word(wm::Name(entity.intent)).Place(entity.position);
    if (is_contract || entity.kind == EntityClass::kBox) {
      row.Place(entity.size);
    } else {
      row.Null().Null().Null();
    }
    if (is_contract) {
      row.Word(wm::Name(entity.contract));
    } else {
      row.Null();
    }
    if (entity.states.empty()) {
      row.Null();
    } else {
      row.Text(entity.initial_state);
    }
    row.Insert();
    for (std::size_t i = 0; i < entity.states.size(); ++i) {
      Row(insert_state).Whole(entity.id).Whole(i).Text(entity.states[i].name).Insert();
    }
  }
}

void WriteLevel(SQLite::Database& database, const LevelRecord& level) {
  for (const char* table : {"patch", "entity_state", "entity", "outline"}) {
    database.exec("DELETE FROM " + std::string(table));
  }
  WriteEntities(database, *level.map);
  SQLite::Statement insert_patch(
      database,
      "INSERT INTO patch (entity, state, ix, iy, hash, x0, y0, z0, x1, y1, z1) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const Patch& patch : level.patches) {
    Row row(insert_patch);
    row.Whole(patch.entity).Text(patch.state).Signed(patch.ix).Signed(patch.iy);
    row.Text(HashText(patch.hash)).Place(patch.box.min).Place(patch.box.max).Insert();
  }
  SQLite::Statement insert_line(
      database, "INSERT INTO outline (id, ax, ay, az, bx, by, bz) VALUES (?, ?, ?, ?, ?, ?, ?)");
  std::uint64_t id = 0;
  for (const auto& [a, b] : LevelOutline(*level.map))
    Row(insert_line).Whole(id++).Place(a).Place(b).Insert();
}

}  // namespace

namespace {

// Keeps a second writer away for as long as it lives, whatever way this process ends. Outlives the
// database that it guards: closing a file drops the locks that SQLite has on it.
class WriteLock {
 public:
  explicit WriteLock(const fs::path& path) : handle_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    // Some file systems have no such locks; there the token in the file must do.
    if (handle_ >= 0 && ::flock(handle_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      ::close(handle_);
      throw InputError(store::Printable(path) +
                       ": another sweep writes to it; wait for that, or end it with Ctrl-C");
    }
  }
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;
  ~WriteLock() {
    if (handle_ >= 0) ::close(handle_);
  }

 private:
  int handle_;
};

}  // namespace

struct Store::Impl {
  Impl(const fs::path& given, const std::string& absolute)
      : path(given),
        file(absolute),
        lock(given),
        database(absolute, SQLite::OPEN_READWRITE, store::kBusyTimeoutMs) {}

  void Prepare();
  void CheckFile() const;
  void CheckWriter();
  void TakeOver();
  void Apply(const MapRevision& revision);
  void Write(const GraphChange& change);
  void WriteGraphRows(const GraphChange& change);
  void WriteProgress(const RunProgress& progress);

  fs::path path;     // as given
  std::string file;  // absolute: a change of the working folder changes nothing
  WriteLock lock;
  SQLite::Database database;
  std::string writer = WriterToken();
  FileIdentity identity;
  FileIdentity log_identity;                           // of the -wal file, once there is one
  std::uint64_t points = 0, obstacles = 0, exits = 0;  // committed
  std::uint16_t state = 0;                             // swept
  std::optional<MapRevision> revision;                 // not stored yet

  struct Statements {
    explicit Statements(SQLite::Database& database);
    SQLite::Statement point, edge, obstacle, exit, expansion, seed, from_spawn, progress, outcome,
        writer;
  };
  std::unique_ptr<Statements> statements;
};

Store::Impl::Statements::Statements(SQLite::Database& db)
    : point(db,
            "INSERT INTO point (id, x, y, z, kind, state, from_spawn, wall_x, wall_y) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      edge(db,
           "INSERT INTO edge (a, b, state, kind, forward, back, drop_m) "
           "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (a, b, state) DO UPDATE SET "
           "kind = excluded.kind, forward = excluded.forward, back = excluded.back, "
           "drop_m = excluded.drop_m"),
      obstacle(db,
               "INSERT INTO obstacle (id, from_point, x, y, z, nx, ny, nz, entity, state) "
               "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      exit(db, "INSERT INTO left_world (id, from_point, x, y, z, state) VALUES (?, ?, ?, ?, ?, ?)"),
      expansion(db,
                "INSERT OR REPLACE INTO expansion (point, state, kind, west, east, south, north, "
                "below, above) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      seed(db, "INSERT OR REPLACE INTO seed (state, point, is_spawn) VALUES (?, ?, ?)"),
      from_spawn(db, "UPDATE point SET from_spawn = 1 WHERE id = ?"),
      progress(db,
               "UPDATE run SET outcome = ?, phase = ?, next_colour = ?, drives = ?, ticks = ?, "
               "bad_starts = ?, seconds = ?, cpu_seconds = ?, area_m2 = ?, graph_hash = ? "
               "WHERE id = ?"),
      outcome(db, "UPDATE world_state SET outcome = ? WHERE id = ?"),
      writer(db, "SELECT writer FROM run WHERE id = ?") {}

void Store::Impl::Prepare() {
  database.exec("PRAGMA synchronous = NORMAL");
  // Where a file system cannot do write-ahead logging, SQLite stays with its rollback journal: as
  // safe, but a reader and the writer wait for each other.
  database.exec("PRAGMA journal_mode = WAL");
  statements = std::make_unique<Statements>(database);
  identity = IdentityOf(file);
}

void Store::Impl::CheckFile() const {
  if (IdentityOf(file) != identity ||
      (log_identity != FileIdentity{} && IdentityOf(file + "-wal") != log_identity)) {
    throw InputError(store::Printable(path) +
                     ": was removed or replaced during the run; sweep again and leave it in place");
  }
}

void Store::Impl::CheckWriter() {
  Row(statements->writer).Whole(kRun);
  const bool is_ours =
      statements->writer.executeStep() && statements->writer.getColumn(0).getString() == writer;
  statements->writer.reset();
  if (!is_ours) {
    throw InputError(store::Printable(path) +
                     ": another run has taken it over; sweep into a file of its own");
  }
}

// From now on this writer's, and no longer any other's.
void Store::Impl::TakeOver() {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  SQLite::Statement update(database, "UPDATE run SET writer = ? WHERE id = ?");
  Row(update).Text(writer).Whole(kRun).Insert();
  const auto count_of = [this](const std::string& query) {
    return static_cast<std::uint64_t>(database.execAndGet(query).getInt64());
  };
  points = count_of("SELECT count(*) FROM point");
  obstacles = count_of("SELECT coalesce(max(id), -1) + 1 FROM obstacle");
  exits = count_of("SELECT coalesce(max(id), -1) + 1 FROM left_world");
  transaction.commit();
}

void Store::Impl::Apply(const MapRevision& change) {
  SQLite::Statement run(database, "UPDATE run SET level = ?, state = ? WHERE id = ?");
  Row(run).Text(change.run.level).Whole(change.state).Whole(kRun).Insert();
  WriteParameters(database, change.run);
  WriteStates(database, change.states);
  if (change.level) WriteLevel(database, *change.level);
  if (change.forgets_seeds) {
    SQLite::Statement forget(database, "DELETE FROM seed WHERE state = ?");
    Row(forget).Whole(change.state).Insert();
  }
  SQLite::Statement remove(database, "DELETE FROM expansion WHERE point = ? AND state = ?");
  for (const Expansion& gone : change.gone) {
    Row(remove).Whole(gone.point).Whole(gone.state).Insert();
  }
  SQLite::Statement remove_edge(database, "DELETE FROM edge WHERE a = ? AND b = ? AND state = ?");
  GraphChange rows;
  rows.expansions = change.expansions;
  for (const GraphEdge& edge : change.edges) {
    if (edge.forward != Way::kUntried || edge.back != Way::kUntried) {
      rows.edges.push_back(edge);
    } else {
      Row(remove_edge).Whole(edge.a).Whole(edge.b).Whole(edge.state).Insert();
    }
  }
  if (change.obstacles) {
    database.exec("DELETE FROM obstacle");
    obstacles = 0;
    rows.obstacles = *change.obstacles;
  }
  if (change.exits) {
    database.exec("DELETE FROM left_world");
    exits = 0;
    rows.exits = *change.exits;
  }
  Write(rows);
}

void Store::Impl::Write(const GraphChange& change) {
  WriteGraphRows(change);
  points += change.points.size();
  obstacles += change.obstacles.size();
  exits += change.exits.size();
}

void Store::Impl::WriteGraphRows(const GraphChange& change) {
  for (std::size_t i = 0; i < change.points.size(); ++i) {
    const GraphPoint& point = change.points[i];
    Row row(statements->point);
    row.Whole(points + i).Place(point.foot).Word(Name(point.kind));
    row.Whole(point.state).Whole(point.from_spawn ? 1 : 0);
    row.Real(point.wall_x).Real(point.wall_y).Insert();
  }
  for (const GraphEdge& edge : change.edges) {
    Row row(statements->edge);
    row.Whole(edge.a).Whole(edge.b).Whole(edge.state).Word(Name(edge.kind));
    row.Word(Name(edge.forward)).Word(Name(edge.back)).Real(edge.drop_m).Insert();
  }
  for (std::size_t i = 0; i < change.obstacles.size(); ++i) {
    const GraphObstacle& obstacle = change.obstacles[i];
    Row row(statements->obstacle);
    row.Whole(obstacles + i).Whole(obstacle.from_point).Place(obstacle.point);
    row.Place(obstacle.normal).Whole(obstacle.entity).Whole(obstacle.state).Insert();
  }
  for (std::size_t i = 0; i < change.exits.size(); ++i) {
    const GraphExit& exit = change.exits[i];
    Row row(statements->exit);
    row.Whole(exits + i).Whole(exit.from_point).Place(exit.takeoff).Whole(exit.state).Insert();
  }
  for (const Expansion& expansion : change.expansions) {
    const Reach& reach = expansion.reach;
    Row row(statements->expansion);
    row.Whole(expansion.point).Whole(expansion.state).Word(Name(expansion.kind));
    row.Signed(reach.west).Signed(reach.east).Signed(reach.south).Signed(reach.north);
    row.Signed(reach.below).Signed(reach.above).Insert();
  }
  for (const GraphSeed& seed : change.seeds) {
    Row(statements->seed).Whole(seed.state).Whole(seed.point).Whole(seed.is_spawn ? 1 : 0).Insert();
  }
  for (const PointId id : change.now_from_spawn) Row(statements->from_spawn).Whole(id).Insert();
}

void Store::Impl::WriteProgress(const RunProgress& progress) {
  Row row(statements->progress);
  row.Text(progress.outcome).Whole(progress.phase);
  row.Whole(static_cast<std::uint64_t>(progress.next_colour));
  row.Whole(progress.drives).Whole(progress.ticks).Whole(progress.bad_starts);
  row.Real(progress.seconds).Real(progress.cpu_seconds).Real(progress.area_m2);
  if (progress.graph_hash == 0) {
    row.Null();
  } else {
    row.Text(HashText(progress.graph_hash));
  }
  row.Whole(kRun).Insert();
  Row(statements->outcome).Text(progress.outcome).Whole(state).Insert();
}

void Store::CheckPlace(const fs::path& path, bool replace) {
  const bool is_new = wm::CheckPlace(path, replace);
  if (!is_new) const WriteLock is_free(path);
}

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::Create(const fs::path& path, bool replace, const RunRecord& run,
                    const WorldState& state, const LevelRecord& level) {
  if (path.empty()) throw InputError("the database's name is empty; name a file");
  const bool is_new = ClaimFile(path, replace);
  const std::string file = fs::absolute(path).string();
  std::unique_ptr<Impl> impl;
  try {
    impl = std::make_unique<Impl>(path, file);
    SQLite::Transaction transaction(impl->database, SQLite::TransactionBehavior::IMMEDIATE);
    DropEverything(impl->database);
    CreateTables(impl->database);
    WriteRun(impl->database, run, impl->writer);
    WriteParameters(impl->database, run);
    WriteStates(impl->database, {&state, 1});
    WriteLevel(impl->database, level);
    transaction.commit();
    impl->Prepare();
  } catch (const SQLite::Exception& error) {
    impl.reset();
    if (is_new) RemoveDatabase(file);
    throw store::Explain(path, error, "written");
  }
  return Store(std::move(impl));
}

bool Store::IsEmpty(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  // A journal beside it holds nothing but the way back to the empty file.
  return store::LookAt(path) == store::FileKind::kEmpty;
}

Store Store::Open(const fs::path& path) {
  const std::string printable = store::Printable(path);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) throw InputError(printable + ": is a folder; name a database");
  if (!fs::exists(status)) {
    throw InputError(printable + ": there is no such database to go on with; leave out --continue");
  }
  try {
    auto impl = std::make_unique<Impl>(path, fs::absolute(path).string());
    store::CheckIdentity(impl->database, path);
    impl->Prepare();
    impl->TakeOver();
    return Store(std::move(impl));
  } catch (const SQLite::Exception& exception) {
    throw store::Explain(path, exception, "written");
  }
}

void Store::Revise(MapRevision revision) {
  impl_->state = revision.state;
  impl_->revision = std::move(revision);
}

void Store::Commit(const GraphChange& change, const RunProgress& progress) {
  try {
    impl_->CheckFile();
    SQLite::Transaction transaction(impl_->database, SQLite::TransactionBehavior::IMMEDIATE);
    impl_->CheckWriter();
    if (impl_->revision) impl_->Apply(*impl_->revision);
    assert(change.points.empty() || change.first_point == impl_->points);
    impl_->Write(change);
    impl_->WriteProgress(progress);
    transaction.commit();
    impl_->revision.reset();
    if (impl_->log_identity == FileIdentity{}) {
      impl_->log_identity = IdentityOf(impl_->file + "-wal");
    }
  } catch (const SQLite::Exception& error) {
    throw store::Explain(impl_->path, error, "written");
  }
}

void Store::Finish(const RunProgress& progress) {
  Commit({}, progress);
  // Else whoever opens the file read-only leaves a -wal and a -shm file beside it. Everything is
  // stored by now: it is no loss where a reader keeps the log in use.
  impl_->statements.reset();
  if (impl_->database.tryExec("PRAGMA journal_mode = DELETE") != SQLite::OK) {
    impl_->database.tryExec("PRAGMA wal_checkpoint(TRUNCATE)");
  }
}

}  // namespace wm
