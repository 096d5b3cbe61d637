"""Tests imports: which book a row means, which values are applied, and that repeating changes
nothing.
"""

from __future__ import annotations

import datetime
import re
import uuid
from typing import Any

import pytest
from hypothesis import given, strategies as st

import bookworm

DUNE: dict[str, Any] = {
    "source_id": "17",
    "title": "Dune",
    "author": "Frank Herbert",
    "rating": 4,
    "year": 1965,
    "genres": ["Science Fiction"],
    "identifiers": {"isbn": "0-441-17271-7"},
}
EMMA: dict[str, Any] = {"source_id": "18", "title": "Emma", "author": "Jane Austen"}


def outcomes(rows: bookworm.Imported) -> list[str]:
    return [row.outcome for row in rows]


def test_each_row_creates_a_book_once(store: bookworm.Store) -> None:
    made = store.books.import_from("shop", [DUNE, EMMA])
    assert [tuple(row) for row in made] == [
        ("created", 1, frozenset(), frozenset(), None),
        ("created", 2, frozenset(), frozenset(), None),
    ]
    assert repr(made) == "<Imported: 2 created>"
    assert made[-1] == made[1]
    assert made[:1] == [made[0]]
    assert len(made) == 2
    with pytest.raises(IndexError):
        made[2]
    book = store.books[1]
    assert (book.title, book.rating, book.year) == ("Dune", 4, 1965)
    assert book.genres.names() == ["Science Fiction"]
    assert book.identifiers == (("isbn", "0-441-17271-7"),)
    [source] = book.sources
    assert source[:3] == ("shop", "17", None)
    age = datetime.datetime.now(datetime.timezone.utc) - source.imported
    assert datetime.timedelta(0) <= age < datetime.timedelta(minutes=1)
    assert store.undo_count == 1
    assert store.undo_name == "Import from shop"
    again = store.books.import_from("shop", [DUNE, EMMA])
    assert outcomes(again) == ["unchanged"] * 2
    assert again.counts["unchanged"] == 2
    assert store.undo_count == 1  # nothing was written, so no step exists
    store.undo()
    assert len(store.books) == 0
    assert list(store.genres) == []
    assert store.check() == []
    store.redo()
    assert outcomes(store.books.import_from("shop", [DUNE, EMMA])) == ["unchanged"] * 2


def test_what_was_changed_here_stays_and_what_has_changed_there_comes(
    store: bookworm.Store,
) -> None:
    store.books.import_from("shop", [DUNE])
    book = store.books[1]
    book.update(title="Dune (mine)", rating=5)
    book.genres.set(["Favourites", "Science Fiction"])
    book.identifiers = (*book.identifiers, ("doi", "10/1"))
    there = {**DUNE, "title": "DUNE", "rating": 5, "year": 1966, "genres": ["Space"]}
    there["identifiers"] = {"isbn": "9780441172719", "asin": "B00B7NPRY8"}
    [row] = store.books.import_from("shop", [there])
    assert row.outcome == "updated"
    assert row.book_id == 1
    assert row.changed == {"year", "genres", "identifiers"}
    assert row.kept == {"title"}
    book = store.books[1]
    assert (book.title, book.rating, book.year) == ("Dune (mine)", 5, 1966)
    assert book.genres.names() == ["Favourites", "Space"]
    assert book.identifiers == (
        ("isbn", "0-441-17271-7"), ("doi", "10/1"), ("asin", "B00B7NPRY8"),
    )  # fmt: skip
    for _ in range(2):  # differences are reported as long as they exist
        [row] = store.books.import_from("shop", [there])
        assert row.outcome == "unchanged"
        assert not row.changed
        assert row.kept == {"title"}
    store.undo()
    assert store.books[1].year == 1965
    [row] = store.books.import_from("shop", [there])
    assert row.outcome == "updated"


def test_what_the_source_has_no_more_goes_and_of_what_it_does_not_speak_stays(
    store: bookworm.Store,
) -> None:
    store.books.import_from("shop", [DUNE])
    [row] = store.books.import_from("shop", [{"source_id": "17", "year": None, "rating": None}])
    assert row.changed == {"year", "rating"}
    book = store.books[1]
    assert (book.title, book.year, book.rating) == ("Dune", None, 0)
    assert book.genres.names() == ["Science Fiction"]
    [row] = store.books.import_from("shop", [{**DUNE, "year": None, "rating": None}])
    assert row.outcome == "unchanged"  # the differences of the other books are still known


def test_a_row_that_lacks_a_field_leaves_it_as_it_is(store: bookworm.Store) -> None:
    full = {"notes": "n", "price": bookworm.Price(999, "EUR"), "raw": "r", **DUNE}
    store.books.import_from("shop", [full, {**full, **EMMA, "identifiers": {"isbn": "1"}}])
    rows: list[dict[str, Any]] = [
        {"source_id": "17", "rating": 3, "notes": None},
        {"source_id": "18", "genres": ["Romance"], "identifiers": {}, "price": None, "raw": None},
        {"source_id": "19", "title": "Momo", "author": "Michael Ende"},
    ]
    done = store.books.import_from("shop", rows)
    assert [row.changed for row in done] == [
        {"rating", "notes"}, {"genres", "identifiers", "price"}, frozenset(),
    ]  # fmt: skip
    dune, emma, _ = (store.books[row] for row in (1, 2, 3))
    assert (dune.rating, dune.notes, dune.year) == (3, None, 1965)
    assert dune.price == bookworm.Price(999, "EUR")
    assert dune.genres.names() == ["Science Fiction"]
    assert dune.identifiers == (("isbn", "0-441-17271-7"),)
    assert dune.sources[0].raw == "r"
    assert (emma.rating, emma.notes, emma.price, emma.identifiers) == (4, "n", None, ())
    assert emma.genres.names() == ["Romance"]
    assert emma.sources[0].raw is None
    assert store.books.import_from("shop", rows).counts["unchanged"] == 3
    with pytest.raises(bookworm.InvalidError, match="source_id"):
        store.books.import_from("shop", [DUNE, {"title": "x"}])
    with pytest.raises(bookworm.InvalidError, match="title"):
        store.books.import_from("shop", [DUNE, {"source_id": "20"}])


