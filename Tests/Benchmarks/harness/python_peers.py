"""The measured Python programs, and which of them must return the same results."""

from __future__ import annotations

from dataclasses import dataclass

OURS = "python-bookworm"


@dataclass(frozen=True)
class PythonPeer:
    name: str
    title: str
    program: str
    """The program in python/, and its first argument if it has one."""
    slow: int = 1
    """The divisor for the counts of a round; a slow peer creates its store once."""
    store_of: str | None = None
    """The peer whose store it reads."""


PEERS = (
    PythonPeer("python-sqlite3", "sqlite3", "sqlite3_peer.py"),
    PythonPeer("python-equal", "sqlite3 equal", "equal_peer.py"),
    PythonPeer("python-apsw", "apsw", "apsw_peer.py"),
    PythonPeer("python-core", "SA Core", "core_peer.py", slow=2),
    PythonPeer("python-orm", "SA ORM", "orm_peer.py", slow=10),
    PythonPeer("python-django", "Django", "django_peer.py", slow=10),
    PythonPeer("python-duckdb", "DuckDB", "duckdb_peer.py", slow=50),
    PythonPeer(OURS, "Bookworm", "bookworm_peer.py"),
)
FRAMES = (
    PythonPeer("frame-pandas", "pandas", "frames_peer.py Pandas", store_of="python-sqlite3"),
    PythonPeer(
        "frame-polars-reads", "polars", "frames_peer.py PolarsReads", store_of="python-sqlite3"
    ),
    PythonPeer("frame-polars", "Bookworm to polars", "frames_peer.py Polars", store_of=OURS),
    PythonPeer("frame-bookworm", "Bookworm", "frames_peer.py Bookworm", store_of=OURS),
)
SMALL = ("python-sqlite3", "python-equal", OURS)
"""The programs that need only the standard library."""
TITLES = {peer.name: peer.title for peer in PEERS + FRAMES}
