#include "walk_monster/src/store_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "walk_monster/outline.h"

namespace wm::store {
namespace {

constexpr int kRun = 1;  // row of `run`

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

void WriteMap(SQLite::Database& database, const RunRecord& run, const std::string& writer,
              const WorldState& state, const LevelRecord& level) {
  WriteRun(database, run, writer);
  WriteParameters(database, run);
  WriteStates(database, {&state, 1});
  WriteLevel(database, level);
}

RowWriter::RowWriter(SQLite::Database& database)
    : database_(database),
      point_(database,
             "INSERT INTO point (id, x, y, z, kind, state, from_spawn, wall_x, wall_y) "
             "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      edge_(database,
            "INSERT INTO edge (a, b, state, kind, forward, back, drop_m, entity, stop) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (a, b, state, kind) DO UPDATE SET "
            "forward = excluded.forward, back = excluded.back, drop_m = excluded.drop_m"),
      obstacle_(database,
                "INSERT INTO obstacle (id, from_point, x, y, z, nx, ny, nz, entity, state) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      exit_(database,
            "INSERT INTO left_world (id, from_point, x, y, z, state) VALUES (?, ?, ?, ?, ?, ?)"),
      expansion_(database,
                 "INSERT OR REPLACE INTO expansion (point, state, kind, west, east, south, north, "
                 "below, above) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      seed_(database,
            "INSERT OR REPLACE INTO seed (state, point, is_spawn, is_ride) VALUES (?, ?, ?, ?)"),
      from_spawn_(database, "UPDATE point SET from_spawn = 1 WHERE id = ?"),
      progress_(database,
                "UPDATE run SET outcome = ?, phase = ?, next_colour = ?, drives = ?, ticks = ?, "
                "bad_starts = ?, seconds = ?, cpu_seconds = ?, area_m2 = ?, graph_hash = ? "
                "WHERE id = ?"),
      outcome_(database, "UPDATE world_state SET outcome = ? WHERE id = ?"),
      writer_(database, "SELECT writer FROM run WHERE id = ?") {
  const auto next = [&](const std::string& table) {
    return static_cast<std::uint64_t>(
        database.execAndGet("SELECT coalesce(max(id), -1) + 1 FROM " + table).getInt64());
  };
  points_ = next("point");
  obstacles_ = next("obstacle");
  exits_ = next("left_world");
}

void RowWriter::Write(const MapRevision& change) {
  SQLite::Statement run(database_, "UPDATE run SET level = ?, state = ? WHERE id = ?");
  Row(run).Text(change.run.level).Whole(change.state).Whole(kRun).Insert();
  WriteParameters(database_, change.run);
  WriteStates(database_, change.states);
  if (change.level) WriteLevel(database_, *change.level);
  if (change.forgets_seeds) {
    SQLite::Statement forget(database_, "DELETE FROM seed WHERE state = ?");
    Row(forget).Whole(change.state).Insert();
  }
  SQLite::Statement remove(database_, "DELETE FROM expansion WHERE point = ? AND state = ?");
  for (const Expansion& gone : change.gone) {
    Row(remove).Whole(gone.point).Whole(gone.state).Insert();
  }
  SQLite::Statement remove_edge(
      database_, "DELETE FROM edge WHERE a = ? AND b = ? AND state = ? AND kind = 'walk'");
  if (change.forgets_rides) database_.exec("DELETE FROM edge WHERE kind = 'ride'");
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
    database_.exec("DELETE FROM obstacle");
    obstacles_ = 0;
    rows.obstacles = *change.obstacles;
  }
  if (change.exits) {
    database_.exec("DELETE FROM left_world");
    exits_ = 0;
    rows.exits = *change.exits;
  }
  Write(rows);
}

// An edge from one world state into another, told by what moves and where to.
void RowWriter::WriteRide(const GraphRide& ride) {
  const bool is_forward = ride.from < ride.to;
  const std::string_view reached = Name(Way::kReached);
  const std::string_view untried = Name(Way::kUntried);
  Row row(edge_);
  row.Whole(std::min(ride.from, ride.to)).Whole(std::max(ride.from, ride.to));
  row.Whole(ride.state).Word("ride");
  row.Word(is_forward ? reached : untried).Word(is_forward ? untried : reached);
  row.Real(ride.drop_m).Whole(ride.entity).Text(ride.stop).Insert();
}

void RowWriter::Write(const GraphChange& change) {
  assert(change.points.empty() || change.first_point == points_);
  for (std::size_t i = 0; i < change.points.size(); ++i) {
    const GraphPoint& point = change.points[i];
    Row row(point_);
    row.Whole(points_ + i).Place(point.foot).Word(Name(point.kind));
    row.Whole(point.state).Whole(point.from_spawn ? 1 : 0);
    row.Real(point.wall_x).Real(point.wall_y).Insert();
  }
  for (const GraphEdge& edge : change.edges) {
    Row row(edge_);
    row.Whole(edge.a).Whole(edge.b).Whole(edge.state).Word("walk");
    row.Word(Name(edge.forward)).Word(Name(edge.back)).Real(edge.drop_m);
    row.Null().Null().Insert();
  }
  for (const GraphRide& ride : change.rides) WriteRide(ride);
  for (std::size_t i = 0; i < change.obstacles.size(); ++i) {
    const GraphObstacle& obstacle = change.obstacles[i];
    Row row(obstacle_);
    row.Whole(obstacles_ + i).Whole(obstacle.from_point).Place(obstacle.point);
    row.Place(obstacle.normal).Whole(obstacle.entity).Whole(obstacle.state).Insert();
  }
  for (std::size_t i = 0; i < change.exits.size(); ++i) {
    const GraphExit& exit = change.exits[i];
    Row row(exit_);
    row.Whole(exits_ + i).Whole(exit.from_point).Place(exit.takeoff).Whole(exit.state).Insert();
  }
  for (const Expansion& expansion : change.expansions) {
    const Reach& reach = expansion.reach;
    Row row(expansion_);
    row.Whole(expansion.point).Whole(expansion.state).Word(Name(expansion.kind));
    row.Signed(reach.west).Signed(reach.east).Signed(reach.south).Signed(reach.north);
    row.Signed(reach.below).Signed(reach.above).Insert();
  }
  for (const GraphSeed& seed : change.seeds) {
    Row row(seed_);
    row.Whole(seed.state).Whole(seed.point).Whole(seed.is_spawn ? 1 : 0);
    row.Whole(seed.is_ride ? 1 : 0).Insert();
  }
  for (const PointId id : change.now_from_spawn) Row(from_spawn_).Whole(id).Insert();
  points_ += change.points.size();
  obstacles_ += change.obstacles.size();
  exits_ += change.exits.size();
}

void RowWriter::Write(const RunProgress& progress, std::uint16_t state) {
  Row row(progress_);
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
  Row(outcome_).Text(progress.outcome).Whole(state).Insert();
}

std::string RowWriter::Writer() {
  Row(writer_).Whole(kRun);
  const std::string writer =
      writer_.executeStep() ? writer_.getColumn(0).getString() : std::string();
  writer_.reset();
  return writer;
}

}  // namespace wm::store
