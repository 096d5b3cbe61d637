"""`bookworm history`."""

from __future__ import annotations

import click

from .. import language, output, terminal
from ..command import command as make, forms, store
from ..errors import nothing
from ..sentences import counted
from ..steps import name_of
from ..tables import Column, one_line, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import HistoryInfo


@make("history")
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=20,
    metavar="N",
    help="List this many steps; 20 by default.",
)
@click.option("--all", "everything", is_flag=True, help="List all steps that are kept.")
@click.option("--histories", is_flag=True, help="List the histories of all programs and browsers.")
@forms
def command(
    limit: int,
    everything: bool,
    histories: bool,
    form: str | None,
    template: str | None,
    names: str | None,
) -> None:
    """List what commands did, the last step first.

    \b
      bookworm history
      bookworm history --json
      bookworm history --histories
      bookworm undo 12
    """
    with store(history=True) as opened:
        if histories:
            _list(opened.histories(), form, template)
            return
        kept = opened.history
        # An undone step keeps its place.
        steps = sorted(kept, key=lambda step: -step.id)
        rows = [_row(step) for step in (steps if everything else steps[:limit])]
    known = ["id", "at", "name", "undone", "action", "entity", "rows", "row"]
    if output.for_program(form, template, known, lambda: rows, names):
        return
    if not rows:
        nothing("No command has changed the library yet.")
    undone = any(row["undone"] for row in rows)
    columns = [
        Column("Step", right=True),
        Column("When", least=10),
        *([Column("Undone")] if undone else []),
        Column("What", least=12),
    ]
    cells = [
        [
            str(row["id"]),
            f"{row['at'].astimezone():%Y-%m-%d %H:%M}",
            *([_mark(row["undone"])] if undone else []),
            one_line(row["name"]),
        ]
        for row in rows
    ]
    terminal.write(table(columns, cells, terminal.width()))
    if len(steps) > len(rows):
        terminal.say(
            "{shown} of {steps}; --all shows all of them",
            shown=len(rows),
            steps=counted(len(steps), "step"),
        )
    if kept.forgotten:
        terminal.say("Older and no longer kept: {steps}", steps=counted(kept.forgotten, "step"))


def _list(histories: list[HistoryInfo], form: str | None, template: str | None) -> None:
    known = ["name", "steps", "bytes", "last", "forgotten"]
    if output.for_program(form, template, known, lambda: [each._asdict() for each in histories]):
        return
    if not histories:
        nothing("No command has changed the library yet.")
    columns = [
        Column("History", least=10),
        Column("Steps", right=True),
        Column("No longer kept", right=True),
        Column("When", least=10),
    ]
    cells = [
        [
            one_line(each.name),
            str(each.steps),
            str(each.forgotten or ""),
            f"{each.last.astimezone():%Y-%m-%d %H:%M}",
        ]
        for each in histories
    ]
    terminal.write(table(columns, cells, terminal.width()))


def _mark(undone: bool) -> str:
    if not undone:
        return ""
    return "↶" if terminal.is_unicode() else "undone"


def _row(step: Any) -> dict[str, Any]:
    return {
        "id": step.id,
        "at": step.at,
        "name": name_of(step, language.code()),
        "undone": step.undone,
        "action": step.action,
        "entity": step.entity,
        "rows": step.rows,
        "row": step.row,
    }
