// This file compiles SQLite as one piece of C, with the options of this library. SQLite's source is
// not part of this project: Sources/CSQLite/fetch puts it under .build.
#include "descriptors.h"

// The options that SQLite's project recommends (sqlite.org/compile.html), with two exceptions.
// SQLITE_MAX_EXPR_DEPTH stays at 1,000, since a foreign schema may nest deeper than the stack
// allows. SQLITE_OMIT_AUTOINIT would save nothing measurable.
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

// One thread at a time uses a connection, while many threads use connections. Shared data has
// SQLite's mutexes; the connections need none.
#define SQLITE_THREADSAFE 2

#define SQLITE_ENABLE_FTS5 1
// Columns that are NULL at the end of a row take no bytes.
#define SQLITE_ENABLE_NULL_TRIM 1
#define SQLITE_OMIT_LOAD_EXTENSION 1
// Features that none of our statements and calls use.
#define SQLITE_OMIT_DESERIALIZE 1
#define SQLITE_OMIT_GET_TABLE 1
#define SQLITE_OMIT_JSON 1
#define SQLITE_UNTESTABLE 1
// The file is not read through a mapping: another program may truncate it.
#define SQLITE_MAX_MMAP_SIZE 0
// OFD locks, in place before anything is opened.
#define SQLITE_EXTRA_INIT_MUTEXED csqlite_replace_system_calls

// Linux has these; SQLite would need a configure script to detect them.
#define HAVE_FDATASYNC 1
#define HAVE_GMTIME_R 1
#define HAVE_ISNAN 1
#define HAVE_LOCALTIME_R 1
#define HAVE_MALLOC_USABLE_SIZE 1
#define HAVE_STRCHRNUL 1
#define HAVE_USLEEP 1
#define USE_PREAD64 1

// SQLite is hidden outside of the library, even without a version script.
#define SQLITE_API __attribute__((visibility("hidden")))

#if !__has_include("../../.build/sqlite/sqlite3.c")
#error "SQLite's source is not there yet. Run Sources/CSQLite/fetch, and build again."
#else

#include <stddef.h>
static int sqlite3mc_initialize(const char *);
static void sqlite3mc_shutdown(void);

#include "../../.build/sqlite/sqlite3.c"

// Before 3.51.3, WAL files can be reset under a checkpoint. Before 3.53.2, crafted search indexes
// cause writes out of bounds.
#if SQLITE_VERSION_NUMBER < 3053002
#error "This SQLite is older than 3.53.2. Run Sources/CSQLite/fetch, and build again."
#endif

// The source as fetched has calls that let SQLite3 Multiple Ciphers encrypt a file. These functions
// do SQLite's original work instead.
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

#include "tags.h"

#include "files.h"

#include "settings.h"

#endif
