#include "maps/src/id_holders.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>

#include "maps/input_error.h"
#include "maps/src/limits.h"
#include "maps/src/merge_marks.h"

namespace wm {
namespace {

std::optional<std::uint32_t> Whole(std::string_view word) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

// The numbers that stand on lines of their own, but for the format version on the second.
std::vector<std::uint32_t> NumbersInHead(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  std::string head(512, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  std::vector<std::uint32_t> numbers;
  std::string_view rest = head;
  for (int line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view word = rest.substr(0, end);
    if (word.ends_with('\r')) word.remove_suffix(1);
    if (const auto number = Whole(word); number && line != 2) numbers.push_back(*number);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return numbers;
}

}  // namespace

IdHolders FindIdHolders(const std::filesystem::path& folder) {
  IdHolders holders;
  std::error_code error;
  std::size_t count = 0;
  for (std::filesystem::directory_iterator at(folder / "entities", error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    const std::string owner = MergeOwner(name);
    const bool is_entity = name.ends_with(kEntityEnding);
    if (!is_entity && owner.empty()) continue;
    if (++count > kMaxEntities) throw InputError(folder.string() + ": too many entities");
    const std::string_view stem =
        std::string_view(is_entity ? name : owner)
            .substr(0, (is_entity ? name : owner).size() - kEntityEnding.size());
    std::vector<std::uint32_t> ids;
    if (is_entity) ids = NumbersInHead(at->path());
    if (const auto number = Whole(stem)) ids.push_back(*number);
    for (const std::uint32_t id : ids) holders[id].push_back(name);
  }
  for (auto& [id, names] : holders) {
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
  }
  return holders;
}

}  // namespace wm
