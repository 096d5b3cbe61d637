// This file reads Arrow streams as a program without an Arrow library does.
#include "arrow.h"

struct ArrowArrayStream open_arrow(bw_store *store, bw_query *query, bw_fields fields) {
  struct ArrowArrayStream stream;
  memset(&stream, 0x5A, sizeof(stream));
  OK(bw_query_set_fields(query, fields, &fault));
  OK(bw_query_export_arrow(store, query, &stream, &fault));
  CHECK(stream.release != NULL);
  return stream;
}

struct ArrowArray next_batch(struct ArrowArrayStream *stream) {
  struct ArrowArray batch;
  memset(&batch, 0x5A, sizeof(batch));
  int code = stream->get_next(stream, &batch);
  if (code != 0) FAIL("error %d: %s", code, stream->get_last_error(stream));
  return batch;
}

struct ArrowSchema schema_of(struct ArrowArrayStream *stream) {
  struct ArrowSchema schema;
  CHECK_INT(stream->get_schema(stream, &schema), 0);
  return schema;
}

void release_stream(struct ArrowArrayStream *stream) {
  stream->release(stream);
  CHECK(stream->release == NULL);
}

void release_batch(struct ArrowArray *batch) {
  batch->release(batch);
  CHECK(batch->release == NULL);
}

// Reads one value as the format says. Every offset is 0 in the library's arrays.

bool is_present(const struct ArrowArray *column, int64_t row) {
  const uint8_t *bits = column->buffers[0];
  CHECK(column->offset == 0 && row < column->length);
  return bits == NULL || (bits[row / 8] >> (row % 8) & 1) != 0;
}

const char *text_at(const struct ArrowArray *column, int64_t row) {
  static char text[256];
  if (!is_present(column, row)) return NULL;
  const int32_t *offsets = column->buffers[1];
  int32_t length = offsets[row + 1] - offsets[row];
  CHECK(length >= 0 && length < (int32_t)sizeof(text));
  memcpy(text, (const char *)column->buffers[2] + offsets[row], (size_t)length);
  text[length] = '\0';
  return text;
}

const char *title_at(const struct ArrowArray *batch, int64_t row) {
  return text_at(batch->children[0], row);
}

int64_t count_and_release(struct ArrowArrayStream *stream) {
  int64_t rows = 0;
  for (;;) {
    struct ArrowArray batch = next_batch(stream);
    if (batch.release == NULL) break;
    CHECK(batch.length > 0 && batch.length <= 8192);
    rows += batch.length;
    release_batch(&batch);
  }
  release_stream(stream);
  return rows;
}

void add_numbered(bw_store *store, int count) {
  enum { MOST = 20000, WIDTH = 8 };
  static char titles[MOST * WIDTH];
  static bw_book books[MOST];
  CHECK(count <= MOST);
  for (int i = 0; i < count; i++) {
    snprintf(titles + i * WIDTH, WIDTH, "%05d", i);
    books[i] = new_book(titles + i * WIDTH, "A");
    books[i].fields |= i % 3 == 0 ? BW_BOOK_RATING : 0;
    books[i].fields |= i % 7 == 0 ? BW_BOOK_YEAR | BW_BOOK_NOTES : 0;
    books[i].rating = 1 + i % 5;
    books[i].year = i;
    books[i].notes = books[i].title;
  }
  OK(bw_books_create(store, books, count, NULL, &fault));
}
