"""Tests places in a list: of a book or a letter, pages back, and live pages from a cursor."""

from __future__ import annotations

import pytest

import bookworm


@pytest.fixture
def query(store: bookworm.Store) -> bookworm.Query:
    titles = ["Émile", "dune", "Dune Messiah", "Zorba", "Book 10", "Łódź", "Book 2"]
    store.books.create_many(title=titles, author=["A"] * 7)
    return store.books.all()


def test_a_page_counts_the_books_of_all_pages_when_asked(store: bookworm.Store) -> None:
    for number in range(5):
        store.books.create(f"Book {number}", "A", rating=number)
    query = store.books.where(rating=(1, 5))
    for page in (query.page(2), query.page(2, start=3), *query.pages(3)):
        assert page.total == 4
        books, cursor, previous = page
        assert (books, cursor, previous) == (page.books, page.cursor, page.previous)
    assert store.books.find("rating>=1 limit:3").page(2).total == 4
    page = query.page(1)
    assert page.total == 4
    store.books.create("Another", "A", rating=1)
    assert (page.total, query.page(1).total) == (4, 5)
    with pytest.raises(bookworm.ArgumentError):
        assert bookworm.Page([], None, None).total


def titles(page: bookworm.Page) -> list[str]:
    return [book.title for book in page.books]


def test_pages_go_back_as_they_went_on(query: bookworm.Query) -> None:
    pages = list(query.pages(3))
    assert [page.previous is None for page in pages] == [True, False, False]
    back = query.page(3, before=pages[2].previous)
    assert titles(back) == titles(pages[1])
    assert back.cursor == pages[1].cursor
    assert titles(query.page(3, before=back.previous)) == titles(pages[0])
    assert query.page(3, before=back.previous).previous is None
    some = query.page(2, before=pages[1].previous)
    assert titles(some) == ["Book 10", "dune"]
    assert titles(query.page(2, before=some.previous)) == ["Book 2"]
    with pytest.raises(bookworm.ArgumentError, match="one place"):
        query.page(3, pages[0].cursor, before=pages[1].previous)
    with pytest.raises(bookworm.CursorError):
        query.order_by("-title").page(3, before=pages[1].previous)
    with pytest.raises(bookworm.CursorError) as caught:
        query.page(3, before="none")
    assert caught.value.field == "before"


def test_a_book_and_a_letter_have_a_place(store: bookworm.Store, query: bookworm.Query) -> None:
    assert [query.position(book.id) for book in query] == list(range(7))
    assert [query.position(book) for book in query] == list(range(7))
    with bookworm.open(":memory:") as other, pytest.raises(bookworm.ArgumentError, match="another"):
        query.position(other.books.create("Dune", "Frank Herbert"))
    assert [query.position_of(each) for each in ("A", "d", "DUNE M", "k", "z", "é")] == [
        0,
        2,
        3,
        5,
        6,
        4,
    ]
    assert query[query.position_of("D")].title == "dune"
    assert store.books.order_by("-title").position_of("D") == 3
    assert query.where(title_contains="dune").position(3) == 1
    with pytest.raises(bookworm.NotFoundError):
        query.where(title_contains="dune").position(1)
    with pytest.raises(bookworm.ArgumentError):
        query.order_by("rating").position_of("D")
    with pytest.raises(bookworm.ArgumentError, match="slice"):
        query[:3].position(1)


def test_a_page_from_a_position_goes_on_and_back(
    store: bookworm.Store, query: bookworm.Query
) -> None:
    page = query.page(2, start=query.position_of("D"))
    assert page.books == list(query)[2:4]
    assert query.page(2, page.cursor).books == list(query)[4:6]
    assert query.page(2, before=page.previous).books == list(query)[:2]
    assert query.page(9, start=7) == ([], None, None)
    assert store.books.find("limit:3").page(2, start=2).books == list(query)[2:3]
    assert query.page(2, start=0) == query.page(2)
    for place in ({"after": page.cursor}, {"before": page.previous}):
        with pytest.raises(bookworm.ArgumentError, match="one place"):
            query.page(2, start=0, **place)
    with pytest.raises(bookworm.ArgumentError, match="not negative"):
        query.page(2, start=-1)


def test_a_page_from_a_cursor_is_live(store: bookworm.Store, query: bookworm.Query) -> None:
    cursor = query.page(3).cursor
    with query[:2].observe(after=cursor) as observer:
        assert [book.title for book in observer.page] == ["Dune Messiah", "Émile"]
        store.books.create("A", "A")
        assert observer.next(0) is None
        store.books.create("Eco", "A")
        assert observer.next(1) is not None
        assert [book.title for book in observer.page] == ["Dune Messiah", "Eco"]
