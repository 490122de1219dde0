// The main job, as a function: explores a level that is ready to be walked, stores every phase, and
// says what came of it.
//
// What `walk_monster sweep` does, without its command line; for programs with a movement of their
// own.
#pragma once

#include <filesystem>
#include <vector>

#include "walk_monster/explorer.h"
#include "walk_monster/judgement.h"
#include "walk_monster/session.h"
#include "walk_monster/store.h"

namespace wm {

struct SweepJob {
  std::vector<Vec3> seeds;   // feet of standing players: Session::LevelSeeds, Session::SettleSpawn
  SweepOptions options;      // see SweepOptionsOf
  std::filesystem::path db;  // the database to write; empty: nothing is stored
  bool replace = false;      // an existing coverage database; else one is refused
};

struct SweepReport {
  SweepResult result;
  RunProgress progress;  // as stored at the end; times leave the loading of the level out
  Judgement judgement;
};

// The session's spacing and sectors, everything else as built in.
SweepOptions SweepOptionsOf(const Session& session);

// One thread per context of the session. `listener` may be null; it is called after every commit.
// Throws InputError: no seeds, a database that cannot be written.
SweepReport RunSweep(const Session& session, const SweepJob& job, SweepListener* listener);

}  // namespace wm
