// Places and times at which a store cannot work: a full disk, no descriptors, and the like.
#ifndef BOOKWORM_TESTS_PLACES_H
#define BOOKWORM_TESTS_PLACES_H

// How many faults it found; each is printed.
int try_places(void);
// What another process does: adds a book to the store. 0 where it did.
int add_a_book(void);

#endif
