// Every format: units, axes, nodes, names; and what is refused.
#include "maps/src/mesh_import.h"

#include <catch2/catch.hpp>

#include "tests/maps/map_test_support.h"
#include "tests/paths.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

// A slope in the file's own axes (right, forward, up): rises by 1 over 2 m forward, 4 m wide.
std::string ObjSlope() { return "v 0 0 0\nv 4 0 0\nv 4 1 -2\nv 0 1 -2\nf 1 2 3 4\n"; }

std::string PlySlope(const std::string& type = "double") {
  return "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 4\nproperty " + type +
         " x\nproperty " + type + " y\nproperty " + type +
         " z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
         "0 0 0\n4 0 0\n4 2 1\n0 2 1\n4 0 1 2 3\n";
}

std::string StlSlope() {
  return "solid slope\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 4 0 0\nvertex 4 2 1\n"
         "endloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 4 2 1\n"
         "vertex 0 2 1\nendloop\nendfacet\nendsolid slope\n";
}

std::string ColladaSlope(const std::string& up, const std::string& metres,
                         const std::string& points) {
  return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="u" meter=")" +
         metres + R"("/><up_axis>)" + up + R"(</up_axis></asset>
<library_geometries><geometry id="g" name="gm"><mesh>
<source id="p"><float_array id="pa" count="12">)" +
         points + R"(</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount>
<p>0 1 2 3</p></polylist></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n1" name="slope">
<instance_geometry url="#g"/></node><node id="n2" name="mirrored"><scale>-1 1 1</scale>
<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

std::string FbxSlope(int up_axis, const std::string& centimetres, const std::string& points) {
  return "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n"
         "\tFBXVersion: 7400\n}\nGlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n"
         "\t\tP: \"UpAxis\", \"int\", \"Integer\", \"\"," +
         std::to_string(up_axis) +
         "\n\t\tP: \"UpAxisSign\", \"int\", \"Integer\", \"\",1\n"
         "\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\"," +
         centimetres +
         "\n\t}\n}\nObjects:  {\n\tGeometry: 101, \"Geometry::geo\", \"Mesh\" {\n"
         "\t\tVertices: *12 {\n\t\t\ta: " +
         points +
         "\n\t\t}\n\t\tPolygonVertexIndex: *4 {\n\t\t\ta: 0,1,2,-4\n\t\t}\n"
         "\t\tGeometryVersion: 124\n\t}\n\tModel: 201, \"Model::slope\", \"Mesh\" {\n"
         "\t\tVersion: 232\n\t}\n\tModel: 202, \"Model::mirrored\", \"Mesh\" {\n"
         "\t\tVersion: 232\n\t\tProperties70:  {\n"
         "\t\t\tP: \"Lcl Scaling\", \"Lcl Scaling\", \"\", \"A\",-1,1,1\n\t\t}\n\t}\n}\n"
         "Connections:  {\n\tC: \"OO\",201,0\n\tC: \"OO\",202,0\n\tC: \"OO\",101,201\n"
         "\tC: \"OO\",101,202\n}\n";
}

// All of `world` faces up, is 4 m wide, and rises by 1 over 2 m along +y.
void CheckSlope(const World& world, double min_x = 0.0, double max_x = 4.0) {
  CHECK(world.bounds.min == Vec3{min_x, 0, 0});
  CHECK(world.bounds.max == Vec3{max_x, 2, 1});
  for (std::size_t i = 0; i < world.triangles.size(); ++i) {
    CHECK(world.triangle_normals[i].z == Approx(2.0 / std::sqrt(5.0)));
    CHECK(world.triangle_normals[i].y == Approx(-1.0 / std::sqrt(5.0)));
  }
}

}  // namespace

