// The rows of a coverage database, as they are written. Not when: transactions, files and locks are
// the store's business (store_writer.cpp).
#pragma once

#include <cstdint>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "walk_monster/store.h"

namespace wm::store {

// A new map without points, into empty tables.
void WriteMap(SQLite::Database& database, const RunRecord& run, const std::string& writer,
              const WorldState& state, const LevelRecord& level);

// Writes what a map grows by. Needs: a database that holds a map.
class RowWriter {
 public:
  explicit RowWriter(SQLite::Database& database);

  void Write(const GraphChange& change);
  void Write(const MapRevision& revision);
  void Write(const RunProgress& progress, std::uint16_t state);

  // Whose map it is now.
  std::string Writer();

 private:
  void WriteRide(const GraphRide& ride);

  SQLite::Database& database_;
  SQLite::Statement point_, edge_, obstacle_, exit_, expansion_, seed_, from_spawn_, progress_,
      outcome_, writer_;
  std::uint64_t points_ = 0, obstacles_ = 0, exits_ = 0;  // the next rows
};

}  // namespace wm::store
