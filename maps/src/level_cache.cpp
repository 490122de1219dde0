#include "maps/src/level_cache.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include "maps/src/bytes.h"
#include "maps/src/level_folder.h"
#include "maps/src/level_listing.h"
#include "maps/src/limits.h"
#include "maps/src/map_bytes.h"
#include "maps/src/mesh_readers.h"
#include "maps/src/this_machine.h"

namespace wm {
namespace {

constexpr const char* kFolder = ".walk_monster";
constexpr const char* kFile = "cache";
constexpr const char* kIgnore = ".gitignore";
constexpr std::string_view kMagic = "walk monster level cache\n";
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kByteOrder = 0x01020304;

// A file descriptor that closes itself.
class File {
 public:
  explicit File(int number = -1) : number_(number) {}
  File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  File& operator=(File&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~File() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;
};

// Changing any one word, or the length, always changes it: every step can be undone.
std::uint64_t Checksum(std::string_view bytes) {
  constexpr std::size_t kLanes = 4;
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  std::array<std::uint64_t, kLanes> lanes{1, 2, 3, 4};
  const auto mix = [](std::uint64_t* lane, std::uint64_t word) {
    *lane = (*lane ^ word) * 0x9e3779b97f4a7c15u;
    *lane ^= *lane >> 32;
  };
  std::uint64_t size = bytes.size();
  while (bytes.size() >= kLanes * kWord) {
    std::array<std::uint64_t, kLanes> words;
    std::memcpy(words.data(), bytes.data(), sizeof words);
    for (std::size_t i = 0; i < kLanes; ++i) mix(&lanes[i], words[i]);
    bytes.remove_prefix(sizeof words);
  }
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t part = std::min(bytes.size(), kWord);
    std::memcpy(&word, bytes.data(), part);
    mix(&lanes[0], word);
    bytes.remove_prefix(part);
  }
  for (const std::uint64_t lane : lanes) mix(&size, lane);
  return size;
}

// Which program reads the levels: a rebuilt one may read them otherwise.
std::string ThisProgram() {
  std::string word = "assimp " + AssimpVersion();
  struct stat status {};
  if (stat("/proc/self/exe", &status) == 0) {
    word += " " + std::to_string(status.st_size) + " " + std::to_string(ChangeTime(status));
  }
  return word;
}

std::string OptionsWord(const LoadOptions& options) {
  std::string word;
  AppendBytes(&word, options.up);
  AppendBytes(&word, std::uint8_t{options.metres_per_unit.has_value()});
  AppendBytes(&word, options.metres_per_unit.value_or(0.0));
  return word;
}

struct Kept {
  Map map;
  std::vector<std::string> lines;
};

class LevelCache {
 public:
  LevelCache(const std::filesystem::path& folder, const LoadOptions& options)
      : folder_(folder.empty() ? "." : folder), options_(options) {}
  LevelCache(const LevelCache&) = delete;
  LevelCache& operator=(const LevelCache&) = delete;
  ~LevelCache() { RemovePart(); }

  std::optional<Kept> Read() const;
  // Call before the level's files are read: what changes from now on is noticed.
  void Begin();
  void Keep(const Map& map, const std::vector<std::string>& lines);

 private:
  std::string FileName() const { return (folder_ / kFolder / kFile).string(); }
  void Say(const std::string& what) const {
    if (options_.log) options_.log(FileName() + ": " + what);
  }
  std::optional<std::string> ReadFile() const;
  std::optional<Kept> Unpack(std::string_view bytes) const;
  bool MakeOurFolder();
  bool MakePart();
  void RemovePart();
  void RemoveLeftParts() const;
  void ReadClock();

