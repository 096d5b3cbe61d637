// Functions that stand in the library in the place of glibc's and of Swift's runtime.
#ifndef CSUBSTITUTES_H
#define CSUBSTITUTES_H

#include <stdint.h>

__attribute__((visibility("hidden"))) float hypotf(float x, float y);

__attribute__((visibility("hidden"))) intptr_t
__wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);

#endif
