"""Calibre-web with the same number of books, to be measured in the same run as our server.

It needs an environment with calibre-web from PyPI, and the tables of a Calibre library, which are
in Debian's package calibre:

    python3 -m venv calibre-web && calibre-web/bin/pip install calibreweb
    apt-get download calibre && dpkg-deb -x calibre_*.deb calibre
    python bindings/app/tests/web/benchmark.py \\
        --calibre-web calibre-web calibre/usr/share/calibre/metadata_sqlite.sql
"""

from __future__ import annotations

import http.client
import os
import random
import sqlite3
import subprocess
import time
import uuid
from pathlib import Path

from web.conftest import Answer, lasting_port

#: The pages that both have, by the names of benchmark.py.
PAGES = {
    "first page": "/",
    "a genre": "/category/stored/1",
    "an author by rating": "/author/stored/100",
    "words": "/search/stored?query=winter%20river",
    "a book": "/book/50000",
    "people": "/author",
    "series": "/series",
}
WORDS = ["night", "river", "garden", "king", "winter", "of", "the", "stone", "star", "sea", "last"]
GENRES = ["Fantasy", "Horror", "Kids", "Mystery", "Poetry", "Romance", "Thriller"]


def fill(folder: Path, tables: Path, authors: list[str], count: int) -> None:
    """Makes a Calibre library with such books as benchmark.py has."""
    chance = random.Random(1)
    folder.mkdir()
    database = sqlite3.connect(folder / "metadata.db")
    # Calibre's triggers call these.
    database.create_function("title_sort", 1, lambda title: title)
    database.create_function("author_to_author_sort", 1, lambda author: author)
    database.create_function("uuid4", 0, lambda: str(uuid.uuid4()))
    database.executescript(tables.read_text())
    with database:
        for number, name in enumerate(authors, 1):
            database.execute("INSERT INTO authors (id, name, sort) VALUES (?, ?, ?)",
                             (number, name, ", ".join(reversed(name.split()))))  # fmt: skip
        database.executemany("INSERT INTO tags (name) VALUES (?)", [(each,) for each in GENRES])
        database.executemany(
            "INSERT INTO ratings (rating) VALUES (?)", [(2,), (4,), (6,), (8,), (10,)]
        )
        series = [(f"Series {number}",) for number in range(1, 3001)]
        database.executemany("INSERT INTO series (name) VALUES (?)", series)
        for book in range(1, count + 1):
            title, author = " ".join(chance.choices(WORDS, k=3)).title(), chance.randint(1, 100)
            database.execute(
                "INSERT INTO books (id, title, author_sort, path, pubdate) VALUES (?, ?, ?, ?, ?)",
                (
                    book,
                    title,
                    authors[author - 1],
                    str(book),
                    f"{chance.randint(1900, 2025)}-01-01",
                ),
            )
            links = [("authors", "author", author)]
            links += [
                ("tags", "tag", each) for each in chance.sample(range(1, 8), chance.randint(0, 3))
            ]
            if rating := chance.randint(0, 5):
                links.append(("ratings", "rating", rating))
            if chance.random() < 0.3:
                links.append(("series", "series", chance.randint(1, 3000)))
            for table, column, value in links:
                database.execute(
                    f"INSERT INTO books_{table}_link (book, {column}) VALUES (?, ?)", (book, value)
                )
    database.close()


class CalibreWeb:
    """Calibre-web as a process, open to everybody on this machine."""

    def __init__(self, environment: Path, library: Path, home: Path) -> None:
        home.mkdir()
        self.port = lasting_port()
        program = environment.absolute() / "bin" / "cps"
        stores = ["-p", str(home / "app.db"), "-g", str(home / "gdrive.db")]
        self._command = [str(program), "-i", "127.0.0.1", *stores]
        self._home = home
        self.process = self._start(8083)
        self.stop()
        # The first start has made the settings.
        with sqlite3.connect(home / "app.db") as settings:
            settings.execute(
                "UPDATE settings SET config_calibre_dir = ?, config_port = ?,"
                " config_anonbrowse = 1, config_books_per_page = 50, config_random_books = 0",
                (str(library), self.port),
            )
            # Guests see all lists.
            settings.execute("UPDATE user SET sidebar_view = 262143")
        settings.close()
        self.process = self._start(self.port)

    def _start(self, port: int) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "HOME": str(self._home)}
        environment.pop("PYTHONPATH", None)
        made = subprocess.Popen(
            self._command, env=environment, cwd=self._home,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while made.poll() is None:
            try:
                ask(port, "/")
            except OSError:
                time.sleep(0.05)
            else:
                return made
        raise AssertionError("calibre-web has not started")

    def ask(self, path: str, **headers: str) -> Answer:
        """A page."""
        return ask(self.port, path, **headers)

    def stop(self) -> None:
        """Ends it."""
        self.process.terminate()
        self.process.wait()


def ask(port: int, path: str, **headers: str) -> Answer:
    """A page of a server."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request(
            "GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )
        answer = connection.getresponse()
        size = str(len(answer.read()))
        return Answer(answer.status, {"content-length": size}, "")
    finally:
        connection.close()
