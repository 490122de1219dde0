// The convex hull of a mesh's vertices: what -convcol names stand for.
#pragma once

#include "collision/geometry.h"

namespace wm {

// Triangles facing outward. Vertices nearer to the hull than 1e-9 of its size may be left out.
// Gives `mesh` itself where its vertices span no volume. Deterministic. Needs: finite vertices.
TriangleMesh ConvexHull(const TriangleMesh& mesh);

}  // namespace wm