def test_what_a_book_had_before_the_source_gave_it_stays(store: bookworm.Store) -> None:
    mine = {name: DUNE[name] for name in ("title", "author", "year", "genres", "identifiers")}
    book = store.books.create(**mine)
    [row] = store.books.import_from("shop", [{**DUNE, "genres": ["Science Fiction", "Space"]}])
    assert row.outcome == "merged"
    assert row.changed == {"rating", "genres"}
    nothing: dict[str, Any] = {"year": None, "rating": None, "genres": [], "identifiers": {}}
    [row] = store.books.import_from("shop", [{**DUNE, **nothing}])
    assert row.changed == {"rating", "genres"}
    assert row.kept == {"year"}
    book = store.books[book.id]
    assert (book.year, book.rating) == (1965, 0)
    assert book.genres.names() == ["Science Fiction"]
    assert book.identifiers == (("isbn", "0-441-17271-7"),)
    # A value that the reader set before the source did is kept too.
    book.update(rating=3, title="DUNE")
    store.books.import_from("shop", [{**DUNE, "title": "DUNE", "rating": 3}])
    [row] = store.books.import_from("shop", [{**DUNE, "title": "Dune 2", "rating": 4}])
    assert row.kept == {"title", "rating"}
    assert (store.books[book.id].title, store.books[book.id].rating) == ("DUNE", 3)
    # A genre that was removed stays removed, even if the reader had added it before.
    book.genres.clear()
    store.books.import_from("shop", [{**DUNE, "year": 1}])
    [row] = store.books.import_from("shop", [{**DUNE, "genres": ["Science Fiction", "x"]}])
    assert store.books[book.id].genres.names() == ["x"]
    assert store.check() == []


def test_what_another_source_still_gives_stays(store: bookworm.Store) -> None:
    for source in ("shop", "library"):
        store.books.import_from(source, [DUNE])
    bare = {**DUNE, "genres": [], "identifiers": {}}
    assert outcomes(store.books.import_from("shop", [bare])) == ["unchanged"]
    assert store.books[1].genres.names() == ["Science Fiction"]
    [row] = store.books.import_from("library", [bare])
    assert row.changed == {"genres", "identifiers"}
    assert store.books[1].identifiers == ()


@pytest.mark.parametrize("turn", [1, -1])
def test_it_does_not_matter_in_which_order_rows_come(store: bookworm.Store, turn: int) -> None:
    for title, isbn in (("a", "9780441172719"), ("b", "9780340960196")):
        store.books.create(title, title, identifiers={"isbn": isbn})
    one = {**EMMA, "source_id": "1", "identifiers": {"isbn": "9780441172719"}}
    both = {**EMMA, "identifiers": [("isbn", "9780441172719"), ("isbn", "9780340960196")]}
    done = store.books.import_from("shop", [one, both][::turn], skip_refused=True)
    assert outcomes(done)[::turn] == ["merged", "refused"]
    # Two rows of a source that mean one book here, because their books were merged.
    rows: list[dict[str, Any]] = [
        {**DUNE, "source_id": "x", "genres": ["A"], "identifiers": {"doi": "1"}},
        {**DUNE, "source_id": "y", "genres": ["B"], "identifiers": {"doi": "2"}},
    ]
    store.books.import_from("two", rows, identity="source id")
    book = store.books.with_source("two", "x")
    book.merge(store.books.with_source("two", "y"))
    rows[0].update(genres=[], identifiers={})
    rows[1].update(genres=["A"], identifiers={"doi": "1"})
    store.books.import_from("two", rows[::turn])
    book = store.books[book.id]
    assert (book.genres.names(), book.identifiers) == (["A"], (("doi", "1"),))


def test_identifiers_of_a_spreadsheet_are_read(store: bookworm.Store) -> None:
    cells = [("isbn", '="0441172717"'), ("isbn13", ' ="9780441172719"\t\n'), ("asin", '=""')]
    store.books.import_from("goodreads", [{**DUNE, "identifiers": [*cells, ("doi", " ")]}])
    assert store.books[1].identifiers == (("isbn", "0441172717"), ("isbn13", "9780441172719"))
    assert outcomes(store.books.import_from("goodreads", [{**DUNE, "identifiers": cells}])) == [
        "unchanged"
    ]
    assert outcomes(store.books.import_from("shop", [DUNE])) == ["merged"]
    empty = {**EMMA, "identifiers": {"isbn": '=""', "isbn13": ""}}
    store.books.import_from("goodreads", [empty])
    assert store.books.with_source("goodreads", "18").identifiers == ()


def test_a_book_is_found_by_its_source_s_id(store: bookworm.Store) -> None:
    store.books.import_from("shop", [DUNE, EMMA])
    assert store.books.with_source("shop", "18").title == "Emma"
    store.books[1].merge(store.books[2])
    assert store.books.with_source("shop", "18").id == 1
    for source, source_id in (("shop", "19"), ("Shop", "18"), ("shop", "018")):
        with pytest.raises(bookworm.NotFoundError):
            store.books.with_source(source, source_id)
    store.books.delete(1)
    with pytest.raises(bookworm.NotFoundError) as missing:
        store.books.with_source("shop", "17")
    assert missing.value.field == "source_id"
    with pytest.raises(bookworm.InvalidError):
        store.books.with_source("shop", "")
    with pytest.raises(TypeError):
        store.books.with_source("shop", 17)  # type: ignore[arg-type]


def test_a_row_is_the_book_with_its_identifier_or_its_title_and_author(
    store: bookworm.Store,
) -> None:
    dune = store.books.create("Duna", "F. Herbert", identifiers={"isbn": "9780441172719"})
    emma = store.books.create("EMMA", "jane austen", notes="mine")
    rows = store.books.import_from("shop", [DUNE, {**EMMA, "notes": "theirs", "year": 1815}])
    assert outcomes(rows) == ["merged", "merged"]
    assert [row.book_id for row in rows] == [dune.id, emma.id]
    assert rows[0].changed == {"rating", "year", "genres"}
    assert rows[0].kept == {"title", "author"}
    assert rows[1].changed == {"year"}
    assert rows[1].kept == {"title", "author", "notes"}
    assert store.books[emma.id].notes == "mine"
    assert store.books[emma.id].year == 1815
    # Two ids of one source always mean two books.
    rows = store.books.import_from("shop", [{**EMMA, "source_id": "19"}])
    assert outcomes(rows) == ["created"]


