// A picture in memory and the few shapes that it is made of, all with smooth edges.
//
// Coordinates are pixels, y down; a pixel's middle is at .5. What lies outside is cut off.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace wm::picture {

struct Color {
  float r = 0.0F, g = 0.0F, b = 0.0F;  // [0, 1] as stored in the file (sRGB)
};

// From 0xRRGGBB.
constexpr Color Rgb(unsigned hex) {
  return {static_cast<float>(hex >> 16 & 255U) / 255.0F,
          static_cast<float>(hex >> 8 & 255U) / 255.0F, static_cast<float>(hex & 255U) / 255.0F};
}
constexpr Color Mix(Color a, Color b, float share) {
  return {a.r + (b.r - a.r) * share, a.g + (b.g - a.g) * share, a.b + (b.b - a.b) * share};
}

struct Pixel {
  double x = 0.0, y = 0.0;
};
constexpr Pixel operator+(Pixel a, Pixel b) { return {a.x + b.x, a.y + b.y}; }
constexpr Pixel operator-(Pixel a, Pixel b) { return {a.x - b.x, a.y - b.y}; }
constexpr Pixel operator*(Pixel a, double s) { return {a.x * s, a.y * s}; }

struct PixelBox {
  double x0 = 0.0, y0 = 0.0, x1 = 0.0, y1 = 0.0;
  bool Overlaps(const PixelBox& other) const {
    return x0 < other.x1 && x1 > other.x0 && y0 < other.y1 && y1 > other.y0;
  }
};

class Canvas {
 public:
  Canvas(int width, int height, Color background);

  int width() const { return width_; }
  int height() const { return height_; }
  Color At(int x, int y) const { return pixels_[Index(x, y)]; }

  void Blend(int x, int y, Color color, double alpha);
  void Line(Pixel a, Pixel b, double thickness, Color color, double alpha = 1.0);
  void Dashes(Pixel a, Pixel b, double thickness, double length, Color color);
  void Disc(Pixel center, double radius, Color color, double alpha = 1.0);
  void Triangle(Pixel a, Pixel b, Pixel c, Color color, double alpha = 1.0);
  void Fill(const PixelBox& box, Color color, double alpha = 1.0);
  void Frame(const PixelBox& box, double thickness, Color color);
  // From `a` to `b`, the head's tip on `b`.
  void Arrow(Pixel a, Pixel b, double thickness, double head, Color color);
  // Stripes and a border over all that lies within `radius` of any of some places.
  void Hatch(std::span<const Pixel> places, double radius, Color color);

  // Keeps shapes inside a box until the next call.
  void ClipTo(const PixelBox& box);

  void WritePng(const std::filesystem::path& path) const;

 private:
  std::size_t Index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }
  // Blends every pixel whose middle has a positive cover(x, y), around a box.
  template <typename Cover>
  void Shade(const PixelBox& box, Color color, double alpha, Cover cover);

  int width_, height_;
  int clip_x0_ = 0, clip_y0_ = 0, clip_x1_, clip_y1_;
  std::vector<Color> pixels_;
};

}  // namespace wm::picture
