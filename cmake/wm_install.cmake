# The CMake package: find_package(walk_monster) gives walk_monster::collision, ::maps, ::walk_monster.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/walk_monster)

foreach(module collision maps walk_monster)
  set_target_properties(wm_${module} PROPERTIES EXPORT_NAME ${module})
  install(TARGETS wm_${module} EXPORT walk_monster_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  # Public headers sit directly in a module's folder; what lies deeper is private.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${module}/
          DESTINATION include/walk_monster/${module}
          FILES_MATCHING PATTERN "*.h"
          PATTERN "src" EXCLUDE
          PATTERN "levels" EXCLUDE)
endforeach()
if(TARGET walk_monster)
  install(TARGETS walk_monster RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(EXPORT walk_monster_targets NAMESPACE walk_monster:: DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/walk_monster-config.cmake.in
  ${PROJECT_BINARY_DIR}/walk_monster-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/walk_monster-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/walk_monster-config.cmake
  ${PROJECT_BINARY_DIR}/walk_monster-config-version.cmake
  ${CMAKE_CURRENT_LIST_DIR}/FindBulletFloat.cmake
  DESTINATION ${package_dir})
