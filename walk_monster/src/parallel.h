// The one way that work is spread over threads.
//
// Which thread does what is left to chance, so results must not depend on it. oneTBB does it, but
// under the thread sanitizer plain threads: the sanitizer does not see how Debian's libtbb orders
// its threads, and would report every fork and join.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_THREAD__)
#define WM_PLAIN_THREADS
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WM_PLAIN_THREADS
#endif
#endif

#ifdef WM_PLAIN_THREADS
#include <atomic>
#include <thread>
#include <vector>
#else
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace wm {

// Calls work(index, thread) once for each index in [0, count), thread in [0, threads); never two at
// a time with the same thread. An exception of the work ends the program under the sanitizer.
template <typename Work>
void ForEachIndex(std::size_t count, std::size_t threads, const Work& work) {
  if (threads == 1) {
    for (std::size_t i = 0; i < count; ++i) work(i, std::size_t{0});
    return;
  }
#ifdef WM_PLAIN_THREADS
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> workers;
  workers.reserve(threads);
  for (std::size_t thread = 0; thread < threads; ++thread) {
    workers.emplace_back([&next, &work, count, thread] {
      for (std::size_t i = next++; i < count; i = next++) work(i, thread);
    });
  }
  for (std::thread& worker : workers) worker.join();
#else
  tbb::task_arena arena(static_cast<int>(threads));
  arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
      work(i, static_cast<std::size_t>(tbb::this_task_arena::current_thread_index()));
    });
  });
#endif
}

}  // namespace wm
