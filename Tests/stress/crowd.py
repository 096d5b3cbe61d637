"""A Python program of the crowd: `crowd.py STORE SECONDS NUMBER`.

Writes to the store next to the C programs of crowd.c, and observes what all of them do. Prints how
many books it created and deleted, how often it counted, how many calls it made, and the longest
time that one of its writes took, in milliseconds.
"""

from __future__ import annotations

import contextlib
import random
import sys
import time

import bookworm

path, seconds, number = sys.argv[1], float(sys.argv[2]), sys.argv[3]
deadline = time.monotonic() + seconds
created = deleted = counted = calls = 0
longest = 0.0
own: list[bookworm.Book] = []


def genre_name() -> str:
    return f"Genre {random.randrange(8)}"


def create(store: bookworm.Store) -> None:
    global created
    if len(own) < 400:
        genres = [genre_name(), genre_name()]
        author = f"Python {number}."
        own.append(store.books.create("Título", author, genres=genres, rating=random.randrange(6)))
        created += 1


def delete(store: bookworm.Store) -> None:
    global deleted
    if own:
        store.books.delete(own.pop(random.randrange(len(own))))
        deleted += 1


def count(store: bookworm.Store) -> None:
    global counted
    with store.transaction():
        book = store.books[1]
        book.notes = str(int(book.notes or "") + 1)
    counted += 1


def create_and_undo(store: bookworm.Store) -> None:
    global created
    book = store.books.create("Undone", f"Python {number}.", rating=5)
    try:
        store.undo()
    except bookworm.ConflictError:
        own.append(book)
        created += 1


def rate(store: bookworm.Store) -> None:
    if own:
        random.choice(own).rating = random.randrange(1, 6)


def delete_genre(store: bookworm.Store) -> None:
    with contextlib.suppress(bookworm.NotFoundError):
        store.genres[genre_name()].delete()


works = [create] * 8 + [delete] * 6 + [count] * 4 + [rate] * 4 + [create_and_undo] * 2
works.append(delete_genre)
with (
    bookworm.open(path, durability="normal", timeout=60) as store,
    store.observe() as observer,
):
    while time.monotonic() < deadline:
        begun = time.monotonic()
        random.choice(works)(store)
        longest = max(longest, time.monotonic() - begun)
        while observer.next(0) is not None:
            pass
        calls += 1
    assert all(book in store.books for book in own)
print(created, deleted, counted, calls, int(longest * 1000))
