// The clutter: a generated level for measuring, 25 rooms with doorways between them, full of boxes,
// stairs and ramps. 100 x 100 m. Notes named "doorway" stand in every doorway.
//
// The same bytes for a seed from every compiler.
#pragma once

#include <cstdint>
#include <filesystem>

namespace wm {

// Makes `folder` hold the level. Errors: InputError.
void MakeClutter(const std::filesystem::path& folder, std::uint64_t seed);

}  // namespace wm
