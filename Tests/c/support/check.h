// This file declares tests and assertions. Each test runs in a process of its own, so that a crash
// fails only one test, and a failed assertion simply ends the process.
#ifndef BOOKWORM_TESTS_CHECK_H
#define BOOKWORM_TESTS_CHECK_H

#include <bookworm.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// For the tests in C++ too.
#ifdef __cplusplus
#define _Noreturn [[noreturn]]
extern "C" {
#endif

// Defines and registers a test. Its name, underscores read as spaces, is a sentence.
#define TEST(name) \
  static void name(void); \
  __attribute__((constructor)) static void register_##name(void) { \
    test_register(__FILE__, #name, name); \
  } \
  static void name(void)

void test_register(const char *file, const char *name, void (*body)(void));
// For tests that are created at run time; the name is copied.
void test_register_with(const char *file, const char *name, void (*body)(const void *),
                        const void *argument);

// The error that tests pass to calls. Prepared before each test.
extern bw_error fault;

// The current step of the test, printed with a failure.
void test_context(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Ends the test.
_Noreturn void test_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Ends the test, which then counts as skipped.
_Noreturn void test_skip(const char *reason);

#define FAIL(...) test_fail(__FILE__, __LINE__, __VA_ARGS__)
#define CHECK(condition) \
  do { \
    if (!(condition)) FAIL("not so: %s", #condition); \
  } while (0)
#define CHECK_INT(actual, expected) check_int(__FILE__, __LINE__, #actual, (actual), (expected))
#define CHECK_STRING(actual, expected) \
  check_string(__FILE__, __LINE__, #actual, (actual), (expected))
#define CHECK_TEXT(actual, expected) check_text(__FILE__, __LINE__, #actual, (actual), (expected))
#define CHECK_ABSENT(text) CHECK((text).data == NULL && (text).length == 0)

// Checks that the call succeeds.
#define OK(call) check_status(__FILE__, __LINE__, #call, (call), BW_OK)
// Checks that the call, made with &fault, fails with this status and fills in the error.
#define FAILS(expected, call) FAILS_AT(expected, NULL, call)
// The same; also checks that the error names the invalid field.
#define FAILS_AT(expected, field, call) \
  do { \
    BW_INIT(fault); \
    bw_status status_ = (call); \
    check_failure(__FILE__, __LINE__, #call, status_, expected, field); \
  } while (0)
// The same; also checks that the error names the invalid byte.
#define FAILS_AT_BYTE(field, byte, call) \
  do { \
    FAILS_AT(BW_ERROR_TEXT, field, call); \
    CHECK_INT(fault.offset, byte); \
  } while (0)
// For a status that comes without an error being filled in.
#define CHECK_STATUS(call, expected) check_status(__FILE__, __LINE__, #call, (call), expected)

void check_int(const char *file, int line, const char *what, long long actual, long long expected);
void check_string(const char *file, int line, const char *what, const char *actual,
                  const char *expected);
void check_text(const char *file, int line, const char *what, bw_text actual, const char *expected);
void check_status(const char *file, int line, const char *what, bw_status actual,
                  bw_status expected);
void check_failure(const char *file, int line, const char *what, bw_status actual,
                   bw_status expected, const char *field);

#ifdef __cplusplus
}
#endif

#endif
