// Plain values as bytes of this machine, and back with every length checked.
//
// Not a file format: who writes bytes to a file says beside them which machine wrote them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "maps/input_error.h"

namespace wm {

template <typename T>
void AppendBytes(std::string* out, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  out->append(reinterpret_cast<const char*>(&value), sizeof value);
}

inline void AppendText(std::string* out, std::string_view text) {
  AppendBytes(out, std::uint64_t{text.size()});
  out->append(text);
}

template <typename T>
void AppendArray(std::string* out, const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  AppendBytes(out, std::uint64_t{values.size()});
  out->append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

// Takes values off the front of bytes that may hold anything. Both arguments must outlive it.
class ByteReader {
 public:
  // `complaint`: what the InputError says where the bytes are too short or hold no such value.
  ByteReader(std::string_view bytes, std::string_view complaint)
      : rest_(bytes), complaint_(complaint) {}

  [[noreturn]] void Fail() const { throw InputError(std::string(complaint_)); }
  std::size_t size() const { return rest_.size(); }
  std::string_view rest() const { return rest_; }

  template <typename T>
  T Take() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, TakeBytes(sizeof value).data(), sizeof value);
    return value;
  }

  template <typename T>
  std::vector<T> TakeArray() {
    const auto count = Take<std::uint64_t>();
    if (count > rest_.size() / sizeof(T)) Fail();
    std::vector<T> values(static_cast<std::size_t>(count));
    const std::string_view bytes = TakeBytes(values.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  std::string_view TakeText() { return TakeBytes(Take<std::uint64_t>()); }

  std::string_view TakeBytes(std::uint64_t size) {
    if (size > rest_.size()) Fail();
    const std::string_view bytes = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(bytes.size());
    return bytes;
  }

 private:
  std::string_view rest_;
  std::string_view complaint_;
};

}  // namespace wm