TEST_CASE("every format comes out Z up, in metres, facing the same way") {
  CheckSlope(LoadText("a.obj", ObjSlope()).world());
  CheckSlope(LoadText("a.ply", PlySlope()).world());
  CheckSlope(LoadText("a.ply", PlySlope("float")).world());
  CheckSlope(LoadText("a.stl", StlSlope()).world());
  CheckSlope(LoadText("A.OBJ", ObjSlope()).world());
  const Loaded z = LoadText("a.dae", ColladaSlope("Z_UP", "1", "0 0 0 4 0 0 4 2 1 0 2 1"));
  CheckSlope(z.world(), -4.0);
  const Loaded y =
      LoadText("a.dae", ColladaSlope("Y_UP", "0.01", "0 0 0 400 0 0 400 100 -200 0 100 -200"));
  CheckSlope(y.world(), -4.0);
  CheckSlope(LoadText("a.fbx", FbxSlope(1, "1", "0,0,0,400,0,0,400,100,-200,0,100,-200")).world(),
             -4.0);
  CheckSlope(LoadText("a.fbx", FbxSlope(2, "100", "0,0,0,4,0,0,4,2,1,0,2,1")).world(), -4.0);
}

TEST_CASE("nodes keep their names, and share their mesh") {
  for (const auto& [file, text] :
       {std::pair<std::string, std::string>{"a.dae",
                                            ColladaSlope("Z_UP", "1", "0 0 0 4 0 0 4 2 1 0 2 1")},
        {"a.fbx", FbxSlope(2, "100", "0,0,0,4,0,0,4,2,1,0,2,1")}}) {
    const Loaded loaded = LoadText(file, text);
    REQUIRE(loaded.map.bodies.size() == 2);
    CHECK(loaded.map.bodies[0].name == "slope");
    CHECK(loaded.map.bodies[1].name == "mirrored");
    CHECK(loaded.map.bodies[1].placement.IsMirror());
    CHECK(loaded.map.meshes.size() == 1);
    REQUIRE(loaded.map.entities.size() == 2);
    CHECK(loaded.map.entities[1].id == 2);
    CHECK(loaded.map.entities[1].name == "mirrored");
    CHECK(loaded.map.bodies[0].visual_mesh == loaded.map.bodies[0].collision_mesh);
  }
}

TEST_CASE("the caller's up axis and unit beat the file's own") {
  LoadOptions options;
  options.up = UpAxis::kZ;
  options.metres_per_unit = 0.5;
  const std::string z_up = "v 0 0 0\nv 8 0 0\nv 8 4 2\nv 0 4 2\nf 1 2 3 4\n";
  CheckSlope(LoadText("a.obj", z_up, options).world());
  const std::string wrong = ColladaSlope("Y_UP", "0.01", "0 0 0 8 0 0 8 4 2 0 4 2");
  CheckSlope(LoadText("a.dae", wrong, options).world(), -4.0);
  CheckSlope(LoadText("a.fbx", FbxSlope(1, "1", "0,0,0,8,0,0,8,4,2,0,4,2"), options).world(), -4.0);
  options.up = UpAxis::kY;
  options.metres_per_unit = 1.0;
  CheckSlope(
      LoadText("a.ply",
               "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
               "property float z\nelement face 1\nproperty list uchar int vertex_index\n"
               "end_header\n0 0 0\n4 0 0\n4 1 -2\n0 1 -2\n4 0 1 2 3\n",
               options)
          .world());
}

TEST_CASE("OBJ: objects, else groups, are nodes") {
  const std::string points = "v 0 0 0\nv 1 0 0\nv 0 0 -1\nv 1 0 -1\n";
  const Loaded objects = LoadText(
      "a.obj", points + "o floor one\ng ignored\nf 1 2 3\no hut\nf 2 4 3\no floor one\nf 1 2 4\n");
  REQUIRE(objects.map.bodies.size() == 2);
  CHECK(objects.map.bodies[0].name == "floor one");
  CHECK(objects.map.meshes[0].triangles.size() == 2);
  CHECK(objects.map.bodies[1].name == "hut");
  CHECK(objects.map.meshes[1].vertices.size() == 3);
  const Loaded groups = LoadText("a.obj", points + "g a\nf 1 2 3\ng b\nf 2 4 3\n");
  REQUIRE(groups.map.bodies.size() == 2);
  CHECK(groups.map.bodies[1].name == "b");
  CHECK(LoadText("hall.obj", points + "f 1 2 3\n").map.bodies[0].name == "hall");
}

