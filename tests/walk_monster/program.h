// Runs the real program, as a person or a build machine would.
#pragma once

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

#include <sys/wait.h>

#include "tests/temporary_folder.h"

namespace wm::test {

struct Ran {
  int exit_code = -1;  // minus the signal where one ended it
  std::string out, err;

  std::size_t ErrorLines() const {
    return static_cast<std::size_t>(std::count(err.begin(), err.end(), '\n'));
  }
};

// A folder with a program in it: relative paths are the test's own.
class Desk {
 public:
  std::filesystem::path operator/(const std::string& name) const { return folder_.Path() / name; }

  void Write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories((*this / name).parent_path());
    std::ofstream(*this / name, std::ios::binary) << bytes;
  }
  std::string Read(const std::string& name) const {
    std::ifstream file(*this / name, std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
  }

  // Starts `words`, the program first, in this folder; `prepare` runs in the child.
  pid_t Start(std::vector<std::string> words, const std::function<void()>& prepare = {}) const {
    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("cannot fork");
    if (child > 0) return child;
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    if (::chdir(folder_.Path().c_str()) != 0) ::_exit(120);
    SendTo("stdout", STDOUT_FILENO);
    SendTo("stderr", STDERR_FILENO);
    ::unsetenv("DISPLAY");
    ::alarm(600);  // hanging is a failure; sanitizers on a busy machine are not
    if (prepare) prepare();
    ::execv(argv[0], argv.data());
    ::_exit(121);
  }

  Ran Finish(pid_t child) const {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    Ran ran;
    ran.exit_code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    ran.out = Read("stdout");
    ran.err = Read("stderr");
    return ran;
  }

  Ran Run(std::vector<std::string> arguments, const std::function<void()>& prepare = {}) const {
    arguments.insert(arguments.begin(), WM_PROGRAM);
    return Finish(Start(std::move(arguments), prepare));
  }

  // $WM is the program.
  Ran Shell(const std::string& script) const {
    return Finish(Start({"/bin/sh", "-c", script}, [] { ::setenv("WM", WM_PROGRAM, 1); }));
  }

 private:
  static void SendTo(const char* name, int file) {
    const int handle = ::open(name, O_CREAT | O_TRUNC | O_WRONLY, 0666);
    ::dup2(handle, file);
    ::close(handle);
  }

  TemporaryFolder folder_;
};

}  // namespace wm::test
