#include "tests/bench/difference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wm::bench {
namespace {

constexpr double kSameStorey = 0.5;  // [m] heights that mean the same ground
constexpr double kPatchRise = 0.4;   // [m] between neighbouring cells of one patch
constexpr double kDepth = 1.5;       // [m] as far as depths are measured

// Our raster, whose cells are larger, asked by place.
class OurGround {
 public:
  explicit OurGround(const Coverage& coverage) : cell_(coverage.CellSize()) {
    coverage.ForEachCell([this](const Coverage::Cell& c) { cells_.push_back(c); });
    std::sort(cells_.begin(), cells_.end(), [](const auto& a, const auto& b) {
      return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
    });
  }

  template <typename Visit>
  void At(double x, double y, Visit visit) const {
    const auto cx = static_cast<std::int64_t>(std::floor(x / cell_));
    const auto cy = static_cast<std::int64_t>(std::floor(y / cell_));
    auto at = std::lower_bound(
        cells_.begin(), cells_.end(), std::pair(cx, cy),
        [](const Coverage::Cell& c, const auto& p) { return std::pair(c.x, c.y) < p; });
    for (; at != cells_.end() && at->x == cx && at->y == cy; ++at) visit(at->z);
  }

 private:
  double cell_;
  std::vector<Coverage::Cell> cells_;
};

class Comparer {
 public:
  explicit Comparer(const DifferenceInput& input)
      : input_(input), recast_(input.recast), ours_(input.coverage) {
    out_.columns = recast_.columns;
    out_.rows = recast_.rows;
    FindSeedComponents();
  }

  Difference Run() {
    for (int row = 0; row < recast_.rows; ++row) {
      for (int column = 0; column < recast_.columns; ++column) {
        out_.first.push_back(static_cast<std::uint32_t>(out_.cells.size()));
        CompareColumn(column, row);
      }
    }
    out_.first.push_back(static_cast<std::uint32_t>(out_.cells.size()));
    for (DifferenceCell& cell : out_.cells) {
      if (cell.side == Side::kRecastOnly) cell.cause = CauseOfMiss(cell);
    }
    GatherPatches();
    return std::move(out_);
  }

 private:
  double CellArea() const { return recast_.grid.cell * recast_.grid.cell; }

  // The components that the sweep's seeds stand on, or nearly.
  void FindSeedComponents() {
    for (const Vec3 seed : input_.seeds) {
      double best = 1.0;
      std::int32_t component = -1, uneroded = -1;
      const int around = static_cast<int>(1.0 / recast_.grid.cell);
      const int column = static_cast<int>((seed.x - recast_.west) / recast_.grid.cell);
      const int row = static_cast<int>((recast_.north - seed.y) / recast_.grid.cell);
      ForColumnsAround(column, row, around, [&](int c, int r) {
        ForSpans(c, r, [&](const RecastSpan& span) {
          if (span.component < 0) return;
          const double away = Distance(seed, {recast_.X(c), recast_.Y(r), span.z});
          if (away >= best) return;
          best = away;
          component = span.component;
          uneroded = span.uneroded;
        });
      });
      if (component >= 0) seed_components_.push_back(component);
      if (uneroded >= 0) seed_uneroded_.push_back(uneroded);
    }
  }

  template <typename Visit>
  void ForColumnsAround(int column, int row, int around, Visit visit) const {
    for (int r = std::max(0, row - around); r <= std::min(recast_.rows - 1, row + around); ++r) {
      for (int c = std::max(0, column - around);
           c <= std::min(recast_.columns - 1, column + around); ++c) {
        visit(c, r);
      }
    }
  }

  template <typename Visit>
  void ForSpans(int column, int row, Visit visit) const {
    const std::size_t place = recast_.Place(column, row);
    for (std::uint32_t i = recast_.first[place]; i < recast_.first[place + 1]; ++i) {
      visit(recast_.spans[i]);
    }
  }

  bool IsConnected(const RecastSpan& span) const {
    return span.component >= 0 && std::find(seed_components_.begin(), seed_components_.end(),
                                            span.component) != seed_components_.end();
  }

  void Add(int column, int row, double z, Side side, Cause cause = Cause::kCount) {
    out_.cells.push_back({column, row, static_cast<float>(z), side, cause, -1});
    if (side == Side::kBoth) out_.both_m2 += CellArea();
  }

