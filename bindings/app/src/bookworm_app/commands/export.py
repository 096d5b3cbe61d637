"""`bookworm export LINE`."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable

import click

from .. import terminal
from ..command import command as make, store, words
from ..errors import usage
from ..sentences import counted, number, sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Query, Store


@make("export", lines=True)
@words()
@click.option(
    "--to",
    "name",
    metavar="FORMAT",
    help="Choose the format: csv, goodreads, storygraph, json, ...",
)
@click.option("--file", "path", metavar="FILE", help="Write to this file; for markdown, a folder.")
@click.option("--safe", is_flag=True, help="Make formulas harmless for a spreadsheet.")
@click.option("--replace", is_flag=True, help="Replace a file that exists.")
def command(
    words: tuple[str, ...], name: str | None, path: str | None, safe: bool, replace: bool
) -> int:
    """Export books to files for other programs.

    \b
      bookworm export --to csv --file library.csv       can be imported again
      bookworm export --to goodreads --file goodreads.csv
      bookworm export rating:5 --to storygraph > five.csv
      bookworm export --file library.json           everything, in one document
      bookworm export --to markdown --file ~/Vault/Books
      bookworm export author:eco --to bibtex
      bookworm export --file library.parquet            needs pyarrow

    Formats: csv, goodreads, storygraph, json, markdown, bibtex, parquet, arrow. A search
    line or ids select the books; without them, all books are exported. You can export notes in
    Markdown again and again: your own text in them is kept. Fields that a format cannot hold are
    listed.
    """
    from .. import exporting, lines

    target = exporting.target(name, path)
    if target in ("markdown", "parquet", "arrow") and path is None:
        usage("{target} needs --file.", "For markdown it is a folder.", target=target)
    with store() as opened:
        ids = lines.ids_of(words)
        query = lines.query(opened, words if ids is None else ())
        chosen = None if ids is None else lines.books(opened, [str(each) for each in ids])
        if words and ids is None and not query.count():
            lines.not_found(opened, words)
        is_document = target == "json" and not words and path is not None
        # Only a document of the whole store contains pictures.
        covers = 0 if is_document else _covers(opened, query, chosen)
        if target == "markdown":
            _notes(_dicts(opened, query, chosen), str(path))
            _say_lost(target, Counter(cover=covers) if covers else Counter())
            return 0
        if path is not None and os.path.exists(path):
            if not replace:
                usage("{path} already exists.", "Give another name, or use --replace.", path=path)
            if not os.path.isfile(path):
                usage("{path} is not a file.", path=path)
        lost: Counter[str] = Counter()
        if is_document:
            count = _through(str(path), lambda made: _document(opened, made))
        elif target in ("parquet", "arrow"):
            frames = exporting.module("frames")
            count = _through(str(path), lambda made: frames.write(query, made, target, chosen))
        else:
            count = _write(_dicts(opened, query, chosen), target, path, lost, safe=safe)
    if path is not None:
        terminal.say("{books} written to {path}.", books=counted(count), path=path)
    originals = lost.pop(exporting.ORIGINALS, 0)
    if originals:
        terminal.say(
            "{format} leaves out the original rows of imports ({count}).",
            format=target,
            count=number(originals),
        )
    if covers:
        lost["cover"] += covers
    _say_lost(target, lost)
    return 0


def _say_lost(target: str, lost: Counter[str]) -> None:
    if lost:
        each = ", ".join(f"{sentence(what)} {number(count)}" for what, count in lost.items())
        terminal.say("{format} has no field for: {fields}.", format=target, fields=each)


def _covers(opened: Store, query: Query, ids: list[int] | None) -> int:
    """Returns the number of covers of the books."""
    if ids is None:
        return query.narrowed("-cover:none").count()
    return sum(opened.books.cover(each) is not None for each in ids)


def _dicts(opened: Store, query: Query, ids: list[int] | None) -> Iterable[dict[str, Any]]:
    """Returns the books of a query, or those with the ids."""
    return query.as_dicts() if ids is None else (opened.books[each].as_dict() for each in ids)


def _write(
    books: Iterable[dict[str, Any]],
    target: str,
    path: str | None,
    lost: Counter[str],
    *,
    safe: bool,
) -> int:
    from .. import exporting

    module = exporting.module(target)
    if path is None:
        terminal.exact()
        made: int = module.write(books, sys.stdout, lost, safe=safe)
        sys.stdout.flush()
        return made

    def write(temporary: str) -> int:
        with open(temporary, "x", encoding="utf-8", newline="") as out:
            written: int = module.write(books, out, lost, safe=safe)
        return written

    return _through(path, write)


def _document(opened: Store, path: str) -> int:
    opened.export_json(path, covers=True)
    return opened.books.count()


def _through(path: str, write: Any) -> int:
    """Writes a file in the same folder, and gives it the path when it is complete."""
    made = f"{path}.{os.getpid()}.part"
    try:
        count: int = write(made)
        os.replace(made, path)
    except OSError as error:
        usage("{path} cannot be written: {why}.", path=path, why=error.strerror or error)
    finally:
        if os.path.exists(made):
            os.unlink(made)
    return count


def _notes(books: Iterable[dict[str, Any]], folder: str) -> None:
    from ..exporting import markdown

    try:
        new, changed, left = markdown.write(books, folder)
    except OSError as error:
        usage("{path} cannot be written: {why}.", path=error.filename or folder, why=error.strerror)
    terminal.say(
        "{path}: {notes}, {changed} updated.",
        path=folder,
        notes=counted(new, "new note"),
        changed=number(changed),
    )
    for path in left:
        terminal.say(
            "{path}: the section that Bookworm writes is missing; only the properties are updated.",
            path=path,
        )
