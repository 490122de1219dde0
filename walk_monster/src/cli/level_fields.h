// Fields of an entity as people type them: NAME=VALUE.
#pragma once

#include <string>
#include <vector>

#include "maps/entity.h"

namespace wm::cli {

// Sets one field: name, position, orientation (x,y,z,w), yaw_deg, size, mesh (both), visual_mesh,
// collision_mesh, intent, initial_state, state (NAME:DX,DY,DZ[,SECONDS]; one of that name is
// replaced), contract, text. Errors: InputError that names the field.
void SetField(Entity* entity, const std::string& field, const std::string& value);

// "field=value". Errors: InputError.
void SetField(Entity* entity, const std::string& assignment);

// The class that is called `word`. Errors: InputError that lists them.
EntityClass ClassNamed(const std::string& word);

// The entity with that id, or the only one with that name. Errors: InputError.
Entity* FindEntity(std::vector<Entity>* entities, const std::string& word);

}  // namespace wm::cli
