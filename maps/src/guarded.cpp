#include "maps/src/guarded.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <new>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WM_HAS_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WM_HAS_SANITIZER 1
#endif

namespace wm {
namespace {

constexpr int kOutOfMemory = 3;
constexpr int kThrew = 4;
constexpr char kEndMark = '.';  // behind the bytes: all of them came through

// What this process has allocated already; the limit counts that as well. 0 where nobody says.
[[maybe_unused]] std::uint64_t DataBytesNow() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  std::array<char, 256> text{};
  const std::size_t got = std::fread(text.data(), 1, text.size() - 1, file);
  std::fclose(file);
  std::string_view rest(text.data(), got);
  for (int field = 0; field < 5; ++field) {
    rest.remove_prefix(std::min(rest.find(' ') + 1, rest.size()));
  }
  std::uint64_t pages = 0;
  std::from_chars(rest.data(), rest.data() + rest.size(), pages);
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void LimitMemory(std::uint64_t memory_bytes) {
#ifdef WM_HAS_SANITIZER
  (void)memory_bytes;  // the shadow memory alone is beyond any limit
#else
  const std::uint64_t now = DataBytesNow();
  if (now == 0) return;
  const rlimit memory{now + memory_bytes, now + memory_bytes};
  setrlimit(RLIMIT_DATA, &memory);
#endif
}

void LimitChild(double cpu_seconds, std::uint64_t memory_bytes) {
  for (const int fatal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF}) {
    std::signal(fatal, SIG_DFL);  // a debugger or sanitizer of the parent has no business here
  }
  // What the foreign code prints while it dies is not ours to show.
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  LimitMemory(memory_bytes);
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(cpu_seconds);
  timer.it_value.tv_usec =
      static_cast<suseconds_t>((cpu_seconds - std::floor(cpu_seconds)) * 999'999.0) + 1;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

[[noreturn]] void RunChild(const std::function<std::string()>& work, int file, double cpu_seconds,
                           std::uint64_t memory_bytes) {
  LimitChild(cpu_seconds, memory_bytes);
  int code = 0;
  try {
    std::string bytes = work();
    bytes += kEndMark;
    if (!WriteAll(file, bytes)) code = kThrew;
  } catch (const std::bad_alloc&) {
    code = kOutOfMemory;
  } catch (...) {
    code = kThrew;
  }
  _exit(code);  // no destructors, no exit handlers: they belong to the parent
}

std::string ReadAll(int file) {
  std::string bytes;
  std::array<char, 1 << 16> part;
  for (;;) {
    const ssize_t got = read(file, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return bytes;
    bytes.append(part.data(), static_cast<std::size_t>(got));
  }
}

std::string WhyItFailed(int status) {
  if (WIFSIGNALED(status)) {
    return WTERMSIG(status) == SIGPROF ? "took too long" : "crashed";
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == kOutOfMemory ? "ran out of memory" : "failed";
}

}  // namespace

GuardedResult RunGuarded(const std::function<std::string()>& work, double cpu_seconds,
                         std::uint64_t memory_bytes) {
  GuardedResult result;
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    result.failure = "could not start: " + std::generic_category().message(errno);
    return result;
  }
  const pid_t child = fork();
  if (child == 0) RunChild(work, ends[1], cpu_seconds, memory_bytes);
  const int fork_error = errno;
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    result.failure = "could not start: " + std::generic_category().message(fork_error);
    return result;
  }
  result.bytes = ReadAll(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (result.bytes.empty() || result.bytes.back() != kEndMark || status != 0) {
    result.bytes.clear();
    result.failure = WhyItFailed(status);
    return result;
  }
  result.bytes.pop_back();
  return result;
}

}  // namespace wm
