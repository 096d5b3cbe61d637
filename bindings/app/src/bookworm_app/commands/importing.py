"""`bookworm import FILE...`."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import click

from .. import output, steps, terminal
from ..changing import UNDO
from ..command import command as make, dry_run, name_step, step, store
from ..errors import DONE, NOTHING, there_are, usage
from ..sentences import Count, Said, sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Store

    from ..importing.rows import Table


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Stops the garbage collector: an import creates millions of objects, and few cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


#: If more files are skipped, they are counted instead of named.
_MOST_SKIPPED = 3
#: The counts of a receipt that say that something was changed.
_DONE = ("created", "merged", "changed", "covers", "quotes", "grown", "inserted", "updated")


@make("import")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--map",
    "columns",
    default="",
    metavar="COLUMN=FIELD,...",
    help="Import a column as this field.",
)
@click.option(
    "--shelf",
    "shelves",
    multiple=True,
    metavar="NAME=STATUS",
    help="Import one of your shelves as this status.",
)
@click.option(
    "--day-first/--month-first", "day_first", default=None, help="Read 6/5/2017 as 6 May 2017."
)
@click.option("--json", "as_json", is_flag=True, help="Print the receipts as a JSON array.")
@click.option("--html", metavar="FILE", help="Write the receipts to an HTML file.")
@dry_run
@_without_collecting()
def command(
    paths: tuple[str, ...],
    columns: str,
    shelves: tuple[str, ...],
    day_first: bool | None,
    as_json: bool,
    html: str | None,
    rehearse: bool,
) -> int:
    """Import books and quotes from files of other programs.

    \b
      bookworm import goodreads_library_export.csv
      bookworm import storygraph.csv "My Clippings.txt" exports.zip
      bookworm import ~/"Calibre Library"
      bookworm import goodreads.csv --shelf given-up=did-not-finish --dry-run
      bookworm import books.csv --map 'Name=title,By=author'

    \b
    A file is recognised by its content:
      books   Goodreads, StoryGraph, Hardcover, LibraryThing (tabs, JSON),
              Calibre (folder, metadata.db, CSV), BookWyrm, Openreads (CSV,
              backup), Open Library, Bookworm (CSV, JSON), and any CSV or TSV
              whose columns have the names of fields
      quotes  Kindle, Kobo, Readwise, Apple Books

    Files may be in a zip file or a folder. All are imported, or none. Importing the same file again
    changes nothing. A newer file updates each field that has changed in it, unless you also changed
    the field here. Refused rows are written to a file in the same folder, which you can correct and
    import; the exit code is then 1.
    """
    from ..importing import mapping, quoting

    decisions = mapping.Decisions(day_first, _statuses(shelves))
    read = _read(paths, columns, decisions)
    done: dict[int, dict[str, Any]] = {}
    with store(writing=True, rehearse=rehearse) as opened, step(opened, dry_run=rehearse):
        for place in quoting.in_turn([form for _, form, _, _ in read]):
            name, form, take, table = read[place]
            with terminal.progress(name) as report:
                more: dict[str, Any] = {"progress": report, "detailed": rehearse} if table else {}
                receipt = take(opened, **more)
            done[place] = {"file": name, "format": form, **receipt, "dry_run": rehearse}
        receipts = [done[place] for place in range(len(read))]
        if rehearse:
            _remark_alike(opened, receipts)
        else:
            name_step(opened, _name(receipts))
    for (_, _, _, table), receipt in zip(read, receipts):
        receipt["refused_file"] = None
        if receipt["refused"] and table is not None and not rehearse:
            receipt["refused_file"] = _write_refused(table, receipt["refused"])
    from ..importing import receipts as texts

    if html is not None:
        from .. import documents

        documents.write(html, texts.html(receipts), replace=True)
    if as_json:
        output.document(receipts)
    else:
        terminal.write("".join(texts.text(each, rehearsed=rehearse) for each in receipts))
    if not rehearse and any(each.get(name) for each in receipts for name in _DONE):
        terminal.say(UNDO)
    return NOTHING if any(each["refused"] for each in receipts) else DONE


def _name(receipts: list[dict[str, Any]]) -> Said:
    """Returns the name of the step."""
    first, *others = [os.path.basename(each["file"]) for each in receipts]
    file = first
    if others:
        file = Said(steps.FILES, file=first, files=Count(len(others), "other file"))
    names = ("created", "merged", "changed")
    books = sum(each.get(name, 0) for each in receipts for name in names)
    quotes = sum(each.get("quotes", 0) for each in receipts)
    if not books and not quotes:
        return Said(steps.IMPORT, file=file)
    what = Count(books, "book") if books else Count(quotes, "quote")
    return Said(steps.IMPORT_SOME, what=what, file=file)


_ALIKE = "{title} looks like {others}; after the import, `bookworm duplicates` shows both"


def _remark_alike(opened: Store, receipts: list[dict[str, Any]]) -> None:
    """Adds a remark about new books that look like others. Only a person can compare them."""
    new = {
        each["id"]: receipt
        for receipt in receipts
        for each in receipt.get("details", ())
        if each["outcome"] == "created"
    }
    for group in opened.books.duplicates() if new else ():
        for book in group.books:
            if book.id in new:
                others = ", ".join(
                    f"{each.id} {each.title}" for each in group.books if each.id != book.id
                )
                new[book.id]["remarks"].append(Said(_ALIKE, title=book.title, others=others))


def _read(paths: tuple[str, ...], columns: str, decisions: Any) -> list[Any]:
    """Reads all files: each with its name, its format, what imports it, and its table."""
    from ..importing import document, mapping, pieces, quoting, readers, running
    from ..importing.rows import Quotes

    made: list[Any] = []
    unknown: list[Any] = []
    for piece in pieces.pieces(paths):
        if not piece.data.strip(b"\xef\xbb\xbf \r\n\t"):
            usage("{path} is empty.", path=piece.name)
        if document.is_document(piece):
            made.append((piece.name, "Bookworm", partial(document.take, piece), None))
            continue
        found = readers.read(piece, columns)
        if found is None:
            if piece.name in paths or not readers.is_part(piece):
                unknown.append(piece)
        elif isinstance(found, Quotes):
            made.append((piece.name, found.name, partial(quoting.take, found), None))
        else:
            table, form = found
            _check(table, form)
            mapped = mapping.mapped(table, form, decisions)
            made.append((piece.name, form.name, partial(running.take, mapped, table), table))
    skipped = [piece.name for piece in unknown if not piece.is_part]
    for name in skipped:
        # A folder or a zip also contains files of other kinds, such as covers.
        if name in paths or not made:
            usage(
                "{path} is not a known kind of file.",
                "`bookworm import --help` lists the kinds.",
                path=name,
            )
        if len(skipped) <= _MOST_SKIPPED:
            terminal.say("Skipped {path}: not a known kind of file.", path=name)
    if len(skipped) > _MOST_SKIPPED:
        said = "Skipped {files} of unknown kinds, such as {path}."
        terminal.say(said, files=Count(len(skipped), "file"), path=skipped[0])
    if not made:
        usage("No files to import.")
    return made


def _check(table: Table, form: Any) -> None:
    from ..importing import formats

    missing = formats.missing(form)
    if form.source == "csv" and missing:
        wrong: dict[tuple[str, ...], str] = {
            ("title",): "{name}: no column is the title.",
            ("author",): "{name}: no column is the author.",
        }
        both = "{name}: no column is the title or the author."
        how = sentence("Name it with {option}", option=f"--map 'Column={missing[0]}'")
        usage(wrong.get(tuple(missing), both), f"{how}. {there_are(table.header)}", name=table.name)


def _statuses(shelves: tuple[str, ...]) -> dict[str, str]:
    from ..values import parse

    made = {}
    for each in shelves:
        name, equals, status = each.rpartition("=")
        if not equals or not name.strip():
            usage("--shelf {each!r} has no status.", "As in: --shelf later=on-shelf", each=each)
        made[name.strip().lower()] = parse("status", status)
    return made


def _write_refused(table: Table, refused: list[dict[str, Any]]) -> str | None:
    from ..importing import files

    why = {each["row"]: f"{each['column']}: {each['why']}" for each in refused}
    for number in range(1, 1000):
        path = files.refused_path(table.name, number, table.delimiter)
        try:
            files.write_refused(path, table, why)
        except FileExistsError:
            continue
        except OSError as error:
            terminal.say(
                "The refused rows cannot be written to {path}: {why}.",
                path=path,
                why=error.strerror,
            )
            return None
        return path
    usage("There are too many files of refused rows next to {name}.", name=table.name)
