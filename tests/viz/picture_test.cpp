#include "viz/picture/picture.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>

#include <catch2/catch.hpp>
#include <stb/stb_image.h>

#include "tests/temporary_folder.h"
#include "tests/viz/sample_map.h"
#include "viz/picture/src/page.h"

namespace wm {
namespace {

namespace fs = std::filesystem;
using test::SampleMap;

struct Image {
  int width = 0, height = 0;
  std::unique_ptr<unsigned char, void (*)(void*)> bytes{nullptr, stbi_image_free};

  explicit Image(const fs::path& path) {
    int channels = 0;
    bytes.reset(stbi_load(path.c_str(), &width, &height, &channels, 3));
    REQUIRE(bytes != nullptr);
  }
  // Within a small distance of a colour.
  bool Is(int i, unsigned rgb) const {
    int off = 0;
    for (int c = 0; c < 3; ++c) {
      const int wanted = static_cast<int>(rgb >> (16 - 8 * c) & 255U);
      off = std::max(off, std::abs(bytes.get()[3 * i + c] - wanted));
    }
    return off <= 6;
  }
  // Pixels of a colour, in the whole picture or in a part of it.
  std::size_t Count(unsigned rgb) const {
    return Count(rgb, {0, 0, static_cast<double>(width), static_cast<double>(height)});
  }
  std::size_t Count(unsigned rgb, const picture::PixelBox& box) const {
    std::size_t count = 0;
    for (int y = static_cast<int>(box.y0); y < static_cast<int>(box.y1); ++y) {
      for (int x = static_cast<int>(box.x0); x < static_cast<int>(box.x1); ++x) {
        count += Is(y * width + x, rgb);
      }
    }
    return count;
  }
};

Image Draw(const StoredMap& map, const PictureOptions& options) {
  const TemporaryFolder folder;
  const fs::path path = folder.Path() / "map.png";
  WritePicture(map, options, path);
  // WM_KEEP_PICTURES=FOLDER keeps what the tests draw, to be looked at.
  if (const char* keep = std::getenv("WM_KEEP_PICTURES")) {
    const std::string name = map.entities.empty()                 ? "bare"
                             : map.progress.outcome != "complete" ? "part"
                             : options.storey  ? "storey" + std::to_string(*options.storey)
                             : options.heights ? "heights"
                                               : "all";
    fs::copy_file(path, fs::path(keep) / (name + ".png"), fs::copy_options::overwrite_existing);
  }
  return Image(path);
}

std::string ErrorOf(const StoredMap& map, const PictureOptions& options, const fs::path& path) {
  try {
    WritePicture(map, options, path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

constexpr unsigned kDrop = 0x0b5fa5;
constexpr unsigned kObstacle = 0xc8500a;
constexpr unsigned kExit = 0xb00020;
constexpr unsigned kSpawn = 0x00805c;
constexpr unsigned kClosed = 0x56766a;
constexpr unsigned kUnknown = 0x6a6a6e;
constexpr unsigned kOneWay = 0x8b2a86;
constexpr unsigned kNowhere = 0xe9e8e4;

TEST_CASE("picture: everything that a map holds is seen") {
  const StoredMap map = SampleMap();
  const Image image = Draw(map, {});
  CHECK(image.width >= 2000);
  CHECK(image.width < 2700);
  CHECK(image.Count(kDrop) > 400);
  CHECK(image.Count(kObstacle) > 2000);
  CHECK(image.Count(kExit) > 300);
  CHECK(image.Count(kSpawn) > 400);
  CHECK(image.Count(kOneWay) > 150);
  // Most of the page is ground or the empty land around it, not paper.
  const std::size_t pixels = static_cast<std::size_t>(image.width * image.height);
  CHECK(image.Count(kNowhere) < pixels / 2);
}

// The pixels of a place of the map, all of it drawn.
picture::PixelBox PixelsOf(const StoredMap& map, Vec3 low, Vec3 high) {
  const picture::Scene scene = picture::MakeScene(map, {});
  const picture::Page page = picture::LayOut(scene, PictureOptions().long_side_px);
  const picture::Pixel a = page.At(low), b = page.At(high);
  return {a.x, b.y, b.x, a.y};
}

TEST_CASE("picture: a trap is hatched above all that leads into it") {
  StoredMap map = SampleMap();
  map.entities.resize(3);  // without the contracts that are red too
  const picture::PixelBox pit = PixelsOf(map, {-11.0, 9.0, 0.0}, {-7.0, 13.0, 0.0});
  CHECK(picture::MakeScene(map, {}).traps.size() == 1);
  const std::size_t red = Draw(map, {}).Count(kExit, pit);
  CHECK(red > 1500);
  // With a way out it is none, and the drops into it are seen whole.
  const std::size_t blue = Draw(map, {}).Count(kDrop, pit);
  for (GraphEdge& edge : map.graph.edges) {
    if (edge.IsDrop()) edge.back = Way::kReached;
  }
  CHECK(picture::MakeScene(map, {}).traps.empty());
  const Image free = Draw(map, {});
  CHECK(free.Count(kExit, pit) == 0);
  CHECK(free.Count(kDrop, pit) > 2 * blue);
}

TEST_CASE("picture: contracts that hold look as different as what they promise") {
  const StoredMap map = SampleMap();
  const Image image = Draw(map, {});
  const picture::PixelBox hill = PixelsOf(map, {-7.5, -9.5, 0.0}, {-4.5, -6.5, 0.0});
  const picture::PixelBox hut = PixelsOf(map, {15.5, -1.5, 0.0}, {18.5, 1.5, 0.0});
  CHECK(image.Count(kSpawn, hill) > 300);
  CHECK(image.Count(kClosed, hill) == 0);
  CHECK(image.Count(kSpawn, hut) == 0);
  CHECK(image.Count(kClosed, hut) > 60);
}

TEST_CASE("picture: before the sweep is complete nothing is called a trap or closed") {
  StoredMap map = SampleMap();
  map.progress.outcome = "max_points";
  CHECK(picture::MakeScene(map, {}).traps.empty());
  const Image image = Draw(map, {});
  const picture::PixelBox hill = PixelsOf(map, {-7.5, -9.5, 0.0}, {-4.5, -6.5, 0.0});
  const picture::PixelBox hut = PixelsOf(map, {15.5, -1.5, 0.0}, {18.5, 1.5, 0.0});
  CHECK(image.Count(kSpawn, hill) > 300);
  CHECK(image.Count(kClosed, hut) == 0);
  CHECK(image.Count(kUnknown, hut) > 60);
}

TEST_CASE("picture: a contract is shown on the storey where players are in its box") {
  const StoredMap map = SampleMap();
  const auto shown = [&](int storey) {
    PictureOptions options;
    options.storey = storey;
    std::vector<std::string> names;
    for (const ContractResult& contract : picture::MakeScene(map, options).contracts) {
      names.push_back(contract.name);
    }
    return names;
  };
  CHECK(shown(0) == std::vector<std::string>{"hill top", "pit"});
  CHECK(shown(1) == std::vector<std::string>{"upper floor"});
}

TEST_CASE("picture: the same map gives the same bytes") {
  const TemporaryFolder folder;
  const StoredMap map = SampleMap();
  PictureOptions options;
  options.long_side_px = 500;
  WritePicture(map, options, folder.Path() / "a.png");
  WritePicture(map, options, folder.Path() / "b.png");
  const auto bytes = [](const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  };
  CHECK(bytes(folder.Path() / "a.png") == bytes(folder.Path() / "b.png"));
}

TEST_CASE("picture: storeys and heights show their part") {
  const StoredMap map = SampleMap();
  PictureOptions whole;
  whole.long_side_px = 1000;
  PictureOptions upper = whole;
  upper.storey = 1;
  PictureOptions lower = whole;
  lower.storey = 0;
  PictureOptions heights = whole;
  heights.heights = {2.5, 4.0};
  const std::size_t all = Draw(map, whole).Count(kDrop);
  CHECK(Draw(map, lower).Count(kDrop) > all / 2);
  const Image floor = Draw(map, upper);  // cut to the house
  CHECK(floor.Count(kDrop) < all / 4);   // the legend's own
  CHECK(floor.Count(kObstacle) > 100);
  CHECK(Draw(map, heights).Count(kObstacle) > 100);
}

TEST_CASE("picture: what is not there is said, in one line") {
  const TemporaryFolder folder;
  const StoredMap map = SampleMap();
  PictureOptions options;
  options.long_side_px = 300;
  options.storey = 9;
  CHECK(ErrorOf(map, options, folder.Path() / "a.png") ==
        "--storey 9: this map has storeys 0 to 1");
  options.storey.reset();
  options.heights = {100.0, 200.0};
  const std::string line = ErrorOf(map, options, folder.Path() / "a.png");
  CHECK(line.find("--height 100.00,200.00: no point stands there; this map's are at ") == 0);
  options.heights.reset();
  CHECK(ErrorOf({}, options, folder.Path() / "a.png").find("no points yet") != std::string::npos);
  CHECK(ErrorOf(map, options, folder.Path() / "none" / "a.png").find("none does not exist") !=
        std::string::npos);
  CHECK(ErrorOf(map, options, "/dev/full").find("the disk is full") != std::string::npos);
  CHECK(fs::is_empty(folder.Path()));
}

TEST_CASE("picture: one point, a level far away, a very long level") {
  StoredMap one;
  one.graph.points = {{{500000.0, -3.0, 7.0}, PointKind::kSeed, 0, true}};
  CHECK(Draw(one, {}).width > 400);
  StoredMap line;
  for (int i = 0; i < 2000; ++i) {
    line.graph.points.push_back({{2.5 * i, 0.0, 0.0}, PointKind::kOpen, 0, true});
  }
  const Image image = Draw(line, {});
  CHECK(image.width < 2700);
  CHECK(image.height < 1500);
  line.graph.points.push_back({{-9e6, 9e6, 9e6}, PointKind::kHit, 0, true});
  CHECK(Draw(line, {}).height < 2300);
}

}  // namespace
}  // namespace wm
