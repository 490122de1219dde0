// Sweeps of levels without files, stored, as the command line does them.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "walk_monster/all_states.h"
#include "walk_monster/sweep.h"

namespace wm::test {

struct Asked {
  std::vector<std::string> states;
  std::vector<DensityArea> areas;
  std::vector<Vec3> plants;
  bool is_continued = true;
  SweepListener* listener = nullptr;
};

inline SweepReport Sweep(const Map& map, const std::filesystem::path& db, const Asked& asked) {
  SweepJob job;
  SessionOptions options;
  options.states = asked.states;
  if (asked.is_continued) {
    job.continuation = OpenContinuation(db);
    TakeOptionsOf(job.continuation->known, &options);
  }
  const Session session(map, options);
  job.options =
      asked.is_continued ? SweepOptionsOf(job.continuation->known) : SweepOptionsOf(session);
  for (const DensityArea& area : asked.areas) job.options.areas.push_back(area);
  job.seeds.spawns = session.LevelSeeds({});
  for (const Vec3 plant : asked.plants)
    job.seeds.plants.push_back(session.SettleSpawn(plant, "plant"));
  job.db = db;
  job.replace = true;
  return RunSweep(session, std::move(job), asked.listener);
}

inline SweepReport Fresh(const Map& map, const std::filesystem::path& db,
                         std::vector<std::string> states = {}) {
  Asked asked;
  asked.states = std::move(states);
  asked.is_continued = false;
  return Sweep(map, db, asked);
}

// All states in which something is to be found, in one map.
inline StoredMap SweepAllStates(const Map& map, const std::filesystem::path& db) {
  Fresh(map, db);
  StateSearch search;
  for (;;) {
    StoredMap stored = LoadStoredMap(db);
    const auto next = search.Next(stored);
    if (!next) return stored;
    Asked asked;
    asked.states = *next;
    Sweep(map, db, asked);
  }
}

}  // namespace wm::test
