"""An operation of the peers, and the number of repetitions in a round."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """The number of repetitions of each operation in a round."""

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
