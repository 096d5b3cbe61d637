"""Quotes: which book they are from, and where in it they are."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import bookworm
import files
import pytest
from conftest import Run
from test_highlights import ENGLISH, clippings

RINGS = "The Lord of the Rings"


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (2, 1, 0)])
def test_volumes_with_the_same_beginning_are_different_books(
    run: Run, store: bookworm.Store, tmp_path: Path, order: tuple[int, ...]
) -> None:
    titles = (f"{RINGS}: The Fellowship of the Ring", f"{RINGS}: The Two Towers", RINGS)
    path = tmp_path / "My Clippings.txt"
    path.write_bytes(
        b"".join(
            clippings((f"{titles[each]} (Tolkien, J.R.R.)", *ENGLISH[1:]), (1, 8, "1-2", "One."))
            for each in order
        )
    )
    (receipt,) = run("import", path, "--json").data
    assert (receipt["created"], receipt["quotes"]) == (3, 3)
    assert {book.title for book in store.books} == set(titles)
    (again,) = run("import", path, "--json").data
    assert (again["created"], again["quotes"], again["same"]) == (0, 0, 3)


def test_a_volume_is_found_among_the_others(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    store.books.create(f"{RINGS}: The Fellowship of the Ring", "J.R.R. Tolkien")
    towers = store.books.create(f"{RINGS}: The Two Towers", "J.R.R. Tolkien")
    saga = store.books.create("Saga, Volume 1", "Brian K. Vaughan")
    path = tmp_path / "My Clippings.txt"
    titles = (
        f"{RINGS}: The Two Towers (Book 2) (Tolkien)",
        f"{RINGS}: Return of the King (Tolkien)",
        "Saga (Volume 2) (Vaughan, Brian K.)",
        "Saga (Volume 3) (Vaughan, Brian K.)",
    )
    quotes = [clippings((each, *ENGLISH[1:]), (1, 8, "1-2", "A.")) for each in titles]
    path.write_bytes(b"".join(quotes))
    (receipt,) = run("import", path, "--json").data
    assert (receipt["created"], receipt["quotes"]) == (3, 4)
    assert [quote.text for quote in towers.quotes] == ["A."]
    assert len(saga.quotes) == 0


def test_a_location_is_not_shown_as_a_page(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    rows = [
        {"Highlight": f"{kind}.", "Book Title": "Emma", "Location Type": kind, "Location": "120"}
        for kind in ("page", "location", "order")
    ]
    readwise = files.write(tmp_path / "r.csv", files.READWISE, *rows)
    (receipt,) = run("import", readwise, "--json").data
    assert receipt["without_a_home"] == {"Location Type": 1, "Location": 1}
    clipped = (
        "on page 12-12 | Added on Monday",
        "on page 13 | Location 150-152 | Added on Monday",
        "on Location 160-161 | Added on Monday",
    )
    kindle = tmp_path / "My Clippings.txt"
    kindle.write_text(
        "".join(
            f"Emma ()\n- Your Highlight {each}\n\n{each[-30:]}\n==========\n" for each in clipped
        )
    )
    run("import", kindle)
    assert [quote.page for quote in store.quotes] == [
        "120", "loc. 120", None, "12-12", "13", "loc. 160-161",
    ]  # fmt: skip
    shown = run("quotes").out
    for place in ("(p. 120, quote 1)", "(loc. 120, quote 2)", "(quote 3)", "(p. 12-12, quote 4)"):
        assert place in shown
    run("export", "--to", "markdown", "--file", tmp_path / "notes")
    (note,) = (tmp_path / "notes").iterdir()
    assert "(p. 120)" in note.read_text()
    assert "(loc. 160-161)" in note.read_text()


def test_a_book_with_only_bookmarks_is_not_missed(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    kobo = files.kobo(tmp_path / "k.sqlite")
    apple = files.apple_books(tmp_path / "apple")
    for path, statements in (
        (
            kobo,
            "DELETE FROM Bookmark WHERE VolumeID = 'gone';"
            "UPDATE Bookmark SET Hidden = 'true' WHERE BookmarkID = '1';"
            "INSERT INTO content VALUES ('emma', '6', 'Emma', 'Jane Austen', NULL);"
            "INSERT INTO Bookmark (VolumeID, Text, Hidden) VALUES ('emma', 'Handsome.', 'false');",
        ),
        (next(apple.glob("AE*")), "DELETE FROM ZAEANNOTATION WHERE ZANNOTATIONUUID = 'a'"),
    ):
        opened = sqlite3.connect(path)
        opened.executescript(statements)
        opened.close()
    kindle = tmp_path / "My Clippings.txt"
    kindle.write_bytes(clippings(ENGLISH, (3, 9, "120", "")))
    run("import", kobo, apple, kindle)
    assert [book.title for book in store.books] == ["Emma"]
    for path in (kobo, apple, kindle):
        assert run("verify", path).code == 0


def test_the_numbers_of_amazon_are_identifiers(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    row = {"Highlight": "Handsome.", "Book Title": "Emma", "Amazon Book ID": "B004TPRFKG"}
    article = {"Highlight": "Read.", "Book Title": "A post", "Amazon Book ID": "none"}
    readwise = files.write(tmp_path / "r.csv", files.READWISE, row, row, article)
    storygraph = tmp_path / "s.csv"
    storygraph.write_text(
        "Title,Authors,ISBN/UID,Read Status,Star Rating\nDune,Frank Herbert,B00B7NPRY8,read,5\n"
    )
    run("import", readwise, storygraph)
    asins = {book.title: [tuple(each) for each in book.identifiers] for book in store.books}
    assert asins == {
        "A post": [], "Dune": [("asin", "B00B7NPRY8")], "Emma": [("asin", "B004TPRFKG")],
    }  # fmt: skip
    assert run("import", readwise, storygraph, "--json").data[0]["changed"] == 0
    assert run("verify", readwise, "--json").data["columns"]["Amazon Book ID"]["found"] == 2


def test_a_kobo_brings_the_books_that_were_begun(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.kobo(tmp_path / "k.sqlite")
    opened = sqlite3.connect(path)
    opened.executescript("""
