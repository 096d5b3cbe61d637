// This target parses a line as a person types it into a search box, counts and runs the query, and
// continues it with a cursor.
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static bw_store *store;
  if (!store) store = open_preview();
  bw_query *query;
  bw_status status = bw_query_parse((const char *)data, (int64_t)size, &query, &error);
  if (!MAY(status)) {
    if (status == BW_ERROR_INVALID && (error.offset < 0 || error.offset > (int64_t)size)) {
      FAIL("the offset %lld in a line of %zu bytes", (long long)error.offset, size);
    }
    return 0;
  }
  bw_query_info info;
  BW_INIT(info);
  MUST(bw_query_get_info(query, &info, &error));
  int64_t counted;
  MUST(bw_query_count(store, query, &counted, &error));
  bw_statistics statistics;
  BW_INIT(statistics);
  MUST(bw_store_get_statistics(store, query, &statistics, &error));
  if (statistics.books != counted) FAIL("counted in two ways");

  MUST(bw_query_set_fields(query, BW_FIELDS_ALL, &error));
  bw_result *result;
  MUST(bw_query_run(store, query, &result, &error));
  bw_text cursor;
  if (MAY(bw_result_get_cursor(result, &cursor, &error)) && cursor.data) {
    look_at_text(cursor);
    MUST(bw_query_set_after(query, cursor.data, cursor.length, &error));
    bw_result *rest;
    MUST(bw_query_run(store, query, &rest, &error));
    read_books(rest);
  }
  int64_t read = read_books(result);
  if (info.limit < 0 && info.offset == 0 && read != counted) {
    FAIL("%lld were counted, %lld read", (long long)counted, (long long)read);
  }
  if (info.limit >= 0 && read > info.limit) FAIL("more than the limit");
  MUST(bw_query_free(query));
  return 0;
}