@pytest.mark.parametrize(
    ("identity", "row"),
    [
        ("identifiers", EMMA),
        ("source id", DUNE),
        ("source id", EMMA),
        ("title and author", {**EMMA, "author": "Somebody Else"}),
        # Another edition: both have a value of one scheme, and the values differ.
        ("title and author", {**DUNE, "identifiers": {"isbn": "9780340960196"}}),
        ("title and author", {**DUNE, "title": "Twins", "identifiers": None}),
    ],
)
def test_it_is_never_a_guess(store: bookworm.Store, identity: str, row: dict[str, Any]) -> None:
    store.books.create("Dune", "Frank Herbert", identifiers={"ISBN-13": "9780441172719"})
    store.books.create("Emma", "Jane Austen")
    for _ in range(2):
        store.books.create("Twins", "Frank Herbert")
    assert outcomes(store.books.import_from("shop", [row], identity=identity)) == ["created"]


def test_identifiers_of_several_books_are_refused(store: bookworm.Store) -> None:
    for title in "ab":
        store.books.create(title, title, identifiers={"isbn": "9780441172719"})
    with pytest.raises(bookworm.ExistsError, match="the books 1 and 2") as refused:
        store.books.import_from("shop", [EMMA, DUNE])
    assert refused.value.row == 1
    assert refused.value.field == "identifiers"
    with pytest.raises(bookworm.ExistsError):
        store.books.find_or_create("x", "y", identifiers={"isbn": "9780441172719"})


@pytest.mark.parametrize("isbn", ["ISBN unknown", "0", "978-0-00", "9780441172710", "0441172710"])
def test_what_is_no_isbn_identifies_no_book(store: bookworm.Store, isbn: str) -> None:
    books = store.books
    trial = books.create("The Trial", "Kafka", identifiers={"isbn": isbn, "doi": "1"})
    emma = {**EMMA, "identifiers": {"isbn-13": isbn}}
    [row] = books.import_from("shop", [emma])
    assert (row.outcome, row.book_id) == ("created", 2)
    assert books.find_or_create("Ulysses", "Joyce", identifiers={"isbn": isbn}).id == 3
    assert books.duplicates() == []
    # Nor does such a text separate two books with the same title and author.
    right = {"isbn": "9780805209990"}
    assert books.find_or_create("The Trial", "Kafka", identifiers=right) == trial
    [row] = books.import_from("library", [{**emma, "identifiers": DUNE["identifiers"]}])
    assert (row.outcome, row.book_id) == ("merged", 2)
    # The text is stored and can be found, and other schemes keep their own texts.
    assert books[1].identifiers == (("isbn", isbn), ("doi", "1"))
    assert len(books.where(identifier=("isbn", isbn))) == 3
    assert books.find_or_create("x", "y", identifiers={"isbn": isbn, "doi": "1"}) == trial


def test_an_id_that_comes_twice_is_named_with_the_row_before(store: bookworm.Store) -> None:
    store.books.import_from("shop", [DUNE])
    for rows in ([EMMA, DUNE, DUNE], [DUNE, EMMA, DUNE], [EMMA, {**DUNE, "source_id": "18"}]):
        last = rows[-1]["source_id"]
        before = next(n for n, row in enumerate(rows) if row["source_id"] == last)
        message = f'source_id "{last}" has come before, in row {before}'
        with pytest.raises(bookworm.InvalidError, match=message) as refused:
            store.books.import_from("shop", rows)
        assert (refused.value.row, refused.value.field) == (len(rows) - 1, "source_id")


def test_which_of_two_rows_is_the_book_that_both_mean_is_no_guess(store: bookworm.Store) -> None:
    for book in (DUNE, EMMA):
        store.books.create(book["title"], book["author"], identifiers=book.get("identifiers"))
    for book in (DUNE, EMMA):
        with pytest.raises(bookworm.ExistsError, match="another row matches the book") as refused:
            store.books.import_from("shop", [book, {**book, "source_id": "other"}])
        assert (refused.value.row, refused.value.field) == (1, "source_id")
        sentence = bookworm.presentation.error_text(refused.value, "de", label=False)
        assert sentence == "Eine andere Zeile meint dasselbe Buch."
    rows = store.books.import_from(
        "shop", [EMMA, {**EMMA, "source_id": "other"}], skip_refused=True
    )
    assert outcomes(rows) == ["merged", "refused"]
    # Now that the first is known, the second is another book.
    rows = store.books.import_from("shop", [EMMA, {**EMMA, "source_id": "other"}])
    assert outcomes(rows) == ["unchanged", "created"]


def test_a_row_is_the_book_with_its_global_id(store: bookworm.Store) -> None:
    first, second = (store.books.create("Emma", "Jane Austen", rating=3) for _ in range(2))
    new = uuid.uuid4()
    rows: list[dict[str, Any]] = [
        {"source_id": "1", "title": "Emma", "author": "Jane Austen", "global_id": second.global_id},
        {"source_id": "2", "title": "Emma", "author": "Jane Austen", "global_id": new},
        {"source_id": "3", "title": "Momo", "author": "Michael Ende"},
        {"source_id": "4", "title": "Em", "author": "J. A.", "global_id": str(first.global_id)},
    ]
    done = store.books.import_from("own", rows)
    assert [row.outcome for row in done] == ["unchanged", "created", "created", "merged"]
    assert (done[0].book_id, done[3].book_id) == (second.id, first.id)
    assert store.books.with_global_id(new).id == done[1].book_id
    assert done[3].kept == {"title", "author"}
    assert second.sources == ()
    again = store.books.import_from("own", rows)
    assert again.counts["unchanged"] == 4
    names = ("source_id", "title", "author", "global_id")
    columns: dict[str, Any] = {name: [row.get(name) for row in rows] for name in names}
    assert store.books.import_from("own", **columns).counts["unchanged"] == 4


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ("12", bookworm.InvalidError),
        ("00000000-0000-0000-0000-000000000000", bookworm.InvalidError),
        (12, TypeError),
    ],
)
def test_what_is_no_global_id_is_refused(
    store: bookworm.Store, given: Any, kind: type[Exception]
) -> None:
    rows = [
        {"source_id": "1", "title": "Emma", "author": "Jane Austen", "global_id": uuid.uuid4()},
        {"source_id": "2", "title": "Momo", "author": "Michael Ende", "global_id": given},
    ]
    with pytest.raises(kind) as caught:
        store.books.import_from("own", rows)
    assert isinstance(caught.value, bookworm.Error)
    assert (caught.value.field, caught.value.row) == ("global_id", 1)
    done = store.books.import_from("own", rows, skip_refused=True)
    assert [row.outcome for row in done] == ["created", "refused"]
    with pytest.raises(bookworm.ArgumentError, match="global_id"):
        store.books.create_many(title=["A"], author=["B"], global_id=[uuid.uuid4()])


