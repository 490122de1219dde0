// Which machine may give which ids to new entities, so that people who edit one level apart from
// each other never give one id to two things.
//
// LEVEL/id_ranges holds one small file per machine: only that machine writes it, so version control
// never has to merge one. One writer per level at a time; the environment is read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "maps/input_error.h"

namespace wm {

struct IdRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;  // included
  friend bool operator==(const IdRange&, const IdRange&) = default;
};

inline constexpr std::uint32_t kIdsPerRange = 1000;

// Machine key to ranges, sorted by key.
using IdRanges = std::map<std::string, std::vector<IdRange>>;

// 16 hex digits that stay when the network, its cards or the machine's name change. From
// WALK_MONSTER_MACHINE_ID where that is set, else from the system's machine id; hashed, so that the
// level does not publish that id.
std::string MachineKey();

// A level's ranges. Errors: InputError "file:line: what". Safe for untrusted input.
IdRanges ReadIdRanges(const std::filesystem::path& folder);
std::vector<IdRange> ParseIdRanges(std::string_view text, std::string_view file_name);

// A line for each pair of machines that have a range in common, with what heals it.
std::vector<std::string> SharedRanges(const std::filesystem::path& folder, const IdRanges& ranges);

// The next free id of machine `key`, above every id in its range that any file lays claim to. Takes
// (and writes) a range where it has none or it is full; the machine with the greater key gives a
// range up that two have. A range is found from the key, so two machines that take their first at
// the same time hardly ever take the same. Errors: InputError.
std::uint32_t TakeNewId(const std::filesystem::path& folder, const std::string& key);

}  // namespace wm
