// How the things on a map look, alike on the map and in its legend.
#pragma once

#include <array>

#include "viz/picture/src/canvas.h"
#include "walk_monster/contracts.h"

namespace wm::picture {

// What a contract's frame says, most urgent first.
enum class ContractLook : std::uint8_t {
  kIsBroken,
  kIsUnknown,  // the sweep cannot tell yet
  kIsReached,  // holds: players get there, as they must
  kIsClosed,   // holds: nobody gets there, as nobody may
};
inline constexpr std::array kContractLooks = {ContractLook::kIsBroken, ContractLook::kIsUnknown,
                                              ContractLook::kIsReached, ContractLook::kIsClosed};

ContractLook LookOf(const ContractResult& contract);
Color ColorOf(ContractLook look);

void DrawContract(Canvas* canvas, const PixelBox& box, ContractLook look);
void DrawExit(Canvas* canvas, Pixel at, double size);
void DrawSpawn(Canvas* canvas, Pixel at);

}  // namespace wm::picture
