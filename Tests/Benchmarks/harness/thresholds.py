"""Gates, below which a regression lies, and aims, where Bookworm is to get: thresholds.json."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import titles
from .measurements import Measurements, Place, Spread

LEAST_SPREAD = 0.15
"""From run to run a figure moves by a tenth or more, however near its rounds are to each other."""


def language(peer: str) -> str:
    return "C" if peer in ("plain", "equal", "bookworm") else "Python"


@dataclass(frozen=True)
class Verdict:
    what: str
    figure: str
    wanted: str
    holds: bool


@dataclass(frozen=True)
class Threshold:
    above: Place
    below: Place
    at_least: float | None
    ms_at_most: float | None
    mib_at_most: float | None

    @classmethod
    def parse(cls, given: dict[str, Any]) -> Threshold:
        below = (given.get("of_work", given["work"]), given.get("of", given["peer"]))
        limits = (given.get(key) for key in ("at_least", "ms_at_most", "mib_at_most"))
        return cls((given["work"], given["peer"]), below, *limits)

    def measured(self, found: Measurements) -> bool:
        return found.has(*self.above) and found.has(*self.below)

    def verdict(self, found: Measurements) -> Verdict:
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
class Thresholds:
    gates: list[Threshold]
    aims: list[Threshold]
    size_mb: float
    load_ms: float

    @classmethod
    def read(cls, path: Path) -> Thresholds:
        whole = json.loads(path.read_text(encoding="utf-8"))
        library = whole["library"]
        return cls(
            [Threshold.parse(gate) for gate in whole["gates"]],
            [Threshold.parse(aim) for aim in whole["aims"]],
            library["size_mb_at_most"],
            library["load_ms_at_most"],
        )


def verdicts(thresholds: list[Threshold], found: Measurements) -> list[Verdict]:
    """Of those that the run has measured."""
    return [each.verdict(found) for each in thresholds if each.measured(found)]


def gate_of(ratio: Spread) -> float:
    """What was measured, divided by 1 plus its spread: above 0, however large that is."""
    half = (ratio.greatest - ratio.least) / 2 / ratio.median
    value = ratio.median / (1 + max(half, LEAST_SPREAD))
    return math.floor(value * 100) / 100 if value < 10 else math.floor(value)


def set_gates(path: Path, found: Measurements) -> None:
    """Writes anew what the gates are, as far as the run has measured them; the aims stay."""
    whole = json.loads(path.read_text(encoding="utf-8"))
    for gate in whole["gates"]:
        threshold = Threshold.parse(gate)
        if not threshold.measured(found):
            continue
        if "at_least" in gate:
            gate["at_least"] = gate_of(found.ratio(threshold.above, threshold.below))
        elif "mib_at_most" in gate:
            gate["mib_at_most"] = math.ceil(found.start_memory(gate["peer"]) * (1 + LEAST_SPREAD))
    write(path, whole)


def write(path: Path, whole: dict[str, Any]) -> None:
    """One line each, so that a change is read easily."""
    parts = [f'  "about": {json.dumps(whole["about"])}']
    for kind in ("gates", "aims"):
        each = ",\n".join(f"    {json.dumps(threshold)}" for threshold in whole[kind])
        parts.append(f'  "{kind}": [\n{each}\n  ]')
    parts.append(f'  "library": {json.dumps(whole["library"])}')
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
