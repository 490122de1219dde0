// Reading a coverage database. Nothing in the file is believed: every id, kind and number is
// checked before it becomes an index or an enum.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <sqlite3.h>

#include "walk_monster/src/store_schema.h"
#include "walk_monster/store.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

constexpr double kFarthest = 1e7;  // [m] beyond this, positions are no longer exact
constexpr std::uint64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

// The rows of one query, every value checked as it is taken.
class Rows {
 public:
  Rows(SQLite::Database& database, const fs::path& path, const char* table,
       const std::string& query)
      : path_(path), table_(table), statement_(database, query) {}

  bool Next() {
    index_ = 0;
    ++row_;
    return statement_.executeStep();
  }
  std::uint64_t Whole(std::uint64_t limit) {
    const SQLite::Column column = statement_.getColumn(index_);
    if (!column.isInteger() || column.getInt64() < 0 ||
        static_cast<std::uint64_t>(column.getInt64()) >= limit) {
      Refuse();
    }
    ++index_;
    return static_cast<std::uint64_t>(column.getInt64());
  }
  std::int64_t Signed(std::int64_t limit) {
    const SQLite::Column column = statement_.getColumn(index_);
    if (!column.isInteger() || column.getInt64() > limit || column.getInt64() < -limit) Refuse();
    ++index_;
    return column.getInt64();
  }
  double Real(double limit = std::numeric_limits<double>::max()) {
    const SQLite::Column column = statement_.getColumn(index_);
    if (!column.isFloat() && !column.isInteger()) Refuse();
    const double value = column.getDouble();
    if (!(std::fabs(value) <= limit)) Refuse();
    ++index_;
    return value;
  }
  Vec3 Place(double limit = kFarthest) {
    const double x = Real(limit);
    const double y = Real(limit);
    return {x, y, Real(limit)};
  }
  std::string Text() {
    const SQLite::Column column = statement_.getColumn(index_);
    if (!column.isText()) Refuse();
    ++index_;
    return column.getString();
  }
  bool IsNull() const { return statement_.getColumn(index_).isNull(); }
  void Skip(int columns) { index_ += columns; }

  // The one of `count` enumerators, from 0, whose name this is.
  template <typename Enum, typename NameOf>
  Enum Kind(int count, NameOf name_of) {
    const SQLite::Column column = statement_.getColumn(index_);
    if (column.isText()) {
      const std::string_view text(column.getText(), static_cast<std::size_t>(column.getBytes()));
      for (int i = 0; i < count; ++i) {
        if (text != name_of(static_cast<Enum>(i))) continue;
        ++index_;
        return static_cast<Enum>(i);
      }
    }
    Refuse();
  }
  // About the value taken last.
  void Need(bool condition) {
    if (condition) return;
    index_ = std::max(0, index_ - 1);
    Refuse();
  }
  [[noreturn]] void Refuse() const {
    throw InputError(store::Printable(path_) + ": is damaged: table " + table_ + ", row " +
                     std::to_string(row_) + ", column " +
                     statement_.getColumnName(std::min(index_, statement_.getColumnCount() - 1)) +
                     "; delete it and sweep again");
  }

 private:
  const fs::path& path_;
  const char* table_;
  SQLite::Statement statement_;
  int index_ = 0;
  std::uint64_t row_ = 0;
};

class Reader {
 public:
  Reader(SQLite::Database& database, const fs::path& path) : database_(database), path_(path) {}

  StoredMap Read() {
    CheckTables();
    StoredMap map;
    ReadLevel(&map);
    ReadStates(&map);
    ReadRun(&map);
    ReadPatches(&map);
    ReadPoints(&map.graph);
    ReadEdges(&map.graph);
    ReadObstacles(&map.graph);
    ReadExpansions(&map.graph);
    map.graph_hash = HashGraph(map.graph);
    return map;
  }

 private:
  Rows From(const char* table, const std::string& query) {
    return {database_, path_, table, query};
  }

  // A view or a virtual table could compute rows for ever.
  void CheckTables() {
    for (const store::Table& table : store::Tables()) {
      SQLite::Statement query(database_,
                              "SELECT type = 'table' AND rootpage > 0 FROM sqlite_schema "
                              "WHERE name = ?");
      query.bind(1, table.name);
      if (!query.executeStep() || query.getColumn(0).getInt() != 1) {
        throw InputError(store::Printable(path_) + ": is damaged: no table " + table.name +
                         "; delete it and sweep again");
      }
    }
  }

