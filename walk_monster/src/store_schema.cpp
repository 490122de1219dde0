#include "walk_monster/src/store_schema.h"

#include <cstring>
#include <fstream>
#include <sqlite3.h>

#include "maps/shown_text.h"

namespace wm::store {

// Kinds are stored as words: a query should read like a sentence.
const std::array<Table, kTableCount>& Tables() {
  static constexpr std::array<Table, kTableCount> kTables = {{
      {"run",
       "id INTEGER PRIMARY KEY, level TEXT NOT NULL, mover TEXT NOT NULL, backend TEXT NOT NULL, "
       "strategy TEXT NOT NULL, state INTEGER NOT NULL REFERENCES world_state (id), "
       "outcome TEXT NOT NULL CHECK (outcome IN ('running', 'complete', 'max_points', "
       "'max_drives', "
       "'exhausted', 'interrupted')), phase INTEGER NOT NULL, next_colour INTEGER NOT NULL, "
       "drives INTEGER NOT NULL, ticks INTEGER NOT NULL, bad_starts INTEGER NOT NULL, seconds REAL "
       "NOT NULL, "
       "cpu_seconds REAL NOT NULL, area_m2 REAL NOT NULL, graph_hash TEXT, writer TEXT NOT NULL"},
      {"parameter",
       "run INTEGER NOT NULL REFERENCES run (id), position INTEGER NOT NULL, name TEXT NOT NULL, "
       "value TEXT NOT NULL, PRIMARY KEY (run, position)",
       "WITHOUT ROWID"},
      {"world_state",
       "id INTEGER PRIMARY KEY, name TEXT NOT NULL, outcome TEXT NOT NULL CHECK (outcome IN "
       "('running', 'complete', 'max_points', 'max_drives', "
       "'exhausted', 'interrupted', 'outdated'))"},
      {"world_choice",
       "state INTEGER NOT NULL REFERENCES world_state (id), "
       "entity INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (state, entity)",
       "WITHOUT ROWID"},
      {"entity",
       "id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, intent TEXT NOT NULL, "
       "x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL, sx REAL, sy REAL, sz REAL, "
       "contract TEXT, initial TEXT"},
      {"entity_state",
       "entity INTEGER NOT NULL REFERENCES entity (id), position INTEGER NOT NULL, "
       "name TEXT NOT NULL, PRIMARY KEY (entity, position)",
       "WITHOUT ROWID"},
      {"patch",
       "entity INTEGER NOT NULL REFERENCES entity (id), state TEXT NOT NULL, "
       "ix INTEGER NOT NULL, iy INTEGER NOT NULL, hash TEXT NOT NULL, "
       "x0 REAL NOT NULL, y0 REAL NOT NULL, z0 REAL NOT NULL, "
       "x1 REAL NOT NULL, y1 REAL NOT NULL, z1 REAL NOT NULL, "
       "PRIMARY KEY (entity, state, ix, iy)",
       "WITHOUT ROWID"},
      {"outline",
       "id INTEGER PRIMARY KEY, ax REAL NOT NULL, ay REAL NOT NULL, az REAL NOT NULL, "
       "bx REAL NOT NULL, by REAL NOT NULL, bz REAL NOT NULL"},
      {"point",
       "id INTEGER PRIMARY KEY, x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL, "
       "kind TEXT NOT NULL CHECK (kind IN ('open', 'hit', 'landing', 'seed')), "
       "state INTEGER NOT NULL REFERENCES world_state (id), from_spawn INTEGER NOT NULL, "
       "wall_x REAL NOT NULL, wall_y REAL NOT NULL"},
      {"seed",
       "state INTEGER NOT NULL REFERENCES world_state (id), "
       "point INTEGER NOT NULL REFERENCES point (id), is_spawn INTEGER NOT NULL, "
       "is_ride INTEGER NOT NULL, PRIMARY KEY (state, point)",
       "WITHOUT ROWID"},
      {"expansion",
       "point INTEGER NOT NULL REFERENCES point (id), "
       "state INTEGER NOT NULL REFERENCES world_state (id), "
       "kind TEXT NOT NULL CHECK (kind IN ('driven', 'expanded', 'absent')), "
       "west INTEGER NOT NULL, east INTEGER NOT NULL, south INTEGER NOT NULL, "
       "north INTEGER NOT NULL, below INTEGER NOT NULL, above INTEGER NOT NULL, "
       "PRIMARY KEY (point, state)",
       "WITHOUT ROWID"},
      {"edge",
       "a INTEGER NOT NULL REFERENCES point (id), b INTEGER NOT NULL REFERENCES point (id), "
       "state INTEGER NOT NULL REFERENCES world_state (id), "
       "kind TEXT NOT NULL CHECK (kind IN ('walk', 'ride')), "
       "forward TEXT NOT NULL CHECK (forward IN ('untried', 'failed', 'reached')), "
       "back TEXT NOT NULL CHECK (back IN ('untried', 'failed', 'reached')), "
       "drop_m REAL NOT NULL, entity INTEGER, stop TEXT, "
       "PRIMARY KEY (a, b, state, kind), CHECK (a < b)",
       "WITHOUT ROWID"},
      {"obstacle",
       "id INTEGER PRIMARY KEY, from_point INTEGER NOT NULL REFERENCES point (id), "
       "x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL, "
       "nx REAL NOT NULL, ny REAL NOT NULL, nz REAL NOT NULL, "
       "entity INTEGER NOT NULL REFERENCES entity (id), "
       "state INTEGER NOT NULL REFERENCES world_state (id)"},
      {"left_world",
       "id INTEGER PRIMARY KEY, from_point INTEGER NOT NULL REFERENCES point (id), "
       "x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL, "
       "state INTEGER NOT NULL REFERENCES world_state (id)"},
      {"region",
       "id INTEGER PRIMARY KEY, is_home INTEGER NOT NULL, points INTEGER NOT NULL, "
       "area_m2 REAL NOT NULL"},
      {"finding",
       "id TEXT PRIMARY KEY, kind TEXT NOT NULL, x REAL NOT NULL, y REAL NOT NULL, "
       "z REAL NOT NULL, entity INTEGER REFERENCES entity (id), text TEXT NOT NULL"},
  }};
  return kTables;
}

std::string Printable(const std::filesystem::path& path) { return Shown(path.string()); }

InputError Explain(const std::filesystem::path& path, const SQLite::Exception& error,
                   std::string_view doing) {
  const std::string file = Printable(path);
  const std::string done(doing);
  switch (error.getErrorCode()) {
    case SQLITE_FULL:
      return InputError(file + ": the disk is full; free some space, what was committed is kept");
    case SQLITE_CANTOPEN:
      return InputError(file + ": cannot be opened; check that folder and file may be " + done);
    case SQLITE_READONLY:
      return InputError(file +
                        ": is read-only or was removed; make it writable or name another file");
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return InputError(file + ": may not be " + done + "; check its permissions");
    case SQLITE_NOTADB:
      return InputError(file + ": is not a coverage database; name one that sweep --db has made");
    case SQLITE_CORRUPT:
      return InputError(file + ": is damaged (" + error.what() + "); delete it and sweep again");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return InputError(file + ": is in use by another program; wait for it or close it");
    case SQLITE_IOERR:
      return InputError(file + ": cannot be " + done + " (" + error.what() +
                        "); check disk space, file size limit and the disk itself");
    default:
      return InputError(file + ": cannot be " + done + " (" + error.what() + ")");
  }
}

FileKind LookAt(const std::filesystem::path& path) {
  // The header of a database file: a magic text, at byte 68 the application id, high byte first.
  static constexpr std::string_view kMagic("SQLite format 3\0", 16);
  std::ifstream file(path, std::ios::binary);
  if (!file) return FileKind::kUnreadable;
  std::array<char, 100> header{};
  file.read(header.data(), header.size());
  if (file.bad()) return FileKind::kUnreadable;
  if (file.gcount() == 0) return FileKind::kEmpty;
  if (file.gcount() < 100 || std::memcmp(header.data(), kMagic.data(), kMagic.size()) != 0) {
    return FileKind::kForeign;
  }
  std::uint32_t id = 0;
  for (std::size_t i = 68; i < 72; ++i) id = id << 8 | static_cast<unsigned char>(header[i]);
  return id == static_cast<std::uint32_t>(kApplicationId) ? FileKind::kOurs : FileKind::kForeign;
}

void CheckIdentity(SQLite::Database& database, const std::filesystem::path& path) {
  if (database.execAndGet("PRAGMA application_id").getInt() != kApplicationId) {
    throw InputError(Printable(path) +
                     ": is not a coverage database; name one that sweep --db has made");
  }
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (version > kSchemaVersion) {
    throw InputError(Printable(path) + ": was made by a newer Walk Monster (schema " +
                     std::to_string(version) + ", this one reads " +
                     std::to_string(kSchemaVersion) + "); update Walk Monster or sweep again");
  }
  if (version < kSchemaVersion) {
    throw InputError(Printable(path) + ": was made by an older Walk Monster (schema " +
                     std::to_string(version) + ", this one reads " +
                     std::to_string(kSchemaVersion) + "); sweep again");
  }
}

}  // namespace wm::store
