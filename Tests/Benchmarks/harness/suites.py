"""The suites of a run: the C programs, the Python programs, goodbooks-10k."""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
from pathlib import Path

from . import derived_data, rounds
from .measurements import Measurements
from .peers import Peer, Peers
from .python_peers import FRAMES, OURS, PEERS, SMALL, PythonPeer
from .work import Sizes

HERE = Path(__file__).resolve().parent.parent
C_PEERS = ["plain", "equal", "bookworm"]


class Run:
    """The common data of all suites: paths, and the figures that they add to."""

    def __init__(self, options: argparse.Namespace, sizes: Sizes, folder: Path, data: Path) -> None:
        self.options, self.sizes, self.folder, self.data = options, sizes, folder, data
        self.found = Measurements()
        package = options.repository / "bindings/python/src"
        self.environment = {
            "PYTHONPATH": os.pathsep.join(map(str, (package, HERE, HERE / "python"))),
            "BOOKWORM_LIBRARY": str((options.prefix / "lib/libbookworm.so").resolve()),
            "EQUAL_SCHEMA": str(options.programs / "equal.sql"),
        }
        self.interpreter = str(
            options.environment / "bin/python" if options.environment else sys.executable
        )

    def peers(self) -> Peers:
        return Peers(self.folder, self.data, self.environment)

    def c(self) -> None:
        with self.peers() as peers:
            for name in C_PEERS:
                peers.start(name, [str(self.options.programs / name)])
            rounds.run_c(peers, self.sizes, self.found)
            derived_data.compare(self.folder, "equal", "bookworm", self.found)

    def python(self) -> None:
        chosen = [peer for peer in PEERS + FRAMES if self._wanted(peer)]
        with self.peers() as peers:
            for peer in chosen:
                self.start_python(peers, peer)
            rounds.run_python(peers, self.sizes, self.found)
        if {"python-equal", OURS} <= self.found.versions.keys():
            derived_data.compare(self.folder, "python-equal", OURS, self.found)

    def _wanted(self, peer: PythonPeer) -> bool:
        if self.options.environment is None:
            return peer.name in SMALL
        only = self.options.peer
        return not only or peer.title in only or peer.name in SMALL

    def start_python(self, peers: Peers, peer: PythonPeer) -> Peer | None:
        """None if its package is missing; the figures then have the reason."""
        file, *arguments = peer.program.split()
        command = [self.interpreter, str(HERE / "python" / file), *arguments]
        start = HERE / "python/start" / file.replace("_peer", "_start")
        running = peers.start(
            peer.name, command, store_of=peer.store_of, starts=[self.interpreter, str(start)]
        )
        version = running.hello()
        if version is None:
            why = running.complaint().splitlines()
            self.found.missing[peer.name] = why[-1] if why else "it did not start"
            peers.stop(running)
            return None
        self.found.versions[peer.name] = version
        running.slow = peer.slow
        if start.exists():
            running.works = (running.works or frozenset()) | {"start"}
        return running

    def goodbooks(self) -> None:
        folder = self.options.goodbooks or (
            self.options.repository.parent / "shared/data/goodbooks-10k"
        )
        if not (folder / "books.csv").exists():
            print(f"goodbooks-10k is skipped: there is no {folder}/books.csv")
            return
        with self.peers() as peers:
            for peer in PEERS:
                if peer.name in SMALL:
                    self.start_python(peers, peer)
            rounds.run_goodbooks(peers, folder, self.sizes, self.found)

    def take_schema(self) -> None:
        """The equal floor's tables are those of a store of the library, so they cannot diverge."""
        with self.peers() as peers:
            peers.start("schema", [str(self.options.programs / "bookworm")]).ask("make-store")
        database = sqlite3.connect(self.folder / "schema.bookworm")
        # An FTS5 index creates its own tables, including a table for its configuration.
        rows = database.execute(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"
            " AND name NOT LIKE 'book\\_search\\_%' ESCAPE '\\' ORDER BY rowid"
        )
        settings = database.execute("SELECT k, v FROM book_search_config WHERE k <> 'version'")
        statements = [sql for (sql,) in rows] + [
            f"INSERT INTO book_search (book_search, rank) VALUES ('{key}', '{value}')"
            for key, value in settings
        ]
        (self.options.programs / "equal.sql").write_text(
            "".join(f"{sql};\n" for sql in statements), encoding="utf-8"
        )
        database.close()

    def compare_languages(self) -> None:
        """Compares the books of all peers, and the pages of Bookworm from C and from Python."""
        found = self.found
        pages = ("page-first", "page-deep", "page-genre-rating-common", "page-genre-favourite")
        for work in ("verify", *pages):
            checks = {
                peer: answers[0].check
                for (name, peer), answers in (*found.rehearsed.items(), *found.answers.items())
                if name == work and (work == "verify" or peer.endswith("bookworm"))
            }
            found.expect_equal(f"{work}, from C and from Python", checks)
