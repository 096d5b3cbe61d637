"""Tests the representations of objects: printed, as dicts, as JSON, in notebooks and in frames."""

from __future__ import annotations

import copy
import datetime
import inspect
import json
import pickle
import uuid
from typing import Any

import pytest

import bookworm
from bookworm import Price


@pytest.fixture
def book(store: bookworm.Store) -> bookworm.Book:
    made = store.books.create(
        "Dune & <more>",
        "Frank Herbert",
        genres=["Science Fiction", "Adventure"],
        rating=5,
        identifiers={"isbn": "9780441172719"},
        price=Price(1299, "EUR"),
        publisher="Chilton",
    )
    made.quotes.add("Fear is the mind-killer.", page="8")
    made.set_status("completed", on=datetime.date(2024, 2, 29))
    return made


def test_a_query_prints_what_it_asks(store: bookworm.Store) -> None:
    books = store.books
    told: list[tuple[bookworm.Query, str]] = [
        (books.all(), "books"),
        (books.where(genre="Kids", rating=(4, 5)), "books.where(genre='Kids', rating=(4, 5))"),
        (books.where_not(year=None), "books.where_not(year=None)"),
        (books.find("dune sort:-title"), "books.find('dune sort:-title')"),
        (
            books.search("dune").order_by("-title")[5:7],
            "books.search(text='dune', fields=None, match='all').order_by('-title')[5:7]",
        ),
        (
            books.where(rating=5) | books.where(favourite=True),
            "(books.where(rating=5) | books.where(favourite=True))",
        ),
    ]
    for query, expected in told:
        assert repr(query) == f"<{expected} of {store!r}>"
    assert len(repr(books.where(genre=list(range(1, 5000))))) < 200


def test_stores_and_transactions_print_what_they_are(store: bookworm.Store) -> None:
    with bookworm.open(store.path, read_only=True) as other:
        assert repr(other) == f"<read-only store {store.path!r}>"
        with other.transaction(read_only=True) as inside:
            assert repr(inside) == f"<open read-only transaction on {other!r}>"
    with store.transaction(name="Rate all") as named:
        assert repr(named) == f"<open transaction 'Rate all' on {store!r}>"


def test_a_dict_has_all_of_a_book(book: bookworm.Book) -> None:
    told = book.as_dict()
    assert told["title"] == "Dune & <more>"
    assert told["publisher"] == "Chilton"
    assert told["genres"] == ["Science Fiction", "Adventure"]
    assert told["identifiers"] == (("isbn", "9780441172719"),)
    assert told["price"] == Price(1299, "EUR")
    assert told["picture"] == "science-fiction"
    assert told["global_id"] == book.global_id
    assert [quote["page"] for quote in told["quotes"]] == ["8"]
    assert told["quotes"][0]["global_id"] == book.quotes[0].global_id
    assert told["sources"] == []
    assert told["readings"][0]["finished"] == datetime.date(2024, 2, 29)
    assert told["readings"][0]["book_id"] == book.id
    book.delete()
    with pytest.raises(bookworm.NotFoundError):
        book.as_dict()


@pytest.mark.parametrize("count", [3, 1500])
def test_the_dicts_of_a_query_are_those_of_its_books(
    store: bookworm.Store, book: bookworm.Book, count: int
) -> None:
    store.books.create_many(title=[f"T{n}" for n in range(count)], author=["A"] * count)
    store.books.import_from("shop", [{"source_id": "7", "title": "Z", "author": "F. Herbert"}])
    store.books.find("title:z")[0].quotes.add("The spice must flow.")
    store.books.find("title:t1")[0].contributors = ["A", bookworm.Contributor("B", "translator")]
    everything = store.books.order_by("-title")
    for query in (everything, everything[1:4], store.books.where(rating=5)):
        dicts = list(query.as_dicts())
        assert dicts == [each.as_dict() for each in query]
        assert {tuple(each) for each in dicts} == {tuple(book.as_dict())}
        types = [[type(value) for value in each.values()] for each in dicts]
        assert types == [[type(value) for value in each.as_dict().values()] for each in query]
    with store.transaction() as inside:
        inside.books.create("Inside", "A")
        assert [each["title"] for each in inside.books.find("inside").as_dicts()] == ["Inside"]


