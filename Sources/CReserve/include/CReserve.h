// This file declares a reserve of memory for small objects, used when the system has none left.
//
// Swift's runtime ends the process if it gets no memory for an object, an array, a text or its own
// data about a type, and no code of ours can prevent that. So a release is linked to allocate here
// (Package.swift). If the system refuses, the memory comes from a reserve that exists from the
// start, and is returned to it when it is freed. While much of the reserve is in use, calls are
// refused, so that it does not run out.
#ifndef CRESERVE_H
#define CRESERVE_H

#include <stdbool.h>
#include <stdint.h>

// MARK: For reserve_is_short(), which every call uses

enum { reserve_half = 1 << 21 };
extern uint32_t reserve_bytes_used;
bool reserve_has_nothing_behind(void);

/// Whether more than half of the reserve is in use, and the system still refuses memory.
static inline bool reserve_is_short(void) {
  return __atomic_load_n(&reserve_bytes_used, __ATOMIC_RELAXED) > reserve_half &&
         reserve_has_nothing_behind();
}

#endif
