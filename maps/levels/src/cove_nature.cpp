// Rocks, trees and ferns, each kind of a few meshes that stand in many places.
#include <array>
#include <string>
#include <vector>

#include "maps/levels/src/cove_parts.h"
#include "maps/levels/src/shapes.h"

namespace wm::cove {
namespace {

struct Place {
  double x, y;
  int kind;
};

// One of 16 yaws; (2t, 1 - t^2) / (1 + t^2) is a unit vector without any sine.
Quaternion Yaw(LevelDice* dice) {
  const double t = static_cast<double>(dice->Below(16)) / 8.0 - 1.0;
  return {0.0, 0.0, 2.0 * t / (1.0 + t * t), (1.0 - t * t) / (1.0 + t * t)};
}

// Two rocks either run into each other or stand a player's width apart.
constexpr std::array kRocks{
    // in the water
    Place{-13.0, -28.5, 4},
    Place{-15.8, -26.6, 2},
    Place{18.0, -30.0, 4},
    Place{21.5, -27.5, 1},
    Place{2.0, -30.0, 2},
    Place{-22.0, -29.5, 1},
    Place{4.6, -26.0, 3},
    // on the beach
    Place{-7.5, -19.0, 0},
    Place{-9.8, -17.2, 3},
    Place{18.5, -19.5, 2},
    Place{24.0, -20.0, 0},
    Place{-20.5, -18.5, 5},
    Place{-24.5, -20.0, 2},
    Place{4.5, -14.5, 3},
    // on the meadow and the hill
    Place{-10.5, 13.0, 0},
    Place{1.5, 15.0, 5},
    Place{9.0, 13.5, 2},
    Place{11.5, 17.5, 0},
    Place{12.5, 26.0, 1},
    Place{23.5, 21.5, 5},
    Place{4.0, 29.0, 2},
    Place{-20.0, 29.0, 1},
    Place{-27.5, 26.0, 0},
    Place{10.5, 4.0, 0},
    Place{29.0, 14.5, 2},
    Place{-12.0, -13.5, 5},
};

constexpr std::array kTrees{
    Place{-11.0, 8.5, 0},   Place{-10.8, 2.0, 1},   Place{-10.0, -2.0, 0}, Place{8.5, 7.5, 1},
    Place{8.8, 0.5, 0},     Place{13.5, 10.5, 1},   Place{14.5, 20.5, 0},  Place{16.5, 29.5, 1},
    Place{25.5, 27.5, 0},   Place{27.0, 20.0, 1},   Place{10.0, 30.0, 0},  Place{7.0, 27.0, 1},
    Place{0.0, 30.0, 0},    Place{-17.0, 28.5, 1},  Place{-24.5, 28.5, 0}, Place{-29.0, 20.5, 1},
    Place{-17.0, 17.0, 0},  Place{-16.0, 9.5, 1},   Place{-4.0, 15.5, 0},  Place{4.0, 17.5, 1},
    Place{-27.0, -14.5, 0}, Place{-17.0, -14.5, 1}, Place{13.0, -14.0, 0}, Place{28.0, -16.0, 1},
    Place{16.0, 3.0, 0},    Place{30.5, 0.5, 1},    Place{3.5, -4.0, 0},   Place{-5.0, -12.0, 1},
};

constexpr std::array kFerns{
    Place{-11.8, 11.0, 0}, Place{-2.0, 16.5, 0},   Place{6.5, 14.0, 0},  Place{7.5, 29.0, 0},
    Place{14.0, 23.5, 0},  Place{21.0, 28.5, 0},   Place{26.5, 24.0, 0}, Place{-14.5, 29.5, 0},
    Place{-22.5, 18.5, 0}, Place{-30.0, 17.5, 0},  Place{5.5, -11.5, 0}, Place{15.0, 7.5, 0},
    Place{-11.5, -7.0, 0}, Place{-22.0, -14.0, 0}, Place{31.0, 11.5, 0}, Place{17.0, -15.5, 0},
};

}  // namespace

void AddRocks(LevelDraft* draft, const Ground& ground) {
  draft->StartBlock(600);
  struct Kind {
    std::string_view name;
    Vec3 radii;
  };
  constexpr std::array kKinds{
      Kind{"boulder", {1.2, 1.0, 1.7}},    Kind{"standing rock", {1.0, 1.1, 1.9}},
      Kind{"broad rock", {2.0, 1.6, 2.0}}, Kind{"small boulder", {0.7, 0.6, 1.3}},
      Kind{"sea stack", {2.2, 2.0, 4.2}},  Kind{"long rock", {1.7, 0.9, 1.7}},
  };
  std::vector<std::string> files;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    files.push_back(draft->AddMeshFile("rock_" + std::to_string(i + 1),
                                       MakeRock(kKinds[i].radii, 1.2, 100 + i)));
  }
  LevelDice dice(3);
  std::array<int, kKinds.size()> numbers{};
  for (const Place& place : kRocks) {
    const Kind& kind = kKinds[place.kind];
    const Vec3 at{place.x, place.y, ground.At(place.x, place.y)};
    Entity& rock =
        draft->AddMesh(std::string(kind.name) + " " + std::to_string(++numbers[place.kind]), at,
                       files[place.kind], files[place.kind]);
    rock.orientation = Yaw(&dice);
  }
}

void AddPlants(LevelDraft* draft, const Ground& ground) {
  draft->StartBlock(700);
  // Crowns begin over a player's head: only trunks stop him.
  const TriangleMesh tall = MakeColumn(0.3, 0.2, -0.6, 3.6),
                     stout = MakeColumn(0.35, 0.22, -0.6, 3.0);
  const std::array trunks{draft->AddMeshFile("tall_trunk", tall),
                          draft->AddMeshFile("stout_trunk", stout)};
  const std::array trees{
      draft->AddMeshFile("tall_tree", Joined(tall, MakeCrown({0, 0, 4.6}, {1.4, 1.4, 1.9}, 1))),
      draft->AddMeshFile("stout_tree", Joined(stout, MakeCrown({0, 0, 3.9}, {1.9, 1.9, 1.3}, 2)))};
  LevelDice dice(4);
  int number = 0;
  for (const Place& place : kTrees) {
    const Vec3 at{place.x, place.y, ground.LowestAt(place.x, place.y)};
    Entity& tree = draft->AddMesh("tree " + std::to_string(++number), at, trees[place.kind],
                                  trunks[place.kind]);
    tree.orientation = Yaw(&dice);
  }

  draft->StartBlock(760);
  const std::string fern = draft->AddMeshFile("fern", MakeCrown({0, 0, 0.2}, {0.5, 0.5, 0.4}, 3));
  number = 0;
  for (const Place& place : kFerns) {
    const Vec3 at{place.x, place.y, ground.At(place.x, place.y)};
    Entity& entity = draft->AddMesh("fern " + std::to_string(++number), at, fern, "");
    entity.intent = Intent::kIntangible;
    entity.orientation = Yaw(&dice);
  }
}

}  // namespace wm::cove
