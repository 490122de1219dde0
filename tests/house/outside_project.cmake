# Installs the build into a folder of its own, builds the outside project against it, runs it and
# checks what it prints.
#   cmake -D BUILD=... -D PROJECT=... -D WORK=... -D COMPILER=... -D FLAGS=... -P outside_project.cmake
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output
                  ERROR_VARIABLE output COMMAND_ECHO STDOUT)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -S ${PROJECT} -B ${WORK}/build -G Ninja -D CMAKE_BUILD_TYPE=Release
    -D CMAKE_CXX_COMPILER=${COMPILER} "-D CMAKE_CXX_FLAGS=${FLAGS}"
    -D CMAKE_PREFIX_PATH=${WORK}/prefix)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/outside_project ${PROJECT}/yard.obj ${WORK}/yard.db)
set(printed "${output}")
run(${WORK}/prefix/bin/walk_monster info ${WORK}/yard.db)
set(output "${printed}${output}")

foreach(expected "reached at -3.00 4.00 before nothing\n"
                 "blocked at 4.[56][0-9] 0.00 before wall\n"
                 "no level: [^\n]*no such level[^\n]*\n"
                 "complete: [0-9]+ points, [89][0-9] m2\n"
                 "mover +hovercraft on bullet\n")
  if(NOT output MATCHES "${expected}")
    message(FATAL_ERROR "expected ${expected}in\n${output}")
  endif()
endforeach()
message("${output}")
