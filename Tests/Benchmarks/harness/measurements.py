"""Holds the measurements: answers by operation and peer, the ratios between peers, the checks."""

from __future__ import annotations

import statistics
from collections import defaultdict
from dataclasses import asdict, dataclass, field
from typing import Any

from .peers import Answer


@dataclass(frozen=True)
class Spread:
    """A median with the least and the greatest value."""

    median: float
    least: float
    greatest: float
    once: bool = False
    """The other peer was measured once: a median divided by one figure, without a known spread."""

    @classmethod
    def of(cls, values: list[float]) -> Spread:
        return cls(statistics.median(values), min(values), max(values))

    def text(self) -> str:
        """The median, and half of the range of the rounds, if there were several."""
        half = (self.greatest - self.least) / 2 / self.median
        digits = 2 if self.median < 10 else 1 if self.median < 100 else 0
        after = " once" if self.once else f" ±{half:.0%}" if half else ""
        return f"{self.median:,.{digits}f}{after}"


Place = tuple[str, str]
"""The operation and the peer."""


@dataclass
class Measurements:
    answers: dict[Place, list[Answer]] = field(default_factory=lambda: defaultdict(list))
    disagreements: list[str] = field(default_factory=list)
    rehearsed: dict[Place, list[Answer]] = field(default_factory=dict)
    """The answers of the rehearsal, which precedes the timed rounds: all peers' must agree."""
    versions: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    """Peers that could not be started, with the reason."""

    def add(self, work: str, peer: str, answer: Answer) -> None:
        self.answers[work, peer].append(answer)

    def expect_equal(self, work: str, checks: dict[str, int]) -> None:
        """Peers must have returned the same result before their times count."""
        if len(set(checks.values())) > 1:
            listed = ", ".join(f"{peer} {check}" for peer, check in checks.items())
            self.disagreements.append(f"{work}: {listed}")

    def refuse_disagreements(self) -> None:
        if self.disagreements:
            listed = "\n  ".join(self.disagreements)
            raise SystemExit(f"The peers disagree, so no time counts:\n  {listed}")

    def as_list(self) -> list[dict[str, Any]]:
        return [
            {"work": work, "peer": peer, "rounds": [asdict(each) for each in answers]}
            for (work, peer), answers in self.answers.items()
        ]

    @classmethod
    def of_list(cls, rows: list[dict[str, Any]]) -> Measurements:
        found = cls()
        for row in rows:
            found.answers[row["work"], row["peer"]] = [Answer(**each) for each in row["rounds"]]
        return found

    def has(self, work: str, peer: str) -> bool:
        return bool(self.answers.get((work, peer)))

    def rate(self, work: str, peer: str) -> Spread:
        return Spread.of([answer.per_second for answer in self.answers[work, peer]])

    def milliseconds(self, work: str, peer: str) -> Spread:
        return Spread.of([answer.milliseconds for answer in self.answers[work, peer]])

    def ratio(self, above: Place, below: Place) -> Spread:
        """How many times as fast as the second the first one is, round by round."""
        ones, others = self.answers[above], self.answers[below]
        if len(others) == 1 < len(ones):
            times = self.rate(*above).median / others[0].per_second
            return Spread(times, times, times, once=True)
        pairs = zip(ones, others)
        return Spread.of([one.per_second / other.per_second for one, other in pairs])

    def memory(self, peer: str) -> float:
        """The peak in MiB, except of the processes that were started for one page or goodbooks."""
        found = [
            answer.memory
            for (work, name), answers in self.answers.items()
            if name == peer and work not in ("start", "goodbooks")
            for answer in answers
        ]
        return max(found, default=0) / 1024

    def start_memory(self, peer: str) -> float:
        """The peak in MiB of a process that was started for one page."""
        return max((a.memory for a in self.answers.get(("start", peer), [])), default=0) / 1024
