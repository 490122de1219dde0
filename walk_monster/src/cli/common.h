// What the subcommands share: options of level, player and movement; how lines reach a person.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "walk_monster/session.h"

namespace wm::cli {

// Exit codes, the same for every subcommand.
inline constexpr int kDone = 0;
inline constexpr int kBadInput = 2;
inline constexpr int kInterrupted = 3;

// Options that say which level is walked, by whom.
struct LevelOptions {
  std::string level;
  std::string up;
  std::string metres_per_unit;
  LevelDefaults player;
  std::optional<std::string> mover, backend;
  int threads = 1;

  // Adds LEVEL and the options of movement to a subcommand.
  void AddTo(CLI::App* command);
};

// Loads the level and makes it ready. Log lines go to stderr unless `quiet`.
Session OpenSession(const LevelOptions& options, bool quiet);

// A log line on stderr.
void Log(std::string_view line);

// Adds a numeric option that refuses what is not a finite number.
CLI::Option* AddNumber(CLI::App* command, const std::string& name, std::optional<double>* value,
                       const std::string& help);

void AddSweep(CLI::App* app, int* exit_code);
void AddDrive(CLI::App* app, int* exit_code);
void AddInfo(CLI::App* app, int* exit_code);

}  // namespace wm::cli