def test_a_frame_has_global_ids_as_texts(store: bookworm.Store) -> None:
    pa: Any = pytest.importorskip("pyarrow")
    book = store.books.create("Emma", "Jane Austen")
    table = {"source_id": ["1"], "title": ["Emma, again"], "author": ["Jane Austen"]}
    frame = pa.table({**table, "global_id": [str(book.global_id)]})
    assert [row.book_id for row in store.books.import_from("own", frame)] == [book.id]
    with pytest.raises(bookworm.InvalidError, match="not a UUID"):
        store.books.import_from("own", pa.table({**table, "global_id": ["12"]}))


def test_a_deleted_book_does_not_come_back_by_itself(store: bookworm.Store) -> None:
    store.books.import_from("shop", [DUNE, EMMA])
    store.books.delete(1)
    rows = store.books.import_from("shop", [{**DUNE, "year": 1}, EMMA])
    assert outcomes(rows) == ["deleted", "unchanged"]
    assert rows[0].book_id == 1
    assert len(store.books) == 1
    assert store.check() == []
    rows = store.books.import_from("shop", [DUNE], recreate_deleted=True)
    assert outcomes(rows) == ["created"]
    assert rows[0].book_id == 3
    assert [source.source_id for source in store.books[3].sources] == ["17"]
    store.undo()
    assert outcomes(store.books.import_from("shop", [DUNE])) == ["deleted"]
    store.books.import_from("shop", [DUNE], recreate_deleted=True)
    store.books.delete(2)
    store.undo()
    assert outcomes(store.books.import_from("shop", [DUNE, EMMA])) == ["unchanged"] * 2


def test_a_genre_that_was_taken_off_or_renamed_here_does_not_come_back(
    store: bookworm.Store,
) -> None:
    store.books.import_from("shop", [DUNE, {**EMMA, "genres": ["Romance"]}])
    store.genres["Romance"].name = "Love"
    store.books[1].genres.clear()
    rows = [{**DUNE, "year": 1}, {**EMMA, "genres": ["Romance", "Classics"]}]
    store.books.import_from("shop", rows)
    assert store.books[1].genres.names() == []
    assert store.books[2].genres.names() == ["Love", "Classics"]


def test_a_dry_run_says_the_same_and_writes_nothing(store: bookworm.Store) -> None:
    store.books.import_from("shop", [DUNE])
    before = store.undo_count, len(store.genres)
    rows = [{**DUNE, "year": 1, "genres": ["New"]}, EMMA, {**EMMA, "source_id": "", "year": 3}]
    tried = store.books.import_from("shop", rows, dry_run=True, skip_refused=True)
    assert (store.undo_count, len(store.genres)) == before
    assert store.books[1].year == 1965
    assert len(store.books) == 1
    assert tried[1] == ("created", None, frozenset(), frozenset(), None)
    with store.transaction() as transaction:
        transaction.books.create("Emma", "Jane Austen")
        inside = transaction.books.import_from("shop", rows, dry_run=True, skip_refused=True)
        assert outcomes(inside) == ["updated", "merged", "refused"]
        assert len(transaction.books) == 2
        transaction.rollback()
    done = store.books.import_from("shop", rows, skip_refused=True)
    assert outcomes(done) == outcomes(tried) == ["updated", "created", "refused"]
    assert [row.changed for row in done] == [row.changed for row in tried]


def test_rows_that_are_refused_are_passed_over_on_request(store: bookworm.Store) -> None:
    rows: list[dict[str, Any]] = [
        {**EMMA, "rating": 6},
        {**EMMA, "title": None},
        EMMA,
        EMMA,
        {**DUNE, "source_id": None},
        {**DUNE, "genres": [" "]},
        {**DUNE, "source_id": "x" * 1025},
    ]
    with pytest.raises(bookworm.InvalidError, match="rating is 6") as refused:
        store.books.import_from("shop", rows)
    assert refused.value.row == 0
    assert len(store.books) == 0
    done = store.books.import_from("shop", rows, skip_refused=True)
    assert done.counts["refused"] == 6
    assert done[2].outcome == "created"
    assert len(store.books) == 1
    errors = [row.error for row in done if row.error is not None]
    assert [(error.field, error.row) for error in errors] == [
        ("rating", 0), ("title", 1), ("source_id", 3), ("source_id", 4), ("genres", 5),
        ("source_id", 6),
    ]  # fmt: skip
    assert isinstance(errors[0], bookworm.InvalidError)
    assert isinstance(errors[-1], bookworm.TooLargeError)
    assert "come before" in str(errors[2])
    store.undo()
    assert len(store.books) == 0


