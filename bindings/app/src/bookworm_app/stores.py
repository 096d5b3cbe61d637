"""Which store a command uses, and opening it."""

from __future__ import annotations

import os

from .errors import STORE, Failure
from .sentences import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bookworm import Store

NAME = "library.books"
#: The name of the history of undo that all commands share. The browser has its own.
HISTORY = "terminal"


def default_path() -> str:
    """Returns the user's own store, in the data folder by the XDG rules."""
    base = os.environ.get("XDG_DATA_HOME", "")
    # pathlib is not used, because importing it takes a tenth of a listing's time.
    folder = base if os.path.isabs(base) else os.path.expanduser("~/.local/share")
    return os.path.join(folder, "bookworm", NAME)


def chosen(option: str | None) -> tuple[str, bool]:
    """Returns the path or address of the store, and whether it is the default one."""
    given = option or os.environ.get("BOOKWORM_STORE")
    return (given, False) if given else (default_path(), True)


def _may_be_written(path: str) -> bool:
    """Whether a store may be written: the file, and those that are made next to it."""
    folder = os.path.dirname(os.path.abspath(path))
    return os.access(path, os.W_OK) and os.access(folder, os.W_OK)


def open_store(
    option: str | None, *, writing: bool = False, history: bool = False, rehearse: bool = False
) -> Store:
    """Opens the store, with the history of commands if it is written or `history` is True.

    The default store is made at its first use. A named store is made only by a command that
    writes: a mistyped path must not look like an empty library. A rehearsal makes no store: it
    uses one in memory.
    """
    import bookworm

    path, is_default = chosen(option)
    is_file = not path.startswith(("postgresql://", "postgres://"))
    absent = is_file and not os.path.exists(path)
    if absent and not is_default and not writing:
        raise Failure(
            sentence("There is no store at {path}.", path=path),
            STORE,
            sentence("Check the path, or create one with `bookworm add` or `bookworm import`."),
        )
    if absent and rehearse:
        return bookworm.open(":memory:")
    if absent and is_default:
        try:
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        except OSError as error:
            raise Failure(
                sentence(
                    "{path} cannot be created: {why}.", path=error.filename, why=error.strerror
                ),
                STORE,
                sentence("Choose another place with BOOKWORM_STORE or --store."),
            ) from None
    # A command's changes can be undone by the next one. A command that only reads keeps no history.
    name = HISTORY if writing or history else None
    create = absent or not is_file
    # A store on a disk that is mounted read-only can still be read.
    locked = is_file and not absent and not writing and not _may_be_written(path)
    store = bookworm.open(path, create=create, history=name, read_only=locked)
    if absent:
        from . import terminal

        terminal.say("Created a new library: {path}", path=path)
    return store
