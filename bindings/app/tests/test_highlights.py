"""Quotes of reading devices: Kindle in any language, Kobo, Apple Books, Readwise."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from pathlib import Path

import bookworm
import files
import pytest
from conftest import Run

from bookworm_app.importing.quoting import folded
from bookworm_app.importing.rows import Quote

ENGLISH = (
    "Dune (Frank Herbert)",
    "- Your Highlight on page {page} | Location {place} | Added on Monday, 5 May 2024 10:11:12",
    "- Your Note on page {page} | Location {place} | Added on Monday, 5 May 2024 10:11:13",
    "- Your Bookmark on page {page} | Location {place} | Added on Monday, 5 May 2024 10:11:14",
)
GERMAN = (
    "Dune (Herbert, Frank)",
    "- Ihre Markierung auf Seite {page} | Position {place} | Hinzugefügt am Montag, 5. Mai 2024",
    "- Ihre Notiz auf Seite {page} | Position {place} | Hinzugefügt am Montag, 5. Mai 2024",
    "- Ihr Lesezeichen auf Seite {page} | Position {place} | Hinzugefügt am Montag, 5. Mai 2024",
)
CHINESE = (
    "沙丘 (Frank Herbert)",
    "- 您在第 {page} 页(位置 #{place})的标注 | 添加于 2024年5月5日星期一 上午10:11:12",
    "- 您在第 {page} 页(位置 #{place})的笔记 | 添加于 2024年5月5日星期一 上午10:11:12",
    "- 您在第 {page} 页(位置 #{place})的书签 | 添加于 2024年5月5日星期一 上午10:11:12",
)
OLD = (
    "Dune (Frank Herbert)",
    "- Highlight Loc. {place} | Added on Monday, May 05, 2010, 10:11 AM",
    "- Note Loc. {place} | Added on Monday, May 05, 2010, 10:11 AM",
    "- Bookmark Loc. {place} | Added on Monday, May 05, 2010, 10:11 AM",
)


def clippings(words: tuple[str, str, str, str], *entries: tuple[int, int, str, str]) -> bytes:
    """My Clippings.txt: each entry has its kind, page, place and text."""
    parts = []
    for kind, page, place, text in entries:
        about = words[kind].format(page=page, place=place)
        parts.append(f"\ufeff{words[0]}\r\n{about}\r\n\r\n{text}\r\n==========\r\n")
    return "".join(parts).encode()


@pytest.mark.parametrize("words", [ENGLISH, GERMAN, CHINESE, OLD])
def test_kindle_in_any_language_and_of_any_age(
    run: Run, store: bookworm.Store, tmp_path: Path, words: tuple[str, str, str, str]
) -> None:
    path = tmp_path / "My Clippings.txt"
    path.write_bytes(
        clippings(
            words,
            (1, 8, "100-101", "Fear is the mind-killer."),
            (1, 8, "100-103", "Fear is the mind-killer. Fear is the little-death."),
            (2, 8, "103", "Learn by heart"),
            (3, 9, "120", ""),
            (1, 12, "150-152", "The spice must flow."),
            (1, 13, "160-161", "<You have reached the clipping limit for this item>"),
        )
    )
    (receipt,) = run("import", path, "--json").data
    assert (receipt["format"], receipt["rows"]) == ("Kindle", 6)
    assert (receipt["quotes"], receipt["shorter"], receipt["created"]) == (2, 1, 1)
    assert sum(receipt["passed"].values()) == 2
    (book,) = store.books.all()
    assert (book.title, book.author) == (words[0].split(" (")[0], "Frank Herbert")
    assert [quote.text for quote in book.quotes] == [
        "Fear is the mind-killer. Fear is the little-death.\n\n✎ Learn by heart",
        "The spice must flow.",
    ]
    (again,) = run("import", path, "--json").data
    assert (again["quotes"], again["grown"], again["same"]) == (0, 0, 2)


def test_a_highlight_that_grew_later_replaces_the_quote(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    dune = store.books.create("Dune", "Frank Herbert", identifiers={"isbn": "9780441172719"})
    path = tmp_path / "a.txt"
    path.write_bytes(clippings(ENGLISH, (1, 8, "100-101", "Fear is the mind-killer.")))
    (receipt,) = run("import", path, "--json").data
    assert (receipt["created"], receipt["quotes"]) == (0, 1)
    (quote,) = dune.quotes
    assert quote.page == "8"
    longer = "I must not fear. Fear is the mind-killer."
    path.write_bytes(clippings(ENGLISH, (1, 8, "100-101", quote.text), (1, 8, "99-101", longer)))
    (receipt,) = run("import", path, "--json").data
    assert (receipt["quotes"], receipt["grown"], receipt["shorter"]) == (0, 1, 1)
    assert [each.text for each in dune.quotes] == [longer]


def test_the_same_words_at_another_place_are_another_quote() -> None:
    def quote(text: str, first: int, last: int) -> Quote:
        return Quote("Dune", "Frank Herbert", text, place=(first, last))

    kept, shorter = folded([quote("He who controls", 10, 11), quote("He who controls", 90, 91)])
    assert (len(kept), shorter) == (2, 0)


def test_a_subtitle_and_the_order_of_names_are_no_other_book(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    store.books.create("Sapiens", "Yuval Noah Harari")
    path = tmp_path / "a.txt"
    words = ("Sapiens: A Brief History of Humankind (Harari, Yuval Noah)", *ENGLISH[1:])
    path.write_bytes(clippings(words, (1, 3, "7-8", "We did not domesticate wheat.")))
    (receipt,) = run("import", path, "--json").data
    assert (receipt["created"], receipt["quotes"]) == (0, 1)


def test_a_file_that_is_cut_off_gives_what_is_whole(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "a.txt"
    whole = clippings(ENGLISH, (1, 3, "7-8", "One."), (1, 4, "17-18", "Two."))
    path.write_bytes(whole[: whole.rindex(b"- Your")])
    (receipt,) = run("import", path, "--json").data
    assert receipt["quotes"] == 1
    assert receipt["passed"] == {"entries that are cut off": 1}


def test_kobo_reads_its_tables_of_books_alone(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.kobo(tmp_path / "KoboReader.sqlite")
    result = run("import", path, "--json")
    (receipt,) = result.data
    assert (receipt["format"], receipt["rows"], receipt["quotes"]) == ("Kobo", 3, 1)
    assert sum(receipt["passed"].values()) == 2
    (dune,) = store.books.all()
    assert [quote.text for quote in dune.quotes] == ["Fear is the mind-killer.\n\n✎ Yes!"]
    assert "a secret" not in result.out
    assert b"a secret" not in Path(store.path).read_bytes()
    assert run("import", path, "--json").data[0]["same"] == 1


def test_apple_books_with_the_titles_of_its_other_file(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = files.apple_books(tmp_path / "apple")
    (receipt,) = run("import", folder, "--json").data
    assert (receipt["format"], receipt["quotes"], receipt["passed"]) == (
        "Apple Books",
        1,
        {"bookmarks": 1},
    )
    (book,) = store.books.all()
    assert (book.title, book.quotes[0].text) == ("Pride and Prejudice", "It is a truth.\n\n✎ Ha.")


def test_readwise(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    path = files.write(
        tmp_path / "readwise.csv",
        files.READWISE,
        {
            "Highlight": "Fear is\nthe mind-killer.",
            "Book Title": "Dune",
            "Book Author": "Frank Herbert",
            "Note": "Yes",
            "Color": "yellow",
            "Location Type": "page",
            "Location": "120",
            "Highlighted at": "2024-05-05 10:11:12",
        },
        {"Highlight": "An article.", "Book Title": "", "Book Author": ""},
    )
    (receipt,) = run("import", path, "--json").data
    assert (receipt["quotes"], receipt["without_a_home"]) == (1, {"Color": 1, "Highlighted at": 1})
    (dune,) = store.books.all()
    assert dune.quotes[0].text == "Fear is\nthe mind-killer.\n\n✎ Yes"
    assert dune.quotes[0].page == "120"


def raw_of(book: bookworm.Book) -> dict[str, list[object]]:
    """Returns the original entries of a book, by source of quotes."""
    return {each.source: json.loads(each.raw or "[]") for each in book.sources}


def test_every_entry_of_a_book_is_kept_as_it_came(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "My Clippings.txt"
    kept = (1, 8, "100-101", "Fear is the mind-killer.")
    path.write_bytes(clippings(ENGLISH, kept, (3, 9, "120", "")))
    run("import", path)
    (book,) = store.books.all()
    first, bookmark = raw_of(book)["kindle"]
    assert first == (
        "Dune (Frank Herbert)\n- Your Highlight on page 8 | Location 100-101"
        " | Added on Monday, 5 May 2024 10:11:12\n\nFear is the mind-killer."
    )
    assert "Location 120" in str(bookmark)
    # A device that was emptied has other entries. The earlier entries stay in the store.
    path.write_bytes(clippings(ENGLISH, (1, 12, "150-152", "The spice must flow.")))
    run("import", path)
    assert len(raw_of(book)["kindle"]) == 3
    updated = book.updated
    (again,) = run("import", path, "--json").data
    assert (again["quotes"], again["same"], len(raw_of(book)["kindle"])) == (0, 1, 3)
    book.refresh()
    assert book.updated == updated


def test_the_rows_of_databases_and_of_readwise_are_kept(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    row = {"Highlight": "It is a truth.", "Book Title": "Emma", "Color": "yellow", "Tags": "irony"}
    readwise = files.write(tmp_path / "r.csv", files.READWISE, row)
    run("import", files.kobo(tmp_path / "k.sqlite"), files.apple_books(tmp_path / "b"), readwise)
    rows = {name: its for book in store.books for name, its in raw_of(book).items()}
    assert {name: len(its) for name, its in rows.items()} == {
        "kobo": 3, "apple-books": 3, "readwise": 1,
    }  # fmt: skip
    assert {"DateCreated": "2024-01-02T10:00:00Z", "Text": "Fear is the mind-killer."}.items() <= (
        rows["kobo"][0].items()  # type: ignore[attr-defined]
    )
    assert "ZANNOTATIONCREATIONDATE" in str(rows["apple-books"])
    assert "irony" in str(rows["readwise"])
    assert "secret" not in str(rows)


def test_a_book_that_was_corrected_here_is_known_again(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "My Clippings.txt"
    path.write_bytes(clippings(ENGLISH, (1, 8, "100-101", "Fear is the mind-killer.")))
    run("import", path)
    (book,) = store.books.all()
    book.update(title="Der Wüstenplanet", author="Herbert")
    path.write_bytes(clippings(ENGLISH, (1, 12, "150-152", "The spice must flow.")))
    (receipt,) = run("import", path, "--json").data
    assert (receipt["created"], receipt["quotes"], store.books.count()) == (0, 1, 1)
    book.refresh()
    assert book.title == "Der Wüstenplanet"
    book.delete()
    (receipt,) = run("import", path, "--json").data
    assert (receipt["deleted"], receipt["quotes"], store.books.count()) == (1, 0, 0)
    other = store.books.create("Dune", "Frank Herbert")
    (receipt,) = run("import", path, "--json").data
    assert (receipt["quotes"], store.books.count(), len(other.quotes)) == (1, 1, 1)


def test_apple_books_in_a_zip_and_in_its_own_folders(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    files.apple_books(tmp_path / "b")
    archive = tmp_path / "apple.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for each in sorted((tmp_path / "b").iterdir()):
            made.write(each, f"Documents/{each.name}")
    result = run("import", archive, "--json")
    (receipt,) = result.data
    assert receipt["quotes"] == 1
    assert "Skipped" not in result.err
    (book,) = store.books.all()
    assert (book.title, book.author) == ("Pride and Prejudice", "Jane Austen")


def test_what_a_kobo_says_of_a_book_is_imported(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.kobo(tmp_path / "k.sqlite")
    opened = sqlite3.connect(path)
    opened.executescript("""
