// This target replaces bytes of a store's file and its log. Whatever they contain, every call
// returns and reads only existing memory.
#define _GNU_SOURCE
#include "fuzz.h"

#include <string.h>
#include <unistd.h>

struct contents {
  uint8_t *bytes;
  size_t size;
};

// A store that was closed, and a store with its log.
static struct contents closed, open_store, its_log;

static struct contents contents_of(const char *path) {
  FILE *file = fopen(path, "rb");
  struct contents contents = {malloc(1 << 22), 0};
  if (!file || !contents.bytes) FAIL("no %s", path);
  contents.size = fread(contents.bytes, 1, 1 << 22, file);
  fclose(file);
  return contents;
}

static void make_stores(void) {
  go_to_a_folder();
  bw_store *store;
  MUST(bw_store_open("made", -1, NULL, &store, &error));
  for (int i = 0; i < 12; i++) {
    char title[32];
    snprintf(title, sizeof title, "The title %d", i);
    bw_text genres[] = {{"Fantasy", -1}, {"Own", -1}};
    bw_text schemes[] = {{"isbn", -1}}, values[] = {{"9780441172719", -1}};
    bw_book book;
    BW_INIT(book);
    book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_GENRE_NAMES | BW_BOOK_RATING |
                  BW_BOOK_REVIEW | BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES |
                  BW_BOOK_STATUS | BW_BOOK_FINISHED;
    book.title = (bw_text){title, -1};
    book.author = (bw_text){i % 3 ? "An author" : "Another", -1};
    book.genre_names = genres;
    book.genre_name_count = 1 + i % 2;
    book.rating = i % 6;
    book.review = (bw_text){"A review of some words", -1};
    book.identifier_schemes = schemes;
    book.identifier_values = values;
    book.identifier_count = 1;
    book.status = BW_BOOK_STATUS_COMPLETED;
    book.finished = 20260101 + i;
    MUST(bw_book_create(store, &book, NULL, &error));
  }
  open_store = contents_of("made");
  its_log = contents_of("made-wal");
  MUST(bw_store_close(store, &error));
  closed = contents_of("made");
}

// Replaces bytes. The input has, again and again, a place in four bytes, a length, and that many
// bytes.
static void replace(struct input *input, struct contents file, struct contents log) {
  while (input->left > 5) {
    uint32_t place = next_number(input);
    struct contents *changed = place >> 31 && log.size ? &log : &file;
    for (int length = next_byte(input) % 32; length > 0 && input->left > 0; length--, place++) {
      changed->bytes[(place & 0x7FFFFFFF) % changed->size] = next_byte(input);
    }
  }
}

static struct contents copy_of(struct contents original) {
  struct contents copy = {malloc(original.size), original.size};
  if (!copy.bytes) FAIL("no memory");
  memcpy(copy.bytes, original.bytes, original.size);
  return copy;
}

static void read_all(bw_store *store) {
  bw_query *query;
  bw_result *result;
  int64_t count;
  MUST(bw_query_new(&query, &error));
  MUST(bw_query_set_fields(query, BW_FIELDS_ALL, &error));
  if (MAY(bw_query_run(store, query, &result, &error))) read_books(result);
  struct ArrowArrayStream arrow;
  if (MAY(bw_query_export_arrow(store, query, &arrow, &error))) read_arrow(&arrow);
  MUST(bw_query_free(query));
  for (int key = BW_SORT_TITLE; key <= BW_SORT_EDITION_YEAR; key++) {
    MUST(bw_query_new(&query, &error));
    MUST(bw_query_order_by(query, (bw_sort_key)key, (bw_direction)(key & 1), &error));
    MUST(bw_query_set_limit(query, 3, &error));
    if (key % 2) MUST(bw_query_search(query, "the a*", -1, 0, BW_MATCH_ALL, &error));
    if (MAY(bw_query_run(store, query, &result, &error))) read_books(result);
    MAY(bw_query_count(store, query, &count, &error));
    MUST(bw_query_free(query));
  }
  if (MAY(bw_genres_list(store, &result, &error))) MUST(bw_result_free(result));
  for (int group = BW_GROUP_GENRE; group <= BW_GROUP_ROLE; group++) {
    if (MAY(bw_store_list_statistics(store, NULL, (bw_group)group, &result, &error))) {
      MUST(bw_result_free(result));
    }
  }
  for (int64_t id = 0; id < 4; id++) {
    if (MAY(bw_book_list_quotes(store, id, &result, &error))) MUST(bw_result_free(result));
    if (MAY(bw_book_list_readings(store, id, &result, &error))) MUST(bw_result_free(result));
    if (MAY(bw_genre_list_books(store, id, 0, &result, &error))) read_books(result);
  }
  if (MAY(bw_store_check(store, &result, &error))) MUST(bw_result_free(result));
}

static void write_some(bw_store *store) {
  bw_book book;
  BW_INIT(book);
  book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_REVIEW;
  book.title = book.author = book.review = (bw_text){"New words", -1};
  MAY(bw_book_create(store, &book, NULL, &error));
  for (int64_t id = 1; id < 4; id++) {
    MAY(bw_book_set_rating(store, id, 2, &error));
    MAY(bw_book_update(store, id, &book, 0, &error));
    MAY(bw_book_set_status(store, id, BW_BOOK_STATUS_COMPLETED, 20200101, &error));
    MAY(bw_book_toggle_genre(store, id, 2, NULL, &error));
  }
  MAY(bw_store_undo(store, NULL, &error));
  MAY(bw_genre_rename(store, 1, "Renamed", -1, &error));
  MAY(bw_genre_delete(store, 2, &error));
  MAY(bw_book_delete(store, 3, &error));
  MAY(bw_store_undo(store, NULL, &error));
  MAY(bw_store_rebuild(store, &error));
  MAY(bw_store_compact(store, &error));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!closed.bytes) make_stores();
  struct input input = {data, size};
  uint8_t options = next_byte(&input);
  bool has_log = options & 1;
  struct contents file = copy_of(has_log ? open_store : closed);
  struct contents log = has_log ? copy_of(its_log) : (struct contents){0};
  replace(&input, file, log);
  unlink("store-shm");
  unlink("store-wal");
  unlink("store");
  write_file("store", file.bytes, file.size - (options & 2 ? 512 : 0));
  if (has_log) write_file("store-wal", log.bytes, log.size);
  free(file.bytes);
  free(log.bytes);

  bw_open_options open_options;
  BW_INIT(open_options);
  open_options.cache_size = 512;
  open_options.busy_timeout = 50;
  open_options.durability = BW_DURABILITY_NORMAL;
  open_options.read_only = options >> 2 & 1;
  bw_store *store;
  if (!MAY(bw_store_open("store", -1, &open_options, &store, &error))) return 0;
  read_all(store);
  write_some(store);
  read_all(store);
  MUST(bw_store_close(store, &error));
  return 0;
}
