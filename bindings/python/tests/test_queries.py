"""Tests queries: conditions, order, slices, pages, and changes of all matches."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from datetime import date, timezone
from pathlib import Path
from typing import Any

import pytest

import bookworm
from bookworm.conditions import _CONDITIONS, _KEYS

UTC = timezone.utc


def day(number: int) -> date:
    return date(2024, 1, number)


@pytest.fixture
def shelf(store: bookworm.Store) -> bookworm.Store:
    """Six books, a to f."""
    rows = [
        ("a", "Zoë", 5, ["Fantasy", "Horror"], "on-shelf", None),
        ("b", "Yan", 4, ["Fantasy"], "completed", day(2)),
        ("c", "Xavi", 4, ["Horror"], "in-progress", day(3)),
        ("d", "Wim", 1, ["Kids", "Fantasy"], "completed", day(4)),
        ("e", "Vera", 0, [], "on-shelf", None),
        ("f", "Uli", 3, ["Kids"], "did-not-finish", day(6)),
    ]
    store.books.create_many(
        {
            "title": title,
            "author": author,
            "rating": rating,
            "genres": genres,
            "status": status,
            "started": started,
            "finished": started if status == "completed" else None,
            "favourite": title in "af",
            "created": datetime.datetime(2024, 1, place + 1, tzinfo=UTC),
            "identifiers": {"ISBN": "978 0441172719", "doi": "10.1/x"} if title == "a" else {},
        }
        for place, (title, author, rating, genres, status, started) in enumerate(rows)
    )
    return store


def titles(books: Any) -> str:
    return "".join(book.title for book in books)


def instant(number: int) -> datetime.datetime:
    return datetime.datetime(2024, 1, number, tzinfo=UTC)


@pytest.mark.parametrize(
    ("conditions", "found"),
    [
        ({}, "abcdef"),
        ({"genre": "fantasy"}, "abd"),
        ({"genre": ["Fantasy", "Kids"]}, "abdf"),
        ({"genre": ["Kids", "nothing of that name"]}, "df"),
        ({"genre": "nothing of that name"}, ""),
        ({"genre": []}, ""),
        ({"rating": []}, ""),
        ({"rating": set(), "or_not_rated": True}, ""),
        ({"status": []}, ""),
        ({"year": []}, ""),
        ({"started": []}, ""),
        ({"genres_all": []}, "abcdef"),
        ({"genres_none": []}, "abcdef"),
        ({"without": []}, "abcdef"),
        ({"having": []}, "abcdef"),
        ({"identifier": []}, "abcdef"),
        ({"genre": None}, "e"),
        ({"rating": None}, "e"),
        ({"started": None}, "ae"),
        ({"finished": None}, "acef"),
        ({"year": None}, "abcdef"),
        ({"without": "genres"}, "e"),
        ({"without": ["genres", "rating"]}, "e"),
        ({"having": {"started", "genres"}}, "bcdf"),
        ({"having": "started", "without": "finished"}, "cf"),
        ({"rating": [5, 1]}, "ad"),
        ({"rating": {0, 3}}, "ef"),
        ({"rating": [0, 3, 4]}, "bcef"),
        ({"rating": range(3, 5)}, "bcf"),
        ({"rating": [4], "or_not_rated": True}, "bce"),
        ({"rating": (4, None)}, "abc"),
        ({"rating": (None, 3)}, "df"),
        ({"started": [day(2), day(6)]}, "bf"),
        ({"identifier": ("isbn", "0-441-17271-7")}, "a"),
        ({"identifier": {"isbn": "9780441172719", "doi": "10.1/X"}}, "a"),
        ({"identifier": ("doi", "9780441172719")}, ""),
        ({"identifier": None}, "bcdef"),
        ({"genres_all": ["Fantasy", "Horror"]}, "a"),
        ({"genres_all": ["Fantasy", "nothing of that name"]}, ""),
        ({"genres_none": ["Fantasy", "Kids"]}, "ce"),
        ({"genres_none": ["nothing of that name"]}, "abcdef"),
        ({"genre": "Fantasy", "genres_none": ["Horror"]}, "bd"),
        ({"rating": 4}, "bc"),
        ({"rating": (3, 4)}, "bcf"),
        ({"rating": (4, 5), "or_not_rated": True}, "abce"),
        ({"rating": 1, "or_not_rated": False}, "d"),
        ({"rating": 0}, "e"),
        ({"rating": (0, 1)}, "de"),
        ({"favourite": True}, "af"),
        ({"favourite": False}, "bcde"),
        ({"status": "completed"}, "bd"),
        ({"status": bookworm.Status.ON_SHELF}, "ae"),
        ({"status": ["completed", bookworm.Status.IN_PROGRESS]}, "bcd"),
        ({"title_contains": "C"}, "c"),
        ({"author_contains": "zoe"}, "a"),
        ({"author_contains": "I"}, "cdf"),
        ({"created": (instant(2), instant(4))}, "bc"),
        ({"created": (None, instant(3))}, "ab"),
        ({"created": (instant(5), None)}, "ef"),
        ({"started": (day(3), day(4))}, "cd"),
        ({"started": (None, day(3))}, "bc"),
        ({"started": day(6)}, "f"),
        ({"finished": (day(3), None)}, "d"),
        ({"rating": (4, 5), "genre": "Fantasy", "favourite": False}, "b"),
    ],
)
def test_a_condition_finds_these_books(shelf: bookworm.Store, conditions: Any, found: str) -> None:
    query = shelf.books.where(**conditions)
    assert titles(query) == found
    assert len(query) == query.count() == len(found)
    assert bool(query) is bool(found)
    assert query.ids() == [book.id for book in query]


def test_genres_may_be_given_as_objects_ids_and_names_at_once(shelf: bookworm.Store) -> None:
    kids, horror = shelf.genres["Kids"], shelf.genres["Horror"]
    assert titles(shelf.books.where(genre=kids)) == "df"
    assert titles(shelf.books.where(genre=kids.id)) == "df"
    assert titles(shelf.books.where(genre=[kids, "horror", "nothing"])) == "acdf"
    assert titles(shelf.books.where(genres_all=[kids, "Fantasy"])) == "d"
    assert titles(shelf.books.where(genres_none=[kids, "Fantasy", horror.id])) == "e"


def test_conditions_one_after_the_other_must_all_hold(shelf: bookworm.Store) -> None:
    query = shelf.books.where(genre="Fantasy")
    assert titles(query.where(genre="Horror")) == "a"
    assert titles(query.where(rating=(4, 5)).where(author_contains="y")) == "b"
    assert titles(query) == "abd"
    with pytest.raises(bookworm.ArgumentError, match="rating already"):
        query.where(rating=4).where(rating=5)


def test_queries_are_combined(shelf: bookworm.Store) -> None:
    books = shelf.books
    fantasy, best = books.where(genre="Fantasy"), books.where(rating=(4, 5))
    assert titles(fantasy | best) == "abcd"
    assert titles(fantasy - best) == "d"
    assert titles(best - fantasy) == "c"
    assert titles((fantasy | best).where(favourite=False)) == "bcd"
    either = fantasy | best.where_not(genre="Horror")
    assert titles(either - books.where(title_contains="b")) == "ad"
    assert titles(books.where_not(genre="Fantasy", rating=(4, 5))) == "cdef"
    assert titles(books.where_not(genre=None).where_not(status="completed")) == "acf"
    assert titles(books.find("genre:kids") | books.find("rating:none sort:title")) == "def"
    assert titles(best.order_by("-title") | fantasy.order_by("rating")) == "dcba"
    assert len(fantasy | best) == 4
    assert (fantasy | best).ids() == [book.id for book in fantasy | best]
    assert repr(fantasy - best) == (
        f"<(books.where(genre='Fantasy') - books.where(rating=(4, 5))) of {shelf!r}>"
    )


def test_queries_of_two_stores_are_not_combined(shelf: bookworm.Store, tmp_path: Path) -> None:
    other = bookworm.open(tmp_path / "other.books")
    with other, pytest.raises(bookworm.ArgumentError, match="another"):
        shelf.books.all() | other.books.all()


def test_queries_within_queries_have_an_end(shelf: bookworm.Store) -> None:
    query = shelf.books.where(rating=5)
    with pytest.raises(bookworm.Error, match="deep|100"):
        for _ in range(101):
            query = shelf.books.where_not(rating=1) - query


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ((), "abcdef"),
        (("genre", "title"), "eabcdf"),
        (("-genre", "title"), "dfcabe"),
        (("price", "-title"), "fedcba"),
        (("year", "title"), "abcdef"),
        (("-title",), "fedcba"),
        (("author",), "fedcba"),
        (("rating",), "edfbca"),
        (("-rating",), "abcfde"),
        (("-rating", "-title"), "acbfde"),
        (("-favourite", "-created"), "faedcb"),
        (("status", "title"), "aecbdf"),
        (("started", "title"), "aebcdf"),
        (("-finished", "title"), "dbacef"),
        (("updated",), "abcdef"),
        (("series", "-title"), "fedcba"),
    ],
)
def test_books_come_in_the_order_asked_for(
    shelf: bookworm.Store, keys: tuple[str, ...], found: str
) -> None:
    assert titles(shelf.books.order_by(*keys)) == found


def test_slices_and_positions(shelf: bookworm.Store) -> None:
    query = shelf.books.all()
    assert titles(query[:2]) == "ab"
    assert titles(query[2:4]) == "cd"
    assert titles(query[4:]) == "ef"
    assert titles(query[:]) == "abcdef"
    assert titles(query[4:2]) == ""
    assert titles(query[9:]) == ""
    assert titles(query[1:5][1:3]) == "cd"
    assert titles(query[1:3][1:9]) == "c"
    assert titles(query[: 10**30]) == "abcdef"
    assert titles(query[10**30 :]) == ""
    assert query[3].title == "d"
    assert query[1:][1].title == "c"
    assert [len(query[:2]), len(query[5:9]), len(query[9:]), len(query[4:2])] == [2, 1, 0, 0]
    assert not query[9:]
    with pytest.raises(IndexError):
        query[6]
    with pytest.raises(IndexError):
        query[:2][2]


@pytest.mark.parametrize("place", [-1, slice(-1, None), slice(None, -1), slice(0, 4, 2)])
def test_what_a_slice_cannot_be_is_told(shelf: bookworm.Store, place: Any) -> None:
    with pytest.raises(bookworm.ArgumentError, match="negative|step"):
        shelf.books.all()[place]


@pytest.mark.parametrize("place", ["1", 1.5, None, slice("a", None)])
def test_a_position_of_another_type_is_a_type_error(shelf: bookworm.Store, place: Any) -> None:
    with pytest.raises(TypeError):
        shelf.books.all()[place]


@pytest.mark.parametrize(
    ("use", "kind", "message"),
    [
        (lambda q: q.where(gener="x"), TypeError, "did you mean 'genre'"),
        (lambda q: q.where(colour="x"), TypeError, "allowed: genre, genres_all"),
        (lambda q: q.order_by("raiting"), bookworm.ArgumentError, "did you mean 'rating'"),
        (lambda q: q.order_by("--title"), bookworm.ArgumentError, "unknown sort key"),
        (lambda q: q.order_by("prize"), bookworm.ArgumentError, "did you mean 'price'"),
        (lambda q: q.where(favourite=None), TypeError, "favourite must not be None"),
        (lambda q: q.where(title_contains=None), TypeError, "use without="),
        (lambda q: q.where(rating=True), TypeError, "rating"),
        (lambda q: q.where(rating=[(1, 2)]), TypeError, "not a list of ranges"),
        (lambda q: q.where(rating=[9]), ValueError, "9"),
        (lambda q: q.where(without="titel"), bookworm.ArgumentError, "did you mean 'title'"),
        (lambda q: q.where(without="title"), bookworm.ArgumentError, "title"),
        (lambda q: q.where(having=3), TypeError, "name of a field"),
        (lambda q: q.where(having=["year", 3]), TypeError, "name of a field"),
        (lambda q: q.where(year=[1965, None]), TypeError, "must not contain None"),
        (lambda q: q.where(finished={None}), TypeError, "must not contain None"),
        (lambda q: q.where(identifier=("isbn", " ")), ValueError, "visible"),
        (lambda q: q.where_not(gener="x"), TypeError, "did you mean 'genre'"),
        (lambda q: q[:3].where_not(rating=3), bookworm.ArgumentError, "slice last"),
        (lambda q: q[:3] | q, bookworm.ArgumentError, "slice last"),
        (lambda q: q - q[1:], bookworm.ArgumentError, "slice last"),
        (lambda q: q | 3, TypeError, "unsupported operand"),
        (lambda q: q.order_by(3), TypeError, "must be a str"),
        (lambda q: q.order_by("title", "-title"), bookworm.ArgumentError, "title"),
        (lambda q: q.order_by(["title"]), TypeError, "must be a str"),
        (lambda q: q.where(rating=6), ValueError, "6"),
        (lambda q: q.where(rating=-1), ValueError, "-1"),
        (lambda q: q.where(rating=(5, 4)), ValueError, "5"),
        (lambda q: q.where(rating=(1, 2, 3)), TypeError, "pair"),
        (lambda q: q.where(rating="4"), TypeError, "rating"),
        (lambda q: q.where(or_not_rated=True), TypeError, "together with rating"),
        (lambda q: q.where(favourite="yes"), TypeError, "favourite"),
        (lambda q: q.where(status="done"), ValueError, "on-shelf"),
        (lambda q: q.where(title_contains=3), TypeError, "title_contains"),
        (lambda q: q.where(title_contains="\ud800"), ValueError, "title_contains"),
        (lambda q: q.where(title_contains="a\0"), ValueError, "NUL"),
        (lambda q: q.where(created=instant(1)), TypeError, "pair"),
        (lambda q: q.where(created=(datetime.datetime(2024, 1, 1), None)), ValueError, "time zone"),
        (lambda q: q.where(created=(instant(2), instant(1))), ValueError, "later"),
        (lambda q: q.where(started=(day(2), day(1))), ValueError, "later"),
        (lambda q: q.where(started="2024-01-01"), TypeError, "started"),
        (lambda q: q.where(genre=b"x"), TypeError, "genre"),
        (lambda q: q.where(genre=1.5), TypeError, "genre must be a Genre, a name or an id"),
        (lambda q: q.where(genres_none=1.5), TypeError, "genres_none must be"),
        (lambda q: q.where(status=3), TypeError, "status must be"),
        (lambda q: q.columns(["title"]), TypeError, 'columns."title", "rating".*not list'),
        (lambda q: q.page(2, 3), TypeError, "after must be a str"),
        (lambda q: q[:3].where(rating=3), bookworm.ArgumentError, "slice last"),
        (lambda q: q[1:].order_by("title"), bookworm.ArgumentError, "slice last"),
        (lambda q: q.where(genre=" "), ValueError, "visible"),
        (lambda q: q.columns("prize"), bookworm.ArgumentError, "no column 'prize'"),
        (lambda q: q.page(0), bookworm.ArgumentError, "1 book or more"),
        (lambda q: q.page(2, "no cursor"), ValueError, "cursor"),
        (lambda q: q[1:].page(2), bookworm.ArgumentError, "slice"),
        (lambda q: q[:3].delete(), bookworm.ArgumentError, "slice"),
        (lambda q: q[1:].rate(3), bookworm.ArgumentError, "slice"),
    ],
)
def test_a_mistake_is_told_clearly(
    shelf: bookworm.Store, use: Callable[[Any], Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message) as caught:
        use(shelf.books.all())
    assert isinstance(caught.value, (bookworm.Error, TypeError))


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        ({"rating": 7}, "rating is 7; it must be"),
        ({"rating": (1, 9)}, "rating is 9; it must be"),
        ({"rating": (5, 2)}, "rating: 5 is above 2"),
        ({"started": (day(2), day(1))}, f"started: {day(2)} is later than {day(1)}"),
        ({"finished": (day(2), day(1))}, f"finished: {day(2)} is later than {day(1)}"),
        ({"created": (instant(2), instant(1))}, f"created: {instant(2)} is later than"),
        ({"genre": "a\0"}, "genre holds a NUL"),
        ({"genre": "\ud800"}, "genre holds a lone surrogate"),
        ({"genres_all": ["a", " "]}, "genres_all must contain a visible character"),
        ({"genres_none": "x" * 20_000}, "genres_none has 20000 bytes"),
        ({"title_contains": "a\0"}, "title_contains holds a NUL"),
        ({"author_contains": "a\0"}, "author_contains holds a NUL"),
    ],
)
def test_a_bad_condition_is_told_by_its_keyword(
    shelf: bookworm.Store, conditions: Any, message: str
) -> None:
    with pytest.raises(bookworm.Error) as caught:
        shelf.books.where(**conditions)
    assert caught.value.field == next(iter(conditions))
    assert caught.value.message.startswith(message)
    assert str(caught.value) == caught.value.args[0]


def test_a_bad_cursor_is_told_by_its_keyword(shelf: bookworm.Store) -> None:
    with pytest.raises(bookworm.CursorError) as caught:
        shelf.books.all().page(2, after="no cursor")
    assert caught.value.field == "after"
    assert len(shelf.books) == 6


def test_a_query_is_read_anew_at_each_use(shelf: bookworm.Store) -> None:
    query = shelf.books.where(rating=4)
    assert titles(query) == "bc"
    shelf.books.where(title_contains="b").delete()
    assert titles(query) == "c"
    first = query.first()
    assert first is not None
    first.rating = 2
    assert query.first() is None
    assert first not in query
    assert first in shelf.books.all()


def test_a_repr_says_what_is_asked_for(shelf: bookworm.Store) -> None:
    query = shelf.books.where(genre="Kids", rating=4).order_by("-title")[5:7]
    told = "<books.where(genre='Kids', rating=4).order_by('-title')[5:7] of <store "
    assert repr(query).startswith(told)


def test_columns_are_lists_of_plain_values(shelf: bookworm.Store) -> None:
    columns = shelf.books.order_by("-title").columns("title", "rating", "started", "genres")
    assert columns["title"] == list("fedcba")
    assert columns["rating"] == [3, 0, 1, 4, 4, 5]
    assert columns["started"] == [day(6), None, day(4), day(3), day(2), None]
    kids, fantasy, horror = (shelf.genres[name].id for name in ("Kids", "Fantasy", "Horror"))
    assert columns["genres"] == [
        [kids], [], [kids, fantasy], [horror], [fantasy], [fantasy, horror],
    ]  # fmt: skip
    assert shelf.books.order_by("-title").columns("genre_names")["genre_names"] == [
        ["Kids"], [], ["Kids", "Fantasy"], ["Horror"], ["Fantasy"], ["Fantasy", "Horror"],
    ]  # fmt: skip
    assert shelf.books.all().columns() == {}
    assert shelf.books.where(genre="no").columns("title", "genres") == {"title": [], "genres": []}


@pytest.mark.parametrize("keys", [(), ("-rating",), ("started", "-author"), ("series",)])
def test_pages_hold_every_book_once_in_order(shelf: bookworm.Store, keys: tuple[str, ...]) -> None:
    query = shelf.books.order_by(*keys)
    for size in (1, 2, 3, 5, 6, 7):
        pages = list(query.pages(size))
        assert titles(book for page in pages for book in page.books) == titles(query)
        assert [len(page.books) for page in pages[:-1]] == [size] * (len(pages) - 1)
        assert pages[-1].cursor is None


def test_a_page_goes_on_after_its_cursor_whatever_happened_before_it(
    shelf: bookworm.Store,
) -> None:
    query = shelf.books.order_by("title")
    page = query.page(2)
    assert titles(page.books) == "ab"
    shelf.books.create("a a", "New")
    shelf.books.where(title_contains="b").delete()
    assert titles(query.page(2, page.cursor).books) == "cd"
    assert titles(book for page in query.pages(3, page.cursor) for book in page.books) == "cdef"
    with pytest.raises(bookworm.CursorError):
        shelf.books.order_by("-rating").page(2, page.cursor)


def test_no_page_comes_of_no_books(store: bookworm.Store) -> None:
    assert store.books.all().page(5) == ([], None, None)
    assert list(store.books.all().pages(5)) == []


def test_all_that_match_are_deleted_rated_or_given_a_genre(shelf: bookworm.Store) -> None:
    assert shelf.books.where(genre="Fantasy").rate(2) == 3
    assert titles(shelf.books.where(rating=2)) == "abd"
    assert shelf.books.where(rating=2).add_genre("Mine") == 3
    assert shelf.books.where(rating=2).add_genre(shelf.genres["mine"]) == 0
    assert shelf.books.all().add_genre(shelf.genres["Kids"].id) == 4
    assert titles(shelf.books.where(genre="Mine")) == "abd"
    assert shelf.books.where(genre="Mine").delete() == 3
    assert titles(shelf.books) == "cef"
    assert shelf.books.where(genre="Mine").delete() == 0


def test_a_step_that_fails_leaves_everything(shelf: bookworm.Store) -> None:
    with pytest.raises(bookworm.NotFoundError):
        shelf.books.all().add_genre(99)
    with pytest.raises(bookworm.InvalidError):
        shelf.books.all().rate(6)
    assert titles(shelf.books.where(rating=(4, 5))) == "abc"


def test_thousands_of_books_stream_in_order(store: bookworm.Store) -> None:
    names = [f"Book {number:05}" for number in range(10_000)]
    store.books.create_many(title=names, author=["A"] * len(names))
    assert [book.title for book in store.books] == names
    assert [book.title for book in store.books.order_by("-title")[100:9_000]] == (
        names[::-1][100:9_000]
    )
    assert len(store.books) == 10_000


def test_a_stream_sees_one_state_while_the_loop_writes(store: bookworm.Store) -> None:
    store.books.create_many(title=[f"Book {n}" for n in range(1000)], author=["A"] * 1000)
    seen = 0
    for book in store.books.where(rating=0):
        book.rating = 5
        if book.id % 2:
            book.delete()
        seen += 1
    assert seen == 1000
    assert len(store.books.where(rating=5)) == len(store.books) == 500


def test_an_abandoned_stream_does_no_harm(store: bookworm.Store) -> None:
    store.books.create_many(title=["T"] * 1000, author=["A"] * 1000)
    for _ in range(300):
        assert next(iter(store.books)).title == "T"
    iterator = iter(store.books)
    next(iterator)
    store.books.all().delete()
    assert len(list(iterator)) == 999
    del iterator
    assert len(store.books) == 0


def test_long_texts_stream_in_smaller_pieces(store: bookworm.Store) -> None:
    review = "x" * 300_000
    store.books.create_many(title=["T"] * 200, author=["A"] * 200, review=[review] * 200)
    assert sum(len(book.review or "") for book in store.books) == 200 * 300_000


def test_the_help_names_every_key_and_condition() -> None:
    order, where = str(bookworm.Query.order_by.__doc__), str(bookworm.Query.where.__doc__)
    assert [key for key in _KEYS if not re.search(rf"\b{key}\b", order)] == []
    assert [name for name in _CONDITIONS if not re.search(rf"\b{name}\b", where)] == []
