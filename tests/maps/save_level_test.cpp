// Saving an edited level: what was changed is written, nothing else, never over another's work.
#include "maps/save_level.h"

#include <chrono>
#include <csignal>
#include <map>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <sys/resource.h>

#include "maps/entity_text.h"
#include "maps/level_text.h"
#include "tests/maps/map_test_support.h"

namespace wm {
namespace {

namespace fs = std::filesystem;
using Ids = std::vector<std::uint32_t>;

Entity MakeBox(std::uint32_t id, Vec3 position = {}) {
  Entity box;
  box.kind = EntityClass::kBox;
  box.id = id;
  box.position = position;
  box.size = {1, 1, 1};
  return box;
}

class Level {
 public:
  Level() { WriteLevel(Path(), "saved", {}, before); }
  fs::path Path() const { return folder_.Path() / "level"; }
  fs::path File(const std::string& name) const { return Path() / "entities" / name; }
  SavedEntities Save(const std::vector<Entity>& now) const {
    return SaveEntities(Path(), before, now);
  }
  std::string Error(const std::vector<Entity>& now) const {
    return ErrorOf([&] { Save(now); });
  }
  // Every file with its bytes.
  std::map<std::string, std::string> Files() const {
    std::map<std::string, std::string> files;
    for (const auto& file : fs::directory_iterator(Path() / "entities")) {
      files[file.path().filename().string()] = ReadBytes(file.path());
    }
    return files;
  }

  std::vector<Entity> before{MakeBox(1), MakeBox(2), MakeBox(3)};

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("save: changed entities are rewritten, new ones made, removed ones deleted") {
  const Level level;
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(level.File("1.entity_text"), long_ago);
  const std::vector<Entity> now{MakeBox(9), MakeBox(1), MakeBox(2, {1, 2, 3})};
  const SavedEntities saved = level.Save(now);
  CHECK(saved.created == Ids{9});
  CHECK(saved.rewritten == Ids{2});
  CHECK(saved.removed == Ids{3});
  CHECK(fs::last_write_time(level.File("1.entity_text")) == long_ago);
  CHECK(level.Files() == std::map<std::string, std::string>{
                             {"1.entity_text", WriteEntityText(MakeBox(1))},
                             {"2.entity_text", WriteEntityText(MakeBox(2, {1, 2, 3}))},
                             {"9.entity_text", WriteEntityText(MakeBox(9))}});
  // Again: nothing is left to do.
  const SavedEntities again = SaveEntities(level.Path(), now, now);
  CHECK((again.created.empty() && again.rewritten.empty() && again.removed.empty()));
}

TEST_CASE("save: an entity stays in the file that it came from") {
  const Level level;
  fs::rename(level.File("2.entity_text"), level.File("gate.entity_text"));
  fs::rename(level.File("3.entity_text"), level.File("2.entity_text"));
  level.Save({MakeBox(1), MakeBox(2, {7, 0, 0}), MakeBox(3, {8, 0, 0})});
  CHECK(level.Files() == std::map<std::string, std::string>{
                             {"1.entity_text", WriteEntityText(MakeBox(1))},
                             {"2.entity_text", WriteEntityText(MakeBox(3, {8, 0, 0}))},
                             {"gate.entity_text", WriteEntityText(MakeBox(2, {7, 0, 0}))}});
}

TEST_CASE("save: what somebody else changed, removed or made is never lost") {
  const Level level;
  const std::vector<Entity> edited{MakeBox(1), MakeBox(2, {1, 0, 0}), MakeBox(3), MakeBox(4)};
  const std::vector<Entity> without{MakeBox(1), MakeBox(3)};
  const auto refuses = [&](const std::vector<Entity>& now, const std::string& why) {
    const auto files = level.Files();
    const std::string error = level.Error(now);
    INFO(error);
    CHECK(Has(error, why));
    CHECK(Has(error, "nothing was saved"));
    CHECK(level.Files() == files);
  };
  const auto set = [&](const std::string& name, const std::string& bytes) {
    WriteBytes(level.File(name), bytes);
  };
  set("2.entity_text", WriteEntityText(MakeBox(2, {5, 5, 5})));
  refuses(edited, "2.entity_text: was changed since it was loaded");
  refuses(without, "2.entity_text: was changed since it was loaded");
  set("2.entity_text", "box\n1\n<<<<<<< HEAD\n2\n=======\n7\n>>>>>>> theirs\n");
  refuses(edited, "2.entity_text: in conflict");
  refuses(without, "2.entity_text: in conflict");
  refuses({MakeBox(1), MakeBox(2), MakeBox(3), MakeBox(7)},
          "2.entity_text: already holds the id 7");
  set("2.entity_text", "damaged");
  refuses(edited, "2.entity_text:1: ");
  set("2.entity_text", WriteEntityText(MakeBox(2)));
  set("2.entity_text.mine", "");
  refuses(edited, "2.entity_text.mine: a merge left it");
  refuses(without, "2.entity_text.mine: a merge left it");
  fs::remove(level.File("2.entity_text.mine"));
  set("4.orig", "");
  refuses(edited, "4.orig: already holds the id 4");
  fs::remove(level.File("4.orig"));
  set("4.entity_text", WriteEntityText(MakeBox(4, {1, 1, 1})));
  refuses(edited, "4.entity_text: already holds the id 4");
  fs::remove(level.File("4.entity_text"));
  set("copy.entity_text", WriteEntityText(MakeBox(2)));
  refuses(edited, "holds the same id as 2.entity_text");
  fs::remove(level.File("copy.entity_text"));
  fs::remove(level.File("2.entity_text"));
  refuses(edited, "2.entity_text: was removed since it was loaded");
  CHECK(level.Save(without).removed.empty());  // both removed it
  set("2.entity_text", WriteEntityText(MakeBox(2, {1, 0, 0})));
  CHECK(level.Save(edited).rewritten.empty());  // both made the same edit
}

TEST_CASE("save: what cannot be written changes nothing") {
  const Level level;
  Entity bad = MakeBox(2);
  bad.name = "two\nlines";
  const auto files = level.Files();
  CHECK_FALSE(level.Error({MakeBox(1, {1, 0, 0}), bad, MakeBox(3)}).empty());
  CHECK(Has(level.Error({MakeBox(1), MakeBox(1)}), "two entities with the id 1"));
  CHECK(level.Files() == files);
  fs::remove_all(level.Path());
  CHECK(Has(level.Error({MakeBox(1)}), "without level.text"));
}

TEST_CASE("save: a disk that takes no more is one line, and every file is old") {
  const Level level;
  const auto files = level.Files();
  rlimit limit{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &limit) == 0);
  const rlimit small{100, limit.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  const std::string error = level.Error({MakeBox(1, {1, 0, 0}), MakeBox(3), MakeBox(4)});
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  CHECK(Has(error, "1.entity_text: cannot be written: "));
  CHECK(level.Files() == files);
}

TEST_CASE("save: links that lead out of the level are not followed") {
  const Level level;
  WriteBytes(level.Path() / "../outside", "precious");
  fs::create_symlink(level.Path() / "../outside", level.File("2.entity_text.part"));
  fs::create_symlink(level.Path() / "../outside", level.File("4.entity_text"));
  CHECK(level.Save({MakeBox(1), MakeBox(2, {1, 0, 0}), MakeBox(3)}).rewritten == Ids{2});
  CHECK(Has(level.Error({MakeBox(1), MakeBox(2), MakeBox(3), MakeBox(4)}),
            "4.entity_text: already holds the id"));
  CHECK(ReadBytes(level.Path() / "../outside") == "precious");
}

}  // namespace wm
