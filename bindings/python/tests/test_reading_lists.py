"""Tests rows that contain all readings of their books: of new books, and of imports."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

import bookworm

DAY = datetime.date
FIRST: bookworm.NewReading = {"started": DAY(2020, 1, 2), "finished": DAY(2020, 2, 3)}
AGAIN: bookworm.NewReading = {"started": DAY(2022, 2, 2), "note": "Slower"}


def listed(book: bookworm.Book) -> list[tuple[Any, ...]]:
    return [(each.outcome, each.started, each.finished, each.note) for each in book.readings]


BOTH = [
    ("completed", DAY(2020, 1, 2), DAY(2020, 2, 3), None),
    ("open", DAY(2022, 2, 2), None, "Slower"),
]


def test_a_new_book_is_given_all_its_readings(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert", readings=[FIRST, AGAIN])
    assert listed(book) == BOTH
    assert (book.status, book.started, book.finished) == ("in-progress", DAY(2022, 2, 2), None)
    same = store.books.find_or_create("Emma", "Jane Austen", readings=[FIRST, AGAIN])
    assert listed(same) == BOTH
    assert store.books.find_or_create("Emma", "Jane Austen", readings=[]) == same
    assert store.undo_count == 2
    store.undo()
    store.undo()
    assert list(store.readings) == []
    none = store.books.create("Momo", "Michael Ende", readings=[])
    assert (none.status, len(none.readings)) == ("on-shelf", 0)
    undated = store.books.create("Momo", "Michael Ende", readings=[{}, {}])
    assert (undated.status, undated.finished, len(undated.readings)) == ("completed", None, 2)


def test_many_new_books_are_given_theirs(store: bookworm.Store) -> None:
    rows: list[dict[str, Any]] = [
        {"title": "A", "author": "B", "readings": [FIRST, AGAIN]},
        {"title": "C", "author": "D", "readings": None},
        {"title": "E", "author": "F"},
        {"title": "G", "author": "H", "readings": iter([{"outcome": "did-not-finish"}])},
    ]
    books = store.books.get_many(store.books.create_many(rows))
    assert [len(book.readings) for book in books] == [2, 0, 0, 1]
    assert listed(books[0]) == BOTH
    assert books[3].status == "did-not-finish"
    columns = store.books.create_many(title=["A"], author=["B"], readings=[[FIRST]])
    assert listed(store.books[columns[0]]) == BOTH[:1]


def test_a_frame_has_them_as_lists(store: bookworm.Store) -> None:
    pa: Any = pytest.importorskip("pyarrow")
    rows = {
        "title": ["A", "B", "C"],
        "author": ["A"] * 3,
        "reading_started": pa.array([[DAY(2020, 1, 2), DAY(2022, 2, 2)], [], None]),
        "reading_finished": pa.array([[DAY(2020, 2, 3), None], [], None]),
        "reading_outcomes": pa.array([["completed", "open"], [], None]),
        "reading_notes": pa.array([[None, "Slower"], [], None]),
    }
    books = store.books.get_many(store.books.create_many(pa.table(rows)))
    assert listed(books[0]) == BOTH
    assert [len(book.readings) for book in books] == [2, 0, 0]
    rows["reading_outcomes"] = pa.array([["completed", "read"], [], None])
    with pytest.raises(bookworm.InvalidError, match='reading_outcomes has "read"') as caught:
        store.books.create_many(pa.table(rows))
    assert (caught.value.field, caught.value.row) == ("reading_outcomes", 0)
    rows["reading_outcomes"] = pa.array([["completed"], [], None])
    with pytest.raises(bookworm.ArgumentError, match="reading_outcomes"):
        store.books.create_many(pa.table(rows))
    rows["source_id"] = ["1", "2", "3"]
    rows["reading_outcomes"] = pa.array([[2, 1], [], None])
    rows["reading_ids"] = pa.array([["a", "b"], [], None])
    made = store.books.import_from("shop", pa.table(rows))
    assert listed(store.books[made[0].book_id or 0]) == BOTH


def test_an_import_knows_them_again(store: bookworm.Store) -> None:
    def taken(*readings: dict[str, Any]) -> str:
        row = {"source_id": "17", "title": "Dune", "author": "A", "readings": readings}
        [imported] = store.books.import_from("shop", [row])
        return imported.outcome

    first = {"finished": DAY(2024, 6, 1)}
    assert taken(first, {}, {}) == "created"
    assert len(store.books[1].readings) == 3
    assert taken(first, {}, {}) == "unchanged"
    store.books[1].readings[-1].note = "Mine"
    assert taken(first, {"finished": DAY(2025, 1, 1), "outcome": "did-not-finish"}, {}, {}) == (
        "updated"
    )
    assert listed(store.books[1])[2:] == [
        ("completed", None, DAY(2024, 6, 1), "Mine"),
        ("did-not-finish", None, DAY(2025, 1, 1), None),
    ]
    store.undo()
    assert len(store.books[1].readings) == 3


def test_readings_are_known_by_their_own_ids(store: bookworm.Store) -> None:
    def taken(day: datetime.date) -> bookworm.ImportedRow:
        reading: bookworm.NewReading = {"id": "a", "finished": day}
        row = {"source_id": "17", "title": "Dune", "author": "A", "readings": [reading]}
        return store.books.import_from("shop", [row])[0]

    taken(DAY(2024, 6, 1))
    assert taken(DAY(2024, 6, 2)).changed == {"finished", "readings"}
    assert listed(store.books[1]) == [("completed", None, DAY(2024, 6, 2), None)]
    store.books[1].readings[0].finished = DAY(2024, 6, 9)
    assert "readings" in taken(DAY(2024, 6, 3)).kept
    assert listed(store.books[1]) == [("completed", None, DAY(2024, 6, 9), None)]


@pytest.mark.parametrize(
    ("readings", "error", "message"),
    [
        ("2020", TypeError, "readings must be a list of mappings"),
        ({"started": DAY(2020, 1, 1)}, TypeError, "readings must be a list of mappings"),
        (["2020"], TypeError, "not with an item"),
        ([{"started": "2020"}], TypeError, "started must be a date"),
        ([{"begun": DAY(2020, 1, 1)}], bookworm.ArgumentError, "has no field 'begun'"),
        ([{"outcome": "read"}], bookworm.InvalidError, 'must be one of "open"'),
        ([{"id": "a"}], bookworm.ArgumentError, "only an import accepts ids"),
        (
            [{"outcome": "open", "finished": DAY(2020, 1, 1)}],
            bookworm.InvalidError,
            "an open reading has no end",
        ),
    ],
)
def test_what_is_no_reading_is_refused(
    store: bookworm.Store, readings: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        store.books.create("Dune", "Frank Herbert", readings=readings)
    with pytest.raises(error, match=message):
        store.books.create_many([{"title": "A", "author": "B", "readings": readings}])
    assert len(store.books) == 0
    book = store.books.create("Dune", "Frank Herbert")
    with pytest.raises(TypeError, match="a book has no field 'readings'"):
        book.update(readings=[])
    with pytest.raises(TypeError, match="a book has no field 'readings'"):
        store.books.update_many([{"id": book.id, "readings": []}])


def test_a_form_is_told_what_is_wrong_with_them(store: bookworm.Store) -> None:
    [fault] = store.books.check(
        title="A",
        author="B",
        readings=[{"started": DAY(2020, 1, 1)}, {"outcome": "open", "finished": DAY(2020, 1, 1)}],
    )
    assert fault.field == "reading_finished"
    assert "(reading 1 of the row, counted from 0)" in str(fault)
    assert store.books.check(title="A", author="B", readings=[FIRST, AGAIN]) == []


def test_an_open_reading_has_no_end(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    reading = book.readings.add(started=DAY(2020, 1, 2))
    reading.finished = DAY(2020, 2, 3)
    assert reading.outcome == "completed"
    reading.outcome = "open"
    assert reading.finished is None
    assert book.readings.add(finished=DAY(2020, 2, 3)).outcome == "completed"
    with pytest.raises(bookworm.InvalidError, match="an open reading has no end") as raised:
        book.readings.add("open", finished=DAY(2020, 2, 3))
    assert raised.value.field == "finished"
    # A finishing date next to the status in-progress belongs to an earlier reading.
    again = store.books.create("Emma", "A", status="in-progress", finished=DAY(2020, 2, 3))
    assert [each.outcome for each in again.readings] == ["completed", "open"]
    assert (again.status, again.finished) == ("in-progress", None)