def test_values_of_a_wrong_type_are_refused_as_others_are(store: bookworm.Store) -> None:
    rows: list[Any] = [
        {**DUNE, "rating": "five"},
        EMMA,
        {**DUNE, "rating": 6},
        {**DUNE, "started": "soon"},
        "no row",
        {**DUNE, "genres": "Science Fiction"},
        {**DUNE, "raw": 3},
        {**DUNE, "title": "a\ud800"},
        {**DUNE, "year": 2**40},
        {**DUNE, "identifiers": {"isbn": None}},
        DUNE,
    ]
    with pytest.raises(bookworm.Error) as first:
        store.books.import_from("shop", rows[:4])
    assert first.value.row == 0
    done = store.books.import_from("shop", rows, skip_refused=True)
    assert done.counts == {
        "created": 2, "updated": 0, "unchanged": 0, "merged": 0, "deleted": 0, "refused": 9,
    }  # fmt: skip
    assert [done[1].book_id, done[10].book_id] == [1, 2]
    errors = [row.error for row in done if row.error is not None]
    assert [(error.row, error.field) for error in errors] == [
        (0, "rating"), (2, "rating"), (3, "started"), (4, "rows"), (5, "genres"), (6, "raw"),
        (7, "title"), (8, "year"), (9, "identifiers"),
    ]  # fmt: skip
    assert not any(str(error).startswith("row ") for error in errors)
    assert isinstance(errors[1], bookworm.InvalidError)
    assert isinstance(errors[0], TypeError)
    refused = store.books.import_from("shop", ["x"], skip_refused=True)  # type: ignore[list-item]
    assert outcomes(refused) == ["refused"]
    columns: dict[str, Any] = {"source_id": ["1", 2], "title": ["a", "b"], "author": ["a", "b"]}
    assert outcomes(store.books.import_from("shop", **columns, skip_refused=True)) == [
        "created", "refused",
    ]  # fmt: skip
    with pytest.raises(TypeError, match="no field 'colour'"):
        store.books.import_from("shop", [{**DUNE, "colour": "red"}], skip_refused=True)


TYPED: dict[str, str] = {
    "source_id": " 17 ",
    "raw": " row ",
    "title": " Der Wüstenplanet ",
    "contributors": "Frank Herbert = Herbert, Frank; Ronald Hahn (Übersetzer)",
    "rating": "★★★★",
    "favourite": "ja",
    "status": "Gelesen",
    "finished": "5.3.2024",
    "created": "2024-01-02T03:04Z",
    "series_number": "1,5",
    "pages": "1.024",
    "language": "Deutsch",
    "genres": 'Klassiker, "Rock, Pop"',
    "identifiers": '="9780441172719"',
    "price": "12,99 €",
    "notes": "",
}


def test_typed_texts_are_values_of_a_language(store: bookworm.Store) -> None:
    [row] = store.books.import_from("shop", [TYPED], typed_in="de")
    assert row.outcome == "created"
    book = store.books[1]
    assert book.sources[0][:3] == ("shop", " 17 ", " row ")
    assert (
        book.as_dict().items()
        >= {
            "title": "Der Wüstenplanet",
            "author": "Frank Herbert",
            "rating": 4,
            "favourite": True,
            "status": "completed",
            "finished": datetime.date(2024, 3, 5),
            "created": datetime.datetime(2024, 1, 2, 3, 4, tzinfo=datetime.timezone.utc),
            "series_number": 1.5,
            "pages": 1024,
            "language": "de",
            "price": bookworm.Price(1299, "EUR"),
            "notes": None,
            "identifiers": (("isbn", "9780441172719"),),
            "contributors": (
                ("Frank Herbert", "author", "Herbert, Frank"),
                ("Ronald Hahn", "translator", None),
            ),
        }.items()
    )
    assert book.genres.names() == ["Klassiker", "Rock, Pop"]
    columns: dict[str, Any] = {name: [value] for name, value in TYPED.items()}
    assert outcomes(store.books.import_from("shop", typed_in="de", **columns)) == ["unchanged"]
    blank = {**TYPED, "identifiers": '=""', "rating": " ", "genres": ""}
    [row] = store.books.import_from("shop", [blank], typed_in="de")
    assert row.changed == {"identifiers", "rating", "genres"}


def test_values_that_are_no_texts_are_not_parsed(store: bookworm.Store) -> None:
    people = [{"name": "A", "role": "Übersetzer"}, "B"]
    store.books.import_from("shop", [{**DUNE, "contributors": people}], typed_in="de")
    book = store.books[1]
    assert book.contributors[0].role == "Übersetzer"
    assert (book.rating, book.genres.names()) == (4, ["Science Fiction"])
    readings = [
        {"started": "1.5.2024", "finished": "1.6.2024", "outcome": "abgebrochen", "id": " a "},
        {"started": datetime.date(2025, 1, 1), "note": " Schön\r\nwar's ", "finished": ""},
    ]
    store.books.import_from("shop", [{**EMMA, "readings": readings}], typed_in="de")
    assert [
        (each.started, each.finished, each.outcome, each.note) for each in store.books[2].readings
    ] == [
        (datetime.date(2024, 5, 1), datetime.date(2024, 6, 1), "did-not-finish", None),
        (datetime.date(2025, 1, 1), None, "open", " Schön\nwar's "),
    ]


def test_a_text_without_a_meaning_refuses_its_row(store: bookworm.Store) -> None:
    rows: list[Any] = [
        EMMA,
        {**DUNE, "finished": "soon"},
        "no row",
        {**DUNE, "rating": "9"},
        {**DUNE, "readings": [{"finished": "2024-02-30"}]},
        {**DUNE, "year": 1.5},
        {**DUNE, "title": "a\0"},
        {**DUNE, "source_id": "1", "year": "1965"},
    ]
    done = store.books.import_from("shop", rows, typed_in="en", skip_refused=True)
    assert outcomes(done) == ["created", *["refused"] * 6, "created"]
    errors = [row.error for row in done if row.error is not None]
    assert [(each.row, each.field) for each in errors] == [
        (1, "finished"), (2, "rows"), (3, "rating"), (4, "reading_finished"), (5, "year"),
        (6, "title"),
    ]  # fmt: skip
    assert errors[3].message == (
        "reading_finished is '2024-02-30', which is not a day of the calendar"
        " (reading 0 of the row, counted from 0)"
    )
    sentence = bookworm.presentation.error_text(errors[3], "de")
    assert sentence == "Zeile 5: Beendet: Dieses Datum gibt es nicht."
    sentence = bookworm.presentation.error_text(errors[0], "de", label=False)
    assert sentence == "Bitte ein Datum wie 5.3.2024 oder 2024-03-05 eingeben."
    assert not any(str(each).startswith("row ") for each in errors)
    assert store.books[2].year == 1965
    missing = store.books.import_from(
        "shop", [{**EMMA, "year": "x"}], typed_in="en", skip_refused=True, complete=True
    ).missing
    assert [each.source_id for each in missing] == ["1"]
    with pytest.raises(bookworm.InvalidError, match="^row 1: finished is 'soon'") as caught:
        store.books.import_from("shop", rows[:2], typed_in="en")
    assert (caught.value.row, caught.value.field) == (1, "finished")
    with pytest.raises(bookworm.InvalidError) as caught:
        store.books.import_from("shop", rows[:1], typed_in="fr")
    assert caught.value.field == "typed_in"


