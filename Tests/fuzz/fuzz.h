// This file declares the functions that the fuzz targets share. Each target is one file with
// LLVMFuzzerTestOneInput().
#ifndef BOOKWORM_FUZZ_H
#define BOOKWORM_FUZZ_H

#include <bookworm.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern bw_error error;

#define FAIL(...) \
  do { \
    fprintf(stderr, "%s:%d: ", __FILE__, __LINE__); \
    fprintf(stderr, __VA_ARGS__); \
    fputc('\n', stderr); \
    abort(); \
  } while (0)

// Fails unless the call succeeded, which it must do for any input.
#define MUST(call) \
  do { \
    bw_status must_be_ok = (call); \
    if (must_be_ok != BW_OK) FAIL("%s: status %d: %s", #call, must_be_ok, error.message); \
  } while (0)

// Fails if the call reports a fault of the library or the system; it may refuse the input. Returns
// whether it succeeded.
#define MAY(call) may((call), #call, __LINE__)
bool may(bw_status status, const char *call, int line);

// The folder of this process, which becomes its working directory.
void go_to_a_folder(void);
bw_store *open_empty(void);
bw_store *open_preview(void);
// Fails if bw_store_check() finds a problem.
void check_store(bw_store *store);
int64_t count_books(bw_store *store);
// Reads every byte that the result lends, and frees it.
int64_t read_books(bw_result *result);
void read_arrow(struct ArrowArrayStream *stream);
void look_at_text(bw_text text);
void write_file(const char *path, const void *bytes, size_t size);

// Returns the input byte by byte, and 0 after its end.
struct input {
  const uint8_t *data;
  size_t left;
};
uint8_t next_byte(struct input *input);
uint32_t next_number(struct input *input);

#endif
