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
    "delete": "Delete books.",
    "orders": "List, place and cancel orders.",
    "import": "Import books from files of other programs.",
}
SECTIONS = (
    ("Look", ("list", "show", "stats", "quotes", "readings", "genres", "shelves", "shelf")),
    ("Change", ("add", "edit", "rate", "read", "finish", "tag", "favourite", "delete", "orders")),
    ("Files", ("import",)),
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
