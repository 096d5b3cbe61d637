// This file has main() of the measured C programs, which reads one command per line, executes it,
// and answers in JSON.
//
//   program STORE GENRES.tsv BOOKS.tsv       then on standard input:  work count seed
//   program STORE                            reads the store's first page, answers and ends
//
// The driver starts every peer once and queries them in turn, so that a slow minute of the machine
// affects all of them alike.
#include "harness.h"

#include <time.h>
#include <unistd.h>

static const char *store_path;
static data books;
static page cursor_page;
static int64_t cursor_place = -1;

_Noreturn void fail(const char *what, const char *why) {
  fprintf(stderr, "benchmark: %s: %s\n", what, why);
  exit(1);
}

double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static char *read_whole(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail(path, "cannot be opened");
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*size + 1);
  if (bytes == NULL || fread(bytes, 1, *size, file) != *size) fail(path, "cannot be read");
  bytes[*size] = 0;
  fclose(file);
  return bytes;
}

/** Returns the text up to the next `end`, which is replaced by a NUL. */
static text cut(char **at, char end) {
  char *start = *at, *stop = strchr(start, end);
  if (stop == NULL) fail("generated books", "a line is cut short");
  *stop = 0;
  *at = stop + 1;
  return (text){start, stop - start};
}

static int64_t count_lines(const char *bytes) {
  int64_t count = 0;
  for (const char *c = bytes; (c = strchr(c, '\n')) != NULL; c++) count++;
  return count;
}

static void load(const char *genres_path, const char *books_path) {
  size_t size;
  char *at = read_whole(genres_path, &size);
  books.genre_count = count_lines(at);
  books.genres = calloc((size_t)books.genre_count, sizeof(genre_row));
  for (int64_t i = 0; i < books.genre_count; i++) {
    books.genres[i].name = cut(&at, '\t');
    books.genres[i].colour = cut(&at, '\n');
  }
  at = read_whole(books_path, &size);
  books.count = count_lines(at);
  books.rows = calloc((size_t)books.count, sizeof(row));
  for (int64_t i = 0; i < books.count; i++) {
    row *r = &books.rows[i];
    r->title = cut(&at, '\t');
    r->author = cut(&at, '\t');
    r->review = cut(&at, '\t');
    r->rating = atoi(cut(&at, '\t').data);
    r->favourite = atoi(cut(&at, '\t').data);
    text year = cut(&at, '\t');
    r->year = year.length == 0 ? ABSENT : atoi(year.data);
    r->genres[0] = atoll(cut(&at, '\t').data);
    r->genres[1] = atoll(cut(&at, '\n').data);
  }
}

/** A fixed stream of numbers, the same for every peer (xorshift*). */
static uint64_t draw(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * UINT64_C(2685821657736338717);
}

static int64_t draw_id(uint64_t *state) {
  return (int64_t)(draw(state) >> 11) % books.count + 1;
}

static uint32_t crc_table[256];

static uint32_t crc(uint32_t sum, const char *bytes, int64_t length) {
  if (crc_table[1] == 0) {
    for (uint32_t i = 0; i < 256; i++) {
      uint32_t c = i;
      for (int bit = 0; bit < 8; bit++) c = (c & 1) != 0 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
      crc_table[i] = c;
    }
  }
  sum = ~sum;
  for (int64_t i = 0; i < length; i++) {
    sum = crc_table[(sum ^ (uint8_t)bytes[i]) & 0xFF] ^ (sum >> 8);
  }
  return ~sum;
}

/** Hashes one line per book: the same text that the Python programs hash. */
static void verify_row(int64_t id, const row *r, void *context) {
  uint32_t *sum = context;
  char number[96];
  int length = snprintf(number, sizeof number, "%lld\t", (long long)id);
  *sum = crc(*sum, number, length);
  *sum = crc(crc(*sum, r->title.data, r->title.length), "\t", 1);
  *sum = crc(crc(*sum, r->author.data, r->author.length), "\t", 1);
  *sum = crc(*sum, r->review.data, r->review.length);
  length = snprintf(number, sizeof number, "\t%d\t%d\t%d\t%lld,%lld\n", r->rating, r->favourite,
                    r->year == ABSENT ? -9999 : r->year, (long long)r->genres[0],
                    (long long)r->genres[1]);
  *sum = crc(*sum, number, length);
}

typedef struct outcome {
  double seconds;
  int64_t operations;
  uint64_t check;
} outcome;

