// This file loads libpq's functions.
#include "CPostgres.h"
#include <dlfcn.h>

struct cpostgres_functions cpostgres_functions;

const char *cpostgres_load(const char *library) {
  // Never closed, because the libraries that libpq loads may have threads and handlers.
  void *libpq = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!libpq) return dlerror();
#define F(type, name, parameters, arguments) \
  *(void **)&cpostgres_functions.name = dlsym(libpq, "PQ" #name); \
  if (!cpostgres_functions.name) return dlerror();
  CPOSTGRES_FUNCTIONS(F)
#undef F
  return NULL;
}

int cpostgres_version(void) {
  return cpostgres_functions.libVersion ? cpostgres_functions.libVersion() : 0;
}
