#include "walk_monster/src/useful_queries.h"

namespace wm::store {

const std::array<UsefulQuery, 5>& UsefulQueries() {
  static constexpr std::array<UsefulQuery, 5> kQueries = {{
      {"Where the player falls, the highest falls first",
       R"(SELECT CAST(round(p.x) AS INT) AS x, CAST(round(p.y) AS INT) AS y, CAST(round(p.z) AS INT) AS z,
  count(*) AS falls, round(max(drop_m), 2) AS highest_m
FROM edge JOIN point p ON p.id = CASE forward WHEN 'reached' THEN a ELSE b END
WHERE drop_m > 0
GROUP BY 1, 2, 3 ORDER BY highest_m DESC, 1, 2, 3 LIMIT 10;
)"},
      {"Where drives leave the level, the leakiest places first",
       R"(SELECT CAST(round(x) AS INT) AS x, CAST(round(y) AS INT) AS y, CAST(round(z) AS INT) AS z, count(*) AS drives
FROM left_world
GROUP BY 1, 2, 3 ORDER BY drives DESC, 1, 2, 3 LIMIT 10;
)"},
      {"Where a way works in one direction only although no fall explains it",
       R"(SELECT CAST(round(p.x) AS INT) AS x, CAST(round(p.y) AS INT) AS y, CAST(round(p.z) AS INT) AS z, count(*) AS ways
FROM edge JOIN point p ON p.id = CASE forward WHEN 'reached' THEN a ELSE b END
WHERE drop_m = 0
  AND (forward, back) IN (VALUES ('reached', 'failed'), ('failed', 'reached'))
GROUP BY 1, 2, 3 ORDER BY ways DESC, 1, 2, 3 LIMIT 10;
)"},
      {"What stops the player most",
       R"(SELECT e.id, e.name, count(*) AS blocked
FROM obstacle o JOIN entity e ON e.id = o.entity
GROUP BY e.id ORDER BY blocked DESC, e.id LIMIT 10;
)"},
      {"Where the player cannot get back to a start; in a run that is not complete, also what is "
       "not finished",
       R"(WITH RECURSIVE
  way (source, target) AS MATERIALIZED (
    SELECT a, b FROM edge WHERE forward = 'reached'
    UNION ALL SELECT b, a FROM edge WHERE back = 'reached'),
  home (id) AS (
    SELECT id FROM point WHERE kind = 'seed'
    UNION SELECT source FROM home JOIN way ON target = home.id)
SELECT CAST(round(x) AS INT) AS x, CAST(round(y) AS INT) AS y, CAST(round(z) AS INT) AS z, count(*) AS points
FROM point WHERE id NOT IN (SELECT id FROM home)
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
)"},
  }};
  return kQueries;
}

}  // namespace wm::store
