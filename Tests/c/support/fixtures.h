// This file is shared by the tests of several subjects. It declares initial stores, books and
// genres, and checks of files and stores from outside the library.
#ifndef BOOKWORM_TESTS_FIXTURES_H
#define BOOKWORM_TESTS_FIXTURES_H

#include "check.h"

#ifdef __cplusplus
extern "C" {
#endif

// A folder of the test's own, removed after it.
extern const char *test_folder;
// The path of a file in it; valid until the eighth call after this one.
const char *in_folder(const char *name);

// The fields of a book up to the identifiers, those before the price, and the price.
#define STORED_FIELDS (BW_BOOK_GENRE_NAMES - 1)
#define STANDARD_FIELDS (BW_BOOK_PRICE - 1)
#define PRICE_FIELDS (BW_BOOK_PRICE | BW_BOOK_CURRENCY)

#define TEXT(literal) ((bw_text){(literal), -1})
bw_text bytes(const char *data, int64_t length);
// A GIF file of 3 by 2 pixels.
extern const uint8_t picture[];
extern const size_t picture_size;
// `length` letters x, and a NUL; freed with free().
char *long_string(size_t length);

bw_store *open_path(const char *path);
bw_store *open_memory(void);
// Opens the store "store.bookworm" in the test's folder.
bw_store *open_file(void);
const char *file_path(void);
// The address of the server with the tests' stores; NULL if the stores are files.
const char *server(void);
// Skips a test about a store's file if stores are not files.
void about_a_file(void);
// The text that opens a store: the path, or the address of the schema that replaces it. Valid until
// the eighth call after this one.
const char *opened_by(const char *path);
// Opens the store at the path with these options; fills in `fault` on failure.
bw_status try_open(const char *path, const bw_open_options *options, bw_store **store);
bw_open_options default_options(void);
void close_store(bw_store *store);

// Opens the test's store with that many books of some 600 bytes each, all of one genre.
bw_store *filled_store(int books);
// Checks that bw_store_check() finds no problem.
void check_is_sound(bw_store *store);

bw_book new_book(const char *title, const char *author);
int64_t add_book(bw_store *store, const char *title, const char *author);
int64_t add_rated(bw_store *store, const char *title, int32_t rating);
int64_t add_with_genre(bw_store *store, const char *title, const char *genre);
// Sets a book's price, which may have been set before.
void set_price(bw_store *store, int64_t book, int64_t price, const char *currency);
int64_t add_genre(bw_store *store, const char *name);
int64_t count_books(bw_store *store);
int64_t count_genres(bw_store *store);
int64_t count_query(bw_store *store, bw_query *query);
int64_t count_rows(bw_result *result);
int32_t rating_of(bw_store *store, int64_t id);
// Returns the number of books in the genre's own counter.
int64_t books_of_genre(bw_store *store, int64_t genre);
// Reads a book with every field; the result, to be freed, holds its texts.
bw_book get_book(bw_store *store, int64_t id, bw_result **result);
bw_genre get_genre(bw_store *store, int64_t id, bw_result **result);
bw_query *new_query(void);
bw_result *run(bw_store *store, bw_query *query);
// Every row's title (or name), joined by "|"; frees the result. Valid until the next call.
const char *titles_of(bw_result *result);
const char *names_of(bw_result *result);
const char *titles_of_query(bw_store *store, bw_query *query);

// Runs a shell command and returns its output, without the last line break; fails the test if the
// command fails. Valid until the next call.
const char *shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The output of the sqlite3 program, another process, for the file.
const char *sqlite(const char *path, const char *sql);
// PRAGMA integrity_check and foreign_key_check, from another process.
void check_integrity(const char *path);
// The same, and checks that every counter and every copied key has the right value.
void check_store_from_outside(const char *path);
void write_file(const char *path, const void *data, size_t length);
// A number derived from every byte of a file, 0 if the file does not exist.
uint64_t file_digest(const char *path);
bool file_exists(const char *path);
// -1 if the file does not exist.
int64_t file_size(const char *path);
// The number of files in the test's folder whose names contain this.
int files_with(const char *part);
// From here on, this process belongs to an unprivileged user, so that permissions apply.
void become_nobody(void);

int64_t now_milliseconds(void);
void sleep_milliseconds(int milliseconds);

#ifdef __cplusplus
}
#endif

#endif
