// Runs foreign code that may crash, hang or eat all memory, in a process of its own.
//
// Not a sandbox: it guards against accidents with damaged files. The child sees a copy of this
// process's memory; only the bytes that it returns come back. Safe from many threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace wm {

struct GuardedResult {
  std::string bytes;    // what `work` returned
  std::string failure;  // empty, or why there are no bytes: "crashed", "took too long", ...
};

// `cpu_seconds` > 0: processor time that the work may take; generous, so that no sound file ever
// meets it. `memory_bytes`: that it may allocate (not enforced under sanitizers).
GuardedResult RunGuarded(const std::function<std::string()>& work, double cpu_seconds,
                         std::uint64_t memory_bytes);

}  // namespace wm
