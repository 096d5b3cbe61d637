"""Tests search lines, by store.books.find(), and years and series."""

from __future__ import annotations

import datetime
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import example, given, strategies as st

import bookworm
from bookworm import presentation


@pytest.fixture(scope="module")
def shelf() -> Iterator[bookworm.Store]:
    day = datetime.datetime(2024, 3, 15, 12, tzinfo=datetime.timezone.utc)
    with bookworm.open(":memory:") as store:
        create = store.books.create
        create("Dune", "Frank Herbert", rating=5, series="Dune", year=1965, favourite=True)
        create("Dune Messiah", "Frank Herbert", rating=4, series="Dune", year=1969)
        create("Dracula", "Bram Stoker", rating=3, year=1897, genres=["Horror"], created=day)
        create("The Iliad", "Homer", year=-750, genres=["Poetry"], series="Épicos")
        create("Undated", "Nobody", rating=1, genres=["Horror", "Poetry"], notes="Lent to Ann")
        yield store


def titles(query: bookworm.Query | list[bookworm.Book]) -> list[str]:
    found = [book.title for book in query]
    assert len(query) == len(found)
    return found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("", ["Dracula", "Dune", "Dune Messiah", "The Iliad", "Undated"]),
        ("dune", ["Dune", "Dune Messiah"]),
        ("author:HERBERT rating>=4 sort:-title dune", ["Dune Messiah", "Dune"]),
        ("dune -messiah", ["Dune"]),
        ("genre:horror genre:poetry", ["Undated"]),
        ("genre:horror,poetry", ["Dracula", "The Iliad", "Undated"]),
        ("-genre:horror rating:none", ["The Iliad"]),
        ("year:1890..1965", ["Dracula", "Dune"]),
        ("series:epi year<0", ["The Iliad"]),
        ("created:2024-03", ["Dracula"]),
        ('notes:"to ann"', ["Undated"]),
        ("is:favorite", ["Dune"]),
        ("sort:-rating limit:2", ["Dune", "Dune Messiah"]),
    ],
)
def test_a_line_finds_what_it_says(shelf: bookworm.Store, line: str, found: list[str]) -> None:
    assert titles(shelf.books.find(line)) == found


def test_a_line_can_be_narrowed_and_ordered_anew(shelf: bookworm.Store) -> None:
    query = shelf.books.find("dune sort:-title")
    assert titles(query) == ["Dune Messiah", "Dune"]
    assert titles(query.order_by("title")) == ["Dune", "Dune Messiah"]
    assert titles(query.order_by()) == ["Dune", "Dune Messiah"]
    assert titles(query.where(rating=4)) == ["Dune Messiah"]
    assert titles(query.where(rating=4).order_by("-rating")) == ["Dune Messiah"]
    assert titles(query[1:]) == ["Dune"]
    assert query[0].title == "Dune Messiah"
    assert query.page(1).books == [query[0]]
    told = "<books.find('dune sort:-title').where(rating=4) of "
    assert repr(query.where(rating=4)).startswith(told)


def test_what_the_line_says_is_not_said_again(shelf: bookworm.Store) -> None:
    query = shelf.books.find("rating>=4 title:dune year>=1900 genre:x")
    for condition in ({"rating": 5}, {"year": 1965}):
        with pytest.raises(bookworm.ArgumentError, match="already"):
            query.where(**condition)  # type: ignore[arg-type]
    assert titles(query.where(title_contains="messiah", genre="y", favourite=True)) == []


def test_a_line_with_a_limit_is_a_slice(shelf: bookworm.Store) -> None:
    query = shelf.books.find("limit:3")
    assert titles(query) == ["Dracula", "Dune", "Dune Messiah"]
    assert query.count() == 3
    assert titles(query[2:9]) == ["Dune Messiah"]
    for use in (
        lambda: query[:2].where(rating=3),
        lambda: query[1:].order_by("title"),
        lambda: query | shelf.books.all(),
        query.delete,
        lambda: query[1:].page(1),
        lambda: query[:2].page(1),
    ):
        with pytest.raises(bookworm.ArgumentError, match="slice"):
            use()


def test_a_limit_of_a_line_stays_when_it_is_narrowed_or_sorted(shelf: bookworm.Store) -> None:
    query = shelf.books.find("sort:title limit:2")
    assert titles(query.order_by("-title")) == ["Undated", "The Iliad"]
    assert titles(query.where(author_contains="herbert")) == ["Dune", "Dune Messiah"]
    assert titles(query.search("dune").where_not(rating=5)) == ["Dune Messiah"]


