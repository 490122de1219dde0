// What the subcommands share: options of level, player and movement; how lines reach a person.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "collision/ride.h"
#include "walk_monster/compare.h"
#include "walk_monster/session.h"
#include "walk_monster/src/cli/output.h"
#include "walk_monster/store.h"

namespace wm::cli {

// Exit codes, the same for every subcommand.
inline constexpr int kDone = 0;
inline constexpr int kBadInput = 2;
inline constexpr int kInterrupted = 3;

// Options that say which level is walked, by whom.
struct LevelOptions {
  std::string level;
  std::string up;
  std::optional<double> metres_per_unit;
  LevelDefaults player;
  std::optional<std::string> mover, backend;
  std::optional<std::uint64_t> threads;
  std::vector<std::string> states;
  bool no_cache = false;

  // Adds LEVEL and the options of movement to a subcommand.
  void AddTo(CLI::App* command);
  void AddStatesTo(CLI::App* command);
};

// Loads the level and makes it ready. Log lines go to stderr unless `quiet`. With a map that is
// `known`, what the options leave open is as it was there.
Session OpenSession(const LevelOptions& options, bool quiet, const StoredMap* known = nullptr);

// Adds --state ENTITY=STATE, which may repeat.
void AddStates(CLI::App* command, std::vector<std::string>* states);

// Adds --no-cache.
void AddNoCache(CLI::App* command, bool* no_cache);

// Adds --closing, what moving bodies do to players in their way; and reads it.
void AddClosing(CLI::App* command, std::string* closing);
Closing ParseClosingOption(const std::string& closing);

// Adds a numeric option that refuses what is not a finite number.
CLI::Option* AddNumber(CLI::App* command, const std::string& name, std::optional<double>* value,
                       const std::string& help);

// Adds an option that is a whole number from 0 on, and refuses anything else.
CLI::Option* AddWhole(CLI::App* command, const std::string& name,
                      std::optional<std::uint64_t>* value, const std::string& help);

// A check for options that are words or paths: an empty one is a slip, such as an unset variable.
CLI::Validator NotEmpty();

void AddSweep(CLI::App* app, int* exit_code);
void AddDrive(CLI::App* app, int* exit_code);
void AddRide(CLI::App* app, int* exit_code);
void AddInfo(CLI::App* app, int* exit_code);
void AddStatesCommand(CLI::App* app, int* exit_code);
void AddPath(CLI::App* app, int* exit_code);
void AddDistance(CLI::App* app, int* exit_code);
void AddWhy(CLI::App* app, int* exit_code);
void AddRegion(CLI::App* app, int* exit_code);
void AddOpens(CLI::App* app, int* exit_code);
void AddLevel(CLI::App* app, int* exit_code);


// Draws a comparison; who offers the command brings it.
using PictureWriter =
    std::function<void(const Comparison& comparison, const std::filesystem::path& path)>;
void AddCompare(CLI::App* app, int* exit_code, PictureWriter write_picture);

}  // namespace wm::cli
