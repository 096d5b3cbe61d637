"""Tests one book: creating, reading, changing, deleting it."""

from __future__ import annotations

import copy
import datetime
import pickle
import threading
from datetime import date, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import bookworm
from bookworm._native.field_tables import EXTRA_FIELDS, FIELDS
from bookworm._native.prototypes import BW_ENTITY_BOOK

UTC = timezone.utc
NOON = datetime.datetime(2024, 2, 29, 12, 30, 15, 250000, UTC)

EVERY_FIELD: dict[str, Any] = {
    "title": "The Left Hand of Darkness",
    "author": "Ursula K. Le Guin",
    "synopsis": "An envoy on a planet of winter.",
    "review": "Read it twice.\nThen a third time.",
    "notes": "lent to Ana",
    "rating": 5,
    "favourite": True,
    "status": bookworm.Status.COMPLETED,
    "series": "Hainish Cycle",
    "series_number": 4.5,
    "year": 1969,
    "created": NOON,
    "started": date(2024, 2, 1),
    "finished": date(2024, 2, 29),
}


def test_a_book_of_only_a_title_and_an_author_has_these_values(store: bookworm.Store) -> None:
    before = datetime.datetime.now(UTC) - timedelta(milliseconds=1)
    book = store.books.create("Dune", "Frank Herbert")
    after = datetime.datetime.now(UTC)
    assert book.as_dict() == {
        "id": book.id,
        "title": "Dune",
        "author": "Frank Herbert",
        "synopsis": None,
        "review": None,
        "notes": None,
        "rating": 0,
        "favourite": False,
        "status": "on-shelf",
        "series": None,
        "series_number": None,
        "year": None,
        "created": book.created,
        "updated": book.created,
        "started": None,
        "finished": None,
        "subtitle": None,
        "publisher": None,
        "pages": None,
        "language": None,
        "format": None,
        "edition_year": None,
        "author_sort": None,
        "exact_rating": None,
        "title_sort": None,
        "spoilers": False,
        "global_id": book.global_id,
        "genres": [],
        "identifiers": (),
        "contributors": (),
        "price": None,
        "picture": None,
        "quotes": [],
        "readings": [],
        "sources": [],
    }
    assert before <= book.created <= after
    assert book.created.tzinfo is UTC
    assert list(book.genres) == []
    assert book.identifiers == ()


def test_every_field_is_kept(store: bookworm.Store, path: Path) -> None:
    made = store.books.create(**EVERY_FIELD, genres=["Science Fiction"], identifiers={"isbn": "1"})
    read = store.books[made.id]
    [scanned] = store.books
    for book in (made, read, scanned):
        assert {name: getattr(book, name) for name in EVERY_FIELD} == EVERY_FIELD
        assert book.genres.names() == ["Science Fiction"]
        assert book.identifiers == (("isbn", "1"),)
    types = [type(value) for value in read.as_dict().values()]
    assert types == [type(value) for value in scanned.as_dict().values()]
    assert isinstance(read.status, bookworm.Status)
    assert isinstance(read.favourite, bool)
    assert isinstance(read.series_number, float)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *EVERY_FIELD.items(),
        ("rating", 0),
        ("favourite", False),
        ("status", "in-progress"),
        ("series_number", 0.0),
        ("year", -700),
        ("created", datetime.datetime(1, 1, 1, tzinfo=UTC)),
        ("created", datetime.datetime(9999, 12, 31, 23, 59, 59, 999000, UTC)),
        ("created", datetime.datetime(1969, 12, 31, 23, 59, 59, 999000, UTC)),
        ("started", date(1, 1, 1)),
        ("finished", date(9999, 12, 31)),
    ],
)
def test_setting_an_attribute_writes_it_at_once(
    store: bookworm.Store, field: str, value: Any
) -> None:
    book = store.books.create("T", "A")
    setattr(book, field, value)
    assert getattr(book, field) == value
    assert getattr(store.books[book.id], field) == value


