#include <charconv>
#include <limits>
#include <map>

#include "maps/input_error.h"
#include "maps/src/mesh_readers.h"
#include "maps/src/polygon.h"
#include "maps/src/text_fields.h"

namespace wm {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

class ObjReader {
 public:
  explicit ObjReader(const MeshSource& source) : source_(source), rest_(source.bytes) {}

  MeshScene Read() {
    while (NextLine()) {
      const std::string_view keyword = Word();
      if (keyword == "v") {
        ReadVertex();
      } else if (keyword == "f") {
        ReadFace();
      } else if (keyword == "o" || keyword == "g") {
        BeginNode(keyword == "o");
      } else if (keyword == "l" || keyword == "p") {
        ++scene_.points_and_lines;
      }
    }
    if (vertices_.empty()) throw InputError(source_.label + ": no vertices in it");
    SplitByNode();
    scene_.up = FileUp::kY;
    return std::move(scene_);
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const {
    throw InputError(source_.label + ":" + std::to_string(line_number_) + ": " + what);
  }

  // Takes the next line; a backslash at its end joins the one below.
  bool NextLine() {
    if (rest_.empty()) return false;
    line_ = TakeLine();
    if (!EndsInBackslash(line_)) return true;
    joined_.clear();
    while (EndsInBackslash(line_)) {
      joined_ += line_.substr(0, line_.find_last_of('\\'));
      joined_ += ' ';
      if (rest_.empty()) {
        line_ = {};
        break;
      }
      line_ = TakeLine();
    }
    joined_ += line_;
    line_ = joined_;
    return true;
  }

  std::string_view TakeLine() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_number_;
    return line;
  }

  static bool EndsInBackslash(std::string_view line) {
    const std::size_t last = line.find_last_not_of(kBlanks);
    return last != std::string_view::npos && line[last] == '\\';
  }

  // The next word of the line; empty at its end or at a comment.
  std::string_view Word() {
    const std::size_t begin = std::min(line_.find_first_not_of(kBlanks), line_.size());
    line_.remove_prefix(begin);
    if (line_.starts_with('#')) line_ = {};
    const std::size_t end = std::min(line_.find_first_of(kBlanks), line_.size());
    const std::string_view word = line_.substr(0, end);
    line_.remove_prefix(end);
    return word;
  }

  double Coordinate() {
    std::string_view word = Word();
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    // Too large or too small for a double: the cleaning will see an infinity, or a zero.
    if (error == std::errc::result_out_of_range) {
      const bool is_tiny = word.find("e-") != word.npos || word.find("E-") != word.npos;
      return is_tiny ? 0.0 : std::numeric_limits<double>::infinity();
    }
    if (error != std::errc() || end != word.data() + word.size()) {
      Fail("a vertex needs three numbers, not " + Quoted(word));
    }
    return value;
  }

  void ReadVertex() {
    Vec3 vertex;
    vertex.x = Coordinate();
    vertex.y = Coordinate();
    vertex.z = Coordinate();
    if (vertices_.size() == std::numeric_limits<std::uint32_t>::max()) Fail("too many vertices");
    vertices_.push_back(vertex);
  }

  std::uint32_t Corner(std::string_view word) const {
    const std::string_view digits = word.substr(0, std::min(word.find('/'), word.size()));
    std::int64_t index = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      Fail("not a corner of a face: " + Quoted(word));
    }
    const auto count = static_cast<std::int64_t>(vertices_.size());
    if (index == 0 || index > count || index < -count) {
      Fail("a face uses vertex " + Quoted(digits) + " of " + std::to_string(count));
    }
    return static_cast<std::uint32_t>(index > 0 ? index - 1 : count + index);
  }

  void ReadFace() {
    corners_.clear();
    for (std::string_view word = Word(); !word.empty(); word = Word()) {
      corners_.push_back(Corner(word));
    }
    if (corners_.size() < 3) {
      ++scene_.points_and_lines;
      return;
    }
    if (node_ == kNoNode) node_ = FindNode(source_.stem);
    AppendPolygon(vertices_, corners_, &triangles_[node_]);
  }

  // Objects name nodes; groups do where there are no objects.
  void BeginNode(bool is_object) {
    if (!is_object && has_objects_) return;
    has_objects_ = has_objects_ || is_object;
    const std::size_t begin = std::min(line_.find_first_not_of(kBlanks), line_.size());
    const std::size_t end = line_.find_last_not_of(kBlanks);
    const bool is_empty = end == std::string_view::npos;
    node_ = FindNode(is_empty ? source_.stem : std::string(line_.substr(begin, end + 1 - begin)));
  }

  std::size_t FindNode(const std::string& name) {
    const auto [found, is_new] = node_of_name_.emplace(name, scene_.nodes.size());
    if (is_new) {
      SceneNode node;
      node.name = name;
      scene_.nodes.push_back(std::move(node));
      triangles_.emplace_back();
    }
    return found->second;
  }

  // Gives every node a mesh with just its own vertices.
  void SplitByNode() {
    std::vector<std::uint32_t> local(vertices_.size());
    std::vector<std::size_t> local_of(vertices_.size(), kNoNode);
    std::vector<SceneNode> used;
    for (std::size_t n = 0; n < scene_.nodes.size(); ++n) {
      if (triangles_[n].empty()) continue;
      TriangleMesh mesh;
      mesh.triangles = std::move(triangles_[n]);
      for (auto& triangle : mesh.triangles) {
        for (std::uint32_t& corner : triangle) {
          if (local_of[corner] != n) {
            local_of[corner] = n;
            local[corner] = static_cast<std::uint32_t>(mesh.vertices.size());
            mesh.vertices.push_back(vertices_[corner]);
          }
          corner = local[corner];
        }
      }
      used.push_back(std::move(scene_.nodes[n]));
      used.back().mesh = static_cast<std::uint32_t>(scene_.meshes.size());
      scene_.meshes.push_back(std::move(mesh));
    }
    scene_.nodes = std::move(used);
  }

  static constexpr std::size_t kNoNode = std::numeric_limits<std::size_t>::max();

  const MeshSource& source_;
  std::string_view rest_;
  std::string_view line_;
  std::string joined_;
  std::uint64_t line_number_ = 0;

  MeshScene scene_;
  std::vector<Vec3> vertices_;
  std::vector<std::uint32_t> corners_;
  std::vector<std::vector<std::array<std::uint32_t, 3>>> triangles_;  // by node, into vertices_
  std::map<std::string, std::size_t> node_of_name_;
  std::size_t node_ = kNoNode;
  bool has_objects_ = false;
};

}  // namespace

MeshScene ReadObj(const MeshSource& source) { return ObjReader(source).Read(); }

}  // namespace wm