static uint64_t sum_page(const page *p) {
  uint64_t sum = (uint64_t)p->count;
  for (int64_t i = 0; i < p->count; i++) sum = sum * 31 + (uint64_t)p->ids[i];
  return sum;
}

static void make_store(void) {
  char name[4096];
  const char *suffixes[] = {"", "-wal", "-shm"};
  peer_close_store();
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
    snprintf(name, sizeof name, "%s%s", store_path, suffixes[i]);
    unlink(name);
  }
  peer_create_store(store_path, &books);
}

static outcome do_make_store(void) {
  make_store();
  peer_close_store();
  return (outcome){0, 1, 0};
}

/** The ratings of the store's books. */
static uint8_t *ratings;

static void note_ratings(void) {
  if (ratings == NULL) ratings = calloc((size_t)books.count, 1);
  if (ratings == NULL) fail("ratings", "no memory");
  for (int64_t i = 0; i < books.count; i++) ratings[i] = (uint8_t)books.rows[i].rating;
}

/** Continues with an existing store. */
static outcome do_open(void) {
  peer_open_store(store_path);
  note_ratings();
  return (outcome){0, 1, 0};
}

static outcome do_create(int64_t batch) {
  make_store();
  note_ratings();
  double start = now();
  for (int64_t from = 0; from < books.count; from += batch) {
    int64_t left = books.count - from;
    peer_create(books.rows + from, left < batch ? left : batch);
  }
  double seconds = now() - start;
  peer_close_store(); /* the last close checkpoints the log: all peers continue from there */
  peer_open_store(store_path);
  return (outcome){seconds, books.count, (uint64_t)books.count};
}

static outcome do_create_one(int64_t count) {
  double start = now();
  for (int64_t i = 0; i < count; i++) peer_create(books.rows + i % books.count, 1);
  return (outcome){now() - start, count, (uint64_t)count};
}

static outcome do_read(int64_t count, uint64_t seed, int in_transaction) {
  uint64_t sum = 0;
  double start = now();
  if (in_transaction) peer_begin_reading();
  for (int64_t i = 0; i < count; i++) sum += peer_read(draw_id(&seed));
  if (in_transaction) peer_end_reading();
  return (outcome){now() - start, count, sum};
}

static outcome do_rate(int64_t count, uint64_t seed, int in_transaction) {
  double start = now();
  if (in_transaction) peer_begin_writing();
  for (int64_t i = 0; i < count; i++) {
    int64_t id = draw_id(&seed);
    /* A rating other than the current one: a peer that detects unchanged values would have nothing
     * to do. */
    ratings[id - 1] = ratings[id - 1] % 5 + 1;
    peer_rate(id, ratings[id - 1]);
  }
  if (in_transaction) peer_commit_writing();
  return (outcome){now() - start, count, (uint64_t)count};
}

static outcome do_pages(const char *work, int64_t count) {
  page p;
  uint64_t sum = 0;
  int64_t middle = books.count / 2;
  memset(&p, 0, sizeof p);
  if (strcmp(work, "page-deep") == 0 && cursor_place != middle) {
    peer_cursor_at(&cursor_page, middle);
    cursor_place = middle;
  }
  double start = now();
  for (int64_t i = 0; i < count; i++) {
    if (strcmp(work, "page-first") == 0) {
      peer_first_page(&p);
    } else if (strcmp(work, "page-offset") == 0) {
      peer_offset_page(&p, middle);
    } else if (strcmp(work, "page-genre-rating-common") == 0) {
      peer_genre_page(&p, COMMON_GENRE);
    } else if (strcmp(work, "page-genre-rating-rare") == 0) {
      peer_genre_page(&p, RARE_GENRE);
    } else if (strcmp(work, "page-genre-rating-none") == 0) {
      peer_genre_page(&p, NONE_GENRE);
    } else if (strcmp(work, "page-genre-favourite") == 0) {
      peer_favourite_page(&p, COMMON_GENRE);
    } else if (strcmp(work, "search-best") == 0) {
      peer_best(&p);
    } else if (strcmp(work, "search-page") == 0) {
      peer_matches(&p);
    } else if (strcmp(work, "page-deep") != 0) {
      fail(work, "no such work");
    } else {
      memcpy(p.cursor, cursor_page.cursor, (size_t)cursor_page.cursor_length);
      p.cursor_length = cursor_page.cursor_length;
      peer_next_page(&p);
    }
    sum = sum_page(&p); /* the same page every time */
  }
  return (outcome){now() - start, count, sum};
}

