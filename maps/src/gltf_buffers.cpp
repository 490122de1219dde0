#include "maps/src/gltf_buffers.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "maps/input_error.h"
#include "maps/src/files.h"
#include "maps/src/limits.h"
#include "maps/src/text_fields.h"

namespace wm {
namespace {

using nlohmann::json;

constexpr std::uint64_t kByte = 5120, kUnsignedByte = 5121, kShort = 5122, kUnsignedShort = 5123,
                        kUnsignedInt = 5125, kFloat = 5126;

std::uint64_t ComponentSize(std::uint64_t component) {
  switch (component) {
    case kByte:
    case kUnsignedByte:
      return 1;
    case kShort:
    case kUnsignedShort:
      return 2;
    case kUnsignedInt:
    case kFloat:
      return 4;
    default:
      return 0;
  }
}

template <typename T>
T ReadRaw(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);  // little-endian, as every machine that we build for
  return value;
}

std::uint32_t ReadIndex(const char* at, std::uint64_t component) {
  if (component == kUnsignedByte) return ReadRaw<std::uint8_t>(at);
  if (component == kUnsignedShort) return ReadRaw<std::uint16_t>(at);
  return ReadRaw<std::uint32_t>(at);
}

bool IsIndexComponent(std::uint64_t component) {
  return component == kUnsignedByte || component == kUnsignedShort || component == kUnsignedInt;
}

int Base64Value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

// False where `text` is not base64.
bool DecodeBase64(std::string_view text, std::string* bytes) {
  while (text.ends_with('=')) text.remove_suffix(1);
  bytes->reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const int value = Base64Value(c);
    if (value < 0) return false;
    bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFFFu;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes->push_back(static_cast<char>(bits >> held & 0xFFu));
  }
  return true;
}

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string DecodePercent(std::string_view uri) {
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool has_digits = uri[i] == '%' && i + 2 < uri.size();
    const int high = has_digits ? HexValue(uri[i + 1]) : -1;
    const int low = has_digits ? HexValue(uri[i + 2]) : -1;
    if (high < 0 || low < 0) {
      path += uri[i];
      continue;
    }
    path += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return path;
}

std::string Entry(const char* table, std::uint64_t index) {
  return std::string(table) + "[" + std::to_string(index) + "]";
}

}  // namespace

void GltfBuffers::Fail(const std::string& where, const std::string& what) const {
  throw InputError(source_.label + ": " + where + ": " + what);
}

const json& GltfBuffers::Element(const char* table, std::uint64_t index,
                                 const std::string& user) const {
  const auto found = root_.find(table);
  const std::size_t count = found != root_.end() && found->is_array() ? found->size() : 0;
  if (index >= count) {
    Fail(user, "there is no " + Entry(table, index) + ", only " + std::to_string(count));
  }
  const json& element = (*found)[static_cast<std::size_t>(index)];
  if (!element.is_object()) Fail(Entry(table, index), "not an object");
  return element;
}

std::uint64_t GltfBuffers::Whole(const json& object, const char* key, std::uint64_t otherwise,
                                 const std::string& where) const {
  const auto found = object.find(key);
  if (found == object.end()) return otherwise;
  if (!found->is_number_unsigned()) {
    Fail(where, "`" + std::string(key) + "` is not a whole number from 0");
  }
  return found->get<std::uint64_t>();
}

std::uint64_t GltfBuffers::Whole(const json& object, const char* key,
                                 const std::string& where) const {
  if (!object.contains(key)) Fail(where, "`" + std::string(key) + "` is missing");
  return Whole(object, key, 0, where);
}

std::string GltfBuffers::LoadUri(const std::string& uri, const std::string& where) {
  if (uri.starts_with("data:")) {
    const std::size_t comma = uri.find(',');
    std::string bytes;
    const bool is_base64 = comma != uri.npos && uri.substr(0, comma).ends_with(";base64");
    if (!is_base64 || !DecodeBase64(std::string_view(uri).substr(comma + 1), &bytes)) {
      Fail(where, "its data is not base64");
    }
    return bytes;
  }
  if (uri.find("://") != uri.npos) Fail(where, Quoted(uri) + " is not a file beside it");
  const std::string label = source_.label + ": " + where;
  const std::string path = DecodePercent(uri);
  const std::filesystem::path full = ResolveInside(source_.folder, path, label);
  if (IsHiddenInside(source_.folder, full)) Fail(where, Quoted(path) + " is a hidden file");
  std::string bytes = ReadWholeFile(full, label + ": " + Quoted(path), kMaxMeshFile);
  loaded_ += bytes.size();
  return bytes;
}

