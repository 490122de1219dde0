#include <catch2/catch.hpp>

#include "tests/viz/sample_map.h"
#include "viz/picture/src/surface.h"

namespace wm::picture {
namespace {

// A graph's storeys, for a player of 1.8 m.
Storeys StoreysOf(const Graph& graph) { return Storeys(Cover(graph, {0.5, 1.8}), 0.9); }

void AddFloor(Graph* graph, double x0, double y0, double x1, double y1, double z) {
  test::Ground ground = test::Rectangle(x0, y0, x1, y1);
  ground.height = [z](double, double) { return z; };
  test::AddGround(graph, ground, 0.5, 0.5 * (x0 + x1), 0.5 * (y0 + y1));
}

TEST_CASE("storeys: counted from below, an empty map has none") {
  CHECK(StoreysOf({}).Count() == 0);
  CHECK(StoreysOf({}).At({0.0, 0.0, 0.0}) == -1);
  Graph graph;
  AddFloor(&graph, -5.0, -5.0, 5.0, 5.0, 0.0);
  CHECK(StoreysOf(graph).Count() == 1);
  AddFloor(&graph, -3.0, -3.0, 3.0, 3.0, 3.0);
  AddFloor(&graph, -2.0, -2.0, 2.0, 2.0, 6.0);
  const Storeys storeys = StoreysOf(graph);
  CHECK(storeys.Count() == 3);
  CHECK(storeys.At({0.0, 0.0, 0.0}) == 0);
  CHECK(storeys.At({0.0, 0.0, 3.0}) == 1);
  CHECK(storeys.At({0.0, 0.0, 6.0}) == 2);
  CHECK(storeys.At({2.5, 2.5, 3.0}) == 1);
  CHECK(storeys.At({4.5, 0.0, 0.0}) == 0);
  CHECK(storeys.At({50.0, 0.0, 0.0}) == -1);
}

TEST_CASE("storeys: a floor above a wall, where nobody stands below, belongs to its floor") {
  Graph graph;
  AddFloor(&graph, -6.0, -4.0, -0.4, 4.0, 0.0);  // two rooms and a wall between them
  AddFloor(&graph, 0.4, -4.0, 6.0, 4.0, 0.0);
  AddFloor(&graph, -5.5, -3.5, 5.5, 3.5, 3.0);  // one hall above both
  const Storeys storeys = StoreysOf(graph);
  CHECK(storeys.Count() == 2);
  CHECK(storeys.At({0.0, 0.0, 3.0}) == 1);
  CHECK(storeys.At({3.0, 0.0, 3.0}) == 1);
  CHECK(storeys.At({3.0, 0.0, 0.0}) == 0);
}

TEST_CASE("storeys: a bridge is upstairs only where it leads over something") {
  Graph graph;
  AddFloor(&graph, -10.0, -1.0, 10.0, 1.0, 4.0);
  AddFloor(&graph, -2.0, -8.0, 2.0, 8.0, 0.0);
  const Storeys storeys = StoreysOf(graph);
  CHECK(storeys.At({0.0, 0.0, 4.0}) == 1);
  CHECK(storeys.At({0.0, 0.0, 0.0}) == 0);
  CHECK(storeys.At({8.0, 0.0, 4.0}) == 0);
}

}  // namespace
}  // namespace wm::picture
