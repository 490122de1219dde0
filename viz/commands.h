// The subcommands that viz/ offers to the command line.
//
// CLI11 stays private: who includes this only hands an app through.
#pragma once

#include <filesystem>

namespace CLI {
class App;
}

namespace wm {

struct Comparison;

// Adds `picture DB --out FILE.png`. Its callback sets `*exit_code` and throws InputError.
void AddPictureCommand(CLI::App* app, int* exit_code);

// Draws what `compare` has found: a small map of every strategy, and coverage over drives. Writes a
// PNG. Throws InputError: a file that cannot be written.
void WriteComparisonPicture(const Comparison& comparison, const std::filesystem::path& path);

}  // namespace wm
