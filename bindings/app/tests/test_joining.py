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
