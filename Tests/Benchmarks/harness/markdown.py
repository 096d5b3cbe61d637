"""The tables as Markdown, ready for the README."""

from __future__ import annotations

from . import growth, titles
from .growth import Grown
from .thresholds import Verdict
from .measurements import Measurements
from .report import NOTE, measured, table


def _rows(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|---" * len(rows[0]) + "|")
    return "\n".join(lines)


def tables(
    found: Measurements, grown: list[Grown], verdicts: list[Verdict], machine: str, how: str
) -> str:
    parts = [
        " ".join(machine.split()) + ".",
        " ".join(f"{how}. {NOTE}".split()),
    ]
    for title, peers in measured(found):
        rows = table(found, peers)
        rows[0][0] = title[0].lower() + title[1:]
        parts.append(_rows(rows))
    if grown:
        parts.append(_rows(growth.table(grown)))
    if found.versions:
        parts.append("Measured: " + "; ".join(dict.fromkeys(found.versions.values())) + ".")
    parts += [f"Not measured: {titles.peer(peer)} ({why})." for peer, why in found.missing.items()]
    short = [[v.what, v.figure, v.wanted] for v in verdicts if not v.holds]
    held = len(verdicts) - len(short)
    parts.append(f"Of {len(verdicts)} lines to reach, {held} are reached.")
    if short:
        parts.append(_rows([["falls short", "measured", "line"], *short]))
    return "\n\n".join(parts) + "\n"
