// Two clones of a level, edited apart and merged by git: what only one of them changed is never in
// conflict, what is costs that entity alone, and new entities have ids of their own.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>

#include "maps/id_ranges.h"
#include "maps/level_text.h"
#include "maps/save_level.h"
#include "maps/src/merge_marks.h"
#include "tests/maps/map_test_support.h"
#include "tests/scenes/dice.h"

namespace wm {
namespace {

namespace fs = std::filesystem;
using scenes::Dice;
using Ids = std::set<std::uint32_t>;
using ById = std::map<std::uint32_t, Entity>;

bool HasGit() { return std::system("git --version > /dev/null 2>&1") == 0; }

ById Index(const std::vector<Entity>& entities) {
  ById by_id;
  for (const Entity& entity : entities) by_id.emplace(entity.id, entity);
  return by_id;
}

std::vector<Entity> Boxes(std::uint32_t count) {
  std::vector<Entity> boxes;
  for (std::uint32_t id = 1; id <= count; ++id) {
    Entity box;
    box.kind = EntityClass::kBox;
    box.id = id;
    box.name = "box " + std::to_string(id);
    box.position = {id % 100 * 3.0, id / 100 * 3.0, 0.5};
    box.size = {1, 1, 1};
    boxes.push_back(box);
  }
  return boxes;
}

// One person's clone, with the settings that docs/team.md asks for.
class Clone {
 public:
  Clone(fs::path folder, std::string key) : folder_(std::move(folder)), key_(std::move(key)) {}

  const fs::path& Path() const { return folder_; }
  int Git(const std::string& words) const {
    const std::string command =
        "GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 git -C '" + folder_.string() +
        "' -c user.name=x -c user.email=x@x -c gc.auto=0 -c "
        "merge.renames=false -c pull.twohead=recursive -c init.defaultBranch=main " +
        words + " > '" + Output().string() + "' 2>&1";
    return std::system(command.c_str());
  }
  fs::path Output() const { return folder_.string() + ".out"; }

  // Changes, removes and adds at random, some of it among the few entities that all like to edit.
  void Edit(const std::vector<Entity>& base, Dice* dice) {
    changed.clear();
    std::vector<Entity> edited = base;
    for (int i = 0; i < 30; ++i) {
      const bool is_popular = dice->OneIn(2);
      const std::size_t at = 1 + dice->Below(is_popular ? 40 : edited.size() - 1);
      changed.insert(edited[at].id);
      EditOne(&edited, at, dice);
    }
    std::vector<Entity> saved = base;
    for (int i = 0; i < 3; ++i) {
      SaveEntities(folder_, saved, edited);
      saved = edited;
      Entity fresh = base[dice->Below(base.size())];
      fresh.id = TakeNewId(folder_, key_);
      REQUIRE(changed.insert(fresh.id).second);
      added.insert(fresh.id);
      edited.push_back(fresh);
    }
    SaveEntities(folder_, saved, edited);
    entities = Index(edited);
    REQUIRE(Git("add -A") == 0);
    REQUIRE(Git("commit -q -m edited") == 0);
  }

  Ids changed;
  Ids added;  // of all rounds
  ById entities;

 private:
  static void EditOne(std::vector<Entity>* edited, std::size_t at, Dice* dice) {
    Entity& entity = (*edited)[at];
    switch (dice->Below(4)) {
      case 0:
        entity.position.x += dice->Between(0.1, 1.0);
        return;
      case 1:
        entity.name += " " + std::to_string(dice->Below(1000));
        return;
      case 2:
        entity.size = {dice->Between(1, 2), 1, dice->Between(1, 2)};
        return;
      default:
        edited->erase(edited->begin() + static_cast<std::ptrdiff_t>(at));
    }
  }

