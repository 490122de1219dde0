#include "viz/picture/src/canvas.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <algorithm>
#include <cmath>
#include <string>

#include <stb/stb_image_write.h>

#include "viz/picture/src/whole_file.h"

namespace wm::picture {
namespace {

// Far outside every picture, near enough for an int.
constexpr double kFar = 1e6;

double Share(double value) { return std::clamp(value, 0.0, 1.0); }

double DistanceToSegment(Pixel p, Pixel a, Pixel b) {
  const Pixel along = b - a;
  const Pixel to = p - a;
  const double square = along.x * along.x + along.y * along.y;
  const double share = square > 0.0 ? Share((to.x * along.x + to.y * along.y) / square) : 0.0;
  const Pixel off = to - along * share;
  return std::sqrt(off.x * off.x + off.y * off.y);
}

bool IsUsable(Pixel p) { return std::fabs(p.x) < kFar && std::fabs(p.y) < kFar; }

}  // namespace

Canvas::Canvas(int width, int height, Color background)
    : width_(width),
      height_(height),
      clip_x1_(width),
      clip_y1_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background) {}

void Canvas::ClipTo(const PixelBox& box) {
  clip_x0_ = std::clamp(static_cast<int>(box.x0), 0, width_);
  clip_y0_ = std::clamp(static_cast<int>(box.y0), 0, height_);
  clip_x1_ = std::clamp(static_cast<int>(box.x1), clip_x0_, width_);
  clip_y1_ = std::clamp(static_cast<int>(box.y1), clip_y0_, height_);
}

void Canvas::Blend(int x, int y, Color color, double alpha) {
  Color& pixel = pixels_[Index(x, y)];
  pixel = Mix(pixel, color, static_cast<float>(alpha));
}

template <typename Cover>
void Canvas::Shade(const PixelBox& box, Color color, double alpha, Cover cover) {
  const auto in = [](double value, int low, int high) {
    return static_cast<int>(std::clamp(value, static_cast<double>(low), static_cast<double>(high)));
  };
  const int x1 = in(std::ceil(box.x1), clip_x0_, clip_x1_);
  const int y1 = in(std::ceil(box.y1), clip_y0_, clip_y1_);
  for (int y = in(std::floor(box.y0), clip_y0_, clip_y1_); y < y1; ++y) {
    for (int x = in(std::floor(box.x0), clip_x0_, clip_x1_); x < x1; ++x) {
      const double share = Share(cover(Pixel{x + 0.5, y + 0.5}));
      if (share > 0.0) Blend(x, y, color, share * alpha);
    }
  }
}

void Canvas::Line(Pixel a, Pixel b, double thickness, Color color, double alpha) {
  if (!IsUsable(a) || !IsUsable(b)) return;
  // Thinner than a pixel: a pixel wide and fainter.
  const double radius = std::max(thickness, 1.0) * 0.5;
  const double faint = std::min(thickness, 1.0) * alpha;
  const double reach = radius + 1.0;
  // Long slanted lines go piece by piece, so that the box around each stays small.
  const double length = std::max(std::fabs(b.x - a.x), std::fabs(b.y - a.y));
  const int pieces = std::clamp(static_cast<int>(length / 64.0), 1, 4096);
  const double slack = pieces > 1 ? 1e-9 : reach;
  for (int i = 0; i < pieces; ++i) {
    const Pixel p = a + (b - a) * (static_cast<double>(i) / pieces);
    const Pixel q = a + (b - a) * (static_cast<double>(i + 1) / pieces);
    const PixelBox box{std::min(p.x, q.x) - reach, std::min(p.y, q.y) - reach,
                       std::max(p.x, q.x) + reach, std::max(p.y, q.y) + reach};
    // Each pixel belongs to the piece that its foot on the line falls into: none is blended twice.
    const Pixel along = b - a;
    const double square = along.x * along.x + along.y * along.y;
    const double low = i == 0 ? -kFar : static_cast<double>(i) / pieces;
    const double high = i + 1 == pieces ? kFar : static_cast<double>(i + 1) / pieces;
    Shade(box, color, faint, [&](Pixel pixel) {
      if (slack < reach && square > 0.0) {
        const Pixel to = pixel - a;
        const double share = (to.x * along.x + to.y * along.y) / square;
        if (share < low || share >= high) return 0.0;
      }
      return radius + 0.5 - DistanceToSegment(pixel, a, b);
    });
  }
}

void Canvas::Dashes(Pixel a, Pixel b, double thickness, double length, Color color) {
  const Pixel along = b - a;
  const double total = std::sqrt(along.x * along.x + along.y * along.y);
  if (!(total > 0.0) || total > kFar) return;
  const int count = std::max(1, static_cast<int>(std::lround(total / (2.0 * length))));
  for (int i = 0; i < count; ++i) {
    const double from = (i + 0.25) / count;
    Line(a + along * from, a + along * (from + 0.5 / count), thickness, color);
  }
}

void Canvas::Disc(Pixel center, double radius, Color color, double alpha) {
  if (!IsUsable(center)) return;
  const double reach = radius + 1.0;
  Shade({center.x - reach, center.y - reach, center.x + reach, center.y + reach}, color, alpha,
        [&](Pixel pixel) {
          const Pixel off = pixel - center;
          return radius + 0.5 - std::sqrt(off.x * off.x + off.y * off.y);
        });
}