TEST_CASE("OBJ: relative indices, polygons, joined lines, texture indices, blanks and comments") {
  const Loaded loaded = LoadText("a.obj",
                                 "# a comment\r\nmtllib none.mtl\r\nv +0 0 0 1.0\r\nv\t4 0 0\r\n"
                                 "v 4 0 -2.0e0\r\nv 0 0 -2 # last\r\nvt 0 0\r\nvn 0 1 0\r\n"
                                 "f -4/1/1 \\\r\n -3//1 3/1 4\r\nl 1 2\r\np 3\r\n");
  CHECK(loaded.world().triangles.size() == 2);
  CHECK(loaded.world().bounds.max == Vec3{4, 2, 0});
  REQUIRE(loaded.log.size() == 1);
  CHECK(Has(loaded.log[0], "left out 2 points and lines"));
}

TEST_CASE("positions far out keep their millimetres in every format that holds them") {
  const std::string obj = "v 500000.001 0 0\nv 500004.001 0 0\nv 500004.001 1 -2\nf 1 2 3\n";
  CHECK(LoadText("a.obj", obj).map.meshes[0].vertices[0].x == 500000.001);
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\n"
      "property double z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
      "500000.001 0 0\n500004.001 0 0\n500004.001 2 1\n3 0 1 2\n";
  CHECK(LoadText("a.ply", ply).map.meshes[0].vertices[0].x == 500000.001);
}

TEST_CASE("PLY: both binary orders, extra properties, faces first") {
  for (const bool is_big : {false, true}) {
    std::string body;
    const auto add = [&](auto value) {
      char bytes[sizeof value];
      std::memcpy(bytes, &value, sizeof value);
      if (is_big) std::reverse(bytes, bytes + sizeof value);
      body.append(bytes, sizeof value);
    };
    add(std::uint8_t{4});
    for (const std::int32_t corner : {0, 1, 2, 3}) add(corner);
    add(std::uint8_t{2});
    add(std::int32_t{0});
    add(std::int32_t{1});
    for (const Vec3 p : {Vec3{0, 0, 0}, {4, 0, 0}, {4, 2, 1}, {0, 2, 1}}) {
      add(std::uint8_t{255});
      add(static_cast<float>(p.x));
      add(p.y);
      add(static_cast<std::int16_t>(p.z));
    }
    const std::string head =
        "ply\nformat binary_" + std::string(is_big ? "big" : "little") +
        "_endian 1.0\nobj_info x\nelement face 2\nproperty list uint8 int32 vertex_index\n"
        "element vertex 4\nproperty uchar red\nproperty float x\nproperty double y\n"
        "property short z\nend_header\n";
    const Loaded loaded = LoadText("a.ply", head + body);
    CheckSlope(loaded.world());
    CHECK(loaded.log.size() == 1);  // the line of two corners
    CHECK(Has(LoadError("a.ply", head + body.substr(0, body.size() - 1)),
              "vertex 3: the file is cut off"));
  }
}

TEST_CASE("a mesh loads the same in a locale of decimal commas") {
  const CommaLocale comma;
  CheckSlope(
      LoadText("a.obj", "v 0.0 0 0\nv 4.0 0 0\nv 4 1.0 -2.0\nv 0 1 -2\nf 1 2 3 4\n").world());
  CheckSlope(LoadText("a.stl", StlSlope()).world());
  CheckSlope(LoadText("a.dae", ColladaSlope("Z_UP", "0.5", "0 0 0 8 0 0 8.0 4 2 0 4 2.0")).world(),
             -4.0);
}

TEST_CASE("Unreal's prefixes keep collision apart from what is seen") {
  const std::string points = "v 0 0 0\nv 1 0 0\nv 0 0 -1\nv 1 0 -1\nv 5 0 0\nv 6 0 0\nv 5 0 -1\n";
  const Loaded loaded = LoadText(
      "a.obj", points +
                   "o crate\nf 1 2 3\nf 2 4 3\no UCX_crate_01\nf 1 2 3\no UBX_crate_02\nf 2 4 3\n"
                   "o rock\nf 5 6 7\no USP_lonely\nf 5 6 7\no UCP_rock\nf 5 6 7\n");
  const auto& bodies = loaded.map.bodies;
  REQUIRE(loaded.map.entities.size() == 3);
  CHECK(loaded.map.entities[0].name == "crate");
  CHECK(loaded.map.entities[1].name == "rock");
  CHECK(loaded.map.entities[2].name == "lonely");
  REQUIRE(bodies.size() == 4);
  CHECK(bodies[0].name == "crate");
  CHECK(bodies[0].visual_mesh != kNoMesh);
  CHECK(bodies[0].collision_mesh != kNoMesh);
  CHECK(bodies[0].collision_mesh != bodies[0].visual_mesh);
  CHECK(bodies[1].entity == bodies[0].entity);
  CHECK(bodies[1].visual_mesh == kNoMesh);
  CHECK(bodies[2].name == "rock");
  CHECK(bodies[2].collision_mesh != bodies[2].visual_mesh);
  CHECK(bodies[3].visual_mesh == kNoMesh);
  CHECK(loaded.world().triangles.size() == 4);
}

