#include "maps/save_level.h"

#include <cerrno>
#include <fcntl.h>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>

#include <sys/file.h>

#include "maps/entity_text.h"
#include "maps/src/files.h"
#include "maps/src/id_holders.h"
#include "maps/src/level_folder.h"
#include "maps/src/limits.h"
#include "maps/src/merge_marks.h"
#include "maps/src/staged_files.h"

namespace wm {
namespace {

using ById = std::map<std::uint32_t, const Entity*>;

ById Index(std::span<const Entity> entities, const std::filesystem::path& folder) {
  ById by_id;
  for (const Entity& entity : entities) {
    if (by_id.emplace(entity.id, &entity).second) continue;
    throw InputError(folder.string() + ": two entities with the id " + std::to_string(entity.id));
  }
  return by_id;
}

class Saver {
 public:
  explicit Saver(const std::filesystem::path& folder)
      : folder_(folder), holders_(FindIdHolders(folder)) {
    if (!std::filesystem::is_regular_file(folder / "level.text")) {
      throw InputError(folder.string() + ": a folder without level.text is no level");
    }
    MakeEntityFolder();
  }

  void Create(const Entity& now) {
    if (const auto known = holders_.find(now.id); known != holders_.end()) {
      Refuse(Label(known->second.front()),
             "already holds the id " + std::to_string(now.id) + " of a new entity");
    }
    const std::string name = std::to_string(now.id) + std::string(kEntityEnding);
    staged_.Write(PathOf(name), WriteEntityText(now));
    saved_.created.push_back(now.id);
  }

  void Rewrite(const Entity& before, const Entity& now) {
    const std::optional<std::string> name = FileOf(before, &now);
    if (!name) return;
    staged_.Write(PathOf(*name), WriteEntityText(now));
    saved_.rewritten.push_back(now.id);
  }

  void Remove(const Entity& before) {
    if (!holders_.contains(before.id)) return;  // somebody else did
    staged_.Remove(PathOf(*FileOf(before, nullptr)));
    saved_.removed.push_back(before.id);
  }

  SavedEntities Finish() {
    staged_.Commit();
    return std::move(saved_);
  }

 private:
  [[noreturn]] static void Refuse(const std::string& label, const std::string& what) {
    throw InputError(label + ": " + what + "; nothing was saved");
  }

  std::string Label(const std::string& name) const {
    return (folder_ / "entities" / name).string();
  }

  std::filesystem::path PathOf(const std::string& name) const {
    ResolveInside(folder_, "entities/" + name, Label(name));
    return folder_ / "entities" / name;
  }

  void MakeEntityFolder() const {
    const auto entities = ResolveInside(folder_, "entities", folder_.string());
    std::error_code error;
    std::filesystem::create_directory(entities, error);
    if (error) {
      throw InputError((folder_ / "entities").string() + ": cannot be made: " + error.message());
    }
  }

  // The file that holds `before` and nothing else; empty where it holds `now` already.
  std::optional<std::string> FileOf(const Entity& before, const Entity* now) const {
    const std::string own = std::to_string(before.id) + std::string(kEntityEnding);
    const auto known = holders_.find(before.id);
    if (known == holders_.end()) Refuse(Label(own), "was removed since it was loaded");
    std::optional<std::string> found;
    for (const std::string& name : known->second) {
      if (!MergeOwner(name).empty())
        Refuse(Label(name), "a merge left it: the entity is in conflict");
      const std::string text = ReadWholeFile(PathOf(name), Label(name), kMaxTextFile);
      if (MergeMarkLine(text) != 0) Refuse(Label(name), "in conflict");
      const Entity there = Parse(text, name);
      if (there.id != before.id) continue;  // another entity in a file with this one's name
      if (found) Refuse(Label(name), "holds the same id as " + *found);
      if (now != nullptr && there == *now) return std::nullopt;
      if (there != before) Refuse(Label(name), "was changed since it was loaded");
      found = name;
    }
    if (!found) Refuse(Label(own), "was changed since it was loaded");
    return found;
  }

  Entity Parse(const std::string& text, const std::string& name) const {
    try {
      return ParseEntityText(text, Label(name));
    } catch (const InputError& error) {
      throw InputError(std::string(error.what()) + "; nothing was saved");
    }
  }

  const std::filesystem::path folder_;
  const IdHolders holders_;
  StagedFiles staged_;
  SavedEntities saved_;
};

}  // namespace

std::vector<Entity> LoadEntities(const std::filesystem::path& folder, const LogLine& log) {
  LoadOptions options;
  options.log = log;
  return ReadLevelEntities(folder, options);
}

LevelLock::LevelLock(const std::filesystem::path& folder)
    : file_(open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (file_ < 0) {
    throw InputError(folder.string() + ": " + std::generic_category().message(errno));
  }
  while (flock(file_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

LevelLock::~LevelLock() { close(file_); }

SavedEntities SaveEntities(const std::filesystem::path& folder, std::span<const Entity> before,
                           std::span<const Entity> now) {
  const ById old = Index(before, folder);
  const ById wanted = Index(now, folder);
  std::vector<std::pair<const Entity*, const Entity*>> changes;  // before, now; in id order
  for (const auto& [id, entity] : old) {
    const auto kept = wanted.find(id);
    const Entity* after = kept == wanted.end() ? nullptr : kept->second;
    if (after == nullptr || *after != *entity) changes.emplace_back(entity, after);
  }
  for (const auto& [id, entity] : wanted) {
    if (!old.contains(id)) changes.emplace_back(nullptr, entity);
  }
  if (changes.empty()) return {};
  Saver saver(folder);
  for (const auto& [was, is] : changes) {
    if (was == nullptr) {
      saver.Create(*is);
    } else if (is == nullptr) {
      saver.Remove(*was);
    } else {
      saver.Rewrite(*was, *is);
    }
  }
  return saver.Finish();
}

}  // namespace wm
