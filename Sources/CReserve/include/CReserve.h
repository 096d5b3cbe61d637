// Memory for small things where the system has none.
//
// Swift's runtime ends the process where it gets no memory for an object, an array, a text, or what
// it notes of a type, and no code of ours can prevent that. So a release is linked to ask here
// (Package.swift): what the system refuses comes from a reserve that is there from the start, and
// goes back there. While much of it is in use, calls are refused, so that it does not run out.
#ifndef CRESERVE_H
#define CRESERVE_H

#include <stdbool.h>
#include <stdint.h>

// MARK: For reserve_is_short(), which every call asks

enum { reserve_half = 1 << 21 };
extern uint32_t reserve_bytes_used;
bool reserve_has_nothing_behind(void);

/// Whether more than half of it is in use, and the system still has nothing to give.
static inline bool reserve_is_short(void) {
  return __atomic_load_n(&reserve_bytes_used, __ATOMIC_RELAXED) > reserve_half &&
         reserve_has_nothing_behind();
}

#endif
