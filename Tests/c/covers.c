// These tests set, read and remove covers, whole and in pieces, and check the refusals.
#include "support/fixtures.h"

static bw_cover cover_of(bw_store *store, int64_t id) {
  bw_cover cover;
  BW_INIT(cover);
  OK(bw_book_get_cover(store, id, &cover, &fault));
  return cover;
}

// A GIF file of this size: bytes after its end are kept.
static uint8_t *large_picture(size_t size) {
  uint8_t *bytes = calloc(1, size);
  CHECK(bytes != NULL);
  for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(i * 7);
  memcpy(bytes, picture, picture_size);
  return bytes;
}

static void no_cover(bw_store *store, int64_t id) {
  bw_cover cover;
  BW_INIT(cover);
  FAILS_AT(BW_ERROR_NOT_FOUND, "cover", bw_book_get_cover(store, id, &cover, &fault));
}

TEST(a_cover_has_its_properties) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  no_cover(store, id);
  OK(bw_book_set_cover(store, id, picture, (int64_t)picture_size, &fault));
  bw_cover cover = cover_of(store, id);
  CHECK_INT(cover.format, BW_COVER_FORMAT_GIF);
  CHECK_INT(cover.width, 3);
  CHECK_INT(cover.height, 2);
  CHECK_INT(cover.length, (int64_t)picture_size);
  CHECK_TEXT(cover.media_type, "image/gif");
  CHECK_INT((int64_t)strlen(cover.digest), 16);
  OK(bw_book_remove_cover(store, id, &fault));
  OK(bw_book_remove_cover(store, id, &fault));
  no_cover(store, id);
  OK(bw_store_undo(store, NULL, &fault));
  bw_cover again = cover_of(store, id);
  CHECK_STRING(again.digest, cover.digest);
  close_store(store);
  CHECK_TEXT(cover.media_type, "image/gif");
}

TEST(a_cover_is_read_a_piece_at_a_time) {
  enum { SIZE = 200000, PIECE = 70000 };
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert"), read, at = 0;
  uint8_t *bytes = large_picture(SIZE), *copy = malloc(SIZE);
  OK(bw_book_set_cover(store, id, bytes, SIZE, &fault));
  bw_cover cover = cover_of(store, id);
  OK(bw_book_get_cover_bytes(store, id, NULL, 0, copy, SIZE, &read, &fault));
  CHECK_INT(read, SIZE);
  CHECK(memcmp(bytes, copy, SIZE) == 0);
  memset(copy, 0, SIZE);
  do {
    OK(bw_book_get_cover_bytes(store, id, &cover, at, copy + at,
                               at + PIECE > SIZE ? SIZE - at : PIECE, &read, &fault));
    at += read;
  } while (read > 0);
  CHECK_INT(at, SIZE);
  CHECK(memcmp(bytes, copy, SIZE) == 0);
  OK(bw_book_set_cover(store, id, picture, (int64_t)picture_size, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "cover",
           bw_book_get_cover_bytes(store, id, &cover, 0, copy, SIZE, &read, &fault));
  free(bytes);
  free(copy);
  close_store(store);
}

TEST(bytes_that_are_not_a_picture_are_refused) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  const size_t large = (17 << 20);
  uint8_t *bytes = large_picture(large);
  FAILS_AT(BW_ERROR_INVALID, "cover", bw_book_set_cover(store, id, NULL, 0, &fault));
  FAILS_AT(BW_ERROR_INVALID, "cover",
           bw_book_set_cover(store, id, picture, (int64_t)picture_size - 1, &fault));
  FAILS_AT(BW_ERROR_INVALID, "cover",
           bw_book_set_cover(store, id, (const uint8_t *)"<svg/>", 6, &fault));
  FAILS_AT(BW_ERROR_TOO_LARGE, "cover",
           bw_book_set_cover(store, id, bytes, (int64_t)large, &fault));
  // A picture with sides of 60,000 pixels.
  memcpy(bytes + 6, "\x60\xEA\x60\xEA", 4);
  FAILS_AT(BW_ERROR_TOO_LARGE, "cover", bw_book_set_cover(store, id, bytes, 200, &fault));
  CHECK(strstr(fault.message, "60000 x 60000") != NULL);
  FAILS_AT(BW_ERROR_ARGUMENT, "bytes", bw_book_set_cover(store, id, NULL, 5, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "byte_count", bw_book_set_cover(store, id, bytes, -1, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "book",
           bw_book_set_cover(store, 99, picture, (int64_t)picture_size, &fault));
  no_cover(store, id);
  free(bytes);
  close_store(store);
}

TEST(a_column_says_which_books_have_a_cover) {
  bw_store *store = open_memory();
  int64_t ids[2] = {add_book(store, "Dune", "Frank Herbert"), add_book(store, "Emma", "Austen")};
  OK(bw_book_set_cover(store, ids[0], picture, (int64_t)picture_size, &fault));
  bw_cover cover = cover_of(store, ids[0]);
  bw_result *books;
  bw_book book;
  BW_INIT(book);
  OK(bw_books_list(store, ids, 2, BW_BOOK_ID | BW_BOOK_COVER, &books, &fault));
  OK(bw_result_get_book(books, 0, &book, &fault));
  CHECK_TEXT(book.cover, cover.digest);
  BW_INIT(book);
  OK(bw_result_get_book(books, 1, &book, &fault));
  CHECK((book.fields & BW_BOOK_COVER) == 0);
  OK(bw_result_free(books));
  close_store(store);
}