OPTIONAL = ["synopsis", "review", "notes", "series", "series_number", "year", "started", "finished"]


@pytest.mark.parametrize("field", OPTIONAL)
def test_none_makes_an_optional_field_absent(store: bookworm.Store, field: str) -> None:
    book = store.books.create(**EVERY_FIELD)
    setattr(book, field, None)
    assert getattr(store.books[book.id], field) is None


@pytest.mark.parametrize("field", ["title", "author", "rating", "favourite", "created"])
def test_none_is_refused_for_a_field_that_every_book_has(store: bookworm.Store, field: str) -> None:
    book = store.books.create("T", "A")
    with pytest.raises((bookworm.Error, TypeError), match=field):
        setattr(book, field, None)


def test_update_sets_several_fields_in_one_step(store: bookworm.Store) -> None:
    book = store.books.create("T", "A", notes="n")
    book.update(rating=4, year=1999, notes=None, genres=["Poetry"], identifiers=[("isbn", "2")])
    assert (book.rating, book.year, book.notes) == (4, 1999, None)
    assert book.genres.names() == ["Poetry"]
    assert book.identifiers == (("isbn", "2"),)


def test_update_changes_nothing_where_one_value_is_refused(store: bookworm.Store) -> None:
    book = store.books.create("T", "A")
    with pytest.raises(bookworm.InvalidError):
        book.update(year=1999, status="completed", genres=["New"], rating=6)
    again = store.books[book.id]
    assert (again.year, again.status, again.rating) == (None, "on-shelf", 0)
    assert "New" not in store.genres


def test_update_of_nothing_changes_nothing(store: bookworm.Store) -> None:
    book = store.books.create("T", "A")
    book.update()
    assert store.books[book.id].updated == book.updated


def test_setting_the_status_sets_the_dates(store: bookworm.Store) -> None:
    book = store.books.create("T", "A")
    today = date.today()
    book.status = "in-progress"
    assert (book.status, book.started, book.finished) == ("in-progress", today, None)
    book.set_status("completed", on=today + timedelta(days=3))
    assert (book.started, book.finished) == (today, today + timedelta(days=3))
    book.status = bookworm.Status.ON_SHELF
    # The book is on the shelf again, and keeps its reading.
    assert (book.started, book.finished) == (today, today + timedelta(days=3))


def test_dates_given_with_a_status_are_the_ones_that_hold(store: bookworm.Store) -> None:
    book = store.books.create("T", "A")
    book.update(status="completed", finished=date(2020, 5, 6), started=date(2020, 5, 1))
    assert (book.started, book.finished) == (date(2020, 5, 1), date(2020, 5, 6))


def test_favourite_can_be_toggled(store: bookworm.Store) -> None:
    book = store.books.create("T", "A")
    assert book.toggle_favourite() is True
    assert book.favourite is True
    assert book.toggle_favourite() is False
    assert store.books[book.id].favourite is False


def test_updated_moves_on_with_a_change(store: bookworm.Store) -> None:
    book = store.books.create("T", "A", created=NOON)
    before = book.updated
    while datetime.datetime.now(UTC) - before < timedelta(milliseconds=2):
        pass
    book.rating = 3
    assert book.updated > before
    assert book.created == NOON


@pytest.mark.parametrize("field", ["id", "updated"])
def test_what_the_store_sets_cannot_be_set(store: bookworm.Store, field: str) -> None:
    book = store.books.create("T", "A")
    with pytest.raises(AttributeError, match=field):
        setattr(book, field, 3)
    with pytest.raises(TypeError, match=field):
        book.update(**{field: 3})


def test_a_misspelt_field_is_told_with_the_fields_there_are(store: bookworm.Store) -> None:
    book = store.books.create("T", "A")
    with pytest.raises(AttributeError, match=r"'raiting'.*rating"):
        book.raiting = 3  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match=r"'raiting'.*rating"):
        book.update(raiting=3)
    with pytest.raises(AttributeError, match="raiting"):
        book.raiting  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="set it to None"):
        del book.notes


