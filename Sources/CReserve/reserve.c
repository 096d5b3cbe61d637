// This file implements the reserve, and replaces the runtime's functions for memory.
#include "CReserve.h"

#include <malloc.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { unit = 64 };
enum { units = 2 * reserve_half / unit };

uint32_t reserve_bytes_used;

bool reserve_has_nothing_behind(void) {
  void *probe = malloc(reserve_half);
  free(probe);
  return probe == NULL;
}

#ifdef RESERVE_IS_LINKED

// 4 MiB of address space. The system provides no pages for it until it is used.
static _Alignas(unit) unsigned char reserve[units][unit];
// The number of units in the piece that begins here; 0 elsewhere.
static uint32_t lengths[units];
// No unit from here on is in use.
static uint32_t end;
static bool is_locked;

static void lock(void) {
  while (__atomic_test_and_set(&is_locked, __ATOMIC_ACQUIRE)) {
  }
}

static void unlock(void) {
  __atomic_clear(&is_locked, __ATOMIC_RELEASE);
}

// A fork must not happen while another thread holds the lock: the child lacks that thread and would
// wait without limit. The handlers are registered when the library is loaded. So they lock after
// all other handlers of the library, and unlock before the others, which may need memory.
__attribute__((constructor)) static void outlast_forks(void) {
  pthread_atfork(lock, unlock, unlock);
}

static bool is_ours(const void *memory) {
  return (uintptr_t)memory - (uintptr_t)reserve < sizeof reserve;
}

static uint32_t place_of(const void *memory) {
  return (uint32_t)(((uintptr_t)memory - (uintptr_t)reserve) / unit);
}

// Takes the first gap that is large enough.
static void *take(size_t size) {
  if (size >= sizeof reserve) return NULL;
  uint32_t wanted = (uint32_t)(size / unit) + 1;
  lock();
  uint32_t place = 0;
  uint32_t room = 0;
  while (room < wanted && place + room < end) {
    uint32_t length = lengths[place + room];
    if (length == 0) {
      room++;
    } else {
      place += room + length;
      room = 0;
    }
  }
  bool fits = place + wanted <= units;
  if (fits) {
    lengths[place] = wanted;
    __atomic_fetch_add(&reserve_bytes_used, wanted * unit, __ATOMIC_RELAXED);
    if (end < place + wanted) end = place + wanted;
  }
  unlock();
  return fits ? reserve[place] : NULL;
}

static void give_back(const void *memory) {
  lock();
  uint32_t place = place_of(memory);
  uint32_t size = lengths[place] * unit;
  lengths[place] = 0;
  if (__atomic_sub_fetch(&reserve_bytes_used, size, __ATOMIC_RELAXED) == 0) end = 0;
  unlock();
}

// MARK: The C and C++ library. SQLite and code that checks allocations need only small pieces

enum { small = 1024 };

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
size_t __real_malloc_usable_size(void *memory);
void *__real__Znwm(size_t size);
void *__real__ZnwmSt11align_val_t(size_t size, size_t alignment);

void *__wrap_malloc(size_t size) {
  void *memory = __real_malloc(size);
  return memory || size > small ? memory : take(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  void *memory = __real_calloc(count, size);
  if (memory || count > small || size > small || count * size > small) return memory;
  memory = take(count * size);
  return memory ? memset(memory, 0, count * size) : NULL;
}

size_t __wrap_malloc_usable_size(void *memory) {
  if (is_ours(memory)) return (size_t)lengths[place_of(memory)] * unit;
  return __real_malloc_usable_size(memory);
}

void __wrap_free(void *memory) {
  if (is_ours(memory)) {
    give_back(memory);
  } else {
    __real_free(memory);
  }
}

void *__wrap_realloc(void *memory, size_t size) {
  if (!is_ours(memory)) {
    void *larger = __real_realloc(memory, size);
    if (larger || size > small || size == 0) return larger;
  }
  void *other = __wrap_malloc(size);
  if (other && memory) {
    size_t before = __wrap_malloc_usable_size(memory);
    memcpy(other, memory, before < size ? before : size);
    __wrap_free(memory);
  }
  return other;
}

// In C++, only Swift's runtime calls these functions, and it ends the process if they fail,
// whatever the size. The memory holds its tables of types and conformances.
void *__wrap__Znwm(size_t size) {
  void *memory = __real_malloc(size);
  if (memory == NULL) memory = take(size);
  return memory ? memory : __real__Znwm(size);
}

void *__wrap__ZnwmSt11align_val_t(size_t size, size_t alignment) {
  void *memory = NULL;
  size_t least = alignment < sizeof(void *) ? sizeof(void *) : alignment;
  if (posix_memalign(&memory, least, size) != 0) memory = alignment <= unit ? take(size) : NULL;
  return memory ? memory : __real__ZnwmSt11align_val_t(size, alignment);
}

// Memory that is deleted here was allocated by the functions above, so it can be freed like memory
// from malloc().
void __wrap__ZdlPvmSt11align_val_t(void *memory, size_t size, size_t alignment) {
  (void)size;
  (void)alignment;
  __wrap_free(memory);
}

void __wrap__ZdlPv(void *memory) {
  __wrap_free(memory);
}

void __wrap__ZdlPvm(void *memory, size_t size) {
  (void)size;
  __wrap_free(memory);
}

// MARK: Swift's runtime, which cannot do without memory. A mask of all bits means no alignment

void *__real_swift_slowAlloc(size_t size, size_t mask);
void __real_swift_slowDealloc(void *memory, size_t size, size_t mask);

void *__wrap_swift_slowAlloc(size_t size, size_t mask) {
  bool is_plain = mask < _Alignof(max_align_t) || mask == SIZE_MAX;
  void *memory = NULL;
  if (is_plain) {
    memory = __real_malloc(size);
  } else if (posix_memalign(&memory, mask + 1, size) != 0) {
    memory = NULL;
  }
  if (memory == NULL && (is_plain || mask < unit)) memory = take(size);
  // Without memory, this call ends the process.
  return memory ? memory : __real_swift_slowAlloc(size, mask);
}

void __wrap_swift_slowDealloc(void *memory, size_t size, size_t mask) {
  if (is_ours(memory)) {
    give_back(memory);
  } else {
    __real_swift_slowDealloc(memory, size, mask);
  }
}

#endif