static outcome do_scan(int by_title) {
  int64_t count = 0;
  double start = now();
  uint64_t sum = by_title ? peer_scan_by_title(&count) : peer_scan(&count);
  return (outcome){now() - start, count, sum};
}

static outcome do_genre_statistics(int64_t count) {
  uint64_t sum = 0;
  double start = now();
  for (int64_t i = 0; i < count; i++) sum = peer_genre_statistics();
  return (outcome){now() - start, count, sum};
}

/** Deletes books that are spread over the whole store, and are others for another seed. */
static outcome do_delete_books(int64_t count, uint64_t seed) {
  int64_t stride = books.count / count;
  int64_t *ids = calloc((size_t)count, sizeof *ids);
  if (stride < 1 || ids == NULL) fail("delete-books", "too many");
  for (int64_t i = 0; i < count; i++) ids[i] = 1 + i * stride + (int64_t)seed % stride;
  double start = now();
  peer_delete_books(ids, count);
  double seconds = now() - start;
  free(ids);
  return (outcome){seconds, 1, (uint64_t)count};
}

static outcome do_delete_genre(void) {
  double start = now();
  peer_delete_genre(NONE_GENRE);
  return (outcome){now() - start, 1, 1};
}

static outcome do_close(void) {
  peer_close_store();
  return (outcome){0, 1, 0};
}

static outcome do_verify(void) {
  uint32_t sum = 0;
  double start = now();
  peer_verify(verify_row, &sum);
  return (outcome){now() - start, 1, sum};
}

static outcome work_named(const char *work, int64_t count, uint64_t seed) {
  if (strcmp(work, "make-store") == 0) return do_make_store();
  if (strcmp(work, "open") == 0) return do_open();
  if (strcmp(work, "close") == 0) return do_close();
  if (strcmp(work, "create") == 0) return do_create(count);
  if (strcmp(work, "create-one") == 0) return do_create_one(count);
  if (strcmp(work, "verify") == 0) return do_verify();
  if (strcmp(work, "read") == 0) return do_read(count, seed, 0);
  if (strcmp(work, "read-in-transaction") == 0) return do_read(count, seed, 1);
  if (strcmp(work, "rate-together") == 0) return do_rate(count, seed, 1);
  if (strcmp(work, "rate-each") == 0) return do_rate(count, seed, 0);
  if (strncmp(work, "page-", 5) == 0) return do_pages(work, count);
  if (strncmp(work, "search-", 7) == 0) return do_pages(work, count);
  if (strcmp(work, "statistics-genres") == 0) return do_genre_statistics(count);
  if (strcmp(work, "verify-statistics") == 0) return do_genre_statistics(1);
  if (strcmp(work, "delete-books") == 0) return do_delete_books(count, seed);
  if (strcmp(work, "delete-genre") == 0) return do_delete_genre();
  if (strcmp(work, "scan") == 0) return do_scan(0);
  if (strcmp(work, "scan-by-title") == 0) return do_scan(1);
  fail(work, "no such work");
}

static void answer(outcome done, long memory) {
  printf("{\"seconds\": %.9f, \"operations\": %lld, \"check\": %llu, \"memory\": %ld}\n",
         done.seconds, (long long)done.operations, (unsigned long long)done.check, memory);
  fflush(stdout);
}

/** The peak memory of this program itself: getrusage() would include the program before exec. */
static long peak_memory(void) {
  char line[256];
  long peak = 0;
  FILE *file = fopen("/proc/self/status", "r");
  if (file == NULL) fail("/proc/self/status", "cannot be opened");
  while (fgets(line, sizeof line, file) != NULL && sscanf(line, "VmHWM: %ld", &peak) != 1) continue;
  fclose(file);
  return peak;
}

static int start(const char *path) {
  static page first;
  peer_start(path, &first);
  answer((outcome){0, 1, sum_page(&first)}, peak_memory());
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 2) return start(argv[1]);
  if (argc != 4) fail("usage", "program STORE [GENRES.tsv BOOKS.tsv]");
  char work[64];
  long long count;
  unsigned long long seed;
  store_path = argv[1];
  load(argv[2], argv[3]);
  long loaded = peak_memory();
  while (scanf("%63s %lld %llu", work, &count, &seed) == 3) {
    outcome done = work_named(work, count, seed);
    answer(done, peak_memory() - loaded);
  }
  peer_close_store();
  return 0;
}
