"""Draws how cost grows with the number of books: growth.svg."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matplotlib.lines import Line2D

from .drawing import FASTER, INK, MODULE, PLAIN, SLOWER, figure, quiet, save
from .measurements import Measurements

CURVES = (
    ("read", "read by id"),
    ("rate-each", "rate, one per commit"),
    ("page-first", "first page by title"),
    ("page-deep", "page in the middle"),
    ("page-genre-rating-common", "page of a genre, rating ≥ 4"),
    ("statistics-genres", "statistics of every genre"),
    ("scan", "every book"),
)
PEERS = {
    "bookworm": ("Bookworm, C", FASTER, "-"),
    "python-bookworm": ("Bookworm, Python", FASTER, "--"),
    "equal": ("equal floor, C", SLOWER, "-"),
    "plain": ("plain floor, C", PLAIN, "-"),
    "python-sqlite3": ("sqlite3, Python", MODULE, "--"),
}


def _short(books: float) -> str:
    return f"{books / 1e6:g} M" if books >= 1e6 else f"{books / 1e3:g} k"


def _curve(axes: Any, grown: list[tuple[int, Measurements]], work: str, title: str) -> None:
    for peer, (_, colour, style) in PEERS.items():
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
    axes.set_ylim(0.001, 100_000)  # the same for all, so that a flat curve looks flat
    axes.set_yticks([0.01, 0.1, 1, 10, 100, 1_000, 10_000])
    axes.tick_params(labelsize=7.5)
    quiet(axes)


def draw(grown: list[tuple[int, Measurements]], path: Path) -> None:
    drawn = figure(13, 5.9)
    grid = drawn.add_gridspec(2, 4, hspace=0.42, wspace=0.36)
    for place, (work, title) in enumerate(CURVES):
        _curve(drawn.add_subplot(grid[place // 4, place % 4]), grown, work, title)
    corner = drawn.add_subplot(grid[1, 3])
    corner.axis("off")
    handles = [
        Line2D([], [], color=colour, ls=style, lw=1.6, label=label)
        for label, colour, style in PEERS.values()
    ]
    corner.legend(
        handles=handles, fontsize=9, loc="center left", frameon=False, labelcolor=INK,
        title="time by number of books", title_fontproperties={"weight": "bold", "size": 9},
    ).get_title().set_color(INK)  # fmt: skip
    save(drawn, path)
