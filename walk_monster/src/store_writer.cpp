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
  database.exec("INSERT INTO world_state (id, name) VALUES (0, 'initial')");
}

// Binds values to the parameters of a statement from the first on, and runs it.
class Row {
 public:
  explicit Row(SQLite::Statement& statement) : statement_(statement) { statement_.tryReset(); }
  Row& Whole(std::uint64_t value) {
    statement_.bind(++index_, static_cast<std::int64_t>(value));
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
      "INSERT INTO run (id, level, mover, backend, outcome, phase, next_colour, drives, ticks, "
      "seconds, cpu_seconds, area_m2, graph_hash, writer) "
      "VALUES (?, ?, ?, ?, 'running', 0, 0, 0, 0, 0, 0, 0, NULL, ?)");
  Row(insert_run)
      .Whole(kRun)
      .Text(run.level)
      .Text(run.mover)
      .Text(run.backend)
      .Text(writer)
      .Insert();
  SQLite::Statement insert_parameter(
      database, "INSERT INTO parameter (run, position, name, value) VALUES (?, ?, ?, ?)");
  for (std::size_t i = 0; i < run.parameters.size(); ++i) {
    const auto& [name, value] = run.parameters[i];
    Row(insert_parameter).Whole(kRun).Whole(i).Text(name).Text(value).Insert();
  }
}

void WriteLevel(SQLite::Database& database, const Map& map) {
  SQLite::Statement insert_entity(
      database,
      "INSERT INTO entity (id, kind, name, intent, x, y, z, sx, sy, sz, contract) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
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
    row.Insert();
  }
  SQLite::Statement insert_line(
      database, "INSERT INTO outline (id, ax, ay, az, bx, by, bz) VALUES (?, ?, ?, ?, ?, ?, ?)");
  std::uint64_t id = 0;
  for (const auto& [a, b] : LevelOutline(map))
    Row(insert_line).Whole(id++).Place(a).Place(b).Insert();
}

}  // namespace

struct Store::Impl {
  Impl(const fs::path& given, const std::string& absolute)
      : path(given),
        file(absolute),
        database(absolute, SQLite::OPEN_READWRITE, store::kBusyTimeoutMs) {}

  void Prepare();
  void CheckFile() const;
  void Write(const GraphChange& change);
  void WriteProgress(const RunProgress& progress);

  fs::path path;     // as given
  std::string file;  // absolute: a change of the working folder changes nothing
  SQLite::Database database;
  std::string writer = WriterToken();
  FileIdentity identity;
  FileIdentity log_identity;                           // of the -wal file, once there is one
  std::uint64_t points = 0, obstacles = 0, exits = 0;  // committed

  struct Statements {
    explicit Statements(SQLite::Database& database);
    SQLite::Statement point, edge, obstacle, exit, progress, writer;
  };
  std::unique_ptr<Statements> statements;
};

Store::Impl::Statements::Statements(SQLite::Database& db)
    : point(
          db,
          "INSERT INTO point (id, x, y, z, kind, state, from_spawn) VALUES (?, ?, ?, ?, ?, ?, ?)"),
      edge(db,
           "INSERT INTO edge (a, b, state, kind, forward, back, drop_m) "
           "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (a, b, state) DO UPDATE SET "
           "kind = excluded.kind, forward = excluded.forward, back = excluded.back, "
           "drop_m = excluded.drop_m"),
      obstacle(db,
               "INSERT INTO obstacle (id, from_point, x, y, z, nx, ny, nz, entity, state) "
               "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      exit(db, "INSERT INTO left_world (id, from_point, x, y, z, state) VALUES (?, ?, ?, ?, ?, ?)"),
      progress(db,
               "UPDATE run SET outcome = ?, phase = ?, next_colour = ?, drives = ?, ticks = ?, "
               "seconds = ?, cpu_seconds = ?, area_m2 = ?, graph_hash = ? WHERE id = ?"),
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

void Store::Impl::Write(const GraphChange& change) {
  for (std::size_t i = 0; i < change.points.size(); ++i) {
    const GraphPoint& point = change.points[i];
    Row row(statements->point);
    row.Whole(points + i).Place(point.foot).Word(Name(point.kind));
    row.Whole(point.state).Whole(point.from_spawn ? 1 : 0).Insert();
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
}

void Store::Impl::WriteProgress(const RunProgress& progress) {
  Row row(statements->progress);
  row.Text(progress.outcome).Whole(progress.phase);
  row.Whole(static_cast<std::uint64_t>(progress.next_colour));
  row.Whole(progress.drives).Whole(progress.ticks).Real(progress.seconds);
  row.Real(progress.cpu_seconds).Real(progress.area_m2);
  if (progress.graph_hash == 0) {
    row.Null();
  } else {
    row.Text(HashText(progress.graph_hash));
  }
  row.Whole(kRun).Insert();
}

void Store::CheckPlace(const fs::path& path, bool replace) { wm::CheckPlace(path, replace); }

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::Create(const fs::path& path, bool replace, const RunRecord& run, const Map& map) {
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
    WriteLevel(impl->database, map);
    transaction.commit();
    impl->Prepare();
  } catch (const SQLite::Exception& error) {
    impl.reset();
    if (is_new) RemoveDatabase(file);
    throw store::Explain(path, error, "written");
  }
  return Store(std::move(impl));
}

void Store::Commit(const GraphChange& change, const RunProgress& progress) {
  assert(change.points.empty() || change.first_point == impl_->points);
  try {
    impl_->CheckFile();
    SQLite::Transaction transaction(impl_->database, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement& writer = impl_->statements->writer;
    Row(writer).Whole(kRun);
    const bool is_ours = writer.executeStep() && writer.getColumn(0).getString() == impl_->writer;
    writer.reset();
    if (!is_ours) {
      throw InputError(store::Printable(impl_->path) +
                       ": another run has taken it over; sweep into a file of its own");
    }
    impl_->Write(change);
    impl_->WriteProgress(progress);
    transaction.commit();
    impl_->points += change.points.size();
    impl_->obstacles += change.obstacles.size();
    impl_->exits += change.exits.size();
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
