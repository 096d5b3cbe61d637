// What Swift's runtime knows of Unicode's characters, and nothing here asks for: their names, such
// as LATIN SMALL LETTER A, with 0.5 MB, and their ages, scripts and folding with 0.04. Where the
// linker puts this in the place of what reads those tables, they stay out of the library.
#include "CSubstitutes.h"

#include <stddef.h>

/// No character has a name.
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar;
  (void)buffer;
  (void)capacity;
  return 0;
}

const char *__wrap__swift_stdlib_getNameAlias(uint32_t scalar) {
  (void)scalar;
  return NULL;
}

/// As of a character that is not assigned.
uint16_t __wrap__swift_stdlib_getAge(uint32_t scalar) {
  (void)scalar;
  return UINT16_MAX;
}

uint8_t __wrap__swift_stdlib_getScript(uint32_t scalar) {
  (void)scalar;
  return 0;
}

const uint8_t *__wrap__swift_stdlib_getScriptExtensions(uint32_t scalar, uint8_t *count) {
  (void)scalar;
  *count = 0;
  return NULL;
}

/// Every character folds to itself: the library folds with tables of its own.
void __wrap__swift_stdlib_getCaseMapping(uint32_t scalar, uint32_t *folded) {
  *folded = scalar;
}