void Canvas::Triangle(Pixel a, Pixel b, Pixel c, Color color, double alpha) {
  if (!IsUsable(a) || !IsUsable(b) || !IsUsable(c)) return;
  const double turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (turn == 0.0) return;
  if (turn < 0.0) std::swap(b, c);
  const auto inside = [](Pixel p, Pixel from, Pixel to) {
    const Pixel along = to - from;
    const double length = std::sqrt(along.x * along.x + along.y * along.y);
    return (along.x * (p.y - from.y) - along.y * (p.x - from.x)) / length;
  };
  const PixelBox box{std::min({a.x, b.x, c.x}) - 1.0, std::min({a.y, b.y, c.y}) - 1.0,
                     std::max({a.x, b.x, c.x}) + 1.0, std::max({a.y, b.y, c.y}) + 1.0};
  Shade(box, color, alpha, [&](Pixel p) {
    return 0.5 + std::min({inside(p, a, b), inside(p, b, c), inside(p, c, a)});
  });
}

void Canvas::Fill(const PixelBox& box, Color color, double alpha) {
  Shade(box, color, alpha, [&](Pixel p) {
    return Share(p.x - box.x0 + 0.5) * Share(box.x1 - p.x + 0.5) * Share(p.y - box.y0 + 0.5) *
           Share(box.y1 - p.y + 0.5);
  });
}

void Canvas::Frame(const PixelBox& box, double thickness, Color color) {
  Line({box.x0, box.y0}, {box.x1, box.y0}, thickness, color);
  Line({box.x1, box.y0}, {box.x1, box.y1}, thickness, color);
  Line({box.x1, box.y1}, {box.x0, box.y1}, thickness, color);
  Line({box.x0, box.y1}, {box.x0, box.y0}, thickness, color);
}

void Canvas::Arrow(Pixel a, Pixel b, double thickness, double head, Color color) {
  const Pixel along = b - a;
  const double length = std::sqrt(along.x * along.x + along.y * along.y);
  if (!(length > 0.0)) return;
  const Pixel unit = along * (1.0 / length);
  const Pixel side{-unit.y, unit.x};
  const double reach = std::min(head, length);
  const Pixel base = b - unit * reach;
  Line(a, base, thickness, color);
  Triangle(b, base + side * (reach * 0.45), base - side * (reach * 0.45), color);
}

void Canvas::Hatch(std::span<const Pixel> places, double radius, Color color) {
  constexpr double kPeriod = 14.0, kStripe = 5.5;  // [pixels]
  constexpr int kBorder = 3;                       // [pixels]
  // Between the stripes; hides most of what is below, which would make it another colour.
  constexpr double kTintAlpha = 0.8;
  const Color tint = Mix(color, Rgb(0xffffff), 0.7F);
  const int width = clip_x1_ - clip_x0_;
  const int height = clip_y1_ - clip_y0_;
  // How far inside each pixel is; what lies between two places is inside both.
  std::vector<float> depth(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  const auto at = [&](int x, int y) -> float& {
    return depth[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)];
  };
  const auto is_in = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < width && y < height && at(x, y) > 0.0F;
  };
  for (const Pixel& place : places) {
    if (!IsUsable(place)) continue;
    const Pixel p{place.x - clip_x0_, place.y - clip_y0_};
    const int x1 = std::min(static_cast<int>(p.x + radius) + 2, width);
    const int y1 = std::min(static_cast<int>(p.y + radius) + 2, height);
    for (int y = std::max(static_cast<int>(p.y - radius) - 1, 0); y < y1; ++y) {
      for (int x = std::max(static_cast<int>(p.x - radius) - 1, 0); x < x1; ++x) {
        const double in = radius + 0.5 - std::hypot(x + 0.5 - p.x, y + 0.5 - p.y);
        at(x, y) = std::max(at(x, y), static_cast<float>(in));
      }
    }
  }
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (!is_in(x, y)) continue;
      const bool is_border = !is_in(x - kBorder, y) || !is_in(x + kBorder, y) ||
                             !is_in(x, y - kBorder) || !is_in(x, y + kBorder);
      const double off = std::fabs(std::fmod(x + y, kPeriod) - kPeriod * 0.5);
      const double stripe = is_border ? 1.0 : Share(kStripe * 0.5 - off + 0.5);
      const double in = Share(at(x, y));
      Blend(clip_x0_ + x, clip_y0_ + y, tint, in * kTintAlpha);
      Blend(clip_x0_ + x, clip_y0_ + y, color, in * stripe);
    }
  }
}

void Canvas::WritePng(const std::filesystem::path& path) const {
  std::vector<unsigned char> bytes;
  bytes.reserve(pixels_.size() * 3);
  const auto byte = [](float value) {
    return static_cast<unsigned char>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255.0F));
  };
  for (const Color& pixel : pixels_) {
    bytes.insert(bytes.end(), {byte(pixel.r), byte(pixel.g), byte(pixel.b)});
  }
  std::string png;
  const auto collect = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
  };
  stbi_write_png_to_func(collect, &png, width_, height_, 3, bytes.data(), width_ * 3);
  WriteWhole(path, png);
}

}  // namespace wm::picture