std::string_view GltfBuffers::Buffer(std::uint64_t index, const std::string& user) {
  const json& buffer = Element("buffers", index, user);
  const std::string where = Entry("buffers", index);
  const std::uint64_t length = Whole(buffer, "byteLength", where);
  std::string_view bytes;
  const auto uri = buffer.find("uri");
  if (uri == buffer.end()) {
    if (index != 0 || chunk_.empty()) Fail(where, "it has no data");
    bytes = chunk_;
  } else {
    if (!uri->is_string()) Fail(where, "`uri` is not text");
    auto kept = buffers_.find(index);
    if (kept == buffers_.end()) {
      kept = buffers_.emplace(index, LoadUri(uri->get_ref<const std::string&>(), where)).first;
    }
    bytes = kept->second;
  }
  if (length > bytes.size()) {
    Fail(where, "`byteLength` is " + std::to_string(length) + ", its data has " +
                    std::to_string(bytes.size()) + " bytes");
  }
  return bytes.substr(0, static_cast<std::size_t>(length));
}

std::string_view GltfBuffers::View(std::uint64_t index, const std::string& user,
                                   std::uint64_t* stride) {
  const json& view = Element("bufferViews", index, user);
  const std::string where = Entry("bufferViews", index);
  if (const auto extensions = view.find("extensions");
      extensions != view.end() && extensions->is_object()) {
    for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
      if (extensions->contains(name)) Fail(where, std::string(name) + " cannot be read");
    }
  }
  const std::string_view bytes = Buffer(Whole(view, "buffer", where), where);
  const std::uint64_t offset = Whole(view, "byteOffset", 0, where);
  const std::uint64_t length = Whole(view, "byteLength", where);
  if (offset > bytes.size() || length > bytes.size() - offset) {
    Fail(where, "it reaches beyond its buffer: `byteOffset` " + std::to_string(offset) +
                    ", `byteLength` " + std::to_string(length) + " of " +
                    std::to_string(bytes.size()) + " bytes");
  }
  *stride = Whole(view, "byteStride", 0, where);
  if (*stride > 252) Fail(where, "`byteStride` is above 252");
  return bytes.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

GltfBuffers::Layout GltfBuffers::Place(const json& object, std::uint64_t count, std::uint64_t size,
                                       const std::string& where) {
  Layout layout;
  layout.count = count;
  const std::string_view view = View(Whole(object, "bufferView", where), where, &layout.stride);
  if (layout.stride == 0) layout.stride = size;
  if (layout.stride < size) Fail(where, "its elements overlap: `byteStride` is too small");
  const std::uint64_t offset = Whole(object, "byteOffset", 0, where);
  const bool fits = offset <= view.size() && count <= std::numeric_limits<std::uint32_t>::max() &&
                    (count == 0 || (count - 1) * layout.stride + size <= view.size() - offset);
  if (!fits) {
    Fail(where, "it reaches beyond its bufferView: `byteOffset` " + std::to_string(offset) +
                    ", `count` " + std::to_string(count) + " in " + std::to_string(view.size()) +
                    " bytes");
  }
  layout.bytes = view.substr(static_cast<std::size_t>(offset));
  return layout;
}

Vec3 GltfBuffers::ReadVec3(const char* at, std::uint64_t component, bool is_normalized) const {
  const auto read = [&](std::uint64_t i) {
    const char* from = at + i * ComponentSize(component);
    const auto scaled = [&](double value, double top) {
      return is_normalized ? std::max(value / top, -1.0) : value;
    };
    switch (component) {
      case kByte:
        return scaled(ReadRaw<std::int8_t>(from), 127.0);
      case kUnsignedByte:
        return scaled(ReadRaw<std::uint8_t>(from), 255.0);
      case kShort:
        return scaled(ReadRaw<std::int16_t>(from), 32767.0);
      case kUnsignedShort:
        return scaled(ReadRaw<std::uint16_t>(from), 65535.0);
      default:
        return static_cast<double>(ReadRaw<float>(from));
    }
  };
  return {read(0), read(1), read(2)};
}

