// Zero-area, needle, wild and double triangles: each dropped triangle has a counted reason, and
// nothing else goes.
#include "maps/src/clean.h"

#include <catch2/catch.hpp>

#include "maps/src/generated.h"
#include "tests/maps/map_test_support.h"
#include "tests/scenes/dice.h"

namespace wm {
namespace {

// A 2 x 2 x 2 cube on the ground, as OBJ text (Y up), with room for more.
std::string CubeText() {
  return "v -1 0 1\nv 1 0 1\nv 1 0 -1\nv -1 0 -1\nv -1 2 1\nv 1 2 1\nv 1 2 -1\nv -1 2 -1\n"
         "f 4 3 2\nf 4 2 1\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 3 4 8\nf 3 8 7\n"
         "f 2 3 7\nf 2 7 6\nf 4 1 5\nf 4 5 8\n";
}

std::string DirtyCubeText() {
  return CubeText() +
         "f 1 1 2\n"                                                 // one index twice
         "v 5 5 5\nv 5 5 5\nv 6 5 5\nf 9 10 11\n"                    // one place twice
         "v -90.629 687.191 -250.365\nv -34.930 687.191 -250.365\n"  // on a line
         "v -35.379 687.191 -250.365\nf 12 13 14\n"
         "v 0 50 0\nv 10 50 0\nv 10 50 1e-7\nf 15 16 17\n"  // needle
         "v nan 0 0\nf 18 1 2\n"                            // not a number
         "v 1e30 0 0\nf 19 1 2\n"                           // out of range
         "f 4 3 2\n"                                        // duplicate
         "f 8 7 5\n";                                       // turned over
}

TriangleMesh Soup(scenes::Dice* dice, std::size_t count) {
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    for (int k = 0; k < 3; ++k) {
      // Whole numbers from a small range: many doubles, many degenerate triangles.
      mesh.vertices.push_back({static_cast<double>(dice->Below(3)),
                               static_cast<double>(dice->Below(3)),
                               static_cast<double>(dice->Below(3))});
    }
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

}  // namespace

TEST_CASE("B33: every bad triangle round a cube is dropped for its own reason") {
  const double begin = CpuSeconds();
  const Loaded dirty = LoadText("cube.obj", DirtyCubeText());
  CHECK(CpuSeconds() - begin < 1.0);
  REQUIRE(dirty.log.size() == 1);
  INFO(dirty.log[0]);
  CHECK(
      Has(dirty.log[0],
          "cube.obj: dropped 8 triangles (2 same point, 1 on a line, 1 needle (lower than 1e-6 m), "
          "1 not a number, 1 out of range, 1 duplicate, 1 duplicate turned over), kept 12"));
}

TEST_CASE("B33: what remains is the clean cube, triangle for triangle") {
  const World dirty = LoadText("cube.obj", DirtyCubeText()).world();
  const World clean = LoadText("cube.obj", CubeText()).world();
  REQUIRE(clean.triangles.size() == 12);
  REQUIRE(dirty.triangles.size() == 12);
  CHECK(dirty.bounds.min == Vec3{-1, -1, 0});
  CHECK(dirty.bounds.max == Vec3{1, 1, 2});
  for (std::size_t i = 0; i < 12; ++i) {
    CHECK(dirty.triangles[i].a == clean.triangles[i].a);
    CHECK(dirty.triangles[i].b == clean.triangles[i].b);
    CHECK(dirty.triangles[i].c == clean.triangles[i].c);
  }
  CHECK(LoadText("cube.obj", CubeText()).log.empty());
}

TEST_CASE("B33: bad triangles alone are no level") {
  const std::string error =
      LoadError("bad.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv nan 0 0\nf 1 2 3\nf 1 2 4\n");
  CHECK(Has(error, "bad.obj: no usable triangles in it; dropped 1 on a line, 1 not a number"));
}

TEST_CASE("B33: the needle threshold is for the world, not for the mesh") {
  // 1e-7 high in the file; placed a thousand times larger, 0.1 mm.
  TriangleMesh small;
  small.vertices = {{0, 0, 0}, {1e-5, 0, 0}, {0, 1e-7, 0}};
  small.triangles = {{0, 1, 2}};
  TriangleMesh large = small;
  CleanCounts counts;
  CleanMesh(&small, 1.0, &counts);
  CHECK(small.triangles.empty());
  CHECK(counts.needle == 1);
  CleanMesh(&large, 1000.0, &counts);
  CHECK(large.triangles.size() == 1);
}

TEST_CASE("B19: floor triangles that face down are kept, all of them") {
  std::string text;
  for (int row = 0; row <= 10; ++row) {
    for (int column = 0; column <= 10; ++column) {
      text += "v " + std::to_string(column) + " 0 " + std::to_string(-row) + "\n";
    }
  }
  int made = 0;
  for (int row = 0; row < 10; ++row) {
    for (int column = 0; column < 10; ++column) {
      const int a = row * 11 + column + 1;
      for (const auto& t : {std::array{a, a + 1, a + 12}, std::array{a, a + 12, a + 11}}) {
        const bool is_swapped = made++ % 28 == 5;  // 7 of 200
        text += "f " + std::to_string(t[0]) + " " + std::to_string(t[is_swapped ? 2 : 1]) + " " +
                std::to_string(t[is_swapped ? 1 : 2]) + "\n";
      }
    }
  }
  const Loaded loaded = LoadText("floor.obj", text);
  const World world = loaded.world();
  CHECK(loaded.log.empty());
  REQUIRE(world.triangles.size() == 200);
  int down = 0;
  for (const Vec3 normal : world.triangle_normals) down += normal.z < 0.0 ? 1 : 0;
  CHECK(down == 7);
  for (const char* face : {"f 1 2 3\n", "f 1 3 2\n"}) {
    const World one =
        LoadText("one.obj", "v 0 0 0\nv 0 0 10\nv 10 0 10\n" + std::string(face)).world();
    CHECK(one.triangles.size() == 1);
    CHECK(one.bounds.max == Vec3{10, 0, 0});
  }
}

TEST_CASE("of a triangle and its turned-over twin the one that faces up stays") {
  for (const bool up_first : {false, true}) {
    TriangleMesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}};
    mesh.triangles = {{0, 2, 1}, {3, 1, 2}};
    if (up_first) std::swap(mesh.triangles[0], mesh.triangles[1]);
    CleanCounts counts;
    CleanMesh(&mesh, 1.0, &counts);
    REQUIRE(mesh.triangles.size() == 1);
    const auto& t = mesh.triangles[0];
    CHECK(
        Cross(mesh.vertices[t[1]] - mesh.vertices[t[0]], mesh.vertices[t[2]] - mesh.vertices[t[0]])
            .z > 0);
    CHECK(counts.turned_over == 1);
    CHECK(counts.welded == 1);
  }
}