  void CompareColumn(int column, int row) {
    std::vector<double>& feet = scratch_;
    feet.clear();
    ours_.At(recast_.X(column), recast_.Y(row), [&](float z) { feet.push_back(z); });
    out_.ours_m2 += CellArea() * static_cast<double>(feet.size());
    for (const double foot : feet) {
      const RecastSpan* nearest = nullptr;
      const RecastSpan* connected = nullptr;
      ForSpans(column, row, [&](const RecastSpan& span) {
        if (std::fabs(span.z - foot) > kSameStorey) return;
        if (IsConnected(span)) connected = &span;
        if (nearest == nullptr || std::fabs(span.z - foot) < std::fabs(nearest->z - foot)) {
          nearest = &span;
        }
      });
      if (connected != nullptr) {
        Add(column, row, foot, Side::kBoth);
      } else {
        Add(column, row, foot, Side::kOursOnly, CauseOfOurs(nearest));
      }
    }
    ForSpans(column, row, [&](const RecastSpan& span) {
      if (span.component < 0) return;
      out_.recast_all_m2 += CellArea();
      const bool is_connected = IsConnected(span);
      if (is_connected) out_.recast_m2 += CellArea();
      for (const double foot : feet) {
        if (std::fabs(span.z - foot) <= kSameStorey) return;
      }
      Add(column, row, span.z, is_connected ? Side::kRecastOnly : Side::kNeither,
          is_connected ? Cause::kCount : Cause::kSeparate);
    });
  }

  Cause CauseOfOurs(const RecastSpan* span) const {
    if (span == nullptr) return Cause::kNoFloor;
    switch (span->stage) {
      case RecastStage::kTooSteep:
        return Cause::kSteep;
      case RecastStage::kLowCeiling:
        return Cause::kLowCeiling;
      case RecastStage::kLedge:
        return Cause::kLedge;
      case RecastStage::kEroded:
        return Cause::kEroded;
      case RecastStage::kWalkable:
        break;
    }
    const bool was_joined = std::find(seed_uneroded_.begin(), seed_uneroded_.end(),
                                      span->uneroded) != seed_uneroded_.end();
    return was_joined ? Cause::kNarrow : Cause::kSeparate;
  }

  Cause CauseOfMiss(const DifferenceCell& cell) const {
    if (ToCommonGround(cell, kRimWidth) <= kRimWidth) return Cause::kRim;
    const Vec3 place{recast_.X(cell.column), recast_.Y(cell.row), cell.z + 0.05};
    const auto state = SettleStart(input_.context, Snap(place), kSameStorey);
    if (!state) return Cause::kNoRoom;
    const bool stays = HorizontalLength(state->foot - place) < 0.15;
    return stays ? Cause::kStands : Cause::kSlides;
  }

  // Horizontal distance to the nearest cell of this storey that both reach; more than `most` where
  // there is none so near.
  double ToCommonGround(const DifferenceCell& cell, double most) const {
    double best = std::numeric_limits<double>::max();
    const int around = static_cast<int>(std::ceil(most / recast_.grid.cell));
    ForColumnsAround(cell.column, cell.row, around, [&](int c, int r) {
      const double away = recast_.grid.cell * std::hypot(c - cell.column, r - cell.row);
      if (away >= best) return;
      const std::size_t place = recast_.Place(c, r);
      for (std::uint32_t i = out_.first[place]; i < out_.first[place + 1]; ++i) {
        const DifferenceCell& other = out_.cells[i];
        if (other.side == Side::kBoth && std::fabs(other.z - cell.z) < kSameStorey + away) {
          best = away;
        }
      }
    });
    return best;
  }

