#include "walk_monster/info.h"
#include "walk_monster/src/cli/common.h"
#include "walk_monster/view.h"

namespace wm::cli {

void AddInfo(CLI::App* app, int* exit_code) {
  struct Options {
    std::string db;
    bool json = false;
    bool sql = false;
    std::vector<std::string> states;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app->add_subcommand("info", "Say what a coverage database holds");
  command->add_option("DB", options->db, "Database written by sweep")->check(NotEmpty());
  command->add_flag("--json", options->json, "One JSON object on stdout");
  command->add_flag("--sql", options->sql, "Print the tables as SQL, and queries to start from");
  AddStates(command, &options->states);
  command->footer(
      "Examples:\n"
      "  walk_monster info cove.db\n"
      "  walk_monster info cove.db --state 'hut door=open'\n"
      "  walk_monster info --sql");
  command->callback([options, exit_code] {
    *exit_code = kDone;
    if (options->sql) {
      Print(SqlText());
      return;
    }
    if (options->db.empty()) throw InputError("DB is required");
    const StoredMap map = InState(LoadStoredMap(options->db), options->states);
    std::string text = options->json ? InfoJson(map) : InfoText(map);
    if (!text.ends_with('\n')) text += '\n';
    Print(text);
  });
}

}  // namespace wm::cli
