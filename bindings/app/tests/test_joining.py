"""Quotes that are imported before the library of their books."""

from __future__ import annotations

from pathlib import Path

import bookworm
import files
import pytest
from conftest import Run, bring
from test_covers import png
from test_highlights import ENGLISH, clippings

RINGS = "The Lord of the Rings"


def kindle(path: Path, *headings: str) -> Path:
    parts = [clippings((each, *ENGLISH[1:]), (1, 8, "1-2", f"From {each}.")) for each in headings]
    path.write_bytes(b"".join(parts))
    return path


def goodreads(path: Path, *books: tuple[str, str]) -> Path:
    rows = [
        {"Book Id": number, "Title": title, "Author": author, "My Rating": 5,
         "Exclusive Shelf": "read"}
        for number, (title, author) in enumerate(books, 1)
    ]  # fmt: skip
    return files.write(path, files.GOODREADS[23], *rows)


@pytest.mark.parametrize(
    ("heading", "title", "author"),
    [
        ("Dune (Frank Herbert)", "Dune", "Frank Herbert"),
        ("Dune (Herbert, Frank)", "Dune (Dune, #1)", "Frank Herbert"),
        ("Dune: Book 1 (Dune Chronicles) (Herbert, Frank)", "Dune (Dune, #1)", "Frank Herbert"),
        ("Sapiens: A Brief History (Harari, Yuval Noah)", "Sapiens", "Yuval Noah Harari"),
        ("Sapiens (Harari, Yuval Noah)", "Sapiens: A Brief History", "Yuval Noah Harari"),
        (
            "The Fifth Season (The Broken Earth Book 1) (Jemisin, N. K.)",
            "The Fifth Season (The Broken Earth, #1)",
            "N.K. Jemisin",
        ),
        ("Good Omens (Pratchett, Terry;Gaiman, Neil)", "Good Omens: A Novel", "Terry Pratchett"),
        ("Kindred (Butler, Octavia E.)", "Kindred", "Octavia Butler"),
        ("Emma ()", "Emma", "Jane Austen"),
    ],
)
def test_a_library_joins_the_books_of_quotes(
    run: Run, store: bookworm.Store, tmp_path: Path, heading: str, title: str, author: str
) -> None:
    quotes = kindle(tmp_path / "My Clippings.txt", heading)
    run("import", quotes)
    (book,) = store.books
    before = book.title
    receipt = bring(run, goodreads(tmp_path / "g.csv", (title, author)))
    assert (receipt["created"], receipt["merged"], receipt["remarks"]) == (0, 1, [])
    (book,) = store.books
    known = title.partition(" (")[0]
    assert (book.title, book.rating, book.status, len(book.quotes)) == (known, 5, "completed", 1)
    assert book.author == author
    assert {each.source for each in book.sources} == {"kindle", "goodreads"}
    (again,) = run("import", quotes, "--json").data
    assert (again["created"], again["quotes"], again["same"]) == (0, 0, 1)
    assert run("undo").code == 0
    (book,) = store.books
    assert (book.title, book.rating, len(book.quotes)) == (before, 0, 1)


