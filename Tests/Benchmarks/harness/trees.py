"""Two versions of the library, each with its own install, programs and Python package."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from .peers import Peer, Peers


@dataclass(frozen=True)
class Tree:
    """A version that Tests/Benchmarks/compare has built."""

    name: str
    root: Path
    python: str

    @property
    def program(self) -> list[str]:
        return [str(self.root / ".build/benchmarks/bookworm")]

    @property
    def environment(self) -> dict[str, str]:
        benchmarks = self.root / "Tests/Benchmarks"
        path = (self.root / "bindings/python/src", benchmarks, benchmarks / "python")
        library = (self.root / ".build/prefix/lib/libbookworm.so").resolve()
        return {"PYTHONPATH": os.pathsep.join(map(str, path)), "BOOKWORM_LIBRARY": str(library)}

    def script(self, file: str) -> list[str]:
        file, *arguments = file.split()
        return [self.python, str(self.root / "Tests/Benchmarks/python" / file), *arguments]

    def start_c(self, peers: Peers) -> None:
        peers.start(self.name, self.program, environment=self.environment)

    def start_python(self, peers: Peers) -> None:
        peer = peers.start(
            self.name,
            self.script("bookworm_peer.py"),
            starts=self.script("start/bookworm_start.py"),
            environment=self.environment,
        )
        if peer.hello() is None:
            raise SystemExit(f"{self.root}: the Python peer did not start:\n{peer.complaint()}")
        peer.works = (peer.works or frozenset()) | {"start"}

    def start_frames(self, peers: Peers, store_of: str) -> Peer | None:
        """None if pyarrow is missing."""
        peer = peers.start(
            self.name,
            self.script("frames_peer.py Bookworm"),
            store_of=store_of,
            environment=self.environment,
        )
        if peer.hello() is not None:
            return peer
        peers.stop(peer)
        return None
