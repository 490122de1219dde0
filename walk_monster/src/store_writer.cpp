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

#include "walk_monster/src/store_rows.h"
#include "walk_monster/src/store_schema.h"
#include "walk_monster/store.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

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
  void TakeOver();

  fs::path path;     // as given
  std::string file;  // absolute: a change of the working folder changes nothing
  WriteLock lock;
  SQLite::Database database;
  std::string writer = WriterToken();
  FileIdentity identity;
  FileIdentity log_identity;            // of the -wal file, once there is one
  std::uint16_t state = 0;              // swept
  std::optional<MapRevision> revision;  // not stored yet
  std::unique_ptr<store::RowWriter> rows;
};

void Store::Impl::Prepare() {
  database.exec("PRAGMA synchronous = NORMAL");
  // Where a file system cannot do write-ahead logging, SQLite stays with its rollback journal: as
  // safe, but a reader and the writer wait for each other.
  database.exec("PRAGMA journal_mode = WAL");
  identity = IdentityOf(file);
  rows = std::make_unique<store::RowWriter>(database);
}

void Store::Impl::CheckFile() const {
  if (IdentityOf(file) != identity ||
      (log_identity != FileIdentity{} && IdentityOf(file + "-wal") != log_identity)) {
    throw InputError(store::Printable(path) +
                     ": was removed or replaced during the run; sweep again and leave it in place");
  }
}

// From now on this writer's, and no longer any other's.
void Store::Impl::TakeOver() {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  SQLite::Statement update(database, "UPDATE run SET writer = ?");
  update.bind(1, writer);
  update.exec();
  transaction.commit();
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
    store::WriteMap(impl->database, run, impl->writer, state, level);
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
    impl->TakeOver();
    impl->Prepare();
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
    if (impl_->rows->Writer() != impl_->writer) {
      throw InputError(store::Printable(impl_->path) +
                       ": another run has taken it over; sweep into a file of its own");
    }
    if (impl_->revision) impl_->rows->Write(*impl_->revision);
    impl_->rows->Write(change);
    impl_->rows->Write(progress, impl_->state);
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
  impl_->rows.reset();
  if (impl_->database.tryExec("PRAGMA journal_mode = DELETE") != SQLite::OK) {
    impl_->database.tryExec("PRAGMA wal_checkpoint(TRUNCATE)");
  }
}

}  // namespace wm
