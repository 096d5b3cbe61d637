"""Tests long Arrow streams, read in pieces, and by two threads if there are two processors."""

from __future__ import annotations

import contextlib
import gc
import os
import random
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import Script
from test_arrow import as_row, numbered, table

import bookworm

pa: Any = pytest.importorskip("pyarrow")

COUNT = 40_000
NAMES = ["id", "title", "author", "review", "rating", "favourite", "year", "created"]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose books are not in the order of their titles, with gaps."""
    path = tmp_path_factory.mktemp("many") / "many.books"
    numbers = list(range(COUNT))
    random.Random(5).shuffle(numbers)
    with bookworm.open(path, durability="normal") as store:
        store.books.create_many(
            title=[f"Títle {n // 2:05}" for n in numbers],
            author=[f"Author {n % 3}" for n in numbers],
            review=[None if n % 5 == 0 else "ř" * (n % 50) for n in numbers],
            series=["S" if n % 11 == 0 else None for n in numbers],
            series_number=[n / 2 if n % 11 == 0 else None for n in numbers],
            rating=[n % 6 for n in numbers],
            favourite=[n % 3 == 0 for n in numbers],
            status=[("on-shelf", "completed")[n % 2] for n in numbers],
            year=[n if n % 7 else None for n in numbers],
            genres=[["F", "G", "H"][n % 2 :][: n % 4] for n in numbers],
            identifiers=[[("isbn", str(n)), ("doi", "d")][: n % 3] for n in numbers],
        )
        with store.transaction() as inside:
            for book in [*range(100, 9000, 7), *range(20_000, 30_000)]:
                inside.books.delete(book)
    return path


def check(query: bookworm.Query) -> None:
    columns = query.columns(*NAMES)
    whole = table(query)
    assert whole.num_rows > 9000
    for name in NAMES:
        assert whole[name].to_pylist() == columns[name], name
    books = query[::1][:20_000]
    assert table(books).equals(whole[:20_000])
    some = range(0, whole.num_rows, 501)
    assert [whole[n : n + 1].to_pylist()[0] for n in some] == [as_row(query[n]) for n in some]


ORDERS = ["", "id", "-id", "-title", "author", "created", "-rating title", "series id"]


@pytest.mark.parametrize("order", ORDERS)
def test_a_long_stream_holds_what_its_query_does(many: Path, order: str) -> None:
    with bookworm.open(many) as store:
        check(store.books.order_by(*order.split()))


def test_a_filter_leaves_out_rows_of_long_streams(many: Path) -> None:
    with bookworm.open(many) as store:
        for query in (store.books.where(favourite=True), store.books.where(genre="G")):
            check(query)
            check(query.order_by("id"))


def test_lists_and_texts_alone(many: Path) -> None:
    with bookworm.open(many) as store:
        for order in ("id", "title"):
            query = store.books.order_by(order)
            whole = table(query)
            for names in (["genre_names"], ["title"], ["identifier_values", "picture"]):
                part = table(query.arrow(*names))
                assert part.drop_columns(["picture"][: "picture" in names]).equals(
                    whole.select([name for name in names if name != "picture"])
                )


def test_much_text_is_given_in_more_batches(store: bookworm.Store) -> None:
    numbers = list(range(20_000))
    random.Random(1).shuffle(numbers)
    # Some thousand of these are more than a piece may contain.
    text = "x" * 2_000
    store.books.create_many(
        title=[f"{n:05}" for n in numbers],
        author=["A"] * 20_000,
        review=[text if n % 2 else None for n in numbers],
    )
    batches = list(pa.RecordBatchReader.from_stream(store.books))
    for batch in batches:
        batch.validate(full=True)
        assert batch.num_rows <= 8192
        assert batch.nbytes < 10 << 20
    whole = pa.Table.from_batches(batches)
    assert whole["title"].to_pylist() == [f"{n:05}" for n in range(20_000)]
    assert whole["review"].to_pylist() == [text if n % 2 else None for n in range(20_000)]


def test_a_long_stream_is_of_one_state_while_others_write(store: bookworm.Store) -> None:
    numbered(store, 20_000)
    # One book of each piece; all are changed in one transaction.
    ids = [1, 9_000, 17_000]
    is_over = threading.Event()

    def write() -> None:
        rating = 1
        while not is_over.is_set():
            with store.transaction() as inside:
                for book in ids:
                    inside.books[book].rating = rating
            rating = rating % 5 + 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        seen = set()
        for _ in range(150):
            ratings = pa.table(store.books.order_by("id").arrow("rating"))["rating"]
            seen.add(tuple(ratings[book - 1].as_py() for book in ids))
    finally:
        is_over.set()
        writer.join()
    assert len(seen) > 1
    assert all(len(set(ratings)) == 1 for ratings in seen)


def threads() -> int:
    return len(os.listdir("/proc/self/task"))


def test_a_stream_that_nobody_reads_has_no_thread(many: Path) -> None:
    with bookworm.open(many) as store:
        pa.table(store.books)
        before = threads()
        for order in ("id", "title"):
            streams = [
                pa.RecordBatchReader.from_stream(store.books.order_by(order)) for _ in range(5)
            ]
            for stream in streams:
                stream.read_next_batch()
                stream.read_next_batch()
            end = time.monotonic() + 30
            while threads() > before and time.monotonic() < end:
                time.sleep(0.01)
            assert threads() == before
            for stream in streams:
                assert stream.read_next_batch().num_rows > 0
            del stream, streams
            gc.collect()
            assert threads() == before


def test_a_process_may_fork_while_its_streams_are_read(run: Script, many: Path) -> None:
    done = run(
        """
        import os, signal, sqlite3, sys, bookworm, pyarrow
        with bookworm.open(sys.argv[1]) as store:
            for round in range(30):
                stream = pyarrow.RecordBatchReader.from_stream(store.books.order_by("id"))
                counts = [stream.read_next_batch().num_rows for _ in range(round % 4)]
                child = os.fork()
                if child == 0:
                    signal.alarm(20)
                    # What the parent's other thread was in the middle of keeps nobody waiting here.
                    with bookworm.open(":memory:") as own:
                        assert own.books.create("T", "A").title == "T"
                    try:
                        stream.read_next_batch()
                    except OSError as error:
                        assert "fork" in str(error)
                    else:
                        os._exit(3)
                    del stream
                    os._exit(0)
                _, status = os.waitpid(child, 0)
                assert status == 0, status
                counts += [batch.num_rows for batch in stream]
                assert sum(counts) == len(store.books)
        print("done")
        """,
        many,
    )
    assert (done.stdout, done.stderr) == ("done\n", "")


def test_a_book_that_only_an_index_has_is_damage(store: bookworm.Store, path: Path) -> None:
    """The damage is found whether the batches are full of text or not."""
    long = "x" * 1_500_000  # three of them fill a batch
    store.books.create_many(title=["T"] * 6, author=["A"] * 6, review=[long] * 6)
    store.close()

    def run(*statements: tuple[str, tuple[object, ...]]) -> list[tuple[object, ...]]:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            return [row for each in statements for row in db.execute(*each)]

    writable: tuple[str, tuple[object, ...]] = ("PRAGMA writable_schema = ON", ())
    index = ("books_by_created",)
    [entry] = run(("SELECT * FROM sqlite_schema WHERE name = ?", index))
    run(writable, ("DELETE FROM sqlite_schema WHERE name = ?", index))
    run(("DELETE FROM books WHERE id = 2", ()))
    run(writable, ("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", entry))
    with bookworm.open(path) as damaged:
        for fields in (("id", "title"), ("id", "review")):
            stream = pa.RecordBatchReader.from_stream(
                damaged.books.order_by("created").arrow(*fields)
            )
            with pytest.raises(OSError, match="damaged"):
                stream.read_all()
            del stream


def test_damage_is_told_wherever_it_is_found(store: bookworm.Store, path: Path) -> None:
    numbered(store, 30_000)
    store.close()
    size = path.stat().st_size // 4096
    with path.open("r+b") as file:
        for page in range(size // 4, size // 2):
            file.seek(page * 4096)
            file.write(b"\xff" * 64)
    with bookworm.open(path) as damaged:
        for order in ("id", "title"):
            stream = pa.RecordBatchReader.from_stream(damaged.books.order_by(order))
            with pytest.raises(OSError, match="malformed|damaged"):
                stream.read_all()
            with pytest.raises(OSError, match="malformed|damaged"):
                stream.read_next_batch()
            del stream


def test_a_long_stream_takes_little_memory(run: Script, path: Path) -> None:
    """A stream comes batch by batch: this one is larger than the memory that it may take."""
    with bookworm.open(path, durability="normal") as store:
        for start in range(0, 300_000, 20_000):
            titles = [f"{number * 7919 % 300_000}" for number in range(start, start + 20_000)]
            store.books.create_many(
                title=titles, author=["Somebody"] * 20_000, review=["r" * 120] * 20_000
            )
    for key in ("id", "title", "created"):
        done = run(
            """
            import sys, bookworm, pyarrow
            def memory(name):
                with open("/proc/self/status") as file:
                    return next(int(line.split()[1]) for line in file if line.startswith(name))
            with bookworm.open(sys.argv[1], read_only=True) as store:
                store.books.all()[:10].ids()
                before = memory("VmRSS")
                rows = size = 0
                query = store.books.all().order_by(sys.argv[2])
                for batch in pyarrow.RecordBatchReader.from_stream(query):
                    rows, size = rows + batch.num_rows, size + batch.nbytes
                grown = (memory("VmHWM") - before) * 1024
                print(rows, size > 80e6, "little" if grown < 80e6 else grown)
            """,
            path,
            key,
        )
        assert (done.stdout, done.stderr) == ("300000 True little\n", ""), key
