// This file has the functions that the fuzz targets share.
#define _GNU_SOURCE
#include "fuzz.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bw_error error = {.size = sizeof(bw_error)};

// The sum of all bytes read, so that no compiler removes the reads.
static volatile unsigned char sink;

bool may(bw_status status, const char *call, int line) {
  if (status == BW_OK) return true;
  bool is_a_fault = status == BW_ERROR_INTERNAL || status == BW_ERROR_HANDLE ||
                    status == BW_ERROR_IO || status == BW_ERROR_FORKED ||
                    status == BW_ERROR_MEMORY || status < 0 || status > BW_ERROR_NOT_PERMITTED;
  if (is_a_fault) FAIL("line %d: %s: status %d: %s", line, call, status, error.message);
  return false;
}

static char folder[] = "/tmp/bookworm-fuzz-XXXXXX";

static void remove_folder(void) {
  char command[100];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  if (system(command) != 0) perror(folder);
}

void go_to_a_folder(void) {
  static bool is_there;
  if (is_there) return;
  is_there = true;
  if (!mkdtemp(folder) || chdir(folder) != 0) FAIL("no folder");
  atexit(remove_folder);
}

static bw_open_options options(void) {
  bw_open_options options;
  BW_INIT(options);
  options.cache_size = 2048;
  return options;
}

bw_store *open_empty(void) {
  bw_open_options given = options();
  bw_store *store;
  MUST(bw_store_open(":memory:", -1, &given, &store, &error));
  return store;
}

bw_store *open_preview(void) {
  bw_open_options given = options();
  bw_store *store;
  MUST(bw_store_open_preview(":memory:", -1, &given, &store, &error));
  return store;
}

void check_store(bw_store *store) {
  bw_result *problems;
  int64_t count;
  MUST(bw_store_check(store, &problems, &error));
  MUST(bw_result_count(problems, &count, &error));
  if (count > 0) {
    bw_problem problem;
    BW_INIT(problem);
    MUST(bw_result_get_problem(problems, 0, &problem, &error));
    FAIL("the check finds: %s", problem.text.data);
  }
  MUST(bw_result_free(problems));
}

int64_t count_books(bw_store *store) {
  int64_t count;
  MUST(bw_books_count(store, &count, &error));
  return count;
}

void look_at_text(bw_text text) {
  if (!text.data) return;
  for (int64_t i = 0; i < text.length; i++) sink ^= (unsigned char)text.data[i];
  if (text.data[text.length] != 0) FAIL("a text does not end with NUL");
}

static void look_at_book(const bw_book *book) {
  const bw_text texts[] = {book->title,       book->author,   book->synopsis,  book->review,
                           book->notes,       book->series,   book->currency,  book->picture,
                           book->snippet,     book->subtitle, book->publisher, book->language,
                           book->author_sort, book->format,   book->title_sort};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) look_at_text(texts[i]);
  for (int64_t i = 0; i < book->genre_count; i++) sink ^= (unsigned char)book->genres[i];
  for (int64_t i = 0; i < book->identifier_count; i++) {
    if (book->identifier_schemes) look_at_text(book->identifier_schemes[i]);
    if (book->identifier_values) look_at_text(book->identifier_values[i]);
  }
}

int64_t read_books(bw_result *result) {
  int64_t count;
  MUST(bw_result_count(result, &count, &error));
  for (int64_t i = 0; i < count; i++) {
    bw_book book;
    BW_INIT(book);
    MUST(bw_result_get_book(result, i, &book, &error));
    look_at_book(&book);
  }
  MUST(bw_result_free(result));
  return count;
}

void read_arrow(struct ArrowArrayStream *stream) {
  struct ArrowSchema schema;
  if (stream->get_schema(stream, &schema) == 0) schema.release(&schema);
  for (;;) {
    struct ArrowArray batch;
    if (stream->get_next(stream, &batch) != 0) {
      sink ^= (unsigned char)*stream->get_last_error(stream);
      break;
    }
    if (!batch.release) break;
    batch.release(&batch);
  }
  stream->release(stream);
}

void write_file(const char *path, const void *bytes, size_t size) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || write(file, bytes, size) != (ssize_t)size) FAIL("cannot write %s", path);
  close(file);
}

uint8_t next_byte(struct input *input) {
  if (input->left == 0) return 0;
  input->left--;
  return *input->data++;
}

uint32_t next_number(struct input *input) {
  uint32_t number = next_byte(input);
  number |= (uint32_t)next_byte(input) << 8;
  number |= (uint32_t)next_byte(input) << 16;
  return number | (uint32_t)next_byte(input) << 24;
}
