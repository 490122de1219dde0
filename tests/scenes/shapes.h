// Shapes: small meshes that scenes are put together from, in metres, Z up.
//
// Closed shapes face outward, floors face up. Not a scene: nothing here knows bodies or worlds.
// Pure functions; whatever is random comes from a seed and is the same on every machine.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "collision/geometry.h"

namespace wm::scenes {

// The corners in order, counter-clockwise seen from the side that the quad faces.
TriangleMesh Quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d);

// Twelve triangles.
TriangleMesh BoxBetween(Vec3 min, Vec3 max);

// Two triangles that face up.
TriangleMesh FlatFloor(double x0, double x1, double y0, double y1, double z);

// A floor cut into squares, two triangles each, the diagonals alternating like a chessboard.
struct CutFloor {
  double x0 = 0.0, x1 = 1.0;
  double y0 = 0.0, y1 = 1.0;
  double z = 0.0;
  int cells_x = 1, cells_y = 1;
};
TriangleMesh MakeCutFloor(const CutFloor& floor);

// A solid ramp that starts at (foot_x, z0), rises along +x at `angle_deg` to z1 and, where
// `platform` > 0, goes on level for that long. Closed, y0..y1 wide.
struct Ramp {
  double foot_x = 0.0;
  double angle_deg = 45.0;
  double y0 = -1.0, y1 = 1.0;
  double z0 = 0.0, z1 = 1.0;
  double platform = 0.0;

  double TopX() const;  // where the slope ends
};
TriangleMesh MakeRamp(const Ramp& ramp);

// Risers along +x: the first front at `first_x`, every tread `tread` deep, the last one running on
// to `end_x`. One box per tread, as levels have them.
struct Stairs {
  double first_x = 0.0;
  double end_x = 1.0;
  double y0 = -1.0, y1 = 1.0;
  double z0 = 0.0;
  double rise = 0.25;
  double tread = 0.30;
  int count = 1;

  double TopZ() const { return z0 + rise * count; }
};
TriangleMesh MakeStairs(const Stairs& stairs);

// Two planes that meet on the line x = 0, z = 0, from y0 to y1, each rising `half_width` sideways.
TriangleMesh VGroove(double angle_deg, double half_width, double y0, double y1);

// Four planes that meet at the origin; the square mouth, 2 * half_width wide, opens upward and a
// flat rim `rim` wide surrounds it.
TriangleMesh InvertedPyramid(double angle_deg, double half_width, double rim);

// A sphere of `around` x `up` cells, poles on the z axis, a meridian of vertices on +x.
TriangleMesh UvSphere(Vec3 centre, double radius, int around, int up);

// A flat square frame of quads at height z: the outer square minus the hole, both centred on
// (cx, cy).
TriangleMesh FrameFloor(double cx, double cy, double outer_half, double hole_half_x,
                        double hole_half_y, double z);

// Adds the vertices and triangles of `part` to `mesh`.
void Append(TriangleMesh* mesh, const TriangleMesh& part);
TriangleMesh Joined(const std::vector<TriangleMesh>& parts);

// Another order of triangles, and another first vertex in each.
TriangleMesh Shuffled(TriangleMesh mesh, std::uint64_t seed);

// Every triangle gets three vertices of its own.
TriangleMesh Unshared(const TriangleMesh& mesh);

// The triangles numbered in `which` turned over.
TriangleMesh TurnedOver(TriangleMesh mesh, const std::vector<std::uint32_t>& which);

// Vertices moved by up to `amount` in every coordinate.
TriangleMesh Perturbed(TriangleMesh mesh, double amount, std::uint64_t seed);

// Vertices for which `is_moved(v)` holds moved by `by`.
template <typename Predicate>
TriangleMesh WithVerticesMoved(TriangleMesh mesh, Predicate is_moved, Vec3 by) {
  for (Vec3& vertex : mesh.vertices) {
    if (is_moved(vertex)) vertex += by;
  }
  return mesh;
}

// Turns each vertex by `angle_deg` around a line through `pivot` along `axis` (unit).
TriangleMesh Tilted(TriangleMesh mesh, Vec3 pivot, Vec3 axis, double angle_deg);

// Sine and cosine of an angle in degrees, exact at multiples of 90.
std::pair<double, double> SinCosDeg(double angle_deg);

}  // namespace wm::scenes