ALTER TABLE content ADD COLUMN Subtitle TEXT;
ALTER TABLE content ADD COLUMN Description TEXT;
ALTER TABLE content ADD COLUMN ReadStatus INTEGER;
ALTER TABLE content ADD COLUMN LastTimeFinishedReading TEXT;
CREATE TABLE ShelfContent (ShelfName TEXT, ContentId TEXT, _IsDeleted BOOL);
INSERT INTO ShelfContent VALUES ('Classics', 'emma', 'false'), ('Gone', 'emma', 'true'),
  ('To buy', 'shop', 'false');
INSERT INTO content VALUES
  ('emma', '6', 'Emma', 'Jane Austen', '9780141439587', 'A Novel', '<p>Of <b>Highbury</b>.</p>', 2,
   '2024-02-03T10:00:00Z'),
  ('now', '6', 'Persuasion', 'Jane Austen', NULL, NULL, NULL, 1, NULL),
  ('shop', '6', 'An offer', 'Somebody', NULL, NULL, NULL, 0, NULL);
DELETE FROM Bookmark WHERE VolumeID = 'gone';
""")
    opened.close()
    known = store.books.create("Emma (Penguin)", "Austen", identifiers=[("isbn", "9780141439587")])
    (receipt,) = run("import", path, "--json").data
    assert (receipt["rows"], receipt["created"]) == (4, 2)
    assert receipt["passed"] == {"bookmarks": 1, "books that were not begun": 1}
    assert {book.title: book.status for book in store.books} == {
        "Dune": "on-shelf", "Emma (Penguin)": "completed", "Persuasion": "in-progress",
    }  # fmt: skip
    known.refresh()
    assert (known.subtitle, known.synopsis) == ("A Novel", "Of Highbury.")
    assert str(known.finished) == "2024-02-03"
    assert [genre.name for genre in known.genres] == ["Classics"]
    before = [book.as_dict() for book in store.books]
    run("import", path)
    assert [book.as_dict() for book in store.books] == before
    assert run("verify", path).code == 0
    known.delete()
    assert run("verify", path).code == 1


def test_apple_books_brings_the_books_that_were_rated_or_finished(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = files.apple_books(tmp_path / "apple")
    opened = sqlite3.connect(next(folder.glob("BK*")))
    opened.executescript("""
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZRATING INTEGER;
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZISFINISHED INTEGER;
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZDATEFINISHED TIMESTAMP;
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZEPUBID TEXT;
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZGENRE TEXT;
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZDSID TEXT;
UPDATE ZBKLIBRARYASSET SET ZRATING = 4, ZDSID = 'my account';
INSERT INTO ZBKLIBRARYASSET VALUES
  ('emma', 'Emma', 'Jane Austen', 0, 1, 728740800, '9780141439587', 'Classics', 'my account'),
  ('new', 'Persuasion', 'Jane Austen', 0, 0, NULL, NULL, NULL, 'my account');
""")
    opened.close()
    (receipt,) = run("import", folder, "--json").data
    assert (receipt["created"], receipt["quotes"]) == (2, 1)
    assert receipt["passed"] == {"bookmarks": 1, "books that were not finished or rated": 1}
    emma, pride = store.books.order_by("title")
    assert (emma.status, str(emma.finished), emma.rating) == ("completed", "2024-02-04", 0)
    assert [tuple(each) for each in emma.identifiers] == [("isbn", "9780141439587")]
    assert [genre.name for genre in emma.genres] == ["Classics"]
    assert (pride.rating, pride.status, len(pride.quotes)) == (4, "on-shelf", 1)
    assert b"my account" not in Path(store.path).read_bytes()
    before = [book.as_dict() for book in store.books]
    run("import", folder)
    assert [book.as_dict() for book in store.books] == before
    assert run("verify", folder).code == 0


@pytest.mark.parametrize("quotes_first", [True, False])
def test_quotes_find_the_books_of_the_files_beside_them(
    run: Run, store: bookworm.Store, tmp_path: Path, quotes_first: bool
) -> None:
    kindle = tmp_path / "My Clippings.txt"
    words = ("Emma: A Novel (Vintage) (Austen, Jane)", *ENGLISH[1:])
    kindle.write_bytes(clippings(words, (1, 8, "1-2", "Handsome, clever, and rich.")))
    storygraph = tmp_path / "s.csv"
    storygraph.write_text(
        "Title,Authors,ISBN/UID,Read Status,Star Rating\nEmma,Jane Austen,,read,5\n"
    )
    paths = (kindle, storygraph) if quotes_first else (storygraph, kindle)
    result = run("import", *paths, "--json")
    assert [receipt["file"] for receipt in result.data] == [str(each) for each in paths]
    (emma,) = store.books.all()
    assert (emma.title, emma.rating, len(emma.quotes)) == ("Emma", 5, 1)
