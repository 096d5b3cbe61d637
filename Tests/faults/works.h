// What a store does while calls fail: each work is a few calls of the library.
#ifndef BOOKWORM_TESTS_FAULT_WORKS_H
#define BOOKWORM_TESTS_FAULT_WORKS_H

#include <bookworm.h>
#include <stdbool.h>

typedef struct {
  const char *name;
  void (*prepare)(void); // NULL: the store is open, and there is a query for all books
  bw_status (*run)(void);
  bool varies; // what the store holds is not the same before, or after a part of it
} work;

extern const work works[];
extern const int work_count;

// The store that a work uses: NULL where it opens or closes it by itself.
extern bw_store *store;
extern bw_error error;

// Makes the store that each work begins with.
void make_store(void);
void open_store(void);
// What most works begin with.
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