  void ReadRun(StoredMap* map) {
    Rows rows = From("run",
                     "SELECT id, level, mover, backend, strategy, state, outcome, phase, "
                     "next_colour, drives, ticks, bad_starts, seconds, cpu_seconds, area_m2, "
                     "graph_hash FROM run "
                     "ORDER BY id DESC LIMIT 1");
    if (!rows.Next()) {
      throw InputError(store::Printable(path_) + ": holds no run; delete it and sweep again");
    }
    const std::uint64_t id = rows.Whole(kNoLimit);
    map->run.level = rows.Text();
    map->run.mover = rows.Text();
    map->run.backend = rows.Text();
    map->run.strategy = rows.Text();
    map->state = State(&rows);
    RunProgress& progress = map->progress;
    progress.outcome = rows.Text();
    rows.Need(IsOutcome(progress.outcome));
    progress.phase = rows.Whole(kNoLimit);
    progress.next_colour = static_cast<int>(rows.Whole(4));
    progress.drives = rows.Whole(kNoLimit);
    progress.ticks = rows.Whole(kNoLimit);
    progress.bad_starts = rows.Whole(kNoLimit);
    progress.seconds = rows.Real();
    progress.cpu_seconds = rows.Real();
    progress.area_m2 = rows.Real();
    if (!rows.IsNull()) {
      progress.graph_hash = Hash(&rows);
    }
    Rows parameters =
        From("parameter", "SELECT name, value FROM parameter WHERE run = " + std::to_string(id) +
                              " ORDER BY position");
    while (parameters.Next()) {
      std::string name = parameters.Text();
      map->run.parameters.emplace_back(std::move(name), parameters.Text());
    }
  }

  static std::uint64_t Hash(Rows* rows) {
    const std::optional<std::uint64_t> hash = ParseHash(rows->Text());
    rows->Need(hash.has_value());
    return *hash;
  }

  static std::optional<std::uint64_t> ParseHash(const std::string& text) {
    if (text.size() != 16) return std::nullopt;
    std::uint64_t hash = 0;
    for (const char c : text) {
      const std::size_t digit = std::string_view("0123456789abcdef").find(c);
      if (digit == std::string_view::npos) return std::nullopt;
      hash = hash << 4 | digit;
    }
    return hash;
  }

  void ReadLevel(StoredMap* map) {
    Rows rows = From("entity",
                     "SELECT id, kind, name, intent, x, y, z, contract, initial, sx, sy, sz "
                     "FROM entity ORDER BY id");
    while (rows.Next()) {
      Entity entity;
      entity.id = static_cast<std::uint32_t>(rows.Whole(1ULL << 32));
      rows.Need(map->entities.empty() || entity.id > map->entities.back().id);
      entity.kind = rows.Kind<EntityClass>(8, [](EntityClass kind) { return Name(kind); });
      entity.name = rows.Text();
      entity.intent = rows.Kind<Intent>(4, [](Intent intent) { return Name(intent); });
      entity.position = rows.Place();
      if (entity.kind == EntityClass::kContract) {
        entity.contract = rows.Kind<ContractKind>(3, [](ContractKind kind) { return Name(kind); });
      } else {
        rows.Skip(1);
      }
      if (rows.IsNull()) {
        rows.Skip(1);
      } else {
        entity.initial_state = rows.Text();
      }
      if (!rows.IsNull()) entity.size = rows.Place();
      const bool has_room = entity.size.x > 0.0 && entity.size.y > 0.0 && entity.size.z > 0.0;
      rows.Need(has_room || entity.kind != EntityClass::kContract);
      map->entities.push_back(std::move(entity));
    }
    Rows lines = From("outline", "SELECT ax, ay, az, bx, by, bz FROM outline ORDER BY id");
    while (lines.Next()) {
      const Vec3 a = lines.Place();
      map->outline.emplace_back(a, lines.Place());
    }
    ReadEntityStates(map);
  }

  void ReadEntityStates(StoredMap* map) {
    Rows rows = From("entity_state",
                     "SELECT entity, position, name FROM entity_state ORDER BY entity, position");
    while (rows.Next()) {
      const std::uint64_t id = rows.Whole(1ULL << 32);
      const auto entity =
          std::lower_bound(map->entities.begin(), map->entities.end(), id,
                           [](const Entity& e, std::uint64_t i) { return e.id < i; });
      rows.Need(entity != map->entities.end() && entity->id == id);
      rows.Need(rows.Whole(kNoLimit) == entity->states.size());
      entity->states.emplace_back().name = rows.Text();
    }
  }

