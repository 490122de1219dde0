#include "maps/src/merge_marks.h"

#include <algorithm>

namespace wm {
namespace {

bool IsRevision(std::string_view ending) {
  return ending.size() > 1 && ending[0] == 'r' &&
         std::all_of(ending.begin() + 1, ending.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool IsMark(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line == "=======" || line.starts_with("<<<<<<< ") || line.starts_with("||||||| ") ||
         line.starts_with(">>>>>>> ");
}

}  // namespace

std::size_t MergeMarkLine(std::string_view text) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    if (IsMark(text.substr(0, end))) return number;
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return 0;
}

std::string MergeOwner(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  const std::string_view ending = name.substr(dot + 1);
  if (ending != "mine" && ending != "theirs" && ending != "orig" && !IsRevision(ending)) return {};
  std::string owner(name.substr(0, dot));
  if (!owner.ends_with(kEntityEnding)) owner += kEntityEnding;
  return owner;
}

std::map<std::string, std::string, std::less<>> MergeLeftovers(std::span<const std::string> names) {
  std::map<std::string, std::string, std::less<>> leftovers;
  for (const std::string& name : names) {
    std::string owner = MergeOwner(name);
    if (owner.empty()) continue;
    const auto [at, is_new] = leftovers.emplace(std::move(owner), name);
    if (!is_new) at->second = std::min(at->second, name);
  }
  return leftovers;
}

}  // namespace wm
