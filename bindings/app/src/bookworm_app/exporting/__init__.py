"""Writes books in the formats of other programs, and reports what a format cannot contain."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterable

from ..errors import did_you_mean, there_are, usage
from ..sentences import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: The targets, and the endings of their files' names. Each is a module with `write(books, out,
#: lost, safe)`, except that parquet and arrow are in `frames`, and that markdown writes a folder.
TARGETS = {
    "csv": (".csv",),
    "goodreads": (),
    "storygraph": (),
    "json": (".json",),
    "markdown": (".md",),
    "bibtex": (".bib",),
    "parquet": (".parquet",),
    "arrow": (".arrow", ".feather"),
}
#: A spreadsheet may run a cell that begins with one of these.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def target(given: str | None, path: str | None) -> str:
    """Returns the target with the given name, or the target for the file's name."""
    if given is not None:
        if given in TARGETS:
            return given
        usage(
            "--to: {given!r} is not a format.",
            did_you_mean(given, TARGETS) or there_are(TARGETS),
            given=given,
        )
    for name, ends in TARGETS.items():
        if path is not None and path.lower().endswith(ends):
            return name
    if path is None or path.endswith("/"):
        usage("Which format? Use --to, or name a file.", there_are(TARGETS))
    usage(
        "The ending of {path} does not belong to a known format.",
        sentence("Choose a format with --to: {names}.", names=", ".join(TARGETS)),
        path=path,
    )


def module(name: str) -> Any:
    """Returns the module of a target."""
    return importlib.import_module(f"{__name__}.{name}")


#: The data that our own CSV leaves out, by its name in `lost`.
ORIGINALS = "original rows of imports"


def harmless(cell: str) -> str:
    """Returns a cell that a spreadsheet does not take for a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def write_csv(
    out: Any, header: Iterable[str], rows: Iterable[Iterable[object]], *, safe: bool
) -> int:
    """Writes CSV, and returns the number of rows."""
    import csv

    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(list(header))
    count = 0
    for row in rows:
        cells = ["" if cell is None else str(cell) for cell in row]
        writer.writerow([harmless(cell) for cell in cells] if safe else cells)
        count += 1
    return count


def isbn(book: dict[str, Any], digits: int) -> str:
    """Returns the first ISBN of a book, with 10 or 13 digits."""
    return next(
        (
            each.value
            for each in book["identifiers"]
            if each.scheme == "isbn" and len(each.value) == digits
        ),
        "",
    )


def people(book: dict[str, Any], role: str | None) -> list[Any]:
    """Returns a book's contributors in a role; without a role, all who are not authors."""
    return [
        each
        for each in book["contributors"]
        if (each.role.lower() == role if role else each.role != "author")
    ]


def first_author(book: dict[str, Any]) -> tuple[str, list[str]]:
    """Returns the first author and the others; splits the field `author` if it lists them all."""
    names = [each.name for each in people(book, "author")]
    if names and book["author"] in (", ".join(names), names[0]):
        return names[0], names[1:]
    return book["author"], [name for name in names if name != book["author"]]


def count_lost(book: dict[str, Any], lost: Counter[str], names: Iterable[str]) -> None:
    """Counts the fields of a book that a target has no place for."""
    for name in names:
        if book[name] not in (None, False, [], (), ""):
            lost[name] += 1
