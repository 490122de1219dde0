#include "maps/src/clean.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "maps/src/limits.h"

namespace wm {
namespace {

using Corners = std::array<std::uint32_t, 3>;

bool IsInRange(Vec3 p) {
  return std::abs(p.x) <= kMaxCoordinate && std::abs(p.y) <= kMaxCoordinate &&
         std::abs(p.z) <= kMaxCoordinate;
}

bool IsLess(Vec3 a, Vec3 b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.z < b.z;
}

// For each vertex the first one at its place.
std::vector<std::uint32_t> FirstAtPlace(const std::vector<Vec3>& vertices,
                                        const std::vector<std::uint32_t>& used) {
  std::vector<std::uint32_t> order = used;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (IsLess(vertices[a], vertices[b])) return true;
    return vertices[a] == vertices[b] && a < b;
  });
  std::vector<std::uint32_t> first(vertices.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool is_same = i > 0 && vertices[order[i]] == vertices[order[i - 1]];
    first[order[i]] = is_same ? first[order[i - 1]] : order[i];
  }
  return first;
}

// Drops what cannot be compared or lies out of the world.
void DropWild(TriangleMesh* mesh, CleanCounts* counts) {
  std::size_t kept = 0;
  for (const Corners& t : mesh->triangles) {
    const auto all = [&](auto test) {
      return test(mesh->vertices[t[0]]) && test(mesh->vertices[t[1]]) && test(mesh->vertices[t[2]]);
    };
    if (!all([](Vec3 p) { return !std::isnan(p.x) && !std::isnan(p.y) && !std::isnan(p.z); })) {
      ++counts->not_a_number;
    } else if (!all(IsInRange)) {
      ++counts->out_of_range;
    } else {
      mesh->triangles[kept++] = t;
    }
  }
  mesh->triangles.resize(kept);
}

// Keeps used vertices only, one for each place, in the order of their first use.
void Weld(TriangleMesh* mesh, CleanCounts* counts) {
  std::vector<bool> is_used(mesh->vertices.size(), false);
  for (const Corners& t : mesh->triangles) {
    for (const std::uint32_t corner : t) is_used[corner] = true;
  }
  std::vector<std::uint32_t> used;
  for (std::uint32_t i = 0; i < mesh->vertices.size(); ++i) {
    if (is_used[i]) used.push_back(i);
  }
  const std::vector<std::uint32_t> first = FirstAtPlace(mesh->vertices, used);

  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> place(mesh->vertices.size(), kNone);
  std::vector<Vec3> vertices;
  for (Corners& t : mesh->triangles) {
    for (std::uint32_t& corner : t) {
      std::uint32_t& to = place[first[corner]];
      if (to == kNone) {
        to = static_cast<std::uint32_t>(vertices.size());
        vertices.push_back(mesh->vertices[first[corner]] + Vec3{});  // -0 becomes 0
      }
      corner = to;
    }
  }
  counts->welded += used.size() - vertices.size();
  mesh->vertices = std::move(vertices);
}

void DropFlat(TriangleMesh* mesh, double scale, CleanCounts* counts) {
  std::size_t kept = 0;
  for (const Corners& t : mesh->triangles) {
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) {
      ++counts->same_point;
      continue;
    }
    const Vec3 a = mesh->vertices[t[0]];
    const Vec3 b = mesh->vertices[t[1]];
    const Vec3 c = mesh->vertices[t[2]];
    const double longest = std::max({Distance(a, b), Distance(b, c), Distance(c, a)});
    const double height = Length(Cross(b - a, c - a)) / longest;
    if (!(height > longest * kLineRatio)) {
      ++counts->on_a_line;
    } else if (height * scale < kMinTriangleHeight) {
      ++counts->needle;
    } else {
      mesh->triangles[kept++] = t;
    }
  }
  mesh->triangles.resize(kept);
}

// The same corners in the order that begins with the smallest and keeps the winding.
Corners Rotated(const Corners& t) {
  if (t[0] < t[1] && t[0] < t[2]) return t;
  return t[1] < t[2] ? Corners{t[1], t[2], t[0]} : Corners{t[2], t[0], t[1]};
}

bool FacesUp(const TriangleMesh& mesh, const Corners& t) {
  const Vec3 a = mesh.vertices[t[0]];
  return Cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a).z > 0.0;
}

void DropDuplicates(TriangleMesh* mesh, CleanCounts* counts) {
  struct Key {
    Corners sorted;
    std::uint32_t index;
  };
  std::vector<Key> keys;
  keys.reserve(mesh->triangles.size());
  for (std::uint32_t i = 0; i < mesh->triangles.size(); ++i) {
    Corners sorted = mesh->triangles[i];
    std::sort(sorted.begin(), sorted.end());
    keys.push_back({sorted, i});
  }
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return std::pair(a.sorted, a.index) < std::pair(b.sorted, b.index);
  });
  std::vector<bool> is_dropped(mesh->triangles.size(), false);
  std::size_t first = 0;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i].sorted != keys[first].sorted) {
      first = i;
      continue;
    }
    Corners& kept = mesh->triangles[keys[first].index];
    const Corners& other = mesh->triangles[keys[i].index];
    is_dropped[keys[i].index] = true;
    if (Rotated(kept) == Rotated(other)) {
      ++counts->duplicate;
      continue;
    }
    ++counts->turned_over;
    if (FacesUp(*mesh, other)) kept = other;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < mesh->triangles.size(); ++i) {
    if (!is_dropped[i]) mesh->triangles[kept++] = mesh->triangles[i];
  }
  mesh->triangles.resize(kept);
}

}  // namespace

std::string Describe(const CleanCounts& counts) {
  std::string text;
  const auto add = [&](std::size_t count, const char* reason) {
    if (count == 0) return;
    if (!text.empty()) text += ", ";
    text += std::to_string(count) + " " + reason;
  };
  add(counts.same_point, "same point");
  add(counts.on_a_line, "on a line");
  add(counts.needle, "needle (lower than 1e-6 m)");
  add(counts.not_a_number, "not a number");
  add(counts.out_of_range, "out of range");
  add(counts.duplicate, "duplicate");
  add(counts.turned_over, "duplicate turned over");
  return text;
}

void CleanMesh(TriangleMesh* mesh, double scale, CleanCounts* counts) {
  DropWild(mesh, counts);
  Weld(mesh, counts);
  DropFlat(mesh, scale, counts);
  DropDuplicates(mesh, counts);
  CleanCounts ignored;
  Weld(mesh, &ignored);  // vertices that only dropped triangles used
}

}  // namespace wm
