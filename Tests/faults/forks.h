// This file declares tests that fork without memory.
#ifndef BOOKWORM_TESTS_FORKS_H
#define BOOKWORM_TESTS_FORKS_H

// Returns the number of faults found; each is printed.
int try_forks(void);

#endif
