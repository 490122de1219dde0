#include "walk_monster/src/cli/output.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <unistd.h>

#include "maps/input_error.h"
#include "maps/shown_text.h"

namespace wm::cli {
namespace {

// 0 or the error.
int Write(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

void PrepareOutput() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error line, not the end
  // open takes the lowest free number. Read-only: writing to it still fails, as it should.
  int file = 0;
  while (file >= 0 && file <= STDERR_FILENO) file = open("/dev/null", O_RDONLY);
  if (file > STDERR_FILENO) close(file);
}

void Print(std::string_view text) {
  const int error = Write(STDOUT_FILENO, text);
  if (error == 0 || error == EPIPE) return;
  throw InputError("stdout: cannot be written (" + std::generic_category().message(error) +
                   "); write to another place");
}

void Log(std::string_view line) { PrintToTerminal(Shown(line) + "\n"); }

void PrintToTerminal(std::string_view text) { Write(STDERR_FILENO, text); }

}  // namespace wm::cli