TEST_CASE(
    "without a collision of its own a node is solid as it is seen, prefixes elsewhere or not") {
  const std::string text =
      "v 0 0 0\nv 1 0 0\nv 0 0 -1\nv 5 0 0\nv 6 0 0\nv 5 0 -1\n"
      "o crate\nf 1 2 3\no UCX_crate\nf 1 2 3\no floor\nf 4 5 6\no UCX_\nf 4 6 5\n";
  const Loaded loaded = LoadText("a.obj", text);
  REQUIRE(loaded.map.bodies.size() == 3);
  CHECK(loaded.map.bodies[1].name == "floor");
  CHECK(loaded.map.bodies[1].collision_mesh == loaded.map.bodies[1].visual_mesh);
  CHECK(loaded.map.bodies[2].name == "UCX_");
}

TEST_CASE("Godot's suffixes say what is solid") {
  // An L of two quads: its hull is larger.
  const std::string text =
      "v 0 0 0\nv 4 0 0\nv 4 0 -1\nv 0 0 -1\nv 0 3 0\nv 0 3 -1\n"
      "o leaf\nf 1 2 3 4\no wall-col.001\nf 1 2 3 4\no bound-COLONLY\nf 1 2 3 4\n"
      "o l-convcol\nf 1 2 3 4\nf 1 4 6 5\no hull-convcolonly\nf 1 2 3 4\nf 1 4 6 5\n"
      "o door\nf 1 2 3 4\no door-colonly\nf 1 4 6 5\no protocol\nf 1 2 3 4\n";
  const Loaded loaded = LoadText("a.obj", text);
  const auto& map = loaded.map;
  REQUIRE(map.bodies.size() == 7);
  const auto triangles = [&](const std::string& name, bool is_collision) -> std::size_t {
    for (const Body& body : map.bodies) {
      if (body.name != name) continue;
      const int mesh = is_collision ? body.collision_mesh : body.visual_mesh;
      return mesh == kNoMesh ? 0 : map.meshes[static_cast<std::size_t>(mesh)].triangles.size();
    }
    FAIL("no body named " << name);
    return 0;
  };
  CHECK(triangles("leaf", false) == 2);
  CHECK(triangles("leaf", true) == 0);
  CHECK(triangles("wall.001", false) == 2);
  CHECK(triangles("wall.001", true) == 2);
  CHECK(triangles("bound", false) == 0);
  CHECK(triangles("bound", true) == 2);
  CHECK(triangles("l", false) == 4);
  CHECK(triangles("l", true) == 8);
  CHECK(triangles("hull", false) == 0);
  CHECK(triangles("hull", true) == 8);
  CHECK(triangles("door", false) == 2);
  CHECK(triangles("door", true) == 2);
  CHECK(triangles("protocol", true) == 0);
  REQUIRE(loaded.log.size() == 1);
  CHECK(Has(loaded.log[0], "3 nodes without are seen, not solid"));
}

