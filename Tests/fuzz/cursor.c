// This target passes a cursor that no library made: the input as text, or its bytes with a correct
// checksum and form.
#include "fuzz.h"

static uint64_t checksum(const uint8_t *bytes, size_t size) { // FNV-1a, as in Cursor.swift
  uint64_t sum = 0xCBF29CE484222325;
  for (size_t i = 0; i < size; i++) sum = (sum ^ bytes[i]) * 0x100000001B3;
  return sum;
}

static size_t write_hex(char *to, const uint8_t *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    *to++ = "0123456789abcdef"[bytes[i] >> 4];
    *to++ = "0123456789abcdef"[bytes[i] & 15];
  }
  return size * 2;
}

static void run_in_all_ways(bw_store *store, bw_query *query) {
  bw_result *result;
  if (MAY(bw_query_run(store, query, &result, &error))) {
    bw_text cursor;
    if (MAY(bw_result_get_cursor(result, &cursor, &error))) look_at_text(cursor);
    read_books(result);
  }
  struct ArrowArrayStream arrow;
  if (MAY(bw_query_export_arrow(store, query, &arrow, &error))) read_arrow(&arrow);
  bw_stream *stream;
  if (MAY(bw_stream_open(store, query, &stream, &error))) {
    if (MAY(bw_stream_next(stream, 5, &result, &error))) read_books(result);
    MUST(bw_stream_free(stream));
  }
  bw_observer *observer;
  if (MAY(bw_query_observe(store, query, 0, &observer, &error))) MUST(bw_observer_free(observer));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static bw_store *store;
  if (!store) store = open_preview();
  if (size < 3 || size > 4096) return 0;
  const uint8_t *bytes = data + 1;
  char text[2 * 4096 + 16];
  size_t length;
  bool is_text = data[0] & 1;
  if (is_text) {
    for (length = 0; length < size - 1; length++) text[length] = (char)bytes[length];
  } else {
    uint64_t sum = checksum(bytes, size - 1);
    uint8_t end[8];
    for (int i = 0; i < 8; i++) end[i] = (uint8_t)(sum >> (56 - 8 * i));
    length = write_hex(text, bytes, size - 1);
    length += write_hex(text + length, end, sizeof end);
  }
  bw_query *query;
  MUST(bw_query_new(&query, &error));
  if (MAY(bw_query_set_after(query, text, (int64_t)length, &error)) && !is_text && size > 4) {
    // The cursor's own order: with any other one it would be refused at once.
    for (size_t i = 0; i < bytes[2] && 3 + i < size - 1; i++) {
      MAY(bw_query_order_by(query, bytes[3 + i] >> 1, bytes[3 + i] & 1, &error));
    }
  }
  int64_t genre = 1;
  if (data[0] & 2) MUST(bw_query_search(query, "a*", -1, 0, BW_MATCH_ALL, &error));
  if (data[0] & 4) MUST(bw_query_where_genres(query, BW_MATCH_ANY, &genre, 1, &error));
  if (data[0] & 8) MUST(bw_query_where_rating(query, 3, 5, 0, &error));
  MUST(bw_query_set_limit(query, 7, &error));
  run_in_all_ways(store, query);
  MUST(bw_query_free(query));
  return 0;
}
