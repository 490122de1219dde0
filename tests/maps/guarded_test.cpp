#include "maps/src/guarded.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <vector>

#include <catch2/catch.hpp>

namespace wm {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{64} << 20;

std::string FailureOf(const std::function<std::string()>& work) {
  return RunGuarded(work, 0.2, kMemory).failure;
}

}  // namespace

TEST_CASE("guarded work hands its bytes over, many or none") {
  std::string many(3'000'000, '\0');
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<char>(i * 7);
  for (const std::string& bytes : {std::string(), std::string("."), many}) {
    const GuardedResult result = RunGuarded([&] { return bytes; }, 2.0, kMemory);
    CHECK(result.failure.empty());
    CHECK(result.bytes == bytes);
  }
}

TEST_CASE("guarded work that dies, throws or never ends costs its answer only") {
  CHECK(FailureOf([]() -> std::string {
          std::raise(SIGSEGV);
          return "x";
        }) == "crashed");
  CHECK(FailureOf([]() -> std::string {
          std::raise(SIGABRT);
          return "x";
        }) == "crashed");
  CHECK(FailureOf([]() -> std::string { throw 1; }) == "failed");
  CHECK(FailureOf([]() -> std::string { throw std::bad_alloc(); }) == "ran out of memory");
  const auto begin = std::chrono::steady_clock::now();
  CHECK(FailureOf([]() -> std::string {
          std::atomic<std::uint64_t> count{0};
          for (;;) ++count;
        }) == "took too long");
  // Processor time: a loaded machine takes longer by the clock.
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
TEST_CASE("guarded work cannot take more memory than it is given, on top of what is in use") {
  const std::vector<char> in_use(std::size_t{100} << 20, 'x');
  const auto take = [](std::size_t bytes) {
    return FailureOf([bytes] { return std::to_string(std::vector<char>(bytes, 'y')[bytes / 2]); });
  };
  CHECK(take(std::size_t{20} << 20).empty());
  CHECK(take(std::size_t{200} << 20) == "ran out of memory");
}
#endif

}  // namespace wm
