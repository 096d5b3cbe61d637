// This file keeps the counters and the change log of the equal floor: collected in memory during a
// transaction, written once before it commits, in the library's format.
#include <time.h>

#include "equal_floor.h"

#define GENRES 64

typedef struct lanes {
  int64_t of[6];
  int used;
} lanes;

static lanes store, month_added, genre[GENRES];
static int64_t month;
static sqlite3_stmt *upsert, *add_change, *trim;

static uint8_t entries[(64 << 10) + 64];
static size_t entry_bytes;
static int64_t run_first, run_count, end;
static int run_head;
static uint32_t run_fields;
static int log_overflow;

void derived_prepare(void) {
  upsert =
      floor_prepare("INSERT INTO counters VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
                    " rated_0 = rated_0 + excluded.rated_0, rated_1 = rated_1 + excluded.rated_1,"
                    " rated_2 = rated_2 + excluded.rated_2, rated_3 = rated_3 + excluded.rated_3,"
                    " rated_4 = rated_4 + excluded.rated_4, rated_5 = rated_5 + excluded.rated_5");
  add_change = floor_prepare("INSERT INTO changes (committed, entries) VALUES (?1, ?2)");
  trim = floor_prepare("DELETE FROM changes WHERE id <= ?1");
}

static int64_t month_of(int64_t created) {
  time_t seconds = (time_t)(created / 1000);
  struct tm date;
  gmtime_r(&seconds, &date);
  return (int64_t)(date.tm_year + 1900) * 100 + date.tm_mon + 1;
}

static void count_in(lanes *lanes, int32_t rating, int step) {
  lanes->of[rating] += step;
  lanes->used = 1;
}

static void write_counter(int kind, int64_t key, lanes *lanes) {
  int changed = 0;
  for (int i = 0; i < 6; i++) changed |= lanes->of[i] != 0;
  if (changed) {
    sqlite3_bind_int(upsert, 1, kind);
    sqlite3_bind_int64(upsert, 2, key);
    for (int i = 0; i < 6; i++) sqlite3_bind_int64(upsert, i + 3, lanes->of[i]);
    floor_run(upsert);
  }
  memset(lanes, 0, sizeof *lanes);
}

void derived_count(int32_t rating, int64_t created, const int64_t *genres, int count, int step) {
  int64_t added = month_of(created);
  if (month_added.used && added != month) write_counter(2, month, &month_added);
  month = added;
  count_in(&store, rating, step);
  count_in(&month_added, rating, step);
  for (int i = 0; i < count; i++) {
    if (genres[i] < 1 || genres[i] >= GENRES) fail("counters", "a genre's id is out of range");
    count_in(&genre[genres[i]], rating, step);
  }
}

static void put_varint(uint64_t value) {
  for (; value >= 0x80; value >>= 7) entries[entry_bytes++] = (uint8_t)(value | 0x80);
  entries[entry_bytes++] = (uint8_t)value;
}

static void close_run(void) {
  if (run_count == 0) return;
  if (entry_bytes >= 64 << 10) {
    log_overflow = 1;
  } else {
    int64_t distance = run_first - end;
    entries[entry_bytes++] = (uint8_t)run_head;
    put_varint(((uint64_t)distance << 1) ^ (uint64_t)(distance >> 63));
    put_varint((uint64_t)run_count);
    if (run_head == LOG_UPDATE_BOOK) put_varint(run_fields);
    end = run_first + run_count;
  }
  run_count = 0;
}

void derived_log(int head, int64_t id, uint64_t fields) {
  if (run_count > 0 && head == run_head && fields == run_fields && run_first + run_count == id) {
    run_count++;
    return;
  }
  close_run();
  run_head = head;
  run_fields = fields;
  run_first = id;
  run_count = 1;
}

static void write_log(void) {
  close_run();
  if (entry_bytes == 0) return;
  static const uint8_t too_many = 0xFF;
  sqlite3_bind_int64(add_change, 1, milliseconds());
  sqlite3_bind_blob(add_change, 2, log_overflow ? &too_many : entries,
                    log_overflow ? 1 : (int)entry_bytes, SQLITE_STATIC);
  floor_run(add_change);
  int64_t id = sqlite3_last_insert_rowid(db);
  if (id % 256 == 0) {
    sqlite3_bind_int64(trim, 1, id - 4096);
    floor_run(trim);
  }
  entry_bytes = 0;
  end = 0;
  log_overflow = 0;
}

void derived_write(void) {
  if (store.used) write_counter(0, 0, &store);
  if (month_added.used) write_counter(2, month, &month_added);
  for (int64_t i = 1; i < GENRES; i++) {
    if (genre[i].used) write_counter(1, i, &genre[i]);
  }
  write_log();
}
