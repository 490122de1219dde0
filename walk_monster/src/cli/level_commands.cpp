// `level ...`: check and edit a level's files, for people and scripts.
#include <algorithm>
#include <functional>

#include <nlohmann/json.hpp>

#include "maps/check_level.h"
#include "maps/id_ranges.h"
#include "maps/level_text.h"
#include "maps/save_level.h"
#include "maps/shown_text.h"
#include "maps/undo.h"
#include "walk_monster/number_text.h"
#include "walk_monster/src/cli/common.h"
#include "walk_monster/src/cli/level_fields.h"
#include "walk_monster/src/judgement_json.h"

namespace wm::cli {
namespace {

int Check(const std::string& level, bool json) {
  const std::vector<std::string> problems = CheckLevel(level);
  if (json) {
    Print(JsonLine({{"level", level}, {"problems", problems}}) + "\n");
  } else {
    std::string text;
    for (const std::string& problem : problems) text += Shown(problem) + "\n";
    Print(text);
  }
  return problems.empty() ? kDone : kBadInput;
}

// A floor and a place to start, so that it can be swept at once.
void New(const std::filesystem::path& folder, const std::string& name) {
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(folder, error)) &&
      !(std::filesystem::is_directory(folder, error) && std::filesystem::is_empty(folder, error))) {
    throw InputError(folder.string() + ": is there already; choose another place");
  }
  Entity floor;
  floor.kind = EntityClass::kBox;
  floor.id = 1;
  floor.name = "floor";
  floor.position = {0, 0, -0.5};
  floor.size = {20, 20, 1};
  Entity spawn;
  spawn.kind = EntityClass::kSpawn;
  spawn.id = 2;
  spawn.name = "start";
  std::filesystem::create_directories(folder / "meshes", error);
  if (error) throw InputError(folder.string() + ": cannot be made: " + error.message());
  WriteLevel(folder, name, {}, std::vector{floor, spawn});
}

// Loads, edits and saves, with other writers kept out.
void Edit(const std::string& level, const std::function<void(std::vector<Entity>*)>& change) {
  const LevelLock lock(level);
  const std::vector<Entity> before = LoadEntities(level, Log);
  std::vector<Entity> now = before;
  change(&now);
  SaveWithUndo(level, before, now);
}

void List(const std::string& level, const std::string& kind, bool json) {
  if (!kind.empty() && kind != Name(EntityClass::kTerrain)) ClassNamed(kind);
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  std::string text;
  for (const Entity& entity : LoadEntities(level, Log)) {
    if (!kind.empty() && Name(entity.kind) != kind) continue;
    text += std::to_string(entity.id) + "\t" + std::string(Name(entity.kind)) + "\t" +
            Shown(entity.name) + "\t" + PlaceText(entity.position) + "\t" +
            std::string(Name(entity.intent)) + "\n";
    all.push_back({{"id", entity.id},
                   {"kind", Name(entity.kind)},
                   {"name", entity.name},
                   {"position", PlaceJson(entity.position)},
                   {"intent", Name(entity.intent)}});
  }
  Print(json ? JsonLine(all) + "\n" : text);
}

// Both print the number of the edit.
void TakeBack(const std::string& level, bool again) {
  const LevelLock lock(level);
  Print(std::to_string(again ? Redo(level) : Undo(level)) + "\n");
}

void ListSteps(const std::string& level) {
  std::string text;
  for (const UndoStep& step : UndoSteps(level)) {
    text += std::to_string(step.number) + "\t" + Shown(step.what) + "\t" +
            std::to_string(step.entities) + (step.is_undone ? "\tundone\n" : "\t\n");
  }
  Print(text);
}

// What the subcommands of `level` are told; each takes what it needs.
struct Words {
  std::string level, name, kind, entity;
  std::vector<std::string> fields;
  bool json = false, redo = false, list = false;
};

CLI::App* Add(CLI::App* level, const std::string& name, const std::string& help, Words* words) {
  CLI::App* command = level->add_subcommand(name, help);
  command->add_option("LEVEL", words->level, "Level folder")->required()->check(NotEmpty());
  return command;
}

