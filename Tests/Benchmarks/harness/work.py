"""A piece of work that peers are asked to do, and how much of each a round holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """How much of each work a round holds."""

    rounds: int
    batch: int
    reads: int
    rates: int
    pages: int
    singles: int
    deletes: int
    starts: int


@dataclass(frozen=True)
class Work:
    name: str
    count: int = 1
    agree: tuple[tuple[str, ...], ...] = ()
    """Groups of peers whose results must be the same."""
    unasked: tuple[str, ...] = ()
    """Peers that cannot do it."""