@pytest.mark.parametrize("count", [3, 1500])
def test_a_book_that_is_deleted_meanwhile_has_no_dict(store: bookworm.Store, count: int) -> None:
    store.books.create_many(title=[f"T{n}" for n in range(count)], author=["A"] * count)
    dicts = store.books.order_by("id").as_dicts()
    assert next(dicts)["title"] == "T0"
    store.books.find("title:t1")[0].delete()
    store.books.order_by("-id")[0].delete()
    titles = [each["title"] for each in dicts]
    assert len(titles) == count - 3
    assert "T1" not in titles


def test_a_dict_has_where_a_book_came_from(store: bookworm.Store) -> None:
    store.books.import_from("shop", [{"source_id": "7", "title": "Dune", "author": "F. Herbert"}])
    (book,) = store.books
    (source,) = book.as_dict()["sources"]
    assert (source["source"], source["source_id"], source["raw"]) == ("shop", "7", None)
    same = {
        name: value.isoformat(timespec="milliseconds")
        if isinstance(value, datetime.datetime)
        else str(value)
        if isinstance(value, uuid.UUID)
        else value
        for name, value in source.items()
    }
    assert json.loads(book.as_json())["sources"] == [same]


def test_orders_and_genres_are_told_as_dicts(store: bookworm.Store, book: bookworm.Book) -> None:
    order = store.orders.place(book)
    told = order.as_dict()
    assert (told["book_id"], told["total"], told["cancelled"]) == (
        book.id,
        Price(1299, "EUR"),
        None,
    )
    assert list(told) == list(order._fields)
    genre = store.genres["Adventure"]
    assert genre.as_dict()["global_id"] == genre.global_id


def test_presentation_exports_its_functions() -> None:
    from bookworm import presentation

    public: dict[str, Any] = {}
    exec("from bookworm.presentation import *", public)
    functions = {name for name, value in vars(presentation).items() if inspect.isfunction(value)}
    own = {
        name for name in functions if vars(presentation)[name].__module__ == presentation.__name__
    }
    hidden = {name for name in own if name.startswith("_")}
    others = {"Language", "RGB", "Colour", "facet_label", "format", "group_name", "parse"}
    others.add("preferred_language")
    assert set(public) - {"__builtins__"} == own - hidden | others


def test_json_has_the_same(book: bookworm.Book) -> None:
    told: dict[str, Any] = json.loads(book.as_json())
    assert told.keys() == book.as_dict().keys()
    assert told["finished"] == "2024-02-29"
    assert datetime.datetime.fromisoformat(told["created"]) == book.created
    assert told["genres"] == ["Science Fiction", "Adventure"]
    assert told["favourite"] is False
    assert told["notes"] is None
    assert told["status"] == "completed"
    assert told["price"] == {"amount": 1299, "currency": "EUR"}
    assert told["identifiers"] == [{"scheme": "isbn", "value": "9780441172719"}]
    assert told["global_id"] == str(book.global_id)
    assert told["quotes"][0]["text"] == "Fear is the mind-killer."
    assert told["readings"][0]["outcome"] == "completed"
    assert told["readings"][0]["book_id"] == book.id


def test_notebooks_show_tables(store: bookworm.Store, book: bookworm.Book) -> None:
    store.books.create_many(title=[f"{n:02}" for n in range(12)], author=["A"] * 12)
    page = store.books.all()._repr_html_()
    assert page.count("<tr>") == 11
    assert "13 books (the first 10 of them)" in page
    assert store.books._repr_html_() == page
    one = store.books.where(rating=5)._repr_html_()
    assert "Dune &amp; &lt;more&gt;" in one
    assert "<p>1 book: " in one
    assert "<td>publisher</td><td>Chilton</td>" in book._repr_html_()
    assert "<td>Adventure</td>" in store.genres._repr_html_()


def test_keys_are_completed(store: bookworm.Store, book: bookworm.Book) -> None:
    assert store.genres._ipython_key_completions_() == ["Adventure", "Science Fiction"]
    store.shelves.create("To lend", "-notes:none")
    store.shelves.create("Good ones", "rating>=4")
    assert store.shelves._ipython_key_completions_() == ["Good ones", "To lend"]


