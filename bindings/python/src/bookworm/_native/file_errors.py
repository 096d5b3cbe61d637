"""Errors of paths and addresses: the path itself shows which exception fits."""

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
    """Converts an error of opening to one for the reason that the path shows."""
    message, reason = error.message, _reason(path)
    folder = os.path.dirname(path) or "."
    if create and reason == errno.ENOENT and os.path.isdir(folder) and not os.path.islink(path):
        # A file that is to be created need not exist, so its absence is not the reason.
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


def at_address(error: CannotOpenError, address: str) -> CannotOpenError:
    """An error of opening a store on a server; its `filename` is the address without password."""
    error.filename = _without_password(address)
    if isinstance(error, NotPermittedError):
        error.errno, error.strerror = errno.EACCES, os.strerror(errno.EACCES)
    return error


def at_file(error: ExistsError, path: str) -> ExistsError:
    """Converts an error of something that exists to one of a file if it is a file."""
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


def _without_password(address: str) -> str | None:
    scheme, _, rest = address.partition("://")
    user, at, host = rest.partition("@")
    if not at or "/" in user:
        user, at, host = "", "", rest
    if "@" in host:
        # The end of the password is unknown.
        return None
    host, mark, words = host.partition("?")
    told = [word for word in words.split("&") if not _is_secret(word.partition("=")[0])]
    words = mark + "&".join(told) if told else ""
    return f"{scheme}://{user.partition(':')[0]}{at}{host}{words}"


def _is_secret(name: str) -> bool:
    # The name of a secret may be written with escapes.
    return name.endswith(("password", "secret")) or name.startswith("scram_") or "%" in name
