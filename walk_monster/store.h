// The coverage database: SQLite, plain tables that a person can query (docs/database.md).
//
// One writer. Every Commit is one transaction: a kill loses at most the phase under way.
// Throws InputError with one line that names the file and what to do.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "maps/map.h"
#include "walk_monster/graph.h"
#include "walk_monster/world_states.h"

namespace wm {

// What a run was asked, for the `run` and `parameter` tables.
struct RunRecord {
  std::string level;  // path as given
  std::string mover;
  std::string backend;
  std::vector<std::pair<std::string, std::string>> parameters;  // name, value; in a fixed order
  std::string strategy = "directional";
};

// How far a run is; written with every commit.
struct RunProgress {
  std::uint64_t phase = 0;  // phases merged so far
  int next_colour = 0;      // 0..3, the colour that the next phase expands
  std::uint64_t drives = 0;
  std::uint64_t ticks = 0;
  std::uint64_t bad_starts = 0;
  std::string outcome = "running";  // running, or as Name(SweepOutcome)
  double seconds = 0.0;
  double cpu_seconds = 0.0;
  double area_m2 = 0.0;
  std::uint64_t graph_hash = 0;  // 0 while running

  bool IsComplete() const { return outcome == "complete"; }  // everything that can be found is
};

// Everything that a database holds.
struct StoredMap {
  RunRecord run;
  RunProgress progress;
  // id, kind, name, place; boxes and contracts with their size; doors and lifts with the names of
  // their states.
  std::vector<Entity> entities;
  std::vector<std::pair<Vec3, Vec3>> outline;  // the level's segments for pictures
  std::vector<WorldState> states;              // by the state numbers of the graph
  std::vector<Patch> patches;                  // as PatchesOf gives them
  std::uint16_t state = 0;                     // swept last
  std::uint64_t graph_hash = 0;                // of everything stored, as it is now
  Graph graph;                                 // everything stored; see InState (view.h)
};

// A level as it is swept.
struct LevelRecord {
  const Map* map = nullptr;
  std::span<const Patch> patches;
};

// What a run that goes on changes in a map before its first phase; stored together with that.
struct MapRevision {
  RunRecord run;                     // as it is now
  std::vector<WorldState> states;    // all of them
  std::uint16_t state = 0;           // swept from now on
  std::optional<LevelRecord> level;  // where it has changed
  bool forgets_seeds = false;        // those of the state that is swept
  bool forgets_rides = false;
  std::vector<Expansion> gone;        // no longer known
  std::vector<Expansion> expansions;  // changed
  std::vector<GraphEdge> edges;       // changed; gone where neither way is driven
  // Where some are gone, all that remain.
  std::optional<std::vector<GraphObstacle>> obstacles;
  std::optional<std::vector<GraphExit>> exits;
};

class Store {
 public:
  // Throws what Create would throw for what is at `path`: for those who have long work before it.
  static void CheckPlace(const std::filesystem::path& path, bool replace);

  // Creates the database. An existing file is refused, or with `replace` replaced once the new one
  // can be written; a file that is not a coverage database is never replaced.
  static Store Create(const std::filesystem::path& path, bool replace, const RunRecord& run,
                      const WorldState& state, const LevelRecord& level);

  // Whether there is an empty file: a database whose writer was killed before its first
  // transaction.
  static bool IsEmpty(const std::filesystem::path& path);

  // Opens a database to go on with it. Refuses one that somebody else writes to at this moment, and
  // keeps others from it until this store is gone.
  static Store Open(const std::filesystem::path& path);

  // Changes the map; stored with the next Commit, or not at all. Once, before the first Commit.
  void Revise(MapRevision revision);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  void Commit(const GraphChange& change, const RunProgress& progress);

  // The last commit of a run. Leaves one file with no others beside it, unless somebody reads it at
  // this moment.
  void Finish(const RunProgress& progress);

 private:
  struct Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Reads a whole database. Read-only; works beside a writer.
StoredMap LoadStoredMap(const std::filesystem::path& path);

}  // namespace wm
