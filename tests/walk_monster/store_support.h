// What the store's tests share: a run, a level, a graph cut into phases, errors as text.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "walk_monster/store.h"

namespace wm::test {

inline RunRecord SomeRun() {
  return {"maps/levels/cove", "walker", "bullet", {{"spacing", "0.5"}, {"radius", "0.3"}}};
}

// A box of 2 x 3 x 1 m, a spawn, a contract.
inline Map SomeMap() {
  Map map;
  map.name = "test";
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back({(i & 1) * 2.0, ((i >> 1) & 1) * 3.0, ((i >> 2) & 1) * 1.0});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  map.meshes.push_back(mesh);
  map.bodies.push_back({2, "crate", Intent::kSolid, 0, 0, {}});
  map.bodies[0].placement.origin = {10.0, 0.0, 0.0};
  Entity crate;
  crate.kind = EntityClass::kBox;
  crate.id = 2;
  crate.name = "crate \"big\" ' ; \xc3\xa4";
  crate.size = {2.0, 3.0, 1.0};
  Entity spawn;
  spawn.kind = EntityClass::kSpawn;
  spawn.id = 5;
  spawn.name = "start";
  spawn.position = {1.5, -2.0, 0.25};
  Entity contract;
  contract.kind = EntityClass::kContract;
  contract.id = 4000000000U;
  contract.name = "roof";
  contract.position = {11.0, 1.5, 2.0};
  contract.size = {2.0, 3.0, 1.0};
  contract.contract = ContractKind::kMustNotReach;
  map.entities = {crate, spawn, contract};
  return map;
}

// The one world state of SomeMap.
inline WorldState SomeState() { return {std::string(kInitialState), {}, "running"}; }

// A new database of SomeMap.
inline Store SomeStore(const std::filesystem::path& path, bool replace = false,
                       const Map& map = SomeMap(), const RunRecord& run = SomeRun()) {
  const std::vector<Patch> patches = PatchesOf(map);
  return Store::Create(path, replace, run, SomeState(), {&map, patches});
}

// `graph` cut into phases, with an edge first stored half driven.
inline std::vector<GraphChange> Phases(const Graph& graph, std::size_t count) {
  std::vector<GraphChange> changes(count);
  const auto part = [&](std::size_t size, std::size_t i) { return size * i / count; };
  for (std::size_t i = 0; i < count; ++i) {
    GraphChange& change = changes[i];
    change.first_point = static_cast<PointId>(part(graph.points.size(), i));
    for (std::size_t p = change.first_point; p < part(graph.points.size(), i + 1); ++p) {
      change.points.push_back(graph.points[p]);
    }
    for (std::size_t e = part(graph.edges.size(), i); e < part(graph.edges.size(), i + 1); ++e) {
      change.edges.push_back(graph.edges[e]);
      if (i + 1 < count && e % 3 == 0) {
        change.edges.back().back = Way::kUntried;
        changes[i + 1].edges.push_back(graph.edges[e]);
      }
    }
    for (std::size_t o = part(graph.obstacles.size(), i); o < part(graph.obstacles.size(), i + 1);
         ++o) {
      change.obstacles.push_back(graph.obstacles[o]);
    }
    for (std::size_t x = part(graph.exits.size(), i); x < part(graph.exits.size(), i + 1); ++x) {
      change.exits.push_back(graph.exits[x]);
    }
    for (std::size_t x = part(graph.expansions.size(), i); x < part(graph.expansions.size(), i + 1);
         ++x) {
      change.expansions.push_back(graph.expansions[x]);
    }
    for (std::size_t s = part(graph.seeds.size(), i); s < part(graph.seeds.size(), i + 1); ++s) {
      change.seeds.push_back(graph.seeds[s]);
    }
  }
  changes.back().rides = graph.rides;
  return changes;
}

inline void WriteAll(Store* store, const Graph& graph, std::size_t phases) {
  RunProgress progress;
  for (const GraphChange& change : Phases(graph, phases)) {
    ++progress.phase;
    progress.drives += 8 * change.points.size();
    store->Commit(change, progress);
  }
  progress.outcome = "complete";
  progress.seconds = 1.25;
  progress.area_m2 = 376.5;
  progress.graph_hash = HashGraph(graph);
  GraphChange nothing;
  nothing.first_point = static_cast<PointId>(graph.points.size());
  store->Commit(nothing, progress);
}

inline std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

inline std::string Bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

inline void WriteBytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace wm::test
