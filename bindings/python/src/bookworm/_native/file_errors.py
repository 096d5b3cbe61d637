"""Errors of paths: which exception fits is seen by a look at the path."""

from __future__ import annotations

import errno
import os
import stat

from .errors import (
    CannotOpenError,
    DirectoryError,
    ExistingFileError,
    ExistsError,
    NoSuchFileError,
    NotPermittedError,
)

_AT_PATHS: dict[int | None, type[CannotOpenError]] = {
    errno.ENOENT: NoSuchFileError,
    errno.EISDIR: DirectoryError,
    errno.EACCES: NotPermittedError,
}


def at_path(error: CannotOpenError, path: str, *, create: bool) -> CannotOpenError:
    """An error of opening made one for the reason that a look at the path shows."""
    message, reason = error.message, _reason(path)
    folder = os.path.dirname(path) or "."
    if create and reason == errno.ENOENT and os.path.isdir(folder) and not os.path.islink(path):
        # What is to be made need not be there yet: that is no reason.
        reason = None
        if not os.access(folder, os.W_OK | os.X_OK):
            reason = errno.EACCES
            message = f"nothing may be written to the folder: cannot open {path}"
    made = _AT_PATHS.get(reason, CannotOpenError)(
        message, field=error.field, sqlite_code=error.sqlite_code
    )
    made.filename, made.sqlstate = path, error.sqlstate
    if reason is not None:
        made.errno, made.strerror = reason, os.strerror(reason)
    return made


def at_file(error: ExistsError, path: str) -> ExistsError:
    """An error of something that is there already, made one of a file where it is one."""
    if error.field != "path":
        return error
    made = ExistingFileError(error.message, field=error.field)
    made.filename = path
    made.errno, made.strerror = errno.EEXIST, os.strerror(errno.EEXIST)
    return made


def _reason(path: str) -> int | None:
    try:
        found = os.stat(path)
    except OSError as error:
        return error.errno
    if stat.S_ISDIR(found.st_mode):
        return errno.EISDIR
    return None if os.access(path, os.R_OK) else errno.EACCES
