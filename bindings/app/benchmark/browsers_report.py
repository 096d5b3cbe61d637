"""The results of browsers.py, and the table about them."""

from __future__ import annotations

import os
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

from web.benchmark import process
from web.conftest import Server

HEAD = """\
| Minute | Server, % of a core | Others, % of a core | MiB | Load | Events | Median | p95 | Max |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""


@dataclass
class Results:
    """The results of the measurement.

    times     the milliseconds from each commit until a page heard of it
    due       how many of these there must be
    late      a message for each event that did not come in time
    left      how many did not come because their page was closed
    read      how often a page or a part of one was read
    """

    times: list[float] = field(default_factory=list)
    due: int = 0
    late: list[str] = field(default_factory=list)
    left: int = 0
    read: int = 0
    failures: list[str] = field(default_factory=list)
    commits: int = 0


def busy() -> float:
    """Returns the seconds that all programs have used of the processors."""
    fields = [int(each) for each in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    user, nice, system, _, _, *rest = fields
    return (user + nice + system + sum(rest)) / os.sysconf("SC_CLK_TCK")


class Report:
    """Rows about the server: its processor time since the last row, and its memory."""

    def __init__(self, server: Server, results: Results) -> None:
        self._server, self._results = server, results
        self._times: tuple[float, ...] = ()
        self.memory: list[int] = []
        self.first = self._now()
        print(HEAD)
        self.row()

    def _now(self) -> tuple[float, ...]:
        own = os.times()
        used = process(self._server)[0]
        return time.perf_counter(), used, busy() - used - own.user - own.system, len(
            self._results.times
        )  # fmt: skip

    def row(self) -> None:
        """Prints a row."""
        now, last = self._now(), self._times or self.first
        passed = now[0] - last[0]
        cpu, other = ((now[n] - last[n]) / passed * 100 if passed > 1 else 0.0 for n in (1, 2))
        memory = process(self._server)[1] // 1024
        self.memory.append(memory)
        times = self._results.times[int(last[3]) :]
        minute = (now[0] - self.first[0]) / 60
        print(f"| {minute:.0f} | {cpu:.1f} | {other:.0f} | {memory} | {os.getloadavg()[0]:.1f} | "
              f"{len(times):,} | {summary(times)} |", flush=True)  # fmt: skip
        self._times = now

    def end(self) -> None:
        """Prints the results of the whole run."""
        now, results = self._now(), self._results
        passed = now[0] - self.first[0]
        heard = len(results.times)
        share = heard / max(results.due, 1)
        print(
            f"\n{results.commits:,} commits, {results.due:,} events due, {heard:,} came "
            f"({share:.4%}); {results.left} left out, because their page was closed",
            f"Median, p95 and maximum, ms: | {summary(results.times)} |",
            f"Server {(now[1] - self.first[1]) / passed:.2%} of a core, other programs "
            f"{(now[2] - self.first[2]) / passed:.0%}; pages read {results.read:,} times",
            f"Memory, MiB: {self.memory}",
            sep="\n",
        )
        for each in results.late + results.failures:
            print("FAILED", each)


def summary(times: list[float]) -> str:
    """Returns the median, the 95th percentile and the maximum."""
    if len(times) < 2:
        return " | | "
    p95 = statistics.quantiles(times, n=20)[-1]
    return f"{statistics.median(times):.1f} | {p95:.1f} | {max(times):.0f}"