def test_a_book_keeps_what_was_read_until_it_is_refreshed(store: bookworm.Store) -> None:
    book = store.books.create("T", "A")
    other = store.books[book.id]
    assert other.rating == 0
    book.rating = 5
    assert other.rating == 0
    other.refresh()
    assert other.rating == 5


WRITTEN: dict[str, Any] = {
    **{name: value for name, value in EVERY_FIELD.items() if name != "created"},
    "exact_rating": 4.25,
    "rating": 2,
    "status": "in-progress",
    "started": date(2001, 1, 1),
    "finished": date(2002, 1, 1),
    "series": None,
    "contributors": ["Zed"],
    "genres": ["Horror"],
    "language": "de",
}


@pytest.mark.parametrize("name", WRITTEN)
def test_fields_that_follow_from_a_written_one_are_read_again(
    store: bookworm.Store, name: str
) -> None:
    book = store.books.create(
        "Dune",
        contributors=["Ann", "Bo"],
        series="S",
        series_number=2,
        exact_rating=3.5,
        readings=[
            {"finished": date(2020, 1, 1)},
            {"finished": date(2023, 1, 5), "outcome": "did-not-finish"},
        ],
    )
    # Reading one forgotten field reads all of them, so each field is once the first to be read.
    for field in sorted(book._readable):
        book = store.books[book.id]
        setattr(book, name, WRITTEN[name])
        assert getattr(book, field) == getattr(store.books[book.id], field), field
        store.undo()


def test_two_objects_of_one_book_are_equal_and_hash_alike(
    store: bookworm.Store, path: Path
) -> None:
    book, other = store.books.create("T", "A"), store.books.create("T", "A")
    again = store.books[book.id]
    again.title = "U"
    assert book == again
    assert hash(book) == hash(again)
    assert {book, again, other} == {book, other}
    assert book != other
    assert book != book.id
    with bookworm.open(path) as second:
        assert second.books[book.id] != book


def test_a_deleted_book_is_gone(store: bookworm.Store) -> None:
    book, other = store.books.create("T", "A"), store.books.create("U", "A")
    book.delete()
    assert book.id not in store.books
    assert [each.id for each in store.books] == [other.id]
    for use in (book.delete, book.refresh, lambda: store.books[book.id], book.toggle_favourite):
        with pytest.raises(bookworm.NotFoundError):
            use()
    del store.books[other.id]
    assert len(store.books) == 0
    assert store.books.create("V", "A").id > other.id


@pytest.mark.parametrize("name", ["add_genres", "remove_genres"])
def test_a_new_book_has_no_lists_of_genres_to_add_or_remove(
    store: bookworm.Store, name: str
) -> None:
    given: dict[str, Any] = {"title": "Dune", "author": "Frank Herbert", name: ["Fantasy"]}
    message = f"no field '{name}'; the fields are .*title, .*readings"
    with pytest.raises(TypeError, match=message):
        store.books.create(**given)
    with pytest.raises(TypeError, match=message):
        store.books.find_or_create(**given)
    with pytest.raises(TypeError, match=message):
        store.books.check(**given)
    with pytest.raises(TypeError, match=message):
        store.books.import_from("list", [{"source_id": "1", **given}])
    assert len(store.books) == 0


