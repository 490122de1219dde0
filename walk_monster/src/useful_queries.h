// Queries of a coverage database for people to start from; docs/database.md shows the same ones.
#pragma once

#include <array>

namespace wm::store {

struct UsefulQuery {
  const char* about;  // what it answers
  const char* sql;    // ends with a newline
};

const std::array<UsefulQuery, 5>& UsefulQueries();

}  // namespace wm::store
