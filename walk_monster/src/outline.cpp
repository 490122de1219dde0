#include "walk_monster/outline.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace wm {
namespace {

using Segment = std::pair<Vec3, Vec3>;

struct HalfEdge {
  std::uint32_t low, high;  // vertices
  std::uint32_t triangle;
};

constexpr double kCreaseCosine =
    0.866;  // of 30 degrees: rounded rocks and gentle terrain stay clean

bool IsFlat(Vec3 n1, Vec3 n2) {
  const double dot = Dot(n1, n2);
  return dot > 0.0 && dot * dot > kCreaseCosine * kCreaseCosine * Dot(n1, n1) * Dot(n2, n2);
}

std::vector<HalfEdge> SortedEdges(const TriangleMesh& mesh) {
  std::vector<HalfEdge> edges;
  edges.reserve(mesh.triangles.size() * 3);
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& corner = mesh.triangles[t];
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax(corner[i], corner[(i + 1) % 3]);
      if (low != high) edges.push_back({low, high, t});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const HalfEdge& a, const HalfEdge& b) {
    if (a.low != b.low) return a.low < b.low;
    if (a.high != b.high) return a.high < b.high;
    return a.triangle < b.triangle;
  });
  return edges;
}

void AddBody(const TriangleMesh& mesh, const Affine& placement, std::vector<Segment>* outline) {
  const auto normal = [&](std::uint32_t t) {
    const auto& corner = mesh.triangles[t];
    const Vec3 a = placement.Point(mesh.vertices[corner[0]]);
    return Cross(placement.Point(mesh.vertices[corner[1]]) - a,
                 placement.Point(mesh.vertices[corner[2]]) - a);
  };
  const std::vector<HalfEdge> edges = SortedEdges(mesh);
  for (std::size_t i = 0; i < edges.size();) {
    std::size_t end = i + 1;
    while (end < edges.size() && edges[end].low == edges[i].low &&
           edges[end].high == edges[i].high) {
      ++end;
    }
    const bool is_inside =
        end - i == 2 && IsFlat(normal(edges[i].triangle), normal(edges[i + 1].triangle));
    if (!is_inside) {
      outline->push_back({placement.Point(mesh.vertices[edges[i].low]),
                          placement.Point(mesh.vertices[edges[i].high])});
    }
    i = end;
  }
}

}  // namespace

std::vector<Segment> LevelOutline(const Map& map, std::size_t limit) {
  std::vector<Segment> outline;
  for (const Body& body : map.bodies) {
    if (body.collision_mesh == kNoMesh || body.intent == Intent::kIntangible) continue;
    AddBody(map.meshes[static_cast<std::size_t>(body.collision_mesh)], body.placement, &outline);
  }
  std::erase_if(outline,
                [](const Segment& s) { return !IsFinite(s.first) || !IsFinite(s.second); });
  if (outline.size() <= limit) return outline;
  std::vector<std::size_t> order(outline.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    const double a = Distance(outline[i].first, outline[i].second);
    const double b = Distance(outline[j].first, outline[j].second);
    return a != b ? a > b : i < j;
  });
  order.resize(limit);
  std::sort(order.begin(), order.end());
  std::vector<Segment> kept;
  kept.reserve(limit);
  for (const std::size_t i : order) kept.push_back(outline[i]);
  return kept;
}

}  // namespace wm
