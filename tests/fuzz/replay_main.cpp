// Stands in for libFuzzer where the compiler has none: runs every file of a corpus, then mutated
// copies of them, a bounded number of times and always the same ones.
// usage: PROGRAM ITERATIONS FILE_OR_FOLDER...
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kMaxBytes = 1 << 16;

Bytes ReadFile(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  Bytes bytes{std::istreambuf_iterator<char>(stream), {}};
  bytes.resize(std::min(bytes.size(), kMaxBytes));
  return bytes;
}

std::vector<Bytes> ReadCorpus(int count, char** paths) {
  std::vector<fs::path> files;
  for (int i = 0; i < count; ++i) {
    const fs::path path = paths[i];
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<Bytes> corpus;
  for (const fs::path& file : files) corpus.push_back(ReadFile(file));
  return corpus;
}

class Mutator {
 public:
  explicit Mutator(const std::vector<Bytes>& corpus) : corpus_(corpus) {}

  Bytes Next() {
    Bytes bytes = corpus_[Below(corpus_.size())];
    const std::uint64_t changes = 1 + Below(8);
    for (std::uint64_t i = 0; i < changes; ++i) Change(&bytes);
    return bytes;
  }

 private:
  std::uint64_t Below(std::uint64_t bound) { return random_() % bound; }
  std::ptrdiff_t Place(const Bytes& bytes) {
    return static_cast<std::ptrdiff_t>(Below(bytes.size() + 1));
  }

  void Change(Bytes* bytes) {
    // What parsers trip over: signs, exponents, separators, bytes that no text holds.
    constexpr std::string_view kTricky(
        "-+.eE:;\n\r\t \0\x7f\xff\x80"
        "019/\"{[,",
        24);
    const std::ptrdiff_t at = Place(*bytes);
    const bool is_inside = at < std::ssize(*bytes);
    switch (Below(6)) {
      case 0:
        if (is_inside)
          (*bytes)[static_cast<std::size_t>(at)] ^= static_cast<std::uint8_t>(1U << Below(8));
        break;
      case 1:
        if (is_inside) {
          (*bytes)[static_cast<std::size_t>(at)] =
              static_cast<std::uint8_t>(kTricky[Below(kTricky.size())]);
        }
        break;
      case 2:
        bytes->insert(bytes->begin() + at,
                      static_cast<std::uint8_t>(kTricky[Below(kTricky.size())]));
        break;
      case 3:
        bytes->erase(bytes->begin() + at,
                     bytes->begin() + std::min(at + static_cast<std::ptrdiff_t>(Below(32)),
                                               static_cast<std::ptrdiff_t>(bytes->size())));
        break;
      case 4:
        bytes->resize(static_cast<std::size_t>(at));
        break;
      default:
        Splice(bytes, at);
    }
    bytes->resize(std::min(bytes->size(), kMaxBytes));
  }

  // Copies a stretch of some other file in.
  void Splice(Bytes* bytes, std::ptrdiff_t at) {
    const Bytes& other = corpus_[Below(corpus_.size())];
    const std::ptrdiff_t first = Place(other);
    const std::ptrdiff_t last =
        std::min(first + static_cast<std::ptrdiff_t>(Below(64)), std::ssize(other));
    const Bytes piece(other.begin() + first, other.begin() + last);
    bytes->insert(bytes->begin() + at, piece.begin(), piece.end());
  }

  const std::vector<Bytes>& corpus_;
  std::mt19937_64 random_{1};
};

}  // namespace

int main(int argc, char** argv) {
  int iterations = 0;
  const std::string_view count = argc > 1 ? argv[1] : "";
  const auto parsed = std::from_chars(count.data(), count.data() + count.size(), iterations);
  if (argc < 3 || parsed.ec != std::errc() || iterations < 0) {
    std::fprintf(stderr, "usage: %s ITERATIONS FILE_OR_FOLDER...\n", argv[0]);
    return 2;
  }
  const std::vector<Bytes> corpus = ReadCorpus(argc - 2, argv + 2);
  if (corpus.empty()) {
    std::fprintf(stderr, "%s: the corpus is empty\n", argv[0]);
    return 2;
  }
  for (const Bytes& bytes : corpus) LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  Mutator mutator(corpus);
  for (int i = 0; i < iterations; ++i) {
    const Bytes bytes = mutator.Next();
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%zu corpus files and %d mutations\n", corpus.size(), iterations);
  return 0;
}
