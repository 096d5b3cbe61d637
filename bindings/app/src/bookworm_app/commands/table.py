"""The names of the commands, their modules, and a line of help for each."""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    import click

HELP = {
    "list": "List the books that a search line finds.",
    "show": "Show everything about a book.",
    "stats": "Count ratings, genres, months and pages.",
    "quotes": "Show, add and delete quotes.",
    "readings": "Show, add and delete readings: when books were read.",
    "genres": "List genres, and change their names and colours.",
    "shelves": "List, save, change and delete shelves, which are saved searches.",
    "shelf": "List the books of a saved search.",
    "add": "Add a book.",
    "edit": "Change books.",
    "rate": "Rate books.",
    "read": "Start to read books.",
    "finish": "Finish books.",
    "tag": "Add genres to books, or remove them.",
    "favourite": "Mark books as favourites, or remove the mark.",
    "cover": "Show, set, save or remove the cover of a book.",
    "delete": "Delete books.",
    "orders": "List, place and cancel orders.",
    "undo": "Undo what a command did.",
    "redo": "Redo what was undone.",
    "history": "List what commands did.",
    "restore": "Replace the library with a backup.",
    "import": "Import books and quotes from files of other programs.",
    "verify": "Compare a file with the library, cell by cell.",
    "export": "Export books to files for other programs.",
    "year": "Write a page about a year, as one HTML file.",
    "backup": "Copy the library into a new file.",
    "copy": "Copy the library to a server, or from a server.",
    "check": "Look for damage in the library.",
    "duplicates": "Find books that are in the library more than once.",
    "merge": "Merge books, or another copy of the library.",
    "people": "List authors, translators and other people.",
    "watch": "Print changes as they happen.",
    "preview": "Show a small library of examples.",
    "serve": "Show the library in a browser.",
}
SECTIONS = (
    (
        "Find and show",
        (
            "list",
            "show",
            "stats",
            "year",
            "people",
            "quotes",
            "readings",
            "genres",
            "shelves",
            "shelf",
            "watch",
            "serve",
        ),
    ),
    (
        "Change",
        (
            "add",
            "edit",
            "rate",
            "read",
            "finish",
            "tag",
            "favourite",
            "cover",
            "delete",
            "merge",
            "duplicates",
            "orders",
            "undo",
            "redo",
            "history",
        ),
    ),
    ("Files", ("import", "verify", "export", "backup", "restore", "check", "copy", "preview")),
)
#: Other spellings, which the help leaves out.
ALIASES = {"ls": "list", "favorite": "favourite", "remove": "delete", "rm": "delete"}
MODULES = {
    **{name: name for _, names in SECTIONS for name in names},
    "list": "listing",
    "import": "importing",
    **ALIASES,
    "ls": "listing",
}


def load(name: str) -> click.Command | None:
    """Returns the command of a name, or None."""
    module = MODULES.get(name)
    if module is None:
        return None
    loaded = importlib.import_module(f"{__package__}.{module}")
    made: click.Command = loaded.command
    return made
