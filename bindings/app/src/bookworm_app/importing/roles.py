"""The roles of columns: how each turns a cell into fields of a book."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from ..sentences import Said
from . import cells
from .formats import PAUSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .mapping import Row

    Role = Callable[[Row, str, str], None]

_MOST_READINGS = 200


def _text(field: str) -> Role:
    def read(row: Row, column: str, text: str) -> None:
        value = cells.line(text)
        if value:
            row.fields[field] = value

    return read


def _long(field: str) -> Role:
    def read(row: Row, column: str, text: str) -> None:
        row.fields[field] = cells.plain(text) or None

    return read


def _day(field: str) -> Role:
    def read(row: Row, column: str, text: str) -> None:
        days = row.days[field] = row.several(column)
        row.fields[field] = max(days, default=None)

    return read


def _year(field: str) -> Role:
    def read(row: Row, column: str, text: str) -> None:
        row.fields[field] = row.guess(column, cells.year)
        if row.fields[field] and any(sign in text.strip()[1:] for sign in "-/ "):
            row.reduced(column)

    return read


def _titled(row: Row, column: str, text: str) -> None:
    fields = row.fields
    fields["title"], series, number, more = cells.title(text)
    if series:
        fields["series"], fields["series_number"] = series, number
    if more:
        row.reduced(column)


@functools.lru_cache(1024)
def _quarters(rating: float) -> float:
    from bookworm import presentation

    return presentation.exact_rating(rating, 5) or 0


def _rating(row: Row, column: str, text: str) -> None:
    value = row.read(column, lambda text: cells.rating(text, row.form.best))
    if value is None:
        return
    exact = _quarters(value)
    if float(exact).is_integer():
        row.fields["rating"], row.fields["exact_rating"] = int(exact), None
    else:
        # The library derives the whole rating from the exact one.
        row.fields.pop("rating", None)
        row.fields["exact_rating"] = exact
    if exact != value:
        row.made.rounded.append((row.place, f"{value:g}"))


def _exact_rating(row: Row, column: str, text: str) -> None:
    row.fields["exact_rating"] = row.read(column, lambda text: cells.number(text, float)) or None


def _created(row: Row, column: str, text: str) -> None:
    created = row.instant(column)
    if created is not None:
        row.fields["created"] = created


def _isbn(row: Row, column: str, text: str) -> None:
    for part in cells.items(text):
        row.identify("isbn", row.read_part(column, part, cells.isbn) or "")


def _identifier(scheme: str) -> Role:
    def read(row: Row, column: str, text: str) -> None:
        row.identify(scheme, row.read(column, cells.source_id) or "")

    return read


def _identifiers(row: Row, column: str, text: str) -> None:
    for part in cells.items(text):
        scheme, colon, value = part.partition(":")
        if colon and scheme.lower() != "isbn":
            row.identify(scheme.lower(), value)
        else:
            row.identify("isbn", row.read_part(column, part, cells.isbn) or "")


def _genres(row: Row, column: str, text: str) -> None:
    row.add_genres(cells.items(text, row.form.between))


def shelve(row: Row, column: str, text: str) -> None:
    """Sets the status that a shelf means. A custom shelf becomes a genre, and is reported."""
    shelf = cells.line(text)
    if not shelf:
        return
    low, form = shelf.lower(), row.form
    status = row.decisions.shelves.get(low) or form.status(shelf)
    if status is None and low in PAUSED:
        status = "in-progress"
        row.unclear(Said("{shelf}: kept as in progress", shelf=shelf))
    elif status is None or (form.own is not None and low not in form.own):
        what = Said("the status {status}", status=status) if status else Said("a genre")
        row.made.shelves.setdefault(shelf, [0, what])[0] += 1
    if status is None:
        row.add_genres([shelf])
        return
    row.fields["status"] = status
    genres = row.fields.get("genres", [])
    if shelf in genres:
        genres.remove(shelf)


def _pages(row: Row, column: str, text: str) -> None:
    value = row.guess(column, cells.number)
    row.fields["pages"] = value if value and value > 0 else None


def _language(row: Row, column: str, text: str) -> None:
    known = cells.items(text)
    row.fields["language"] = (
        row.guess(column, lambda _: cells.language(known[0])) if known else None
    )
    if len(known) > 1:
        row.reduced(column)


def _series_number(row: Row, column: str, text: str) -> None:
    row.fields["series_number"] = row.guess(
        column, lambda text: cells.number(text.lstrip("# "), float)
    )


def _in_series(row: Row, column: str, text: str) -> None:
    name, row.fields["series_number"], has_more = cells.series(text)
    row.fields["series"] = name or None
    if has_more:
        row.reduced(column)


def _people(row: Row, column: str, text: str) -> None:
    """Reads the authors of a cell that has several people, some with a role."""
    found = [(name, role or "author") for name, role in cells.people(text, row.form.between)]
    names = [name for name, role in found if role.lower() == "author"]
    row.fields["author"] = ", ".join(names or [name for name, _ in found[:1]]) or None
    row.authors = [(name, role, None) for name, role in found]


def _authors(row: Row, column: str, text: str) -> None:
    """Reads a cell of one author, or of several."""
    value = cells.line(text)
    if value:
        row.fields["author"] = value
        row.authors = [(name, "author", None) for name in cells.authors(value)]


def _others(role: str) -> Role:
    """Reads more people of a book. A name without a role has this one."""

    def read(row: Row, column: str, text: str) -> None:
        row.others += [(name, own or role, None) for name, own in cells.people(text)]

    return read


def _flag(field: str) -> Role:
    def read(row: Row, column: str, text: str) -> None:
        if row.guess(column, cells.flag):
            row.fields[field] = True

    return read


def _review(row: Row, column: str, text: str) -> None:
    row.fields["review"] = cells.plain(text) or None
    # Goodreads hides such a part until it is clicked.
    if "<spoiler>" in text:
        row.fields["spoilers"] = True


def _count(row: Row, column: str, text: str) -> None:
    count = row.read(column, cells.number) or 0
    if count > _MOST_READINGS:
        row.refuse(column, Said("{count} readings are too many", count=count))
    row.read_count = int(count)


def _quotes(row: Row, column: str, text: str) -> None:
    row.quotes += [(part.strip(), None) for part in text.split("\n\n") if part.strip()]


def _publication(row: Row, column: str, text: str) -> None:
    """LibraryThing's `Pantheon (1967), Edition: 1, Paperback, 412 pages`: the publisher.

    Year, medium and pages have columns of their own.
    """
    value = cells.line(text)
    found = re.fullmatch(r"(.+?) \((?:c?\d{4})\)((?:, .+)?)", value)
    row.fields["publisher"] = (found[1] if found else value) or None
    others = found[2].split(", ")[1:] if found else []
    if any(each != row.text("media") and not re.fullmatch(r"\d+ pages", each) for each in others):
        row.reduced(column)


def _id(row: Row, column: str, text: str) -> None:
    row.source_id = row.read(column, cells.source_id) or ""


def _nothing(row: Row, column: str, text: str) -> None:
    """Reads nothing: the cell is read elsewhere, or another column has the same."""


_ROLES: dict[str, Role] = {
    **{name: _text(name) for name in ("title", "title_sort", "author", "author_sort",
                                      "publisher", "format", "series", "subtitle")},
    **{name: _long(name) for name in ("notes", "synopsis")},
    **{name: _day(name) for name in ("started", "finished")},
    **{name: _year(name) for name in ("year", "edition_year")},
    "titled": _titled, "rating": _rating, "exact_rating": _exact_rating,
    "created": _created, "isbn": _isbn,
    "identifiers": _identifiers, "genres": _genres, "status": shelve, "pages": _pages,
    "language": _language, "series_number": _series_number, "in_series": _in_series,
    "people": _people, "authors": _authors, "contributors": _others("contributor"),
    "favourite": _flag("favourite"), "spoilers": _flag("spoilers"), "review": _review,
    "count": _count, "quotes": _quotes, "id": _id,
    "publication": _publication, "": _nothing, "same": _nothing,
}  # fmt: skip


#: The values of fields whose cell is empty: the source has none, which is not the same as a source
#: that has no such column.
EMPTY: dict[str, dict[str, object]] = {
    **{name: {name: None} for name in (
        "title", "title_sort", "author", "author_sort", "publisher", "format", "series", "subtitle",
        "review", "notes", "synopsis", "started", "finished", "year", "edition_year", "pages",
        "language", "series_number")},
    "titled": {"title": None, "series": None, "series_number": None},
    "in_series": {"series": None, "series_number": None},
    "people": {"author": None, "contributors": None},
    "authors": {"author": None, "contributors": None},
    "rating": {"rating": 0, "exact_rating": None},
    "exact_rating": {"exact_rating": None},
    "favourite": {"favourite": False},
    "spoilers": {"spoilers": False},
    "publication": {"publisher": None},
}  # fmt: skip


#: The roles of people that a column may have.
PEOPLE = ("editor", "translator", "illustrator", "narrator", "introduction")
_ROLES.update({name: _others(name) for name in PEOPLE})
_ROLES["more authors"] = _others("author")
EMPTY.update({name: {"contributors": None} for name in (*PEOPLE, "contributors", "more authors")})


def role(name: str) -> Role:
    """Returns the function of a role."""
    if name.startswith("identifier "):
        return _identifier(name.split()[1])
    return _ROLES[name]
