"""Every bad value is a clear error that names the field, and changes nothing."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable
from typing import Any

import pytest

import bookworm

BLANKS = ["", " ", "\t\n", "\u00a0\u2003\u3000", "\u2028"]

BAD: list[tuple[str, Any, type[BaseException]]] = [
    *(("title", blank, bookworm.InvalidError) for blank in BLANKS),
    *(("author", blank, bookworm.InvalidError) for blank in BLANKS),
    *(("rating", rating, bookworm.InvalidError) for rating in (-1, 6, 2**31 - 1, 2**31, -(2**70))),
    ("title", "a\0b", bookworm.TextError),
    ("synopsis", "\0", bookworm.TextError),
    ("title", "caf\udce9", bookworm.TextError),
    ("notes", "\ud800", bookworm.TextError),
    ("title", "x" * (16 * 1024 + 1), bookworm.TooLargeError),
    ("author", "é" * (8 * 1024 + 1), bookworm.TooLargeError),
    ("series", "x" * (16 * 1024 + 1), bookworm.TooLargeError),
    ("review", "x" * (16 * 1024 * 1024 + 1), bookworm.TooLargeError),
    ("title", "x" * 100_000_000, bookworm.TooLargeError),
    ("status", "done", bookworm.InvalidError),
    ("status", "", bookworm.InvalidError),
    ("series_number", -1.0, bookworm.InvalidError),
    ("series_number", float("nan"), bookworm.InvalidError),
    ("series_number", float("inf"), bookworm.InvalidError),
    ("series_number", 10**400, bookworm.InvalidError),
    ("series_number", decimal.Decimal("sNaN"), bookworm.InvalidError),
    ("year", 2**31, bookworm.InvalidError),
    ("year", 10**5000, bookworm.InvalidError),
    ("rating", -(10**5000), bookworm.InvalidError),
    ("price", (10**5000, "EUR"), bookworm.InvalidError),
    ("rating", decimal.Decimal("sNaN"), TypeError),
    ("created", datetime.datetime(2024, 1, 1), bookworm.InvalidError),
    ("title", b"bytes", TypeError),
    ("title", 3, TypeError),
    ("synopsis", ["x"], TypeError),
    ("rating", "5", TypeError),
    ("rating", False, TypeError),
    ("rating", 4.0, TypeError),
    ("favourite", "yes", TypeError),
    ("favourite", 2, TypeError),
    ("status", 2, TypeError),
    ("year", "1999", TypeError),
    ("series_number", "2", TypeError),
    ("created", "2024-01-01", TypeError),
    ("created", datetime.date(2024, 1, 1), TypeError),
    ("started", "2024-01-01", TypeError),
    ("started", 20240230, TypeError),
    ("finished", datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc), TypeError),
    ("genres", "Fantasy", TypeError),
    ("genres", [b"Fantasy"], TypeError),
    ("genres", [1.5], TypeError),
    ("genres", 3, TypeError),
    ("identifiers", "isbn", TypeError),
    ("identifiers", ["isbn"], TypeError),
    ("identifiers", [("isbn", 3)], TypeError),
    ("identifiers", ["ab"], TypeError),
    ("identifiers", [("isbn", "1", "2")], TypeError),
    ("identifiers", {"isbn": 978}, TypeError),
    ("identifiers", [3], TypeError),
    ("identifiers", [10**5000], TypeError),
    ("identifiers", 3, TypeError),
    ("identifiers", 0, TypeError),
    ("identifiers", [("isbn", "\0")], bookworm.TextError),
    ("identifiers", [(" ", "1")], bookworm.InvalidError),
    ("genres", ["ok", "a\0"], bookworm.TextError),
    ("genres", ["ok", " "], bookworm.InvalidError),
    ("genres", ["\ud800"], bookworm.TextError),
    ("genres", 0, TypeError),
    ("genres", "", TypeError),
    ("favourite", "", TypeError),
    ("rating", "", TypeError),
]


def short(value: Any) -> str:
    try:
        return ascii(value)[:24]
    except ValueError:
        return "very many digits"


@pytest.mark.parametrize(("field", "value", "kind"), BAD, ids=short)
def test_a_bad_value_is_refused_in_create_update_and_batch(
    store: bookworm.Store, field: str, value: Any, kind: type[BaseException]
) -> None:
    fields = {"title": "T", "author": "A", field: value}
    book = store.books.create("T", "A")
    before = book.as_dict()
    with pytest.raises(kind) as created:
        store.books.create(**fields)
    with pytest.raises(kind) as updated:
        book.update(**{field: value})
    with pytest.raises((kind, AttributeError)) as batch:
        store.books.create_many([{"title": "T", "author": "A"}, fields])
    for caught in (created, updated, batch):
        if isinstance(caught.value, bookworm.Error):
            assert caught.value.field == field
            assert isinstance(caught.value, (ValueError, bookworm.WrongTypeError))
        assert field.rstrip("s") in str(caught.value)
        assert "genre_names" not in str(caught.value)
        assert "iterable" not in str(caught.value)
    if isinstance(batch.value, bookworm.Error):
        assert batch.value.row == 1
    else:
        assert "row 1" in str(batch.value)
    assert len(store.books) == 1
    assert len(store.genres) == 0
    assert store.books[book.id].as_dict() == before


@pytest.mark.parametrize(
    ("text", "offset"), [("é\0", 2), ("ab\udc80", 2), ("ééa\ud800\ud800", 5)], ids=ascii
)
def test_the_byte_at_fault_in_a_text_is_named(
    store: bookworm.Store, text: str, offset: int
) -> None:
    with pytest.raises(bookworm.TextError) as caught:
        store.books.create("T", text)
    assert (caught.value.field, caught.value.offset) == ("author", offset)


def test_texts_at_their_limit_are_kept(store: bookworm.Store) -> None:
    title, review = "x" * 16 * 1024, "é" * 8 * 1024 * 1024
    book = store.books.create(title, title, series=title, review=review)
    [read] = store.books
    assert (read.title, read.author, read.series) == (title, title, title)
    assert read.review == review == store.books[book.id].review


@pytest.mark.parametrize("rating", [-1, 6, 2**31 - 1, 2**33 + 3])
def test_a_bad_rating_names_the_field_however_it_is_set(store: bookworm.Store, rating: int) -> None:
    book = store.books.create("T", "A", rating=2)
    for use in (lambda: setattr(book, "rating", rating), lambda: store.books.all().rate(rating)):
        with pytest.raises(bookworm.InvalidError) as caught:
            use()
        assert caught.value.field == "rating"
    assert store.books[book.id].rating == 2


@pytest.mark.parametrize(
    "colour", ["12ZZ34", "#FFF", "#RRGGBB", "#11223344", "", "red", " #112233"]
)
def test_what_is_no_colour_is_refused(store: bookworm.Store, colour: str) -> None:
    genre = store.genres.create("Fantasy", "#123456")
    for use in (
        lambda: store.genres.create("Other", colour),
        lambda: setattr(genre, "colour", colour),
    ):
        with pytest.raises(bookworm.InvalidError) as caught:
            use()
        assert caught.value.field == "colour"
    assert genre.colour == "#123456"
    assert len(store.genres) == 1


@pytest.mark.parametrize("name", [*BLANKS, "a\0b", "\udfff", "x" * (16 * 1024 + 1)], ids=short)
def test_a_bad_genre_name_is_refused(store: bookworm.Store, name: str) -> None:
    genre = store.genres.create("Fantasy")
    for use in (
        lambda: store.genres.create(name),
        lambda: store.genres.find_or_create(name),
        lambda: setattr(genre, "name", name),
    ):
        with pytest.raises(bookworm.Error) as caught:
            use()
        assert isinstance(caught.value, ValueError)
        assert caught.value.field == "name"
    assert [each.name for each in store.genres] == ["Fantasy"]


@pytest.mark.parametrize("name", [b"Fantasy", 3, None])
def test_a_genre_name_of_another_type_is_a_type_error(store: bookworm.Store, name: Any) -> None:
    with pytest.raises(TypeError):
        store.genres.create(name)


@pytest.mark.parametrize("names", ["AB", b"AB", 3, None])
def test_one_lone_name_is_no_list_of_names(store: bookworm.Store, names: Any) -> None:
    with pytest.raises(TypeError, match="names must be a list of names"):
        store.genres.find_or_create_many(names)
    assert len(store.genres) == 0


def test_what_has_no_end_is_no_list(store: bookworm.Store) -> None:
    with store.observe() as observer:
        endless: Any = observer
        uses: list[Callable[[], object]] = [
            lambda: store.genres.find_or_create_many(endless),
            lambda: store.books.create_many(endless),
            lambda: store.books.update_many(endless),
            lambda: store.books.import_from("shop", endless),
            lambda: store.books.import_from("shop", endless, skip_refused=True),
            lambda: store.books.create("T", "A", genres=endless),
        ]
        for use in uses:
            with pytest.raises(TypeError):
                use()
    assert len(store.genres) == 0


def test_unknown_ids_of_genres_are_not_found(store: bookworm.Store) -> None:
    book = store.books.create("T", "A")
    for use in (
        lambda: store.books.create("T", "A", genres=[99]),
        lambda: store.books.create("T", "A", genres=["New", 99]),
        lambda: store.books.create_many(title=["T"], author=["A"], genres=[[99]]),
        lambda: book.genres.add(99),
        lambda: book.genres.set([99]),
        lambda: book.genres.set([2**64]),
    ):
        with pytest.raises(bookworm.NotFoundError):
            use()
    assert len(store.books) == 1
    assert len(store.genres) == 0


def test_a_number_of_very_many_digits_is_no_id(store: bookworm.Store) -> None:
    huge = 10**5000
    book = store.books.create("T", "A")
    numbered = (store.quotes, store.readings, store.orders)
    for each in (store.books, store.genres, store.shelves, *numbered):
        assert each.get(huge) is None
        assert huge not in each
    with pytest.raises(bookworm.NotFoundError):
        store.books.create("T", "A", genres=[huge])
    with pytest.raises(bookworm.ArgumentError):
        book.genres.index(huge)
    with pytest.raises(bookworm.ArgumentError):
        book.merge(store.books.create("T", "A"), take=[huge])  # type: ignore[list-item]
    with pytest.raises(bookworm.InvalidError):
        book.quotes.add("a", page=huge)
    with pytest.raises(bookworm.ArgumentError):
        store.books.update_many(id=[1], clear=[huge])  # type: ignore[list-item]
    [fault] = store.books.check(title="T", author="A", year=huge)
    assert isinstance(fault, bookworm.InvalidError)
    assert len(fault.message) < 200


def test_a_bool_is_in_no_collection(store: bookworm.Store) -> None:
    book = store.books.create("T", "A", genres=["G"], price=bookworm.Price(1, "EUR"))
    book.quotes.add("a")
    book.readings.add()
    store.orders.place(book)
    store.shelves.create("S", "rating>=4")
    for name in ("books", "genres", "quotes", "readings", "orders", "shelves"):
        assert 1 in getattr(store, name)
        assert True not in getattr(store, name)
    assert 1 in book.genres
    assert True not in book.genres
    assert book.genres.count(True) == 0
    assert book.genres != [True]
    with pytest.raises(bookworm.ArgumentError):
        book.genres.index(True)


@pytest.mark.parametrize("entity", ["quote", "reading", "order"])
def test_a_piece_of_rows_names_what_is_wrong_of_it(store: bookworm.Store, entity: str) -> None:
    book = store.books.create("T", "A", price=bookworm.Price(1, "EUR"))
    book.quotes.add("a")
    book.readings.add()
    store.orders.place(book)
    rows = getattr(store, f"{entity}s")
    for limit in (None, 2**63 - 1, 2**63, 10**5000):
        assert rows.after(0, limit) == list(rows) != []
    for limit in (-1, -(2**63) - 1, -(10**5000)):
        with pytest.raises(bookworm.ArgumentError, match="limit must not be negative") as caught:
            rows.after(0, limit)
        assert caught.value.field == "limit"
    for wrong in (True, "1"):
        with pytest.raises(TypeError, match="limit must be an int"):
            rows.after(0, wrong)
    with pytest.raises(bookworm.NotFoundError, match=f"there is no {entity} with the id"):
        rows.after(10**30)


def test_a_genre_of_another_store_is_refused(store: bookworm.Store) -> None:
    with bookworm.open(":memory:") as other:
        genre = other.genres.create("Fantasy")
        assert genre.id == store.genres.create("Horror").id
        assert genre not in store.genres
        with pytest.raises(bookworm.ArgumentError, match="another store"):
            store.books.create("T", "A", genres=[genre])
