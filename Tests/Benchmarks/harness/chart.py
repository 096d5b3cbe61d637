"""Draws speed.svg, the comparison for readers, and growth.svg if a run has measured it.

python -m harness.chart speed.json FOLDER       with the benchmark's own environment
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from . import curves
from .drawing import FASTER, INK, LEVEL, PLAIN, SLOWER, figure, quiet, save
from .measurements import Measurements

WORKS = (
    ("create", "create in batches of 10,000"),
    ("create-one", "one create per commit"),
    ("read", "read by id"),
    ("page-first", "first page by title"),
    ("page-genre-rating-common", "page of a genre, rating ≥ 4"),
    ("search-best", "full-text search, best 50"),
    ("statistics-genres", "statistics of every genre"),
    ("scan", "every book, every field"),
)
"""Eight at most. Two operations that write, and full-text search, stay although Bookworm is not the
fastest there.
"""
OURS, BASE = "python-bookworm", "python-sqlite3"
C = ("bookworm", "plain")
OTHERS = {
    "python-apsw": ("apsw", "v", "#8c959f"),
    "python-orm": ("SQLAlchemy, Django", "o", "#2da44e"),
    "python-django": ("", "o", "#2da44e"),
    "python-duckdb": ("DuckDB", "s", "#bf8700"),
}
"""Label (once for a group), marker, colour."""


def _mark(axes: Any, found: Measurements, place: int, work: str, pair: tuple[str, str]) -> None:
    ours, other = pair
    if not (found.has(work, ours) and found.has(work, other)):
        return
    _, marker, colour = OTHERS.get(other, ("", "D", PLAIN))
    times = found.ratio((work, ours), (work, other))
    fill = "none" if times.once else "full"
    axes.plot(times.median, place, marker, ms=6, color=colour, zorder=3, alpha=0.9, fillstyle=fill)


def _row(axes: Any, found: Measurements, place: int, work: str) -> None:
    for pair in ((OURS, other) for other in OTHERS):
        _mark(axes, found, place, work, pair)
    _mark(axes, found, place, work, C)
    ratio = found.ratio((work, OURS), (work, BASE)).median
    colour = FASTER if ratio > 1.1 else SLOWER if ratio < 0.9 else LEVEL
    axes.barh(place, ratio - 1, left=1, height=0.56, color=colour, zorder=2, alpha=0.85)
    axes.text(
        1.02, place, f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}", color=colour,
        transform=axes.get_yaxis_transform(), va="center", fontsize=10, fontweight="bold",
    )  # fmt: skip


def _legend(axes: Any, found: Measurements) -> None:
    def marked(label: str, marker: str, colour: str, fill: str = "full") -> Line2D:
        return Line2D([], [], marker=marker, ls="", ms=6, color=colour, fillstyle=fill, label=label)

    handles = [
        Patch(color=FASTER, label="Python: faster than the sqlite3 module"),
        Patch(color=LEVEL, label="Python: level with it, within a tenth"),
        Patch(color=SLOWER, label="Python: slower than it"),
        marked("C: against raw SQLite", "D", PLAIN),
        *(
            marked(f"Python: against {label}", marker, colour)
            for other, (label, marker, colour) in OTHERS.items()
            if label and any(found.has(work, other) for work, _ in WORKS)
        ),
        marked("hollow: measured once", "o", INK, "none"),
    ]
    axes.legend(
        handles=handles, fontsize=9, loc="upper center", bbox_to_anchor=(0.4, -0.13), ncols=3,
        frameon=False, labelcolor=INK, handletextpad=0.5, columnspacing=1.6,
    )  # fmt: skip


def draw(whole: dict[str, Any], path: Path) -> None:
    found = Measurements.of_list(whole["answers"])
    rows = [row for row in WORKS if found.has(row[0], OURS) and found.has(row[0], BASE)]
    drawn = figure(10, 4.2)
    axes = drawn.add_subplot()
    for place, (work, _) in enumerate(rows):
        _row(axes, found, place, work)
    axes.set_yticks(range(len(rows)), [title for _, title in rows], fontsize=10)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xscale("log")
    axes.set_xlim(0.08, 6000)
    axes.axvline(1, color=INK, lw=1, zorder=3)
    axes.set_xlabel("Bookworm is slower  ◂  times as fast  ▸  Bookworm is faster", fontsize=10)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    quiet(axes)
    _legend(axes, found)
    how = " ".join(whole["how"].split("\n")[0].split()).rstrip(",")
    machine = " ".join(whole["machine"].split())
    drawn.text(0.4, -0.22, f"{how}\n{machine}", fontsize=7, color=INK, ha="center", va="top")
    save(drawn, path)


if __name__ == "__main__":
    source, folder = map(Path, sys.argv[1:3])
    figures = json.loads(source.read_text("utf-8"))
    draw(figures, folder / "speed.svg")
    if figures["growth"]:
        sizes = [
            (each["books"], Measurements.of_list(each["answers"])) for each in figures["growth"]
        ]
        curves.draw(sizes, folder / "growth.svg")
