// walk_monster: the command line. Every subcommand says what it does with --help.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "maps/input_error.h"
#include "viz/commands.h"
#include "walk_monster/src/cli/common.h"

namespace {

// `--spawn -3,2,0` means what `--spawn=-3,2,0` means: a value may begin with a minus.
std::vector<std::string> JoinNegativeValues(int argc, char** argv) {
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const bool is_negative = argument.size() > 1 && argument[0] == '-' &&
                             (argument[1] == '.' || (argument[1] >= '0' && argument[1] <= '9'));
    const bool follows_option = !arguments.empty() && arguments.back().starts_with("--") &&
                                arguments.back().find('=') == std::string::npos;
    if (is_negative && follows_option) {
      arguments.back() += "=" + argument;
    } else {
      arguments.push_back(argument);
    }
  }
  return arguments;
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

void PrintError(const std::string& message) {
  std::fprintf(stderr, "walk_monster: %s\n", FirstLine(message).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Walks a game level with the game's own movement and stores where a player can go.");
  app.require_subcommand(1);
  app.set_version_flag("--version", WM_VERSION);
  app.footer(
      "Examples:\n"
      "  walk_monster sweep maps/levels/cove --db cove.db\n"
      "  walk_monster info cove.db\n"
      "  walk_monster picture cove.db --out cove.png\n"
      "Exit codes: 0 done, 2 bad input or usage, 3 interrupted.");
  int exit_code = wm::cli::kDone;
  wm::cli::AddSweep(&app, &exit_code);
  wm::cli::AddDrive(&app, &exit_code);
  wm::cli::AddInfo(&app, &exit_code);
  wm::AddPictureCommand(&app, &exit_code);

  std::vector<std::string> arguments = JoinNegativeValues(argc, argv);
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    PrintError(error.what() + std::string(" (see --help)"));
    return wm::cli::kBadInput;
  } catch (const wm::InputError& error) {
    PrintError(error.what());
    return wm::cli::kBadInput;
  } catch (const std::bad_alloc&) {
    PrintError("out of memory");
    return wm::cli::kBadInput;
  }
  return exit_code;
}
