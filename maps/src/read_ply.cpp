#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

#include "maps/input_error.h"
#include "maps/src/mesh_readers.h"
#include "maps/src/polygon.h"
#include "maps/src/text_fields.h"

namespace wm {
namespace {

enum class Scalar : std::uint8_t { kI8, kU8, kI16, kU16, kI32, kU32, kF32, kF64 };

struct ScalarName {
  std::string_view name;
  Scalar scalar;
};
constexpr std::array kScalarNames{
    ScalarName{"char", Scalar::kI8},    ScalarName{"int8", Scalar::kI8},
    ScalarName{"uchar", Scalar::kU8},   ScalarName{"uint8", Scalar::kU8},
    ScalarName{"short", Scalar::kI16},  ScalarName{"int16", Scalar::kI16},
    ScalarName{"ushort", Scalar::kU16}, ScalarName{"uint16", Scalar::kU16},
    ScalarName{"int", Scalar::kI32},    ScalarName{"int32", Scalar::kI32},
    ScalarName{"uint", Scalar::kU32},   ScalarName{"uint32", Scalar::kU32},
    ScalarName{"float", Scalar::kF32},  ScalarName{"float32", Scalar::kF32},
    ScalarName{"double", Scalar::kF64}, ScalarName{"float64", Scalar::kF64},
};

std::size_t SizeOf(Scalar scalar) {
  constexpr std::array<std::size_t, 8> kSizes{1, 1, 2, 2, 4, 4, 4, 8};
  return kSizes[static_cast<std::size_t>(scalar)];
}

struct Property {
  std::string name;
  Scalar scalar = Scalar::kF32;
  std::optional<Scalar> list_count;  // of a list: the type of its length
};

struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::vector<Property> properties;
};

enum class Encoding : std::uint8_t { kText, kLittle, kBig };

class PlyReader {
 public:
  explicit PlyReader(const MeshSource& source) : source_(source), rest_(source.bytes) {}

  MeshScene Read() {
    ReadHeader();
    TriangleMesh mesh;
    for (const Element& element : elements_) ReadElement(element, &mesh);
    CheckCorners(mesh);
    MeshScene scene;
    std::span<const std::uint32_t> rest(corners_);
    for (const std::uint32_t length : lengths_) {
      AppendPolygon(mesh.vertices, rest.first(length), &mesh.triangles);
      rest = rest.subspan(length);
    }
    scene.points_and_lines = points_and_lines_;
    SceneNode node;
    node.name = source_.stem;
    scene.nodes.push_back(std::move(node));
    scene.meshes.push_back(std::move(mesh));
    return scene;
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const {
    throw InputError(source_.label + ": " + what);
  }

  std::string_view HeaderLine() {
    const std::size_t end = rest_.find('\n');
    if (end == rest_.npos) Fail("the header has no end");
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    return line;
  }

  static std::string_view Word(std::string_view* line) {
    constexpr std::string_view kBlanks = " \t\r\n";
    line->remove_prefix(std::min(line->find_first_not_of(kBlanks), line->size()));
    const std::size_t end = std::min(line->find_first_of(kBlanks), line->size());
    const std::string_view word = line->substr(0, end);
    line->remove_prefix(end);
    return word;
  }

  Scalar ParseScalar(std::string_view name) const {
    for (const ScalarName& known : kScalarNames) {
      if (known.name == name) return known.scalar;
    }
    Fail("unknown type in the header: " + Quoted(name));
  }

  void ReadHeader() {
    if (HeaderLine() != "ply") Fail("not a PLY file");
    bool has_format = false;
    for (std::string_view line = HeaderLine(); line != "end_header"; line = HeaderLine()) {
      const std::string_view keyword = Word(&line);
      if (keyword == "format") {
        ReadFormat(Word(&line));
        has_format = true;
      } else if (keyword == "element") {
        Element element;
        element.name = Word(&line);
        const std::string_view count = Word(&line);
        const auto [end, error] =
            std::from_chars(count.data(), count.data() + count.size(), element.count);
        if (error != std::errc() || end != count.data() + count.size()) {
          Fail("element " + Quoted(element.name) + " has no count: " + Quoted(count));
        }
        elements_.push_back(std::move(element));
      } else if (keyword == "property") {
        ReadProperty(line);
      } else if (keyword != "comment" && keyword != "obj_info" && !keyword.empty()) {
        Fail("unknown word in the header: " + Quoted(keyword));
      }
    }
    if (!has_format) Fail("the header has no format");
  }

  void ReadFormat(std::string_view format) {
    if (format == "ascii") {
      encoding_ = Encoding::kText;
    } else if (format == "binary_little_endian") {
      encoding_ = Encoding::kLittle;
    } else if (format == "binary_big_endian") {
      encoding_ = Encoding::kBig;
    } else {
      Fail("unknown format: " + Quoted(format));
    }
  }

  void ReadProperty(std::string_view line) {
    if (elements_.empty()) Fail("a property before any element");
    Property property;
    std::string_view type = Word(&line);
    if (type == "list") {
      property.list_count = ParseScalar(Word(&line));
      type = Word(&line);
    }
    property.scalar = ParseScalar(type);
    property.name = Word(&line);
    elements_.back().properties.push_back(std::move(property));
  }

  // What is being read, for errors.
  std::string Place() const { return element_ + " " + std::to_string(index_); }

  double ReadBinary(Scalar scalar) {
    const std::size_t size = SizeOf(scalar);
    if (rest_.size() < size) Fail(Place() + ": the file is cut off");
    std::array<char, 8> bytes{};
    for (std::size_t i = 0; i < size; ++i) {
      bytes[i] = rest_[encoding_ == Encoding::kBig ? size - 1 - i : i];
    }
    rest_.remove_prefix(size);
    const auto as = [&](auto value) {
      std::memcpy(&value, bytes.data(), sizeof value);
      return static_cast<double>(value);
    };
    switch (scalar) {
      case Scalar::kI8:
        return as(std::int8_t{});
      case Scalar::kU8:
        return as(std::uint8_t{});
      case Scalar::kI16:
        return as(std::int16_t{});
      case Scalar::kU16:
        return as(std::uint16_t{});
      case Scalar::kI32:
        return as(std::int32_t{});
      case Scalar::kU32:
        return as(std::uint32_t{});
      case Scalar::kF32:
        return as(float{});
      case Scalar::kF64:
        return as(double{});
    }
    return 0.0;
  }

  double ReadText() {
    std::string_view word = Word(&rest_);
    if (word.empty()) Fail(Place() + ": the file is cut off");
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::result_out_of_range) return std::numeric_limits<double>::infinity();
    if (error != std::errc() || end != word.data() + word.size()) {
      Fail(Place() + ": not a number: " + Quoted(word));
    }
    return value;
  }

