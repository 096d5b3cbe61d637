// These tests read results of every kind as Arrow streams.
#include "support/arrow.h"

static struct ArrowArrayStream stream_of(bw_result *result) {
  struct ArrowArrayStream stream;
  OK(bw_result_export_arrow(result, &stream, &fault));
  OK(bw_result_free(result));
  return stream;
}

// Checks the columns, given as "name:format", and returns the rows of the only batch.
static int64_t check_columns(struct ArrowArrayStream *stream, const char *columns) {
  char seen[512] = "";
  struct ArrowSchema schema = schema_of(stream);
  for (int64_t i = 0; i < schema.n_children; i++) {
    size_t length = strlen(seen);
    snprintf(seen + length, sizeof(seen) - length, "%s%s:%s", i == 0 ? "" : " ",
             schema.children[i]->name, schema.children[i]->format);
  }
  schema.release(&schema);
  CHECK_STRING(seen, columns);
  return count_and_release(stream);
}

TEST(genres_are_exported_to_arrow) {
  bw_store *store = open_memory();
  bw_result *result;
  add_genre(store, "Poetry");
  add_with_genre(store, "Dune", "Łódź");
  OK(bw_genres_list(store, &result, &fault));
  struct ArrowArrayStream stream = stream_of(result);
  struct ArrowArray batch = next_batch(&stream);
  CHECK_INT(batch.length, 2);
  CHECK_STRING(text_at(batch.children[1], 0), "Łódź");
  CHECK_STRING(text_at(batch.children[5], 1), "poetry");
  CHECK_INT(((const int64_t *)batch.children[4]->buffers[1])[0], 1);
  release_batch(&batch);
  CHECK_INT(check_columns(&stream, "id:l name:u colour:u rgb:i book_count:l picture:u global_id:u"),
            0);
  close_store(store);
}

TEST(quotes_readings_orders_and_totals_are_exported_to_arrow) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "Dune", "Frank Herbert");
  bw_result *result;
  bw_quote quote;
  BW_INIT(quote);
  quote.fields = BW_QUOTE_TEXT;
  quote.text = TEXT("Fear is the mind-killer.");
  OK(bw_quote_create(store, book, &quote, NULL, &fault));
  OK(bw_book_set_status(store, book, BW_BOOK_STATUS_COMPLETED, 20240229, &fault));
  set_price(store, book, 1299, "EUR");
  for (int i = 0; i < 2; i++) OK(bw_order_place(store, book, 1, NULL, &fault));
  OK(bw_order_cancel(store, 1, &fault));
  OK(bw_quotes_list(store, 0, -1, &result, &fault));
  struct ArrowArrayStream stream = stream_of(result);
  CHECK_INT(check_columns(&stream, "id:l book_id:l created:tsm:UTC text:u page:u global_id:u"), 1);
  OK(bw_readings_list(store, 0, -1, &result, &fault));
  stream = stream_of(result);
  struct ArrowArray batch = next_batch(&stream);
  CHECK_INT(((const int32_t *)batch.children[4]->buffers[1])[0], 19782);
  release_batch(&batch);
  CHECK_INT(check_columns(&stream,
                          "id:l book_id:l outcome:i started:tdD finished:tdD page:i percent:g"
                          " note:u created:tsm:UTC global_id:u"),
            0);
  OK(bw_readings_list(store, 1, -1, &result, &fault));
  CHECK_INT(count_rows(result), 0);
  OK(bw_result_free(result));
  FAILS_AT(BW_ERROR_ARGUMENT, "limit", bw_readings_list(store, 0, -2, &result, &fault));
  OK(bw_orders_list(store, 0, -1, &result, &fault));
  stream = stream_of(result);
  batch = next_batch(&stream);
  CHECK_INT(batch.children[9]->null_count, 1);
  release_batch(&batch);
  CHECK_INT(check_columns(&stream,
                          "id:l book_id:l title:u quantity:i unit_price:l currency:u total:l"
                          " placed:tsm:UTC global_id:u cancelled:tsm:UTC"),
            0);
  OK(bw_orders_list_totals(store, &result, &fault));
  stream = stream_of(result);
  CHECK_INT(check_columns(&stream, "currency:u orders:l quantity:l total:l"), 1);
  close_store(store);
}

TEST(statistics_are_exported_to_arrow_and_changes_are_refused) {
  bw_store *store = open_memory();
  bw_result *result;
  add_rated(store, "Dune", 5);
  add_with_genre(store, "Emma", "Poetry");
  OK(bw_store_list_statistics(store, NULL, BW_GROUP_GENRE, &result, &fault));
  struct ArrowArrayStream stream = stream_of(result);
  struct ArrowArray batch = next_batch(&stream);
  CHECK_INT(batch.length, 1);
  CHECK_STRING(text_at(batch.children[1], 0), "Poetry");
  CHECK_INT(((const int64_t *)batch.children[2]->buffers[1])[0], 1);
  release_batch(&batch);
  CHECK_INT(check_columns(&stream, "key:l name:u rated_0:l rated_1:l rated_2:l rated_3:l rated_4:l"
                                   " rated_5:l"),
            0);
  OK(bw_store_check(store, &result, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "result", bw_result_export_arrow(result, &stream, &fault));
  OK(bw_result_free(result));
  close_store(store);
}

TEST(every_table_is_exported_to_arrow) {
  bw_store *store = open_memory();
  int64_t dune = add_with_genre(store, "Dune", "Fantasy"), twin = add_book(store, "Dune", "Other");
  OK(bw_book_merge(store, dune, twin, 0, 0, NULL, &fault));
  static const struct {
    bw_table table;
    int64_t rows;
    const char *columns;
  } tables[] = {
      {BW_TABLE_GENRES, 1, "id:l name:u colour:u rgb:i book_count:l picture:u global_id:u"},
      {BW_TABLE_QUOTES, 0, "id:l book_id:l created:tsm:UTC text:u page:u global_id:u"},
      {BW_TABLE_SHELVES, 0, "id:l name:u line:u global_id:u"},
      {BW_TABLE_SOURCES, 0,
       "id:l book_id:l source:u source_id:u taken:u raw:u imported:tsm:UTC global_id:u"},
      {BW_TABLE_MERGED_BOOKS, 1, "id:l book_id:l global_id:u"},
      {BW_TABLE_LINKS, 1, "book_id:l genre_id:l position:l"},
  };
  struct ArrowArrayStream stream;
  for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
    OK(bw_store_export_arrow(store, tables[i].table, &stream, &fault));
    CHECK_INT(check_columns(&stream, tables[i].columns), tables[i].rows);
  }
  OK(bw_store_export_arrow(store, BW_TABLE_BOOKS, &stream, &fault));
  CHECK_INT(count_and_release(&stream), 1);
  FAILS_AT(BW_ERROR_ARGUMENT, "table", bw_store_export_arrow(store, (bw_table)0, &stream, &fault));
  close_store(store);
}
