// The coverage database: SQLite, plain tables that a person can query (docs/database.md).
//
// One writer. Every Commit is one transaction: a kill loses at most the phase under way.
// Throws InputError with one line that names the file and what to do.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "maps/map.h"
#include "walk_monster/graph.h"

namespace wm {

// What a run was asked, for the `run` and `parameter` tables.
struct RunRecord {
  std::string level;  // path as given
  std::string mover;
  std::string backend;
  std::vector<std::pair<std::string, std::string>> parameters;  // name, value; in a fixed order
};

// How far a run is; written with every commit.
struct RunProgress {
  std::uint64_t phase = 0;  // phases merged so far
  int next_colour = 0;      // 0..3, the colour that the next phase expands
  std::uint64_t drives = 0;
  std::uint64_t ticks = 0;
  std::string outcome = "running";  // running, complete, max_points, interrupted
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
  std::vector<Entity> entities;                // id, kind, name; contracts with their boxes; spawns
  std::vector<std::pair<Vec3, Vec3>> outline;  // the level's segments for pictures
  Graph graph;
};

class Store {
 public:
  // Throws what Create would throw for what is at `path`: for those who have long work before it.
  static void CheckPlace(const std::filesystem::path& path, bool replace);

  // Creates the database. An existing file is refused, or with `replace` replaced once the new one
  // can be written; a file that is not a coverage database is never replaced.
  static Store Create(const std::filesystem::path& path, bool replace, const RunRecord& run,
                      const Map& map);
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