def test_an_unknown_field_of_a_change_lists_all(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    with pytest.raises(TypeError, match="the fields are title, .*add_genres and remove_genres"):
        book.update(titel="Dune")
    with pytest.raises(bookworm.ArgumentError, match="'titel'; the fields are .*title, "):
        book.merge(store.books.create("Dune", "Herbert"), take=["titel"])


@pytest.mark.parametrize("unknown", [0, -1, 7, 2**63 - 1, -(2**63), 2**63, 2**64 + 1, 10**30])
def test_an_unknown_id_is_a_key_error(store: bookworm.Store, unknown: int) -> None:
    store.books.create("T", "A")
    with pytest.raises(KeyError) as caught:
        store.books[unknown]
    assert isinstance(caught.value, bookworm.NotFoundError)
    assert str(unknown) in str(caught.value)
    assert not str(caught.value).startswith(("'", '"'))
    with pytest.raises(bookworm.NotFoundError):
        del store.books[unknown]
    assert unknown not in store.books
    assert store.books.get(unknown) is None
    assert store.books.get(unknown, "none") == "none"
    assert store.books.delete(unknown) == 0 if abs(unknown) < 2**63 else True


@pytest.mark.parametrize("key", ["1", 1.0, True, None, b"1", slice(1, 2)])
def test_an_id_of_another_type_is_a_type_error(store: bookworm.Store, key: Any) -> None:
    store.books.create("T", "A")
    with pytest.raises(TypeError):
        store.books[key]
    assert key not in store.books


def test_several_books_are_read_and_deleted_by_id(store: bookworm.Store) -> None:
    one, two, three = (store.books.create(title, "A") for title in "abc")
    assert store.books.get_many([three.id, 99, one.id]) == [three, one]
    assert store.books.get_many([]) == []
    assert store.books.delete(one, two.id, 99) == 2
    assert list(store.books) == [three]


def test_a_book_of_another_store_is_refused(store: bookworm.Store) -> None:
    with bookworm.open(":memory:") as other:
        book = other.books.create("T", "A")
        mine = store.books.create("T", "A")
        assert book.id == mine.id
        assert book not in store.books
        with pytest.raises(bookworm.ArgumentError, match="another store"):
            store.books.delete(book)


def test_a_book_cannot_be_copied_pickled_or_made_by_hand(store: bookworm.Store) -> None:
    book = store.books.create("T", "A")
    for copying in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="keep its id"):
            copying(book)
    with pytest.raises(TypeError, match=r"store\.books\.create"):
        bookworm.Book()


def test_instants_of_another_zone_are_the_same_instant(store: bookworm.Store) -> None:
    there = timezone(timedelta(hours=5, minutes=45))
    book = store.books.create("T", "A", created=NOON.astimezone(there))
    assert store.books[book.id].created == NOON
    assert store.books[book.id].created.utcoffset() == timedelta(0)


def test_identifiers_are_pairs_in_their_order(store: bookworm.Store) -> None:
    book = store.books.create("T", "A", identifiers=[("isbn", "9"), ("doi", "8"), ("isbn", "7")])
    assert book.identifiers == (("isbn", "9"), ("doi", "8"), ("isbn", "7"))
    assert book.identifiers[0].scheme == "isbn"
    book.identifiers = {"olid": "x"}
    assert store.books[book.id].identifiers == (bookworm.Identifier("olid", "x"),)
    book.identifiers = ()
    assert book.identifiers == ()
    book.delete()
    with pytest.raises(bookworm.NotFoundError):
        book.identifiers  # noqa: B018