void AddReaders(CLI::App* level, const std::shared_ptr<Words>& words, int* exit_code) {
  CLI::App* check = Add(level, "check",
                        "Print every problem of a level's files; exit code 2 if any", words.get());
  check->add_flag("--json", words->json, "One JSON object on stdout");
  check->callback([words, exit_code] { *exit_code = Check(words->level, words->json); });
  CLI::App* list = Add(level, "list", "List the entities of a level", words.get());
  list->add_option("--class", words->kind, "Only this class")->check(NotEmpty());
  list->add_flag("--json", words->json, "A JSON array on stdout");
  list->footer("Prints id, class, name, position and intent, separated by tabs.");
  list->callback([words, exit_code] {
    List(words->level, words->kind, words->json);
    *exit_code = kDone;
  });
}

void AddWriters(CLI::App* level, const std::shared_ptr<Words>& words, int* exit_code) {
  CLI::App* fresh = Add(level, "new", "Make a level with a floor and a spawn", words.get());
  fresh->add_option("--name", words->name, "The level's name")->check(NotEmpty());
  fresh->callback([words, exit_code] {
    New(words->level, words->name);
    *exit_code = kDone;
  });
  CLI::App* add = Add(level, "add", "Add an entity and print its id", words.get());
  add->add_option("CLASS", words->kind, "mesh, box, spawn, door, lift, contract or note")
      ->required();
  add->add_option("FIELD=VALUE", words->fields, "Fields, as for `level set`");
  add->footer(
      "Example:\n  walk_monster level add my_level box name=crate position=1,2,0.5 size=1,1,1");
  add->callback([words, exit_code] {
    Entity entity;
    entity.kind = ClassNamed(words->kind);
    for (const std::string& field : words->fields) SetField(&entity, field);
    Edit(words->level, [&](std::vector<Entity>* entities) {
      entity.id = TakeNewId(words->level, MachineKey());
      entities->push_back(entity);
    });
    Print(std::to_string(entity.id) + "\n");
    *exit_code = kDone;
  });
  CLI::App* set = Add(level, "set", "Set fields of an entity", words.get());
  set->add_option("ENTITY", words->entity, "Its id, or a name that is its own")->required();
  set->add_option("FIELD=VALUE", words->fields,
                  "name, position=X,Y,Z, orientation=X,Y,Z,W, yaw_deg, size=X,Y,Z, mesh, "
                  "visual_mesh, collision_mesh, intent, initial_state, "
                  "state=NAME:DX,DY,DZ[,SECONDS], contract, text")
      ->required();
  set->footer("Example:\n  walk_monster level set my_level crate position=2,2,0.5 yaw_deg=45");
  set->callback([words, exit_code] {
    Edit(words->level, [&](std::vector<Entity>* entities) {
      Entity* entity = FindEntity(entities, words->entity);
      for (const std::string& field : words->fields) SetField(entity, field);
    });
    *exit_code = kDone;
  });
  CLI::App* remove = Add(level, "remove", "Remove an entity", words.get());
  remove->add_option("ENTITY", words->entity, "Its id, or a name that is its own")->required();
  remove->callback([words, exit_code] {
    Edit(words->level, [&](std::vector<Entity>* entities) {
      const Entity* entity = FindEntity(entities, words->entity);
      entities->erase(entities->begin() + (entity - entities->data()));
    });
    *exit_code = kDone;
  });
}

void AddUndo(CLI::App* level, const std::shared_ptr<Words>& words, int* exit_code) {
  CLI::App* undo = Add(level, "undo", "Take the last edit of this machine back", words.get());
  CLI::Option* redo = undo->add_flag("--redo", words->redo, "Make the last undone edit again");
  undo->add_flag("--list", words->list, "Print the edits that are kept")->excludes(redo);
  undo->footer(
      "Prints the number of the edit. Refuses where an entity of it was changed since.\n"
      "--list prints number, what, entities changed and `undone`, separated by tabs.");
  undo->callback([words, exit_code] {
    if (words->list) {
      ListSteps(words->level);
    } else {
      TakeBack(words->level, words->redo);
    }
    *exit_code = kDone;
  });
}

}  // namespace

void AddLevel(CLI::App* app, int* exit_code) {
  auto words = std::make_shared<Words>();
  CLI::App* level = app->add_subcommand("level", "Check, make, list and edit a level's files");
  level->require_subcommand(1);
  AddReaders(level, words, exit_code);
  AddWriters(level, words, exit_code);
  AddUndo(level, words, exit_code);
}

}  // namespace wm::cli
