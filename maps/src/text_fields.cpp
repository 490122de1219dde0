#include "maps/src/text_fields.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "maps/input_error.h"
#include "maps/shown_text.h"
#include "maps/src/merge_marks.h"

namespace wm {
namespace {

constexpr std::string_view kIndent = "    ";

}  // namespace

std::size_t Utf8Length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  const bool is_overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool is_outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return is_overlong || is_outside ? 0 : length;
}

std::string Quoted(std::string_view text) {
  constexpr std::size_t kMostBytes = 40;
  return "'" + Shown(text, kMostBytes) + "'";
}

bool IsPlainText(std::string_view text, std::size_t* where) {
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    const std::size_t length = Utf8Length(text.substr(at));
    const bool is_control =
        length == 1 && ((c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == '\x7f');
    if (length == 0 || is_control) {
      *where = at;
      return false;
    }
    at += length;
  }
  return true;
}

void AppendDecimal(std::string* out, double value) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out->append(digits.data(), end);
}

FieldReader::FieldReader(std::string_view text, std::string_view file_name)
    : text_(text), rest_(text), file_name_(file_name) {
  if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
  if (rest_.empty()) throw InputError(std::string(file_name) + ": the file is empty");
  std::size_t where = 0;
  if (!IsPlainText(rest_, &where)) {
    line_ = 1 + static_cast<std::uint64_t>(std::count(
                    rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(where), '\n'));
    Fail("not plain UTF-8 text");
  }
}

void FieldReader::Fail(const std::string& what) const {
  if (const std::size_t mark = MergeMarkLine(text_); mark != 0) {
    throw InputError(std::string(file_name_) + ":" + std::to_string(mark) +
                     ": in conflict: a merge left its marks in the file; settle it");
  }
  throw InputError(std::string(file_name_) + ":" +
                   std::to_string(std::max<std::uint64_t>(line_, 1)) + ": " + what);
}

std::string_view FieldReader::Take() {
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  ++line_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.find('\r') != std::string_view::npos) Fail("a carriage return inside the line");
  return line;
}

std::string_view FieldReader::HeadLine(std::string_view what) {
  const std::string_view line = rest_.empty() ? std::string_view() : Take();
  if (line.empty()) Fail("the " + std::string(what) + " is missing");
  return line;
}

void FieldReader::ReadVersion(std::uint32_t known) {
  const std::uint32_t version =
      ParseWhole(HeadLine("format version"), std::numeric_limits<std::uint32_t>::max());
  if (version != known) {
    Fail("format version " + std::to_string(version) + ", this program reads " +
         std::to_string(known));
  }
}

bool FieldReader::NextField() {
  while (!rest_.empty()) {
    const std::string_view line = Take();
    if (line.empty()) continue;
    if (line.starts_with("; ") && line.size() > 2) {
      field_ = line.substr(2);
      return true;
    }
    if (line.starts_with(' ')) {
      Fail(field_.empty()
               ? "a value before any `; field` line: " + Quoted(line)
               : "one value too many for `" + std::string(field_) + "`: " + Quoted(line));
    }
    Fail("neither a `; field` line nor an indented value: " + Quoted(line));
  }
  return false;
}

bool FieldReader::HasValue() const { return rest_.starts_with(kIndent); }

std::string_view FieldReader::Value() {
  if (!HasValue()) {
    Fail("`" + std::string(field_) + "` ends too early: an indented value is missing");
  }
  return Take().substr(kIndent.size());
}

bool FieldReader::AtArrayEnd() {
  if (!HasValue()) Fail("`" + std::string(field_) + "` is not closed by `end`");
  constexpr std::string_view kEnd = "    end";
  if (!rest_.starts_with(kEnd)) return false;
  const std::string_view after = rest_.substr(kEnd.size());
  if (!after.empty() && !after.starts_with('\n') && !after.starts_with("\r\n")) return false;
  Take();
  return true;
}

