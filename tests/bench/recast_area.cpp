#include "tests/bench/recast_area.h"

#include <Recast.h>
#include <array>
#include <cmath>
#include <ctime>
#include <memory>
#include <string>

#include "maps/input_error.h"

namespace wm::bench {
namespace {

constexpr double kMargin = 1.0;  // [m] around the level: feet stand a little beyond its edges

void Need(bool done, const char* what) {
  if (!done) throw InputError(std::string("Recast: ") + what + " failed");
}

// Recast's frame: x east, y up, z south, from the grid's corner.
struct Soup {
  std::vector<float> vertices;
  std::vector<int> indices;
};

Soup SoupOf(const World& world, const RecastArea& area, double bottom) {
  Soup soup;
  soup.vertices.reserve(world.triangles.size() * 9);
  for (const Triangle& t : world.triangles) {
    for (const Vec3& v : {t.a, t.b, t.c}) {
      soup.indices.push_back(static_cast<int>(soup.indices.size()));
      soup.vertices.push_back(static_cast<float>(v.x - area.west));
      soup.vertices.push_back(static_cast<float>(v.z - bottom));
      soup.vertices.push_back(static_cast<float>(area.north - v.y));
    }
  }
  return soup;
}

struct Freed {
  void operator()(rcHeightfield* field) const { rcFreeHeightField(field); }
  void operator()(rcCompactHeightfield* field) const { rcFreeCompactHeightfield(field); }
};
using Heightfield = std::unique_ptr<rcHeightfield, Freed>;
using CompactHeightfield = std::unique_ptr<rcCompactHeightfield, Freed>;

// The flags of all spans, column by column, lowest first.
std::vector<char> Flags(const rcHeightfield& field) {
  std::vector<char> flags;
  for (int place = 0; place < field.width * field.height; ++place) {
    for (const rcSpan* s = field.spans[place]; s != nullptr; s = s->next) {
      flags.push_back(s->area != RC_NULL_AREA);
    }
  }
  return flags;
}

// Numbers the connected parts of the spans that are walkable.
std::vector<std::int32_t> Components(const rcCompactHeightfield& field) {
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(field.spanCount), -1);
  struct At {
    int column, row, span;
  };
  std::vector<At> open;
  std::int32_t count = 0;
  for (int place = 0; place < field.width * field.height; ++place) {
    const rcCompactCell& cell = field.cells[place];
    for (unsigned i = cell.index; i < unsigned{cell.index} + cell.count; ++i) {
      if (field.areas[i] == RC_NULL_AREA || numbers[i] >= 0) continue;
      numbers[i] = count;
      open.push_back({place % field.width, place / field.width, static_cast<int>(i)});
      while (!open.empty()) {
        const At at = open.back();
        open.pop_back();
        for (int way = 0; way < 4; ++way) {
          const int layer = rcGetCon(field.spans[at.span], way);
          if (layer == RC_NOT_CONNECTED) continue;
          const int column = at.column + rcGetDirOffsetX(way);
          const int row = at.row + rcGetDirOffsetY(way);
          const int next = static_cast<int>(field.cells[column + row * field.width].index) + layer;
          if (field.areas[next] == RC_NULL_AREA || numbers[static_cast<std::size_t>(next)] >= 0) {
            continue;
          }
          numbers[static_cast<std::size_t>(next)] = count;
          open.push_back({column, row, next});
        }
      }
      ++count;
    }
  }
  return numbers;
}

class Builder {
 public:
  Builder(const World& world, const PlayerConfig& player, const RecastGrid& grid)
      : world_(world), player_(player), context_(false) {
    const auto down = [&](double v) { return std::floor(v / grid.cell) * grid.cell; };
    area_.grid = grid;
    area_.west = down(world.bounds.min.x - kMargin);
    area_.north = -down(-world.bounds.max.y - kMargin);
    area_.columns = Cells(world.bounds.max.x + kMargin - area_.west);
    area_.rows = Cells(area_.north - world.bounds.min.y + kMargin);
    bottom_ = world.bounds.min.z - 2.0 * grid.cell_height;
    const double high = (world.bounds.max.z - bottom_) / grid.cell_height;
    if (!(high < RC_SPAN_MAX_HEIGHT - 2)) throw InputError("Recast: the level is too high");
  }

