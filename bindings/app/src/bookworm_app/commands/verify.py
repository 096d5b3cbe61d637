"""`bookworm verify FILE`."""

from __future__ import annotations

import json
import sys

import click

from .. import terminal
from ..command import command as make, store
from ..errors import DONE, NOTHING
from ..sentences import counted, sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..verifying import Report


@make("verify")
@click.argument("path", metavar="FILE")
@click.option("--map", "columns", default="", metavar="COLUMN=FIELD,...", help="As for import.")
@click.option("--json", "as_json", is_flag=True, help="The comparison as JSON.")
def command(path: str, columns: str, as_json: bool) -> int:
    """Compare a CSV or TSV with the library, cell by cell.

    \b
      bookworm import goodreads.csv
      bookworm verify goodreads.csv

    For each column: how many cells the book has in the field of the column, how many are kept only
    as the raw row of the import, and how many are missing. It reads the file by itself, not as
    import does. If something is missing, the exit code is 1.
    """
    from .. import verifying

    pairs = [each.rpartition("=") for each in columns.split(",") if each.strip()]
    named = {name.strip(): role.strip() for name, _, role in pairs}
    with store() as opened:
        report = verifying.verify(opened, path, named)
    if as_json:
        print(json.dumps(_data(report), ensure_ascii=False, indent=2))
    else:
        terminal.write(_text(report))
    if report.is_whole:
        terminal.say("Everything in {path} is in the library.", path=path)
        return DONE
    terminal.say(_summary(report))
    return NOTHING


def _summary(report: Report) -> str:
    """The missing rows and cells, in words."""
    found = ((len(report.absent), "row"), (len(report.missing), "cell"))
    parts = [counted(count, noun) for count, noun in found if count]
    return sentence("Not in the library: {what}.", what=", ".join(parts))


def _data(report: Report) -> dict[str, object]:
    return {
        "rows": report.rows,
        "columns": {name: dict(counts) for name, counts in report.columns.items()},
        "absent": [
            {"row": row, "line": report.lines[row - 1], "cells": text}
            for row, text in report.absent
        ],
        "missing": [
            {"row": row, "line": report.lines[row - 1], "column": name, "cell": cell}
            for row, name, cell in report.missing
        ],
    }


def _text(report: Report) -> str:
    from .. import verifying
    from ..tables import Column, cut, one_line, table

    names = (verifying.FOUND, verifying.ROUNDED, verifying.RAW, verifying.MISSING)
    columns = [
        Column("Column", least=12),
        *(Column(name.capitalize(), right=True) for name in names),
    ]
    rows = [
        [one_line(name), *(f"{counts[each]:,}" if counts[each] else "" for each in names)]
        for name, counts in report.columns.items()
        if counts
    ]
    parts = [table(columns, rows, terminal.width())]
    wide = terminal.width()
    for row, text in report.absent[: verifying.MOST_LISTED]:
        line = f"{report.lines[row - 1]:,}"
        said = "line {line} is not in the library: {text}"
        parts.append(cut(sentence(said, line=line, text=one_line(text)), wide) + "\n")
    for row, name, cell in report.missing[: verifying.MOST_LISTED]:
        at = sentence("line {number}", number=f"{report.lines[row - 1]:,}")
        parts.append(cut(f"{at}, {one_line(name)}: {one_line(cell)}", wide) + "\n")
    left = len(report.absent) + len(report.missing) - 2 * verifying.MOST_LISTED
    if left > 0:
        parts.append("...; --json has all of them\n")
    sys.stdout.flush()
    return "".join(parts)
