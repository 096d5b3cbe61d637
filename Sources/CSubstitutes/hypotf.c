// glibc 2.35 has a hypotf of a new version, and Swift's module of glibc calls it, though nothing
// here does. With one of its own the library needs no newer glibc than 2.34, which the systems of
// longest support have.
#include "CSubstitutes.h"

#include <math.h>

float hypotf(float x, float y) {
  return (float)hypotl(x, y);
}