def test_a_title_that_the_reader_changed_stays(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    run("import", kindle(tmp_path / "My Clippings.txt", "Dune: Book 1 (Herbert, Frank)"))
    (book,) = store.books
    book.title = "Dune: the first one"
    receipt = bring(run, goodreads(tmp_path / "g.csv", ("Dune", "Frank Herbert")))
    assert receipt["merged"] == 1
    (book,) = store.books
    assert (book.title, book.author, book.rating) == ("Dune: the first one", "Frank Herbert", 5)


def test_a_rehearsal_shows_the_join(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    run("import", kindle(tmp_path / "My Clippings.txt", "Sapiens: A Brief History (Harari)"))
    (receipt,) = run(
        "import", goodreads(tmp_path / "g.csv", ("Sapiens", "Yuval Noah Harari")),
        "--dry-run", "--json",
    ).data  # fmt: skip
    (book,) = store.books
    (detail,) = receipt["details"]
    assert (receipt["created"], receipt["merged"]) == (0, 1)
    assert (detail["outcome"], detail["id"], book.rating) == ("merged", book.id, 0)


def test_a_pair_that_is_not_sure_is_offered(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    run("import", kindle(tmp_path / "My Clippings.txt", f"{RINGS} (Tolkien)", "Emma"))
    library = goodreads(
        tmp_path / "g.csv",
        (f"{RINGS}: The Two Towers", "J.R.R. Tolkien"),
        (f"{RINGS}: The Return of the King", "J.R.R. Tolkien"),
        ("Emma", "Jane Austen"),
        ("Emma", "Alexander McCall Smith"),
        ("Dune", "Frank Herbert"),
    )
    (receipt,) = run("import", library, "--json").data
    assert (receipt["created"], receipt["merged"], store.books.count()) == (5, 0, 7)
    pairs = (
        f"{RINGS} (id 1) and {RINGS}: The Two Towers (id 3)",
        f"{RINGS} (id 1) and {RINGS}: The Return of the King (id 4)",
        "Emma (id 2) and Emma (id 5)",
        "Emma (id 2) and Emma (id 6)",
    )
    expected = {f"{each} may be one book: merge them if they are" for each in pairs}
    assert len(receipt["remarks"]) == 4
    assert set(receipt["remarks"]) == expected


def test_other_books_and_editions_stay_apart(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.kobo(tmp_path / "k.sqlite")
    run("import", path, kindle(tmp_path / "My Clippings.txt", "Saga (Volume 2) (Vaughan)"))
    own = store.books.create("Emma: A Novel", "Jane Austen")
    library = files.write(
        tmp_path / "b.csv",
        ["title", "author", "isbn"],
        {"title": "Dune", "author": "Frank Herbert", "isbn": "9780593099322"},
        {"title": "Saga (Volume 1)", "author": "Brian K. Vaughan"},
        {"title": "Emma", "author": "Jane Austen"},
    )
    (receipt,) = run("import", library, "--json").data
    assert (receipt["created"], receipt["merged"]) == (3, 0)
    # The books with quotes have other numbers; a book that no file of quotes knows is not joined.
    (remark,) = receipt["remarks"]
    assert remark.startswith("Dune (id 1) and Dune (id "), remark
    assert store.books[own.id].title == "Emma: A Novel"


def test_a_cover_of_the_library_comes_with_the_join(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    run("import", kindle(tmp_path / "My Clippings.txt", "Good Omens: A Novel (Pratchett)"))
    library = files.calibre_library(tmp_path / "Library")
    place = library / "Terry Pratchett/Good Omens (1)"
    place.mkdir(parents=True)
    (place / "cover.jpg").write_bytes(png(30, 50))
    receipt = bring(run, library)
    assert (receipt["created"], receipt["merged"], receipt["covers"]) == (1, 1, 1)
    omens = store.books.with_source("calibre", "u-1")
    assert omens.cover is not None
    assert len(omens.quotes) == 1


def storygraph(path: Path, title: str, authors: str, **more: str) -> Path:
    row = {"Title": title, "Authors": authors, "Read Status": "read", **more}
    return files.write(path, files.STORYGRAPH, row)


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize(
    ("author", "others", "authors"),
    [
        ("Terry Pratchett", "Neil Gaiman", "Terry Pratchett, Neil Gaiman"),
        ("Neil Gaiman", "Terry Pratchett", "Terry Pratchett, Neil Gaiman"),
        ("J.R.R. Tolkien", "", "J. R. R. Tolkien"),
        ("川端康成", "", "川端 康成"),
        ("한강", "", "한 강"),
    ],
)
def test_the_same_people_written_in_another_way_are_one_book(
    run: Run, store: bookworm.Store, tmp_path: Path, author: str, others: str, authors: str,
    is_turned: bool,
) -> None:  # fmt: skip
    row = {
        "Book Id": "1", "Title": "A", "Author": author, "Additional Authors": others,
        "ISBN13": "9780060853983", "Date Read": "2016/07/03", "Exclusive Shelf": "read",
    }  # fmt: skip
    paths = [
        files.write(tmp_path / "g.csv", files.GOODREADS[23], row),
        storygraph(tmp_path / "s.csv", "a", authors, **{"ISBN/UID": "B099WX5C7Q"}),
    ]
    first, second = reversed(paths) if is_turned else paths
    bring(run, first)
    (before,) = store.books
    receipt = bring(run, second)
    assert (receipt["created"], receipt["merged"], receipt["remarks"]) == (0, 1, [])
    (book,) = store.books
    assert (book.title, book.author) == (before.title, before.author)
    assert {each.scheme for each in book.identifiers} == {"isbn", "asin"}
    bring(run, first)


@pytest.mark.parametrize(
    ("author", "others", "isbn", "is_named"),
    [
        ("Neil Gaiman", "", "", True),
        ("P. Craig Russell", "Neil Gaiman", "", True),
        ("P. Craig Russell", "Neil Gaiman, Ann Bee", "", True),
        ("P. Craig Russell", "Neil Gaiman", "9780060853983", False),
        ("Ann Bee", "", "", False),
    ],
)
def test_people_of_whom_one_file_lacks_some_are_offered(
    run: Run, store: bookworm.Store, tmp_path: Path, author: str, others: str, isbn: str,
    is_named: bool,
) -> None:  # fmt: skip
    row = {
        "Book Id": "1", "Title": "Coraline", "Author": author, "Additional Authors": others,
        "ISBN13": isbn, "Exclusive Shelf": "read",
    }  # fmt: skip
    bring(run, files.write(tmp_path / "g.csv", files.GOODREADS[23], row))
    (first,) = store.books
    people = "Neil Gaiman, Dave McKean" if author == "Neil Gaiman" else "Neil Gaiman"
    theirs = storygraph(tmp_path / "s.csv", "Coraline", people, **{"ISBN/UID": "9780380977789"})
    (receipt,) = run("import", theirs, "--json").data
    assert (receipt["created"], store.books.count()) == (1, 2)
    said = f"Coraline (id {first.id}) and Coraline (id {first.id + 1}) may be one book"
    assert receipt["remarks"] == ([f"{said}: merge them if they are"] if is_named else [])


def test_two_books_that_one_may_be_stay_apart(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    rows = [
        {"Book Id": number, "Title": "Good Omens", "Author": "Terry Pratchett",
         "Additional Authors": "Neil Gaiman", "Exclusive Shelf": "read"}
        for number in (1, 2)
    ]  # fmt: skip
    bring(run, files.write(tmp_path / "g.csv", files.GOODREADS[23], *rows))
    theirs = storygraph(tmp_path / "s.csv", "Good Omens", "Terry Pratchett, Neil Gaiman")
    (receipt,) = run("import", theirs, "--json").data
    assert (receipt["created"], len(receipt["remarks"])) == (1, 2)
    # Two rows of one service are two books.
    more = {**rows[0], "Book Id": 3, "Author": "Neil Gaiman",
            "Additional Authors": "Terry Pratchett"}  # fmt: skip
    (receipt,) = run(
        "import", files.write(tmp_path / "m.csv", files.GOODREADS[23], more), "--json"
    ).data
    assert receipt["created"] == 1
