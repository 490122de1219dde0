#include "maps/level_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>

#include "maps/entity_text.h"
#include "maps/src/files.h"
#include "maps/src/limits.h"
#include "maps/src/text_fields.h"

namespace wm {
namespace {

constexpr std::uint32_t kFormatVersion = 1;

using NumberField = std::optional<double> LevelDefaults::*;

struct PlayerField {
  std::string_view name;
  NumberField member;
};

constexpr std::array kPlayerFields{
    PlayerField{"player.radius", &LevelDefaults::radius},
    PlayerField{"player.height", &LevelDefaults::height},
    PlayerField{"player.step", &LevelDefaults::step},
    PlayerField{"player.slope_limit_deg", &LevelDefaults::slope_limit_deg},
    PlayerField{"player.skin", &LevelDefaults::skin},
    PlayerField{"player.speed", &LevelDefaults::speed},
    PlayerField{"player.tick_hz", &LevelDefaults::tick_hz},
    PlayerField{"player.gravity", &LevelDefaults::gravity},
    PlayerField{"sweep.spacing", &LevelDefaults::spacing},
};

UpAxis ReadUp(FieldReader* in) {
  const std::string word = in->Line();
  if (word == "y") return UpAxis::kY;
  if (word == "z") return UpAxis::kZ;
  in->Fail("`up` is y or z, not " + Quoted(word));
}

int ReadSectors(FieldReader* in) {
  const std::uint32_t sectors = in->Whole(16);
  if (sectors != 4 && sectors != 8 && sectors != 16) in->Fail("`sweep.sectors` is 4, 8 or 16");
  return static_cast<int>(sectors);
}

double ReadPositive(FieldReader* in) {
  const double value = in->Number();
  if (!(value > 0.0)) in->Fail("`" + std::string(in->field()) + "` is not above 0");
  return value;
}

void ReadField(LevelText* level, FieldReader* in) {
  const std::string_view field = in->field();
  LevelDefaults& defaults = level->defaults;
  if (field == "name") {
    level->name = in->Line();
  } else if (field == "up") {
    level->up = ReadUp(in);
  } else if (field == "metres_per_unit") {
    level->metres_per_unit = ReadPositive(in);
  } else if (field == "sweep.sectors") {
    defaults.sectors = ReadSectors(in);
  } else if (field == "sweep.mover") {
    defaults.mover = in->Line();
  } else if (field == "sweep.backend") {
    defaults.backend = in->Line();
  } else {
    const auto known = std::find_if(kPlayerFields.begin(), kPlayerFields.end(),
                                    [&](const PlayerField& f) { return f.name == field; });
    if (known == kPlayerFields.end()) in->Fail("level.text has no field " + Quoted(field));
    defaults.*(known->member) = in->Number();
  }
}

bool IsEntityFileName(const std::string& name) {
  constexpr std::string_view kEnding = ".entity_text";
  if (!name.ends_with(kEnding) || name.size() == kEnding.size()) return false;
  return std::all_of(name.begin(), name.end() - static_cast<std::ptrdiff_t>(kEnding.size()),
                     [](char c) { return c >= '0' && c <= '9'; });
}

void MakeFolder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(folder.string() + ": cannot be made: " + error.message());
}

}  // namespace

std::string WriteLevelText(const LevelText& level) {
  FieldWriter out("level", kFormatVersion, 0);
  if (!level.name.empty()) {
    out.Field("name");
    out.Line(level.name);
  }
  if (level.up != UpAxis::kByFormat) {
    out.Field("up");
    out.Line(level.up == UpAxis::kY ? "y" : "z");
  }
  if (level.metres_per_unit) {
    out.Field("metres_per_unit");
    out.Number(*level.metres_per_unit);
  }
  const LevelDefaults& defaults = level.defaults;
  for (const PlayerField& field : kPlayerFields) {
    const std::optional<double>& value = defaults.*(field.member);
    if (!value) continue;
    out.Field(field.name);
    out.Number(*value);
  }
  if (defaults.sectors) {
    out.Field("sweep.sectors");
    out.Whole(static_cast<std::uint64_t>(*defaults.sectors));
  }
  if (defaults.mover) {
    out.Field("sweep.mover");
    out.Line(*defaults.mover);
  }
  if (defaults.backend) {
    out.Field("sweep.backend");
    out.Line(*defaults.backend);
  }
  std::string text = out.Take();
  ParseLevelText(text, "level.text");  // nothing is written that could not be read
  return text;
}

LevelText ParseLevelText(std::string_view text, std::string_view file_name) {
  FieldReader in(text, file_name);
  if (const std::string_view word = in.HeadLine("class"); word != "level") {
    in.Fail("a level file begins with `level`, not " + Quoted(word));
  }
  in.ReadVersion(kFormatVersion);
  in.ParseWhole(in.HeadLine("id"), 0);
  LevelText level;
  std::vector<std::string_view> seen;
  while (in.NextField()) {
    if (std::find(seen.begin(), seen.end(), in.field()) != seen.end()) {
      in.Fail("a second `" + std::string(in.field()) + "`");
    }
    seen.push_back(in.field());  // at most as many as there are known fields
    ReadField(&level, &in);
  }
  return level;
}

void WriteLevel(const std::filesystem::path& folder, const LevelText& level,
                std::span<const Entity> entities) {
  // All texts first: nothing is touched where one of them cannot be written.
  const std::string level_text = WriteLevelText(level);
  std::map<std::string, std::string> files;
  for (const Entity& entity : entities) {
    std::string name = std::to_string(entity.id) + ".entity_text";
    if (!files.emplace(std::move(name), WriteEntityText(entity)).second) {
      throw InputError(folder.string() + ": two entities with the id " + std::to_string(entity.id));
    }
  }

  const std::filesystem::path entity_folder = folder / "entities";
  MakeFolder(entity_folder);
  for (const auto& [name, text] : files) ReplaceFile(entity_folder / name, text);
  ReplaceFile(folder / "level.text", level_text);

  std::error_code error;
  std::vector<std::filesystem::path> stale;
  for (const auto& file : std::filesystem::directory_iterator(entity_folder, error)) {
    const std::string name = file.path().filename().string();
    if (IsEntityFileName(name) && !files.contains(name)) stale.push_back(file.path());
  }
  for (const std::filesystem::path& path : stale) std::filesystem::remove(path, error);
}

void WriteLevel(const std::filesystem::path& folder, std::string_view name,
                const LevelDefaults& defaults, std::span<const Entity> entities) {
  LevelText level;
  level.name = name;
  level.defaults = defaults;
  WriteLevel(folder, level, entities);
}

}  // namespace wm
