"""Tests narrowing queries to facets and by conditions, and widening them again."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import pytest

import bookworm
from bookworm import presentation

GROUPS = (
    *("genre", "author", "month_added", "month_finished", "series", "publisher", "language"),
    *("format", "status", "rating", "year", "decade", "editor", "translator", "illustrator"),
    *("narrator", "introduction", "person"),
)


@pytest.fixture(scope="module")
def library() -> Iterator[bookworm.Store]:
    with bookworm.open(":memory:") as store:
        create = store.books.create
        create("Dune", "Frank Herbert", publisher="Penguin", year=1965, rating=5, language="en",
               genres=["Science Fiction"], status="completed",
               finished=datetime.date(2024, 2, 29),
               contributors=[("Frank Herbert", "author"), ("Ann Lee", "narrator")])  # fmt: skip
        create("Dune Messiah", "Frank Herbert", publisher="Penguin Books", year=1969, rating=4,
               language="en-GB", genres=["Science Fiction", "Poetry"], series="Dune",
               format="epub", contributors=[("Ann Lee", "translator")])  # fmt: skip
        create("Iliad", "Homer", publisher="penguin", year=-750,
               contributors=[("Ann", "translator"), ("Bo Li", "colourist")])  # fmt: skip
        store.shelves.create("Best", "rating:5")
        yield store


@pytest.mark.parametrize("group", GROUPS)
def test_a_facet_finds_its_books_and_is_removed_again(library: bookworm.Store, group: str) -> None:
    books = library.books
    for line in ("", "e* sort:-title limit:9", "dune OR iliad"):
        query = books.find(line)
        for facet in query.facets(group):
            narrowed = query.with_facet(group, facet)
            assert narrowed.count() == facet.books
            assert not query.has_facet(group, facet)
            assert narrowed.has_facet(group, facet)
            assert books.find(narrowed.line).has_facet(group, facet)
            assert narrowed.without_facet(group, facet).line == query.line
            name = facet.month or facet.name
            assert name is not None
            assert query.with_facet(group, name).line == narrowed.line
            assert presentation.facet_label(group, facet) == presentation.facet_label(group, name)


def test_people_are_counted_by_role(library: bookworm.Store) -> None:
    def shown(group: str) -> list[tuple[str | None, int]]:
        return [(each.name, each.books) for each in library.facets(group)]

    assert shown("translator") == [("Ann", 1), ("Ann Lee", 1)]
    assert shown("narrator") == [("Ann Lee", 1)]
    assert shown("editor") == []
    assert shown("person") == [
        ("Ann Lee", 2),
        ("Frank Herbert", 2),
        ("Ann", 1),
        ("Bo Li", 1),
        ("Homer", 1),
    ]
    assert [each.label for each in library.books.complete("translator:")] == [
        "Ann",
        "Ann Lee",
        "none",
    ]
    assert library.books.complete("person:lee")[0].books == 2


def test_an_author_with_a_sort_form_is_the_same_person(store: bookworm.Store) -> None:
    name, sort = "Ursula K. Le Guin", "Le Guin, Ursula K."
    store.books.create("The Dispossessed", name, author_sort=sort)
    store.books.create("Rocannon's World", name)
    store.books.create("Dangerous People", contributors=[{"name": name, "sort": sort}])
    store.books.create("Ursa", "Ursula Vernon")
    for group in ("author", "person"):
        everywhere = [(each.name, each.books) for each in store.facets(group)]
        assert everywhere == [(name, 3), ("Ursula Vernon", 1)]
        found = [(each.name, each.books) for each in store.books.find("person:guin").facets(group)]
        assert found == [(name, 3)]
    assert [each.name for each in store.statistics_by("author")] == [name, "Ursula Vernon"]


def test_a_limit_does_not_change_statistics(library: bookworm.Store) -> None:
    for query in (library.books.find("dune limit:1"), library.books.find("dune")[1:]):
        assert query.statistics().books == 2
        assert [each.books for each in query.facets("author")] == [2]
        assert [each.books for each in query.statistics_by("author")] == [2]


def test_conditions_are_added_and_removed(library: bookworm.Store) -> None:
    books = library.books
    query = books.find("year>=1950 OR dune limit:3").order_by("-title")
    narrowed = query.narrowed("year:1960.. rating:5")
    assert narrowed.line == "rating:5 year>=1960 OR dune rating:5 year>=1960 sort:-title limit:3"
    assert narrowed.has("rating:5")
    assert not query.has("rating:5")
    assert not narrowed.has("rating:4")
    assert narrowed.widened("rating:5").line == (
        "year>=1960 OR dune year>=1960 sort:-title limit:3"
    )
    assert books.find("rating:5").narrowed(books.where(genre="a")).line == "genre:a rating:5"
    assert (
        repr(books.find("a").narrowed("b"))
        == f"<books.find('a').narrowed(other='b') of {library!r}>"
    )
    for other in ("a limit:3", "a OR b", books.find("a")[:3]):
        with pytest.raises(bookworm.ArgumentError):
            query.narrowed(other)
        with pytest.raises(bookworm.ArgumentError):
            query.widened(other)
        with pytest.raises(bookworm.ArgumentError):
            query.has(other)
    with pytest.raises(bookworm.InvalidError, match="did you mean author"):
        query.narrowed("autor:x")
    with pytest.raises(bookworm.ArgumentError, match="slice last"):
        books.all()[2:].narrowed("a")


def test_where_knows_which_conditions_are_left(library: bookworm.Store) -> None:
    books = library.books
    with pytest.raises(bookworm.ArgumentError, match="already"):
        books.all().with_facet("decade", "1960").where(year=1965)
    with pytest.raises(bookworm.ArgumentError, match="already"):
        books.all().narrowed("rating:5").where(rating=4)
    assert books.find("year:1965").without_facet("year", "1965").where(year=1969).count() == 1
    assert books.where(rating=5).widened("rating:5").where(rating=4).line == "rating:4"


def test_whole_texts(library: bookworm.Store) -> None:
    where = library.books.where
    assert [book.title for book in where(publisher_is="PENGUIN")] == ["Dune", "Iliad"]
    assert where(title_is=["dune", "iliad"]).count() == 2
    assert where(language_is="en").count() == 1
    assert where(series_is="dun").count() == 0
    assert where(publisher_is="Penguin", author_is="Frank Herbert").line == (
        'publisher=Penguin author="Frank Herbert"'
    )
    with pytest.raises(bookworm.InvalidError) as caught:
        where(format_is=" ")
    assert caught.value.field == "format_is"


@pytest.mark.parametrize(
    ("group", "facet", "error", "message"),
    [
        ("rating", "6", bookworm.ArgumentError, "facet is 6"),
        ("year", "soon", bookworm.InvalidError, "facet must be a year"),
        ("decade", "9" * 99, bookworm.ArgumentError, "not a number of this group"),
        ("status", "lost", bookworm.InvalidError, "facet must be one of"),
        ("genre", " ", bookworm.InvalidError, "facet"),
        ("shelf", "Best", bookworm.ArgumentError, "the shelf's own line"),
        ("colour", "red", bookworm.InvalidError, "group must be one of"),
        ("month_added", "2024", TypeError, "facet must be"),
        ("author", 3, TypeError, "facet must be"),
    ],
)
def test_what_is_no_facet_is_refused(
    library: bookworm.Store, group: str, facet: Any, error: type[Exception], message: str
) -> None:
    for use in (
        library.books.all().with_facet,
        library.books.all().without_facet,
        library.books.all().has_facet,
    ):
        with pytest.raises(error, match=message) as caught:
            use(group, facet)
        if isinstance(caught.value, bookworm.Error):
            assert caught.value.field == ("group" if group == "colour" else "facet")


def test_facets_and_groups_have_texts() -> None:
    label, name = presentation.facet_label, presentation.group_name
    assert label("month_added", datetime.date(2024, 2, 1), "pl") == "luty 2024"
    assert label("decade", "1960") == "1960\N{EN DASH}1969"
    assert label("rating", "4", "de") == "4 Sterne"
    assert label("status", "read", "ko") == "다 읽음"
    assert label("genre", "Poetry", "de") == "Lyrik"
    assert label("shelf", "Best", "de") == "Best"
    assert name("translator", "de") == "Übersetzer"
    assert [name("decade", each) for each in ("en", "pl")] == ["Decade", "Dekada"]
    with pytest.raises(bookworm.ArgumentError, match="facet is 6"):
        label("rating", "6")
    with pytest.raises(bookworm.InvalidError, match="group must be"):
        name("colour")
