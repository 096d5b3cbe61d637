// Functions that stand in the library in the place of glibc's and of Swift's runtime.
#ifndef CSUBSTITUTES_H
#define CSUBSTITUTES_H

#include <stdint.h>

__attribute__((visibility("hidden"))) float hypotf(float x, float y);

__attribute__((visibility("hidden"))) intptr_t
__wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);
__attribute__((visibility("hidden"))) const char *
__wrap__swift_stdlib_getNameAlias(uint32_t scalar);
__attribute__((visibility("hidden"))) uint16_t __wrap__swift_stdlib_getAge(uint32_t scalar);
__attribute__((visibility("hidden"))) uint8_t __wrap__swift_stdlib_getScript(uint32_t scalar);
__attribute__((visibility("hidden"))) const uint8_t *
__wrap__swift_stdlib_getScriptExtensions(uint32_t scalar, uint8_t *count);
__attribute__((visibility("hidden"))) void __wrap__swift_stdlib_getCaseMapping(uint32_t scalar,
                                                                               uint32_t *folded);

#endif
