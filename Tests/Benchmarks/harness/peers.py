"""The measured programs: started once each, then asked in turn, one piece of work at a time."""

from __future__ import annotations

import json
import os
import subprocess
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
    """Peak resident memory in KiB, above what the loaded rows take."""

    @property
    def per_second(self) -> float:
        return self.operations / self.seconds

    @property
    def milliseconds(self) -> float:
        return self.seconds / self.operations * 1e3


class Peer:
    """One running program and its store."""

    def __init__(
        self, name: str, program: list[str], files: list[str], environment: dict[str, str]
    ) -> None:
        self.name = name
        self._start = program + files[:1]
        self._environment = {**os.environ, **environment}
        self._process = subprocess.Popen(
            program + files,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self._environment,
        )

    def ask(self, work: str, count: int = 1, seed: int = 1) -> Answer:
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(f"{work} {count} {seed}\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise SystemExit(f"{self.name} ended while asked to {work}")
        return Answer(**json.loads(line))

    def time_starts(self, count: int) -> Answer:
        """Of processes that are given the store alone, which nobody has open: all of their time."""
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
        self._process.stdin.close()
        self._process.wait()


class Peers:
    """A group of peers in a folder of their own, closed together."""

    def __init__(self, folder: Path, data: Path, environment: dict[str, str]) -> None:
        self._folder = folder
        self._data = data
        self._environment = environment
        self._peers: list[Peer] = []

    def start(self, name: str, command: list[str]) -> Peer:
        store = self._folder / f"{name}.bookworm"
        files = [str(store), str(self._data.parent / "genres.tsv"), str(self._data)]
        peer = Peer(name, command, files, self._environment)
        self._peers.append(peer)
        return peer

    def stop(self, peer: Peer) -> None:
        self._peers.remove(peer)
        peer.close()

    def turns(self, number: int) -> list[Peer]:
        """All of them, another one first each time: A B C, B C A, ..."""
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
