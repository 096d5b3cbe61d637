// This file declares tests of a store that cannot work: a full disk, no descriptors, and the like.
#ifndef BOOKWORM_TESTS_PLACES_H
#define BOOKWORM_TESTS_PLACES_H

// Returns the number of faults found; each is printed.
int try_places(void);
// Adds a book to the store, as the other process. 0 on success.
int add_a_book(void);

#endif
