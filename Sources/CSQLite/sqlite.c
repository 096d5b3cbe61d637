// SQLite whole, as one piece of C, with the options that this library has it built with. Its source
// is not part of this project: Sources/CSQLite/fetch puts it under .build.
#include "descriptors.h"

// What SQLite's project recommends (sqlite.org/compile.html), but for two: SQLITE_MAX_EXPR_DEPTH
// stays at 1,000, since a schema that somebody else has made may nest deeper than the stack is;
// SQLITE_OMIT_AUTOINIT would save nothing that can be measured.
#define SQLITE_DQS 0
#define SQLITE_DEFAULT_MEMSTATUS 0
#define SQLITE_DEFAULT_WAL_SYNCHRONOUS 1
#define SQLITE_LIKE_DOESNT_MATCH_BLOBS 1
#define SQLITE_OMIT_DECLTYPE 1
#define SQLITE_OMIT_DEPRECATED 1
#define SQLITE_OMIT_PROGRESS_CALLBACK 1
#define SQLITE_OMIT_SHARED_CACHE 1
#define SQLITE_STRICT_SUBTYPE 1
#define SQLITE_USE_ALLOCA 1

// A connection is used by one thread at a time, and connections by many: what they share has its
// mutexes, they themselves need none.
#define SQLITE_THREADSAFE 2

#define SQLITE_ENABLE_FTS5 1
// Columns that a row does not have take no bytes at its end.
#define SQLITE_ENABLE_NULL_TRIM 1
#define SQLITE_OMIT_LOAD_EXTENSION 1
// What no statement and no call of ours uses.
#define SQLITE_OMIT_DESERIALIZE 1
#define SQLITE_OMIT_GET_TABLE 1
#define SQLITE_OMIT_JSON 1
#define SQLITE_UNTESTABLE 1
// Nothing is read through a mapping of the file: another program may shorten it.
#define SQLITE_MAX_MMAP_SIZE 0
// Locks of the open file, in place before anything is opened.
#define SQLITE_EXTRA_INIT_MUTEXED csqlite_replace_system_calls

// Linux has these; without a configure script SQLite does not know.
#define HAVE_FDATASYNC 1
#define HAVE_GMTIME_R 1
#define HAVE_ISNAN 1
#define HAVE_LOCALTIME_R 1
#define HAVE_MALLOC_USABLE_SIZE 1
#define HAVE_STRCHRNUL 1
#define HAVE_USLEEP 1
#define USE_PREAD64 1

// Nobody outside of the library sees it, also where no version script says so.
#define SQLITE_API __attribute__((visibility("hidden")))

#if !__has_include("../../.build/sqlite/sqlite3.c")
#error "SQLite's source is not there yet. Run Sources/CSQLite/fetch, and build again."
#else

#include <stddef.h>
static int sqlite3mc_initialize(const char *);
static void sqlite3mc_shutdown(void);

#include "../../.build/sqlite/sqlite3.c"

// WAL files can be reset under a checkpoint before 3.51.3, and crafted search indexes write out of
// bounds before 3.53.2.
#if SQLITE_VERSION_NUMBER < 3053002
#error "This SQLite is older than 3.53.2. Run Sources/CSQLite/fetch, and build again."
#endif

// The source as fetched has calls where SQLite3 Multiple Ciphers would encrypt a file. Here is what
// SQLite does in their places.
static int sqlite3mc_initialize(const char *unused) {
  return SQLITE_OK;
}
static void sqlite3mc_shutdown(void) {}

#ifdef SQLITE_IOERR_CODEC
static int sqlite3mcCheckVfs(const char *name) {
  return SQLITE_OK;
}
static int sqlite3mcFileControlPragma(sqlite3 *db, const char *schema, int operation, void *given) {
  return sqlite3_file_control(db, schema, operation, given);
}
static int sqlite3mcHandleAttachKey(sqlite3 *db, const char *name, const char *path,
                                    sqlite3_value *key, char **error) {
  return SQLITE_OK;
}
static int sqlite3mcHandleMainKey(sqlite3 *db, const char *path) {
  return SQLITE_OK;
}
static void *sqlite3mcPagerCodec(PgHdrMC *page) {
  return page->pData;
}
static int sqlite3mcOpenTempFile(PagerMC *pager, sqlite3_file *file) {
  return SQLITE_OK;
}
static int sqlite3mcOpenTempJournal(sqlite3 *db, sqlite3_file *file) {
  return SQLITE_OK;
}
static int sqlite3mcPagerHasCodec(PagerMC *pager) {
  return 0;
}
static void sqlite3mcInitMemoryMethods(void) {}
static int sqlite3mcIsBackupSupported(sqlite3 *source, const char *from, sqlite3 *target,
                                      const char *to) {
  return 1;
}
static void sqlite3mcCodecGetKey(sqlite3 *db, int number, void **key, int *size) {
  *size = 0;
}
static int sqlite3mc_builtin_extensions(sqlite3 *db) {
  return SQLITE_OK;
}
#endif

#include "files.h"

#endif
