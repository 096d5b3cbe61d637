// This file makes one system call fail, or all from one on. This program's own definitions of
// malloc, pwrite and the like replace the C library's, for all code that it has loaded.
#ifndef BOOKWORM_TESTS_FAILING_H
#define BOOKWORM_TESTS_FAILING_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
  FAIL_NOTHING,
  FAIL_ALLOCATION,
  FAIL_CALL,  // any that concerns files and descriptors
  FAIL_WRITE, // of those, what needs room on the disk
  FAIL_OPEN,  // what needs a descriptor
  FAIL_UNLOCK
} failing_kind;

typedef struct {
  failing_kind kind;
  long nth;     // the first to fail, from 1; 0: none, they are counted
  bool goes_on; // all after it fail too
  int reason;   // errno
  size_t least; // of an allocation: smaller ones are not counted
  size_t most;  // nor larger ones
} failing;

// Fails calls from now on, until fail_nothing(), which returns the number of calls of the kind.
void fail(failing what);
long fail_nothing(void);
// How many seconds CLOCK_REALTIME is ahead of the true time.
extern long clock_is_off;

#endif
