// Which world states are worth a sweep: those in which something can be found that is not known
// yet.
//
// From what is reached, toggles the doors and lifts that border it. What lies far from an entity is
// the same in all of its states and is not swept again; where two doors have nothing to do with
// each other, their combinations are not looked at.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "walk_monster/store.h"

namespace wm {

class Glimpse;
class StateSpace;

class StateSearch {
 public:
  // The next state to sweep, as words for SessionOptions::states; empty: nothing is left to find.
  // Needs: `stored` is the map as it is, the state that was given last swept to its end.
  std::optional<std::vector<std::string>> Next(const StoredMap& stored);

 private:
  using Numbers = std::vector<std::size_t>;  // the state of each entity, by entity number

  // A world to look at, and where it may differ from the one that led to it.
  struct Candidate {
    Numbers states;
    std::optional<std::size_t> toggled;  // entity number
    std::vector<char> seen_before;       // by point: in the world that led here, or earlier here
  };

  // From what is new in a world, toggles what borders it.
  void ToggleAround(const Candidate& at, const Glimpse& glimpse, const StoredMap& stored,
                    const StateSpace& space);
  // Worlds to which rides have brought players since they were looked at.
  void LookAgain(const StoredMap& stored, const StateSpace& space);

  std::deque<Candidate> waiting_;
  std::vector<Candidate> done_;
  std::set<Numbers> known_;
  bool is_begun_ = false;
};

}  // namespace wm
