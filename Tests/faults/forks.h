// Forks while there is no memory.
#ifndef BOOKWORM_TESTS_FORKS_H
#define BOOKWORM_TESTS_FORKS_H

// How many faults it found; each is printed.
int try_forks(void);

#endif
