#include "maps/shown_text.h"

#include <catch2/catch.hpp>

#include "maps/input_error.h"

namespace wm {
namespace {

TEST_CASE("shown text keeps what a person can read") {
  CHECK(Shown("") == "");
  CHECK(Shown("cellar door, 3 m") == "cellar door, 3 m");
  const std::string letters = "\xc3\xa4\xe2\x82\xac\xf0\x9f\x9a\xaa\xc2\xa0";  // ae, euro, a door
  CHECK(Shown(letters) == letters);
}

TEST_CASE("shown text holds nothing that a terminal obeys or a line ends with") {
  CHECK(Shown("a\nb\r\tc\x1b[31m\x7f") == "a?b??c?[31m?");
  CHECK(Shown(std::string("a\0b", 3)) == "a?b");
  CHECK(Shown("\xc2\x9b"
              "31m\xc2\x85x") == "?31m?x");
  CHECK(Shown("\xe2\x80\xae"
              "evil\xe2\x80\xa8\xe2\x81\xa6\xef\xbb\xbf") == "?evil???");
}

TEST_CASE("shown text is UTF-8, whatever came in") {
  CHECK(Shown("\xff\xfe") == "??");
  CHECK(Shown("\xc0\xaf") == "??");            // overlong
  CHECK(Shown("\xed\xa0\x80") == "???");       // half of a pair
  CHECK(Shown("x\xe2\x82") == "x??");          // cut short
  CHECK(Shown("\xf4\x90\x80\x80") == "????");  // beyond the last
}

TEST_CASE("shown text is cut between letters") {
  CHECK(Shown("abcdef", 6) == "abcdef");
  CHECK(Shown("abcdefg", 6) == "abcdef...");
  CHECK(Shown("\xc3\xa4\xc3\xa4\xc3\xa4", 3) == "\xc3\xa4\xc3\xa4...");
}

TEST_CASE("an input error is one line, whatever it names") {
  CHECK(std::string(InputError("a\nb.obj: no such file\x1b").what()) == "a?b.obj: no such file?");
}

}  // namespace
}  // namespace wm
