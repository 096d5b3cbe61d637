// This file replaces glibc's hypotf. glibc 2.35 has a new version of hypotf. Swift's Glibc module
// calls it, although no code of ours does. With its own hypotf, the library needs only glibc 2.34,
// the version of the systems with the longest support.
#include "CSubstitutes.h"

#include <math.h>

float hypotf(float x, float y) {
  return (float)hypotl(x, y);
}
