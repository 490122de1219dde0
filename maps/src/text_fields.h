// The syntax of our text files: three head lines, then `; field` lines with indented values.
//
// Knows lines and numbers, no classes and no meanings. One reader or writer per file and thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "collision/vec3.h"

namespace wm {

// Length in bytes of the UTF-8 sequence at the front of `text`, which is not empty; 0 where it is
// broken.
std::size_t Utf8Length(std::string_view text);

// "12abc..." as a person may see it in an error: quoted and cut.
std::string Quoted(std::string_view text);

// False where `text` holds broken UTF-8 or a control character other than tab and line ends; then
// `where` is the offset of the first.
bool IsPlainText(std::string_view text, std::size_t* where);

// Appends the shortest decimal that reads back as the same double; whatever the locale.
void AppendDecimal(std::string* out, double value);

class FieldReader {
 public:
  // Both must outlive the reader. Throws where `text` is empty or not plain text.
  FieldReader(std::string_view text, std::string_view file_name);

  // Throws InputError "file:line: what", with the line read last; where a merge left its marks,
  // they are what is wrong.
  [[noreturn]] void Fail(const std::string& what) const;

  // One of the head lines; `what` names it in the error where it is missing.
  std::string_view HeadLine(std::string_view what);
  // The head line of the format version; throws where it is not `known`.
  void ReadVersion(std::uint32_t known);

  // Moves on to the next field; false at the end. Throws where a line is neither.
  bool NextField();
  std::string_view field() const { return field_; }

  // The next value of the field. Throws where there is none.
  std::string_view Value();
  bool HasValue() const;
  // Whether the next line closes an array; takes it. Throws at the end of the field.
  bool AtArrayEnd();
  double Number();                         // decimal : bits
  std::uint32_t Whole(std::uint32_t max);  // plain decimal, 0 to max
  std::string Line();                      // a value that is not empty
  std::string Lines();                     // all lines up to the next field
  Vec3 Triple();                           // three numbers

  // A value's words, taken off its front.
  std::string_view Word(std::string_view* rest) const;
  double Decimal(std::string_view word) const;  // finite
  std::uint32_t ParseWhole(std::string_view word, std::uint32_t max) const;

 private:
  std::string_view Take();

  std::string_view text_;
  std::string_view rest_;
  std::string_view file_name_;
  std::string_view field_;
  std::uint64_t line_ = 0;
};

class FieldWriter {
 public:
  FieldWriter(std::string_view class_name, std::uint32_t version, std::uint32_t id);

  void Field(std::string_view name);
  void Line(std::string_view value);
  void Lines(std::string_view text);
  void Number(double value);
  void Triple(Vec3 value);
  void Whole(std::uint64_t value);
  void ArrayEnd() { Line("end"); }

  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace wm
