// This target imports a document that no library wrote. Either all of it is imported, and the store
// is sound and exports an equal document; or it is refused, and the store stays empty.
#include "fuzz.h"

#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static bw_store *store;
  go_to_a_folder();
  write_file("document", data, size);
  if (!store) store = open_empty();
  int64_t count;
  if (!MAY(bw_store_import(store, "document", -1, &error))) {
    if (count_books(store) != 0) FAIL("books of a document that was refused");
    MUST(bw_genres_count(store, &count, &error));
    if (count != 0) FAIL("genres of a document that was refused");
    return 0;
  }
  check_store(store);
  int64_t books = count_books(store);
  unlink("written");
  MUST(bw_store_export(store, "written", -1, &error));
  MUST(bw_store_close(store, &error));

  store = open_empty();
  MUST(bw_store_import(store, "written", -1, &error));
  bw_query *query;
  MUST(bw_query_new(&query, &error));
  MUST(bw_query_set_fields(query, BW_FIELDS_ALL, &error));
  bw_result *result;
  MUST(bw_query_run(store, query, &result, &error));
  if (read_books(result) != books) FAIL("not all books are in the document that was written");
  MUST(bw_query_free(query));
  MUST(bw_store_close(store, &error));
  store = NULL;
  return 0;
}
