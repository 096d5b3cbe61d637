"""The measured programs: each is started once, then queried in turn, one operation at a time."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType


@dataclass(frozen=True)
class Answer:
    seconds: float
    operations: int
    check: int
    memory: int
    """Peak resident memory in KiB, beyond the loaded rows."""

    @property
    def per_second(self) -> float:
        return self.operations / self.seconds

    @property
    def milliseconds(self) -> float:
        return self.seconds / self.operations * 1e3


class Peer:
    """One running program and its store."""

    slow = 1
    """The divisor for its counts."""
    works: frozenset[str] | None = None
    """Its operations, if it does not have all."""

    def __init__(
        self,
        name: str,
        program: list[str],
        files: list[str],
        environment: dict[str, str],
        start: list[str] | None = None,
    ) -> None:
        self.name = name
        self._start = (start or program) + files[:1]
        self._environment = {**os.environ, **environment}
        self._complaints = tempfile.TemporaryFile(mode="w+")  # noqa: SIM115 (as long as the program)
        self._process = subprocess.Popen(
            program + files,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
            env=self._environment,
        )

    def _line(self, work: str, count: int, seed: int) -> str:
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(f"{work} {count} {seed}\n")
            self._process.stdin.flush()
            return self._process.stdout.readline()
        except BrokenPipeError:
            return ""

    def complaint(self) -> str:
        """The text on standard error, such as the reason for its end."""
        self._complaints.seek(0)
        return self._complaints.read().strip()

    def ask(self, work: str, count: int = 1, seed: int = 1) -> Answer:
        line = self._line(work, count, seed)
        if not line:
            raise SystemExit(f"{self.name} ended while asked to {work}:\n{self.complaint()}")
        return Answer(**json.loads(line))

    def hello(self) -> str | None:
        """Records its operations; returns its version, or None if it could not start."""
        line = self._line("hello", 1, 1)
        if not line:
            return None
        answer = json.loads(line)
        self.works = frozenset(answer["works"])
        return str(answer["version"])

    def offers(self, work: str) -> bool:
        """The operation may be followed by a colon and a folder."""
        return self.works is None or work.partition(":")[0] in self.works

    def time_starts(self, count: int) -> Answer:
        """Measures the whole time of processes that get only the store, which nobody else uses."""
        self.ask("close")
        seconds = 0.0
        answers = []
        for _ in range(count):
            start = time.perf_counter()
            done = subprocess.run(
                self._start, env=self._environment, stdout=subprocess.PIPE, check=True
            )
            seconds += time.perf_counter() - start
            answers.append(Answer(**json.loads(done.stdout)))
        self.ask("open")
        memory = max(answer.memory for answer in answers)
        return replace(answers[0], seconds=seconds, operations=count, memory=memory)

    def close(self) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass  # it has ended
        self._process.wait()
        self._complaints.close()


class Peers:
    """A group of peers in a folder of their own, closed together."""

    def __init__(self, folder: Path, data: Path, environment: dict[str, str]) -> None:
        self._folder = folder
        self._data = data
        self._environment = environment
        self._peers: list[Peer] = []

    def start(
        self,
        name: str,
        command: list[str],
        *,
        store_of: str | None = None,
        starts: list[str] | None = None,
        environment: dict[str, str] | None = None,
    ) -> Peer:
        """`starts` is the program that `time_starts` runs, if it is another one."""
        store = self._folder / f"{store_of or name}.bookworm"
        files = [str(store), str(self._data.parent / "genres.tsv"), str(self._data)]
        peer = Peer(name, command, files, environment or self._environment, starts)
        self._peers.append(peer)
        return peer

    def stop(self, peer: Peer) -> None:
        self._peers.remove(peer)
        peer.close()

    def turns(self, number: int) -> list[Peer]:
        """Returns all peers, beginning with another one for each number: A B C, B C A, ..."""
        if not self._peers:
            return []
        first = number % len(self._peers)
        return self._peers[first:] + self._peers[:first]

    def __enter__(self) -> Peers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for peer in self._peers:
            peer.close()
