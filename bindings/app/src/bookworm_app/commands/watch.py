"""`bookworm watch`."""

from __future__ import annotations

import json
import sys

import click

from .. import terminal
from ..command import command as make, store
from ..output import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Changes, Store


@make("watch")
@click.option(
    "--since", type=int, metavar="NUMBER", help="Also print the changes after this transaction."
)
@click.option(
    "--count", type=click.IntRange(1), metavar="N", help="End after this many transactions."
)
@click.option("--timeout", type=float, metavar="SECONDS", help="End after this many seconds.")
@click.option("--nl", "as_lines", is_flag=True, help="Print JSON lines, even on a terminal.")
def command(since: int | None, count: int | None, timeout: float | None, as_lines: bool) -> None:
    """Print changes of the library by any program, as they happen.

    \b
      bookworm watch
      bookworm watch --since 1200 > changes.jsonl
      bookworm watch --nl | jq .changes[].id

    A pipe gets a JSON object for each transaction. To continue after a pause, give the last number
    with --since: the library remembers the last 4,096 transactions. If it no longer remembers one
    that is needed, there is only one change, of the kind "reread".
    """
    import time

    deadline = None if timeout is None else time.monotonic() + timeout
    people = terminal.is_terminal() and not as_lines
    with store() as opened, opened.observe(since=since) as observer:
        if people:
            terminal.say(
                "Watching from transaction {transaction} on. Press Ctrl-C to stop.",
                transaction=observer.transaction,
            )
        else:
            terminal.exact()
        seen = 0
        while count is None or seen < count:
            left = None if deadline is None else max(deadline - time.monotonic(), 0)
            changes = observer.next(left)
            if changes is None:
                return
            seen += 1
            if people:
                _for_people(opened, changes)
            else:
                print(json.dumps(_data(opened, changes), ensure_ascii=False))
            sys.stdout.flush()


def _data(opened: Store, changes: Changes) -> dict[str, Any]:
    return {
        "transaction": changes.transaction,
        "committed": plain(changes.committed),
        "reread": changes.reread,
        "changes": [
            {
                "kind": each.kind,
                "entity": each.entity,
                "id": each.id,
                "fields": sorted(each.fields),
                "title": _title(opened, each),
            }
            for each in changes
        ],
    }


def _title(opened: Store, change: Any) -> str | None:
    if change.entity != "book" or change.kind == "deleted":
        return None
    book = opened.books.get(change.id)
    return None if book is None else book.title


#: The number of changes of one transaction that are printed for a person.
_MOST = 10


def _for_people(opened: Store, changes: Changes) -> None:
    from ..tables import one_line

    time = f"{changes.committed.astimezone():%H:%M:%S}"
    head = terminal.dim(f"{changes.transaction} {time}")
    for each in changes[:_MOST]:
        title = _title(opened, each)
        what = f"{each.entity} {each.id}" + (f" {one_line(title)}" if title else "")
        fields = f": {', '.join(sorted(each.fields))}" if each.fields else ""
        terminal.write(f"{head} {each.kind} {what}{fields}\n")
    if len(changes) > _MOST:
        print(f"{head} and {len(changes) - _MOST:,} more")
