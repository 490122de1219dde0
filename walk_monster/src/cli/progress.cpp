#include "walk_monster/src/cli/progress.h"

#include <unistd.h>

#include <fmt/core.h>

#include "walk_monster/src/cli/output.h"

namespace wm::cli {
namespace {

constexpr auto kTerminalPause = std::chrono::milliseconds(200);
constexpr auto kLogPause = std::chrono::seconds(10);

}  // namespace

ProgressLine::ProgressLine(bool quiet)
    : quiet_(quiet),
      is_terminal_(isatty(STDERR_FILENO) != 0),
      start_(Clock::now()),
      last_(start_) {}

ProgressLine::~ProgressLine() { Clear(); }

void ProgressLine::Clear() {
  if (has_line_) PrintToTerminal("\r\033[K");
  has_line_ = false;
}

double ProgressLine::Seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

bool ProgressLine::IsDue() const {
  return !quiet_ && Clock::now() - last_ >= (is_terminal_ ? Clock::duration(kTerminalPause)
                                                          : Clock::duration(kLogPause));
}

void ProgressLine::Show(const SweepCounts& counts, double area_m2) {
  const double seconds = Seconds();
  Show(fmt::format("{} points, {} to expand, {:.0f} drives/s, {:.0f} m2, {:.0f} s", counts.points,
                   counts.frontier, static_cast<double>(counts.drives) / seconds, area_m2,
                   seconds));
}

void ProgressLine::Show(const std::string& line) {
  last_ = Clock::now();
  if (is_terminal_) {
    PrintToTerminal("\r\033[K" + line);
    has_line_ = true;
  } else {
    Log(line);
  }
}

}  // namespace wm::cli
