// The main job, as a function: explores a level that is ready to be walked, stores every phase, and
// says what came of it.
//
// What `walk_monster sweep` does, without its command line; for programs with a movement of their
// own.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "collision/ride.h"
#include "walk_monster/baselines.h"
#include "walk_monster/explorer.h"
#include "walk_monster/judgement.h"
#include "walk_monster/session.h"
#include "walk_monster/store.h"

namespace wm {

// A stored map to go on with, kept from other writers.
struct Continuation {
  Store store;
  StoredMap known;
};

// Empty: the file is, as a kill at its birth leaves it; a sweep begins anew with SweepJob::replace.
// Throws InputError: no such database, one that somebody writes to.
std::optional<Continuation> OpenContinuation(const std::filesystem::path& db);

// Fills in what `options` leave open with what the map was made with, and its last world state.
// Throws InputError: another movement, back end, player or tick than the map's.
void TakeOptionsOf(const StoredMap& known, SessionOptions* options);

// How the map was sampled so far, density areas included; and what moving bodies did.
SweepOptions SweepOptionsOf(const StoredMap& known);
Closing ClosingOf(const StoredMap& known);

struct SweepJob {
  SweepSeeds seeds;      // feet of standing players: Session::LevelSeeds, Session::SettleSpawn
  SweepOptions options;  // see SweepOptionsOf
  // Explores in this way instead; of `options` only the spacing counts. Not with a continuation.
  std::optional<BaselineOptions> baseline;
  std::filesystem::path db;                  // the database to write; empty: nothing is stored
  bool replace = false;                      // an existing coverage database; else one is refused
  std::optional<Continuation> continuation;  // a map to go on with, instead of `db`
  Closing closing = Closing::kPush;          // what a moving body does to players in its way
  bool spawns_are_given = false;  // by a person; else they are the level's, now and when it changes
};

struct SweepReport {
  SweepResult result;    // everything stored
  Graph view;            // of it, what holds in the world state that was swept
  RunProgress progress;  // as stored at the end; times leave the loading of the level out
  Judgement judgement;   // of the view
};

// The session's spacing and sectors, everything else as built in.
SweepOptions SweepOptionsOf(const Session& session);

// One thread per context of the session. `listener` may be null; it is called after every commit.
// Throws InputError: no seeds, a database that cannot be written.
SweepReport RunSweep(const Session& session, SweepJob job, SweepListener* listener);

}  // namespace wm
