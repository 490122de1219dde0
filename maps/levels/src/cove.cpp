#include "maps/levels/src/cove.h"

#include "maps/levels/src/cove_parts.h"

namespace wm {

void MakeCove(const std::filesystem::path& folder) {
  const cove::Ground ground;
  LevelDraft draft;
  cove::AddBorder(&draft, ground);
  cove::AddHouse(&draft);
  cove::AddHut(&draft);
  cove::AddLift(&draft);
  cove::AddWalls(&draft);
  cove::AddYard(&draft);
  cove::AddPit(&draft);
  cove::AddBridge(&draft);
  cove::AddJetty(&draft);
  cove::AddMaze(&draft);
  cove::AddRocks(&draft, ground);
  cove::AddPlants(&draft, ground);
  cove::AddSpawnsAndNotes(&draft, ground);
  cove::AddContracts(&draft, ground);

  LevelDefaults defaults;
  defaults.radius = 0.3;
  defaults.height = 1.8;
  defaults.step = 0.35;
  defaults.slope_limit_deg = 45.0;
  defaults.speed = 3.0;
  defaults.spacing = 0.5;
  draft.Write(folder, "cove", defaults);
}

}  // namespace wm
