#include "maps/entity_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "maps/src/limits.h"
#include "maps/src/terrain.h"
#include "maps/src/text_fields.h"

namespace wm {
namespace {

constexpr std::uint32_t kFormatVersion = 1;
constexpr std::uint32_t kMaxId = std::numeric_limits<std::uint32_t>::max();

struct ClassName {
  EntityClass kind;
  std::string_view name;
};
constexpr std::array kClassNames{
    ClassName{EntityClass::kMesh, "mesh"},         ClassName{EntityClass::kBox, "box"},
    ClassName{EntityClass::kTerrain, "terrain"},   ClassName{EntityClass::kSpawn, "spawn"},
    ClassName{EntityClass::kDoor, "door"},         ClassName{EntityClass::kLift, "lift"},
    ClassName{EntityClass::kContract, "contract"}, ClassName{EntityClass::kNote, "note"},
};

constexpr std::array kIntents{Intent::kSolid, Intent::kBlocker, Intent::kIntangible, Intent::kKill};
constexpr std::array kContracts{ContractKind::kMustReach, ContractKind::kMustNotReach,
                                ContractKind::kTwoWay};

// Sets of classes.
constexpr unsigned Bit(EntityClass kind) { return 1u << static_cast<unsigned>(kind); }
constexpr unsigned kStateful = Bit(EntityClass::kDoor) | Bit(EntityClass::kLift);
constexpr unsigned kBodies =
    Bit(EntityClass::kMesh) | Bit(EntityClass::kBox) | Bit(EntityClass::kTerrain) | kStateful;
constexpr unsigned kSized = Bit(EntityClass::kBox) | Bit(EntityClass::kContract);
constexpr unsigned kTerrains = Bit(EntityClass::kTerrain);
constexpr unsigned kAll = ~0u;

double InRange(const FieldReader& in, double value, double min, double max) {
  if (!(value >= min && value <= max)) {
    std::string what = "`" + std::string(in.field()) + "` is out of range: ";
    AppendDecimal(&what, value);
    in.Fail(what);
  }
  return value;
}

Vec3 ReadPlace(FieldReader* in) {
  Vec3 value;
  for (double* number : {&value.x, &value.y, &value.z}) {
    *number = InRange(*in, in->Number(), -kMaxCoordinate, kMaxCoordinate);
  }
  return value;
}

void CheckRotation(const FieldReader& in, const Quaternion& q) {
  const double norm2 = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  if (!(norm2 >= kMinQuaternionNorm2 && norm2 <= kMaxQuaternionNorm2)) {
    in.Fail("not a rotation: the quaternion's length is not 1");
  }
}

void ReadOrientation(Entity* entity, FieldReader* in) {
  Quaternion& q = entity->orientation;
  for (double* number : {&q.x, &q.y, &q.z, &q.w}) *number = in->Number();
  CheckRotation(*in, q);
}

void WriteOrientation(const Entity& entity, FieldWriter* out) {
  const Quaternion& q = entity.orientation;
  for (const double number : {q.x, q.y, q.z, q.w}) out->Number(number);
}

template <typename Word, std::size_t kCount>
Word ReadWord(FieldReader* in, const std::array<Word, kCount>& known) {
  const std::string word = in->Line();
  for (const Word candidate : known) {
    if (Name(candidate) == word) return candidate;
  }
  in->Fail("unknown " + std::string(in->field()) + ": " + Quoted(word));
}

void ReadIntent(Entity* entity, FieldReader* in) {
  entity->intent = ReadWord(in, kIntents);
  entity->layout.intent = entity->intent == Intent::kSolid;
}

void ReadSize(Entity* entity, FieldReader* in) {
  for (double* number : {&entity->size.x, &entity->size.y, &entity->size.z}) {
    *number = InRange(*in, in->Number(), std::numeric_limits<double>::min(), kMaxCoordinate);
  }
}

void ReadCell(Entity* entity, FieldReader* in) {
  entity->terrain.cell =
      InRange(*in, in->Number(), std::numeric_limits<double>::min(), kMaxCoordinate);
}

void ReadHeights(Entity* entity, FieldReader* in) {
  std::vector<double>& heights = entity->terrain.heights;
  heights.clear();
  while (!in->AtArrayEnd()) {
    if (heights.size() == kMaxTerrainHeights) in->Fail("too many heights");
    heights.push_back(InRange(*in, in->Number(), -kMaxCoordinate, kMaxCoordinate));
  }
  if (heights.empty()) in->Fail("no heights");
}

void WriteHeights(const Entity& entity, FieldWriter* out) {
  for (const double height : entity.terrain.heights) out->Number(height);
  out->ArrayEnd();
}

void ReadControlPoints(Entity* entity, FieldReader* in) {
  std::vector<ControlPoint>& points = entity->terrain.control_points;
  while (!in->AtArrayEnd()) {
    if (points.size() == kMaxControlPoints) in->Fail("too many control points");
    std::string_view rest = in->Value();
    const auto number = [&](double min, double max) {
      return InRange(*in, in->Decimal(in->Word(&rest)), min, max);
    };
    ControlPoint point;
    point.x = number(-kMaxCoordinate, kMaxCoordinate);
    point.y = number(-kMaxCoordinate, kMaxCoordinate);
    point.height = number(-kMaxCoordinate, kMaxCoordinate);
    point.radius = number(0.0, kMaxCoordinate);
    point.weight = number(kMinPointWeight, kMaxPointWeight);
    if (!rest.empty()) in->Fail("a control point has 5 numbers, this one more: " + Quoted(rest));
    points.push_back(point);
  }
  if (points.empty()) in->Fail("no control points");
}

void WriteControlPoints(const Entity& entity, FieldWriter* out) {
  for (const ControlPoint& point : entity.terrain.control_points) {
    std::string line;
    for (const double number : {point.x, point.y, point.height, point.radius, point.weight}) {
      if (!line.empty()) line += ' ';
      AppendDecimal(&line, number);
    }
    out->Line(line);
  }
  out->ArrayEnd();
}

EntityState ReadState(FieldReader* in) {
  std::string_view rest = in->Value();
  EntityState state;
  state.name = in->Word(&rest);
  for (double* number : {&state.offset.x, &state.offset.y, &state.offset.z}) {
    *number = InRange(*in, in->Decimal(in->Word(&rest)), -kMaxCoordinate, kMaxCoordinate);
  }
  Quaternion& q = state.orientation;
  for (double* number : {&q.x, &q.y, &q.z, &q.w}) *number = in->Decimal(in->Word(&rest));
  CheckRotation(*in, q);
  state.travel_seconds = InRange(*in, in->Decimal(in->Word(&rest)), 0.0, kMaxCoordinate);
  if (!rest.empty()) in->Fail("a state has a name and 8 numbers, this one more: " + Quoted(rest));
  return state;
}

void ReadStates(Entity* entity, FieldReader* in) {
  std::vector<EntityState>& states = entity->states;
  while (!in->AtArrayEnd()) {
    if (states.size() == kMaxStates) in->Fail("too many states");
    EntityState state = ReadState(in);
    const auto is_same = [&](const EntityState& other) { return other.name == state.name; };
    if (std::any_of(states.begin(), states.end(), is_same)) {
      in->Fail("a second state named " + Quoted(state.name));
    }
    states.push_back(std::move(state));
  }
  if (states.empty()) in->Fail("no states");
}

void WriteStates(const Entity& entity, FieldWriter* out) {
  for (const EntityState& state : entity.states) {
    std::string line = state.name;
    const Vec3& offset = state.offset;
    const Quaternion& q = state.orientation;
    for (const double number :
         {offset.x, offset.y, offset.z, q.x, q.y, q.z, q.w, state.travel_seconds}) {
      line += ' ';
      AppendDecimal(&line, number);
    }
    out->Line(line);
  }
  out->ArrayEnd();
}

bool IsBitZero(Vec3 v) {
  return v == Vec3{} && !std::signbit(v.x) && !std::signbit(v.y) && !std::signbit(v.z);
}

bool IsBitIdentity(const Quaternion& q) {
  return q == Quaternion{} && !std::signbit(q.x) && !std::signbit(q.y) && !std::signbit(q.z);
}

// One kind of field. The order of kFields is the order in every file.
struct Field {
  std::string_view name;
  unsigned classes;      // that may have it
  unsigned required_in;  // classes whose files are damaged without it
  bool (*is_written)(const Entity&);
  void (*read)(Entity*, FieldReader*);
  void (*write)(const Entity&, FieldWriter*);
};

bool Always(const Entity&) { return true; }

constexpr unsigned kOriented = kBodies | Bit(EntityClass::kSpawn);
constexpr unsigned kContractsOnly = Bit(EntityClass::kContract);

const std::array kFields{
    Field{"name", kAll, 0, [](const Entity& e) { return !e.name.empty(); },
          [](Entity* e, FieldReader* in) { e->name = in->Line(); },
          [](const Entity& e, FieldWriter* out) { out->Line(e.name); }},
    Field{"position", kAll, 0,
          [](const Entity& e) { return e.layout.position || !IsBitZero(e.position); },
          [](Entity* e, FieldReader* in) { e->position = ReadPlace(in); },
          [](const Entity& e, FieldWriter* out) { out->Triple(e.position); }},
    Field{"orientation", kOriented, 0,
          [](const Entity& e) { return e.layout.orientation || !IsBitIdentity(e.orientation); },
          ReadOrientation, WriteOrientation},
    Field{"visual_mesh", kBodies, 0, [](const Entity& e) { return !e.visual_mesh.empty(); },
          [](Entity* e, FieldReader* in) { e->visual_mesh = in->Line(); },
          [](const Entity& e, FieldWriter* out) { out->Line(e.visual_mesh); }},
    Field{"collision_mesh", kBodies, 0, [](const Entity& e) { return !e.collision_mesh.empty(); },
          [](Entity* e, FieldReader* in) { e->collision_mesh = in->Line(); },
          [](const Entity& e, FieldWriter* out) { out->Line(e.collision_mesh); }},
    Field{"intent", kBodies, 0,
          [](const Entity& e) { return e.layout.intent || e.intent != Intent::kSolid; }, ReadIntent,
          [](const Entity& e, FieldWriter* out) { out->Line(Name(e.intent)); }},
    Field{"size", kSized, kSized, Always, ReadSize,
          [](const Entity& e, FieldWriter* out) { out->Triple(e.size); }},
    Field{"columns", kTerrains, kTerrains, Always,
          [](Entity* e, FieldReader* in) { e->terrain.columns = in->Whole(kMaxTerrainHeights); },
          [](const Entity& e, FieldWriter* out) { out->Whole(e.terrain.columns); }},
    Field{"rows", kTerrains, kTerrains, Always,
          [](Entity* e, FieldReader* in) { e->terrain.rows = in->Whole(kMaxTerrainHeights); },
          [](const Entity& e, FieldWriter* out) { out->Whole(e.terrain.rows); }},
    Field{"cell", kTerrains, kTerrains, Always, ReadCell,
          [](const Entity& e, FieldWriter* out) { out->Number(e.terrain.cell); }},
    Field{"heights", kTerrains, 0, [](const Entity& e) { return !e.terrain.heights.empty(); },
          ReadHeights, WriteHeights},
    Field{"control_points", kTerrains, 0,
          [](const Entity& e) { return !e.terrain.control_points.empty(); }, ReadControlPoints,
          WriteControlPoints},
    Field{"initial_state", kStateful, kStateful, Always,
          [](Entity* e, FieldReader* in) { e->initial_state = in->Line(); },
          [](const Entity& e, FieldWriter* out) { out->Line(e.initial_state); }},
    Field{"states", kStateful, kStateful, Always, ReadStates, WriteStates},
    Field{"contract", kContractsOnly, kContractsOnly, Always,
          [](Entity* e, FieldReader* in) { e->contract = ReadWord(in, kContracts); },
          [](const Entity& e, FieldWriter* out) { out->Line(Name(e.contract)); }},
    Field{"text", Bit(EntityClass::kNote), 0, [](const Entity& e) { return !e.text.empty(); },
          [](Entity* e, FieldReader* in) { e->text = in->Lines(); },
          [](const Entity& e, FieldWriter* out) { out->Lines(e.text); }},
};

EntityClass ReadClass(FieldReader* in) {
  const std::string_view word = in->HeadLine("class");
  for (const ClassName& known : kClassNames) {
    if (known.name == word) return known.kind;
  }
  in->Fail("unknown class: " + Quoted(word));
}

void ReadFields(Entity* entity, FieldReader* in) {
  const unsigned own = Bit(entity->kind);
  std::array<bool, kFields.size()> was_read{};
  while (in->NextField()) {
    std::size_t index = 0;
    while (index < kFields.size() && kFields[index].name != in->field()) ++index;
    if (index == kFields.size() || (kFields[index].classes & own) == 0) {
      in->Fail("a " + std::string(Name(entity->kind)) + " has no field " + Quoted(in->field()));
    }
    if (was_read[index]) in->Fail("a second `" + std::string(in->field()) + "`");
    was_read[index] = true;
    kFields[index].read(entity, in);
  }
  for (std::size_t i = 0; i < kFields.size(); ++i) {
    const std::string_view name = kFields[i].name;
    if ((kFields[i].required_in & own) != 0 && !was_read[i]) {
      in->Fail("`" + std::string(name) + "` is missing");
    }
    if ((kFields[i].classes & own) == 0) continue;
    if (name == "position") entity->layout.position = was_read[i];
    if (name == "orientation") entity->layout.orientation = was_read[i];
  }
}

void CheckTerrain(const HeightGrid& grid, const FieldReader& in) {
  if (grid.columns < 2 || grid.rows < 2) in.Fail("a terrain needs 2 columns and 2 rows");
  const std::uint64_t count = std::uint64_t{grid.columns} * grid.rows;
  if (grid.heights.empty()) {
    if (grid.control_points.empty()) in.Fail("`heights` is missing");
    if (count > kMaxTerrainHeights) in.Fail("the terrain has too many columns and rows");
  } else if (count != grid.heights.size()) {
    in.Fail(std::to_string(grid.columns) + " columns and " + std::to_string(grid.rows) +
            " rows need " + std::to_string(count) + " heights, there are " +
            std::to_string(grid.heights.size()));
  }
  if (std::max(grid.columns, grid.rows) * grid.cell > kMaxCoordinate) {
    in.Fail("the terrain is too large");
  }
  if (const std::string complaint = ComplaintAbout(grid); !complaint.empty()) in.Fail(complaint);
}

// What concerns more than one field.
void CheckWhole(const Entity& entity, const FieldReader& in) {
  if (entity.kind == EntityClass::kTerrain) CheckTerrain(entity.terrain, in);
  const auto is_initial = [&](const EntityState& s) { return s.name == entity.initial_state; };
  if ((Bit(entity.kind) & kStateful) != 0 &&
      std::none_of(entity.states.begin(), entity.states.end(), is_initial)) {
    in.Fail("`initial_state` names no state: " + Quoted(entity.initial_state));
  }
}

}  // namespace

std::string_view Name(EntityClass kind) { return kClassNames[static_cast<std::size_t>(kind)].name; }

std::string_view Name(ContractKind kind) {
  switch (kind) {
    case ContractKind::kMustReach:
      return "must_reach";
    case ContractKind::kMustNotReach:
      return "must_not_reach";
    case ContractKind::kTwoWay:
      return "two_way";
  }
  return "";
}

std::string_view Name(Intent intent) {
  switch (intent) {
    case Intent::kSolid:
      return "solid";
    case Intent::kBlocker:
      return "blocker";
    case Intent::kIntangible:
      return "intangible";
    case Intent::kKill:
      return "kill";
  }
  return "";
}

std::string WriteEntityText(const Entity& entity) {
  FieldWriter out(Name(entity.kind), kFormatVersion, entity.id);
  for (const Field& field : kFields) {
    if ((field.classes & Bit(entity.kind)) == 0 || !field.is_written(entity)) continue;
    out.Field(field.name);
    field.write(entity, &out);
  }
  std::string text = out.Take();

  // Reading it back is the check: nothing is ever written that would cost the entity later.
  const std::string label = "entity " + std::to_string(entity.id);
  Entity back = ParseEntityText(text, label);
  back.layout = entity.layout;
  if (back != entity) {
    throw InputError(label + ": a " + std::string(Name(entity.kind)) +
                     " cannot hold one of its fields");
  }
  return text;
}

Entity ParseEntityText(std::string_view text, std::string_view file_name) {
  FieldReader in(text, file_name);
  Entity entity;
  entity.kind = ReadClass(&in);
  in.ReadVersion(kFormatVersion);
  entity.id = in.ParseWhole(in.HeadLine("id"), kMaxId);
  ReadFields(&entity, &in);
  CheckWhole(entity, in);
  return entity;
}

}  // namespace wm
