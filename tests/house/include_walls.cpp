#include "tests/house/include_walls.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <initializer_list>
#include <span>
#include <string_view>

namespace wm {
namespace {

namespace fs = std::filesystem;
using Names = std::initializer_list<std::string_view>;

// A file's place in the house: path parts below the root, with '/' between them.
struct Place {
  std::string path;
  std::string module;      // first folder
  bool is_public = false;  // a header directly in a module's folder: others include it
};

struct Include {
  std::string target;
  bool is_quoted = false;
};

struct ModuleRule {
  std::string_view module;
  Names sees;
};

constexpr std::array<std::string_view, 5> kModules{"collision", "maps", "walk_monster", "harness",
                                                   "viz"};

// Third parties by the start of the header's name, and the paths that may name them.
struct ThirdParty {
  std::string_view prefix;
  Names where;
};

const auto& ModuleRules() {
  static const std::array<ModuleRule, 6> rules{{
      {"collision", {"collision"}},
      {"maps", {"maps", "collision"}},
      {"walk_monster", {"walk_monster", "collision", "maps"}},
      {"harness", {"harness", "collision", "maps", "walk_monster"}},
      {"viz", {"viz", "collision", "maps", "walk_monster"}},
      {"tests", {"tests", "collision", "maps", "walk_monster", "harness", "viz"}},
  }};
  return rules;
}

// The plain types that maps/ may take from collision/.
constexpr std::array<std::string_view, 3> kPlainGeometry{
    "collision/geometry.h", "collision/player_config.h", "collision/vec3.h"};

// What walk_monster/main.cpp alone may include, to offer the subcommands.
constexpr std::array<std::string_view, 2> kCommands{"harness/commands.h", "viz/commands.h"};

std::span<const ThirdParty> ThirdParties() {
  static const std::array parties{
      ThirdParty{"bt", {"collision/", "tests/collision/"}},
      ThirdParty{"Bullet", {"collision/", "tests/collision/"}},
      ThirdParty{"LinearMath/", {"collision/", "tests/collision/"}},
      ThirdParty{"assimp/", {"maps/", "tests/maps/"}},
      ThirdParty{"nanoflann", {"walk_monster/", "tests/walk_monster/"}},
      ThirdParty{"sqlite3", {"walk_monster/", "tests/walk_monster/", "tests/cases/"}},
      ThirdParty{"SQLiteCpp/", {"walk_monster/", "tests/walk_monster/", "tests/cases/"}},
      ThirdParty{"tbb/", {"walk_monster/", "tests/walk_monster/"}},
      ThirdParty{"oneapi/", {"walk_monster/", "tests/walk_monster/"}},
      ThirdParty{"CLI/", {"walk_monster/", "harness/", "viz/", "tests/"}},
      ThirdParty{"fmt/", {"walk_monster/", "harness/", "viz/", "tests/"}},
      ThirdParty{"nlohmann/", {"maps/", "walk_monster/", "harness/", "viz/", "tests/"}},
      ThirdParty{"stb/", {"viz/", "tests/viz/"}},
      ThirdParty{"glm/", {"collision/src/", "maps/src/", "viz/", "tests/"}},
      ThirdParty{"X11/", {"harness/"}},
      ThirdParty{"GLFW/", {"viz/", "harness/sample_game/"}},
      ThirdParty{"GL/", {"viz/", "harness/sample_game/"}},
      ThirdParty{"imgui", {"viz/", "harness/sample_game/"}},
      ThirdParty{"catch2/", {"tests/"}},
      ThirdParty{"benchmark/", {"tests/bench/"}},
      ThirdParty{"recast/", {"tests/bench/"}},
      ThirdParty{"Recast", {"tests/bench/"}},
  };
  return parties;
}

// Third parties that only a window needs: never where pictures are drawn on the CPU.
constexpr std::array<std::string_view, 3> kWindowing{"GLFW/", "GL/", "imgui"};

// The system's own C headers, for source files only.
constexpr auto kSystemPrefixes = std::to_array<std::string_view>(
    {"sys/", "linux/", "unistd.h", "fcntl.h", "signal.h", "dirent.h", "poll.h", "dlfcn.h",
     "spawn.h", "sched.h", "pthread.h", "termios.h", "time.h", "locale.h", "immintrin.h",
     "emmintrin.h"});

template <typename Range>
bool Holds(const Range& range, std::string_view value) {
  return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

template <typename Range>
bool StartsWithOneOf(std::string_view value, const Range& prefixes) {
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [&](std::string_view prefix) { return value.starts_with(prefix); });
}

bool IsHeader(std::string_view path) { return path.ends_with(".h") || path.ends_with(".hpp"); }

bool IsSource(const fs::path& path) {
  constexpr std::array<std::string_view, 8> kEndings{".h",   ".hpp", ".inl", ".c",
                                                     ".cpp", ".cc",  ".cxx", ".ipp"};
  return Holds(kEndings, path.extension().string());
}

Place PlaceOf(const std::string& path) {
  Place place;
  place.path = path;
  const std::size_t slash = path.find('/');
  place.module = slash == std::string::npos ? std::string() : path.substr(0, slash);
  const bool is_top = slash != std::string::npos && path.find('/', slash + 1) == std::string::npos;
  place.is_public = is_top && IsHeader(path) && Holds(kModules, place.module);
  return place;
}

// What is wrong with including a header of the house; empty: nothing.
std::string CheckHouse(const Place& from, const std::string& target) {
  const Place to = PlaceOf(target);
  const auto& rules = ModuleRules();
  const auto rule = std::find_if(rules.begin(), rules.end(),
                                 [&](const ModuleRule& r) { return r.module == from.module; });
  if (!Holds(kModules, to.module) && to.module != "tests") {
    return "\"" + target + "\" does not start with a module's folder";
  }
  if (target.find("..") != std::string::npos) return "\"" + target + "\" climbs out of its module";
  if (from.path == "walk_monster/main.cpp" && Holds(kCommands, target)) return {};
  if (!Holds(rule->sees, to.module)) {
    return from.module + " must not include " + to.module + " (\"" + target + "\")";
  }
  const bool is_private = target.starts_with(to.module + "/src/");
  if (is_private && from.module != to.module && from.module != "tests") {
    return "\"" + target + "\" is private to " + to.module;
  }
  if (is_private && from.is_public)
    return "a public header includes the private \"" + target + "\"";
  if (from.module == "maps" && to.module == "collision" && !Holds(kPlainGeometry, target)) {
    return "maps takes only plain geometry types from collision, not \"" + target + "\"";
  }
  return {};
}

// What is wrong with including a header that is not of the house; empty: nothing.
std::string CheckOutside(const Place& from, const std::string& target) {
  const bool is_standard = target.find_first_of("./") == std::string::npos;
  if (is_standard) return {};
  if (StartsWithOneOf(target, kSystemPrefixes)) {
    return from.is_public ? "a public header includes the system's <" + target + ">"
                          : std::string();
  }
  for (const ThirdParty& party : ThirdParties()) {
    if (!target.starts_with(party.prefix)) continue;
    if (from.is_public) return "a public header includes the third-party <" + target + ">";
    if (!StartsWithOneOf(from.path, party.where)) {
      return "<" + target + "> stays private to other places than this";
    }
    if (from.path.starts_with("viz/picture/") && Holds(kWindowing, party.prefix)) {
      return "pictures are drawn without a window, so without <" + target + ">";
    }
    return {};
  }
  return "<" + target + "> is no third party that the house knows";
}

// The include on a line, if there is one. A name that is a macro comes back as it stands.
bool ParseInclude(std::string_view line, Include* include) {
  constexpr std::string_view kSpace = " \t";
  const auto skip_space = [&] {
    line.remove_prefix(std::min(line.find_first_not_of(kSpace), line.size()));
  };
  skip_space();
  if (!line.starts_with('#')) return false;
  line.remove_prefix(1);
  skip_space();
  constexpr std::string_view kWord = "include";
  if (!line.starts_with(kWord)) return false;
  line.remove_prefix(kWord.size());
  skip_space();
  const char open = line.empty() ? '\0' : line.front();
  include->is_quoted = open != '<';
  if (open != '<' && open != '"') {
    include->target = std::string(line);
    return true;
  }
  line.remove_prefix(1);
  include->target = std::string(line.substr(0, line.find(open == '<' ? '>' : '"')));
  return true;
}

void CheckFile(const fs::path& file, const Place& place, IncludeReport* report) {
  ++report->files;
  std::ifstream stream(file);
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    Include include;
    if (!ParseInclude(line, &include)) continue;
    ++report->includes;
    const std::string wrong =
        include.is_quoted ? CheckHouse(place, include.target) : CheckOutside(place, include.target);
    if (!wrong.empty()) {
      report->broken.push_back(place.path + ":" + std::to_string(number) + ": " + wrong);
    }
  }
}

bool IsLeftOut(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with('.') || name.starts_with("build") || name == "out";
}

}  // namespace

IncludeReport CheckIncludes(const fs::path& root) {
  std::vector<fs::path> files;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::end(it); ++it) {
    if (it->is_directory() && IsLeftOut(it->path())) it.disable_recursion_pending();
    if (it->is_regular_file() && IsSource(it->path())) files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());

  IncludeReport report;
  for (const fs::path& file : files) {
    const Place place = PlaceOf(fs::relative(file, root).generic_string());
    if (!Holds(kModules, place.module) && place.module != "tests") {
      report.broken.push_back(place.path + ":1: lies outside every module");
      continue;
    }
    CheckFile(file, place, &report);
  }
  return report;
}

}  // namespace wm
