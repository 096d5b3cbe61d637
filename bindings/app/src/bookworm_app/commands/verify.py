"""`bookworm verify FILE`."""

from __future__ import annotations

import sys
from collections import Counter

import click

from .. import output, terminal
from ..command import command as make, store
from ..errors import DONE, NOTHING
from ..sentences import counted, number, sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..verifying import Report


@make("verify")
@click.argument("path", metavar="FILE")
@click.option(
    "--map",
    "columns",
    default="",
    metavar="COLUMN=FIELD,...",
    help="Compare a column with this field, as for import.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
def command(path: str, columns: str, as_json: bool) -> int:
    """Compare a file with the library, cell by cell.

    \b
      bookworm import goodreads.csv
      bookworm verify goodreads.csv
      bookworm verify books.csv --map 'Name=title,By=author'

    Accepts every kind of file that import does, also in a zip file or a folder. For each column, it
    counts the cells that the book has in the field of the column, those that are kept only in the
    raw row of the import, and those that are missing. It reads the file with other code than import
    does. If something is missing, the exit code is 1. With several files, --json prints an array.
    """
    from .. import verifying

    with store() as opened:
        reports = list(verifying.verify(opened, path, columns))
    if as_json:
        data = [_data(each) for each in reports]
        output.document(data if len(data) > 1 else data[0])
    else:
        for each in reports:
            if len(reports) > 1:
                terminal.write(f"{each.name}\n")
            terminal.write(_text(each))
    code = DONE
    for each in reports:
        if each.is_whole:
            terminal.say(_whole(each))
        else:
            terminal.say(_summary(each))
            code = NOTHING
    return code


def _whole(report: Report) -> str:
    """Says that nothing is missing, and how much of it no field has."""
    from .. import verifying

    totals = sum(report.columns.values(), Counter[str]())
    raw = totals.pop(verifying.RAW, 0)
    if not raw:
        return sentence("Everything in {path} is in the library.", path=report.name)
    return sentence(
        "Everything in {path} is in the library: {found} in fields, {raw} only in the raw rows.",
        path=report.name,
        found=counted(sum(totals.values()), "cell"),
        raw=counted(raw, "cell"),
    )


def _summary(report: Report) -> str:
    """Returns the missing rows and cells, in words."""
    found = ((len(report.absent), "row"), (len(report.missing), "cell"))
    parts = [counted(count, noun) for count, noun in found if count]
    return sentence("Not in the library: {what}.", what=", ".join(parts))


def _data(report: Report) -> dict[str, object]:
    return {
        "file": report.name,
        "rows": report.rows,
        "columns": {name: dict(counts) for name, counts in report.columns.items()},
        "absent": [
            {"row": row, "line": _line(report, row), "cells": text} for row, text in report.absent
        ],
        "missing": [
            {"row": row, "line": _line(report, row), "column": name, "cell": cell}
            for row, name, cell in report.missing
        ],
    }


def _line(report: Report, row: int) -> int | None:
    """Returns the line where a row begins; None in a file that has no lines."""
    return report.lines[row - 1] if report.lines else None


def _place(report: Report, row: int) -> str:
    line = _line(report, row)
    if line is None:
        return sentence("row {number}", number=number(row))
    return sentence("line {number}", number=number(line))


def _text(report: Report) -> str:
    from .. import verifying
    from ..tables import Column, cut, one_line, table

    names = (verifying.FOUND, verifying.MISSING, verifying.ROUNDED, verifying.RAW)
    columns = [
        Column("Column", least=8),
        *(Column(name.capitalize(), right=True) for name in names),
    ]
    rows = [
        [one_line(name), *(number(counts[each]) if counts[each] else "" for each in names)]
        for name, counts in report.columns.items()
        if counts
    ]
    parts = [table(columns, rows, terminal.width())]
    wide = terminal.width()
    for row, text in report.absent[: verifying.MOST_LISTED]:
        said = "{place} is not in the library: {text}"
        at = _place(report, row)
        parts.append(cut(sentence(said, place=at, text=one_line(text)), wide) + "\n")
    for row, name, cell in report.missing[: verifying.MOST_LISTED]:
        at = _place(report, row)
        parts.append(cut(f"{at}, {one_line(name)}: {one_line(cell)}", wide) + "\n")
    if max(len(report.absent), len(report.missing)) > verifying.MOST_LISTED:
        parts.append("...; --json has all of them\n")
    sys.stdout.flush()
    return "".join(parts)
