#include "maps/src/convex_hull.h"

#include <map>
#include <utility>
#include <vector>

// Quickhull (Barber, Dobkin, Huhdanpaa 1996): every face keeps the points outside of it; the
// farthest of them replaces the faces that it sees.

namespace wm {
namespace {

struct Face {
  std::array<std::uint32_t, 3> corners;
  Vec3 normal;
  double offset = 0.0;  // Dot(normal, p) on the plane
  std::vector<std::uint32_t> outside;
  bool is_alive = true;
};

class HullBuilder {
 public:
  explicit HullBuilder(const std::vector<Vec3>& points) : points_(points) {}

  // False where the points span no volume.
  bool Build() {
    if (!BuildTetrahedron()) return false;
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      // A face that an earlier point has not buried; its replacements come behind it in the list.
      if (faces_[f].is_alive && !faces_[f].outside.empty() && !AddFarthestOf(f)) return false;
    }
    return true;
  }

  TriangleMesh Result() const {
    TriangleMesh hull;
    std::map<std::uint32_t, std::uint32_t> place;
    for (const Face& face : faces_) {
      if (!face.is_alive) continue;
      std::array<std::uint32_t, 3> triangle{};
      for (std::size_t i = 0; i < 3; ++i) {
        const auto next = static_cast<std::uint32_t>(hull.vertices.size());
        const auto [known, is_new] = place.emplace(face.corners[i], next);
        if (is_new) hull.vertices.push_back(points_[face.corners[i]]);
        triangle[i] = known->second;
      }
      hull.triangles.push_back(triangle);
    }
    return hull;
  }

 private:
  using Edge = std::pair<std::uint32_t, std::uint32_t>;

  double Above(const Face& face, std::uint32_t point) const {
    return Dot(face.normal, points_[point]) - face.offset;
  }

  std::size_t AddFace(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    Face face;
    face.corners = {a, b, c};
    face.normal = NormalizedOr(Cross(points_[b] - points_[a], points_[c] - points_[a]), {});
    face.offset = Dot(face.normal, points_[a]);
    const std::size_t index = faces_.size();
    faces_.push_back(std::move(face));
    face_of_edge_[{a, b}] = index;
    face_of_edge_[{b, c}] = index;
    face_of_edge_[{c, a}] = index;
    return index;
  }

  template <typename Measure>
  std::uint32_t Farthest(Measure measure) const {
    std::uint32_t best = 0;
    double best_value = -1.0;
    for (std::uint32_t i = 0; i < points_.size(); ++i) {
      const double value = measure(points_[i]);
      if (value > best_value) {
        best_value = value;
        best = i;
      }
    }
    return best;
  }

  bool BuildTetrahedron() {
    if (points_.size() < 4) return false;
    const std::uint32_t a = Farthest([&](Vec3 p) { return Distance(p, points_[0]); });
    const Vec3 pa = points_[a];
    const std::uint32_t b = Farthest([&](Vec3 p) { return Distance(p, pa); });
    const Vec3 along = points_[b] - pa;
    const double size = Length(along);
    tolerance_ = 1e-9 * size;
    if (!(size > 0.0)) return false;
    std::uint32_t c = Farthest([&](Vec3 p) { return Length(Cross(along, p - pa)); });
    const Vec3 normal = NormalizedOr(Cross(along, points_[c] - pa), {});
    std::uint32_t d = Farthest([&](Vec3 p) { return std::abs(Dot(normal, p - pa)); });
    const double height = Dot(normal, points_[d] - pa);
    if (!(std::abs(height) > tolerance_)) return false;
    if (height > 0.0) std::swap(c, d);  // d below a, b, c
    const std::vector<std::size_t> made{AddFace(a, b, c), AddFace(a, d, b), AddFace(b, d, c),
                                        AddFace(c, d, a)};
    std::vector<std::uint32_t> all(points_.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    HandOut(all, made);
    return true;
  }

  // Gives each point to the first of `faces` that it lies outside of.
  void HandOut(const std::vector<std::uint32_t>& points, const std::vector<std::size_t>& faces) {
    for (const std::uint32_t point : points) {
      for (const std::size_t f : faces) {
        if (Above(faces_[f], point) <= tolerance_) continue;
        faces_[f].outside.push_back(point);
        break;
      }
    }
  }

  // False where rounding has torn the surface.
  bool AddFarthestOf(std::size_t start) {
    std::uint32_t apex = faces_[start].outside[0];
    for (const std::uint32_t point : faces_[start].outside) {
      if (Above(faces_[start], point) > Above(faces_[start], apex)) apex = point;
    }
    std::vector<std::size_t> seen{start};
    faces_[start].is_alive = false;
    std::vector<Edge> rim;
    std::vector<std::uint32_t> homeless;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      homeless.insert(homeless.end(), faces_[seen[i]].outside.begin(),
                      faces_[seen[i]].outside.end());
      faces_[seen[i]].outside.clear();
      const auto corners = faces_[seen[i]].corners;
      for (std::size_t k = 0; k < 3; ++k) {
        const Edge edge{corners[k], corners[(k + 1) % 3]};
        const auto across = face_of_edge_.find({edge.second, edge.first});
        if (across == face_of_edge_.end()) return false;
        Face& other = faces_[across->second];
        if (!other.is_alive) continue;
        if (Above(other, apex) > tolerance_) {
          other.is_alive = false;
          seen.push_back(across->second);
        } else {
          rim.push_back(edge);
        }
      }
    }
    std::vector<std::size_t> made;
    made.reserve(rim.size());
    for (const Edge& edge : rim) made.push_back(AddFace(edge.first, edge.second, apex));
    HandOut(homeless, made);
    return made.size() >= 3;
  }

  const std::vector<Vec3>& points_;
  std::vector<Face> faces_;
  std::map<Edge, std::size_t> face_of_edge_;
  double tolerance_ = 0.0;
};

// Closed, and nothing sticks out.
bool IsHullOf(const TriangleMesh& hull, const std::vector<Vec3>& points) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const auto& t : hull.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (++edges[{t[i], t[(i + 1) % 3]}] > 1) return false;
    }
  }
  for (const auto& [edge, count] : edges) {
    if (!edges.contains({edge.second, edge.first})) return false;
  }
  Vec3 sum;
  for (const Vec3 p : points) sum += p * (1.0 / static_cast<double>(points.size()));
  for (const auto& t : hull.triangles) {
    const Vec3 a = hull.vertices[t[0]];
    const Vec3 normal = Cross(hull.vertices[t[1]] - a, hull.vertices[t[2]] - a);
    if (Dot(normal, sum - a) > 1e-9 * Length(normal)) return false;
  }
  return true;
}

}  // namespace

TriangleMesh ConvexHull(const TriangleMesh& mesh) {
  HullBuilder builder(mesh.vertices);
  if (!builder.Build()) return mesh;
  TriangleMesh hull = builder.Result();
  return IsHullOf(hull, mesh.vertices) ? hull : mesh;
}

}  // namespace wm
