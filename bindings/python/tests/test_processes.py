"""Tests several processes and threads on one store."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Script

import bookworm


def test_two_processes_see_each_others_changes_at_once(
    store: bookworm.Store, path: Path, run: Script
) -> None:
    book = store.books.create("Dune", "Frank Herbert", rating=3)
    done = run(
        """
        import sys, bookworm
        with bookworm.open(sys.argv[1]) as store:
            book = store.books[int(sys.argv[2])]
            print(book.title, book.rating)
            book.rating = 5
            book.genres.add("Science Fiction")
            store.books.create("Emma", "Jane Austen")
        """,
        path,
        book.id,
    )
    assert (done.stdout, done.stderr) == ("Dune 3\n", "")
    book.refresh()
    assert book.rating == 5
    assert book.genres.names() == ["Science Fiction"]
    assert [each.title for each in store.books] == ["Dune", "Emma"]


WRITER = """
import sys, bookworm
with bookworm.open(sys.argv[1], durability="normal", timeout=30) as store:
    for number in range(100):
        with store.transaction():
            title = f"{sys.argv[2]} {number}"
            book = store.books.create(title, "A", genres=["Shared", sys.argv[2]])
            book.rating = number % 5 + 1
"""


def test_writers_in_several_processes_lose_nothing(
    store: bookworm.Store, path: Path, run: Script
) -> None:
    results: list[Any] = []
    threads = [
        threading.Thread(target=lambda name=name: results.append(run(WRITER, path, name)))
        for name in "xyz"
    ]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        assert all(book.rating for book in store.books)
    assert [(result.stderr, result.returncode) for result in results] == [("", 0)] * 3
    assert len(store.books) == store.genres["shared"].book_count == 300
    assert [len(store.books.where(genre=name)) for name in "xyz"] == [100] * 3


def test_threads_share_a_store(store: bookworm.Store) -> None:
    errors: list[BaseException] = []

    def work(name: str) -> None:
        try:
            for number in range(50):
                book = store.books.create(f"{name} {number}", name, genres=[name])
                book.rating = number % 5 + 1
                assert store.books[book.id].author == name
                assert all(each.author == name for each in store.books.where(genre=name))
                with store.transaction():
                    book.genres.add("All")
                    book.favourite = True
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert len(store.books) == len(store.books.where(genre="all", favourite=True)) == 200


def test_closing_while_other_threads_read_gives_them_errors_and_nothing_worse(
    path: Path,
) -> None:
    store = bookworm.open(path)
    ids = store.books.create_many(title=["T"] * 2000, author=["A"] * 2000)
    outcomes: list[Any] = []
    uses: list[Callable[[], Any]] = [
        lambda: store.books[ids[7]],
        lambda: list(store.books),
        lambda: store.books.where(rating=0).ids(),
        lambda: setattr(store.books[ids[3]], "rating", 3),
    ]

    def work(use: Callable[[], Any]) -> None:
        try:
            while True:
                use()
        except bookworm.Error as error:
            outcomes.append(type(error))

    threads = [threading.Thread(target=work, args=(use,)) for use in uses]
    for thread in threads:
        thread.start()
    closers = [threading.Thread(target=store.close) for _ in range(2)]
    for thread in closers:
        thread.start()
    for thread in [*closers, *threads]:
        thread.join()
    assert outcomes == [bookworm.ClosedError] * 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.file
def test_a_forked_child_gets_errors_and_the_parent_is_untouched(path: Path, run: Script) -> None:
    done = run(
        """
        import os, sys, bookworm
        store = bookworm.open(sys.argv[1])
        book = store.books.create("T", "A")
        book.refresh()
        query = store.books.where(rating=0)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            for use in (lambda: store.books[1], lambda: list(query), lambda: len(store.books),
                        lambda: setattr(book, "rating", 3), lambda: store.books.create("U", "B"),
                        lambda: store.transaction().__enter__()):
                try:
                    use()
                    print("no error")
                except bookworm.ForkedError as error:
                    assert isinstance(error, RuntimeError)
            store.close()
            try:
                bookworm.open(sys.argv[1])
                print("no error")
            except bookworm.ForkedError:
                pass
            with bookworm.open(sys.argv[1] + ".mine") as mine:
                mine.books.create("U", "B")
            print(book.title)
            sys.stdout.flush()
            sys.exit(0)
        print(os.WEXITSTATUS(os.waitpid(child, 0)[1]))
        book.refresh()
        book.title = "V"
        print(book.rating, [each.title for each in store.books])
        """,
        path,
    )
    assert (done.stdout, done.stderr) == ("T\n0\n0 ['V']\n", "")


def test_a_child_that_is_forked_before_opens_the_store_itself(
    store: bookworm.Store, path: Path, run: Script
) -> None:
    done = run(
        """
        import multiprocessing, sys, bookworm
        def work(number):
            with bookworm.open(sys.argv[1]) as store:
                return store.books.create(f"T {number}", "A").id
        with multiprocessing.get_context("fork").Pool(2) as pool:
            print(sorted(pool.map(work, range(10))))
        """,
        path,
    )
    assert (done.stdout, done.stderr) == (f"{list(range(1, 11))}\n", "")
    assert len(store.books) == 10


def test_a_store_is_readable_by_the_sqlite3_shell_of_another_process(
    store: bookworm.Store, path: Path, run: Script
) -> None:
    store.books.create("Dune", "Frank Herbert", genres=["Science Fiction"], rating=5)
    done = run(
        """
        import sqlite3, sys
        database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
        print(database.execute("SELECT title, author, rating FROM books").fetchall())
        print(database.execute("SELECT name FROM genres").fetchall())
        """,
        path,
    )
    assert done.stdout == "[('Dune', 'Frank Herbert', 5)]\n[('Science Fiction',)]\n"
    store.books[1].rating = 4


def test_a_memory_store_is_shared_by_threads() -> None:
    with bookworm.open(":memory:") as store:
        store.books.create_many(title=["T"] * 3000, author=["A"] * 3000)
        for book in store.books:
            if book.id % 1000 == 0:
                book.rating = 5
        counts: list[int] = []
        threads = [
            threading.Thread(target=lambda: counts.append(len(list(store.books.where(rating=5)))))
            for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert counts == [3, 3, 3]
