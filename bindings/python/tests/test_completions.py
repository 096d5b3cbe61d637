"""Tests completions of a search line, and lines that are still being typed."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

import bookworm


@pytest.fixture(scope="module")
def library() -> Iterator[bookworm.Store]:
    with bookworm.open(":memory:") as store:
        create = store.books.create
        create("Dune", "Frank Herbert", rating=5, genres=["Science Fiction"])
        create("Dune Messiah", "Frank Herbert", rating=4, genres=["Science Fiction", "Kids"])
        create("Ziemia obiecana", "Władysław Reymont", publisher="Łódź")
        store.shelves.create("To read", "status:on-shelf sort:-created")
        yield store


def test_completions_put_into_the_line(library: bookworm.Store) -> None:
    key = library.books.complete("dune ra")
    assert [made.line for made in key] == ["dune rating:"]
    assert key[0] == ("key", "rating", "rating:", "Rating", 5, 7, None, "dune rating:")
    herbert = library.books.complete("author:herb dune", 11)[0]
    assert herbert.line == 'author:"Frank Herbert" dune'
    assert herbert.place == len('author:"Frank Herbert"')
    assert (herbert.kind, herbert.key, herbert.books) == ("value", "author", 2)
    assert herbert.label == "Frank Herbert"
    assert pickle.loads(pickle.dumps(herbert)) == herbert


def test_places_are_characters(library: bookworm.Store) -> None:
    (found,) = library.books.complete("łódź author:wła dune", 15)
    assert (found.start, found.end) == (12, 15)
    assert found.line == 'łódź author:"Władysław Reymont" dune'
    with pytest.raises(bookworm.ArgumentError, match="place must be 0 to 4"):
        library.books.complete("dune", 5)
    with pytest.raises(TypeError):
        library.books.complete("dune", "end")  # type: ignore[arg-type]


def test_completions_in_a_language(library: bookworm.Store) -> None:
    polish = library.books.complete("genre:dla", language="pl")
    assert [(made.text, made.label) for made in polish] == [('"Dla dzieci"', "Dla dzieci")]
    assert len(library.books.find(polish[0].line)) == polish[0].books == 1
    assert (
        library.books.complete("status:", language=bookworm.presentation.Language.GERMAN)[0].label
        == "Im Regal"
    )
    with pytest.raises(bookworm.InvalidError):
        library.books.complete("", language="fr")


def test_a_shelf_replaces_the_line(library: bookworm.Store) -> None:
    shelf = library.books.complete("to re")[0]
    assert (shelf.kind, shelf.key, shelf.label) == ("shelf", None, "To read")
    assert shelf.line == "status:on-shelf sort:-created"
    assert shelf.books == 3


def test_completions_within_a_transaction_see_its_changes(library: bookworm.Store) -> None:
    with pytest.raises(ZeroDivisionError), library.transaction():
        library.books.create("New", "Zed")
        assert library.books.complete("author:zed")[0].books == 1
        raise ZeroDivisionError
    assert library.books.complete("author:zed") == []
    assert library.books.complete("author:", limit=1)[0].label == "Frank Herbert"


def test_an_unfinished_line_is_a_query(library: bookworm.Store) -> None:
    query = library.books.find('dune genre:"Sci', unfinished=True)
    assert [book.title for book in query] == []
    assert isinstance(query.unfinished, bookworm.InvalidError)
    assert query.unfinished.offset == 11
    assert str(query.unfinished).endswith("^")
    assert "unfinished=True" in repr(query)
    query = library.books.find("dune genre:", unfinished=True)
    assert [book.title for book in query.where(rating=5)] == ["Dune"]
    assert query[:1].unfinished is not None
    assert library.books.find("dune", unfinished=True).unfinished is None
    assert library.books.all().unfinished is None
    with pytest.raises(bookworm.InvalidError):
        library.books.find("rating:9 dune", unfinished=True)
    with pytest.raises(bookworm.InvalidError):
        library.books.find("dune genre:")
