// This file declares the options of the command line.
#ifndef BOOKWORM_SIMULATOR_OPTIONS_H
#define BOOKWORM_SIMULATOR_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct options {
  const char *library, *sqlite;
  uint64_t first, seeds, most_failures;
  double minutes;
  int jobs;
  bool process_locks, sqlite_alone, shows_trace;
  // The options that are needed to run a failing seed again.
  const char *mode_text;
};

extern struct options options;

void read_options(int count, char **arguments);
// Whether the time is over.
bool options_are_over(void);

#endif
