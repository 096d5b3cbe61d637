"""Tests that all memory of results is freed."""

from __future__ import annotations

import os
from pathlib import Path

from conftest import Script

import bookworm


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_abandoned_streams_hold_no_files(store: bookworm.Store) -> None:
    store.books.create_many(title=["T"] * 1000, author=["A"] * 1000)
    for _ in range(20):
        next(iter(store.books))
    before = open_files()
    for _ in range(50):
        next(iter(store.books))
    assert open_files() <= before


def test_closed_and_dropped_stores_hold_no_files(tmp_path: Path) -> None:
    bookworm.open(tmp_path / "first.books").close()
    before = open_files()
    for number in range(10):
        bookworm.open(tmp_path / f"{number % 2}.books").close()
        store = bookworm.open(tmp_path / f"{number % 2}.books")
        store.transaction().__enter__()
        del store
    assert open_files() <= before + 2


USES = [
    (1000, "store.books[7]"),
    (1000, "store.books.get(99999)"),
    (300, "store.books.get_many(range(1, 50))"),
    (300, "list(store.books.all()[:40])"),
    (50, "sum(1 for _ in store.books)"),
    (200, "next(iter(store.books))"),
    (1000, "store.books.where(title_contains='x', genre='G', status=['completed'])"),
    (300, "len(store.books.where(rating=3))"),
    (50, "list(store.books.all().pages(200))"),
    (1000, "store.books[7].genres.names()"),
    (1000, "store.books[7].identifiers"),
    (1000, "list(store.books[7].quotes)"),
    (1000, "setattr(store.books[8].quotes.add('q'), 'page', '1')"),
    (1000, "fails(lambda: store.quotes[99999])"),
    (1000, "list(store.genres)"),
    (1000, "store.genres['g'].name"),
    (1000, "setattr(store.books[7], 'rating', 3)"),
    (500, "store.books[7].update(notes='n' * 1000, genres=['G'], identifiers={'isbn': '1'})"),
    (20, "store.books.create_many([{'title': 'T', 'author': 'A', 'genres': ['G']}] * 200)"),
    (1000, "fails(lambda: store.books.create(' ', 'A'))"),
    (1000, "fails(lambda: list(store.books.order_by('title', 'title')))"),
    (300, "store.observe().next(0)"),
    (300, "store.books.all()[:20].observe().page"),
    (300, "store.books[7].bind('rating').wait(0)"),
    (300, "bookworm.Binding.constant('review', 'r' * 900).value"),
    (1000, "store.transaction(read_only=True).__enter__().rollback()"),
]


def test_doing_something_again_and_again_takes_no_more_memory(run: Script, path: Path) -> None:
    done = run(
        f"""
        import os, sys, bookworm
        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        def fails(use):
            try:
                use()
            except bookworm.Error:
                return
            raise AssertionError
        with bookworm.open(sys.argv[1], durability="normal", cache_size=64, undo_limit=0) as store:
            row = {{"title": "T" * 90, "author": "A", "genres": ["G"], "review": "r" * 900}}
            store.books.create_many([row] * 500)
            store.books[7].quotes.add("q" * 900)
            with store.transaction():
                for count, use in {USES!r}:
                    code = compile(f"for _ in range({{count}}): {{use}}", use, "exec")
                    exec(code)
                    grown = []
                    # What leaks takes more each time; what is kept once, only once.
                    while not grown or grown[-1] > 600 and len(grown) < 4:
                        before = resident()
                        exec(code)
                        grown.append((resident() - before) // 1024)
                    if grown[-1] > 600:
                        print(f"{{use}} takes {{grown}} KiB")
        """,
        path,
    )
    assert (done.stdout, done.stderr) == ("", "")
