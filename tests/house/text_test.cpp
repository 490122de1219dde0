// What only people read, as far as a machine can check it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/paths.h"

namespace wm {
namespace {

namespace fs = std::filesystem;

std::string ReadText(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> Pages() {
  std::vector<fs::path> pages{SourceDir() / "README.md", SourceDir() / "CHANGELOG.md"};
  for (const auto& entry : fs::directory_iterator(SourceDir() / "docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  std::sort(pages.begin(), pages.end());
  return pages;
}

// A page without its blocks of code.
std::string Prose(const fs::path& page) {
  std::ifstream stream(page);
  std::string prose;
  bool is_code = false;
  for (std::string line; std::getline(stream, line);) {
    const bool is_fence = line.starts_with("```");
    if (!is_code && !is_fence) prose += line + "\n";
    if (is_fence) is_code = !is_code;
  }
  return prose;
}

// Every match of `pattern`'s first group in `text`.
std::vector<std::string> Matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
    found.push_back((*it)[1].str());
  }
  return found;
}

}  // namespace

TEST_CASE("every link of a page leads to a file") {
  const std::regex link(R"(\]\(([^)#\s]+)[^)]*\))");
  std::size_t links = 0;
  for (const fs::path& page : Pages()) {
    for (const std::string& target : Matches(Prose(page), link)) {
      if (target.starts_with("http")) continue;
      ++links;
      INFO(page << " links to " << target);
      CHECK(fs::exists(page.parent_path() / target));
    }
  }
  CHECK(links >= 3);
}

TEST_CASE("every script is executable, strict and says how it is used") {
  std::size_t scripts = 0;
  for (const auto& entry : fs::directory_iterator(SourceDir() / "scripts")) {
    INFO(entry.path());
    ++scripts;
    const std::string text = ReadText(entry.path());
    CHECK((entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none);
    CHECK(text.starts_with("#!"));
    CHECK(text.find("\n# usage: ") != std::string::npos);
    CHECK(
        (text.find("\nset -eu") != std::string::npos || !text.starts_with("#!/usr/bin/env bash")));
  }
  CHECK(scripts >= 3);
}

// ctest reads names as lists: a semicolon cuts one in two, and neither half runs the case.
TEST_CASE("no case has a semicolon in its name") {
  const std::regex name(R"re(TEST_CASE\(\s*"([^"]*)")re");
  std::size_t cases = 0;
  for (const auto& entry : fs::recursive_directory_iterator(SourceDir() / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    for (const std::string& found : Matches(ReadText(entry.path()), name)) {
      ++cases;
      INFO(entry.path() << ": " << found);
      CHECK(found.find(';') == std::string::npos);
    }
  }
  CHECK(cases >= 5);
}

}  // namespace wm
