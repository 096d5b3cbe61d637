"""The printed tables: medians, and ratios with their spread."""

from __future__ import annotations

from . import titles
from .measurements import Measurements
from .python_peers import FRAMES, PEERS
from .suites import C_PEERS

NOTHING = "-"
NOTE = (
    "Ratios are Bookworm's speed divided by the other's: above 1 Bookworm is faster. The figure"
    "\nafter ± is half of the range of the rounds. If the other one is slow and was measured only"
    "\nonce, Bookworm's median is divided by that figure (once). Bookworm fills a long Arrow table"
    "\nwith two threads."
)
"""Explains how to read the tables."""
GROUPS = (
    ("From C", C_PEERS),
    ("From Python", [peer.name for peer in PEERS]),
    (
        "From Python, to Arrow or a data frame",
        ["python-duckdb", *(peer.name for peer in FRAMES)],
    ),
)
"""Our own peer is the last one of each."""


def figure(found: Measurements, work: str, peer: str) -> str:
    if not found.has(work, peer):
        return NOTHING
    if titles.unit(work) == "ms":
        return f"{found.milliseconds(work, peer).median:.3f}"
    return f"{found.rate(work, peer).median:,.0f}"


def ratio(found: Measurements, work: str, ours: str, other: str) -> str:
    if not (found.has(work, ours) and found.has(work, other)):
        return NOTHING
    return found.ratio((work, ours), (work, other)).text()


def _start_memory(found: Measurements, peer: str) -> str:
    return f"{found.start_memory(peer):.0f}" if found.has("start", peer) else NOTHING


def table(found: Measurements, peers: list[str]) -> list[list[str]]:
    """A row for each operation: our figure, then our speed as a multiple of each other peer's."""
    *others, ours = [peer for peer in peers if any(name == peer for _, name in found.answers)]
    rows = [["", titles.peer(ours), *(f"x {titles.peer(peer)}" for peer in others)]]
    for work, title in titles.WORKS.items():
        if found.has(work, ours):
            ratios = [ratio(found, work, ours, other) for other in others]
            rows.append([title, figure(found, work, ours), *ratios])
    memory = [f"{found.memory(peer):.0f}" for peer in (ours, *others)]
    rows.append(["peak memory, MiB (of each)", *memory])
    if found.has("start", ours):
        memory = [_start_memory(found, peer) for peer in (ours, *others)]
        rows.append(["peak memory of that start, MiB (of each)", *memory])
    return rows


def measured(found: Measurements) -> list[tuple[str, list[str]]]:
    return [
        (title, peers)
        for title, peers in GROUPS
        if any(found.has(work, peers[-1]) for work in titles.WORKS)
    ]


def print_rows(rows: list[list[str]]) -> None:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())


def print_tables(found: Measurements) -> None:
    print(NOTE)
    for title, peers in measured(found):
        print(f"\n{title}")
        print_rows(table(found, peers))
    if found.versions:
        print("\nOf:", "; ".join(dict.fromkeys(found.versions.values())))
    for peer, why in found.missing.items():
        print(f"Not measured: {titles.peer(peer)} ({why})")