TEST_CASE("what is no mesh is refused in one line that names it") {
  CHECK(Has(LoadError("a.obj", ""), "a.obj: the file is empty"));
  CHECK(Has(LoadError("a.glb", ""), "a.glb: the file is empty"));
  CHECK(Has(LoadError("a.xyz", "1 2 3"), "a.xyz: unknown format '.xyz'; known are .obj .gltf"));
  CHECK(Has(LoadError("noending", "1 2 3"), "unknown format ''"));
  CHECK(Has(LoadError("a.obj", "this is a letter\nto a friend\n"), "a.obj: no vertices"));
  CHECK(Has(LoadError("a.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\n"), "a.obj: no usable triangles"));
  CHECK(Has(LoadError("a.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n"), "left out 1 points and lines"));
  CHECK(Has(LoadError("a.obj", "v 0 0 0\nv 1,5 0 0\n"), "a.obj:2: a vertex needs three numbers"));
  CHECK(Has(LoadError("a.obj", "v 0 0\n"), "a.obj:1: a vertex needs three numbers"));
  CHECK(Has(LoadError("a.obj", "v 0 0 0\nf 1 2 3\n"), "a.obj:2: a face uses vertex '2' of 1"));
  CHECK(Has(LoadError("a.obj", "v 0 0 0\nf 1 0 1\n"), "a.obj:2: a face uses vertex '0'"));
  CHECK(Has(LoadError("a.obj", "v 0 0 0\nf 1 -2 1\n"), "a.obj:2: a face uses vertex '-2'"));
  CHECK(Has(LoadError("a.obj", "v 0 0 0\nf 1 x 1\n"), "a.obj:2: not a corner of a face: 'x'"));
  CHECK(Has(LoadError("a.ply", "hello"), "a.ply: the header has no end"));
  CHECK(Has(LoadError("a.ply", "hello\n"), "a.ply: not a PLY file"));
  CHECK(
      Has(LoadError("a.ply", "ply\nformat ascii 1.0\nelement vertex x\nend_header\n"), "no count"));
  CHECK(Has(LoadError("a.ply", "ply\nformat ascii 1.0\nelement vertex 9\nend_header\n"),
            "no x, y, z"));
  for (const char* file : {"a.fbx", "a.dae", "a.stl"}) {
    const std::string error = LoadError(file, "just some text, renamed");
    CHECK(Has(error, file));
    CHECK(error.find('\n') == std::string::npos);
  }
}

TEST_CASE("a PLY that promises more than it holds is refused at once") {
  const auto ply = [](const std::string& vertices, const std::string& face) {
    return "ply\nformat ascii 1.0\nelement vertex " + vertices +
           "\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
           "property list int int vertex_indices\nend_header\n0 0 0\n4 0 0\n4 2 1\n" +
           face + "\n";
  };
  CHECK(LoadError("a.ply", ply("3", "3 0 1 2")).empty());
  CHECK(Has(LoadError("a.ply", ply("18446744073709551615", "3 0 1 2")), "cut off"));
  CHECK(Has(LoadError("a.ply", ply("3", "2000000000 0 1 2")), "face 0: the file is cut off"));
  CHECK(Has(LoadError("a.ply", ply("3", "-1 0 1 2")), "not an index or a length"));
  CHECK(Has(LoadError("a.ply", ply("3", "3 0 1 -2")), "not an index or a length"));
  CHECK(Has(LoadError("a.ply", ply("3", "3 0 1 3")), "a face uses vertex 3 of 3"));
  CHECK(Has(LoadError("a.ply", ply("3", "3 0 1 nan")), "not an index or a length"));
}

TEST_CASE("a folder, a missing file and a pipe are refused") {
  const TemporaryFolder folder;
  fs::create_directory(folder.Path() / "a.obj");
  CHECK(Has(ErrorOf([&] { LoadMap(folder.Path() / "a.obj"); }), "without level.text"));
  CHECK(Has(ErrorOf([&] { LoadMap(folder.Path() / "b.obj"); }), "b.obj: no such file"));
  CHECK(Has(ErrorOf([&] { LoadMap("/dev/zero"); }), "not a regular file"));
}

TEST_CASE("the shared levels load, in their well-known sizes") {
  if (!fs::exists(SharedDir() / "data/nav_test.obj")) {
    WARN("skipped: no shared data beside the clone");
    SUCCEED();
    return;
  }
  const World nav = LoadWithLog(SharedDir() / "data/nav_test.obj").world();
  CHECK(nav.triangles.size() == 1612);
  CHECK(nav.bounds.min.z == Approx(-4.87).margin(0.01));
  CHECK(LoadWithLog(SharedDir() / "data/dungeon.obj").world().triangles.size() == 10133);
  CHECK(LoadWithLog(SharedDir() / "data/undulating.obj").world().triangles.size() == 5202);
}

}  // namespace wm