def test_a_line_with_a_limit_is_paged_through(shelf: bookworm.Store) -> None:
    query = shelf.books.find("limit:3")
    first = query.page(2)
    assert titles(first.books) == ["Dracula", "Dune"]
    assert len(query.page(9, after=first.cursor).books) == 3
    pages = [titles(page.books) for page in query.pages(2)]
    assert pages == [["Dracula", "Dune"], ["Dune Messiah"]]
    assert [len(page.books) for page in query.pages(9)] == [3]
    assert list(shelf.books.find("limit:0").pages(2)) == []


def test_a_line_changes_all_that_it_finds(store: bookworm.Store) -> None:
    for title in ("Dune", "Dune Messiah", "Emma"):
        store.books.create(title, "A")
    assert store.books.find("dune -messiah").rate(4) == 1
    assert store.books.find("rating:4").ids() == [1]
    assert store.books.find("dune").delete() == 2
    with store.transaction() as inside:
        assert titles(inside.books.find("emma")) == ["Emma"]


@pytest.mark.parametrize(
    ("line", "offset", "says"),
    [
        ("autor:herbert", 0, "'autor' is not a key; did you mean author?"),
        ("author:", 7, "a value is missing"),
        ('"unclosed', 0, "not closed"),
        ("dune rating>=9", 13, "write 1 to 5"),
        ("rating>>3", 7, "begins with >"),
        ("status:done", 7, "use on-shelf"),
        ("year:1970..1960", 5, "is an empty range"),
        ("sort:-", 5, "not a sort key"),
        ("sort:title sort:rating", 11, "already given"),
        ("東京 rating:9", 10, "write 1 to 5"),
    ],
)
def test_a_line_that_is_wrong_says_where(
    shelf: bookworm.Store, line: str, offset: int, says: str
) -> None:
    with pytest.raises(bookworm.InvalidError) as caught:
        shelf.books.find(line)
    error = caught.value
    assert (error.field, error.offset, error.row) == ("line", offset, None)
    assert says in error.message
    sentence, shown, mark = str(error).split("\n")
    assert sentence == error.message
    assert shown == "    " + line
    wide = sum(sign in "東京" for sign in line)
    place = offset + wide
    assert mark == " " * (4 + place) + "^"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.offset) == (str(error), offset)


def test_the_place_of_what_no_text_can_hold_is_a_character(store: bookworm.Store) -> None:
    draft = bookworm.Draft()
    calls: list[Callable[[str], object]] = [
        store.books.find,
        lambda line: store.shelves.create("S", line),
        lambda typed: presentation.parse("title", typed),
        lambda typed: draft.set_text("title", typed),
    ]
    for call in calls:
        for wrong in ("東京\ud800", "東京\0"):
            with pytest.raises(bookworm.TextError) as caught:
                call(wrong)
            assert caught.value.offset == 2


def test_a_line_that_is_wrong_says_so_in_every_language(shelf: bookworm.Store) -> None:
    with pytest.raises(bookworm.InvalidError) as caught:
        shelf.books.find("dune autor:herbert")
    error = caught.value
    assert (error.offset, error.length, error.suggestion) == (5, 5, "author")
    assert error.corrected_line == "dune author:herbert"
    sentences = [presentation.error_text(error, each) for each in ("en", "de", "pl", "ko")]
    assert sentences == [
        "Search: This is not a search key such as title, author or genre. Did you mean author?",
        "Suche: Das ist kein Suchschlüssel wie title, author oder genre. Meintest du author?",
        "Wyszukiwanie: To nie jest słowo kluczowe takie jak title, author albo genre."
        " Czy chodziło o author?",
        "검색어: title, author, genre 같은 검색 키가 아닙니다. author을(를) 찾으셨나요?",
    ]
    assert presentation.error_text(error, "de", label=False) == sentences[1][len("Suche: ") :]
    again = pickle.loads(pickle.dumps(error))
    assert presentation.error_text(again, "de") == sentences[1]
    assert again.corrected_line == error.corrected_line
    with pytest.raises(bookworm.InvalidError) as caught:
        shelf.books.find("author:")
    assert (caught.value.length, caught.value.suggestion) == (0, None)
    assert caught.value.corrected_line is None
    unfinished = shelf.books.find("dune status:gelesn", unfinished=True).unfinished
    assert unfinished is not None
    assert unfinished.suggestion == "completed"
    assert unfinished.corrected_line == "dune status:completed"
    with pytest.raises(bookworm.InvalidError) as caught:
        shelf.books.find("łódź 😀 autor:żółć rating:5")
    assert caught.value.corrected_line == "łódź 😀 author:żółć rating:5"