  void ReadStates(StoredMap* map) {
    Rows rows = From("world_state", "SELECT id, name, outcome FROM world_state ORDER BY id");
    while (rows.Next()) {
      rows.Need(rows.Whole(1ULL << 16) == map->states.size());
      WorldState state;
      state.name = rows.Text();
      state.outcome = rows.Text();
      rows.Need(IsOutcome(state.outcome) || state.outcome == kOutdated);
      map->states.push_back(std::move(state));
    }
    state_count_ = map->states.size();
    Rows choices = From("world_choice",
                        "SELECT state, entity, value FROM world_choice ORDER BY state, entity");
    while (choices.Next()) {
      WorldState& state = map->states[State(&choices)];
      const auto entity = static_cast<std::uint32_t>(choices.Whole(1ULL << 32));
      state.choices.push_back({entity, choices.Text()});
    }
  }

  static bool IsOutcome(std::string_view text) {
    constexpr std::array<std::string_view, 6> kOutcomes = {
        "running", "complete", "max_points", "max_drives", "exhausted", "interrupted"};
    return std::find(kOutcomes.begin(), kOutcomes.end(), text) != kOutcomes.end();
  }

  void ReadPatches(StoredMap* map) {
    Rows rows = From("patch",
                     "SELECT entity, state, ix, iy, hash, x0, y0, z0, x1, y1, z1 FROM patch "
                     "ORDER BY entity, state, ix, iy");
    constexpr std::int64_t kMostColumns = 1LL << 30;
    while (rows.Next()) {
      Patch patch;
      patch.entity = static_cast<std::uint32_t>(rows.Whole(1ULL << 32));
      patch.state = rows.Text();
      patch.ix = static_cast<std::int32_t>(rows.Signed(kMostColumns));
      patch.iy = static_cast<std::int32_t>(rows.Signed(kMostColumns));
      patch.hash = Hash(&rows);
      patch.box.min = rows.Place(2.0 * kFarthest);
      patch.box.max = rows.Place(2.0 * kFarthest);
      map->patches.push_back(std::move(patch));
    }
  }

  void ReadPoints(Graph* graph) {
    Rows rows = From("point",
                     "SELECT id, x, y, z, kind, state, from_spawn, wall_x, wall_y FROM point "
                     "ORDER BY id");
    while (rows.Next()) {
      rows.Need(rows.Whole(1ULL << 32) == graph->points.size());
      GraphPoint point;
      point.foot = rows.Place();
      point.kind = rows.Kind<PointKind>(4, [](PointKind kind) { return Name(kind); });
      point.state = State(&rows);
      point.from_spawn = rows.Whole(2) == 1;
      point.wall_x = rows.Real(1.001);  // of a unit vector
      point.wall_y = rows.Real(1.001);
      graph->points.push_back(point);
    }
  }

  void ReadEdges(Graph* graph) {
    Rows rows = From("edge",
                     "SELECT a, b, state, kind, forward, back, drop_m, entity, stop "
                     "FROM edge ORDER BY a, b, state, kind");
    while (rows.Next()) {
      GraphEdge edge;
      edge.a = Point(&rows, *graph);
      edge.b = Point(&rows, *graph);
      rows.Need(edge.a < edge.b);
      edge.state = State(&rows);
      const std::string kind = rows.Text();
      const bool is_ride = kind == "ride";
      rows.Need(is_ride || kind == "walk");
      edge.forward = rows.Kind<Way>(3, [](Way way) { return Name(way); });
      edge.back = rows.Kind<Way>(3, [](Way way) { return Name(way); });
      edge.drop_m = rows.Real(kFarthest);
      if (is_ride) {
        graph->rides.push_back(Ride(&rows, edge));
        continue;
      }
      if (!graph->edges.empty()) {
        const GraphEdge& last = graph->edges.back();
        rows.Need(std::array{last.a, last.b, PointId{last.state}} <
                  std::array{edge.a, edge.b, PointId{edge.state}});
      }
      graph->edges.push_back(edge);
    }
    std::sort(graph->rides.begin(), graph->rides.end());
  }

  static GraphRide Ride(Rows* rows, const GraphEdge& edge) {
    const bool is_forward = edge.forward == Way::kReached;
    rows->Need(is_forward != (edge.back == Way::kReached));
    GraphRide ride;
    ride.from = is_forward ? edge.a : edge.b;
    ride.to = is_forward ? edge.b : edge.a;
    ride.state = edge.state;
    ride.drop_m = edge.drop_m;
    ride.entity = static_cast<std::uint32_t>(rows->Whole(1ULL << 32));
    ride.stop = rows->Text();
    return ride;
  }

