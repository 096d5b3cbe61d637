"""Tests queries printed as search lines, and their conditions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import bookworm


@pytest.fixture(scope="module")
def books() -> Iterator[bookworm.Books]:
    with bookworm.open(":memory:") as store:
        store.books.create("Dune", "Frank Herbert", rating=5, year=1965, genres=["Horror"])
        store.books.create("Emma", "Jane Austen", rating=4, year=1815)
        yield store.books


def test_a_query_has_a_line(books: bookworm.Books) -> None:
    query = books.where(rating=(4, None), genre="Horror", author_contains="le guin").search("dune")
    line = 'dune genre:Horror rating>=4 author:"le guin"'
    assert query.line == line
    assert books.find(line).line == line
    assert books.all().line == ""
    assert query.order_by("-rating", "edition_year")[:5].line == (
        line + " sort:-rating,edition limit:5"
    )


def test_sort_and_conditions_are_changed_by_rule(books: bookworm.Books) -> None:
    query = books.find("rating>=4 sort:title limit:9")
    assert query.order_by("-year").line == "rating>=4 sort:-year limit:9"
    assert books.find("rating>=4 sort:title").where(without="review").line == (
        "rating>=4 review:none sort:title"
    )
    assert (books.find("dune") | books.find("emma")).line == "dune OR emma"
    assert (books.find("rating:5") - books.find("status:read")).line == "rating:5 -status:completed"


def test_a_query_tells_its_conditions(books: bookworm.Books) -> None:
    query = books.find('-x genre:a,"b c" OR rating>=4 sort:-rating,rank limit:3')
    assert query.conditions == [
        (0, True, None, None, "x", "-x"),
        (0, False, "genre", ":", 'a,"b c"', 'genre:a,"b c"'),
        (1, False, "rating", ">=", "4", "rating>=4"),
    ]
    assert query.order == ("-rating", "relevance")
    assert books.order_by(*query.order).order == query.order
    assert books.all().order == ()
    assert all(books.order_by(key).order == (key,) for key in ("genre", "-price", "id"))


def test_where_takes_the_words_of_lines(books: bookworm.Books) -> None:
    query = books.where(author="herb", edition=(2000, None), favorite=True, status="read")
    assert query.line == "is:favourite status:completed author:herb edition>=2000"
    assert books.where(notes="lent", isbn="9780441172719", series=None).line == (
        "notes:lent isbn:9780441172719 series:none"
    )
    assert [book.title for book in books.where(title="un", author="frank")] == ["Dune"]
    assert books.order_by("-edition", "favorite").order == ("-edition_year", "favourite")
    assert books.find("edition_year>1 sort:edition_year").line == "edition>=2 sort:edition"
    with pytest.raises(bookworm.ArgumentError, match="already"):
        books.where(edition=2000).where(edition_year=2001)
    with pytest.raises(TypeError):
        books.where(title=None)  # type: ignore[arg-type]


def test_what_no_line_says_is_an_error(books: bookworm.Books) -> None:
    for query in (books.where(year=[1965, 1815]), books.where(genre=3), books.where(genre=[])):
        with pytest.raises(bookworm.InvalidError, match="no search line"):
            _ = query.line
        with pytest.raises(bookworm.InvalidError):
            _ = query.conditions
    with pytest.raises(bookworm.ArgumentError):
        _ = books.all()[3:5].line


def test_a_query_tells_its_limit(books: bookworm.Books) -> None:
    assert books.find("dune limit:3").limit == 3
    assert books.find("dune limit:3").order_by("-rating").where(year=1965).limit == 3
    assert books.all()[:5].limit == 5
    assert books.all()[2:5].limit == 3
    assert books.find("dune").limit is None
    assert books.all()[2:].limit is None


def test_a_condition_is_removed_by_rule(books: bookworm.Books) -> None:
    query = books.find("dune rating>=4 -genre:a sort:-rating,title limit:9")
    removed = next(each for each in query.conditions if each.key == "rating")
    line = query.widened(removed.text).line
    assert line == "dune -genre:a sort:-rating,title limit:9"
    assert books.find(line).line == line
