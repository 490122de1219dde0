// glTF: mirrored and nested nodes, shared meshes, every primitive; and refusals without harm.

#include <catch2/catch.hpp>

#include "tests/maps/map_test_support.h"

namespace wm {
namespace {

// A closed wedge, Y up: run 2 along x (low at x = 0), rise 1, width 1 along z. Its ramp is the
// triangles with a normal that leans to -x. Six vertices, eight triangles, 96 bytes of indices
// apart.
GltfData WedgeData() {
  GltfData data;
  data.Add<float>({0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 0, 1, 2, 0, 1, 2, 1, 1});
  data.Add<std::uint16_t>({0, 2, 1, 3, 4, 5,    // sides
                           0, 1, 4, 0, 4, 3,    // bottom
                           1, 2, 5, 1, 5, 4,    // back
                           0, 3, 5, 0, 5, 2});  // ramp
  return data;
}

std::string WedgeWith(const std::string& nodes, const std::string& scene_nodes = "[0]",
                      const std::string& extra = "") {
  const GltfData data = WedgeData();
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":)" + scene_nodes +
         R"(}],"nodes":)" + nodes +
         R"(,"meshes":[{"name":"wedge","primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":6,"type":"VEC3"},
{"bufferView":1,"componentType":5123,"count":24,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":72},{"buffer":0,"byteOffset":72,"byteLength":48}],
"buffers":[{"byteLength":120,"uri":")" +
         data.Uri() + R"("}])" + extra + "}";
}

double SignedVolume(const World& world) {
  double six = 0.0;
  for (const Triangle& t : world.triangles) six += Dot(t.a, Cross(t.b, t.c));
  return six / 6.0;
}

// The largest up part of a sloped face's normal.
double RampUp(const World& world) {
  double up = -1.0;
  for (const Vec3 n : world.triangle_normals) {
    if (std::abs(n.z) > 0.01 && std::abs(n.z) < 0.99) up = std::max(up, n.z);
  }
  return up;
}

// A minimal file: three vertices, `indices` of `component`, and whatever `change` makes of it.
std::string Tampered(const std::string& from, const std::string& to) {
  std::string text = WedgeWith(R"([{"mesh":0,"name":"w"}])");
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string TamperedError(const std::string& from, const std::string& to) {
  const double begin = CpuSeconds();
  const std::string error = LoadError("t.gltf", Tampered(from, to));
  CHECK(CpuSeconds() - begin < 1.0);
  CHECK(Has(error, "t.gltf: "));
  CHECK(error.find('\n') == std::string::npos);
  INFO(error);
  return error;
}

std::string Glb(const std::string& json, const std::string& binary) {
  const auto word = [](std::size_t value) {
    const auto v = static_cast<std::uint32_t>(value);
    return std::string(reinterpret_cast<const char*>(&v), 4);
  };
  std::string text = json;
  while (text.size() % 4 != 0) text += ' ';
  std::string body = word(text.size()) + "JSON" + text;
  if (!binary.empty()) body += word(binary.size()) + std::string("BIN\0", 4) + binary;
  return "glTF" + word(2) + word(12 + body.size()) + body;
}

}  // namespace

TEST_CASE("B31: mirrored copies of one mesh keep their volume and their outside") {
  struct Case {
    const char* name;
    const char* nodes;
    double min_x, max_x;
    bool is_upright;
  };
  const std::vector<Case> cases{
      {"plain", R"([{"mesh":0}])", 0, 2, true},
      {"x", R"([{"mesh":0,"scale":[-1,1,1]}])", -2, 0, true},
      {"z", R"([{"mesh":0,"scale":[1,1,-1]}])", 0, 2, true},
      {"all three", R"([{"mesh":0,"scale":[-1,-1,-1]}])", -2, 0, false},
      {"x and y", R"([{"mesh":0,"scale":[-1,-1,1]}])", -2, 0, false},
      {"x and z", R"([{"mesh":0,"scale":[-1,1,-1]}])", -2, 0, true},
      {"twice", R"([{"children":[1],"scale":[-1,1,1]},{"mesh":0,"scale":[-1,1,1]}])", 0, 2, true},
      {"by matrix", R"([{"mesh":0,"matrix":[-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}])", -2, 0, true},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    const World world = LoadText("w.gltf", WedgeWith(c.nodes)).world();
    CHECK(world.triangles.size() == 8);
    CHECK(SignedVolume(world) == Approx(1.0).margin(1e-9));
    CHECK(world.bounds.min.x == c.min_x);
    CHECK(world.bounds.max.x == c.max_x);
    if (c.is_upright) CHECK(RampUp(world) == Approx(0.894).margin(0.001));
    if (std::string(c.name) == "x") {
      for (const Triangle& t : world.triangles) {
        for (const Vec3 p : {t.a, t.b, t.c}) {
          if (p.z > 0.5) CHECK(p.x == -2.0);  // the high edge
        }
      }
    }
  }
}

TEST_CASE("B31: all copies in one file share one mesh, which is not turned twice") {
  const Loaded loaded = LoadText("w.gltf", WedgeWith(R"([{"mesh":0,"name":"a"},
{"mesh":0,"name":"b","scale":[-1,1,1],"translation":[10,0,0]},
{"mesh":0,"name":"c","scale":[1,1,-1],"translation":[20,0,0]},
{"mesh":0,"name":"d","scale":[-1,-1,-1],"translation":[30,0,0]},
{"mesh":0,"name":"e","scale":[-1,1,-1],"translation":[40,0,0]},
{"name":"f","children":[6],"scale":[-1,1,1],"translation":[50,0,0]},
{"mesh":0,"scale":[-1,1,1]}])",
                                                     "[0,1,2,3,4,5]"));
  CHECK(loaded.map.meshes.size() == 1);
  REQUIRE(loaded.map.bodies.size() == 6);
  CHECK(loaded.map.bodies[5].name == "wedge");  // the node has no name, its mesh has
  for (const Body& body : loaded.map.bodies) {
    const World one = BuildWorld(loaded.map.meshes, std::vector{body});
    CHECK(SignedVolume(one) == Approx(1.0).margin(1e-6));
  }
}

