// Lists a store's books page by page, each page going on where the last one ended, however deep.
//
//   reader STORE [-g GENRE] [-r MINIMUM_RATING] [-p PAGE_SIZE] [-n PAGES]
#include <bookworm.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bw_error error;

static void must(bw_status status) {
  if (status == BW_OK) return;
  fprintf(stderr, "reader: %s: %s\n", bw_status_name(status), error.message);
  exit(1);
}

static void usage(void) {
  fprintf(stderr, "usage: reader STORE [-g GENRE] [-r MINIMUM_RATING] [-p PAGE_SIZE] [-n PAGES]\n");
  exit(2);
}

static int64_t number(const char *digits) {
  char *end;
  long long value = strtoll(digits, &end, 10);
  if (*digits == '\0' || *end != '\0') usage();
  return value;
}

static void print_page(bw_result *page, int64_t count, int64_t page_number) {
  printf("Page %" PRId64 "\n", page_number);
  for (int64_t row = 0; row < count; row++) {
    bw_book book;
    BW_INIT(book);
    must(bw_result_get_book(page, row, &book, &error));
    printf("  %-5.*s  %s, %s\n", (int)book.rating, "*****", book.title.data, book.author.data);
  }
}

// Reads until no row follows, or `pages` pages; returns how many books that were, and in `total`
// how many matched when the first page was read: others may add books before a page read later.
static int64_t print_pages(bw_store *store, bw_query *query, int64_t size, int64_t pages,
                           int64_t *total) {
  int64_t shown = 0;
  bw_result *books = NULL;
  bw_page page;
  BW_INIT(page);
  page.limit = size;
  for (int64_t page_number = 1; pages == 0 || page_number <= pages; page_number++) {
    bw_result *last = books;
    int64_t count;
    must(bw_query_run_page(store, query, &page, &books, &error));
    // The cursor in `page.after` was borrowed from the last page.
    bw_result_free(last);
    must(bw_result_count(books, &count, &error));
    if (count > 0) print_page(books, count, page_number);
    if (page_number == 1) *total = page.total;
    shown += count;
    if (page.next.data == NULL) break;
    page.after = page.next;
  }
  bw_result_free(books);
  return shown;
}

int main(int argc, char **argv) {
  const char *genre = NULL;
  int64_t minimum = 0, page_size = 20, pages = 0;
  if (argc < 2 || argc % 2 != 0) usage();
  for (int i = 2; i < argc; i += 2) {
    const char *option = argv[i], *value = argv[i + 1];
    if (strcmp(option, "-g") == 0)
      genre = value;
    else if (strcmp(option, "-r") == 0)
      minimum = number(value);
    else if (strcmp(option, "-p") == 0)
      page_size = number(value);
    else if (strcmp(option, "-n") == 0)
      pages = number(value);
    else
      usage();
  }
  if (page_size < 1 || minimum < 0 || minimum > 5 || pages < 0) usage();

  BW_INIT(error);
  bw_open_options options;
  BW_INIT(options);
  options.must_exist = 1; // a reader makes no store by a slip of the keyboard
  options.read_only = 1;
  bw_store *store;
  must(bw_store_open(argv[1], -1, &options, &store, &error));

  bw_query *query;
  must(bw_query_new(&query, &error));
  if (genre != NULL) {
    bw_text name = {genre, -1};
    must(bw_query_where_genre_names(query, BW_MATCH_ANY, &name, 1, &error));
  }
  if (minimum > 0) must(bw_query_where_rating(query, (int32_t)minimum, 5, 0, &error));
  must(bw_query_set_fields(query, BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_RATING, &error));

  int64_t total;
  int64_t shown = print_pages(store, query, page_size, pages, &total);
  printf("%" PRId64 " of %" PRId64 " books\n", shown, total);

  bw_query_free(query);
  must(bw_store_close(store, &error));
  return 0;
}
