"""Draws the chart: Bookworm's speed against each peer's, and how cost grows with the books.

python -m harness.chart speed.json speed.svg       with the benchmark's own environment
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from . import titles
from .measurements import Measurements

INK, FAINT = "#818b98", "#818b9840"
"""Readable on white and on black; the background stays clear."""
FASTER, LEVEL, SLOWER = "#3d8bfd", "#818b98", "#e8793a"
OTHERS = {
    "plain": ("plain floor", "D", "#a371f7"),
    "python-apsw": ("apsw", "D", "#a371f7"),
    "python-orm": ("SQLAlchemy, Peewee, Django", "o", "#2da44e"),
    "python-peewee": ("", "o", "#2da44e"),
    "python-django": ("", "o", "#2da44e"),
    "python-duckdb": ("DuckDB", "s", "#bf8700"),
    "python-objectbox": ("ObjectBox", "^", "#e85aad"),
}
"""Label (once for a group), marker, colour."""
SIDES = (
    ("From C, against the equal floor", "bookworm", "equal", ("plain",)),
    (
        "From Python, against the sqlite3 module",
        "python-bookworm",
        "python-sqlite3",
        tuple(peer for peer in OTHERS if peer != "plain"),
    ),
)
FRAME = ("frame", "frame-bookworm", "frame-adbc")
CURVES = (
    ("read", "read by id"),
    ("rate-each", "rate, one per commit"),
    ("page-first", "first page by title"),
    ("page-deep", "page in the middle"),
    ("page-genre-rating-common", "page of a genre, rating ≥ 4"),
    ("statistics-genres", "statistics of every genre"),
    ("scan", "every book"),
)
GROWERS = {
    "bookworm": ("Bookworm, C", FASTER, "-"),
    "python-bookworm": ("Bookworm, Python", FASTER, "--"),
    "equal": ("equal floor, C", SLOWER, "-"),
    "plain": ("plain floor, C", "#a371f7", "-"),
    "python-sqlite3": ("sqlite3, Python", "#bf8700", "--"),
}


def _bars(axes: Any, found: Measurements, side: tuple[Any, ...], lines: list[Any]) -> None:
    title, ours, base, others = side
    rows = [(work, ours, base) for work in titles.WORKS]
    if base == "python-sqlite3":
        rows = [FRAME if work == "frame" else (work, our, of) for work, our, of in rows]
    rows = [row for row in rows if found.has(row[0], row[1]) and found.has(row[0], row[2])]
    wanted = {(line["work"], line.get("of")): line.get("at_least") for line in lines}
    for place, (work, our, of) in enumerate(rows):
        ratio = found.ratio((work, our), (work, of)).median
        colour = FASTER if ratio > 1.1 else SLOWER if ratio < 0.9 else LEVEL
        axes.barh(place, ratio - 1, left=1, height=0.62, color=colour, zorder=2)
        label = f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}"
        axes.text(
            1.02, place, label, transform=axes.get_yaxis_transform(),
            va="center", fontsize=9, color=colour, fontweight="bold",
        )  # fmt: skip
        if wanted.get((work, of)):
            line = [wanted[work, of]] * 2
            axes.plot(line, [place - 0.42, place + 0.42], color=INK, lw=2, zorder=4)
        for other in others:
            if found.has(work, other):
                _, marker, mark_colour = OTHERS[other]
                times = found.ratio((work, our), (work, other))
                axes.plot(
                    times.median, place, marker, ms=4.5, color=mark_colour, zorder=3, alpha=0.9,
                    fillstyle="none" if times.once else "full",
                )  # fmt: skip
    names = [titles.name(work).replace(">=", "≥") for work, _, _ in rows]
    if FRAME in rows:
        names[rows.index(FRAME)] = "every book to Arrow, against ADBC"
    axes.set_yticks(range(len(rows)), names, fontsize=9)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xscale("log")
    axes.set_xlim(0.08, 6000)
    axes.axvline(1, color=INK, lw=1, zorder=3)
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold", color=INK)
    axes.set_xlabel("slower  ◂  times as fast as the other  ▸  faster", fontsize=9)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    _quiet(axes)
    marks = [
        Patch(color=FASTER, label="Bookworm is faster"),
        Patch(color=LEVEL, label="level, within a tenth"),
        Patch(color=SLOWER, label="Bookworm is slower"),
        Line2D([], [], color=INK, lw=2, label="line to reach"),
    ]
    for other in others:
        label, marker, colour = OTHERS[other]
        if label and any(found.has(work, other) for work, _, _ in rows):
            marks.append(
                Line2D([], [], marker=marker, ls="", ms=4.5, color=colour, label=f"against {label}")
            )
    if len(others) > 1:
        hollow = {"marker": "o", "ls": "", "ms": 4.5, "fillstyle": "none"}
        marks.append(Line2D([], [], **hollow, color=INK, label="measured once only"))
    axes.legend(
        handles=marks, fontsize=8.5, loc="upper center", bbox_to_anchor=(0.3, -0.1), ncols=3,
        frameon=False, labelcolor=INK, handletextpad=0.4, columnspacing=1.2,
    )  # fmt: skip


def _quiet(axes: Any) -> None:
    axes.patch.set_alpha(0)
    axes.grid(axis="both" if axes.get_yscale() == "log" else "x", color=FAINT, lw=0.6, zorder=0)
    axes.tick_params(colors=INK, which="both", length=0)
    axes.minorticks_off()
    axes.xaxis.label.set_color(INK)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _curve(axes: Any, grown: list[tuple[int, Measurements]], work: str, title: str) -> None:
    for peer, (_, colour, style) in GROWERS.items():
        points = [
            (books, found.milliseconds(work, peer).median * (books if work == "scan" else 1))
            for books, found in grown
            if found.has(work, peer)
        ]
        if points:
            axes.plot(*zip(*points), style, marker="o", ms=3, lw=1.6, color=colour)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_title(title, loc="left", fontsize=9, color=INK)
    axes.xaxis.set_major_formatter(lambda books, _: _short(books))
    axes.yaxis.set_major_formatter(lambda ms, _: f"{ms:g} ms" if ms < 1000 else f"{ms / 1000:g} s")
    axes.set_xticks([books for books, _ in grown])
    axes.set_ylim(0.001, 100_000)  # the same for all: what is flat looks flat
    axes.set_yticks([0.01, 0.1, 1, 10, 100, 1_000, 10_000])
    axes.tick_params(labelsize=7.5)
    _quiet(axes)


def _short(books: float) -> str:
    return f"{books / 1e6:g} M" if books >= 1e6 else f"{books / 1e3:g} k"


def _growth(figure: Any, grid: Any, grown: list[tuple[int, Measurements]]) -> None:
    for place, (work, title) in enumerate(CURVES):
        _curve(figure.add_subplot(grid[place // 4, place % 4]), grown, work, title)
    corner = figure.add_subplot(grid[1, 3])
    corner.axis("off")
    lines = [
        Line2D([], [], color=colour, ls=style, lw=1.6, label=label)
        for label, colour, style in GROWERS.values()
    ]
    corner.legend(
        handles=lines, fontsize=9, loc="center left", frameon=False, labelcolor=INK,
        title="time by number of books", title_fontproperties={"weight": "bold", "size": 9},
    ).get_title().set_color(INK)  # fmt: skip


def draw(whole: dict[str, Any], thresholds: dict[str, Any], target: Path) -> None:
    plt.rcParams.update(
        {"svg.hashsalt": "bookworm", "svg.fonttype": "none", "text.color": INK,
         "font.family": "sans-serif", "font.sans-serif": ["Helvetica", "Arial", "DejaVu Sans"]}
    )  # fmt: skip
    found = Measurements.of_list(whole["answers"])
    grown = [(each["books"], Measurements.of_list(each["answers"])) for each in whole["growth"]]
    figure = plt.figure(figsize=(13, 12.8 if grown else 7))
    rows = figure.add_gridspec(2 if grown else 1, 1, height_ratios=[1, 0.85][: 1 + bool(grown)],
                               hspace=0.36)  # fmt: skip
    sides = rows[0].subgridspec(1, 2, wspace=0.92)
    for place, side in enumerate(SIDES):
        _bars(figure.add_subplot(sides[place]), found, side, thresholds["lines"])
    if grown:
        _growth(figure, rows[1].subgridspec(2, 4, hspace=0.42, wspace=0.36), grown)
    how = " ".join(whole["how"].split("\n")[0].split()).rstrip(",")
    machine = " ".join(whole["machine"].split())
    below = 0.06 if grown else -0.07
    figure.text(0.5, below, f"{how}\n{machine}", fontsize=8, color=INK, ha="center", va="top")
    metadata = {"Date": None} if target.suffix == ".svg" else None
    figure.savefig(target, transparent=True, bbox_inches="tight", metadata=metadata)


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:3])
    thresholds = json.loads((Path(__file__).parent.parent / "thresholds.json").read_text("utf-8"))
    draw(json.loads(source.read_text("utf-8")), thresholds, target)