ALTER TABLE content ADD COLUMN ReadStatus INTEGER;
ALTER TABLE content ADD COLUMN LastTimeFinishedReading TEXT;
ALTER TABLE content ADD COLUMN Language TEXT;
ALTER TABLE content ADD COLUMN Series TEXT;
ALTER TABLE content ADD COLUMN SeriesNumber TEXT;
CREATE TABLE ratings (ContentID TEXT, Rating INTEGER, Review TEXT);
INSERT INTO ratings VALUES ('book1', 5, 'Sand.'), ('rated', 4, NULL), ('unrated', 0, NULL);
INSERT INTO content (ContentID, ContentType, Title, Attribution) VALUES
  ('rated', '6', 'Emma', 'Jane Austen'), ('unrated', '6', 'Persuasion', 'Jane Austen');
UPDATE content SET ReadStatus = 2, LastTimeFinishedReading = '2024-02-03T10:00:00Z',
  Language = 'eng', Series = 'Dune', SeriesNumber = '1' WHERE ContentID = 'book1';
""")
    opened.commit()
    opened.close()
    run("import", path)
    emma, dune = store.books.order_by("-title")
    assert (emma.title, emma.rating, emma.status) == ("Emma", 4, "on-shelf")
    assert (dune.title, dune.rating, dune.review, dune.status) == ("Dune", 5, "Sand.", "completed")
    assert str(dune.finished) == "2024-02-03"
    assert (dune.language, dune.series, dune.series_number) == ("en", "Dune", 1)
    assert [each.value for each in dune.identifiers] == ["9780441172719"]
    before = [book.as_dict() for book in store.books]
    (again,) = run("import", path, "--json").data
    assert (again["created"], again["changed"], again["same"]) == (0, 0, 1)
    assert [book.as_dict() for book in store.books] == before
    assert run("verify", path, "--json").data["missing"] == []


def test_a_title_with_and_without_its_subtitle_is_one_book(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    subtitled = ("Dune: Deluxe Edition (Frank Herbert)", *ENGLISH[1:])
    path = tmp_path / "My Clippings.txt"
    path.write_bytes(
        clippings(ENGLISH, (1, 8, "100-101", "Fear is the mind-killer."))
        + clippings(subtitled, (1, 12, "150-152", "The spice must flow."))
    )
    (receipt,) = run("import", path, "--json").data
    (book,) = store.books.all()
    assert (receipt["created"], receipt["quotes"], book.title) == (1, 2, "Dune")
    assert len(book.sources) == 2
    (again,) = run("import", path, "--json").data
    assert (again["quotes"], again["same"]) == (0, 2)


def test_two_spellings_of_a_title_are_the_book_that_is_here(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    dune = store.books.create("Dune", "Frank Herbert", rating=5)
    shouted = ("DUNE (Frank Herbert)", *ENGLISH[1:])
    path = tmp_path / "My Clippings.txt"
    path.write_bytes(
        clippings(ENGLISH, (1, 8, "100-101", "Fear is the mind-killer."))
        + clippings(shouted, (1, 12, "150-152", "The spice must flow."))
    )
    (receipt,) = run("import", path, "--json").data
    assert (receipt["created"], receipt["quotes"], store.books.count()) == (0, 2, 1)
    dune.refresh()
    assert (dune.title, dune.rating, len(dune.sources)) == ("Dune", 5, 2)
    (again,) = run("import", path, "--json").data
    assert (again["quotes"], again["same"]) == (0, 2)


def test_stray_bytes_among_clippings_are_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "My Clippings.txt"
    path.write_bytes(
        clippings(ENGLISH, (1, 8, "100-101", "Fear is the mind-killer."))
        + clippings(ENGLISH, (1, 12, "150-152", "Café.")).replace("Café".encode(), b"Caf\xe9")
    )
    assert "in cp1252 and not in UTF-8: 1 line" in run("import", path).out
