// This file loads copies of a shared library.
#define _GNU_SOURCE
#include "library.h"
#include "processes.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

// The loader treats two names of one file as one library, so each copy is a file of its own.
void *load_copy(const char *path) {
  int from = open(path, O_RDONLY | O_CLOEXEC);
  int to = memfd_create("library", MFD_CLOEXEC);
  struct stat status;
  if (from < 0 || to < 0 || fstat(from, &status) != 0) give_up("cannot read %s", path);
  for (off_t done = 0; done < status.st_size;) {
    if (sendfile(to, from, &done, (size_t)(status.st_size - done)) <= 0) {
      give_up("cannot copy %s", path);
    }
  }
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", to);
  void *loaded = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!loaded) give_up("%s", dlerror());
  close(from);
  // `to` stays open, so that the next copy gets another name.
  return loaded;
}

void *find_symbol(void *loaded, const char *name) {
  void *found = dlsym(loaded, name);
  if (!found) give_up("%s", dlerror());
  return found;
}

void find_calls(struct library *library, void *loaded) {
#define X(name) \
  { \
    void *found = find_symbol(loaded, "bw_" #name); \
    memcpy(&library->name, &found, sizeof found); \
  }
  LIBRARY_CALLS(X)
#undef X
}
