#include "viz/picture/src/marks.h"

#include <utility>

#include "viz/picture/src/page.h"

namespace wm::picture {
namespace {

void DashedFrame(Canvas* canvas, const PixelBox& box, double thickness, double dash, Color color) {
  canvas->Dashes({box.x0, box.y0}, {box.x1, box.y0}, thickness, dash, color);
  canvas->Dashes({box.x1, box.y0}, {box.x1, box.y1}, thickness, dash, color);
  canvas->Dashes({box.x1, box.y1}, {box.x0, box.y1}, thickness, dash, color);
  canvas->Dashes({box.x0, box.y1}, {box.x0, box.y0}, thickness, dash, color);
}

}  // namespace

ContractLook LookOf(const ContractResult& contract) {
  if (contract.verdict == Verdict::kBroken) return ContractLook::kIsBroken;
  if (contract.verdict == Verdict::kUnknown) return ContractLook::kIsUnknown;
  return contract.kind == ContractKind::kMustNotReach ? ContractLook::kIsClosed
                                                      : ContractLook::kIsReached;
}

Color ColorOf(ContractLook look) {
  static constexpr std::array kColors = {kWrong, kUnknown, kPromised, kClosed};
  return kColors[static_cast<std::size_t>(look)];
}

void DrawContract(Canvas* canvas, const PixelBox& box, ContractLook look) {
  switch (look) {
    case ContractLook::kIsBroken:
      return DashedFrame(canvas, box, 3.0, 7.0, ColorOf(look));
    case ContractLook::kIsUnknown:
      return DashedFrame(canvas, box, 2.2, 9.0, ColorOf(look));
    case ContractLook::kIsReached:
      return canvas->Frame(box, 2.4, ColorOf(look));
    case ContractLook::kIsClosed:
      return DashedFrame(canvas, box, 1.6, 3.0, ColorOf(look));
  }
}

void DrawExit(Canvas* canvas, Pixel at, double size) {
  const double r = size * 0.5;
  for (const auto& [thickness, color] : {std::pair{6.0, kPaper}, std::pair{3.0, kWrong}}) {
    canvas->Line({at.x - r, at.y - r}, {at.x + r, at.y + r}, thickness, color);
    canvas->Line({at.x - r, at.y + r}, {at.x + r, at.y - r}, thickness, color);
  }
}

void DrawSpawn(Canvas* canvas, Pixel at) {
  canvas->Disc(at, 11.5, kPaper);
  canvas->Disc(at, 9.0, kSpawn);
  canvas->Disc(at, 3.4, kPaper);
}

}  // namespace wm::picture
