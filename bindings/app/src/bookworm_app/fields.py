"""The fields of a book as commands name them, and how a table shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .errors import did_you_mean, there_are, usage
from .output import Columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Query

#: The fields that programs get by default, in this order.
DEFAULT = (
    "id",
    "title",
    "author",
    "rating",
    "favourite",
    "status",
    "genres",
    "series",
    "series_number",
    "year",
    "started",
    "finished",
    "created",
)
OTHERS = (
    "exact_rating",
    "subtitle",
    "publisher",
    "pages",
    "language",
    "format",
    "edition_year",
    "title_sort",
    "author_sort",
    "contributors",
    "identifiers",
    "price",
    "synopsis",
    "review",
    "spoilers",
    "notes",
    "updated",
)
KNOWN = (*DEFAULT, *OTHERS)
#: The fields that a person sees by default.
SHOWN = ("id", "rating", "title", "author", "status", "genres")
#: The fields that `edit` and `add` set, in the order of a form.
EDITABLE = (
    "title",
    "title_sort",
    "subtitle",
    "author",
    "author_sort",
    "contributors",
    "series",
    "series_number",
    "year",
    "genres",
    "rating",
    "favourite",
    "status",
    "started",
    "finished",
    "publisher",
    "edition_year",
    "pages",
    "language",
    "format",
    "identifiers",
    "price",
    "synopsis",
    "review",
    "spoilers",
    "notes",
)
LONG = ("synopsis", "review", "notes")
_SPELLED = {
    "favorite": "favourite",
    "genre": "genres",
    "isbn": "identifiers",
    "people": "contributors",
    "edition": "edition_year",
}


def chosen(names: str | None, default: Sequence[str], known: Sequence[str] = KNOWN) -> list[str]:
    """Returns the fields that a text names, separated by commas; `all` means every field."""
    if not names:
        return list(default)
    made: list[str] = []
    for each in names.replace(" ", "").split(","):
        name = each if each in known else _SPELLED.get(each, each)
        if name == "all":
            made += [every for every in known if every not in made]
        elif name in known:
            made.append(name)
        elif name:
            usage(
                "{each!r} is not a field.",
                did_you_mean(each, known) or there_are(known),
                each=each,
            )
    return made


def in_table(shown: Iterable[str]) -> list[str]:
    """Returns the fields that must be read for a table of some fields."""
    more = ("id", "favourite", "exact_rating", *(("spoilers",) if "review" in shown else ()))
    return list(dict.fromkeys([*shown, *more]))


def rows(query: Query, names: Iterable[str]) -> Columns:
    """Returns the fields of the books of a query."""
    wanted = list(dict.fromkeys(names))
    read = ["genre_names" if name == "genres" else name for name in wanted]
    columns = query.columns(*read)
    return Columns(**{name: columns[each] for name, each in zip(wanted, read)})


def of_book(book: Any, names: Iterable[str]) -> dict[str, Any]:
    """Returns the fields of one book."""
    return {
        name: book.genres.names() if name == "genres" else getattr(book, name) for name in names
    }