def test_frames_take_every_collection(store: bookworm.Store, book: bookworm.Book) -> None:
    pa: Any = pytest.importorskip("pyarrow")
    store.orders.place(book)
    cancelled = store.orders.cancel(store.orders.place(book, 2))
    genres = pa.table(store.genres).to_pylist()
    assert [(row["name"], row["book_count"]) for row in genres] == [
        ("Adventure", 1), ("Science Fiction", 1),
    ]  # fmt: skip
    (quote,) = pa.table(store.quotes).to_pylist()
    assert (quote["book_id"], quote["page"], quote["created"]) == (
        book.id, "8", book.quotes[0].created,
    )  # fmt: skip
    orders = pa.table(store.orders)
    assert orders["cancelled"].to_pylist() == [None, cancelled.cancelled]
    assert orders["unit_price"].to_pylist() == [1299, 1299]
    (reading,) = pa.table(store.readings).to_pylist()
    assert reading["finished"] == datetime.date(2024, 2, 29)
    assert list(store.readings) == list(book.readings)
    assert store.readings.after(1) == []
    shelf = store.shelves.create("Good ones", "rating>=4")
    (row,) = pa.table(store.shelves).to_pylist()
    assert (row["id"], row["name"], row["line"]) == (shelf.id, "Good ones", "rating>=4")
    assert row["global_id"] == str(shelf.global_id)
    assert shelf.count() == store.books.find("rating>=4").count() == 1
    store.quotes[quote["id"]].refresh()
    assert pa.table(book.quotes).equals(pa.table(store.quotes))
    assert pa.table(book.readings).equals(pa.table(store.readings))
    assert pa.table(book.genres)["name"].to_pylist() == book.genres.names()


def test_frames_take_every_table(store: bookworm.Store, book: bookworm.Book) -> None:
    pa: Any = pytest.importorskip("pyarrow")
    store.books.import_from("shop", [{"source_id": "7", "title": "Emma", "author": "J. Austen"}])
    emma = store.books.find("emma").first()
    assert emma is not None
    twin = store.books.create("Emma", "Jane Austen")
    emma.merge(twin)
    links = pa.table(store.arrow("links"))
    assert links.column_names == ["book_id", "genre_id", "position"]
    assert links["genre_id"].to_pylist() == book.genres.ids()
    assert set(links["book_id"].to_pylist()) == {book.id}
    (merged,) = pa.table(store.arrow("merged_books")).to_pylist()
    assert (merged["id"], merged["book_id"]) == (twin.id, emma.id)
    (source,) = pa.table(store.arrow("sources")).to_pylist()
    assert (source["book_id"], source["source"], source["source_id"]) == (emma.id, "shop", "7")
    assert source["imported"] == emma.sources[0].imported
    for name, collection in (
        ("genres", store.genres),
        ("quotes", store.quotes),
        ("orders", store.orders),
        ("readings", store.readings),
        ("shelves", store.shelves),
    ):
        assert pa.table(store.arrow(name)).equals(pa.table(collection))
    books = pa.table(store.arrow("books"))
    assert books["title"].to_pylist() == [each.title for each in store.books]
    assert books["genre_names"].to_pylist()[0] == book.genres.names()
    with store.transaction() as inside:
        inside.genres["Adventure"].delete()
        assert pa.table(inside.arrow("links")).num_rows == 1
    with pytest.raises(bookworm.InvalidError, match="table"):
        store.arrow("book")
    with pytest.raises(TypeError):
        store.arrow(1)  # type: ignore[arg-type]


def test_frames_take_statistics(store: bookworm.Store, book: bookworm.Book) -> None:
    pa: Any = pytest.importorskip("pyarrow")
    groups = store.statistics_by("genre")
    book.delete()
    rows = pa.table(groups).to_pylist()
    assert [(row["name"], row["rated_5"]) for row in rows] == [
        (each.name, each.ratings[5]) for each in groups
    ]
    assert len(groups) == 2
    assert groups == list(groups)
    assert groups != []
    assert {groups: 1}[groups] == 1
    assert pickle.loads(pickle.dumps(groups)) == groups == copy.copy(groups)
    assert repr(groups) == repr(list(groups))
    assert pa.table(store.books.all().statistics_by("author")).num_rows == 0
