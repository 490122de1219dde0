// Where tests find the project's files, the shared data and the program.
#pragma once

#include <filesystem>

namespace wm {

inline std::filesystem::path SourceDir() { return WM_SOURCE_DIR; }
// Data beside the clone; may be absent.
inline std::filesystem::path SharedDir() { return WM_SHARED_DIR; }
inline std::filesystem::path ProgramPath() { return WM_PROGRAM; }

}  // namespace wm
