// nanoflann's dynamic tree, used only where it is sound: points are added once and in order, never
// taken out of the tree (taking out and adding again lists them twice); absence is a flag of ours.
#include "walk_monster/point_index.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <nanoflann.hpp>

#include "maps/input_error.h"

namespace wm {
namespace {

struct Dataset {
  std::vector<Vec3> points;

  std::size_t kdtree_get_point_count() const { return points.size(); }
  double kdtree_get_pt(std::size_t i, std::size_t axis) const {
    return axis == 0 ? points[i].x : axis == 1 ? points[i].y : points[i].z;
  }
  template <typename Bounds>
  bool kdtree_get_bbox(Bounds&) const {
    return false;
  }
};

using Tree =
    nanoflann::KDTreeSingleIndexDynamicAdaptor<nanoflann::L2_Simple_Adaptor<double, Dataset>,
                                               Dataset, 3, std::uint32_t>;

// The best `count` present points by (distance, number), within a squared radius.
class NearestSet {
 public:
  using DistanceType = double;
  using IndexType = std::uint32_t;

  NearestSet(const std::vector<char>& present, std::size_t count, double largest)
      : present_(present), count_(count), largest_(largest) {}

  bool addPoint(double squared, std::uint32_t number) {
    if (!present_[number] || squared > largest_) return true;
    const PointIndex::Found found{number, squared};
    const auto at = std::upper_bound(found_.begin(), found_.end(), found, IsBefore);
    found_.insert(at, found);
    if (found_.size() > count_) found_.pop_back();
    return true;
  }
  std::size_t size() const { return found_.size(); }
  bool full() const { return found_.size() >= count_; }
  // Just above the worst, so that the tree offers equal distances too: the lower number wins.
  double worstDist() const {
    const double worst = full() && !found_.empty() ? found_.back().squared : largest_;
    return std::nextafter(worst, std::numeric_limits<double>::infinity());
  }

  std::vector<PointIndex::Found> Take() { return std::move(found_); }

 private:
  static bool IsBefore(const PointIndex::Found& a, const PointIndex::Found& b) {
    return std::pair(a.squared, a.number) < std::pair(b.squared, b.number);
  }

  const std::vector<char>& present_;
  std::size_t count_;
  double largest_;
  std::vector<PointIndex::Found> found_;
};

// Every present point within a squared radius.
class WithinSet {
 public:
  using DistanceType = double;
  using IndexType = std::uint32_t;

  WithinSet(const std::vector<char>& present, double largest)
      : present_(present), largest_(largest) {}

  bool addPoint(double squared, std::uint32_t number) {
    if (present_[number] && squared <= largest_) found_.push_back({number, squared});
    return true;
  }
  std::size_t size() const { return found_.size(); }
  bool full() const { return true; }
  double worstDist() const {
    return std::nextafter(largest_, std::numeric_limits<double>::infinity());
  }

  std::vector<PointIndex::Found> Take() {
    std::sort(found_.begin(), found_.end(),
              [](const auto& a, const auto& b) { return a.number < b.number; });
    return std::move(found_);
  }

 private:
  const std::vector<char>& present_;
  double largest_;
  std::vector<PointIndex::Found> found_;
};

}  // namespace

struct PointIndex::Impl {
  Dataset dataset;
  std::vector<char> present;
  std::size_t present_count = 0;
  Tree tree{3, dataset};
};

PointIndex::PointIndex() : impl_(std::make_unique<Impl>()) {}
PointIndex::PointIndex(PointIndex&&) noexcept = default;
PointIndex& PointIndex::operator=(PointIndex&&) noexcept = default;
PointIndex::~PointIndex() = default;

std::uint32_t PointIndex::Add(Vec3 point) {
  if (!IsFinite(point)) throw InputError("a point with a coordinate that is not finite");
  const auto number = static_cast<std::uint32_t>(impl_->dataset.points.size());
  impl_->dataset.points.push_back(point);
  impl_->present.push_back(1);
  ++impl_->present_count;
  impl_->tree.addPoints(number, number);  // the range's end is inclusive
  return number;
}

void PointIndex::SetPresent(std::uint32_t number, bool present) {
  if ((impl_->present[number] != 0) == present) return;
  impl_->present[number] = present ? 1 : 0;
  impl_->present_count += present ? 1 : -1;
}

std::size_t PointIndex::size() const { return impl_->present_count; }

std::vector<PointIndex::Found> PointIndex::Nearest(Vec3 place, std::size_t count) const {
  if (count == 0 || !IsFinite(place)) return {};
  NearestSet set(impl_->present, count, std::numeric_limits<double>::max());
  const double query[] = {place.x, place.y, place.z};
  impl_->tree.findNeighbors(set, query, nanoflann::SearchParams());
  return set.Take();
}

std::vector<PointIndex::Found> PointIndex::Within(Vec3 place, double radius) const {
  if (!(radius >= 0.0) || !IsFinite(place)) return {};
  WithinSet set(impl_->present, radius * radius);
  const double query[] = {place.x, place.y, place.z};
  impl_->tree.findNeighbors(set, query, nanoflann::SearchParams());
  return set.Take();
}

}  // namespace wm
