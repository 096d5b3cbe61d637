// This file maintains a copy of a store's books from an observer's reports alone.
#include "mirror.h"

void mirror_read(bw_store *store, struct mirror *mirror) {
  bw_query *query = new_query();
  bw_column ids;
  OK(bw_query_set_fields(query, BW_BOOK_ID, &fault));
  bw_result *rows = run(store, query);
  BW_INIT(ids);
  OK(bw_result_get_column(rows, BW_BOOK_ID, &ids, &fault));
  memset(mirror->there, 0, sizeof(mirror->there));
  for (int64_t i = 0; i < ids.count; i++) mirror->there[((const int64_t *)ids.values)[i]] = 1;
  OK(bw_result_free(rows));
  OK(bw_query_free(query));
}

static void take(bw_store *store, struct mirror *mirror, const bw_change *change) {
  if (change->kind == BW_CHANGE_REREAD) {
    mirror->rereads++;
    mirror_read(store, mirror);
    return;
  }
  if (change->entity != BW_ENTITY_BOOK) return;
  CHECK(change->id < MOST_BOOKS);
  unsigned char *book = &mirror->there[change->id];
  // A reread may be ahead of the next reported changes.
  bool exact = mirror->rereads == 0;
  switch (change->kind) {
  case BW_CHANGE_INSERTED:
    CHECK(*book == 0 || !exact);
    *book = 1;
    break;
  case BW_CHANGE_DELETED:
    CHECK(*book == 1 || !exact);
    *book = 0;
    break;
  default:
    CHECK_INT(change->kind, BW_CHANGE_UPDATED);
    CHECK(*book == 1 || !exact);
  }
}

bool mirror_hear(bw_store *store, bw_observer *observer, struct mirror *mirror, int64_t timeout) {
  bw_result *changes;
  OK(bw_observer_next(observer, timeout, &changes, &fault));
  int64_t count = count_rows(changes);
  for (int64_t row = 0; row < count; row++) {
    bw_change change;
    BW_INIT(change);
    OK(bw_result_get_change(changes, row, &change, &fault));
    if (row == 0 && change.kind != BW_CHANGE_REREAD) {
      CHECK(change.transaction > mirror->last);
      mirror->transactions++;
    }
    mirror->last = change.transaction;
    take(store, mirror, &change);
  }
  OK(bw_result_free(changes));
  return count > 0;
}

void mirror_check(bw_store *store, bw_observer *observer, struct mirror *mirror) {
  static struct mirror truth;
  while (mirror_hear(store, observer, mirror, 1500)) {
  }
  mirror_read(store, &truth);
  CHECK(memcmp(mirror->there, truth.there, sizeof(truth.there)) == 0);
}
