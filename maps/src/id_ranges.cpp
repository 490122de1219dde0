#include "maps/id_ranges.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

#include "maps/src/files.h"
#include "maps/src/id_holders.h"
#include "maps/src/limits.h"
#include "maps/src/sha256.h"
#include "maps/src/staged_files.h"
#include "maps/src/text_fields.h"
#include "maps/src/this_machine.h"

namespace wm {
namespace {

constexpr const char* kFolder = "id_ranges";
constexpr std::uint32_t kFormatVersion = 1;
// Ids up to nine digits; those below kIdsPerRange are for people who write files by hand.
constexpr std::uint32_t kSlots = 1'000'000;

bool IsKey(std::string_view name) {
  return name.size() == 16 && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

std::string Label(const std::filesystem::path& folder, const std::string& key) {
  return (folder / kFolder / key).string();
}

bool Overlaps(const IdRange& a, const IdRange& b) { return a.first <= b.last && b.first <= a.last; }

std::string Text(const IdRange& range) {
  return std::to_string(range.first) + " to " + std::to_string(range.last);
}

void WriteRanges(const std::filesystem::path& folder, const std::string& key,
                 std::vector<IdRange> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const IdRange& a, const IdRange& b) { return a.first < b.first; });
  FieldWriter out("id_ranges", kFormatVersion, 0);
  out.Field("ranges");
  for (const IdRange& range : ranges) {
    out.Line(std::to_string(range.first) + " " + std::to_string(range.last));
  }
  out.ArrayEnd();
  const auto inside = ResolveInside(folder, kFolder, folder.string());
  std::error_code error;
  std::filesystem::create_directory(inside, error);
  if (error) {
    throw InputError((folder / kFolder).string() + ": cannot be made: " + error.message());
  }
  StagedFiles staged;
  staged.Write(folder / kFolder / key, out.Take());
  staged.Commit();
}

// The number above every id in `range` that a file claims; empty where the range is full.
std::optional<std::uint32_t> NextIn(const IdRange& range, const IdHolders& holders) {
  auto above = holders.upper_bound(range.last);
  if (above == holders.begin()) return range.first;
  const std::uint32_t highest = std::prev(above)->first;
  if (highest < range.first) return range.first;
  if (highest == range.last) return std::nullopt;
  return highest + 1;
}

// A range that nobody has and no entity lies in. The key says where to look first.
IdRange FreeRange(const std::string& key, const IdRanges& ranges, const IdHolders& holders) {
  std::set<std::uint32_t> used;
  for (const auto& [machine, own] : ranges) {
    for (const IdRange& range : own) {
      const std::uint32_t last = std::min(range.last / kIdsPerRange, kSlots);
      for (std::uint32_t slot = range.first / kIdsPerRange; slot <= last; ++slot) used.insert(slot);
    }
  }
  for (const auto& [id, names] : holders) used.insert(id / kIdsPerRange);
  const auto own = ranges.find(key);
  std::uint64_t turn = own == ranges.end() ? 0 : own->second.size();
  for (std::uint64_t tries = 0; tries < kSlots; ++tries, ++turn) {
    const std::string hash = Sha256(key + " " + std::to_string(turn)).substr(0, 8);
    const auto slot = static_cast<std::uint32_t>(std::stoul(hash, nullptr, 16) % (kSlots - 1)) + 1;
    if (used.contains(slot)) continue;
    return {slot * kIdsPerRange, slot * kIdsPerRange + (kIdsPerRange - 1)};
  }
  throw InputError("no range of ids is free in this level");
}

}  // namespace

std::string MachineKey() {
  const char* given = std::getenv("WALK_MONSTER_MACHINE_ID");
  const std::string machine = given != nullptr && *given != '\0' ? given : ThisMachine();
  return Sha256("walk_monster id_ranges\n" + machine).substr(0, 16);
}

std::vector<IdRange> ParseIdRanges(std::string_view text, std::string_view file_name) {
  FieldReader in(text, file_name);
  if (const std::string_view word = in.HeadLine("class"); word != "id_ranges") {
    in.Fail("a file of id ranges begins with `id_ranges`, not " + Quoted(word));
  }
  in.ReadVersion(kFormatVersion);
  in.ParseWhole(in.HeadLine("id"), 0);
  std::vector<IdRange> ranges;
  while (in.NextField()) {
    if (in.field() != "ranges") in.Fail("id ranges have no field " + Quoted(in.field()));
    while (!in.AtArrayEnd()) {
      std::string_view rest = in.Value();
      IdRange range;
      range.first = in.ParseWhole(in.Word(&rest), 0xffffffffu);
      range.last = in.ParseWhole(in.Word(&rest), 0xffffffffu);
      if (!rest.empty() || range.last < range.first) in.Fail("a range is its first and last id");
      constexpr std::size_t kMost = 100'000;
      if (ranges.size() == kMost) in.Fail("too many ranges");
      ranges.push_back(range);
    }
  }
  return ranges;
}

IdRanges ReadIdRanges(const std::filesystem::path& folder) {
  IdRanges all;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder / kFolder, error), end; !error && at != end;
       at.increment(error)) {
    const std::string key = at->path().filename().string();
    if (!IsKey(key)) continue;
    const std::string label = Label(folder, key);
    const auto path = ResolveInside(folder, std::string(kFolder) + "/" + key, label);
    constexpr std::uint64_t kMostBytes = 4u << 20;
    all[key] = ParseIdRanges(ReadWholeFile(path, label, kMostBytes), label);
  }
  return all;
}

std::vector<std::string> SharedRanges(const std::filesystem::path& folder, const IdRanges& ranges) {
  struct Owned {
    IdRange range;
    const std::string* key;
  };
  std::vector<Owned> all;
  for (const auto& [key, own] : ranges) {
    for (const IdRange& range : own) all.push_back({range, &key});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Owned& a, const Owned& b) { return a.range.first < b.range.first; });
  std::vector<std::string> lines;
  for (std::size_t i = 1; i < all.size(); ++i) {
    const Owned& a = all[i - 1];
    const Owned& b = all[i];
    if (!Overlaps(a.range, b.range)) continue;
    lines.push_back(Label(folder, *b.key) + ": has ids " + Text(b.range) + " in common with " +
                    Label(folder, *a.key) + "; the next `level add` on the machine " +
                    std::max(*a.key, *b.key) + " gives them up");
  }
  return lines;
}

std::uint32_t TakeNewId(const std::filesystem::path& folder, const std::string& key) {
  const IdHolders holders = FindIdHolders(folder);
  IdRanges ranges = ReadIdRanges(folder);
  std::vector<IdRange>& own = ranges[key];
  const std::size_t gives_up = std::erase_if(own, [&](const IdRange& range) {
    return std::any_of(ranges.begin(), ranges.end(), [&](const auto& other) {
      return other.first < key &&
             std::any_of(other.second.begin(), other.second.end(),
                         [&](const IdRange& theirs) { return Overlaps(range, theirs); });
    });
  });
  for (const IdRange& range : own) {
    const auto id = NextIn(range, holders);
    if (!id) continue;
    if (gives_up != 0) WriteRanges(folder, key, own);
    return *id;
  }
  own.push_back(FreeRange(key, ranges, holders));
  WriteRanges(folder, key, own);
  return own.back().first;
}

}  // namespace wm