  fs::path folder_;
  std::string key_;
};

// The ids of the files that git could not merge.
Ids Conflicts(const Clone& clone) {
  REQUIRE(clone.Git("diff --name-only --diff-filter=U") == 0);
  std::istringstream lines(ReadBytes(clone.Output()));
  Ids ids;
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    REQUIRE(line.starts_with("entities/"));
    ids.insert(static_cast<std::uint32_t>(std::stoul(line.substr(9))));
  }
  return ids;
}

void CheckMerged(const Clone& theirs, const Clone& ours, const ById& base) {
  Ids both;
  std::set_intersection(ours.changed.begin(), ours.changed.end(), theirs.changed.begin(),
                        theirs.changed.end(), std::inserter(both, both.end()));
  std::set<std::string> damaged;
  for (const std::uint32_t id : Conflicts(ours)) {
    CHECK(both.contains(id));
    const std::string name = std::to_string(id) + ".entity_text";
    // Where one removed and the other changed it, git leaves the changed one.
    if (MergeMarkLine(ReadBytes(ours.Path() / "entities" / name)) != 0) damaged.insert(name);
  }
  const Loaded loaded = LoadWithLog(ours.Path());
  CHECK(loaded.log.size() == damaged.size());
  for (const std::string& name : damaged) {
    CHECK(std::count_if(loaded.log.begin(), loaded.log.end(), [&](const std::string& line) {
            return Has(line, "entities/" + name + ":") && Has(line, "in conflict");
          }) == 1);
  }
  const ById merged = Index(loaded.map.entities);
  Ids all = theirs.changed;
  all.insert(ours.changed.begin(), ours.changed.end());
  for (const auto& [id, entity] : base) all.insert(id);
  std::size_t wrong = 0;
  for (const std::uint32_t id : all) {
    if (both.contains(id)) continue;
    const ById& right = theirs.changed.contains(id) ? theirs.entities
                        : ours.changed.contains(id) ? ours.entities
                                                    : base;
    const auto expected = right.find(id);
    const auto got = merged.find(id);
    const bool is_same = expected == right.end()
                             ? got == merged.end()
                             : got != merged.end() && got->second == expected->second;
    if (!is_same) ++wrong;
  }
  CHECK(wrong == 0);
}

void MergeInManyWays(std::uint32_t count, int rounds) {
  if (!HasGit()) {
    WARN("skipped: there is no git here");
    return;
  }
  const TemporaryFolder folder;
  const std::vector<Entity> base = Boxes(count);
  Clone theirs(folder.Path() / "theirs", "00000000000000aa");
  Clone ours(folder.Path() / "ours", "00000000000000bb");
  WriteLevel(theirs.Path(), "shared", {}, base);
  REQUIRE(theirs.Git("init -q") == 0);
  REQUIRE(theirs.Git("add -A") == 0);
  REQUIRE(theirs.Git("commit -q -m base") == 0);
  REQUIRE(theirs.Git("tag base") == 0);
  fs::create_directory(ours.Path());
  REQUIRE(ours.Git("clone -q ../theirs .") == 0);
  Dice dice(2024);
  for (int round = 0; round < rounds; ++round) {
    INFO("round " << round);
    for (Clone* clone : {&theirs, &ours}) {
      REQUIRE(clone->Git("reset -q --hard base") == 0);
      REQUIRE(clone->Git("clean -qfd") == 0);
      clone->added.clear();
      clone->Edit(base, &dice);
    }
    for (const std::uint32_t id : theirs.added) CHECK_FALSE(ours.added.contains(id));
    REQUIRE(ours.Git("fetch -q origin") == 0);
    ours.Git("merge -q --no-edit origin/main");  // fails where something is in conflict
    CheckMerged(theirs, ours, Index(base));
  }
}

}  // namespace

TEST_CASE("team merges: two clones of a level, merged by git") { MergeInManyWays(300, 3); }

TEST_CASE("team merges: ten thousand entities in fifty ways", "[.slow]") {
  MergeInManyWays(10'000, 50);
}

}  // namespace wm