def test_a_long_line_is_shown_in_part(shelf: bookworm.Store) -> None:
    with pytest.raises(bookworm.InvalidError) as caught:
        shelf.books.find("word " * 50 + "rating:9\t" + "word " * 50)
    _, shown, mark = str(caught.value).split("\n")
    assert shown == "    …rd word word word word rating:9 word word word word word wor…"
    assert shown[mark.index("^")] == "9"


def test_a_line_is_a_text_of_bounded_length(shelf: bookworm.Store) -> None:
    wrong: Any
    for wrong in (None, 3, b"dune"):
        with pytest.raises(TypeError, match="line must be a str"):
            shelf.books.find(wrong)
    with pytest.raises(bookworm.TextError) as caught:
        shelf.books.find("dune \0")
    assert caught.value.offset == 5
    with pytest.raises(bookworm.TextError, match="surrogate"):
        shelf.books.find("\ud800")
    assert titles(shelf.books.find("x" * 16384)) == []
    with pytest.raises(bookworm.TooLargeError):
        shelf.books.find("x" * 16385)


@pytest.mark.parametrize(
    ("conditions", "found"),
    [
        ({"year": 1965}, ["Dune"]),
        ({"year": -750}, ["The Iliad"]),
        ({"year": (1890, 1965)}, ["Dracula", "Dune"]),
        ({"year": (None, 0)}, ["The Iliad"]),
        ({"year": (1966, None)}, ["Dune Messiah"]),
        ({"year": (None, None)}, ["Dracula", "Dune", "Dune Messiah", "The Iliad"]),
        ({"series_contains": "UN"}, ["Dune", "Dune Messiah"]),
        ({"series_contains": "épi"}, ["The Iliad"]),
        ({"series_contains": ""}, ["Dune", "Dune Messiah", "The Iliad"]),
    ],
)
def test_years_and_series_are_conditions_too(
    shelf: bookworm.Store, conditions: Any, found: list[str]
) -> None:
    assert titles(shelf.books.where(**conditions)) == found


@pytest.mark.parametrize(
    ("conditions", "kind", "says"),
    [
        ({"year": (1970, 1960)}, bookworm.InvalidError, "year: 1970 is later than 1960"),
        (
            {"year": 2**31},
            bookworm.InvalidError,
            "year is 2147483648; it must be at most 2147483647",
        ),
        ({"year": "1965"}, TypeError, "year"),
        ({"year": (1, 2, 3)}, TypeError, "pair"),
        ({"series_contains": 3}, TypeError, "series_contains"),
        ({"series_contains": "a\0"}, bookworm.TextError, "series_contains holds a NUL"),
    ],
)
def test_a_year_or_series_that_cannot_be_is_refused(
    shelf: bookworm.Store, conditions: Any, kind: type[Exception], says: str
) -> None:
    with pytest.raises(kind, match=says):
        shelf.books.where(**conditions)


PIECES = [
    "author:herbert",
    'title:"left',
    'hand"',
    "genre:a,b",
    "-genre:horror",
    "rating>=4",
    "rating:3..5,none",
    "none",
    "*",
    ".",
    "..",
    "status:completed",
    "is:favourite",
    "year:-750..1970",
    "created>=2024-01",
    "finished:2024-02-29",
    "quote:y",
    ",",
    "-",
    ":",
    "sort:-rating,title",
    "limit:50",
    "dune",
    '"a',
    'b"',
    "pre*",
    "-x",
    "=",
    "<",
    ">=",
    '"',
    "“",
    "„",
    "9999-12-31",
    "9223372036854775808",
    "é",
    "東",
]


@given(
    st.one_of(
        st.text(max_size=30),
        st.text(alphabet=':=<>-",.* abgrt0159', max_size=30),
        st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join),
        st.lists(st.sampled_from(PIECES), max_size=4).map("".join),
    )
)
@example("rating:\u0301")
@example('"')
def test_any_line_is_a_query_or_an_error_that_points_into_it(
    shelf: bookworm.Store, line: str
) -> None:
    try:
        query = shelf.books.find(line)
    except bookworm.Error as error:
        assert isinstance(error, (bookworm.InvalidError, bookworm.TextError))
        assert error.field == "line"
        assert error.offset is not None
        assert 0 <= error.offset <= len(line)
        assert str(error).startswith(error.message)
    else:
        assert len(titles(query)) <= 5
