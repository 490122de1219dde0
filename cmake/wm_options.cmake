# Compiler settings that every target of the house shares, and how its targets are made.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
# Release keeps its asserts: what we ship is what we test.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(WM_CCACHE ccache)
  if(WM_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${WM_CCACHE})
  endif()
endif()

set(WM_SANITIZE "" CACHE STRING "Sanitizers for every target, as in -fsanitize=")
if(WM_SANITIZE)
  add_compile_options(-fsanitize=${WM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${WM_SANITIZE})
endif()

# The warnings of our own code; never handed on to whoever links a library.
add_library(wm_flags INTERFACE)
target_compile_options(wm_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror)
if(WM_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc warns of its own library's code when a sanitizer stands between it and the proof.
  target_compile_options(wm_flags INTERFACE -Wno-maybe-uninitialized)
endif()

# wm_add_library(NAME [SOURCES file...] [PUBLIC target...] [PRIVATE target...])
# A library of the house. Without sources it is its headers only, so that a module configures from
# its first day.
function(wm_add_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  if(arg_SOURCES)
    set(scope PUBLIC)
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:wm_flags> ${arg_PRIVATE})
  else()
    set(scope INTERFACE)
    add_library(${name} INTERFACE)
  endif()
  target_compile_features(${name} ${scope} cxx_std_20)
  # The same bits from every compiler, in the headers' inline arithmetic too.
  target_compile_options(${name} ${scope} -ffp-contract=off)
  target_include_directories(${name} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include/walk_monster>)
  target_link_libraries(${name} ${scope} ${arg_PUBLIC})
endfunction()

# wm_add_program(NAME [SOURCES file...] [LIBRARIES target...])
# A program of the house; nothing at all while it has no sources.
function(wm_add_program name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES" ${ARGN})
  if(arg_SOURCES)
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE wm_flags ${arg_LIBRARIES})
  endif()
endfunction()
