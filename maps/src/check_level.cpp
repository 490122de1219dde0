#include "maps/check_level.h"

#include <algorithm>

#include "maps/entity_text.h"
#include "maps/id_ranges.h"
#include "maps/map.h"
#include "maps/src/files.h"
#include "maps/src/id_holders.h"
#include "maps/src/limits.h"
#include "maps/src/merge_marks.h"

namespace wm {
namespace {

class Checker {
 public:
  explicit Checker(const std::filesystem::path& folder) : folder_(folder) {}

  std::vector<std::string> Check() {
    CheckIds();
    if (problems_.empty()) CheckMap();  // which stops at the first id that two files hold
    CheckRanges();
    return std::move(problems_);
  }

 private:
  // Files that hold an id of which there is one more; where there are none, loading says the rest.
  void CheckIds() {
    IdHolders holders;
    try {
      holders = FindIdHolders(folder_);
    } catch (const InputError& error) {
      problems_.emplace_back(error.what());
      return;
    }
    for (const auto& [id, names] : holders) {
      if (names.size() < 2) continue;
      std::vector<std::string> holding;
      for (const std::string& name : names) {
        const bool has_leftover = std::any_of(names.begin(), names.end(), [&](const auto& other) {
          return MergeOwner(other) == name;
        });
        if (!has_leftover && Holds(name, id)) holding.push_back(Label(name));
      }
      for (std::size_t i = 1; i < holding.size(); ++i) {
        problems_.push_back(holding[i] + ": has the id " + std::to_string(id) + ", as has " +
                            holding[0] + "; give one of them another");
      }
    }
  }

  std::string Label(const std::string& name) const {
    return (folder_ / "entities" / name).string();
  }

  // Whether a sound file has the id.
  bool Holds(const std::string& name, std::uint32_t id) const {
    if (!name.ends_with(kEntityEnding)) return false;
    try {
      const auto path = ResolveInside(folder_, "entities/" + name, Label(name));
      return ParseEntityText(ReadWholeFile(path, Label(name), kMaxTextFile), name).id == id;
    } catch (const InputError&) {
      return false;
    }
  }

  void CheckMap() {
    LoadOptions options;
    options.log = [&](std::string_view line) {
      constexpr std::string_view kWarning = "warning: ";
      if (line.starts_with(kWarning)) problems_.emplace_back(line.substr(kWarning.size()));
    };
    try {
      const Map map = LoadMap(folder_, options);
      if (std::none_of(map.entities.begin(), map.entities.end(),
                       [](const Entity& e) { return e.kind == EntityClass::kSpawn; })) {
        problems_.push_back(folder_.string() + ": no spawn: no place where a player starts");
      }
    } catch (const InputError& error) {
      problems_.emplace_back(error.what());
    }
  }

  void CheckRanges() {
    try {
      for (std::string& line : SharedRanges(folder_, ReadIdRanges(folder_))) {
        problems_.push_back(std::move(line));
      }
    } catch (const InputError& error) {
      problems_.emplace_back(error.what());
    }
  }

  const std::filesystem::path folder_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> CheckLevel(const std::filesystem::path& folder) {
  return Checker(folder).Check();
}

}  // namespace wm
