// Tells a person how a sweep goes: a live line on a terminal, else a line every ten seconds.
#pragma once

#include <chrono>
#include <string>

#include "walk_monster/explorer.h"

namespace wm::cli {

class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine();

  // True when the next Show would print: what is costly to compute can wait for it.
  bool IsDue() const;
  void Show(const SweepCounts& counts, double area_m2);
  void Show(const std::string& line);
  // Takes the live line away, for what comes after it.
  void Clear();

  double Seconds() const;  // since it was made

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool is_terminal_;
  bool has_line_ = false;
  Clock::time_point start_;
  Clock::time_point last_;
};

}  // namespace wm::cli