  double ReadScalar(Scalar scalar) {
    return encoding_ == Encoding::kText ? ReadText() : ReadBinary(scalar);
  }

  // A number as an index or a length.
  std::uint32_t ReadWhole(Scalar scalar) {
    const double value = ReadScalar(scalar);
    const bool is_whole = value >= 0.0 && value < 4294967295.0 &&
                          value == static_cast<double>(static_cast<std::uint32_t>(value));
    if (!is_whole) Fail(Place() + ": not an index or a length");
    return static_cast<std::uint32_t>(value);
  }

  void ReadElement(const Element& element, TriangleMesh* mesh) {
    element_ = element.name;
    const bool is_vertex = element.name == "vertex";
    // An element without properties takes no bytes: its count proves nothing.
    if (element.properties.empty()) {
      if (is_vertex && element.count > 0) Fail("vertices have no x, y, z");
      return;
    }
    if (is_vertex) CheckVertex(element);
    for (index_ = 0; index_ < element.count; ++index_) {
      Vec3 vertex;
      for (const Property& property : element.properties) {
        if (property.list_count) {
          ReadList(element, property);
          continue;
        }
        const double value = ReadScalar(property.scalar);
        if (property.name == "x") vertex.x = value;
        if (property.name == "y") vertex.y = value;
        if (property.name == "z") vertex.z = value;
      }
      if (is_vertex) mesh->vertices.push_back(vertex);
    }
  }

  void CheckVertex(const Element& element) const {
    for (const char* axis : {"x", "y", "z"}) {
      bool is_there = false;
      for (const Property& property : element.properties) {
        is_there = is_there || (property.name == axis && !property.list_count);
      }
      if (!is_there) Fail("vertices have no " + std::string(axis));
    }
  }

  void ReadList(const Element& element, const Property& property) {
    const std::uint32_t length = ReadWhole(*property.list_count);
    const bool is_face = element.name == "face" &&
                         (property.name == "vertex_indices" || property.name == "vertex_index");
    const bool is_strip = element.name == "tristrips" && property.name == "vertex_indices";
    if (is_strip) Fail("triangle strips cannot be read");
    const bool is_polygon = is_face && length >= 3;
    for (std::uint32_t i = 0; i < length; ++i) {
      if (is_polygon) {
        corners_.push_back(ReadWhole(property.scalar));
      } else {
        ReadScalar(property.scalar);
      }
    }
    if (is_polygon) lengths_.push_back(length);
    if (is_face && !is_polygon) ++points_and_lines_;
  }

  // Faces may stand before the vertices.
  void CheckCorners(const TriangleMesh& mesh) const {
    for (const std::uint32_t corner : corners_) {
      if (corner < mesh.vertices.size()) continue;
      Fail("a face uses vertex " + std::to_string(corner) + " of " +
           std::to_string(mesh.vertices.size()));
    }
  }

  const MeshSource& source_;
  std::string_view rest_;
  Encoding encoding_ = Encoding::kText;
  std::vector<Element> elements_;
  std::string element_;
  std::uint64_t index_ = 0;
  std::vector<std::uint32_t> corners_;  // of all polygons, one after the other
  std::vector<std::uint32_t> lengths_;  // of each
  std::size_t points_and_lines_ = 0;
};

}  // namespace

MeshScene ReadPly(const MeshSource& source) { return PlyReader(source).Read(); }

}  // namespace wm
