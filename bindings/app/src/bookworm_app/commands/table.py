"""The names of the commands, their modules, and a line of help for each."""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    import click

HELP = {
    "list": "List the books that a search line finds.",
    "show": "Show all of a book.",
    "stats": "Count: ratings, genres, months, pages.",
    "quotes": "Show quotes, add and delete them.",
    "readings": "Show when books were read, add and delete readings.",
    "genres": "List genres, and change their names and colours.",
    "shelves": "List saved searches, and make, change and delete them.",
    "shelf": "List the books of a saved search.",
    "add": "Add a book.",
    "edit": "Change books.",
    "rate": "Rate books.",
    "read": "Begin books.",
    "finish": "Finish books.",
    "tag": "Give genres to books, or take them off.",
    "favourite": "Make books favourites, or no longer.",
    "cover": "Show what cover a book has, set, save and remove it.",
    "delete": "Delete books.",
    "orders": "List, place and cancel orders.",
    "undo": "Undo what a command has done.",
    "redo": "Do again what was undone.",
    "history": "List what commands have done.",
    "restore": "Put a backup in the place of the library.",
    "import": "Import books and quotes from files of other programs.",
    "verify": "Compare a file with the library, cell by cell.",
    "export": "Export books to files of other programs.",
    "year": "Write a year in review as one HTML file.",
    "backup": "Copy the library into a new file.",
    "copy": "Copy the library to a server, or from there.",
    "check": "Look for damage in the library.",
    "duplicates": "Find books that are there more than once.",
    "merge": "Merge books, or another copy of the library.",
    "people": "List authors, translators and others.",
    "watch": "Print what changes, as it happens.",
    "preview": "Show a small library to try things with.",
    "serve": "Show the library in a browser.",
}
SECTIONS = (
    (
        "Look",
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
    """The command of a name; None where there is none."""
    module = MODULES.get(name)
    if module is None:
        return None
    loaded = importlib.import_module(f"{__package__}.{module}")
    made: click.Command = loaded.command
    return made
