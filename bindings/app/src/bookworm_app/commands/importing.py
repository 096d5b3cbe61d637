"""`bookworm import FILE...`."""

from __future__ import annotations

import json
import os
import sys

import click

from .. import terminal
from ..command import command as make, dry_run, step, store
from ..errors import DONE, NOTHING, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@make("import")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option("--map", "columns", default="", metavar="COLUMN=FIELD,...", help="What a column is.")
@click.option("--json", "as_json", is_flag=True, help="The receipts as a JSON array.")
@dry_run
def command(paths: tuple[str, ...], columns: str, as_json: bool, rehearse: bool) -> int:
    """Import books from files of other programs.

    \b
      bookworm import goodreads_library_export.csv
      bookworm import books.csv --map 'Name=title,By=author' --dry-run

    A file is recognised by its columns: Goodreads, StoryGraph, or any CSV or TSV whose columns have
    the names of fields. All files are imported, or none. Importing the same file again changes
    nothing; a newer file brings what changed there, and your own changes stay. Refused rows are
    written to a file in the same folder, which you can correct and import. The exit code is then 1.
    """
    from ..importing import files, formats, mapping, running

    read: list[tuple[Any, Any, Any]] = []
    for path in paths:
        table = files.table(path)
        form = None if columns else formats.recognised(table.header)
        form = form or formats.mapped(table.header, columns)
        read.append((table, form, mapping.mapped(table, form)))
    receipts: list[dict[str, Any]] = []
    with store(writing=True) as opened, step(opened, "Import", dry_run=rehearse):
        for table, form, mapped in read:
            receipt = running.take(opened, mapped)
            receipts.append(
                {
                    "file": table.path,
                    "format": form.name,
                    **receipt,
                    "recoded_lines": len(table.recoded),
                    "refused_file": None,
                    "dry_run": rehearse,
                }
            )
    if not rehearse:
        for (table, _, _), receipt in zip(read, receipts):
            if receipt["refused"]:
                receipt["refused_file"] = _write_refused(table, receipt["refused"])
    if as_json:
        print(json.dumps(receipts, ensure_ascii=False, indent=2))
    else:
        sys.stdout.write("".join(running.text(each, rehearsed=rehearse) for each in receipts))
    return NOTHING if any(each["refused"] for each in receipts) else DONE


def _write_refused(table: Any, refused: list[dict[str, Any]]) -> str:
    from ..importing import files

    base, extension = os.path.splitext(table.path)
    for number in range(1, 1000):
        path = f"{base}.refused{'' if number == 1 else f'-{number}'}{extension or '.csv'}"
        why = {each["row"]: f"{each['column']}: {each['why']}" for each in refused}
        try:
            files.write_refused(path, table, why)
        except FileExistsError:
            continue
        except OSError as error:
            terminal.say(f"The refused rows cannot be written to {path}: {error.strerror}.")
            return ""
        return path
    usage(f"There are too many files of refused rows beside {table.path}.")