  void GatherPatches() {
    std::vector<Patch> patches;
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < out_.cells.size(); ++i) {
      if (out_.cells[i].side == Side::kBoth || out_.cells[i].patch >= 0) continue;
      Patch patch;
      patch.side = out_.cells[i].side;
      const auto number = static_cast<std::int32_t>(patches.size());
      out_.cells[i].patch = number;
      open.push_back(i);
      while (!open.empty()) {
        const std::uint32_t at = open.back();
        open.pop_back();
        patch.cells.push_back(at);
        AddNeighbours(at, number, &open);
      }
      patches.push_back(std::move(patch));
    }
    std::erase_if(patches, [&](const Patch& p) {
      return static_cast<double>(p.cells.size()) * CellArea() < input_.least_m2;
    });
    std::stable_sort(patches.begin(), patches.end(), [](const Patch& a, const Patch& b) {
      return a.cells.size() > b.cells.size();
    });
    for (DifferenceCell& cell : out_.cells) cell.patch = -1;
    for (std::size_t i = 0; i < patches.size(); ++i) {
      for (const std::uint32_t cell : patches[i].cells) {
        out_.cells[cell].patch = static_cast<std::int32_t>(i);
      }
      Describe(&patches[i]);
    }
    out_.patches = std::move(patches);
  }

  void AddNeighbours(std::uint32_t at, std::int32_t number, std::vector<std::uint32_t>* open) {
    const DifferenceCell cell = out_.cells[at];
    ForColumnsAround(cell.column, cell.row, 1, [&](int c, int r) {
      if (c != cell.column && r != cell.row) return;
      const std::size_t place = recast_.Place(c, r);
      for (std::uint32_t i = out_.first[place]; i < out_.first[place + 1]; ++i) {
        DifferenceCell& other = out_.cells[i];
        if (other.side != cell.side || other.patch >= 0) continue;
        if (std::fabs(other.z - cell.z) > kPatchRise) continue;
        other.patch = number;
        open->push_back(i);
      }
    });
  }

  void Describe(Patch* patch) const {
    Vec3 sum;
    for (const std::uint32_t i : patch->cells) {
      const DifferenceCell& cell = out_.cells[i];
      const Vec3 place{recast_.X(cell.column), recast_.Y(cell.row), cell.z};
      sum += place;
      patch->box.Add(place);
      if (cell.cause != Cause::kCount) {
        patch->by_cause[static_cast<std::size_t>(cell.cause)] += CellArea();
      }
      patch->depth_m = std::max(patch->depth_m, std::min(kDepth, ToCommonGround(cell, kDepth)));
    }
    const Vec3 middle = sum * (1.0 / static_cast<double>(patch->cells.size()));
    patch->area_m2 = CellArea() * static_cast<double>(patch->cells.size());
    patch->mean_z = middle.z;
    double best = std::numeric_limits<double>::max();
    for (const std::uint32_t i : patch->cells) {
      const DifferenceCell& cell = out_.cells[i];
      const Vec3 place{recast_.X(cell.column), recast_.Y(cell.row), cell.z};
      if (HorizontalLength(place - middle) >= best) continue;
      best = HorizontalLength(place - middle);
      patch->place = place;
    }
  }

  const DifferenceInput& input_;
  const RecastArea& recast_;
  OurGround ours_;
  Difference out_;
  std::vector<std::int32_t> seed_components_, seed_uneroded_;
  std::vector<double> scratch_;
};

}  // namespace

std::string_view Name(Side side) {
  switch (side) {
    case Side::kBoth:
      return "both";
    case Side::kOursOnly:
      return "ours";
    case Side::kRecastOnly:
      return "Recast";
    case Side::kNeither:
      break;
  }
  return "neither";
}

std::string_view Name(Cause cause) {
  switch (cause) {
    case Cause::kNoFloor:
      return "no floor in Recast's cell";
    case Cause::kSteep:
      return "Recast: too steep or facing down";
    case Cause::kLowCeiling:
      return "Recast: too low above";
    case Cause::kLedge:
      return "Recast: beside a ledge";
    case Cause::kEroded:
      return "Recast: eroded";
    case Cause::kNarrow:
      return "Recast: cut off by erosion";
    case Cause::kSeparate:
      return "Recast: not connected to the start";
    case Cause::kRim:
      return "within 0.3 m of common ground";
    case Cause::kNoRoom:
      return "no room or no support for the capsule";
    case Cause::kSlides:
      return "the player slides off";
    case Cause::kStands:
      return "the player can stand";
    case Cause::kCount:
      break;
  }
  return "";
}

Difference Compare(const DifferenceInput& input) { return Comparer(input).Run(); }

}  // namespace wm::bench
