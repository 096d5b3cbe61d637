// The only memory that these threads get is the reserve's. They write to it, hand pieces over and
// free them. Built with the thread sanitizer, together with Sources/CReserve/reserve.c: only the
// reserve's lock puts the last use of a piece before its next one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CReserve.h"

// The linker puts these between the library and the system; here the system has no memory.
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);

void *__real_malloc(size_t size) {
  (void)size;
  return NULL;
}
void *__real_calloc(size_t count, size_t size) {
  (void)count;
  return __real_malloc(size);
}
void *__real_realloc(void *memory, size_t size) {
  (void)memory;
  return __real_malloc(size);
}
static void never(void) {
  fputs("the reserve has called the system with its own memory\n", stderr);
  abort();
}
void __real_free(void *memory) {
  (void)memory;
  never();
}
size_t __real_malloc_usable_size(void *memory) {
  (void)memory;
  never();
  return 0;
}
void *__real__Znwm(size_t size) {
  return __real_malloc(size);
}
void *__real__ZnwmSt11align_val_t(size_t size, size_t alignment) {
  (void)alignment;
  return __real_malloc(size);
}
void *__real_swift_slowAlloc(size_t size, size_t mask) {
  (void)mask;
  return __real_malloc(size);
}
void __real_swift_slowDealloc(void *memory, size_t size, size_t mask) {
  (void)size;
  (void)mask;
  __real_free(memory);
}

enum { THREADS = 4, PLACES = 16, ROUNDS = 20000 };

typedef struct {
  uint32_t size;
  unsigned char bytes[];
} piece;

static _Atomic(piece *) places[PLACES];

static piece *filled(uint32_t *random) {
  *random = *random * 1664525 + 1013904223;
  uint32_t size = (*random >> 16) % 900;
  bool grows = *random & 1 << 8;
  piece *made = grows ? __wrap_malloc(sizeof *made) : __wrap_calloc(1, sizeof *made + size);
  if (grows && made) made = __wrap_realloc(made, sizeof *made + size);
  if (!made) return NULL;
  made->size = size;
  memset(made->bytes, (int)size & 0xff, size);
  return made;
}

static void check_and_free(piece *one) {
  for (uint32_t i = 0; i < one->size; i++) {
    if (one->bytes[i] != (one->size & 0xff)) {
      fputs("two threads had the same piece of the reserve\n", stderr);
      abort();
    }
  }
  __wrap_free(one);
}

static void *work(void *number) {
  uint32_t random = (uint32_t)(uintptr_t)number;
  for (int i = 0; i < ROUNDS; i++) {
    piece *made = filled(&random);
    if (!made) abort();
    // Another thread may free it; the order of the two is this program's.
    piece *other =
        atomic_exchange_explicit(&places[(random >> 8) % PLACES], made, memory_order_acq_rel);
    if (other) check_and_free(other);
    if (reserve_is_short()) abort();
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (uintptr_t i = 0; i < THREADS; i++) {
    if (pthread_create(&threads[i], NULL, work, (void *)i) != 0) return 1;
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < PLACES; i++) {
    if (places[i]) check_and_free(places[i]);
  }
  if (reserve_bytes_used != 0) {
    fprintf(stderr, "%u bytes of the reserve are still in use\n", reserve_bytes_used);
    return 1;
  }
  puts("the reserve's pieces were used in order");
  return 0;
}