std::string_view FieldReader::Word(std::string_view* rest) const {
  const std::size_t end = std::min(rest->find(' '), rest->size());
  const std::string_view word = rest->substr(0, end);
  rest->remove_prefix(std::min(end + 1, rest->size()));
  if (word.empty()) Fail("a word is missing in `" + std::string(field_) + "`");
  return word;
}

double FieldReader::Decimal(std::string_view word) const {
  double value = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) {
    Fail("not a finite number: " + Quoted(word));
  }
  return value;
}

double FieldReader::Number() {
  std::string_view rest = Value();
  const std::string_view whole = rest;
  Decimal(Word(&rest));
  if (!rest.starts_with(": ")) Fail("not `decimal : 16 hex digits`: " + Quoted(whole));
  const std::string_view hex = rest.substr(2);
  std::uint64_t bits = 0;
  const auto [end, error] = std::from_chars(hex.data(), hex.data() + hex.size(), bits, 16);
  if (hex.size() != 16 || error != std::errc() || end != hex.data() + hex.size()) {
    Fail("not 16 hex digits: " + Quoted(hex));
  }
  const double value = std::bit_cast<double>(bits);
  if (!std::isfinite(value)) Fail("not a finite number: " + Quoted(whole));
  return value;
}

std::uint32_t FieldReader::ParseWhole(std::string_view word, std::uint32_t max) const {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool is_padded = word.size() > 1 && word[0] == '0';
  if (error != std::errc() || end != word.data() + word.size() || is_padded || value > max) {
    Fail("not a whole number from 0 to " + std::to_string(max) + ": " + Quoted(word));
  }
  return value;
}

std::uint32_t FieldReader::Whole(std::uint32_t max) { return ParseWhole(Value(), max); }

std::string FieldReader::Line() {
  const std::string_view line = Value();
  if (line.empty()) Fail("`" + std::string(field_) + "` is empty");
  return std::string(line);
}

std::string FieldReader::Lines() {
  std::string text;
  bool is_first = true;
  while (!rest_.empty() && !rest_.starts_with(';')) {
    if (!is_first) text += '\n';
    is_first = false;
    const bool is_indented = HasValue();
    const std::string_view line = Take();
    if (!is_indented && !line.empty()) Fail("a line of text that is not indented: " + Quoted(line));
    if (is_indented) text += line.substr(kIndent.size());
  }
  if (text.empty()) Fail("`" + std::string(field_) + "` is empty");
  return text;
}

Vec3 FieldReader::Triple() {
  Vec3 value;
  value.x = Number();
  value.y = Number();
  value.z = Number();
  return value;
}

FieldWriter::FieldWriter(std::string_view class_name, std::uint32_t version, std::uint32_t id) {
  text_ += class_name;
  text_ += '\n';
  text_ += std::to_string(version) + '\n' + std::to_string(id) + '\n';
}

void FieldWriter::Field(std::string_view name) {
  text_ += "; ";
  text_ += name;
  text_ += '\n';
}

void FieldWriter::Line(std::string_view value) {
  text_ += kIndent;
  text_ += value;
  text_ += '\n';
}

void FieldWriter::Lines(std::string_view text) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (line.empty()) {
      text_ += '\n';  // no indent: editors strip blanks at the end of a line
    } else {
      Line(line);
    }
    at = end + 1;
  }
}

void FieldWriter::Number(double value) {
  text_ += kIndent;
  AppendDecimal(&text_, value);
  text_ += " : ";
  const auto bits = std::bit_cast<std::uint64_t>(value);
  for (int shift = 60; shift >= 0; shift -= 4) text_ += "0123456789abcdef"[(bits >> shift) & 15u];
  text_ += '\n';
}

void FieldWriter::Triple(Vec3 value) {
  Number(value.x);
  Number(value.y);
  Number(value.z);
}

void FieldWriter::Whole(std::uint64_t value) { Line(std::to_string(value)); }

}  // namespace wm
