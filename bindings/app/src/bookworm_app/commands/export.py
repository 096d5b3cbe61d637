"""`bookworm export LINE`."""

from __future__ import annotations

import os
import sys
from collections import Counter

import click

from .. import terminal
from ..command import command as make, store, words
from ..errors import usage
from ..sentences import counted, sentence

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
    """Export books to files of other programs.

    \b
      bookworm export --to csv --file library.csv       fields come back
      bookworm export --to goodreads --file goodreads.csv
      bookworm export rating:5 --to storygraph > five.csv
      bookworm export --file library.json           all there is, one document
      bookworm export --to markdown --file ~/Vault/Books
      bookworm export author:eco --to bibtex
      bookworm export --file library.parquet            needs pyarrow

    Formats: csv, goodreads, storygraph, json, markdown, bibtex, parquet, arrow. A line says which
    books; without a line it is all of them. Notes in Markdown can be exported again and again:
    your own text in them stays. Fields without a place in a format are named.
    """
    from .. import exporting, lines

    target = exporting.target(name, path)
    if target in ("markdown", "parquet", "arrow") and path is None:
        usage("{target} needs --file.", "For markdown it is a folder.", target=target)
    with store() as opened:
        query = lines.query(opened, words)
        if words and not query.count():
            lines.not_found(opened, words)
        if target == "markdown":
            return _notes(query, str(path))
        if path is not None and os.path.exists(path):
            if not replace:
                usage("{path} already exists.", "Give another name, or use --replace.", path=path)
            if not os.path.isfile(path):
                usage("{path} is not a file.", path=path)
        lost: Counter[str] = Counter()
        count = _write(opened, query, target, path, lost, safe=safe, whole=not words)
    if path is not None:
        terminal.say("{books} written to {path}.", books=counted(count), path=path)
    originals = lost.pop(exporting.ORIGINALS, 0)
    if originals:
        terminal.say(
            "{format} leaves out the original rows of imports ({count}).",
            format=target,
            count=f"{originals:,}",
        )
    if lost:
        each = ", ".join(f"{sentence(what)} {number:,}" for what, number in lost.items())
        terminal.say("{format} has no field for: {fields}.", format=target, fields=each)
    return 0


def _write(
    opened: Store,
    query: Query,
    target: str,
    path: str | None,
    lost: Counter[str],
    *,
    safe: bool,
    whole: bool,
) -> int:
    from .. import exporting

    if target in ("parquet", "arrow"):
        from ..exporting import frames

        return _through(str(path), lambda made: frames.write(query, made, target))
    if target == "json" and whole and path is not None:
        return _through(path, lambda made: _document(opened, made))
    module, books = exporting.module(target), query.as_dicts()
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
    opened.export_json(path)
    return opened.books.count()


def _through(path: str, write: Any) -> int:
    """Writes beside the path and puts the file there when it is complete."""
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


def _notes(query: Query, folder: str) -> int:
    from ..exporting import markdown

    try:
        new, changed, left = markdown.write(query.as_dicts(), folder)
    except OSError as error:
        usage("{path} cannot be written: {why}.", path=error.filename or folder, why=error.strerror)
    terminal.say(
        "{path}: {notes}, {changed} updated.",
        path=folder,
        notes=counted(new, "new note"),
        changed=f"{changed:,}",
    )
    for path in left:
        terminal.say(
            "{path}: the section that Bookworm writes is missing; only the properties are updated.",
            path=path,
        )
    return 0
