// What a picture shows: the parts of a coverage map that a storey or a span of heights keeps,
// counted and placed.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "viz/picture/picture.h"
#include "viz/picture/src/surface.h"
#include "walk_monster/contracts.h"

namespace wm::picture {

struct Scene {
  explicit Scene(const StoredMap& stored)
      : map(&stored), coverage(Cover(stored.graph, CoverageConfigOf(stored.run))) {}

  const StoredMap* map;
  Coverage coverage;
  std::optional<int> storey;                         // as asked for
  std::optional<std::pair<double, double>> heights;  // as asked for
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
  std::vector<const Entity*> spawns;
  std::vector<ContractResult> contracts;       // that are shown
  std::vector<const Entity*> contract_boxes;   // of these
  std::vector<std::pair<Vec3, Vec3>> outline;  // that is shown
  std::string selection;                       // "storey 1 of 0 to 2"; empty: everything

  bool Keeps(const Storeys::Piece& piece) const;
};

// Throws InputError where nothing is left to show.
Scene MakeScene(const StoredMap& map, const PictureOptions& options);

// "1,234,567" and shortest fixed decimals, in no locale.
std::string Grouped(std::uint64_t number);
std::string Decimal(double value, int digits);

}  // namespace wm::picture
