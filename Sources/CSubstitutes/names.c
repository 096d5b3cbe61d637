// The names of Unicode's characters, such as LATIN SMALL LETTER A: Swift's runtime has 0.5 MB of
// them, which nothing here reads. Where the linker puts this in the place of what does, they stay
// out of the library.
#include "CSubstitutes.h"

/// No character has a name.
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar;
  (void)buffer;
  (void)capacity;
  return 0;
}
