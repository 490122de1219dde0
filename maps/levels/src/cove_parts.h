// The parts of the cove, each adding its entities to the draft in a block of ids of its own.
#pragma once

#include "maps/levels/src/cove_terrain.h"
#include "maps/levels/src/level_draft.h"

namespace wm::cove {

// cove_house.cpp: the heights of its floors' walked surfaces.
inline constexpr double kHouseGround = kHousePad.height + 0.15;
inline constexpr double kHouseUpper = kHouseGround + 3.0;
void AddHouse(LevelDraft* draft);

// cove_village.cpp
inline constexpr double kLiftRise = 4.5;
inline constexpr double kLiftDeck = kLiftPad.height + 0.2 + kLiftRise;
void AddHut(LevelDraft* draft);
void AddLift(LevelDraft* draft);
void AddWalls(LevelDraft* draft);
void AddYard(LevelDraft* draft);

// cove_grounds.cpp
void AddBorder(LevelDraft* draft, const Ground& ground);
void AddPit(LevelDraft* draft);
void AddBridge(LevelDraft* draft);
void AddJetty(LevelDraft* draft);

// cove_maze.cpp: eight cells square; cell (column, row) counts from the south-west.
inline constexpr int kMazeCells = 8;
inline constexpr double kMazeX = -29.2,
                        kMazeY = -10.2;    // centre line of the south-west corner post
inline constexpr double kMazePitch = 1.8;  // corridor 1.2 m, hedge 0.6 m
void AddMaze(LevelDraft* draft);

// cove_nature.cpp
void AddRocks(LevelDraft* draft, const Ground& ground);
void AddPlants(LevelDraft* draft, const Ground& ground);

// cove_contracts.cpp
void AddSpawnsAndNotes(LevelDraft* draft, const Ground& ground);
void AddContracts(LevelDraft* draft, const Ground& ground);

}  // namespace wm::cove