  const std::filesystem::path folder_;
  const LoadOptions& options_;
  File ours_;  // the folder kFolder
  File part_;  // what becomes the cache
  std::string part_name_;
  std::int64_t begun_ = 0;  // [ns since 1970] by the file system's clock
};

// Empty where there is none, or not as a plain file. Links are not followed: they may lead
// anywhere.
std::optional<std::string> LevelCache::ReadFile() const {
  const File ours(
      open((folder_ / kFolder).c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!ours) return std::nullopt;
  const File file(openat(ours.number(), kFile, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file || fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
      static_cast<std::uint64_t>(status.st_size) > kMaxCacheFile) {
    return std::nullopt;
  }
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t got = 0;
  while (got < bytes.size()) {
    const ssize_t part = read(file.number(), bytes.data() + got, bytes.size() - got);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) break;
    got += static_cast<std::size_t>(part);
  }
  bytes.resize(got);
  return bytes;
}

std::optional<Kept> LevelCache::Read() const {
  const std::optional<std::string> bytes = ReadFile();
  if (!bytes) return std::nullopt;
  try {
    return Unpack(*bytes);
  } catch (const InputError& error) {
    Say(std::string(error.what()) + "; the level is read anew");
    return std::nullopt;
  }
}

std::optional<Kept> LevelCache::Unpack(std::string_view bytes) const {
  ByteReader in(bytes, "damaged");
  if (in.TakeBytes(kMagic.size()) != kMagic) in.Fail();
  if (in.Take<std::uint32_t>() != kVersion) throw InputError("made by another version");
  if (in.Take<std::uint32_t>() != kByteOrder) throw InputError("made on another machine");
  const auto checksum = in.Take<std::uint64_t>();
  if (checksum != Checksum(in.rest())) in.Fail();
  if (in.TakeText() != ThisMachine()) throw InputError("made on another machine");
  if (in.TakeText() != ThisProgram()) throw InputError("made by another build of the program");
  if (in.TakeText() != OptionsWord(options_)) return std::nullopt;
  const std::string_view listing = in.TakeText();
  const std::string_view asked_for_as = in.TakeText();
  Kept kept;
  const auto lines = in.Take<std::uint64_t>();
  if (lines > in.size()) in.Fail();
  for (std::uint64_t i = 0; i < lines; ++i) kept.lines.emplace_back(in.TakeText());
  // Lines name files as the level was asked for: here, it may have been another way.
  if (!kept.lines.empty() && asked_for_as != folder_.native()) return std::nullopt;
  const auto now = ListLevel(folder_);
  if (!now || now->bytes != listing) return std::nullopt;
  kept.map = UnpackMap(in.TakeText());
  if (in.size() != 0) in.Fail();
  return kept;
}

bool LevelCache::MakeOurFolder() {
  const std::filesystem::path path = folder_ / kFolder;
  mkdir(path.c_str(), 0777);  // it may be there
  ours_ = File(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!ours_) return false;
  const File ignore(
      openat(ours_.number(), kIgnore, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!ignore) return errno == EEXIST;
  if (write(ignore.number(), "*\n", 2) == 2) return true;
  unlinkat(ours_.number(), kIgnore, 0);
  return false;
}

bool LevelCache::MakePart() {
  static std::atomic<std::uint64_t> count{0};  // many threads, one process id
  part_name_ = std::string(kFile) + "." + std::to_string(getpid()) + "." +
               std::to_string(count.fetch_add(1)) + ".part";
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  part_ = File(openat(ours_.number(), part_name_.c_str(), kFlags, 0666));
  if (part_) return true;
  // Left by a process of the same number that was killed.
  if (errno == EEXIST && unlinkat(ours_.number(), part_name_.c_str(), 0) == 0) {
    part_ = File(openat(ours_.number(), part_name_.c_str(), kFlags, 0666));
  }
  return static_cast<bool>(part_);
}

void LevelCache::RemovePart() {
  if (!part_) return;
  unlinkat(ours_.number(), part_name_.c_str(), 0);
  part_ = File();
}

// Sets begun_ to now.
void LevelCache::ReadClock() {
  struct stat status {};
  const bool is_read =
      futimens(part_.number(), nullptr) == 0 && fstat(part_.number(), &status) == 0;
  begun_ = is_read ? ChangeTime(status) : 0;
}

void LevelCache::Begin() {
  // Not into a folder that is no level.
  if (access((folder_ / "level.text").c_str(), F_OK) != 0) return;
  if (!MakeOurFolder() || !MakePart()) return;
  const auto listing = ListLevel(folder_);
  ReadClock();
  // A file written in the same tick of the clock could be written once more without a trace. A tick
  // is 4 ms at most; who runs for longer has a clock that is wrong, or somebody at work on the
  // level.
  for (int i = 0; i < 4 && listing && listing->newest >= begun_; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ReadClock();
  }
  if (!listing || listing->newest >= begun_) {
    constexpr std::int64_t kMinute = 60'000'000'000;
    if (listing && listing->newest - begun_ > kMinute) {
      Say("not written: the time of " + listing->newest_path + " lies in the future");
    }
    RemovePart();
  }
}

void LevelCache::Keep(const Map& map, const std::vector<std::string>& lines) {
  if (!part_) return;
  const auto listing = ListLevel(folder_);
  if (!listing || listing->newest >= begun_) return;  // somebody is at work on the level
  std::string rest;
  AppendText(&rest, ThisMachine());
  AppendText(&rest, ThisProgram());
  AppendText(&rest, OptionsWord(options_));
  AppendText(&rest, listing->bytes);
  AppendText(&rest, folder_.native());
  AppendBytes(&rest, std::uint64_t{lines.size()});
  for (const std::string& line : lines) AppendText(&rest, line);
  AppendText(&rest, PackMap(map));
  std::string head(kMagic);
  AppendBytes(&head, kVersion);
  AppendBytes(&head, kByteOrder);
  AppendBytes(&head, Checksum(rest));
  if (head.size() + rest.size() > kMaxCacheFile) return;
  for (std::string_view bytes : {std::string_view(head), std::string_view(rest)}) {
    while (!bytes.empty()) {
      const ssize_t written = write(part_.number(), bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        Say("not written: " + std::generic_category().message(written < 0 ? errno : ENOSPC));
        return;
      }
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  if (renameat(ours_.number(), part_name_.c_str(), ours_.number(), kFile) != 0) return;
  part_ = File();
  RemoveLeftParts();
}

// What killed processes left behind: parts that nobody has touched for an hour.
void LevelCache::RemoveLeftParts() const {
  DIR* folder = fdopendir(fcntl(ours_.number(), F_DUPFD_CLOEXEC, 0));
  if (folder == nullptr) return;
  constexpr std::int64_t kHour = 3600;
  while (const dirent* entry = readdir(folder)) {
    const std::string_view name = entry->d_name;
    struct stat status {};
    if (name.starts_with(kFile) && name.ends_with(".part") &&
        fstatat(ours_.number(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        status.st_mtim.tv_sec < begun_ / 1'000'000'000 - kHour) {
      unlinkat(ours_.number(), entry->d_name, 0);
    }
  }
  closedir(folder);
}

}  // namespace

Map LoadThroughCache(const std::filesystem::path& folder, const LoadOptions& options) {
  LevelCache cache(folder, options);
  if (std::optional<Kept> kept = cache.Read()) {
    for (const std::string& line : kept->lines) {
      if (options.log) options.log(line);
    }
    return std::move(kept->map);
  }
  cache.Begin();
  std::vector<std::string> lines;
  LoadOptions listening = options;
  listening.log = [&](std::string_view line) {
    lines.emplace_back(line);
    if (options.log) options.log(line);
  };
  LoadedFolder loaded = LoadLevelFolder(folder, listening);
  if (loaded.can_be_kept) cache.Keep(loaded.map, lines);
  return std::move(loaded.map);
}

}  // namespace wm