def test_an_empty_author_is_that_of_the_contributors(store: bookworm.Store) -> None:
    people = [{"name": "Ann"}, {"name": "Bea", "role": "translator"}]
    row: dict[str, Any] = {"source_id": "1", "title": "A", "author": " ", "contributors": people}
    assert outcomes(store.books.import_from("shop", [row])) == ["created"]
    assert outcomes(store.books.import_from("shop", [row])) == ["unchanged"]
    assert store.books[1].author == "Ann"
    assert store.books.create("B", "", contributors=people).author == "Ann"
    assert store.books.find_or_create("A", "", contributors=people) == store.books[1]
    assert store.books.find_or_create("A", contributors=people) == store.books[1]
    draft = bookworm.Draft(title="C", author="", contributors=people)
    assert draft.check(store) == []
    assert draft.save(store).author == "Ann"
    book = store.books[1]
    book.update(author="", contributors=["Cleo"])
    assert (book.author, book.contributors[0].name) == ("Cleo", "Cleo")
    for nobody in ([], [{"name": "Bea", "role": "translator"}]):
        with pytest.raises(bookworm.InvalidError) as caught:
            store.books.import_from("shop", [{**row, "source_id": "2", "contributors": nobody}])
        assert (caught.value.row, caught.value.field) == (0, "author")
        with pytest.raises(bookworm.InvalidError):
            book.update(author="", contributors=nobody)


def test_find_or_create_refuses_an_end_before_the_start(store: bookworm.Store) -> None:
    days = {"started": datetime.date(2024, 2, 2), "finished": datetime.date(2024, 1, 1)}
    with pytest.raises(bookworm.InvalidError) as caught:
        store.books.find_or_create("A", "B", **days)
    assert caught.value.field == "finished"
    assert store.books.count() == 0


def test_a_frame_has_no_typed_texts(store: bookworm.Store) -> None:
    pa: Any = pytest.importorskip("pyarrow")
    with pytest.raises(bookworm.ArgumentError) as caught:
        store.books.import_from("shop", pa.table({"source_id": ["1"]}), typed_in="en")
    assert caught.value.field == "typed_in"


def test_the_raw_row_is_kept_and_a_new_one_is_no_change_of_the_book(store: bookworm.Store) -> None:
    store.books.import_from("shop", [{**EMMA, "raw": {"Titel": "Emma", "Preis": "9 €"}}])
    assert store.books[1].sources[0].raw == '{"Titel": "Emma", "Preis": "9 €"}'
    updated = store.books[1].updated
    assert outcomes(store.books.import_from("shop", [{**EMMA, "raw": "new"}])) == ["unchanged"]
    assert outcomes(store.books.import_from("shop", [EMMA])) == ["unchanged"]
    assert store.books[1].sources[0].raw == "new"
    assert store.books[1].updated == updated
    store.books.import_from("shop", [{**EMMA, "raw": None}])
    assert store.books[1].sources[0].raw is None
    store.books.import_from("other", [{**EMMA, "raw": ""}])
    assert [(each.source, each.raw) for each in store.books[1].sources] == [
        ("shop", None), ("other", ""),
    ]  # fmt: skip


def test_an_import_is_one_transaction_for_observers(store: bookworm.Store) -> None:
    with store.observe() as observer:
        store.books.import_from("shop", [EMMA])
        changes = observer.next(10)
        assert changes is not None
        assert [(each.kind, each.entity, each.id) for each in changes] == [
            ("inserted", "book", 1), ("inserted", "source", 1),
        ]  # fmt: skip
        store.books.import_from("shop", [{**EMMA, "year": 1815}])
        changes = observer.next(10)
        assert changes is not None
        assert {(each.entity, each.fields) for each in changes} == {
            ("book", frozenset({"year"})), ("source", frozenset({"taken"})),
        }  # fmt: skip
        store.books.import_from("shop", [{**EMMA, "year": 1815}])
        assert observer.next(0) is None


def test_rows_columns_and_frames_are_taken_alike(store: bookworm.Store) -> None:
    pa: Any = pytest.importorskip("pyarrow")
    columns: dict[str, Any] = {
        "source_id": ["1", "2"],
        "title": ["Dune", "Emma"],
        "author": ["Frank Herbert", "Jane Austen"],
        "genres": [["Science Fiction"], None],
        "raw": ["one", None],
    }
    assert store.books.import_from("shop", **columns).counts["created"] == 2
    frame = pa.table({**columns, "genres": pa.array(columns["genres"], pa.list_(pa.string()))})
    again = store.books.import_from("shop", frame, skip_refused=True)
    assert outcomes(again) == ["unchanged"] * 2
    rows = [dict(zip(columns, row)) for row in zip(*columns.values())]
    assert outcomes(store.books.import_from("shop", iter(rows))) == ["unchanged"] * 2
    ratings = pa.table({"source_id": ["2", "1", "7"], "rating": [5, 4, 3]})
    done = store.books.import_from("shop", ratings, skip_refused=True)
    assert outcomes(done) == ["updated", "updated", "refused"]
    assert [book.rating for book in store.books] == [4, 5]
    bad = pa.table({"source_id": ["1", "2", "3"], "rating": [9, 1, 9]})
    done = store.books.import_from("shop", bad, skip_refused=True)
    assert outcomes(done) == ["refused", "updated", "refused"]


