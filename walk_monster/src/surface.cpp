// Where to start in a level that names no spawn: players are dropped on a grid of columns, those
// who can walk to their neighbours by height alone make a surface, and the largest one wins.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "collision/constants.h"
#include "walk_monster/explorer.h"

namespace wm {
namespace {

constexpr int kMostColumns = 160;      // along the longer side
constexpr double kFinestColumn = 0.5;  // [m]
constexpr int kMostLevels = 32;        // storeys looked at in one column

struct Sample {
  Vec3 foot;
  int column_x = 0, column_y = 0;
};

class SurfaceFinder {
 public:
  explicit SurfaceFinder(const DriveContext& context) : context_(context) {
    const Box& box = context.world.bounds;
    const double longer = std::max(box.max.x - box.min.x, box.max.y - box.min.y);
    cell_ = std::max(kFinestColumn, longer / kMostColumns);
    columns_x_ = std::max(1, static_cast<int>(std::ceil((box.max.x - box.min.x) / cell_)));
    columns_y_ = std::max(1, static_cast<int>(std::ceil((box.max.y - box.min.y) / cell_)));
    rise_ = Snap(std::tan(context.config.slope_limit_deg * std::numbers::pi / 180.0));
    first_of_column_.resize(static_cast<std::size_t>(columns_x_) * columns_y_ + 1);
  }

  std::optional<Vec3> Run() {
    for (int y = 0; y < columns_y_; ++y) {
      for (int x = 0; x < columns_x_; ++x) {
        first_of_column_[Column(x, y)] = samples_.size();
        DropInto(x, y);
      }
    }
    first_of_column_.back() = samples_.size();
    if (samples_.empty()) return std::nullopt;
    JoinNeighbours();
    return MiddleOfLargest();
  }

 private:
  std::size_t Column(int x, int y) const { return static_cast<std::size_t>(y) * columns_x_ + x; }

  // Finds every level of one column on which a player can stand, from the top down.
  void DropInto(int x, int y) {
    const Box& box = context_.world.bounds;
    // Off the middle, so that columns do not run along the edges of a regular mesh.
    const Vec3 top = Snap(Vec3{box.min.x + (x + 0.4871) * cell_, box.min.y + (y + 0.5127) * cell_,
                               box.max.z + context_.config.height});
    double z = top.z;
    for (int level = 0; level < kMostLevels; ++level) {
      const Vec3 from{top.x, top.y, z};
      const auto hit = context_.queries.Ray(from, {0.0, 0.0, box.min.z - 1.0 - z});
      if (!hit) return;
      const Vec3 foot{top.x, top.y, hit->point.z};
      const double slope_cosine = std::abs(hit->face_normal.z);
      if (slope_cosine > 0.1 && 1.0 / (slope_cosine * slope_cosine) - 1.0 <= rise_ * rise_) {
        if (const auto state = SettleStart(context_, foot, context_.config.step)) {
          samples_.push_back({state->foot, x, y});
        }
      }
      z = hit->point.z - 0.01;
    }
  }

  void JoinNeighbours() {
    parent_.resize(samples_.size());
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      const Sample& s = samples_[i];
      if (s.column_x + 1 < columns_x_) JoinWith(i, s.column_x + 1, s.column_y);
      if (s.column_y + 1 < columns_y_) JoinWith(i, s.column_x, s.column_y + 1);
    }
  }

  void JoinWith(std::size_t i, int x, int y) {
    const std::size_t column = Column(x, y);
    for (std::size_t j = first_of_column_[column]; j < first_of_column_[column + 1]; ++j) {
      const double climb = std::abs(samples_[j].foot.z - samples_[i].foot.z);
      if (climb <= context_.config.step + cell_ * rise_) parent_[Root(j)] = Root(i);
    }
  }

  std::size_t Root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  // The sample of the largest surface that is nearest to the surface's middle.
  std::optional<Vec3> MiddleOfLargest() {
    std::vector<std::size_t> size(samples_.size());
    std::vector<Vec3> sum(samples_.size());
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      const std::size_t root = Root(i);
      ++size[root];
      sum[root] += samples_[i].foot;
    }
    const std::size_t largest = std::max_element(size.begin(), size.end()) - size.begin();
    const Vec3 middle = sum[largest] * (1.0 / static_cast<double>(size[largest]));
    std::optional<Vec3> best;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      if (Root(i) != largest) continue;
      if (!best || Distance(samples_[i].foot, middle) < Distance(*best, middle)) {
        best = samples_[i].foot;
      }
    }
    return best;
  }

  const DriveContext& context_;
  double cell_ = 1.0;
  double rise_ = 1.0;
  int columns_x_ = 0, columns_y_ = 0;
  std::vector<Sample> samples_;               // column by column
  std::vector<std::size_t> first_of_column_;  // into samples_
  std::vector<std::size_t> parent_;           // union-find over samples_
};

}  // namespace

std::optional<Vec3> FindLargestSurface(const DriveContext& context) {
  if (context.world.triangles.empty()) return std::nullopt;
  return SurfaceFinder(context).Run();
}

}  // namespace wm