TEST_CASE("nested nodes: rotation, scale and translation multiply down") {
  // 90 degrees about Y takes +x to -z; in our frame, z up, that is +x to +y.
  const World world = LoadText("w.gltf", WedgeWith(R"([{"translation":[100,5,0],"children":[1]},
{"rotation":[0,0.70710678,0,0.70710678],"scale":[2,2,2],"children":[2]},
{"mesh":0,"translation":[1,0,0]}])"))
                          .world();
  CHECK(world.bounds.min.y == Approx(2.0));
  CHECK(world.bounds.max.y == Approx(6.0));
  CHECK(world.bounds.min.z == Approx(5.0));
  CHECK(world.bounds.max.z == Approx(7.0));
  CHECK(world.bounds.min.x == Approx(100.0));
  CHECK(world.bounds.max.x == Approx(102.0));
  CHECK(SignedVolume(world) == Approx(8.0));
}

TEST_CASE("a node far out keeps its place in double") {
  const Loaded loaded =
      LoadText("w.gltf", WedgeWith(R"([{"mesh":0,"translation":[500000.001,0,0]}])"));
  CHECK(loaded.map.bodies[0].placement.origin.x == 500000.001);
}

TEST_CASE("strips, fans, plain vertices and points") {
  GltfData data;
  data.Add<float>({0, 0, 0, 1, 0, 0, 0, 0, -1, 1, 0, -1, 0, 0, -2, 1, 0, -2});
  const auto load = [&](int mode, int count) {
    return LoadText("s.gltf",
                    R"({"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[
{"mode":)" + std::to_string(mode) +
                        R"(,"attributes":{"POSITION":0}},
{"mode":0,"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":)" +
                        std::to_string(count) +
                        R"(,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":72}],
"buffers":[{"byteLength":72,"uri":")" +
                        data.Uri() + R"("}]})");
  };
  const Loaded strip = load(5, 6);
  CHECK(strip.world().triangles.size() == 4);
  for (const Vec3 n : strip.world().triangle_normals) CHECK(n.z == 1.0);
  REQUIRE(strip.log.size() == 1);
  CHECK(Has(strip.log[0], "left out 1 points and lines"));
  CHECK(load(4, 6).world().triangles.size() == 2);
  CHECK(load(6, 4).world().triangles.size() == 2);
}