def test_what_makes_no_sense_is_refused(store: bookworm.Store) -> None:
    books = store.books
    with pytest.raises(TypeError, match="source_id"):
        books.import_from("shop", [{"title": "a", "author": "b"}])
    with pytest.raises(TypeError, match="not both"):
        books.import_from("shop", [EMMA], title=["a"])
    with pytest.raises(bookworm.ArgumentError, match="of one length"):
        books.import_from("shop", source_id=["1"], title=["a", "b"])
    with pytest.raises(bookworm.ArgumentError, match="identity"):
        books.import_from("shop", [EMMA], identity="guess")
    with pytest.raises(TypeError, match="genres"):
        books.import_from("shop", [{**EMMA, "genres": [3]}])
    with pytest.raises(TypeError, match="raw"):
        books.import_from("shop", [{**EMMA, "raw": 3}])
    with pytest.raises(bookworm.InvalidError, match="source must contain a visible character"):
        books.import_from(" ", [EMMA])
    with pytest.raises(bookworm.ArgumentError, match="source_id"):
        books.create_many([EMMA])
    pa: Any = pytest.importorskip("pyarrow")
    with pytest.raises(bookworm.ArgumentError, match="genres"):
        books.import_from("shop", pa.table({"source_id": ["1"], "genres": [[1]]}))
    with pytest.raises(bookworm.InvalidError, match="no column source_id"):
        books.import_from("shop", pa.table({"title": ["1"], "author": ["1"]}))
    assert len(books.import_from("shop", [])) == 0
    assert len(books) == 0


def test_find_or_create(store: bookworm.Store) -> None:
    books = store.books
    dune = books.find_or_create("Dune", "Frank Herbert", identifiers={"isbn": "9780441172719"})
    assert books.find_or_create("dune", "FRANK HERBERT", rating=5) == dune
    assert books.find_or_create("x", "y", identifiers={"isbn": "0 441 17271 7"}) == dune
    assert dune.rating == 0
    other = books.find_or_create(
        "Dune", "Frank Herbert", identifiers={"isbn": "9780340960196"}, genres=["New"], year=None
    )
    assert other != dune
    assert other.genres.names() == ["New"]
    assert len(books) == 2
    with pytest.raises(bookworm.InvalidError):
        books.find_or_create("", "y")


def test_find_or_create_never_guesses_among_several(store: bookworm.Store) -> None:
    books = store.books
    first = books.create("Emma", "Jane Austen")
    second = books.create("Emma", "Jane Austen", identifiers={"isbn": "9780141439587"})
    third = books.find_or_create("emma", "Jane Austen")
    assert third not in (first, second)
    assert books.find_or_create("Emma", "Jane Austen") not in (first, second, third)
    assert books.find_or_create("x", "y", identifiers={"isbn": "9780141439587"}) == second
    assert len(books) == 4


def test_a_document_keeps_what_was_taken(store: bookworm.Store, tmp_path: Any) -> None:
    store.books.import_from("shop", [{**DUNE, "notes": "a\tb\\n\nc", "raw": "r"}, EMMA])
    store.books.delete(2)
    store.export_json(tmp_path / "all.json")
    with bookworm.open(":memory:") as copy:
        copy.import_json(tmp_path / "all.json")
        assert copy.check() == []
        rows = copy.books.import_from("shop", [{**DUNE, "notes": "a\tb\\n\nc"}, EMMA])
        assert outcomes(rows) == ["unchanged", "deleted"]
        assert copy.books[1].sources[0].raw == "r"


# A book in a plain model: the reader's values, and the source's values at the last import.
names = st.lists(st.sampled_from(["a", "B", "c"]), max_size=3, unique=True)
values = st.fixed_dictionaries(
    {
        "title": st.sampled_from(["x", "y", "z\t\\"]),
        "author": st.just("A"),
        "rating": st.integers(0, 2),
        "notes": st.sampled_from([None, "", "n\n", "m"]),
        "series_number": st.sampled_from([None, 1.0, 2.5]),
        "genres": names,
        "identifiers": names.map(lambda keys: [("k", key) for key in keys]),
    }
)
SETS = ("genres", "identifiers")


class Model:
    """The three-way merge, implemented once more."""

    def __init__(self) -> None:
        self.here: dict[str, Any] = {}
        self.taken: dict[str, Any] = {}
        # The reader's own values: fields, and items of lists.
        self.own: set[str] = set()
        self.own_items: dict[str, list[Any]] = {name: [] for name in SETS}

    def take(self, row: dict[str, Any]) -> tuple[str, frozenset[str], frozenset[str]]:
        changed: set[str] = set()
        kept: set[str] = set()
        if not self.taken:
            self.here = {name: list(v) if name in SETS else v for name, v in row.items()}
            self.taken = {**row}
            return "created", frozenset(), frozenset()
        for name, new in row.items():
            old, here = self.taken[name], self.here[name]
            if name in SETS:
                own = self.own_items[name]
                after = [each for each in here if each in new or each not in old or each in own]
                after += [each for each in new if each not in old and each not in here]
                self.own_items[name] = [
                    each for each in new if (each in own if each in old else each in here)
                ]
                if after != here:
                    self.here[name] = after
                    changed.add(name)
            elif new == here:
                if new != old:
                    self.own.add(name)
            elif new != old and here == old and name not in self.own:
                self.here[name] = new
                changed.add(name)
            elif new != old or new not in (None, 0):
                kept.add(name)
                if new != old:
                    self.own.add(name)
        self.taken.update(row)
        return ("updated" if changed else "unchanged"), frozenset(changed), frozenset(kept)


partial = values.flatmap(
    lambda row: st.sets(st.sampled_from(sorted(row))).map(
        lambda names: {name: value for name, value in row.items() if name in names}
    )
)


