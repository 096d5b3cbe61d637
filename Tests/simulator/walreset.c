// Processes of the system's SQLite write and checkpoint the log by themselves. Versions up to
// 3.51.2 lose a commit if another process writes between two looks of a checkpoint at the log.
#define _GNU_SOURCE
#include "dice.h"
#include "disk.h"
#include "processes.h"
#include "sqlite.h"

#include <unistd.h>

enum { STEPS = 25 };

// The numbers of acknowledged commits: those that changed one row, and those that changed all.
static int64_t of_one, of_all;

static void run(struct sqlite *sqlite, sqlite3 *database, const char *sql) {
  if (sqlite->exec(database, sql, NULL, NULL, NULL) == SQLITE_OK) return;
  give_up("SQLite: %s: %s", sqlite->errmsg(database), sql);
}

static sqlite3 *connect(struct sqlite *sqlite) {
  sqlite3 *database;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (sqlite->open_v2(STORE, &database, flags, "unix") != SQLITE_OK) {
    give_up("SQLite: %s", sqlite->errmsg(database));
  }
  sqlite->busy_timeout(database, 5000);
  run(sqlite, database,
      "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0;"
      "PRAGMA mmap_size = 1000000");
  return database;
}

static void make_table(struct process *process) {
  struct sqlite *sqlite = process->library;
  sqlite3 *database = connect(sqlite);
  run(sqlite, database,
      "PRAGMA journal_mode = WAL; CREATE TABLE counts (id INTEGER PRIMARY KEY, count, filling);"
      "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 20)"
      "INSERT INTO counts SELECT n, 0, zeroblob(900) FROM numbers");
  sqlite->close(database);
}

static void write_and_fold(struct process *process) {
  struct sqlite *sqlite = process->library;
  sqlite3 *database = connect(sqlite);
  for (int step = 0; step < STEPS; step++) {
    if (dice_once_in(2)) {
      // Others write in between, so that the checkpoint finds another log than it has read.
      run(sqlite, database, "SELECT sum(count) FROM counts");
      usleep(dice_below(1000));
      run(sqlite, database, "PRAGMA wal_checkpoint(PASSIVE)");
    } else {
      bool is_of_all = dice_once_in(2);
      run(sqlite, database,
          is_of_all ? "UPDATE counts SET count = count + 1"
                    : "UPDATE counts SET count = count + 1 WHERE id = 1");
      *(is_of_all ? &of_all : &of_one) += 1;
    }
  }
  sqlite->close(database);
}

static void look(struct process *process) {
  struct sqlite *sqlite = process->library;
  sqlite3 *database = connect(sqlite);
  sqlite3_stmt *statement;
  const char *sql = "SELECT min(count), max(count), (SELECT count FROM counts WHERE id = 1),"
                    " (SELECT integrity_check FROM pragma_integrity_check)"
                    " FROM counts WHERE id > 1";
  if (sqlite->prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK ||
      sqlite->step(statement) != SQLITE_ROW) {
    give_up("SQLite: %s", sqlite->errmsg(database));
  }
  int64_t least = sqlite->column_int64(statement, 0), most = sqlite->column_int64(statement, 1);
  int64_t first = sqlite->column_int64(statement, 2);
  if (least != of_all || most != of_all || first != of_all + of_one) {
    give_up("SQLite: of %lld and %lld commits rows have %lld to %lld, and the first %lld; %s",
            (long long)of_all, (long long)of_one, (long long)least, (long long)most,
            (long long)first, sqlite->column_text(statement, 3));
  }
  sqlite->finalize(statement);
  sqlite->close(database);
}

void run_sqlite_alone(struct sqlite copies[3]) {
  make_disk((struct disk_options){0});
  plan.switches_once_in = 1;
  start_process(make_table, &copies[0], NULL);
  run_processes(NULL);
  plan.switches_once_in = 16u;
  for (int i = 0; i < 3; i++) start_process(write_and_fold, &copies[i], NULL);
  run_processes(NULL);
  start_process(look, &copies[0], NULL);
  run_processes(NULL);
}
