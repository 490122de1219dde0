// Every bound and tolerance of loading in one place, with what breaks when it changes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wm {

// [m] Farther out, or larger, is a damaged number, not a level: the world's 2^-30 m grid still
// holds in a double up to 4,000 km. Smaller refuses planet-sized levels.
inline constexpr double kMaxCoordinate = 1e7;

// Squared length of a quaternion that counts as a rotation. Hand-written ones are off by a few
// percent; a wider band would take damaged numbers for rotations.
inline constexpr double kMinQuaternionNorm2 = 0.9;
inline constexpr double kMaxQuaternionNorm2 = 1.1;

// Heights in one terrain: 4097 x 2048. More would not fit beside its mesh in a few GB.
inline constexpr std::uint64_t kMaxTerrainHeights = 1u << 23;

// Control points of one terrain, and how many vertices all of them may reach, each counted for
// each: a second of work. Less refuses dense points on the largest terrains.
inline constexpr std::size_t kMaxControlPoints = 100'000;
inline constexpr std::uint64_t kMaxPointPulls = std::uint64_t{1} << 27;
// Cutting a cell costs the square of its points.
inline constexpr std::size_t kMaxPointsInCell = 64;
// [cells] Nearer to a vertex or a border than this a control point counts as on it: thinner
// triangles would hold nobody up. The vertex stands on the point then, so this is how far a grid
// may be bent. Smaller, and steps of millimetres
// stand beside borders; the zone of borders is the wider one, so that no point lies beyond one.
inline constexpr double kVertexZone = 0x1p-12;
inline constexpr double kBorderZone = 2 * kVertexZone;
inline constexpr double kMinPointDistance = 16 * kVertexZone;
// [cells] A cell's diagonal and a bit: a point's own cell lies within its radius.
inline constexpr double kMinPointRadius = 1.5;
inline constexpr double kMinPointWeight = 1e-3;
inline constexpr double kMaxPointWeight = 1e3;

// States of one door or lift, entities in one level.
inline constexpr std::size_t kMaxStates = 1024;
inline constexpr std::size_t kMaxEntities = 1'000'000;

// [m] A triangle lower than this over its longest edge is a needle: it holds nobody up and its
// normal is rounding. Larger drops the thin triangles of real, finely cut meshes; smaller keeps
// normals that point anywhere.
inline constexpr double kMinTriangleHeight = 1e-6;
// Height over longest edge up to which three points count as on a line: what float rounding leaves.
inline constexpr double kLineRatio = 1e-9;

// Triangles of a level after instancing. More would not fit into memory once baked.
inline constexpr std::uint64_t kMaxPlacedTriangles = 50'000'000;

// Corners up to which a polygon that is not convex is cut by clipping ears, which costs their
// square; larger ones are fanned.
inline constexpr std::size_t kMaxClippedCorners = 512;

// [bytes] Larger files are refused before they are read.
inline constexpr std::uint64_t kMaxTextFile = std::uint64_t{512} << 20;
inline constexpr std::uint64_t kMaxMeshFile = std::uint64_t{4} << 30;

// Names in a level's folder, and folders in folders, up to which it is kept in a cache. Looking
// through more would take longer than it saves.
inline constexpr std::size_t kMaxListed = 2 * kMaxEntities;
inline constexpr std::size_t kMaxListedDepth = 64;

// [bytes] Larger caches are neither written nor read: both hold them in memory as a whole.
inline constexpr std::uint64_t kMaxCacheFile = std::uint64_t{2} << 30;

// What a foreign reader may take before its file counts as damaged: far above what sound files need
// (10 MB of FBX: half a second, 200 MB), low enough that a hostile one is refused at once.
inline constexpr double kReaderSeconds = 0.5;  // of processor time, and
inline constexpr double kReaderBytesPerSecond = 500e3;
inline constexpr std::uint64_t kReaderMemory = std::uint64_t{128} << 20;  // and
inline constexpr std::uint64_t kReaderMemoryPerByte = 256;

}  // namespace wm
