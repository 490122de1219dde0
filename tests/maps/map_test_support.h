// What the tests of maps/ share: files on disk, glTF text, loading from text, a foreign locale.
#pragma once

#include <clocale>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <locale>
#include <string>
#include <string_view>
#include <vector>

#include "collision/world.h"
#include "maps/map.h"
#include "tests/temporary_folder.h"

namespace wm {

inline void WriteBytes(const std::filesystem::path& path, std::string_view bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string ReadBytes(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Processor time of this process [s]: says how much work a call is, however loaded the machine.
inline double CpuSeconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

// What InputError a call throws; empty where it throws none.
template <typename Call>
std::string ErrorOf(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

inline bool Has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// A file loaded as a level, and what the loader said.
struct Loaded {
  Map map;
  std::vector<std::string> log;
  World world() const { return BuildWorld(map.meshes, map.bodies); }
};

inline Loaded LoadWithLog(const std::filesystem::path& path, LoadOptions options = {}) {
  Loaded loaded;
  options.log = [&](std::string_view line) { loaded.log.emplace_back(line); };
  loaded.map = LoadMap(path, options);
  return loaded;
}

inline Loaded LoadText(const std::string& file_name, std::string_view bytes,
                       const LoadOptions& options = {}) {
  const TemporaryFolder folder;
  WriteBytes(folder.Path() / file_name, bytes);
  return LoadWithLog(folder.Path() / file_name, options);
}

inline std::string LoadError(const std::string& file_name, std::string_view bytes) {
  return ErrorOf([&] { LoadText(file_name, bytes); });
}

// Decimal commas and grouped thousands, in C++ streams and, where the machine has one, in C.
class CommaLocale {
 public:
  CommaLocale()
      : before_(std::locale::global(std::locale(std::locale::classic(), new Punctuation))),
        c_before_(std::setlocale(LC_NUMERIC, nullptr)) {
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"}) {
      if (std::setlocale(LC_NUMERIC, name) != nullptr) break;
    }
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;
  ~CommaLocale() {
    std::setlocale(LC_NUMERIC, c_before_.c_str());
    std::locale::global(before_);
  }

 private:
  struct Punctuation : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  std::locale before_;
  std::string c_before_;
};

// Binary data as a glTF data URI.
class GltfData {
 public:
  template <typename T>
  GltfData& Add(std::initializer_list<T> values) {
    for (const T value : values) {
      char bytes[sizeof value];
      std::memcpy(bytes, &value, sizeof value);
      bytes_.append(bytes, sizeof value);
    }
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

  std::string Uri() const {
    constexpr std::string_view kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text = "data:application/octet-stream;base64,";
    for (std::size_t i = 0; i < bytes_.size(); i += 3) {
      std::uint32_t bits = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const unsigned char byte =
            i + k < bytes_.size() ? static_cast<unsigned char>(bytes_[i + k]) : 0;
        bits = bits << 8 | byte;
      }
      for (std::size_t k = 0; k < 4; ++k) {
        text += i + k > bytes_.size() ? '=' : kLetters[bits >> (18 - 6 * k) & 63];
      }
    }
    return text;
  }

 private:
  std::string bytes_;
};

}  // namespace wm
