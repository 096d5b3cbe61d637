// This file replaces glibc's hypotf. glibc 2.35 has a new version of it, which Swift's module of
// glibc calls, though nothing here does. With its own hypotf, the library needs only glibc 2.34,
// which the systems with the longest support have.
#include "CSubstitutes.h"

#include <math.h>

float hypotf(float x, float y) {
  return (float)hypotl(x, y);
}
