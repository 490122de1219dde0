// The subcommands that viz/ offers to the command line.
//
// CLI11 stays private: who includes this only hands an app through.
#pragma once

namespace CLI {
class App;
}

namespace wm {

// Adds `picture DB --out FILE.png`. Its callback sets `*exit_code` and throws InputError.
void AddPictureCommand(CLI::App* app, int* exit_code);

}  // namespace wm