def test_a_repr_says_which_book_it_is(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    assert repr(book) == f"<Book {book.id}: 'Dune' by 'Frank Herbert'>"


def test_a_repr_of_what_cannot_be_read_has_the_id(path: Path) -> None:
    with bookworm.open(path) as store:
        deleted, kept = store.books.create("T", "A"), store.books.create("U", "A")
        genre, gone = store.genres.create("Fantasy"), store.genres.create("Horror")
        deleted.delete()
        gone.delete()
        assert repr(deleted) == f"<Book {deleted.id}>"
        assert repr(deleted.genres) == f"<genres of book {deleted.id}>"
        assert repr(gone) == f"<Genre {gone.id}>"
    assert repr(kept) == f"<Book {kept.id}>"
    assert repr(kept.genres) == f"<genres of book {kept.id}>"
    assert repr(genre) == f"<Genre {genre.id}>"


def test_a_book_that_create_returns_is_read_at_the_first_look(store: bookworm.Store) -> None:
    book = store.books.create("T", "A")
    store.books[book.id].rating = 4
    assert book.rating == 4
    store.books[book.id].rating = 5
    assert book.rating == 4


OTHERS = (
    "global_id", "genres", "identifiers", "contributors", "price", "picture", "quotes", "readings",
    "sources",
)  # fmt: skip


def test_a_book_as_a_dict_has_every_field_of_one_value(store: bookworm.Store) -> None:
    edition: Any = {"subtitle": "A Novel", "publisher": "Chilton", "pages": 412, "language": "en"}
    book = store.books.create("Dune", "Frank Herbert", rating=4, **edition)
    fields = book.as_dict()
    names = [field[0] for field in (*FIELDS[BW_ENTITY_BOOK], *EXTRA_FIELDS)]
    assert list(fields) == [*names, *OTHERS]
    assert {name: fields[name] for name in names} == {name: getattr(book, name) for name in names}
    assert edition.items() < fields.items()
    book.delete()
    with pytest.raises(bookworm.NotFoundError):
        book.as_dict()


def test_none_is_as_not_given(store: bookworm.Store) -> None:
    plain = store.books.create("T", "A").as_dict()
    stored = {"id", "title", "author", "updated", "global_id", "picture"}
    stored |= {"quotes", "readings", "sources"}
    absent: Any = dict.fromkeys(set(plain) - stored)
    book = store.books.create("T", "A", **absent)
    same = ("id", "created", "updated", "global_id")
    assert {**book.as_dict(), **dict.fromkeys(same)} == {**plain, **dict.fromkeys(same)}
    assert (len(book.genres), book.identifiers) == (0, ())


@pytest.mark.parametrize("field", ["title", "author", "rating", "favourite", "status", "created"])
def test_a_field_that_every_book_has_cannot_become_none(store: bookworm.Store, field: str) -> None:
    book = store.books.create("T", "A", rating=3)
    with pytest.raises(TypeError, match=f"{field} must be"):
        setattr(book, field, None)
    assert book.rating == 3


def test_none_takes_off_genres_and_identifiers(store: bookworm.Store) -> None:
    book = store.books.create("T", "A", genres=["G"], identifiers={"isbn": "1"})
    book.update(genres=None, identifiers=None)
    assert (book.genres.names(), book.identifiers) == ([], ())


def test_a_slice_of_the_books_says_how_to_take_one(store: bookworm.Store) -> None:
    books: Any = store.books
    with pytest.raises(TypeError, match=r"store\.books\.all\(\)\[:20\]"):
        books[:20]


@pytest.mark.parametrize("ids", [3, "12", None])
def test_ids_that_are_none_are_a_type_error(store: bookworm.Store, ids: Any) -> None:
    with pytest.raises(TypeError, match="ids must be an iterable of ints"):
        store.books.get_many(ids)


def test_a_form_starts_with_defaults_that_a_new_book_has_not() -> None:
    assert bookworm.form_defaults() == (3, "Fantasy", 1)


def test_a_field_is_read_although_another_thread_empties_it_at_once(
    store: bookworm.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = store.books.create("Dune", "Frank Herbert")

    class Emptying:
        def __enter__(self) -> None: ...

        def __exit__(self, *_: object) -> None:
            monkeypatch.undo()
            book._forget("title")

    book._forget("title")
    monkeypatch.setattr("bookworm.row._changing", Emptying())
    assert book.title == "Dune"


def test_threads_may_share_one_book(store: bookworm.Store) -> None:
    book = store.books.create("T", "A")
    errors: list[BaseException] = []

    def work(rating: int) -> None:
        try:
            for _ in range(100):
                book.rating = rating
                assert book.rating in (1, 2, 3)
                book.refresh()
                assert book.title == "T"
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(rating,)) for rating in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