TEST_CASE("vertices at one place become one, others stay as they were") {
  TriangleMesh floor;
  for (std::uint32_t i = 0; i < 100; ++i) {  // 10 x 10 cells, each with corners of its own
    const double x = i % 10;
    const double y = static_cast<double>(i / 10);
    for (const Vec3 corner :
         {Vec3{x, y, 0.0}, {x + 1, y, -0.0}, {x + 1, y + 1, 0.0}, {x, y + 1, 0.0}}) {
      floor.vertices.push_back(corner);
    }
    floor.triangles.push_back({4 * i, 4 * i + 1, 4 * i + 2});
    floor.triangles.push_back({4 * i, 4 * i + 2, 4 * i + 3});
  }
  const TriangleMesh before = floor;
  CleanCounts counts;
  CleanMesh(&floor, 1.0, &counts);
  CHECK(floor.vertices.size() == 121);
  CHECK(counts.welded == 279);
  CHECK(counts.Dropped() == 0);
  REQUIRE(floor.triangles.size() == before.triangles.size());
  for (std::size_t i = 0; i < before.triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(floor.vertices[floor.triangles[i][k]] == before.vertices[before.triangles[i][k]]);
    }
  }
}

TEST_CASE("cleaning a random soup leaves no double, no flat one, and loses none without a reason") {
  scenes::Dice dice(5);
  for (int round = 0; round < 200; ++round) {
    const std::size_t count = 1 + dice.Below(200);
    TriangleMesh mesh = Soup(&dice, count);
    CleanCounts counts;
    CleanMesh(&mesh, 1.0, &counts);
    CHECK(mesh.triangles.size() + counts.Dropped() == count);
    std::vector<std::array<std::uint32_t, 3>> seen;
    for (auto t : mesh.triangles) {
      const Vec3 a = mesh.vertices[t[0]];
      CHECK(Length(Cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a)) > 0.5);
      std::sort(t.begin(), t.end());
      seen.push_back(t);
    }
    std::sort(seen.begin(), seen.end());
    CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
    TriangleMesh again = mesh;
    CleanCounts none;
    CleanMesh(&again, 1.0, &none);
    CHECK(none.Dropped() + none.welded == 0);
    CHECK(again.triangles == mesh.triangles);
    CHECK(again.vertices == mesh.vertices);
  }
}

}  // namespace wm