void GltfBuffers::ApplySparse(const json& accessor, std::uint64_t component, bool is_normalized,
                              const std::string& where, std::vector<Vec3>* positions) {
  const auto sparse = accessor.find("sparse");
  if (sparse == accessor.end()) return;
  const std::string in = where + ".sparse";
  if (!sparse->is_object()) Fail(in, "not an object");
  const std::uint64_t count = Whole(*sparse, "count", in);
  for (const char* part : {"indices", "values"}) {
    const auto found = sparse->find(part);
    if (found == sparse->end() || !found->is_object()) {
      Fail(in, "`" + std::string(part) + "` is missing");
    }
  }
  if (count > positions->size()) Fail(in, "`count` is above the accessor's");
  const json& index_part = (*sparse)["indices"];
  const std::uint64_t index_type = Whole(index_part, "componentType", in + ".indices");
  if (!IsIndexComponent(index_type)) Fail(in + ".indices", "`componentType` is no index type");
  const Layout indices = Place(index_part, count, ComponentSize(index_type), in + ".indices");
  const Layout values =
      Place((*sparse)["values"], count, 3 * ComponentSize(component), in + ".values");
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t index = ReadIndex(indices.bytes.data() + i * indices.stride, index_type);
    if (index >= positions->size()) {
      Fail(in + ".indices", "index " + std::to_string(index) + " of " +
                                std::to_string(positions->size()) + " elements");
    }
    (*positions)[index] =
        ReadVec3(values.bytes.data() + i * values.stride, component, is_normalized);
  }
}

const std::vector<Vec3>& GltfBuffers::Positions(std::uint64_t index, const std::string& user) {
  if (const auto kept = positions_.find(index); kept != positions_.end()) return kept->second;
  const json& accessor = Element("accessors", index, user);
  const std::string where = Entry("accessors", index);
  if (accessor.value("type", json()) != "VEC3") Fail(where, "positions need `type` VEC3");
  const std::uint64_t component = Whole(accessor, "componentType", where);
  if (ComponentSize(component) == 0 || component == kUnsignedInt) {
    Fail(where, "`componentType` " + std::to_string(component) + " is none of positions");
  }
  const bool is_normalized = accessor.value("normalized", json()) == true;
  const std::uint64_t count = Whole(accessor, "count", where);
  std::vector<Vec3> positions;
  if (accessor.contains("bufferView")) {
    const Layout layout = Place(accessor, count, 3 * ComponentSize(component), where);
    positions.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
      positions.push_back(
          ReadVec3(layout.bytes.data() + i * layout.stride, component, is_normalized));
    }
  } else {
    // All zeros, says the format. Nothing in the file backs the count.
    if (count > bytes_loaded()) Fail(where, "it has no bufferView and too many elements");
    positions.resize(static_cast<std::size_t>(count));
  }
  ApplySparse(accessor, component, is_normalized, where, &positions);
  return positions_.emplace(index, std::move(positions)).first->second;
}

std::vector<std::uint32_t> GltfBuffers::Indices(std::uint64_t index, std::uint64_t limit,
                                                const std::string& user) {
  const json& accessor = Element("accessors", index, user);
  const std::string where = Entry("accessors", index);
  if (accessor.value("type", json()) != "SCALAR") Fail(where, "indices need `type` SCALAR");
  if (accessor.contains("sparse")) Fail(where, "sparse indices cannot be read");
  const std::uint64_t component = Whole(accessor, "componentType", where);
  if (!IsIndexComponent(component)) {
    Fail(where, "`componentType` " + std::to_string(component) + " is none of indices");
  }
  const std::uint64_t count = Whole(accessor, "count", where);
  const Layout layout = Place(accessor, count, ComponentSize(component), where);
  std::vector<std::uint32_t> indices;
  indices.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t value = ReadIndex(layout.bytes.data() + i * layout.stride, component);
    if (value >= limit) {
      Fail(where, "index " + std::to_string(value) + " of " + std::to_string(limit) + " vertices");
    }
    indices.push_back(value);
  }
  return indices;
}

}  // namespace wm
