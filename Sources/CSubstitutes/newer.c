// This file replaces functions of newer C and C++ libraries. Swift's runtime calls them if it was
// built against those libraries, as Debian's was.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// MARK: glibc 2.38; these differ from the older functions only for binary numbers

// Declared by their symbols, because the plain names may mean the functions in this file.
long old_strtol(const char *text, char **end, int base) __asm__("strtol");
long long old_strtoll(const char *text, char **end, int base) __asm__("strtoll");
int old_vsscanf(const char *text, const char *format, va_list values) __asm__("vsscanf");

long __isoc23_strtol(const char *text, char **end, int base);
long __isoc23_strtol(const char *text, char **end, int base) {
  return old_strtol(text, end, base);
}

long long __isoc23_strtoll(const char *text, char **end, int base);
long long __isoc23_strtoll(const char *text, char **end, int base) {
  return old_strtoll(text, end, base);
}

int __isoc23_sscanf(const char *text, const char *format, ...);
int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int count = old_vsscanf(text, format, values);
  va_end(values);
  return count;
}

// MARK: libstdc++ of GCC 12

_Noreturn void failed_assertion(const char *file, int line, const char *function,
                                const char *text) __asm__("_ZSt21__glibcxx_assert_failPKciS0_S0_");

_Noreturn void failed_assertion(const char *file, int line, const char *function,
                                const char *text) {
  fprintf(stderr, "%s:%d: %s: Assertion '%s' failed.\n", file, line, function, text);
  abort();
}
