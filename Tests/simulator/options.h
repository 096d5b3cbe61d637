// What the command line says.
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
  // What of them a failing seed needs again.
  const char *mode_text;
};

extern struct options options;

void read_options(int count, char **arguments);
// Whether the time is over.
bool options_are_over(void);

#endif
