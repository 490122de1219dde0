// The tables of a coverage database, and how SQLite's complaints become lines for a person. Shared
// by the writer and the reader; docs/database.md describes every column.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>

#include "maps/input_error.h"

namespace wm::store {

inline constexpr std::int32_t kApplicationId = 0x574d4f4e;  // "WMON": whose file this is
inline constexpr std::int32_t kSchemaVersion = 2;
inline constexpr int kBusyTimeoutMs = 10000;

struct Table {
  const char* name;
  const char* columns;  // between the parentheses of CREATE TABLE
  const char* options = "";
};

inline constexpr std::size_t kTableCount = 16;
const std::array<Table, kTableCount>& Tables();

// The path as a person typed it, fit for one line.
std::string Printable(const std::filesystem::path& path);

// One line that names the file, what is wrong and what to do. `doing` is "written" or "read".
InputError Explain(const std::filesystem::path& path, const SQLite::Exception& error,
                   std::string_view doing);

// What the first bytes of a file say, without opening it as a database. Not while this process has
// the same file open as a database: closing a file drops the locks that SQLite holds on it.
enum class FileKind { kEmpty, kOurs, kForeign, kUnreadable };
FileKind LookAt(const std::filesystem::path& path);

// Throws where the open database is not a coverage database of this schema.
void CheckIdentity(SQLite::Database& database, const std::filesystem::path& path);

}  // namespace wm::store