TEST_CASE("quantized, interleaved and sparse positions are read") {
  GltfData data;
  data.Add<std::int16_t>({0, 0, 0, 7, 4, 0, 0, 7, 4, 0, -2, 7});  // stride 8
  data.Add<std::uint8_t>({2, 0});
  data.Add<std::int16_t>({4, 1, -2});
  const std::string text =
      R"({"asset":{"version":"2.0"},"extensionsRequired":["KHR_mesh_quantization"],
"nodes":[{"mesh":0,"scale":[0.5,0.5,0.5]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5122,"count":3,"type":"VEC3","sparse":{"count":1,
"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2}}}],
"bufferViews":[{"buffer":0,"byteLength":24,"byteStride":8},{"buffer":0,"byteOffset":24,"byteLength":1},
{"buffer":0,"byteOffset":26,"byteLength":6}],"buffers":[{"byteLength":32,"uri":")" +
      data.Uri() + R"("}]})";
  const World world = LoadText("q.gltf", text).world();
  REQUIRE(world.triangles.size() == 1);
  CHECK(world.bounds.max == Vec3{2, 1, 0.5});
}

TEST_CASE("GLB, and a .bin beside a .gltf, read like embedded data") {
  const std::string embedded = WedgeWith(R"([{"mesh":0}])");
  const GltfData data = WedgeData();
  std::string json = embedded;
  const std::string uri = ",\"uri\":\"" + data.Uri() + "\"";
  json.erase(json.find(uri), uri.size());
  CHECK(SignedVolume(LoadText("w.glb", Glb(json, data.bytes())).world()) == Approx(1.0));

  const TemporaryFolder folder;
  std::string external = embedded;
  external.replace(external.find(data.Uri()), data.Uri().size(), "the%20data.bin");
  WriteBytes(folder.Path() / "w.gltf", external);
  WriteBytes(folder.Path() / "the data.bin", data.bytes());
  CHECK(SignedVolume(LoadWithLog(folder.Path() / "w.gltf").world()) == Approx(1.0));
}

TEST_CASE("B35: compressed glTF is refused by the name of its extension") {
  for (const char* name :
       {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "VENDOR_unheard_of"}) {
    const std::string error =
        LoadError("c.gltf", WedgeWith(R"([{"mesh":0}])", "[0]",
                                      R"(,"extensionsRequired":[")" + std::string(name) + R"("])"));
    CHECK(Has(error, "c.gltf: extensionsRequired: it needs '" + std::string(name) + "'"));
  }
  // In use without being required: with data of its own it is read, without it is refused.
  std::string draco =
      Tampered(R"("indices":1)", R"("indices":1,"extensions":{"KHR_draco_mesh_compression":{}})");
  CHECK(LoadError("c.gltf", draco).empty());
  draco.erase(draco.find(R"("bufferView":0,)"), 15);
  CHECK(Has(LoadError("c.gltf", draco), "KHR_draco_mesh_compression cannot be read"));
  CHECK(Has(TamperedError(R"("byteLength":72)",
                          R"("byteLength":72,"extensions":{"EXT_meshopt_compression":{}})"),
            "bufferViews[0]: EXT_meshopt_compression cannot be read"));
  CHECK(LoadError("c.gltf", WedgeWith(R"([{"mesh":0}])", "[0]",
                                      R"(,"extensionsRequired":["KHR_materials_unlit"])"))
            .empty());
}

TEST_CASE("B35: broken sparse accessors are refused") {
  const std::string plain = R"("count":6,"type":"VEC3")";
  CHECK(Has(TamperedError(
                plain,
                plain + R"(,"sparse":{"count":1,"indices":{"bufferView":1,"componentType":5123}})"),
            "accessors[0].sparse: `values` is missing"));
  CHECK(Has(TamperedError(plain, plain + R"(,"sparse":{"count":1,"values":{"bufferView":0}})"),
            "accessors[0].sparse: `indices` is missing"));
  CHECK(Has(
      TamperedError(
          plain,
          plain +
              R"(,"sparse":{"count":7,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":0}})"),
      "accessors[0].sparse: `count` is above"));
  CHECK(Has(
      TamperedError(
          plain,
          plain +
              R"(,"sparse":{"count":6,"indices":{"bufferView":0,"byteOffset":12,"componentType":5123},"values":{"bufferView":0}})"),
      "accessors[0].sparse.indices: index"));
  CHECK(Has(TamperedError(plain, plain + R"(,"sparse":7)"), "accessors[0].sparse: not an object"));
}

