// This file declares the functions of libpq that the library calls. They are loaded when a server
// is first opened: nothing is linked to libpq, and programs that use only files do not need it. The
// declarations match libpq's version 14, so its headers are not needed either.
#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stddef.h>

/// libpq's PGconn and PGresult.
typedef struct cpostgres_connection cpostgres_connection;
typedef struct cpostgres_result cpostgres_result;

/// libpq's PQconninfoOption.
typedef struct cpostgres_option {
  char *keyword, *envvar, *compiled, *value, *label, *dispchar;
  int dispsize;
} cpostgres_option;

typedef void (*cpostgres_notice)(void *argument, const cpostgres_result *notice);

/// The libpq constants that the library uses.
enum {
  CPOSTGRES_CONNECTION_OK = 0,
  CPOSTGRES_CONNECTION_BAD = 1,
  CPOSTGRES_CONNECTION_STARTED = 2,
  CPOSTGRES_POLLING_READING = 1,
  CPOSTGRES_POLLING_WRITING = 2,
  CPOSTGRES_COMMAND_OK = 1,
  CPOSTGRES_TUPLES_OK = 2,
  CPOSTGRES_COPY_IN = 4,
  CPOSTGRES_PIPELINE_SYNC = 10,
  CPOSTGRES_PIPELINE_ABORTED = 11,
  CPOSTGRES_SEVERITY = 'V',
  CPOSTGRES_SQLSTATE = 'C',
  CPOSTGRES_PRIMARY = 'M',
  CPOSTGRES_DETAIL = 'D',
};

// Return type, name, parameters, and the arguments that are passed on.
#define CPOSTGRES_FUNCTIONS(F) \
  F(int, libVersion, (void), ()) \
  F(cpostgres_option *, conninfoParse, (const char *text, char **error), (text, error)) \
  F(void, conninfoFree, (cpostgres_option * options), (options)) \
  F(cpostgres_connection *, connectdbParams, \
    (const char *const *keywords, const char *const *values, int expand), \
    (keywords, values, expand)) \
  F(cpostgres_connection *, connectStartParams, \
    (const char *const *keywords, const char *const *values, int expand), \
    (keywords, values, expand)) \
  F(int, connectPoll, (cpostgres_connection * c), (c)) \
  F(const char *, host, (const cpostgres_connection *c), (c)) \
  F(const char *, hostaddr, (const cpostgres_connection *c), (c)) \
  F(const char *, port, (const cpostgres_connection *c), (c)) \
  F(void, finish, (cpostgres_connection * c), (c)) \
  F(int, status, (const cpostgres_connection *c), (c)) \
  F(int, socket, (const cpostgres_connection *c), (c)) \
  F(int, backendPID, (const cpostgres_connection *c), (c)) \
  F(int, serverVersion, (const cpostgres_connection *c), (c)) \
  F(const char *, parameterStatus, (const cpostgres_connection *c, const char *name), (c, name)) \
  F(char *, errorMessage, (const cpostgres_connection *c), (c)) \
  F(cpostgres_notice, setNoticeReceiver, \
    (cpostgres_connection * c, cpostgres_notice receiver, void *argument), \
    (c, receiver, argument)) \
  F(cpostgres_result *, exec, (cpostgres_connection * c, const char *text), (c, text)) \
  F(int, sendQuery, (cpostgres_connection * c, const char *text), (c, text)) \
  F(int, setnonblocking, (cpostgres_connection * c, int is), (c, is)) \
  F(int, flush, (cpostgres_connection * c), (c)) \
  F(int, isBusy, (cpostgres_connection * c), (c)) \
  F(int, enterPipelineMode, (cpostgres_connection * c), (c)) \
  F(int, exitPipelineMode, (cpostgres_connection * c), (c)) \
  F(int, pipelineSync, (cpostgres_connection * c), (c)) \
  F(int, sendPrepare, \
    (cpostgres_connection * c, const char *name, const char *text, int count, \
     const unsigned *types), \
    (c, name, text, count, types)) \
  F(int, sendQueryParams, \
    (cpostgres_connection * c, const char *text, int count, const unsigned *types, \
     const char *const *values, const int *lengths, const int *formats, int format), \
    (c, text, count, types, values, lengths, formats, format)) \
  F(int, sendQueryPrepared, \
    (cpostgres_connection * c, const char *name, int count, const char *const *values, \
     const int *lengths, const int *formats, int format), \
    (c, name, count, values, lengths, formats, format)) \
  F(int, putCopyData, (cpostgres_connection * c, const char *bytes, int count), (c, bytes, count)) \
  F(int, putCopyEnd, (cpostgres_connection * c, const char *error), (c, error)) \
  F(int, consumeInput, (cpostgres_connection * c), (c)) \
  F(void *, notifies, (cpostgres_connection * c), (c)) \
  F(cpostgres_result *, getResult, (cpostgres_connection * c), (c)) \
  F(int, resultStatus, (const cpostgres_result *r), (r)) \
  F(char *, resultErrorField, (const cpostgres_result *r, int field), (r, field)) \
  F(char *, resultErrorMessage, (const cpostgres_result *r), (r)) \
  F(char *, cmdStatus, (cpostgres_result * r), (r)) \
  F(char *, cmdTuples, (cpostgres_result * r), (r)) \
  F(int, ntuples, (const cpostgres_result *r), (r)) \
  F(int, nfields, (const cpostgres_result *r), (r)) \
  F(unsigned, ftype, (const cpostgres_result *r, int column), (r, column)) \
  F(char *, getvalue, (const cpostgres_result *r, int row, int column), (r, row, column)) \
  F(int, getlength, (const cpostgres_result *r, int row, int column), (r, row, column)) \
  F(int, getisnull, (const cpostgres_result *r, int row, int column), (r, row, column)) \
  F(size_t, resultMemorySize, (const cpostgres_result *r), (r)) \
  F(void, clear, (cpostgres_result * r), (r)) \
  F(void, freemem, (void *memory), (memory))

struct cpostgres_functions {
#define F(type, name, parameters, arguments) type(*name) parameters;
  CPOSTGRES_FUNCTIONS(F)
#undef F
};

extern struct cpostgres_functions cpostgres_functions;

/// Loads the functions from a library of this name, before any of them is called. Returns NULL, or
/// an error that names the missing function or library. The text is valid until dlopen() or a
/// related function is called again.
const char *cpostgres_load(const char *library);

/// The version of the library that was found, such as 150013, even if functions are missing;
/// otherwise 0.
int cpostgres_version(void);

// pq_status(connection) is libpq's PQstatus(connection), and so on.
#define F(type, name, parameters, arguments) \
  static inline type pq_##name parameters { \
    return cpostgres_functions.name arguments; \
  }
CPOSTGRES_FUNCTIONS(F)
#undef F

#endif
