// The land itself and what is built into it: border, pit, bridge and tunnel, jetty.
#include <string>

#include "maps/levels/src/cove_parts.h"

namespace wm::cove {

void AddBorder(LevelDraft* draft, const Ground& ground) {
  draft->StartBlock(1);
  Entity& terrain = draft->Add(EntityClass::kTerrain, "shore and meadow", ground.origin());
  terrain.terrain = ground.grid();

  draft->AddBox("sea", {-39.0, -40.0, -0.05}, {39.0, -12.0, 0.0}).intent = Intent::kIntangible;

  constexpr double kThick = 1.0, kLow = -4.0, kHigh = 24.0;
  const Rect& b = kBorder;
  draft
      ->AddBox("border, open sea", {b.x0 - kThick, b.y0 - kThick, kLow},
               {b.x1 + kThick, b.y0, kHigh})
      .intent = Intent::kBlocker;
  draft->AddBox("border, north", {b.x0 - kThick, b.y1, kLow}, {b.x1 + kThick, b.y1 + kThick, kHigh})
      .intent = Intent::kBlocker;
  draft->AddBox("border, west", {b.x0 - kThick, b.y0 - 0.5, kLow}, {b.x0, b.y1 + 0.5, kHigh})
      .intent = Intent::kBlocker;
  draft->AddBox("border, east", {b.x1, b.y0 - 0.5, kLow}, {b.x1 + kThick, b.y1 + 0.5, kHigh})
      .intent = Intent::kBlocker;
}

void AddPit(LevelDraft* draft) {
  draft->StartBlock(40);
  constexpr double kIn = kPitHalf, kOut = kPitKerbHalf;
  const double floor = kPitPad.height - kPitDepth;
  const double low = floor - 1.0, top = kPitPad.height + 0.06;
  const Vec3 middle{kPitX, kPitY, 0.0};
  draft->AddBox("pit floor", middle + Vec3{-kIn - 0.1, -kIn - 0.1, low},
                middle + Vec3{kIn + 0.1, kIn + 0.1, floor});
  draft->AddBox("pit kerb, south", middle + Vec3{-kOut, -kOut, low},
                middle + Vec3{kOut, -kIn, top});
  draft->AddBox("pit kerb, north", middle + Vec3{-kOut, kIn, low}, middle + Vec3{kOut, kOut, top});
  draft->AddBox("pit kerb, west", middle + Vec3{-kOut, -kIn - 0.1, low},
                middle + Vec3{-kIn, kIn + 0.1, top});
  draft->AddBox("pit kerb, east", middle + Vec3{kIn, -kIn - 0.1, low},
                middle + Vec3{kOut, kIn + 0.1, top});
}

void AddBridge(LevelDraft* draft) {
  draft->StartBlock(60);
  constexpr double kClear = 1.4;  // half the tunnel's width
  constexpr double kWalls = 3.4;  // its walls cover the ravine's sides
  constexpr double kAbut = 4.2;   // the deck rests on the level ground beyond
  const double deck = kBridgePad.height + 0.08, low = kRavineFloor - 0.5;
  draft->AddBox("bridge deck", {kTunnelX0, kRavineY - kAbut, deck - 0.45},
                {kTunnelX1, kRavineY + kAbut, deck});
  draft->AddBox("tunnel wall, south", {kTunnelX0, kRavineY - kWalls, low},
                {kTunnelX1, kRavineY - kClear, deck - 0.1});
  draft->AddBox("tunnel wall, north", {kTunnelX0, kRavineY + kClear, low},
                {kTunnelX1, kRavineY + kWalls, deck - 0.1});
  // The parapets overhang the deck's edges, so that no ledge is left outside of them.
  constexpr double kEnds = kAbut + 0.6;
  draft->AddBox("bridge parapet, west", {kTunnelX0 - 0.1, kRavineY - kEnds, deck - 0.4},
                {kTunnelX0 + 0.3, kRavineY + kEnds, deck + 1.0});
  draft->AddBox("bridge parapet, east", {kTunnelX1 - 0.3, kRavineY - kEnds, deck - 0.4},
                {kTunnelX1 + 0.1, kRavineY + kEnds, deck + 1.0});
}

void AddJetty(LevelDraft* draft) {
  draft->StartBlock(80);
  // Low enough that nobody can duck under it, wherever along its length.
  constexpr double kX0 = 8.8, kX1 = 11.2, kDeck = 0.75, kEnd = -30.5, kLand = -11.5;
  draft->AddBox("jetty", {kX0, kEnd, kDeck - 0.25}, {kX1, kLand, kDeck});
  int number = 0;
  for (int pair = 0; pair < 4; ++pair) {
    const double y = kEnd + 0.4 + 3.5 * pair;
    for (const double x : {kX0 + 0.1, kX1 - 0.35}) {
      draft->AddBox("jetty post " + std::to_string(++number), {x, y, -2.5},
                    {x + 0.25, y + 0.25, kDeck - 0.05});
    }
  }
}

}  // namespace wm::cove
