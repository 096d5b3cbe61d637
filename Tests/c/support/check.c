// This file implements the assertions. A failure prints the expected and the actual value, and ends
// the test.
#include "check.h"

#include <unistd.h>

bw_error fault;

// Exit statuses of a test's process, read in runner.c.
enum { EXIT_FAILED = 1, EXIT_SKIPPED = 77 };

static char context[256];

void test_context(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(context, sizeof(context), format, arguments);
  va_end(arguments);
}

void test_fail(const char *file, int line, const char *format, ...) {
  va_list arguments;
  const char *name = strrchr(file, '/');
  printf("    %s:%d: ", name != NULL ? name + 1 : file, line);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  printf("\n");
  if (context[0] != '\0') printf("    (%s)\n", context);
  fflush(stdout);
  _exit(EXIT_FAILED);
}

void test_skip(const char *reason) {
  printf("    skipped: %s\n", reason);
  fflush(stdout);
  _exit(EXIT_SKIPPED);
}

void check_int(const char *file, int line, const char *what, long long actual, long long expected) {
  if (actual == expected) return;
  test_fail(file, line, "%s is %lld, expected %lld", what, actual, expected);
}

void check_string(const char *file, int line, const char *what, const char *actual,
                  const char *expected) {
  if (actual != NULL && strcmp(actual, expected) == 0) return;
  test_fail(file, line, "%s is \"%s\", expected \"%s\"", what, actual == NULL ? "(NULL)" : actual,
            expected);
}

void check_text(const char *file, int line, const char *what, bw_text actual,
                const char *expected) {
  check_string(file, line, what, actual.data, expected);
  check_int(file, line, what, actual.length, (long long)strlen(expected));
}

void check_status(const char *file, int line, const char *what, bw_status actual,
                  bw_status expected) {
  if (actual == expected) return;
  test_fail(file, line, "%s is %s, expected %s (field \"%s\": %s)", what, bw_status_name(actual),
            bw_status_name(expected), fault.field, fault.message);
}

void check_failure(const char *file, int line, const char *what, bw_status actual,
                   bw_status expected, const char *field) {
  check_status(file, line, what, actual, expected);
  check_int(file, line, "fault.status", fault.status, expected);
  check_int(file, line, "fault.size", fault.size, sizeof(fault));
  if (memchr(fault.message, 0, sizeof(fault.message)) == NULL || fault.message[0] == '\0')
    test_fail(file, line, "%s: the message is empty or has no end", what);
  if (memchr(fault.field, 0, sizeof(fault.field)) == NULL)
    test_fail(file, line, "%s: the field has no end", what);
  if (field != NULL) check_string(file, line, "fault.field", fault.field, field);
}