  void ReadObstacles(Graph* graph) {
    Rows rows = From("obstacle",
                     "SELECT from_point, x, y, z, nx, ny, nz, entity, state "
                     "FROM obstacle ORDER BY id");
    while (rows.Next()) {
      GraphObstacle obstacle;
      obstacle.from_point = Point(&rows, *graph);
      obstacle.point = rows.Place();
      obstacle.normal = rows.Place(1.001);  // unit
      obstacle.entity = static_cast<std::uint32_t>(rows.Whole(1ULL << 32));
      obstacle.state = State(&rows);
      graph->obstacles.push_back(obstacle);
    }
    Rows exits =
        From("left_world", "SELECT from_point, x, y, z, state FROM left_world ORDER BY id");
    while (exits.Next()) {
      GraphExit exit;
      exit.from_point = Point(&exits, *graph);
      exit.takeoff = exits.Place();
      exit.state = State(&exits);
      graph->exits.push_back(exit);
    }
  }

  void ReadExpansions(Graph* graph) {
    Rows rows = From("expansion",
                     "SELECT point, state, kind, west, east, south, north, below, above "
                     "FROM expansion ORDER BY point, state");
    const auto reach = [&] { return static_cast<std::int16_t>(rows.Signed(INT16_MAX)); };
    while (rows.Next()) {
      Expansion expansion;
      expansion.point = Point(&rows, *graph);
      expansion.state = State(&rows);
      expansion.kind = rows.Kind<ExpansionKind>(3, [](ExpansionKind kind) { return Name(kind); });
      expansion.reach.west = reach();
      expansion.reach.east = reach();
      expansion.reach.south = reach();
      expansion.reach.north = reach();
      expansion.reach.below = reach();
      expansion.reach.above = reach();
      graph->expansions.push_back(expansion);
    }
    Rows seeds =
        From("seed", "SELECT state, point, is_spawn, is_ride FROM seed ORDER BY state, point");
    while (seeds.Next()) {
      GraphSeed seed;
      seed.state = State(&seeds);
      seed.point = Point(&seeds, *graph);
      seed.is_spawn = seeds.Whole(2) == 1;
      seed.is_ride = seeds.Whole(2) == 1;
      graph->seeds.push_back(seed);
    }
  }

  PointId Point(Rows* rows, const Graph& graph) {
    return static_cast<PointId>(rows->Whole(graph.points.size()));
  }
  std::uint16_t State(Rows* rows) { return static_cast<std::uint16_t>(rows->Whole(state_count_)); }

  SQLite::Database& database_;
  const fs::path& path_;
  std::uint64_t state_count_ = 0;
};

StoredMap Read(const fs::path& path, const std::string& name, int flags) {
  SQLite::Database database(name, flags, store::kBusyTimeoutMs);
  sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  database.exec("PRAGMA cell_size_check = ON");
  database.exec("BEGIN");  // one snapshot, whatever a writer does meanwhile
  store::CheckIdentity(database, path);
  return Reader(database, path).Read();
}

// A file that nobody writes and nobody can: on a read-only medium SQLite has no place for the
// bookkeeping that readers and writers share, and needs none.
std::string ImmutableName(const std::string& file) {
  std::string uri = "file:";
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '/' || c == '.' || c == '-' || c == '_' || (c >= 'a' && c <= 'z') ||
        (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
      uri += c;
    } else {
      constexpr std::string_view kDigits = "0123456789abcdef";
      uri += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return uri + "?immutable=1";
}

// A file whose writer was killed in the middle of a transaction: whoever opens it for writing takes
// back what is half done, with the journal beside it.
StoredMap ReadRolledBack(const fs::path& path, const std::string& file) {
  try {
    return Read(path, file, SQLite::OPEN_READWRITE);
  } catch (const SQLite::Exception& error) {
    const int code = error.getErrorCode();
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY) throw;
    const std::string printable = store::Printable(path);
    throw InputError(printable +
                     ": its writer was killed and it cannot be written to; copy it and " +
                     printable + "-journal to a place where it can, and read it there");
  }
}

}  // namespace

StoredMap LoadStoredMap(const fs::path& path) {
  const std::string printable = store::Printable(path);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) throw InputError(printable + ": is a folder; name a database");
  if (!fs::exists(status)) throw InputError(printable + ": there is no such database");
  if (!fs::is_regular_file(status)) throw InputError(printable + ": is not a regular file");
  const std::string file = fs::absolute(path).string();
  try {
    try {
      return Read(path, file, SQLite::OPEN_READONLY);
    } catch (const SQLite::Exception& first) {
      const bool is_medium =
          first.getErrorCode() == SQLITE_CANTOPEN || first.getErrorCode() == SQLITE_READONLY;
      if (!is_medium || fs::exists(file + "-wal", error)) throw;
      if (fs::exists(file + "-journal", error)) return ReadRolledBack(path, file);
      return Read(path, ImmutableName(file), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
    }
  } catch (const SQLite::Exception& final_error) {
    throw store::Explain(path, final_error, "read");
  }
}

}  // namespace wm