@given(first=values, steps=st.lists(st.tuples(st.booleans(), partial), max_size=6))
def test_any_history_comes_out_as_the_rule_says(
    first: dict[str, Any], steps: list[tuple[bool, dict[str, Any]]]
) -> None:
    model = Model()
    with bookworm.open(":memory:") as store:
        for by_reader, step in [(False, first), *steps]:
            if by_reader:
                if step:
                    store.books[1].update(**step)
                    model.here.update({k: list(v) if k in SETS else v for k, v in step.items()})
            else:
                told = model.take(step)
                [row] = store.books.import_from("shop", [{"source_id": "1", **step}])
                assert (row.outcome, row.changed, row.kept) == told
                [row] = store.books.import_from("shop", [{"source_id": "1", **step}])
                assert row.outcome == "unchanged"
                assert row.kept == {name for name in told[2] if step[name] not in (None, 0)}
            book = store.books[1]
            assert {
                **{name: getattr(book, name) for name in first if name not in SETS},
                "genres": book.genres.names(),
                "identifiers": [tuple(each) for each in book.identifiers],
            } == model.here
        assert store.check() == []


def test_an_unknown_column_lists_what_an_import_takes(store: bookworm.Store) -> None:
    with pytest.raises(
        TypeError, match="the fields are source_id, global_id, raw, title, .*, readings$"
    ):
        store.books.import_from("list", [{"source_id": "1", "titel": "Dune"}])
    with pytest.raises(TypeError, match="the fields are title, "):
        store.books.create_many([{"title": "Dune", "author": "Frank Herbert", "titel": "Dune"}])


def test_a_complete_import_reports_what_the_source_no_longer_has(store: bookworm.Store) -> None:
    store.books.import_from("shop", [DUNE, EMMA])
    store.books.import_from("other", [{**EMMA, "source_id": "x"}])
    assert store.books.import_from("shop", [DUNE]).missing == ()
    done = store.books.import_from("shop", [DUNE], complete=True)
    assert outcomes(done) == ["unchanged"]
    assert len(done) == sum(done.counts.values()) == 1
    [missing] = done.missing
    assert missing == ("18", 2)
    assert (missing.source_id, missing.book_id) == ("18", 2)
    assert len(store.books) == 2
    tried = store.books.import_from("shop", [], complete=True, dry_run=True)
    assert [each.book_id for each in tried.missing] == [1, 2]
    del store.books[2]
    left = store.books.import_from("shop", [], complete=True)
    assert [each.book_id for each in left.missing] == [1]


@pytest.mark.parametrize("wrong", [{"rating": 9}, {"rating": "nine"}])
def test_a_refused_row_is_not_missing(store: bookworm.Store, wrong: dict[str, Any]) -> None:
    store.books.import_from("shop", [DUNE, EMMA])
    done = store.books.import_from(
        "shop", [DUNE, {**EMMA, **wrong}], complete=True, skip_refused=True
    )
    assert outcomes(done) == ["unchanged", "refused"]
    assert done.missing == ()


def test_the_table_of_readings_in_the_help_is_true(store: bookworm.Store) -> None:
    def years(text: str) -> list[dict[str, datetime.date]]:
        found: list[str] = re.findall(r"{(\d*)}", text)
        return [{"finished": datetime.date(int(year), 6, 1)} if year else {} for year in found]

    lines = re.findall(
        r"^ +(\[{.*\]) {4,}(\[{.*\]) {4,}(\S.*)$", bookworm.Books.import_from.__doc__ or "", re.M
    )
    assert len(lines) == 3
    for book, (first, following, result) in enumerate(lines, 1):
        row = {"source_id": str(book), "title": f"Book {book}", "author": "A"}
        store.books.import_from("shop", [{**row, "readings": years(first)}])
        [done] = store.books.import_from("shop", [{**row, "readings": years(following)}])
        ends = [each.finished for each in store.books[book].readings]
        assert len(ends) == (1 if result.startswith("one") else 2)
        assert done.outcome == ("unchanged" if result.endswith("unchanged") else "updated")
        if "2025" in result:
            assert ends[-1] == datetime.date(2025, 6, 1)


def test_an_id_of_another_source_is_an_identifier(store: bookworm.Store) -> None:
    books = store.books
    hobbits = [
        {"source_id": "5907", "title": "The Hobbit, or There and Back Again", "author": "Tolkien"},
        {"source_id": "1234", "title": "The Hobbit", "author": "Tolkien"},
    ]
    books.import_from("goodreads", hobbits)
    other: dict[str, Any] = {"source_id": "b", "title": "The Hobbit", "author": "Tolkien"}
    row = {**other, "identifiers": {"goodreads": "5907"}}
    (result,) = books.import_from("bookwyrm", [row])
    assert (result.outcome, result.book_id) == ("merged", 1)
    # The other way round too, and each book of a source is found once.
    emma = {"source_id": "c", "title": "Emma", "author": "Austen"}
    books.import_from("bookwyrm", [{**emma, "identifiers": {"goodreads": "77"}}])
    rows = [{"source_id": "77", "title": "Emma: A Novel", "author": "Jane Austen"}]
    (result,) = books.import_from("goodreads", rows)
    assert (result.outcome, result.book_id) == ("merged", 3)
    rows = [{**row, "source_id": "d", "title": "Another Hobbit"}]
    (result,) = books.import_from("bookwyrm", rows)
    assert (result.outcome, result.book_id) == ("created", 4)
    # An identifier that a book has comes first.
    ring = books.create("The Ring", "Tolkien", identifiers={"isbn": "9780441172719"})
    row = {**other, "identifiers": {"isbn": "9780441172719", "goodreads": "1234"}}
    (result,) = books.import_from("shop", [row])
    assert (result.outcome, result.book_id) == ("merged", ring.id)


def test_a_spoiler_mark_comes_only_with_its_review(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert", review="The best one.")
    row = {**DUNE, "review": "He survives.", "spoilers": True}
    (result,) = store.books.import_from("shop", [row])
    assert result.outcome == "merged"
    assert {"review", "spoilers"} <= result.kept
    book.refresh()
    assert (book.review, book.spoilers) == ("The best one.", False)
    (result,) = store.books.import_from("shop", [row])
    book.refresh()
    assert (result.outcome, book.spoilers) == ("unchanged", False)
    other = store.books.create("Emma", "Jane Austen")
    store.books.import_from("shop", [{**EMMA, "review": "She marries.", "spoilers": True}])
    other.refresh()
    assert (other.review, other.spoilers) == ("She marries.", True)
