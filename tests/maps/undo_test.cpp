// Saves that are taken back and made again, and never somebody else's with them.
#include "maps/undo.h"

#include <catch2/catch.hpp>

#include "maps/entity_text.h"
#include "maps/level_text.h"
#include "tests/maps/map_test_support.h"

namespace wm {
namespace {

namespace fs = std::filesystem;
using Entities = std::vector<Entity>;

Entity Note(std::uint32_t id, const std::string& text) {
  Entity note;
  note.kind = EntityClass::kNote;
  note.id = id;
  note.text = text;
  return note;
}

class Level {
 public:
  Level() { WriteLevel(Path(), "undone", {}, Entities{Note(1, "a"), Note(2, "b")}); }
  const fs::path& Path() const { return folder_.Path(); }
  Entities Now() const { return LoadEntities(Path()); }
  void Save(const Entities& now) const { SaveWithUndo(Path(), Now(), now); }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("undo: edits are taken back one by one, and made again") {
  const Level level;
  const std::vector<Entities> states{level.Now(),
                                     {Note(1, "changed"), Note(3, "new")},
                                     {Note(3, "new")},
                                     {Note(3, "newer"), Note(4, "c")}};
  for (std::size_t i = 1; i < states.size(); ++i) level.Save(states[i]);
  for (std::uint32_t i = 3; i > 0; --i) {
    CHECK(Undo(level.Path()) == i);
    CHECK(level.Now() == states[i - 1]);
  }
  CHECK(Has(ErrorOf([&] { Undo(level.Path()); }), "nothing to undo"));
  for (std::uint32_t i = 1; i <= 2; ++i) {
    CHECK(Redo(level.Path()) == i);
    CHECK(level.Now() == states[i]);
  }
  level.Save({Note(9, "other")});
  CHECK(Has(ErrorOf([&] { Redo(level.Path()); }), "nothing to redo"));
  CHECK(Undo(level.Path()) == UndoSteps(level.Path())[8].number);
  CHECK(level.Now() == states[2]);
  CHECK(Undo(level.Path()) == 2);
  CHECK(level.Now() == states[1]);
  CHECK(ReadBytes(level.Path() / ".walk_monster/.gitignore") == "*\n");
}

TEST_CASE("undo: what somebody else changed since is not taken along") {
  const Level level;
  level.Save({Note(1, "mine"), Note(2, "mine too")});
  const fs::path file = level.Path() / "entities/2.entity_text";
  WriteBytes(file, WriteEntityText(Note(2, "theirs")));
  CHECK(Has(ErrorOf([&] { Undo(level.Path()); }), "2.entity_text: was changed since"));
  CHECK(level.Now() == Entities{Note(1, "mine"), Note(2, "theirs")});
  CHECK(UndoSteps(level.Path()).size() == 1);
}

TEST_CASE("undo: a bounded number of edits is kept, and none where nothing was changed") {
  const Level level;
  level.Save(level.Now());
  CHECK(UndoSteps(level.Path()).empty());
  for (std::size_t i = 0; i < kMostUndoSteps + 5; ++i) {
    level.Save({Note(1, std::to_string(i))});
  }
  const auto steps = UndoSteps(level.Path());
  CHECK(steps.size() == kMostUndoSteps);
  CHECK(steps.back().number == kMostUndoSteps + 5);
}

TEST_CASE("undo: a folder that leads out of the level is refused") {
  const Level level;
  const TemporaryFolder elsewhere;
  fs::create_directory_symlink(elsewhere.Path(), level.Path() / ".walk_monster");
  CHECK(Has(ErrorOf([&] { level.Save({}); }), "leaves the folder through a link"));
  CHECK(fs::is_empty(elsewhere.Path()));
  CHECK(level.Now().size() == 2);
}

}  // namespace wm
