// walk_monster: the command line. Every subcommand says what it does with --help.
#include <algorithm>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "maps/input_error.h"
#include "maps/shown_text.h"
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

int Fail(const std::string& message) {
  wm::cli::Log("walk_monster: " + message);
  return wm::cli::kBadInput;
}

// The parser would only say that it misses a subcommand.
void CheckSubcommand(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty()) return;
  const std::string& first = arguments.front();
  if (app.get_option_no_throw(first) != nullptr) return;
  std::string known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == first) return;
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  throw wm::InputError("'" + wm::Shown(first, wm::kMostShownName) +
                       "' is no subcommand; choose one of " + known + " (see --help)");
}

// --help and --version.
int ShowHelp(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream text;
  app.exit(error, text, text);
  try {
    wm::cli::Print(text.str());
  } catch (const wm::InputError& broken) {
    return Fail(broken.what());
  }
  return wm::cli::kDone;
}

}  // namespace

int main(int argc, char** argv) {
  wm::cli::PrepareOutput();
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
  wm::cli::AddRide(&app, &exit_code);
  wm::cli::AddStatesCommand(&app, &exit_code);
  wm::cli::AddInfo(&app, &exit_code);
  wm::cli::AddOpens(&app, &exit_code);
  wm::cli::AddPath(&app, &exit_code);
  wm::cli::AddDistance(&app, &exit_code);
  wm::cli::AddWhy(&app, &exit_code);
  wm::cli::AddRegion(&app, &exit_code);
  wm::cli::AddLevel(&app, &exit_code);
  wm::cli::AddCompare(&app, &exit_code, wm::WriteComparisonPicture);
  wm::AddPictureCommand(&app, &exit_code);

  try {
    std::vector<std::string> arguments = JoinNegativeValues(argc, argv);
    CheckSubcommand(app, arguments);
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return ShowHelp(app, error);
    return Fail(error.what() + std::string(" (see --help)"));
  } catch (const std::bad_alloc&) {
    return Fail("out of memory; free some, or walk a smaller level");
  } catch (const std::exception& error) {  // an InputError; anything else is still one line
    return Fail(error.what());
  }
  return exit_code;
}
