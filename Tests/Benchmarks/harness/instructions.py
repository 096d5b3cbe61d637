"""Counts the instructions of an operation in two versions: a measure that a busy machine does not
affect.

perf counts them if the machine permits, otherwise valgrind, some fifty times as slowly. A program
runs twice for each operation, with few repetitions and with more. Both runs open the same store and
have done the operation before, so the difference is the cost of the repetitions alone.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import dataset, titles
from .c_works import c_works
from .python_works import python_works
from .report import print_rows
from .trees import Tree
from .work import Sizes, Work

_SIZES = Sizes(
    rounds=1, batch=500, reads=200, rates=100, pages=50, singles=40, deletes=100, starts=1
)
_WHOLE = frozenset(["scan", "scan-rows", "scan-by-title"])
"""One repetition is the whole store."""
_NOT_TWICE = frozenset(["create", "create-again", "delete-books", "delete-genre"])
_UNMEASURED = frozenset(["verify", "verify-statistics", "frame"])
_FIXED = {"PYTHONHASHSEED": "0", "SWIFT_DETERMINISTIC_HASHING": "1"}
"""So that two runs take the same path."""


@dataclass(frozen=True)
class Counter:
    name: str
    command: list[str]
    """The command that runs a program and writes to the file named by its last word."""
    pattern: str

    def count(self, program: list[str], asked: list[str], tree: Tree, log: Path) -> int:
        command = [*self.command[:-1], self.command[-1] + str(log), *program]
        done = subprocess.run(
            command,
            input="".join(f"{line}\n" for line in asked),
            env={**os.environ, **tree.environment, **_FIXED},
            capture_output=True,
            text=True,
            check=False,
        )
        found = re.search(self.pattern, log.read_text(encoding="utf-8"), re.MULTILINE)
        if done.returncode != 0 or found is None:
            raise SystemExit(f"{' '.join(command)} failed on {asked}:\n{done.stderr}")
        return int(found[1].replace(",", ""))


_PERF = Counter("perf", ["perf", "stat", "-x;", "-e", "instructions:u", "--output="], r"^(\d+);")
_VALGRIND = Counter(
    "valgrind",
    ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
     "--log-file="],
    r"I\s+refs:\s+([\d,]+)",
)  # fmt: skip


def _counter(tree: Tree, log: Path) -> Counter:
    if shutil.which("perf"):
        command = [*_PERF.command[:-1], _PERF.command[-1] + str(log), "true"]
        subprocess.run(command, capture_output=True, check=False)
        if log.exists() and re.search(_PERF.pattern, log.read_text(encoding="utf-8"), re.MULTILINE):
            return _PERF
    if shutil.which("valgrind"):
        return _VALGRIND
    raise SystemExit("Neither perf nor valgrind can count instructions here.")


def _commands(work: Work) -> tuple[list[str], list[str], int]:
    """The commands of the short and the long run, and how many more repetitions the latter has."""
    name, opened, once = work.name, ["open 1 1"], f"{work.name} 1 1"
    if name in _NOT_TWICE:
        return opened, [*opened, f"{name} {work.count} 2"], 1
    if name in _WHOLE:
        return [*opened, once], [*opened, once, f"{name} 1 2"], 1
    count = max(work.count, 3)
    few, many = ([*opened, once, f"{name} {times} 2"] for times in (1, count))
    return few, many, count - 1


class _Program:
    """A version's program, run on a fresh copy of its store each time."""

    def __init__(
        self, tree: Tree, counter: Counter, program: list[str], data: Path, folder: Path
    ) -> None:
        self._tree, self._counter, self._program = tree, counter, program
        self._folder = folder / tree.name
        self._folder.mkdir()
        self._store = self._folder / "made.bookworm"
        self._files = [str(data.parent / "genres.tsv"), str(data)]
        subprocess.run(
            [*program, str(self._store), *self._files],
            input=f"create {_SIZES.batch} 1\n",
            env={**os.environ, **tree.environment},
            stdout=subprocess.DEVNULL,
            text=True,
            check=True,
        )

    def _run(self, program: list[str], files: list[str], asked: list[str]) -> int:
        store = self._folder / "copy.bookworm"
        for left in self._folder.glob("copy.bookworm*"):
            left.unlink()
        shutil.copyfile(self._store, store)
        log = self._folder / "log"
        return self._counter.count([*program, str(store), *files], asked, self._tree, log)

    def start(self, program: list[str]) -> int:
        return self._run(program, [], [])

    def work(self, work: Work) -> float:
        few, many, more = _commands(work)
        counts = [self._run(self._program, self._files, asked) for asked in (few, many)]
        return (counts[1] - counts[0]) / more


def compare(options: argparse.Namespace, trees: list[Tree], folder: Path) -> list[str]:
    data = dataset.write(options.programs / "data", options.books)
    counter = _counter(trees[0], folder / "log")
    print(f"Instructions, counted by {counter.name}; below 1 the new version takes more.")
    languages = {"C": c_works(_SIZES), "Python": python_works(_SIZES)}
    worse: list[str] = []
    for language, works in languages.items():
        if options.only not in (None, language.lower()):
            continue
        python = language == "Python"
        programs = [
            _Program(
                tree,
                counter,
                tree.script("bookworm_peer.py") if python else tree.program,
                data,
                folder / language,
            )
            for tree in trees
        ]
        starts = [
            tree.script("start/bookworm_start.py") if python else tree.program for tree in trees
        ]
        rows = [[f"from {language}, instructions", *(tree.name for tree in trees), "old / new", ""]]
        for work in works:
            if work.name in _UNMEASURED or (options.work and work.name not in options.work):
                continue
            if work.name == "start":
                counts = [float(p.start(start)) for p, start in zip(programs, starts)]
            else:
                counts = [program.work(work) for program in programs]
            ratio = counts[0] / counts[1]
            slower = ratio < options.at_least
            name = titles.name("create" if work.name == "create-again" else work.name)
            figures = [f"{count:,.0f}" for count in counts]
            rows.append([name, *figures, f"{ratio:.3f}", "more" if slower else ""])
            if slower:
                worse.append(f"{language}, {name}: {ratio:.3f}")
        print()
        print_rows(rows)
    return worse