  RecastArea Run() {
    Rasterize();
    rcFilterLowHangingWalkableObstacles(&context_, Climb(), *solid_);
    low_hanging_ = Flags(*solid_);
    rcFilterLedgeSpans(&context_, Height(), Climb(), *solid_);
    ledges_ = Flags(*solid_);
    rcFilterWalkableLowHeightSpans(&context_, Height(), *solid_);
    compact_.reset(rcAllocCompactHeightfield());
    Need(rcBuildCompactHeightfield(&context_, Height(), Climb(), *solid_, *compact_),
         "the compact height field");
    const std::vector<std::int32_t> uneroded = Components(*compact_);
    const int radius = static_cast<int>(std::ceil(player_.radius / area_.grid.cell - 1e-6));
    Need(rcErodeWalkableArea(&context_, radius, *compact_), "erosion");
    Collect(uneroded, Components(*compact_));
    return std::move(area_);
  }

 private:
  int Cells(double metres) const {
    const double cells = std::ceil(metres / area_.grid.cell);
    if (!(cells <= 6000.0)) throw InputError("Recast: the level is wider than 6000 cells");
    return static_cast<int>(cells);
  }
  int Height() const {
    return static_cast<int>(std::ceil(player_.height / area_.grid.cell_height - 1e-6));
  }
  int Climb() const {
    return static_cast<int>(std::floor(player_.step / area_.grid.cell_height + 1e-6));
  }

  void Rasterize() {
    const Soup soup = SoupOf(world_, area_, bottom_);
    const auto size = [](double metres) { return static_cast<float>(metres); };
    const std::array<float, 3> low{0.0F, 0.0F, 0.0F};
    const std::array<float, 3> high{size(area_.columns * area_.grid.cell),
                                    size(world_.bounds.max.z - bottom_ + 1.0),
                                    size(area_.rows * area_.grid.cell)};
    solid_.reset(rcAllocHeightfield());
    Need(rcCreateHeightfield(&context_, *solid_, area_.columns, area_.rows, low.data(), high.data(),
                             size(area_.grid.cell), size(area_.grid.cell_height)),
         "the height field");
    const int vertices = static_cast<int>(soup.vertices.size() / 3);
    const int triangles = static_cast<int>(soup.indices.size() / 3);
    std::vector<unsigned char> flags(static_cast<std::size_t>(triangles), RC_NULL_AREA);
    rcMarkWalkableTriangles(&context_, size(player_.slope_limit_deg), soup.vertices.data(),
                            vertices, soup.indices.data(), triangles, flags.data());
    Need(rcRasterizeTriangles(&context_, soup.vertices.data(), vertices, soup.indices.data(),
                              flags.data(), triangles, *solid_, Climb()),
         "rasterizing");
  }

  void Collect(const std::vector<std::int32_t>& uneroded,
               const std::vector<std::int32_t>& components) {
    std::size_t solid = 0;
    for (int place = 0; place < solid_->width * solid_->height; ++place) {
      area_.first.push_back(static_cast<std::uint32_t>(area_.spans.size()));
      std::size_t compact = compact_->cells[place].index;
      for (const rcSpan* s = solid_->spans[place]; s != nullptr; s = s->next, ++solid) {
        RecastSpan span;
        span.z = bottom_ + s->smax * area_.grid.cell_height;
        const bool is_low =
            s->next != nullptr && static_cast<int>(s->next->smin - s->smax) < Height();
        if (s->area != RC_NULL_AREA) {
          span.uneroded = uneroded[compact];
          span.component = components[compact];
          span.stage = span.component >= 0 ? RecastStage::kWalkable : RecastStage::kEroded;
          ++compact;
        } else if (!low_hanging_[solid]) {
          span.stage = RecastStage::kTooSteep;
        } else {
          span.stage = is_low || ledges_[solid] ? RecastStage::kLowCeiling : RecastStage::kLedge;
        }
        area_.spans.push_back(span);
      }
    }
    area_.first.push_back(static_cast<std::uint32_t>(area_.spans.size()));
  }

  const World& world_;
  const PlayerConfig& player_;
  rcContext context_;
  RecastArea area_;
  double bottom_ = 0.0;
  Heightfield solid_;
  CompactHeightfield compact_;
  std::vector<char> low_hanging_, ledges_;  // walkable after these steps
};

}  // namespace

RecastArea BuildRecastArea(const World& world, const PlayerConfig& player, const RecastGrid& grid) {
  const double start = CpuSeconds();
  RecastArea area = Builder(world, player, grid).Run();
  area.cpu_seconds = CpuSeconds() - start;
  return area;
}

double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace wm::bench
