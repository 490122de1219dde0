# Bullet with float scalars, as the target BulletFloat::BulletFloat. Debian ships a -float64 twin under
# the same headers; its libraries have other names and are never taken.
find_path(BULLET_INCLUDE_DIR btBulletCollisionCommon.h PATH_SUFFIXES bullet)
find_library(BULLET_DYNAMICS_LIBRARY BulletDynamics)
find_library(BULLET_COLLISION_LIBRARY BulletCollision)
find_library(BULLET_MATH_LIBRARY LinearMath)
mark_as_advanced(BULLET_INCLUDE_DIR BULLET_DYNAMICS_LIBRARY BULLET_COLLISION_LIBRARY
                 BULLET_MATH_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(BulletFloat REQUIRED_VARS
  BULLET_COLLISION_LIBRARY BULLET_DYNAMICS_LIBRARY BULLET_MATH_LIBRARY BULLET_INCLUDE_DIR)

if(BulletFloat_FOUND AND NOT TARGET BulletFloat::BulletFloat)
  add_library(BulletFloat::BulletFloat INTERFACE IMPORTED)
  target_include_directories(BulletFloat::BulletFloat SYSTEM INTERFACE ${BULLET_INCLUDE_DIR})
  target_link_libraries(BulletFloat::BulletFloat INTERFACE
    ${BULLET_DYNAMICS_LIBRARY} ${BULLET_COLLISION_LIBRARY} ${BULLET_MATH_LIBRARY})
endif()
