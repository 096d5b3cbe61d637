"""The printed table: medians, spread, ratios, and what the thresholds make of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .measurements import Measurements, Place

TITLES = {
    "create": "create in batches, rows/s",
    "create-one": "one create per commit, rows/s",
    "read": "read by id, reads/s",
    "read-in-transaction": "read by id inside a read transaction",
    "rate-together": "rate, one transaction, books/s",
    "rate-each": "rate, one per commit, books/s",
    "page-first": "first page by title, ms",
    "page-deep": "page in the middle by cursor, ms",
    "page-offset": "page in the middle by OFFSET, ms",
    "page-genre-rating-common": "page of a genre, rating >= 4, many match, ms",
    "page-genre-rating-rare": "page of a genre, rating >= 4, 1 % match, ms",
    "page-genre-rating-none": "page of a genre, rating >= 4, none match, ms",
    "search-best": "full-text word, best 50, ms",
    "search-page": "full-text word, any 50, ms",
    "statistics-genres": "number and average rating by genre, ms",
    "scan": "every book, rows/s",
    "scan-by-title": "every book by title, rows/s",
    "delete-books": "delete 10,000 books, ms",
    "delete-genre": "delete the largest genre, ms",
    "start": "start, open, first page, ms",
    "goodbooks": "load goodbooks-10k, books/s",
}
NAMES = {
    "plain": "plain floor",
    "equal": "equal floor",
    "bookworm": "Bookworm",
    "python-sqlite3": "sqlite3",
    "python-bookworm": "Bookworm",
}


@dataclass(frozen=True)
class Threshold:
    above: Place
    below: Place
    at_least: float

    @classmethod
    def parse(cls, line: dict[str, Any]) -> Threshold:
        below = (line.get("of_work", line["work"]), line.get("of", line["peer"]))
        return cls((line["work"], line["peer"]), below, line["at_least"])


@dataclass(frozen=True)
class Thresholds:
    lines: list[Threshold]
    size_mb: float
    load_ms: float

    @classmethod
    def read(cls, path: Path) -> Thresholds:
        whole = json.loads(path.read_text(encoding="utf-8"))
        library = whole["library"]
        return cls(
            [Threshold.parse(line) for line in whole["lines"]],
            library["size_mb_at_most"],
            library["load_ms_at_most"],
        )


class Verdicts:
    """Counts what falls short while it is printed."""

    def __init__(self) -> None:
        self.short: list[str] = []

    def of(self, what: str, holds: bool) -> str:
        if not holds:
            self.short.append(what)
        return "holds" if holds else "FALLS SHORT"


def _figure(found: Measurements, work: str, peer: str) -> str:
    if not found.has(work, peer):
        return ""
    if TITLES[work].endswith(", ms"):
        return f"{found.milliseconds(work, peer).median:.3f}"
    return f"{found.rate(work, peer).median:,.0f}"


def _ratio(found: Measurements, above: Place, below: Place) -> str:
    if not (found.has(*above) and found.has(*below)):
        return ""
    spread = found.ratio(above, below)
    return f"{spread.median:.2f} ({spread.least:.2f}-{spread.greatest:.2f})"


def _print_rows(rows: list[list[str]]) -> None:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())


def print_figures(found: Measurements, peers: list[str], ours: str) -> None:
    """A line for each work: every peer's median, then our speed as a multiple of each other's."""
    others = [peer for peer in peers if peer != ours]
    head = ["", *(NAMES[peer] for peer in peers), *(f"x {NAMES[peer]}" for peer in others)]
    rows = [head]
    for work, title in TITLES.items():
        if not any(found.has(work, peer) for peer in peers):
            continue
        figures = [_figure(found, work, peer) for peer in peers]
        ratios = [_ratio(found, (work, ours), (work, other)) for other in others]
        rows.append([title, *figures, *ratios])
    memory = [f"{found.memory(peer):.1f}" for peer in peers]
    rows.append(["peak memory above the loaded rows, MiB", *memory, *("" for _ in others)])
    if any(found.has("start", peer) for peer in peers):
        memory = [f"{found.start_memory(peer):.1f}" for peer in peers]
        rows.append(["peak memory of that start, MiB", *memory, *("" for _ in others)])
    _print_rows(rows)


def print_thresholds(found: Measurements, thresholds: Thresholds, verdicts: Verdicts) -> None:
    rows = [["", "ratio", "at least", ""]]
    for line in thresholds.lines:
        if not (found.has(*line.above) and found.has(*line.below)):
            continue
        language = "Python" if line.above[1].startswith("python") else "C"
        what = f"{language}, {TITLES[line.above[0]].rpartition(',')[0] or TITLES[line.above[0]]}"
        if line.above[0] != line.below[0]:
            what += f", of the speed of: {TITLES[line.below[0]].rpartition(',')[0]}"
        else:
            what += f", of {NAMES[line.below[1]]}"
        holds = found.ratio(line.above, line.below).median >= line.at_least
        shown = _ratio(found, line.above, line.below)
        rows.append([what, shown, f"{line.at_least:.2f}", verdicts.of(what, holds)])
    _print_rows(rows)


def print_library(
    size_mb: float, load_ms: float | None, thresholds: Thresholds, verdicts: Verdicts
) -> None:
    verdict = verdicts.of("size of the library", size_mb < thresholds.size_mb)
    print(f"libbookworm.so: {size_mb:.2f} MB (under {thresholds.size_mb:.0f}): {verdict}")
    if load_ms is not None:
        verdict = verdicts.of("loading of the library", load_ms < thresholds.load_ms)
        print(f"loads in {load_ms:.1f} ms (under {thresholds.load_ms:.0f}): {verdict}")
