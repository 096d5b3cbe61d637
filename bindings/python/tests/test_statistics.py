"""Tests statistics of the whole store, of a query's matches, and by group."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, strategies as st

import bookworm

MARCH = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
DAY = datetime.timedelta(days=1)
GROUPS = ("genre", "author", "month_added", "month_finished")


def fill(store: bookworm.Store) -> None:
    store.books.create_many(
        [
            {"title": "A", "author": "Zola", "rating": 5, "genres": ["Poetry"], "created": MARCH},
            {"title": "B", "author": "zola ", "rating": 2, "genres": ["Horror", "Poetry"]},
            {"title": "C", "author": "Ann", "finished": datetime.date(2026, 1, 31)},
        ]
    )
    store.books[3].created = MARCH - DAY
    store.books[2].created = MARCH
    store.genres.create("Empty")


def test_a_store_is_counted_and_averaged(store: bookworm.Store) -> None:
    assert store.statistics() == bookworm.Statistics(0, 0, None, (0, 0, 0, 0, 0, 0))
    fill(store)
    assert store.statistics() == bookworm.Statistics(3, 2, 3.5, (1, 0, 1, 0, 0, 1))
    assert store.statistics().name is None


def test_a_store_is_counted_by_group(store: bookworm.Store) -> None:
    fill(store)
    assert store.statistics_by("genre") == [
        bookworm.Statistics(0, 0, None, (0,) * 6, "Empty", 3),
        bookworm.Statistics(1, 1, 2.0, (0, 0, 1, 0, 0, 0), "Horror", 2),
        bookworm.Statistics(2, 2, 3.5, (0, 0, 1, 0, 0, 1), "Poetry", 1),
    ]
    by_author = store.statistics_by("author")
    assert [(each.name, each.books, each.average) for each in by_author] == [
        ("Ann", 1, None),
        ("Zola", 2, 3.5),
    ]
    added = store.statistics_by("month_added")
    assert [(each.month, each.books) for each in added] == [
        (datetime.date(2026, 2, 1), 1),
        (datetime.date(2026, 3, 1), 2),
    ]
    (finished,) = store.statistics_by("month_finished")
    assert finished.month == datetime.date(2026, 1, 1)
    assert finished.genre is None


def test_a_query_counts_what_it_matches(store: bookworm.Store) -> None:
    fill(store)
    rated = store.books.where(rating=(1, 5)).order_by("-rating")
    assert rated.statistics() == bookworm.Statistics(2, 2, 3.5, (0, 0, 1, 0, 0, 1))
    assert [each.name for each in rated.statistics_by("genre")] == ["Horror", "Poetry"]
    assert rated.statistics_by("month_finished") == []
    nothing = store.books.where(title_contains="nowhere")
    assert nothing.statistics().average is None
    assert nothing.statistics_by("author") == []


def test_a_transaction_counts_what_it_has_written(store: bookworm.Store) -> None:
    fill(store)
    with store.transaction() as transaction:
        store.books.all().delete()
        assert transaction.statistics().books == 0
        assert store.statistics_by("month_added") == []
        transaction.rollback()
    assert store.statistics().books == 3


def test_what_is_no_group_is_refused(store: bookworm.Store) -> None:
    for use in (store.statistics_by, store.books.all().statistics_by):
        with pytest.raises(bookworm.InvalidError, match='"month_finished"') as caught:
            use("years")
        assert caught.value.field == "group"
        wrong: Any = 3
        with pytest.raises(TypeError):
            use(wrong)
    store.close()
    with pytest.raises(bookworm.ClosedError):
        store.statistics()


def test_a_month_that_cannot_be_is_damage(store: bookworm.Store, run: Any) -> None:
    store.books.create("T", "A")
    run(
        "import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None)"
        ".execute('UPDATE counters SET key = -5 WHERE kind = 2')",
        store.path,
    )
    with pytest.raises(bookworm.CorruptError):
        store.statistics_by("month_added")


books = st.fixed_dictionaries(
    {
        "title": st.just("T"),
        "author": st.sampled_from(["Ann", "Bob"]),
        "rating": st.integers(0, 5),
        "genres": st.lists(st.sampled_from(["G", "H", "I"]), unique=True, max_size=3),
        "created": st.datetimes(timezones=st.just(datetime.timezone.utc)).map(
            lambda instant: instant.replace(microsecond=0)
        ),
        "finished": st.none() | st.dates(),
    }
)


def month(day: datetime.date) -> datetime.date:
    return datetime.date(day.year, day.month, 1)


KEYS: dict[str, Callable[[dict[str, Any]], Iterable[Any]]] = {
    "genre": lambda row: row["genres"],
    "author": lambda row: [row["author"]],
    "month_added": lambda row: [month(row["created"].date())],
    "month_finished": lambda row: [month(row["finished"])] if row["finished"] else [],
}


@given(rows=st.lists(books, max_size=12), least=st.integers(1, 5))
def test_the_numbers_are_those_of_the_books(rows: list[dict[str, Any]], least: int) -> None:
    with bookworm.open(":memory:") as store:
        store.books.create_many(rows)
        matching = [row for row in rows if row["rating"] >= least]
        for group in GROUPS:
            query = store.books.where(rating=(least, 5))
            for found, expected in (
                (store.statistics_by(group), rows),
                (store.books.all().statistics_by(group), rows),
                (query.statistics_by(group), matching),
            ):
                counts: dict[Any, list[int]] = defaultdict(lambda: [0] * 6)
                for row in expected:
                    for key in KEYS[group](row):
                        counts[key][row["rating"]] += 1
                made = {each.month or each.name: list(each.ratings) for each in found if each.books}
                assert made == dict(counts)


def test_facets_are_the_groups_that_most_books_are_in(store: bookworm.Store) -> None:
    rows: list[dict[str, Any]] = [
        {"title": "Dune", "author": "Frank Herbert", "series": "Dune", "year": 1965, "rating": 5},
        {"title": "Dune Messiah", "author": "Frank Herbert", "series": "dune", "year": 1969},
        {"title": "Iliad", "author": "Homer", "year": -750, "publisher": "Penguin Classics"},
        {"title": "Emma", "author": "Jane Austen", "year": 1815, "publisher": "Pénguin classics"},
        {"title": "Persuasion", "author": "Jane Austen", "publisher": "The Open Press"},
    ]
    for row in rows:
        store.books.create(**row, status="completed" if "year" in row else "on-shelf")
    store.shelves.create("Herbert", "author:herbert limit:1")
    store.shelves.create("Nothing", "author:nobody")

    def shown(group: str, *arguments: Any) -> list[tuple[Any, int]]:
        return [(each.name, each.books) for each in store.facets(group, *arguments)]

    assert shown("author") == [("Frank Herbert", 2), ("Jane Austen", 2), ("Homer", 1)]
    assert shown("author", "h") == [("Frank Herbert", 2), ("Homer", 1)]
    assert shown("author", "HOM", 1) == [("Homer", 1)]
    assert shown("series") == [("Dune", 2)]
    assert shown("publisher", "pen") == [("Penguin Classics", 2)]
    assert shown("publisher", "press") == [("The Open Press", 1)]
    assert shown("status") == [("completed", 4), ("on-shelf", 1)]
    assert shown("rating") == [("0", 4), ("5", 1)]
    assert shown("decade") == [("1960", 2), ("-750", 1), ("1810", 1)]
    assert shown("shelf") == [("Herbert", 2)]
    found = store.books.find("year>=1800")
    assert [(each.name, each.books) for each in found.facets("author", limit=1)] == [
        ("Frank Herbert", 2)
    ]
    assert [(each.name, each.books) for each in found.facets("shelf")] == [("Herbert", 2)]
    assert [each.name for each in store.statistics_by("shelf")] == ["Herbert", "Nothing"]


def test_facets_refuse_words_for_groups_without_names(store: bookworm.Store) -> None:
    with pytest.raises(bookworm.ArgumentError, match="no names"):
        store.facets("year", "19")
    with pytest.raises(bookworm.InvalidError, match="group must be one of"):
        store.facets("colour")
    with pytest.raises(bookworm.ArgumentError, match="limit"):
        store.facets("author", limit=-2)
    with pytest.raises(TypeError, match="words"):
        store.facets("author", 3)  # type: ignore[arg-type]
