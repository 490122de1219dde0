// Finds the points nearest to a place, while points are being added: for snapping what a person or
// a random strategy names onto what is stored.
//
// Every point is found once; of equals the one added first. One writer, and no reader meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "collision/vec3.h"

namespace wm {

class PointIndex {
 public:
  PointIndex();
  PointIndex(PointIndex&&) noexcept;
  PointIndex& operator=(PointIndex&&) noexcept;
  ~PointIndex();

  // Adds a point and gives its number: 0, 1, 2, ... Throws InputError for a coordinate that is not
  // finite, which would make every later answer wrong.
  std::uint32_t Add(Vec3 point);

  // Takes a point out of all answers, or puts it back. Needs: a number that Add gave.
  void SetPresent(std::uint32_t number, bool present);

  std::size_t size() const;  // points present

  struct Found {
    std::uint32_t number;
    double squared;  // [m^2] distance
  };

  // The `count` nearest points that are present, nearest first; fewer where fewer are.
  std::vector<Found> Nearest(Vec3 place, std::size_t count) const;

  // All present points within `radius` [m], by number.
  std::vector<Found> Within(Vec3 place, double radius) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace wm