TEST_CASE("B35: offsets near the top of 64 bits do not wrap round") {
  for (const char* offset :
       {"18446744073709551608", "9223372036854775808", "18446744073709551615"}) {
    const std::string o = std::string(R"("byteOffset":)") + offset;
    CHECK(
        Has(TamperedError(R"("bufferView":0,"componentType":5126)",
                          R"("bufferView":0,)" + o + R"(,"componentType":5126)"),
            "accessors[0]: it reaches beyond its bufferView: `byteOffset` " + std::string(offset)));
    CHECK(Has(TamperedError(R"("byteOffset":72)", o),
              "bufferViews[1]: it reaches beyond its buffer"));
    CHECK(Has(TamperedError(R"("byteOffset":72,"byteLength":48)",
                            std::string(R"("byteOffset":72,"byteLength":)") + offset),
              "bufferViews[1]: it reaches beyond"));
    CHECK(Has(TamperedError(R"("count":24)", std::string(R"("count":)") + offset), "accessors[1]"));
    CHECK(Has(TamperedError(R"("byteLength":120)", std::string(R"("byteLength":)") + offset),
              "buffers[0]: `byteLength` is"));
  }
  CHECK(
      Has(TamperedError(R"("byteOffset":72)", R"("byteOffset":-1)"), "not a whole number from 0"));
  CHECK(Has(TamperedError(R"("byteOffset":72)", R"("byteOffset":1e30)"), "not a whole number"));
  CHECK(Has(TamperedError(R"("byteOffset":72)", R"("byteOffset":99999999999999999999)"),
            "not a whole"));
}

