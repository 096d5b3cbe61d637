// This file declares operations to run while system calls fail: each is a few calls of the library.
#ifndef BOOKWORM_TESTS_FAULT_WORKS_H
#define BOOKWORM_TESTS_FAULT_WORKS_H

#include <bookworm.h>
#include <stdbool.h>

typedef struct {
  const char *name;
  void (*prepare)(void); // in most works ready(), which opens the store
  bw_status (*run)(void);
  bool varies; // a failed run may leave the store with other contents
} work;

extern const work works[];
extern const int work_count;

// The store that an operation uses: NULL if the operation opens or closes it itself.
extern bw_store *store;
extern bw_error error;

// Makes the initial store of each operation.
void make_store(void);
void open_store(void);
// Prepares most operations.
void ready(void);

// large.c
void large_ready(void);
void long_texts_ready(void);
bw_status large_many_links(void);
bw_status large_long_texts(void);
bw_status large_many_conditions(void);
bw_status large_search_line(void);
bw_status large_many_steps(void);
bw_status large_many_handles(void);

#endif
