// Edited entities back into their level folder, so that several people can edit one level: only
// what was changed is written, and nothing that somebody else changed in the meantime.
//
// Not the whole of a new level: that is WriteLevel (level_text.h). One writer at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "maps/entity.h"
#include "maps/input_error.h"
#include "maps/map.h"

namespace wm {

// The entities of a level folder in id order, whether or not their meshes can be loaded. `log` is
// told what is left out, as by LoadMap. Errors: InputError, as LoadMap's for the folder itself.
std::vector<Entity> LoadEntities(const std::filesystem::path& folder, const LogLine& log = {});

// Keeps other writers that ask for it out of a level, on this machine, while it lives. Waits.
// Errors: InputError where `folder` is none.
class LevelLock {
 public:
  explicit LevelLock(const std::filesystem::path& folder);
  LevelLock(const LevelLock&) = delete;
  LevelLock& operator=(const LevelLock&) = delete;
  ~LevelLock();

 private:
  int file_;
};

// Ids, each list in rising order.
struct SavedEntities {
  std::vector<std::uint32_t> created, rewritten, removed;
};

// Makes the files of `folder` hold `now` where that differs from `before`, which is what was
// loaded. An entity keeps the file that it came from, a new one gets entities/<id>.entity_text; any
// other file keeps its bytes and its times. Each file is replaced as a whole, and none before all
// new texts are safely on the disk: a failure leaves every file old or new.
// Errors: InputError, with nothing changed, where an id is twice in `now`, an entity cannot be
// written, or a file is not as in `before` any more, is in conflict or already holds a new id.
// InputError also where the disk fails.
SavedEntities SaveEntities(const std::filesystem::path& folder, std::span<const Entity> before,
                           std::span<const Entity> now);

}  // namespace wm
