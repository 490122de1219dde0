// What a picture shows: the parts of a coverage map that a storey or a span of heights keeps,
// counted and placed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viz/picture/picture.h"
#include "viz/picture/src/surface.h"
#include "walk_monster/contracts.h"
#include "walk_monster/traps.h"

namespace wm::picture {

struct Scene {
  explicit Scene(const StoredMap& stored)
      : map(&stored), coverage(Cover(stored.graph, CoverageConfigOf(stored.run))) {}

  const StoredMap* map;
  Coverage coverage;
  std::optional<int> storey;                         // as asked for
  std::optional<std::pair<double, double>> heights;  // as asked for
  const DistanceMap* distance = nullptr;             // as asked for
  std::optional<Storeys> storeys;
  std::vector<char> is_shown;              // by point
  double area_m2 = 0.0;                    // of the ground that is shown
  Box ground;                              // of everything that is shown, level outline excepted
  double low = 0.0, high = 0.0;            // [m] foot heights that are shown
  double tint_low = 0.0, tint_high = 0.0;  // [m] what the tints span: not the odd peak or hole
  std::vector<PointId> hits;
  std::vector<const GraphObstacle*> obstacles;
  std::vector<const GraphEdge*> one_way, drops;
  std::vector<const GraphExit*> exits;
  bool is_complete = false;                    // the sweep found everything that it can
  std::vector<Trap> traps;                     // their shown points; only where it is complete
  std::vector<Vec3> spawns;                    // feet; seeds where the level has no spawn
  std::vector<ContractResult> contracts;       // that are shown
  std::vector<const Entity*> contract_boxes;   // of these
  std::vector<std::pair<Vec3, Vec3>> outline;  // that is shown
  std::string selection;                       // "storey 1 (...)"; empty: everything

  bool Keeps(const Storeys::Piece& piece) const;
};

// Throws InputError where nothing is left to show.
Scene MakeScene(const StoredMap& map, const PictureOptions& options);

// "1,234,567", in every locale.
std::string Grouped(std::uint64_t number);

}  // namespace wm::picture
