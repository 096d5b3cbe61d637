"""The lines that Bookworm must reach, of thresholds.json, and whether it does."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import titles
from .measurements import Measurements, Place


def language(peer: str) -> str:
    return "C" if peer in ("plain", "equal", "bookworm") else "Python"


@dataclass(frozen=True)
class Verdict:
    what: str
    figure: str
    wanted: str
    holds: bool


@dataclass(frozen=True)
class Line:
    above: Place
    below: Place
    at_least: float | None
    ms_at_most: float | None
    mib_at_most: float | None

    @classmethod
    def parse(cls, line: dict[str, Any]) -> Line:
        below = (line.get("of_work", line["work"]), line.get("of", line["peer"]))
        limits = (line.get(key) for key in ("at_least", "ms_at_most", "mib_at_most"))
        return cls((line["work"], line["peer"]), below, *limits)

    def verdict(self, found: Measurements) -> Verdict | None:
        """None where the run has not measured it."""
        if not (found.has(*self.above) and found.has(*self.below)):
            return None
        work, peer = self.above
        what = f"{language(peer)}, {titles.name(work)}"
        if self.ms_at_most is not None:
            least = found.milliseconds(work, peer).median
            wanted = f"at most {self.ms_at_most:g} ms"
            return Verdict(what, f"{least:.3f} ms", wanted, least <= self.ms_at_most)
        if self.mib_at_most is not None:
            memory = found.start_memory(peer)
            wanted = f"at most {self.mib_at_most:g} MiB"
            return Verdict(what, f"{memory:.1f} MiB", wanted, memory <= self.mib_at_most)
        other = titles.name(self.below[0]) if self.below[0] != work else titles.peer(self.below[1])
        ratio = found.ratio(self.above, self.below)
        wanted = f"at least {self.at_least:g}"
        holds = ratio.median >= (self.at_least or 0)
        return Verdict(f"{what}, of {other}", ratio.text(), wanted, holds)


@dataclass(frozen=True)
class Lines:
    lines: list[Line]
    size_mb: float
    load_ms: float

    @classmethod
    def read(cls, path: Path) -> Lines:
        whole = json.loads(path.read_text(encoding="utf-8"))
        library = whole["library"]
        return cls(
            [Line.parse(line) for line in whole["lines"]],
            library["size_mb_at_most"],
            library["load_ms_at_most"],
        )

    def verdicts(self, found: Measurements) -> list[Verdict]:
        every = (line.verdict(found) for line in self.lines)
        return [verdict for verdict in every if verdict is not None]
