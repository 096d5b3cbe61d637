// This file reads the command line.
#define _GNU_SOURCE
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct options options = {.first = 1, .seeds = 1000, .most_failures = 5, .mode_text = ""};

static double started;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static const char usage[] =
    "usage: simulator --library FILE --sqlite FILE [OPTION...]\n"
    "  --seeds N        runs N seeds (1000)\n"
    "  --from N         beginning with this one (1)\n"
    "  --minutes N      stops after so long\n"
    "  --jobs N         so many at a time (one for each processor)\n"
    "  --seed N         runs this one, and prints what it did\n"
    "  --failures N     stops after so many that failed (5)\n"
    "  --process-locks  locks belong to the process, and a close of the file drops them\n"
    "  --sqlite-alone   the system's SQLite in the library's place\n";

void read_options(int count, char **arguments) {
  static const struct option all[] = {
      {"library", required_argument, NULL, 'l'},
      {"sqlite", required_argument, NULL, 'q'},
      {"seeds", required_argument, NULL, 'n'},
      {"from", required_argument, NULL, 'f'},
      {"minutes", required_argument, NULL, 'm'},
      {"jobs", required_argument, NULL, 'j'},
      {"seed", required_argument, NULL, 's'},
      {"failures", required_argument, NULL, 'x'},
      {"process-locks", no_argument, NULL, 'p'},
      {"sqlite-alone", no_argument, NULL, 'a'},
      {0},
  };
  options.jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
  int option;
  while ((option = getopt_long(count, arguments, "", all, NULL)) != -1) {
    switch (option) {
    case 'l':
      options.library = optarg;
      break;
    case 'q':
      options.sqlite = optarg;
      break;
    case 'n':
      options.seeds = strtoull(optarg, NULL, 10);
      break;
    case 'f':
      options.first = strtoull(optarg, NULL, 10);
      break;
    case 'm':
      options.minutes = atof(optarg);
      options.seeds = UINT64_MAX / 2;
      break;
    case 'j':
      options.jobs = atoi(optarg);
      break;
    case 's':
      options.first = strtoull(optarg, NULL, 10);
      options.seeds = 1;
      options.shows_trace = true;
      break;
    case 'x':
      options.most_failures = strtoull(optarg, NULL, 10);
      break;
    case 'p':
      options.process_locks = true;
      options.mode_text = " --process-locks";
      break;
    case 'a':
      options.sqlite_alone = true;
      options.mode_text = " --sqlite-alone";
      break;
    default:
      fputs(usage, stderr);
      exit(2);
    }
  }
  if (!options.library || !options.sqlite || optind != count || options.jobs < 1 ||
      options.jobs > 64) {
    fputs(usage, stderr);
    exit(2);
  }
  started = now();
}

bool options_are_over(void) {
  return options.minutes > 0 && now() - started > options.minutes * 60;
}
