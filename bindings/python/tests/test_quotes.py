"""Tests quotes: those of a book, and by their ids."""

from __future__ import annotations

import datetime
import pickle
from pathlib import Path
from typing import Any

import pytest
from conftest import Script

import bookworm


@pytest.fixture
def book(store: bookworm.Store) -> bookworm.Book:
    return store.books.create("Dune", "Frank Herbert")


def test_a_quote_has_a_text_a_page_and_when_it_was_added(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    before = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(milliseconds=1)
    quote = book.quotes.add("Fear is the mind-killer.", "12")
    assert (quote.text, quote.page, quote.book_id) == ("Fear is the mind-killer.", "12", book.id)
    assert before <= quote.created <= datetime.datetime.now(datetime.timezone.utc)
    assert quote.created.tzinfo is datetime.timezone.utc
    assert store.quotes[quote.id] == quote
    assert repr(quote) == f"<Quote {quote.id}: 'Fear is the mind-killer.'>"
    assert book.quotes.add("No page").page is None
    assert book.quotes.add("A number", page=12).page == "12"


def test_quotes_are_listed_the_oldest_first(store: bookworm.Store, book: bookworm.Book) -> None:
    assert not book.quotes
    texts = ["c", "도서 東京 🙂", "a" * 100_000, " b\n"]
    added = [book.quotes.add(text, page="xiv") for text in texts]
    store.books.create("Other", "A").quotes.add("not here")
    assert [quote.text for quote in book.quotes] == texts
    assert list(book.quotes) == added
    assert len(book.quotes) == 4
    assert book.quotes[0] == added[0]
    assert book.quotes[-2:] == added[2:]
    assert book.quotes.index(added[1]) == 1
    assert added[3] in book.quotes
    assert repr(book.quotes) == f"<4 quotes of book {book.id}>"
    with pytest.raises(IndexError):
        book.quotes[4]


def test_setting_the_text_or_the_page_writes_at_once(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    quote = book.quotes.add("Fear is the mind-kiler.", "11")
    created = quote.created
    quote.text = "Fear is the mind-killer."
    assert (store.quotes[quote.id].text, store.quotes[quote.id].page) == (quote.text, "11")
    quote.page = 12  # type: ignore[assignment]
    assert store.quotes[quote.id].page == quote.page == "12"
    quote.page = None
    assert store.quotes[quote.id].page is quote.page is None
    assert (quote.text, quote.created) == ("Fear is the mind-killer.", created)


def test_a_snapshot_keeps_its_values_until_it_is_refreshed(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    quote = store.quotes[book.quotes.add("old").id]
    store.quotes[quote.id].text = "new"
    assert quote.text == "old"
    quote.refresh()
    assert quote.text == "new"


def test_quotes_leave_when_the_book_was_updated_alone(book: bookworm.Book) -> None:
    updated = book.updated
    quote = book.quotes.add("a")
    quote.text = "b"
    quote.delete()
    book.refresh()
    assert book.updated == updated


def test_a_deleted_quote_is_gone_and_its_id_is_not_given_again(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    first, last = book.quotes.add("first"), book.quotes.add("last")
    last.delete()
    assert list(book.quotes) == [first]
    uses: list[Any] = [
        last.delete,
        last.refresh,
        lambda: setattr(last, "text", "x"),
        lambda: setattr(last, "page", None),
        lambda: store.quotes[last.id],
        lambda: store.quotes.__delitem__(last.id),
    ]
    for use in uses:
        with pytest.raises(bookworm.NotFoundError) as caught:
            use()
        assert caught.value.field == "quote"
        assert isinstance(caught.value, KeyError)
    assert book.quotes.add("new").id > last.id
    del store.quotes[first.id]
    assert [quote.text for quote in book.quotes] == ["new"]


def test_quotes_go_with_their_book(store: bookworm.Store, book: bookworm.Book) -> None:
    quotes, quote = book.quotes, book.quotes.add("a")
    other = store.books.create("Other", "A").quotes.add("stays")
    book.delete()
    assert quote not in store.quotes
    assert other in store.quotes
    uses: list[Any] = [
        lambda: len(quotes),
        lambda: list(quotes),
        lambda: quotes[0],
        lambda: quotes.add("b"),
        lambda: setattr(quote, "text", "b"),
    ]
    for use in uses:
        with pytest.raises(bookworm.NotFoundError):
            use()
    assert repr(quotes) == f"<quotes of book {book.id}>"
    assert repr(store.quotes[other.id]) == f"<Quote {other.id}: 'stays'>"


def test_a_query_that_deletes_books_deletes_their_quotes(store: bookworm.Store) -> None:
    quotes = [store.books.create(f"{n}", "A").quotes.add("a") for n in range(3)]
    assert store.books.where(title_contains="1").delete() == 1
    assert [quote in store.quotes for quote in quotes] == [True, False, True]


@pytest.mark.parametrize(
    ("text", "page", "field", "error"),
    [
        ("", None, "text", bookworm.InvalidError),
        (" \n\u3000", None, "text", bookworm.InvalidError),
        ("a", " ", "page", bookworm.InvalidError),
        ("a", "", "page", bookworm.InvalidError),
        ("a\0", None, "text", bookworm.TextError),
        ("a", "\ud800", "page", bookworm.TextError),
        ("a" * (2**24 + 1), None, "text", bookworm.TooLargeError),
        ("a", "1" * (2**14 + 1), "page", bookworm.TooLargeError),
    ],
    ids=lambda value: ascii(value)[:24],
)
def test_what_breaks_a_rule_is_refused_and_changes_nothing(
    book: bookworm.Book, text: str, page: str, field: str, error: type[bookworm.Error]
) -> None:
    quote = book.quotes.add("kept", "1")
    with pytest.raises(error) as caught:
        book.quotes.add(text, page)
    assert caught.value.field == field
    with pytest.raises(error):
        setattr(quote, field, text if field == "text" else page)
    assert [(each.text, each.page) for each in book.quotes] == [("kept", "1")]


def test_a_wrong_type_is_a_type_error(store: bookworm.Store, book: bookworm.Book) -> None:
    quote = book.quotes.add("a")
    wrong: Any = 12.5
    uses: list[Any] = [
        lambda: book.quotes.add(wrong),
        lambda: book.quotes.add("a", wrong),
        lambda: setattr(quote, "text", None),
        lambda: setattr(quote, "page", wrong),
        lambda: store.quotes["a"],  # type: ignore[index]
        lambda: pickle.dumps(quote),
        bookworm.Quote,
    ]
    for use in uses:
        with pytest.raises(TypeError):
            use()
    for name in ("id", "book_id", "created", "words"):
        with pytest.raises(AttributeError, match=name):
            setattr(quote, name, 1)
    with pytest.raises(AttributeError):
        del quote.page
    assert len(book.quotes) == 1


def test_quotes_are_looked_for_by_id(store: bookworm.Store, book: bookworm.Book) -> None:
    quote = book.quotes.add("a")
    assert store.quotes.get(quote.id) == quote
    assert store.quotes.get(99) is None
    assert store.quotes.get(99, "none") == "none"
    for absent in (99, 0, -1, 2**64, "a", None):
        assert absent not in store.quotes
    with bookworm.open(":memory:") as elsewhere:
        foreign = elsewhere.books.create("T", "A").quotes.add("a")
        assert foreign.id == quote.id
        assert foreign not in store.quotes
        assert foreign != quote
        assert foreign not in book.quotes


def test_quotes_belong_to_the_transaction_around_them(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    kept = book.quotes.add("kept")
    with pytest.raises(ZeroDivisionError), store.transaction() as transaction:
        book.quotes.add("gone")
        transaction.quotes[kept.id].text = "gone"
        assert len(book.quotes) == 2
        raise ZeroDivisionError
    assert [quote.text for quote in book.quotes] == ["kept"]
    with store.transaction() as transaction:
        inside = transaction.books[book.id].quotes.add("inside")
    assert inside.text == "inside"
    with pytest.raises(bookworm.ClosedError):
        transaction.quotes[inside.id]


def test_another_program_s_quotes_are_seen(
    store: bookworm.Store, book: bookworm.Book, path: Path, run: Script
) -> None:
    kept, gone = book.quotes.add("kept"), book.quotes.add("gone")
    done = run(
        f"""
        import bookworm, sys
        with bookworm.open(sys.argv[1]) as store:
            store.books[{book.id}].quotes.add("from elsewhere", "7")
            store.quotes[{gone.id}].delete()
        """,
        path,
    )
    assert done.returncode == 0, done.stderr
    assert [(quote.text, quote.page) for quote in book.quotes] == [
        ("kept", None),
        ("from elsewhere", "7"),
    ]
    assert book.quotes[0] == kept


def test_a_closed_store_has_no_quotes(path: Path) -> None:
    with bookworm.open(path) as store:
        book = store.books.create("T", "A")
        quote, unread = store.quotes[book.quotes.add("a").id], book.quotes.add("b")
    assert quote.text == "a"
    assert repr(unread) == f"<Quote {unread.id}>"
    uses: list[Any] = [
        lambda: unread.text,
        lambda: list(book.quotes),
        lambda: setattr(quote, "text", "b"),
        quote.delete,
    ]
    for use in uses:
        with pytest.raises(bookworm.ClosedError):
            use()


def test_the_quotes_of_all_books_are_iterated_and_counted(store: bookworm.Store) -> None:
    assert list(store.quotes) == []
    assert not store.quotes
    dune, emma = store.books.create("Dune", "A"), store.books.create("Emma", "B")
    added = [book.quotes.add(text) for book, text in ((dune, "1"), (emma, "2"), (dune, "3"))]
    assert list(store.quotes) == added
    assert len(store.quotes) == store.quotes.count() == 3
    assert store.quotes.after(1, 1) == [added[1]]
    with pytest.raises(bookworm.ArgumentError):
        store.quotes.after(0, -1)
