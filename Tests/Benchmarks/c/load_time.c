// Prints how long dlopen() of a library lasts in a fresh process, in milliseconds.
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  double start = now();
  if (dlopen(argv[1], RTLD_NOW) == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  printf("%.3f\n", now() - start);
  return 0;
}
