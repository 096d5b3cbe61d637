// This file keeps the links of the equal floor in both tables: book_genres in the order they are
// added, genre_books sorted at the end of a transaction, so that neighbours in its tree are written
// one after another.
#include "equal_floor.h"

typedef struct link {
  int64_t genre, book;
  size_t key; /* where it begins in `keys` */
  int length;
} link_row;

static link_row *links;
static size_t link_count, link_room;
static uint8_t *keys;
static size_t key_bytes, key_room;
static sqlite3_stmt *add_link, *add_by_genre;

void links_prepare(void) {
  add_link = floor_prepare("INSERT INTO book_genres (book, genre, position) VALUES (?1, ?2, ?3)");
  add_by_genre =
      floor_prepare("INSERT INTO genre_books (genre, title_key, book) VALUES (?1, ?2, ?3)");
}

static void *grown(void *memory, size_t *room, size_t wanted, size_t size) {
  if (wanted <= *room) return memory;
  *room = wanted * 2;
  memory = realloc(memory, *room * size);
  if (memory == NULL) fail("links", "out of memory");
  return memory;
}

void links_add(int64_t book, const int64_t *genres, int count, const uint8_t *key, int length) {
  keys = grown(keys, &key_room, key_bytes + (size_t)length, 1);
  links = grown(links, &link_room, link_count + (size_t)count, sizeof *links);
  memcpy(keys + key_bytes, key, (size_t)length);
  for (int i = 0; i < count; i++) {
    sqlite3_bind_int64(add_link, 1, book);
    sqlite3_bind_int64(add_link, 2, genres[i]);
    sqlite3_bind_int(add_link, 3, i);
    floor_run(add_link);
    links[link_count++] = (link_row){genres[i], book, key_bytes, length};
  }
  key_bytes += (size_t)length;
}

static int in_order(const void *left, const void *right) {
  const link_row *a = left, *b = right;
  if (a->genre != b->genre) return a->genre < b->genre ? -1 : 1;
  int shorter = a->length < b->length ? a->length : b->length;
  int order = memcmp(keys + a->key, keys + b->key, (size_t)shorter);
  if (order != 0) return order;
  if (a->length != b->length) return a->length < b->length ? -1 : 1;
  return a->book < b->book ? -1 : 1;
}

void links_write(void) {
  if (link_count > 2) qsort(links, link_count, sizeof *links, in_order);
  for (size_t i = 0; i < link_count; i++) {
    sqlite3_bind_int64(add_by_genre, 1, links[i].genre);
    sqlite3_bind_blob(add_by_genre, 2, keys + links[i].key, links[i].length, SQLITE_STATIC);
    sqlite3_bind_int64(add_by_genre, 3, links[i].book);
    floor_run(add_by_genre);
  }
  link_count = 0;
  key_bytes = 0;
}
