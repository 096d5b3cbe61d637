"""Writes the page of results: the prose of RESULTS.in.md with a run's tables in it."""

from __future__ import annotations

import json
from pathlib import Path
from string import Template

from . import growth, titles
from .growth import Grown
from .measurements import Measurements
from .report import NOTE, measured, table


def _markdown_table(rows: list[list[str]]) -> str:
    written = ["| " + " | ".join(row) + " |" for row in rows]
    written.insert(1, "|---" * len(rows[0]) + "|")
    return "\n".join(written)


def _tables(found: Measurements) -> list[str]:
    paragraphs = []
    for title, peers in measured(found):
        rows = table(found, peers)
        rows[0][0] = title[0].lower() + title[1:]
        paragraphs.append(_markdown_table(rows))
    if found.versions:
        paragraphs.append("Measured: " + "; ".join(dict.fromkeys(found.versions.values())) + ".")
    paragraphs += [
        f"Not measured: {titles.peer(peer)} ({why})." for peer, why in found.missing.items()
    ]
    return paragraphs


def _other_run(path: Path) -> list[str]:
    """The tables of another run, such as one with 1,000,000 books, from its figures."""
    whole = json.loads(path.read_text(encoding="utf-8"))
    found = Measurements.of_list(whole["answers"])
    said = " ".join(f"{whole['machine']}. {whole['how']}.".split())
    return [f"### {whole['books']:,} books", said, *_tables(found)]


def write(
    path: Path,
    found: Measurements,
    *,
    machine: str,
    how: str,
    grown: list[Grown],
    others: list[Path],
    library: str,
) -> None:
    others_said = [paragraph for other in others for paragraph in _other_run(other)]
    curves = "![How cost grows with the number of books](growth.svg)"
    sections = {
        "machine": [" ".join(machine.split()) + ".", " ".join(f"{how}. {NOTE}".split())],
        "tables": [*_tables(found), *others_said],
        "library": [library],
        "growth": [curves, _markdown_table(growth.table(grown))]
        if grown
        else ["Not measured in this run."],
    }
    template = Template(Path(__file__).parent.with_name("RESULTS.in.md").read_text("utf-8"))
    filled = {name: "\n\n".join(paragraphs) for name, paragraphs in sections.items()}
    path.write_text(template.substitute(filled), encoding="utf-8")