TEST_CASE("B35: indices out of range, and counts that are no whole triangles") {
  GltfData data;
  data.Add<float>({0, 0, 0, 1, 0, 0, 0, 0, -1});
  data.Add<std::uint16_t>({0, 1, 65535});
  const auto load = [&](int count) {
    return LoadError("i.gltf",
                     R"({"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[
{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[
{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
{"bufferView":1,"componentType":5123,"count":)" +
                         std::to_string(count) +
                         R"(,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":36},
{"buffer":0,"byteOffset":36,"byteLength":6}],"buffers":[{"byteLength":42,"uri":")" +
                         data.Uri() + R"("}]})");
  };
  CHECK(Has(load(3), "i.gltf: accessors[1]: index 65535 of 3 vertices"));
  CHECK(Has(load(2), "i.gltf: meshes[0].primitives[0]: 2 indices are no whole triangles"));
  CHECK(Has(TamperedError(R"("count":24)", R"("count":23)"), "23 indices are no whole triangles"));
}

TEST_CASE("B35: a glTF without triangles is no clean level") {
  CHECK(Has(LoadError("e.gltf", R"({"asset":{"version":"2.0"}})"), "e.gltf: no usable triangles"));
  CHECK(Has(LoadError("e.gltf", WedgeWith("[{}]")), "no usable triangles"));
  CHECK(Has(LoadError("e.gltf", WedgeWith(R"([{"mesh":0}])", "[]")), "no usable triangles"));
  CHECK(Has(TamperedError(R"("count":24)", R"("count":0)"), "no usable triangles"));
  CHECK(Has(TamperedError(R"("indices":1)", R"("indices":1,"mode":1)"),
            "left out 1 points and lines"));
}

TEST_CASE("B35: nodes that are no tree") {
  CHECK(Has(LoadError("n.gltf", WedgeWith(R"([{"mesh":0,"children":[0]}])")),
            "nodes[0]: it is its own child"));
  CHECK(Has(LoadError("n.gltf", WedgeWith(R"([{"mesh":0},{"children":[2]},{"children":[1]}])")),
            "it is its own ancestor"));
  CHECK(Has(LoadError("n.gltf", WedgeWith(R"([{"children":[2]},{"children":[2]},{"mesh":0}])")),
            "nodes[2]: it has two parents"));
  CHECK(Has(LoadError("n.gltf", WedgeWith(R"([{"mesh":0,"children":[7]}])")),
            "there is no child nodes[7]"));
  CHECK(Has(LoadError("n.gltf", WedgeWith(R"([{"mesh":0}])", "[1]")), "there is no nodes[1]"));
  CHECK(Has(LoadError("n.gltf", WedgeWith(R"([{"mesh":0}])", "[0,0]")), "listed twice"));
  CHECK(Has(LoadError("n.gltf", WedgeWith(R"([{"mesh":5}])")),
            "nodes[0]: there is no meshes[5], only 1"));
  CHECK(Has(LoadError("n.gltf", WedgeWith(R"([{"mesh":0,"scale":[1,2]}])")),
            "`scale` is not 3 numbers"));
  CHECK(Has(LoadError("n.gltf", WedgeWith(R"([{"mesh":0,"rotation":[0,0,0,0]}])")), "`rotation`"));
  CHECK(Has(LoadError("n.gltf", WedgeWith(R"([{"mesh":0,"translation":[1e30,0,0]}])")),
            "out of range"));
}

TEST_CASE("a hundred thousand nested nodes neither crash nor stall") {
  std::string nodes = "[";
  for (int i = 0; i < 100'000; ++i) nodes += R"({"children":[)" + std::to_string(i + 1) + "]},";
  nodes += R"({"mesh":0}])";
  CHECK(LoadText("deep.gltf", WedgeWith(nodes)).world().triangles.size() == 8);
  std::string brackets(200'000, '[');
  CHECK(Has(LoadError("b.gltf", brackets), "broken JSON at byte"));
}

TEST_CASE("B35: data files that are missing, elsewhere or too short") {
  const std::string uri = WedgeData().Uri();
  CHECK(Has(TamperedError(uri, "missing.bin"), "buffers[0]: 'missing.bin': no such file"));
  CHECK(Has(TamperedError(uri, "../t.gltf"), "buffers[0]: '../t.gltf' leaves the folder"));
  CHECK(Has(TamperedError(uri, "a/../../t.gltf"), "leaves the folder"));
  CHECK(Has(TamperedError(uri, "%2e%2e/t.gltf"), "leaves the folder"));
  CHECK(Has(TamperedError(uri, ".git/a.bin"), "is a hidden file"));
  CHECK(Has(TamperedError(uri, "/etc/passwd"), "leaves the folder"));
  CHECK(Has(TamperedError(uri, "file:///etc/passwd"), "is not a file beside it"));
  CHECK(Has(TamperedError(uri, "https://example.org/a.bin"), "is not a file beside it"));
  CHECK(Has(TamperedError(uri, ""), "not a path"));
  CHECK(Has(TamperedError(uri, "a\\u0000b"), "not a path"));
  CHECK(Has(TamperedError(uri, "."), "not a regular file"));
  CHECK(Has(TamperedError(uri, "t.gltf"), "index"));  // read, then found to be nonsense
  CHECK(Has(TamperedError(uri, "data:;base64,AAAA"), "its data has 3 bytes"));
  CHECK(Has(TamperedError(uri, "data:;base64,A!AA"), "not base64"));
  CHECK(Has(TamperedError(",\"uri\":\"" + uri + "\"", ""), "buffers[0]: it has no data"));
}

TEST_CASE("B35: what is no glTF at all") {
  CHECK(Has(LoadError("x.gltf", "hello"), "x.gltf: not glTF: broken JSON at byte 1"));
  CHECK(Has(LoadError("x.gltf", "{}"), "x.gltf: asset: missing"));
  CHECK(Has(LoadError("x.gltf", "[]"), "not a JSON object"));
  CHECK(Has(LoadError("x.gltf", R"({"asset":{"version":"1.0"}})"), "glTF version '1.0', not 2"));
  CHECK(Has(LoadError("x.gltf", R"({"asset":{"version":"2.0"},"nodes":[1e999]})"), "too large"));
  CHECK(Has(LoadError("x.glb", "hello"), "x.glb: not glTF"));
  CHECK(Has(LoadError("x.glb", "glTF"), "x.glb: the header is cut off"));
  const std::string glb = Glb(WedgeWith(R"([{"mesh":0}])"), "");
  CHECK(LoadError("x.glb", glb).empty());
  for (std::size_t size = 4; size < glb.size(); size += 7) {
    CHECK_FALSE(LoadError("x.glb", glb.substr(0, size)).empty());
  }
  std::string wrong = glb;
  wrong[4] = 1;
  CHECK(Has(LoadError("x.glb", wrong), "glTF version 1, this program reads 2"));
}

TEST_CASE("a small file cannot ask for large memory") {
  CHECK(Has(TamperedError(R"("bufferView":0,"componentType":5126,"count":6)",
                          R"("componentType":5126,"count":4000000000)"),
            "it has no bufferView and too many elements"));
  std::string primitives;
  for (int i = 0; i < 100; ++i) primitives += R"({"attributes":{"POSITION":0},"indices":1},)";
  std::string many = WedgeWith(R"([{"mesh":0}])");
  const std::string one = R"([{"attributes":{"POSITION":0},"indices":1}])";
  const std::size_t at = many.find(one);
  many.insert(at + 1, primitives);
  const Loaded loaded = LoadText("m.gltf", many);
  CHECK(loaded.world().triangles.size() == 8);
  CHECK(Has(loaded.log.at(0), "800 duplicate"));
}

}  // namespace wm
