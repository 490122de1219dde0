#include <cstdio>
#include <memory>

#include "walk_monster/info.h"
#include "walk_monster/src/cli/common.h"

namespace wm::cli {
namespace {

struct InfoCommand {
  std::string db;
  bool json = false;
};

}  // namespace

void AddInfo(CLI::App* app, int* exit_code) {
  auto options = std::make_shared<InfoCommand>();
  CLI::App* command = app->add_subcommand("info", "Say what a coverage database holds");
  command->add_option("DB", options->db, "Database that sweep --db has written")->required();
  command->add_flag("--json", options->json, "One JSON object on stdout");
  command->footer("Example:\n  walk_monster info cove.db");
  command->callback([options, exit_code] {
    const StoredMap map = LoadStoredMap(options->db);
    const std::string text = options->json ? InfoJson(map) + "\n" : InfoText(map);
    std::fwrite(text.data(), 1, text.size(), stdout);
    *exit_code = kDone;
  });
}

}  // namespace wm::cli
