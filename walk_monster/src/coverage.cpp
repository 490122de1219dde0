#include "walk_monster/coverage.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "walk_monster/store.h"

namespace wm {
namespace {

// A quarter of the spacing: an eighth changes areas by under a percent and costs four times as
// much.
constexpr double kCellsPerSpacing = 4.0;
// Diagonal walks are sqrt(2) spacings long and reach is 1.5: no edge of an explorer is longer.
constexpr double kLongestSide = 1.5 * 1.4142135623730951;
// Cosine of 100 degrees. Neighbours further apart, seen from a point, have something between them
// (a wall's end, a pillar) unless they are joined themselves; much less would leave holes in open
// ground where a sector has no neighbour of its own.
constexpr double kWidestGapCosine = -0.17364817766693033;

bool IsUpperHalf(Vec3 d) { return d.y > 0.0 || (d.y == 0.0 && d.x > 0.0); }

double Turn(Vec3 a, Vec3 b) { return a.x * b.y - a.y * b.x; }

// Counter-clockwise from the x axis, by signs alone.
bool IsBefore(const std::pair<Vec3, PointId>& a, const std::pair<Vec3, PointId>& b) {
  const bool a_upper = IsUpperHalf(a.first);
  if (a_upper != IsUpperHalf(b.first)) return a_upper;
  const double turn = Turn(a.first, b.first);
  return turn != 0.0 ? turn > 0.0 : a.second < b.second;
}

double Number(const RunRecord& run, std::string_view name, double otherwise) {
  for (const auto& [key, text] : run.parameters) {
    if (key != name) continue;
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    if (is_number && value >= 1e-3 && value <= 1e4) return value;
  }
  return otherwise;
}

// Whether the ground along an edge can be stood on: walked, not fallen down.
bool IsWalked(const GraphEdge& edge) {
  return !edge.IsDrop() && (edge.forward == Way::kReached || edge.back == Way::kReached);
}

}  // namespace

CoverageConfig CoverageConfigOf(const RunRecord& run) {
  CoverageConfig config;
  config.spacing = Number(run, "spacing", config.spacing);
  config.height = Number(run, "height", config.height);
  return config;
}

Coverage::Coverage(const CoverageConfig& config)
    : cell_(config.spacing / kCellsPerSpacing),
      longest_(config.spacing * kLongestSide * (1.0 + 1e-6)),
      storey_gap_(static_cast<float>(config.height * 0.5)) {}

double Coverage::AreaM2() const { return static_cast<double>(marked_) * cell_ * cell_; }

void Coverage::AddEdge(const GraphEdge& edge) {
  if (!IsWalked(edge)) return;
  if (HorizontalLength(points_[edge.b] - points_[edge.a]) > longest_) return;
  const auto add = [this](PointId to, PointId neighbour) {
    std::vector<PointId>& list = neighbours_[to];
    const auto place = std::lower_bound(list.begin(), list.end(), neighbour);
    if (place == list.end() || *place != neighbour) list.insert(place, neighbour);
  };
  add(edge.a, edge.b);
  add(edge.b, edge.a);
}

void Coverage::Apply(const GraphChange& change) {
  for (const GraphPoint& point : change.points) points_.push_back(point.foot);
  neighbours_.resize(points_.size());
  std::vector<PointId> touched;
  for (const GraphEdge& edge : change.edges) {
    if (!IsWalked(edge)) continue;
    AddEdge(edge);
    touched.push_back(edge.a);
    touched.push_back(edge.b);
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const PointId point : touched) Fan(point);
}

Coverage Cover(const Graph& graph, const CoverageConfig& config) {
  Coverage coverage(config);
  coverage.points_.reserve(graph.points.size());
  for (const GraphPoint& point : graph.points) coverage.points_.push_back(point.foot);
  coverage.neighbours_.resize(graph.points.size());
  for (const GraphEdge& edge : graph.edges) coverage.AddEdge(edge);
  for (PointId point = 0; point < graph.points.size(); ++point) coverage.Fan(point);
  return coverage;
}

bool Coverage::IsJoined(PointId a, PointId b) const {
  return std::binary_search(neighbours_[a].begin(), neighbours_[a].end(), b);
}

// Whether the triangle between a point and two of its neighbours, next to each other in direction,
// is ground.
bool Coverage::IsGround(Vec3 to_a, Vec3 to_b, PointId a, PointId b) const {
  if (!(Turn(to_a, to_b) > 0.0)) return false;  // half a turn and more is open between them
  if (HorizontalLength(to_b - to_a) > longest_) return false;
  const double dot = to_a.x * to_b.x + to_a.y * to_b.y;
  return dot >= kWidestGapCosine * HorizontalLength(to_a) * HorizontalLength(to_b) ||
         IsJoined(a, b);
}

// Fills the triangles around a point.
void Coverage::Fan(PointId center) {
  const Vec3 origin = points_[center];
  fan_.clear();
  for (const PointId neighbour : neighbours_[center]) {
    fan_.emplace_back(points_[neighbour] - origin, neighbour);
  }
  if (fan_.size() < 2) return;
  std::sort(fan_.begin(), fan_.end(), IsBefore);
  for (std::size_t i = 0; i < fan_.size(); ++i) {
    const auto& [to_a, a] = fan_[i];
    const auto& [to_b, b] = fan_[(i + 1) % fan_.size()];
    if (IsGround(to_a, to_b, a, b)) Fill(origin, origin + to_a, origin + to_b);
  }
}

// Marks the cells whose middle lies in the triangle, row by row.
void Coverage::Fill(Vec3 a, Vec3 b, Vec3 c) {
  const double area = Turn(b - a, c - a);
  if (!(area > 0.0)) return;
  // Heights along the triangle's plane.
  const double slope_x = ((b.z - a.z) * (c.y - a.y) - (c.z - a.z) * (b.y - a.y)) / area;
  const double slope_y = ((c.z - a.z) * (b.x - a.x) - (b.z - a.z) * (c.x - a.x)) / area;
  const auto first = [this](double low) {
    return static_cast<std::int64_t>(std::ceil(low / cell_ - 0.5));
  };
  const auto last = [this](double high) {
    return static_cast<std::int64_t>(std::floor(high / cell_ - 0.5));
  };
  const std::int64_t last_row = last(std::max({a.y, b.y, c.y}));
  for (std::int64_t row = first(std::min({a.y, b.y, c.y})); row <= last_row; ++row) {
    const double y = (static_cast<double>(row) + 0.5) * cell_;
    double low = std::numeric_limits<double>::max();
    double high = -low;
    const auto cross = [&](Vec3 p, Vec3 q) {
      if ((p.y < y && q.y < y) || (p.y > y && q.y > y) || p.y == q.y) return;
      const double x = p.x + (q.x - p.x) * ((y - p.y) / (q.y - p.y));
      low = std::min(low, x);
      high = std::max(high, x);
    };
    cross(a, b);
    cross(b, c);
    cross(c, a);
    if (low > high) continue;
    const std::int64_t last_column = last(high);
    for (std::int64_t column = first(low); column <= last_column; ++column) {
      const double x = (static_cast<double>(column) + 0.5) * cell_;
      Mark(column, row, static_cast<float>(a.z + slope_x * (x - a.x) + slope_y * (y - a.y)));
    }
  }
}

void Coverage::Mark(std::int64_t x, std::int64_t y, float z) {
  // An arithmetic shift rounds down, for negative cells too.
  static_assert(kBlockWidth == 16);
  const std::size_t cell = static_cast<std::size_t>((y & 15) * kBlockWidth + (x & 15));
  std::int32_t index = BlockAt(x >> 4, y >> 4);
  for (;;) {
    float& height = blocks_[static_cast<std::size_t>(index)].heights[cell];
    if (std::isnan(height)) {
      height = z;
      ++marked_;
      return;
    }
    if (std::fabs(height - z) <= storey_gap_) return;
    const std::int32_t above = blocks_[static_cast<std::size_t>(index)].above;
    if (above >= 0) {
      index = above;
    } else {
      const std::int32_t added = NewBlock();
      blocks_[static_cast<std::size_t>(index)].above = added;
      index = added;
    }
  }
}

std::int32_t Coverage::NewBlock() {
  blocks_.emplace_back();
  blocks_.back().heights.fill(std::numeric_limits<float>::quiet_NaN());
  return static_cast<std::int32_t>(blocks_.size() - 1);
}

std::int32_t Coverage::BlockAt(std::int64_t x, std::int64_t y) {
  if (last_.block >= 0 && last_.x == x && last_.y == y) return last_.block;
  const auto is_before = [](const Place& place, const std::pair<std::int64_t, std::int64_t>& key) {
    return std::pair(place.x, place.y) < key;
  };
  const auto place = std::lower_bound(places_.begin(), places_.end(), std::pair(x, y), is_before);
  if (place != places_.end() && place->x == x && place->y == y) {
    last_ = *place;
  } else {
    last_ = {x, y, NewBlock()};
    places_.insert(place, last_);
  }
  return last_.block;
}

void Coverage::ForEachCell(const std::function<void(const Cell&)>& visit) const {
  std::vector<float> storeys;
  for (const Place& place : places_) {
    for (std::int64_t cell = 0; cell < kBlockWidth * kBlockWidth; ++cell) {
      storeys.clear();
      for (std::int32_t i = place.block; i >= 0; i = blocks_[static_cast<std::size_t>(i)].above) {
        const float z =
            blocks_[static_cast<std::size_t>(i)].heights[static_cast<std::size_t>(cell)];
        if (!std::isnan(z)) storeys.push_back(z);
      }
      std::sort(storeys.begin(), storeys.end());
      for (const float z : storeys) {
        visit({place.x * kBlockWidth + cell % kBlockWidth,
               place.y * kBlockWidth + cell / kBlockWidth, z});
      }
    }
  }
}

}  // namespace wm
